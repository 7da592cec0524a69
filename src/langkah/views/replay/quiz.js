// 'Which node is expanded next?', 'Is this branch cut?' Questions, choices and what is said to each of them come with the
// data; answers are counted here. While a question is open the frontier is hidden (the class "asking" on the page's root),
// for it would give the answer away.

/** @import { Child } from "./dom.js" */
/** @import { Player } from "./player.js" */

import { fill, h } from "./dom.js";
import { fillText } from "./recording.js";

export class QuizPane {
  /**
   * @param {Element} element
   * @param {Player} player
   * @param {Replay.Texts} texts
   */
  constructor(element, player, texts) {
    this.element = element;
    this.player = player;
    this.texts = texts;
    this.questions = player.recording.data.quiz;
    this.number = -1; // of the question that was put last
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
   * No question is open.
   * @param {...Child} told
   */
  rest(...told) {
    this.open = false;
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

  /** Put the next question. */
  ask() {
    this.number += 1;
    this.open = true;
    const { player } = this;
    const { at, node: about, ask, choices } = this.questions[this.number];
    player.pause();
    player.selected = about;
    player.go(at);
    this.root.classList.add("asking");
    const label = (/** @type {Replay.Choice} */ { node, label: words, costs }) => [
      h("b", {}, words || player.recording.state(node).label),
      costs ? h("small", {}, costs) : null,
      node < 0 ? null : h("small", {}, `#${node}`),
    ];
    /** @type {(choice: Replay.Choice, index: number) => Element} */
    const chip = (choice, index) => {
      const names = { class: "chip", "data-node": choice.node, "data-choice": index };
      const props = { type: "button", ...names, onclick: () => this.answer(index) };
      return h("button", props, h("kbd", {}, String(index + 1)), label(choice));
    };
    fill(
      this.element,
      h("h2", {}, fillText(this.texts.quizAsk, { n: this.number + 1, all: this.questions.length }), this.score),
      h("p", { class: "asked" }, ask),
      h("div", { class: "choices" }, choices.map(chip)),
    );
  }

  /** @param {number} index the place of the choice */
  answer(index) {
    const { answer, choices, then } = this.questions[this.number];
    this.asked += 1;
    this.right += Number(index === answer);
    this.rest(h("p", { class: index === answer ? "right" : "wrong", role: "status" }, choices[index].reply));
    this.player.go(then);
  }

  /**
   * A digit answers while a question is open.
   * @param {KeyboardEvent} event
   */
  key(event) {
    const index = Number(event.key) - 1;
    const some = this.open && Boolean(this.questions[this.number].choices[index]);
    if (some) this.answer(index);
    return some;
  }
}
