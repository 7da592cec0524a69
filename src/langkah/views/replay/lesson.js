// A lesson about a recorded search: stops with one or two sentences each, steps that the reader makes, and questions at
// the end. All texts come with the data; this file moves from stop to stop. A reader who explores the panes returns
// with the next button.

/** @import { Player } from "./player.js" */

import { createButton, fill, h } from "./dom.js";
import { LessonQuestion } from "./lesson_question.js";
import { fillText } from "./recording.js";

export class LessonBar {
  /**
   * @param {Player} player
   * @param {Api.Lesson} lesson
   * @param {Record<string, string>} texts
   * @param {HTMLElement | null} onward the link after the last page, if any
   */
  constructor(player, lesson, texts, onward = null) {
    this.player = player;
    this.lesson = lesson;
    this.texts = texts;
    this.index = 0; // the index of the stop; the questions come after the last one
    this.step = 0; // the reader's current step at this stop
    /** @type {Map<string, boolean>} */
    this.results = new Map(); // by question: whether the first answer was right
    this.onward = onward;
    /** @type {LessonQuestion | null} */
    this.card = null; // the current question
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

  /** The number of pages: stops and questions. */
  get pages() {
    return this.lesson.stops.length + this.lesson.questions.length;
  }

  /** The number of questions, including the reader's steps, and how many were answered right at once. */
  get score() {
    const { stops, questions } = this.lesson;
    const of = questions.length + stops.reduce((sum, { be }) => sum + be.length, 0);
    return { right: [...this.results.values()].filter(Boolean).length, of };
  }

  /** @param {number} by */
  turn(by) {
    this.go(this.index + by);
  }

  /**
   * Go to a stop, or to a question after them.
   * @param {number} index
   */
  go(index) {
    this.index = Math.max(0, Math.min(this.pages - 1, index));
    this.show();
  }

  show() {
    const { lesson, texts, player, index, pages } = this;
    const stop = lesson.stops[index];
    this.step = 0;
    this.card = null;
    player.pause();
    player.selected = -1;
    player.choices = new Map();
    player.element?.classList.remove("asking");
    player.words = stop?.text ?? "";
    player.go(stop ? stop.at : player.length);
    this.place.textContent = fillText(texts.lessonPlace, { n: index + 1, all: pages });
    this.previous.disabled = index === 0;
    this.next.disabled = index === pages - 1;
    this.next.hidden = this.next.disabled && Boolean(this.onward);
    if (this.onward) this.onward.hidden = !this.next.disabled;
    this.next.textContent = index === lesson.stops.length - 1 && lesson.questions.length ? texts.lessonAsk : texts.lessonNext;
    if (index === pages - 1 && !lesson.questions.length) this.finish();
    if (!stop) return this.ask(index - lesson.stops.length);
    fill(this.words, h("p", {}, stop.text), stop.be.length > 0 && this.createBegin());
  }

  /** Report that this lesson was completed, with its result. */
  finish() {
    this.root.dispatchEvent(new CustomEvent("learned", { bubbles: true, detail: this.score }));
  }

  /** The button that starts the reader's steps at a stop. */
  createBegin() {
    const { be } = this.lesson.stops[this.index];
    const text = fillText(this.texts.lessonBe, { n: be.length });
    return h("button", { type: "button", class: "action", "data-do": "lesson-be", onclick: () => this.takeStep() }, text);
  }

  /** Let the reader make the next step of the search. */
  takeStep() {
    const { be } = this.lesson.stops[this.index];
    const [number, place] = [this.step, this.index];
    const card = new LessonQuestion(this.player, be[number], this.texts, (right) => {
      this.note(`be ${place} ${number}`, right);
      if (!right) return;
      this.step = number + 1;
      const more = this.step < be.length;
      const { lessonStep, lessonStepsDone } = this.texts;
      const onward = () => this.takeStep();
      const button = h("button", { type: "button", class: "action", "data-do": "lesson-step", onclick: onward }, lessonStep);
      card.root.append(more ? button : h("p", { class: "faint" }, lessonStepsDone));
      if (more && card.root.contains(document.activeElement)) button.focus();
    });
    this.card = card;
    const count = h("p", { class: "faint" }, fillText(this.texts.lessonPlace, { n: number + 1, all: be.length }));
    fill(this.words, count, card.root);
  }

  /**
   * Ask a question after the stops.
   * @param {number} number
   */
  ask(number) {
    const { questions } = this.lesson;
    const card = new LessonQuestion(this.player, questions[number], this.texts, (right) => {
      this.note(`question ${number}`, right);
      if (right && number === questions.length - 1) this.finish();
    });
    this.card = card;
    fill(this.words, card.root);
  }

  /**
   * Record an answer: only the first answer to a question counts. A surrounding page may receive all answers.
   * @param {string} question
   * @param {boolean} right
   */
  note(question, right) {
    if (!this.results.has(question)) this.results.set(question, right);
    this.root.dispatchEvent(new CustomEvent("answered", { bubbles: true, detail: { question, right } }));
  }

  /**
   * Handle a key: page keys turn the pages, digits answer an open question.
   * @param {KeyboardEvent} event
   */
  key(event) {
    const by = { PageDown: 1, PageUp: -1 }[event.key];
    if (by) this.turn(by);
    return Boolean(by) || (/^[1-9]$/.test(event.key) && Boolean(this.card?.press(Number(event.key) - 1)));
  }
}
