// One question of a lesson, of any kind: choose one, choose all, put into order, compute a number, find a node. The
// right answers come with the data; a node can also be clicked in the tree. While a question asks for nodes, the
// frontier is hidden (the class "asking" on the page's root), since it would reveal the answer.

/** @import { Player } from "./player.js" */

import { fill, h } from "./dom.js";

/**
 * Whether a typed number is one of the right ones; a comma counts as a point, a minus sign as a hyphen.
 * @param {string} typed
 * @param {string[]} answers
 */
export function isRightNumber(typed, answers) {
  const read = (/** @type {string} */ text) => text.trim().replace("−", "-").replace(",", ".").replace(/^\+/, "");
  const words = read(typed);
  if (!words) return false;
  return answers.some((each) => words === read(each) || Number(words) === Number(read(each)));
}

/**
 * Whether choices are in a right order. The rank of each choice is given; choices with the same rank may be exchanged.
 * @param {number[]} chosen
 * @param {number[]} places
 */
export const isRightOrder = (chosen, places) =>
  chosen.length === places.length && chosen.every((each, index) => index === 0 || places[chosen[index - 1]] <= places[each]);

export class LessonQuestion {
  /**
   * @param {Player} player
   * @param {Api.LessonQuestion} question
   * @param {Record<string, string>} texts
   * @param {(right: boolean) => void} heard called after every answer
   */
  constructor(player, question, texts, heard) {
    this.player = player;
    this.question = question;
    this.texts = texts;
    this.heard = heard;
    this.over = false;
    /** @type {number[]} */
    this.chosen = []; // indices of choices, in the order chosen
    this.told = h("p", { role: "status" });
    this.row = h("div", { class: `choices ${this.asksNodes ? "in-tree" : ""}` });
    const names = { "aria-label": texts.lessonNumber, "data-pick": "number" };
    this.field = h("input", { type: "text", inputmode: "decimal", size: 7, ...names });
    this.root = h("div", { class: "question" }, h("p", { class: "asked" }, question.text), this.row, this.told);
    this.begin();
  }

  get asksNodes() {
    return this.question.choices.some(({ node }) => node >= 0);
  }

  begin() {
    const { player, question } = this;
    player.pause();
    player.selected = -1;
    player.words = [question.text, ...question.choices.map(({ node }) => `#${node}`)].join(" "); // these nodes are named in the tree
    this.show();
    player.go(question.at);
    player.element?.classList.toggle("asking", this.asksNodes);
  }

  /** Show the choices, or the field for a number. */
  show() {
    const { question, player, asksNodes } = this;
    const { kind, choices } = question;
    const number = (/** @type {number} */ index) => (kind === "order" ? this.chosen.indexOf(index) : index) + 1; // 0: none
    player.choices = new Map(
      asksNodes && !this.over
        ? choices.map(({ node }, index) => [node, { number: number(index), costs: "", pick: () => this.pick(index) }])
        : [],
    );
    player.tell();
    if (kind === "number") return void fill(this.row, this.createField());
    const check = kind === "all" && this.createCheck(() => this.answerAll());
    const again = kind === "order" && this.chosen.length > 0 && !this.over && this.createAgain();
    fill(this.row, choices.map((choice, index) => this.createChip(choice, index)), check, again);
  }

  /**
   * @param {Api.LessonChoice} choice
   * @param {number} index
   */
  createChip({ text, node }, index) {
    const { kind } = this.question;
    const place = this.chosen.indexOf(index);
    const names = { class: "chip", "data-choice": index, disabled: this.over };
    const chip = h(
      "button",
      { type: "button", ...names, onclick: () => this.pick(index) },
      kind === "order" && h("kbd", {}, place < 0 ? "–" : String(place + 1)),
      kind === "node" && h("kbd", {}, String(index + 1)),
      node >= 0 ? h("span", {}, h("b", {}, `#${node}`), ` ${text}`) : text,
    );
    if (kind === "all" || kind === "order") chip.setAttribute("aria-pressed", String(place >= 0));
    return chip;
  }

  /** @param {() => void} deed */
  createCheck(deed) {
    const { texts } = this;
    const names = { class: "action", "data-do": "lesson-check", disabled: this.over };
    return h("button", { type: "button", ...names, onclick: deed }, texts.lessonCheck);
  }

  createAgain() {
    const clear = () => {
      this.chosen = [];
      this.show();
    };
    return h("button", { type: "button", class: "link", "data-do": "lesson-again", onclick: clear }, this.texts.lessonAgain);
  }

  createField() {
    const answer = () => this.judge(isRightNumber(this.field.value, this.question.answers), "");
    this.field.onkeydown = (event) => {
      if (event.key === "Enter") answer();
    };
    this.field.disabled = this.over;
    return [this.field, this.createCheck(answer)];
  }

  /**
   * Handle a click on a choice, here or in the tree.
   * @param {number} index
   */
  pick(index) {
    if (this.over) return;
    const { kind, right, choices } = this.question;
    if (kind === "choice" || kind === "node") return this.judge(right.includes(index), choices[index].reply);
    const known = this.chosen.includes(index);
    this.chosen = known ? this.chosen.filter((each) => each !== index) : [...this.chosen, index];
    if (kind === "order" && this.chosen.length === choices.length) {
      const good = isRightOrder(this.chosen, right);
      this.judge(good, "");
      if (!good) this.chosen = [];
    }
    const focused = this.row.contains(document.activeElement);
    this.show();
    if (focused) /** @type {HTMLElement | null} */ (this.row.querySelector(`[data-choice="${index}"]`))?.focus();
  }

  /**
   * Choose by a digit; false if there is no such choice.
   * @param {number} index
   */
  press(index) {
    const some = !this.over && index < this.question.choices.length;
    if (some) this.pick(index);
    return some;
  }

  /**
   * Judge the chosen set: it must contain all right choices and no others. The reply is about the first wrong choice,
   * or says that some are missing.
   */
  answerAll() {
    const { right, choices } = this.question;
    const wrong = this.chosen.find((index) => !right.includes(index));
    if (wrong !== undefined) return this.judge(false, choices[wrong].reply);
    if (this.chosen.length < right.length) return this.judge(false, this.texts.lessonMore);
    this.judge(true, [...this.chosen].sort((a, b) => a - b).map((index) => choices[index].reply).join(" "));
  }

  /**
   * @param {boolean} right
   * @param {string} reply
   */
  judge(right, reply) {
    const { question, texts, player } = this;
    this.told.className = right ? "right" : "wrong";
    const words = reply || (right ? question.reply || texts.lessonRight : question.wrong || texts.lessonWrong);
    this.told.textContent = words.charAt(0).toUpperCase() + words.slice(1);
    if (!right) return this.heard(false);
    this.over = true;
    this.show();
    player.words = words;
    player.element?.classList.remove("asking");
    player.go(question.then);
    this.heard(true);
  }
}
