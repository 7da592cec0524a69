// A guided start: the first time a search is watched, three cards on the real screen explain its parts. The guide ends
// when it is closed or anything else is used, and never returns. Its texts fit the current event; an embedded page is
// too small for it.

/** @import { Player } from "../replay/player.js" */

import { createButton, fill, getTarget, h } from "../dom.js";
import { T, fillBlanks } from "../texts.js";

const KEPT = "watch-guide"; // key in the browser's storage, set once the guide was seen
const GAP = 12; // pixels between a part and the card beside it

/**
 * The texts and their panes; an empty pane is explained by what will be in it. A walking search has a path instead of a
 * frontier.
 * @param {Player} player
 */
function listSteps({ at, recording }) {
  const { walks, mapped } = recording.data;
  const tree = { title: at ? T.guideTree : T.guideTreeWill, text: at ? T.guideTreeText : T.guideTreeSoon };
  const path = { title: T.guidePath, text: at ? T.guidePathText : T.guidePathSoon };
  const queue = { title: T.guideQueue, text: at ? T.guideQueueText : T.guideQueueSoon };
  return [
    mapped ? { pane: "map", title: T.guideMap, text: T.guideMapText } : { pane: "tree", ...tree },
    { pane: "frontier", ...(walks ? path : queue) },
    { pane: "code", title: T.guideCode, text: recording.line >= 0 ? T.guideCodeText : T.guideCodeSoon },
  ];
}

/**
 * Offer the guide if it has not been seen yet.
 * @param {HTMLElement} root the room of the watched search
 * @param {Player} player
 * @param {AbortSignal} over
 */
export function offerGuide(root, player, over) {
  const embedded = "embed" in document.documentElement.dataset || window.parent !== window;
  if (!embedded && !localStorage.getItem(KEPT)) new Guide(root, player, over);
}

class Guide {
  /**
   * @param {HTMLElement} root
   * @param {Player} player
   * @param {AbortSignal} over
   */
  constructor(root, player, over) {
    this.root = root;
    this.steps = listSteps(player);
    this.index = 0;
    this.gone = new AbortController();
    this.before = /** @type {HTMLElement | null} */ (document.activeElement);
    const signal = this.gone.signal;
    this.card = h("div", { class: "guide", role: "dialog", "aria-labelledby": "guide-title", tabindex: "-1" });
    root.append(this.card);
    root.addEventListener("keydown", (event) => this.press(event), { capture: true, signal });
    root.addEventListener("cancel", (event) => event.preventDefault(), { signal }); // Escape closes only the guide
    root.addEventListener("pointerdown", (event) => this.touch(event), { capture: true, signal });
    player.addEventListener("change", () => this.leave(), { signal });
    addEventListener("resize", () => this.place(), { signal });
    over.addEventListener("abort", () => this.leave(), { signal });
    localStorage.setItem(KEPT, "seen");
    this.show();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      this.leave();
    }
  }

  /** @param {PointerEvent} event */
  touch(event) {
    if (!this.card.contains(getTarget(event))) this.leave();
  }

  show() {
    const { title, text } = this.steps[this.index];
    const last = this.index === this.steps.length - 1;
    const next = () => (last ? this.leave() : this.turn());
    fill(
      this.card,
      h("p", { class: "quiet" }, fillBlanks(T.guidePlace, { n: this.index + 1, all: this.steps.length })),
      h("h3", { id: "guide-title" }, title),
      h("p", {}, text),
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", class: "link", "data-do": "leave-guide", onclick: () => this.leave() }, T.guideSkip),
        createButton(last ? "check" : "play", last ? T.guideDone : T.guideNext, next, { kind: "main", "data-do": "next-guide" }),
      ),
    );
    this.find();
    this.place();
    this.card.focus({ preventScroll: true });
  }

  turn() {
    this.index += 1;
    this.show();
  }

  /** @returns {HTMLElement | null} */
  get part() {
    return this.root.querySelector(`[data-pane="${this.steps[this.index].pane}"]`);
  }

  /** Scroll the explained part into view, even from behind a tab, and mark it. */
  find() {
    for (const each of this.root.querySelectorAll(".guided")) each.classList.remove("guided");
    const { part } = this;
    if (!part) return;
    if (!part.offsetParent) this.turnTab(part.dataset.tab ?? "");
    part.scrollIntoView({ block: "nearest" });
    part.classList.add("guided");
  }

  /** @param {string} tab */
  turnTab(tab) {
    /** @type {HTMLElement | null} */ (this.root.querySelector(`[data-turn="${tab}"]`))?.click();
  }

  /** Place the card beside its part if there is room, else at the foot of the room. */
  place() {
    const { left, right, top, width } = this.part?.getBoundingClientRect() ?? { left: 0, right: 0, top: 0, width: 0 };
    const [room, high] = [this.card.offsetWidth, this.card.offsetHeight];
    const beside = right + GAP + room < innerWidth ? right + GAP : left - GAP - room;
    const x = width && beside > 0 ? beside : (innerWidth - room) / 2;
    const y = width && beside > 0 ? top : innerHeight - high - 5 * GAP;
    this.card.style.left = `${Math.max(0, Math.min(x, innerWidth - room))}px`;
    this.card.style.top = `${Math.max(GAP, Math.min(y, innerHeight - high - GAP))}px`;
  }

  leave() {
    this.gone.abort();
    for (const each of this.root.querySelectorAll(".guided")) each.classList.remove("guided");
    this.card.remove();
    this.turnTab("tree");
    if (this.before?.isConnected) this.before.focus({ preventScroll: true });
  }
}
