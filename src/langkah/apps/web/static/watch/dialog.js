// A large room over the page in which searches are watched: a head with the answer, a body, and controls. It is a
// dialog, so that the page's keys are disabled, Escape closes it, and nothing behind it is reachable.

/** @import { Child } from "../replay/dom.js" */

import { getPlace, isForWatching } from "../address.js";
import { createEmbedding, createWayOut } from "../connection.js";
import { createButton, fill, getTarget, h } from "../dom.js";
import { T } from "../texts.js";

const REST = 150; // milliseconds after which the address is updated: browsers are slow to change it

/**
 * The owner of a room: its end closes the room, and its position is the start of the address.
 * @typedef {object} Host
 * @property {AbortController} over
 * @property {{ position: { token: string }, fail: (error: unknown) => void }} session
 */

export class WatchDialog {
  /**
   * @param {Host} view
   * @param {{ title: string, words?: string, note?: string }} texts
   */
  constructor(view, { title, words = "", note = "" }) {
    this.view = view;
    this.writing = 0; // a timer
    this.words = () => ""; // the address part of what is shown
    /** @type {(event: KeyboardEvent) => boolean} */
    this.deed = () => false; // handles a key
    this.over = new AbortController();
    this.copied = h("span", { class: "copied quiet", role: "status" });
    this.tools = h("div", { class: "tools" });
    this.body = h("div", { class: "body" });
    this.foot = h("div", { class: "foot" });
    this.outcome = h("p", { class: "outcome" });
    this.note = h("p", { class: "left-out", role: "status" });
    const heading = h("h2", { tabindex: "-1", autofocus: true }, title); // not the first button, since Space means play
    const told = [heading, this.outcome, createWayOut()];
    this.tell(words, note);
    const head = h("header", {}, h("div", { class: "told" }, told), this.tools, this.note);
    const leaving = { class: "studio", "aria-label": title, onclose: () => this.leave() };
    this.room = h("div", { class: "room" }, head, this.body, this.foot); // fills a screen, which a dialog may not
    this.root = h("dialog", leaving, this.room);
    const small = { kind: "bare round", quiet: true };
    fill(
      this.tools,
      this.copied,
      createButton("share", T.copyStep, () => this.copy(), { ...small, "data-do": "copy-step" }),
      this.createEmbedButton(small),
      createButton("close", T.close, () => this.root.close(), { ...small, "data-do": "close-studio" }),
    );
    this.pushed = !isForWatching(location.hash); // whether going back leads to the game
    if (this.pushed) history.pushState("watch", "", location.href);
    window.addEventListener("popstate", () => this.follow(), { signal: this.over.signal });
    document.body.append(this.root);
    this.root.showModal();
    this.listen();
    view.over.signal.addEventListener("abort", () => this.root.close(), { signal: this.over.signal });
  }

  /**
   * Show the result, and remarks.
   * @param {string} words
   * @param {...Child} note
   */
  tell(words, ...note) {
    fill(this.outcome, words);
    fill(this.note, ...note);
  }

  /**
   * A button that shows the code for embedding this moment in another page; none where that is impossible.
   * @param {object} look
   */
  createEmbedButton(look) {
    const embedding = createEmbedding();
    if (!embedding) return null;
    const panel = h("div", { class: "embed-panel", popover: "auto" }, embedding.root);
    const show = () => {
      this.write();
      embedding.show(location.href);
      panel.showPopover();
    };
    this.room.append(panel);
    return createButton("embed", T.embedStep, show, { ...look, "data-do": "embed-step" });
  }

  /**
   * Follow the theme of the page, now and later.
   * @param {(theme: "light" | "dark") => void} wear
   */
  followColours(wear) {
    const change = () => this.wear(wear);
    const watcher = new MutationObserver(change);
    watcher.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    this.over.signal.addEventListener("abort", () => watcher.disconnect());
    change();
  }

  /**
   * Apply the theme of the page.
   * @param {(theme: "light" | "dark") => void} wear
   */
  wear(wear) {
    wear(document.documentElement.dataset.theme === "dark" ? "dark" : "light");
  }

  /** Keys work everywhere in the room, even without a focus, and never for the page behind it. */
  listen() {
    this.root.addEventListener("keydown", (event) => this.press(event));
    const astray = (/** @type {KeyboardEvent} */ event) => {
      if (this.root.contains(getTarget(event))) return;
      event.stopImmediatePropagation();
      this.press(event);
    };
    document.addEventListener("keydown", astray, { capture: true, signal: this.over.signal });
  }

  /**
   * Handle keys, except in fields: `deed` returns whether it handled a key.
   * @param {(event: KeyboardEvent) => boolean} deed
   */
  bindKeys(deed) {
    this.deed = deed;
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const target = getTarget(event);
    if (target.closest("input, select, textarea")) return;
    if (target.closest("button, summary") && [" ", "Enter"].includes(event.key)) return;
    if (this.deed(event)) event.preventDefault();
  }

  /**
   * Update the address; `words` is called after a pause.
   * @param {() => string} words
   */
  setAddress(words) {
    this.words = words;
    clearTimeout(this.writing);
    this.writing = setTimeout(() => this.write(), REST);
  }

  write() {
    clearTimeout(this.writing);
    if (this.over.signal.aborted) return;
    history.replaceState(history.state, "", `#${getPlace(this.view.session.position)}&${this.words()}`);
  }

  /** After going back in the history, return to the game, unless the address still asks for a search. */
  follow() {
    if (isForWatching(location.hash)) return;
    this.pushed = false;
    this.root.close();
  }

  async copy() {
    this.write();
    await navigator.clipboard.writeText(location.href).catch(() => {});
    this.copied.textContent = T.copied;
    setTimeout(() => (this.copied.textContent = ""), 3000);
  }

  leave() {
    clearTimeout(this.writing);
    this.over.abort();
    document.documentElement.classList.remove("asking", "projector");
    const { position } = this.view.session;
    if (position && !this.view.over.signal.aborted) {
      if (this.pushed) history.back();
      else if (isForWatching(location.hash)) history.replaceState(null, "", `#${getPlace(position)}`);
    }
    this.root.remove();
  }
}
