// A lesson about a recorded search: stops with a sentence or two at each, and a question at the end. All words come with
// the data; here one goes from stop to stop. Whoever wanders off on the panes comes back by the next button.

/** @import { Player } from "./player.js" */

import { createButton, fill, h } from "./dom.js";
import { fillText } from "./recording.js";

export class LessonBar {
  /**
   * @param {Player} player
   * @param {Api.Lesson} lesson
   * @param {Record<string, string>} texts
   * @param {HTMLElement | null} onward what leads on from the last page, where there is anything beyond it
   */
  constructor(player, lesson, texts, onward = null) {
    this.player = player;
    this.lesson = lesson;
    this.texts = texts;
    this.index = 0; // of the stop; behind the last one comes the question
    this.onward = onward;
    this.words = h("div", { class: "words", "aria-live": "polite" });
    this.place = h("span", { class: "place" });
    this.previous = createButton("back", texts.lessonPrevious, () => this.turn(-1));
    this.next = h("button", { type: "button", class: "action", onclick: () => this.turn(1) });
    this.previous.dataset.do = "lesson-previous";
    this.next.dataset.do = "lesson-next";
    const moves = h("div", { class: "moves" }, this.previous, this.place, this.next, onward);
    this.root = h("section", { class: "pane lesson-bar", "aria-label": lesson.title }, this.words, moves);
    this.show();
  }

  /** How many pages it has: its stops, and the question if there is one. */
  get pages() {
    return this.lesson.stops.length + Number(Boolean(this.lesson.question));
  }

  /** @param {number} by */
  turn(by) {
    this.go(this.index + by);
  }

  /**
   * To a stop, or to the question behind them.
   * @param {number} index
   */
  go(index) {
    this.index = Math.max(0, Math.min(this.pages - 1, index));
    this.show();
  }

  show() {
    const { lesson, texts, player, index, pages } = this;
    const stop = lesson.stops[index];
    player.pause();
    player.selected = -1;
    player.words = stop?.text ?? "";
    player.go(stop ? stop.at : player.length);
    this.place.textContent = fillText(texts.lessonPlace, { n: index + 1, all: pages });
    this.previous.disabled = index === 0;
    this.next.disabled = index === pages - 1;
    this.next.hidden = this.next.disabled && Boolean(this.onward);
    if (this.onward) this.onward.hidden = !this.next.disabled;
    this.next.textContent = index === lesson.stops.length - 1 && lesson.question ? texts.lessonAsk : texts.lessonNext;
    if (stop) return void fill(this.words, h("p", {}, stop.text));
    this.ask();
  }

  ask() {
    const { question } = this.lesson;
    if (!question) return;
    const told = h("p", { role: "status" });
    const answer = (/** @type {number} */ index) => {
      told.className = index === question.answer ? "right" : "wrong";
      told.textContent = question.choices[index].reply;
    };
    const chips = question.choices.map(({ text }, index) =>
      h("button", { type: "button", class: "chip", "data-choice": index, onclick: () => answer(index) }, text),
    );
    fill(this.words, h("p", { class: "asked" }, question.text), h("div", { class: "choices" }, chips), told);
  }

  /**
   * Page keys turn the pages.
   * @param {KeyboardEvent} event
   */
  key(event) {
    const by = { PageDown: 1, PageUp: -1 }[event.key];
    if (by) this.turn(by);
    return Boolean(by);
  }
}
