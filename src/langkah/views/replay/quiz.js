// 'Which node is expanded next?', 'Is this branch cut?' Questions, choices and replies come with the data; answers are
// counted here. If the choices are nodes, they are shown as boards, and a click in the tree answers, too. While a
// question is open, the frontier is hidden (the class "asking" on the page's root), since it would reveal the answer.

/** @import { Child } from "./dom.js" */
/** @import { Pictures } from "./pictures.js" */
/** @import { Player } from "./player.js" */

import { fill, h } from "./dom.js";
import { fillText } from "./recording.js";

export class QuizPane {
  /**
   * @param {Element} element
   * @param {Player} player
   * @param {Pictures} pictures
   * @param {Record<string, string>} texts
   */
  constructor(element, player, pictures, texts) {
    this.element = element;
    this.player = player;
    this.pictures = pictures;
    this.texts = texts;
    this.questions = player.recording.data.quiz;
    this.number = -1; // the number of the last question asked
    this.right = 0;
    this.asked = 0;
    this.open = false;
    this.rest();
  }

  get root() {
    return this.element.ownerDocument.documentElement;
  }

  get score() {
    return h("span", { class: "count" }, `${this.right} / ${this.asked}`);
  }

  /**
   * Close the question.
   * @param {...Child} told
   */
  rest(...told) {
    this.open = false;
    this.player.choices = new Map();
    this.root.classList.remove("asking");
    const [some, next] = [this.questions.length > 0, this.number + 1 < this.questions.length];
    const text = this.number < 0 ? this.texts.quizStart : this.texts.quizNext;
    fill(
      this.element,
      h("h2", {}, this.texts.quiz, this.asked ? this.score : null),
      ...told,
      some ? null : h("p", { class: "faint" }, this.texts.quizNone),
      next ? h("button", { type: "button", class: "action", onclick: () => this.ask() }, text) : null,
      some && !next ? h("p", {}, fillText(this.texts.quizOver, { right: this.right, asked: this.asked })) : null,
    );
  }

  /** Ask the next question. */
  ask() {
    this.number += 1;
    this.open = true;
    const { player } = this;
    const { at, node: about, ask, choices } = this.questions[this.number];
    /** @type {(choice: Api.QuizChoice, index: number) => [number, import("./player.js").Choice]} */
    const offer = ({ node, costs }, index) => [node, { number: index + 1, costs, pick: () => this.answer(index) }];
    const nodes = choices.every(({ node }) => node >= 0); // whether the choices can be clicked in the tree
    player.pause();
    player.selected = about;
    player.words = ask;
    player.choices = new Map(nodes ? choices.map(offer) : []);
    player.go(at);
    this.root.classList.add("asking");
    fill(
      this.element,
      h("h2", {}, fillText(this.texts.quizAsk, { n: this.number + 1, all: this.questions.length }), this.score),
      h("p", { class: "asked" }, ask),
      nodes ? h("p", { class: "faint" }, this.texts.quizClick) : null,
      h("div", { class: `choices ${nodes ? "nodes" : ""}` }, choices.map((choice, index) => this.makeChip(choice, index))),
    );
  }

  /**
   * @param {Api.QuizChoice} choice
   * @param {number} index
   */
  makeChip({ node, label, costs }, index) {
    const words = label || this.player.recording.state(node).label;
    const board = this.makeBoard(node, words);
    const names = { class: "chip", "data-node": node, "data-choice": index };
    return h(
      "button",
      { type: "button", ...names, onclick: () => this.answer(index) },
      h("kbd", {}, String(index + 1)),
      board ?? h("b", {}, words),
      costs ? h("small", {}, costs) : null,
    );
  }

  /**
   * The small board of a node, if boards are easier to read than labels.
   * @param {number} node
   * @param {string} words
   */
  makeBoard(node, words) {
    if (node < 0 || !this.pictures.useful) return null;
    const board = h("canvas", { class: "small-board", role: "img", "aria-label": words });
    this.pictures.copy(board, this.player.recording.nodes.state[node]);
    return board;
  }

  /** Apply other colours. */
  repaint() {
    const { state } = this.player.recording.nodes;
    const boards = /** @type {NodeListOf<HTMLCanvasElement>} */ (this.element.querySelectorAll(".chip canvas"));
    for (const each of boards) this.pictures.copy(each, state[Number(each.closest("button")?.dataset.node)]);
  }

  /** @param {number} index index of the choice */
  answer(index) {
    const { answer, choices, then, right: several = [answer] } = this.questions[this.number];
    const right = several.includes(index);
    this.asked += 1;
    this.right += Number(right);
    this.rest(h("p", { class: right ? "right" : "wrong", role: "status" }, choices[index].reply));
    const detail = { question: this.number, right };
    this.element.dispatchEvent(new CustomEvent("answered", { bubbles: true, detail }));
    this.player.words = choices[index].reply;
    this.player.go(then);
  }

  /**
   * Handle a key: a digit answers an open question.
   * @param {KeyboardEvent} event
   */
  key(event) {
    const index = Number(event.key) - 1;
    const some = this.open && Boolean(this.questions[this.number].choices[index]);
    if (some) this.answer(index);
    return some;
  }
}
