// A guided start: the first time a search is watched, three steps on the real screen say what is what. A card beside each
// part, which can be left at once; it stops nobody from using the panes, and never comes back.

import { createButton, fill, h } from "../dom.js";
import { T, fillBlanks } from "../texts.js";

const KEPT = "watch-guide"; // in the browser's storage, once it was seen
const GAP = 12; // pixels between a part and the card beside it

/**
 * What is said, and of which pane. A search that walks down and back keeps its path, not a frontier.
 * @param {boolean} walks
 */
const listSteps = (walks) => [
  { pane: "tree", title: T.guideTree, text: T.guideTreeText },
  { pane: "frontier", title: walks ? T.guidePath : T.guideQueue, text: walks ? T.guidePathText : T.guideQueueText },
  { pane: "code", title: T.guideCode, text: T.guideCodeText },
];

/**
 * Offer the guide where nobody has seen it yet.
 * @param {HTMLElement} root the room in which a search is watched
 * @param {boolean} walks
 * @param {AbortSignal} over
 */
export function offerGuide(root, walks, over) {
  if (!localStorage.getItem(KEPT)) new Guide(root, listSteps(walks), over);
}

class Guide {
  /**
   * @param {HTMLElement} root
   * @param {ReturnType<typeof listSteps>} steps
   * @param {AbortSignal} over
   */
  constructor(root, steps, over) {
    this.root = root;
    this.steps = steps;
    this.index = 0;
    this.gone = new AbortController();
    this.before = /** @type {HTMLElement | null} */ (document.activeElement);
    const signal = this.gone.signal;
    this.card = h("div", { class: "guide", role: "dialog", "aria-labelledby": "guide-title", tabindex: "-1" });
    root.append(this.card);
    root.addEventListener("keydown", (event) => this.press(event), { capture: true, signal });
    root.addEventListener("cancel", (event) => event.preventDefault(), { signal }); // Escape leaves the guide, not the room
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

  /** Bring the part into view that is spoken of, also from behind a tab, and mark it. */
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

  /** Beside the part it speaks of, where there is room; else at the foot of the room. */
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
