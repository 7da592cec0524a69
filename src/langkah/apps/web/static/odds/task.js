// One remote task at a time: a note about it, a button that stops it, and the reason if it failed.

/** @import { SessionView } from "../view.js" */

import { fill, h } from "../dom.js";
import { explainError, isAbort } from "../errors.js";
import { T, fillBlanks, toSentence } from "../texts.js";

export class RunningTask {
  /** @param {SessionView} view */
  constructor(view) {
    this.view = view;
    /** @type {AbortController | null} */
    this.over = null;
    this.words = h("span", {});
    this.root = h("div", { class: "working", role: "status" });
    view.over.signal.addEventListener("abort", () => this.stop());
  }

  /**
   * Run a task; `then` receives the answer unless the task was stopped or restarted. Returns whether it was received.
   * @template A
   * @param {(calls: Api.Calls) => Promise<A>} ask
   * @param {(answer: A) => unknown} then
   * @param {{ words?: string, again?: (() => void) | null, progress?: (told: Api.Progress) => unknown }} [options]
   */
  async run(ask, then, { words = T.workingOut, again = null, progress = () => {} } = {}) {
    this.stop();
    if (this.view.gone) return false;
    const over = (this.over = new AbortController());
    this.say(words, over);
    const heed = (/** @type {Api.Progress} */ told) => {
      if (this.over !== over) return;
      if (told.generated) this.words.textContent = fillBlanks(T.partOf, { n: told.expanded, all: told.generated });
      progress(told);
    };
    try {
      const told = await ask({ signal: over.signal, progress: heed });
      if (this.over !== over) return false;
      this.rest();
      then(told);
      return true;
    } catch (error) {
      if (this.over !== over) return false;
      this.rest();
      this.end(isAbort(error) ? T.stopped : toSentence(explainError(error)), again);
      return false;
    }
  }

  /**
   * @param {string} words
   * @param {AbortController} over
   */
  say(words, over) {
    this.words = h("span", {}, words);
    const onclick = () => over.abort();
    const end = h("button", { type: "button", class: "link", "data-do": "stop-odds", onclick }, T.stop);
    fill(this.root, h("span", { class: "spinner" }), this.words, end);
  }

  /**
   * @param {string} words
   * @param {(() => void) | null} [again]
   */
  end(words, again = null) {
    const more = again && h("button", { type: "button", class: "link", onclick: again }, T.tryAgain);
    fill(this.root, h("span", { class: "refusal" }, words), more);
  }

  rest() {
    this.over = null;
    fill(this.root);
  }

  /** Stop silently: the result is no longer needed. */
  stop() {
    const { over } = this;
    this.over = null;
    over?.abort();
    fill(this.root);
  }
}
