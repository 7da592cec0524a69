// How the panes of a recorded search stand together, on the page and in a file: three columns where there is room, else
// one pane at a time behind tabs, the tree first; then a strip tells what happens and which line is at work.

import { createButton, fill, h } from "./dom.js";

const COLUMNS = [
  [["board", "why"], ["code"]], // the first two stand beside each other where it is low
  [["counters", "chart", "tree"]],
  [["frontier", "closed", "quiz"]],
];
const TABS = {
  tree: ["tree"],
  board: ["board", "why"],
  lists: ["frontier", "closed"],
  code: ["code"],
  effort: ["counters", "chart"],
  quiz: ["quiz"],
};

/**
 * The stage, and the elements of the panes by name.
 * @param {Api.Recording} data
 * @param {Record<string, string>} texts
 */
export function createStage({ walks }, texts = {}) {
  /** @type {Record<string, HTMLElement>} */
  const panes = {};
  for (const [tab, names] of Object.entries(TABS)) {
    for (const name of names) {
      if (walks && name === "closed") continue; // whoever walks down and back keeps no such set
      const look = { tree: "tree", frontier: "conceal" }[name] ?? ""; // the frontier would answer a quiz
      panes[name] = h("section", { class: `pane ${look}`, "data-pane": name, "data-tab": tab });
    }
  }
  Object.assign(panes.why, { tabIndex: 0, ariaLabel: texts.happened }); // it scrolls where it is low
  panes.now = h("div", { class: "now" });
  const turn = (/** @type {string} */ tab) => {
    for (const each of Object.values(panes)) each.classList.toggle("turned", each.dataset.tab === tab);
    for (const each of tabs) each.setAttribute("aria-pressed", String(each.dataset.turn === tab));
  };
  const tabs = Object.keys(TABS).map((tab) =>
    h("button", { type: "button", "data-turn": tab, onclick: () => turn(tab) }, texts[`tab-${tab}`]),
  );
  const pick = (/** @type {string[]} */ names) => names.map((name) => panes[name]);
  const columns = COLUMNS.map(([first, rest]) =>
    h("div", { class: "column" }, rest ? [h("div", { class: "beside" }, pick(first)), pick(rest)] : pick(first)),
  );
  const root = h(
    "div",
    { class: "watched" },
    h("div", { class: "pane-tabs", role: "group", "aria-label": texts.panes }, tabs),
    h("div", { class: "columns" }, columns),
    panes.now,
  );
  turn("tree");
  return { root, panes };
}

/**
 * A button that fills the screen with an element, with larger type: for projectors.
 * @param {HTMLElement} element
 * @param {Record<string, string>} texts
 */
export function createProjector(element, texts) {
  const page = document.documentElement;
  const show = (/** @type {boolean} */ on) => {
    page.classList.toggle("projector", on);
    button.setAttribute("aria-pressed", String(on));
    window.dispatchEvent(new Event("resize"));
  };
  const toggle = async () => {
    const on = !page.classList.contains("projector");
    show(on);
    if (on) await element.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) await document.exitFullscreen();
  };
  const button = createButton("fullscreen", texts.fullscreen, toggle);
  button.setAttribute("aria-pressed", "false");
  button.dataset.do = "fullscreen";
  element.addEventListener("fullscreenchange", () => document.fullscreenElement || show(false));
  return button;
}

/**
 * The line of the pseudo-code at work and what happened, where their panes are out of sight.
 */
export class NowPane {
  /**
   * @param {Element} element
   * @param {import("./player.js").Player} player
   */
  constructor(element, player) {
    this.player = player;
    this.line = h("code", {});
    this.words = h("p", {});
    fill(element, this.line, this.words);
    player.addEventListener("change", () => this.update());
    this.update();
  }

  update() {
    const { recording } = this.player;
    this.line.textContent = recording.data.code[recording.line]?.text ?? "";
    this.words.textContent = recording.happened;
  }
}
