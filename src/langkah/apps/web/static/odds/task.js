// One thing at a time that is worked out elsewhere: a word about it, a way to stop it, and why if it failed.

import { fill, h } from "../dom.js";
import { T, fillBlanks, toSentence } from "../texts.js";

export class RunningTask {
  constructor(view) {
    this.view = view;
    this.root = h("div", { class: "working", role: "status" });
    view.over.signal.addEventListener("abort", () => this.stop());
  }

  get busy() {
    return Boolean(this.over);
  }

  /** Ask for something; `then` gets the answer unless it was stopped or asked anew. Whether it came. */
  async run(ask, then, { words = T.workingOut, again = null, progress = () => {} } = {}) {
    this.stop();
    if (this.view.gone) return false;
    const over = (this.over = new AbortController());
    this.say(words);
    const heed = (told) => {
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
      if (error.name === "AbortError") this.end(T.stopped, again);
      else this.end(toSentence(error.message || T.offline), again);
      return false;
    }
  }

  say(words) {
    this.words = h("span", {}, words);
    const { over } = this;
    const onclick = () => over.abort();
    const end = h("button", { type: "button", class: "link", "data-do": "stop-odds", onclick }, T.stop);
    fill(this.root, h("span", { class: "spinner" }), this.words, end);
  }

  end(words, again = null) {
    const more = again && h("button", { type: "button", class: "link", onclick: again }, T.tryAgain);
    fill(this.root, h("span", { class: "refusal" }, words), more);
  }

  rest() {
    this.over = null;
    fill(this.root);
  }

  /** End it quietly: what was asked for is no longer wanted. */
  stop() {
    const { over } = this;
    this.over = null;
    over?.abort();
    fill(this.root);
  }
}
