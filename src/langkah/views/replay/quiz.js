// 'Which node is taken next?' The questions come with the data; an answer is marked, explained and counted. While a
// question is open the frontier is hidden (the class "asking" on the page's root), for it would give the answer away.

import { fill, h } from "./dom.js";
import { filled } from "./recording.js";

export class QuizPane {
  constructor(element, player, texts) {
    Object.assign(this, { element, player, texts });
    this.questions = player.recording.data.quiz ?? [];
    this.number = -1;
    this.right = 0;
    this.asked = 0;
    this.rest();
  }

  get root() {
    return this.element.ownerDocument.documentElement;
  }

  /** No question is open. */
  rest(...told) {
    this.open = false;
    this.root.classList.remove("asking");
    const some = this.questions.length > 0;
    const text = this.number < 0 ? this.texts.quizStart : this.texts.quizNext;
    const next = some && this.number + 1 < this.questions.length;
    fill(
      this.element,
      h("h2", {}, this.texts.quiz, this.asked ? h("span", { class: "count" }, this.score()) : null),
      ...told,
      some ? null : h("p", { class: "faint" }, this.texts.quizNone),
      next ? h("button", { type: "button", class: "action", onclick: () => this.ask() }, text) : null,
      some && !next ? h("p", {}, filled(this.texts.quizOver, { right: this.right, asked: this.asked })) : null,
    );
  }

  score() {
    return `${this.right} / ${this.asked}`;
  }

  /** Put the next question. */
  ask() {
    this.number += 1;
    this.open = true;
    const { at, choices } = this.questions[this.number];
    const { player } = this;
    player.pause();
    player.selected = -1;
    player.go(at);
    this.root.classList.add("asking");
    const { recording } = player;
    const costs = (node) => (recording.data.costs ? h("small", {}, `g ${recording.nodes.g[node]}, h ${recording.nodes.h[node]}`) : null);
    fill(
      this.element,
      h("h2", {}, filled(this.texts.quizAsk, { n: this.number + 1, all: this.questions.length }), h("span", { class: "count" }, this.score())),
      h("p", {}, this.texts.quizWhich),
      h("div", { class: "choices" }, choices.map((node, index) => h(
        "button",
        { type: "button", class: "chip", "data-node": node, onclick: () => this.answer(node) },
        h("kbd", {}, String(index + 1)), h("b", {}, recording.state(node).label), costs(node), h("small", {}, `#${node}`),
      ))),
    );
  }

  /** Mark an answer. */
  answer(node) {
    const { answer, at } = this.questions[this.number];
    const { recording } = this.player;
    const [f, place] = [recording.nodes.f, recording.line.indexOf(node) + 1];
    this.asked += 1;
    const right = node === answer;
    if (right) this.right += 1;
    const values = { n: node, right: answer, place, all: recording.line.length, cost: f[node], least: f[answer] };
    const dearer = recording.data.costs && f[node] !== f[answer];
    const told = filled(right ? this.texts.quizRight : dearer ? this.texts.quizDearer : this.texts.quizLater, values);
    this.rest(h("p", { class: right ? "right" : "wrong", role: "status" }, told));
    this.player.go(at + 1);
  }

  /** A digit answers while a question is open. */
  key(event) {
    const node = this.open ? this.questions[this.number].choices[Number(event.key) - 1] : undefined;
    if (node === undefined) return false;
    this.answer(node);
    return true;
  }
}
