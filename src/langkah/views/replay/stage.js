// The arrangement of the panes of a recorded search, on the page and in a file: three columns if there is
// enough space, else one pane at a time behind tabs, of which the tree is the first, with a strip that shows the last
// event and the highlighted line. If all states lie on one map, the map replaces the board and the tree; one click
// brings the tree back.

import { createButton, fill, h } from "./dom.js";

const COLUMNS = [
  [["board", "why"], ["code"]], // the first two are side by side in a low window
  [["counters", "chart", "centre", "map", "tree"]],
  [["table", "frontier", "closed", "quiz"]],
];
const TABS = {
  map: ["map"],
  tree: ["tree"],
  table: ["table"],
  board: ["board", "why"],
  lists: ["frontier", "closed"],
  code: ["code"],
  effort: ["counters", "chart"],
  quiz: ["quiz"],
};

/**
 * The panes of a recording by tab: a board or a map, a table if states have one, and no closed set for a search that
 * walks down and back.
 * @param {Api.Recording} data
 * @param {string[]} without
 */
function listTabs({ walks, mapped, states }, without) {
  const out = [...without, walks && "closed", mapped ? "board" : "map", !states[0]?.table && "table"];
  const kept = Object.entries(TABS).map(([tab, names]) => ({
    tab: mapped && tab === "board" ? "why" : tab,
    names: names.filter((name) => !out.includes(name)),
  }));
  return kept.filter(({ names }) => names.length);
}

/**
 * The stage, and the elements of the panes by name; some may be omitted.
 * @param {Api.Recording} data
 * @param {Record<string, string>} texts
 * @param {string[]} without
 */
export function createStage(data, texts = {}, without = []) {
  /** @type {Record<string, HTMLElement>} */
  const panes = {};
  const parts = listTabs(data, without);
  for (const { tab, names } of parts) {
    for (const name of names) {
      const look = { tree: "tree", frontier: "conceal" }[name] ?? ""; // the frontier would answer a quiz
      panes[name] = h("section", { class: `pane ${look}`, "data-pane": name, "data-tab": tab });
    }
  }
  if (panes.why) Object.assign(panes.why, { tabIndex: 0, ariaLabel: texts.happened }); // this pane scrolls in a low window
  panes.now = h("div", { class: "now" });
  const turn = (/** @type {string} */ tab) => {
    for (const each of Object.values(panes)) each.classList.toggle("turned", each.dataset.tab === tab);
    for (const each of tabs) each.setAttribute("aria-pressed", String(each.dataset.turn === tab));
  };
  const tabs = parts.map(({ tab }) =>
    h("button", { type: "button", "data-turn": tab, onclick: () => turn(tab) }, texts[`tab-${tab}`]),
  );
  const shift = (/** @type {string} */ name) => {
    root.dataset.centre = name;
    for (const each of centre) each.setAttribute("aria-pressed", String(each.dataset.centre === name));
  };
  const centre = ["map", "tree"].map((name) =>
    h("button", { type: "button", "data-centre": name, onclick: () => shift(name) }, texts[`tab-${name}`]),
  );
  const switcher = h("div", { class: "pane", "data-pane": "centre", role: "group", "aria-label": texts.panes }, centre);
  if (data.mapped) panes.centre = switcher;
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
  turn(parts[0].tab);
  shift(data.mapped ? "map" : "tree");
  return { root, panes };
}

/**
 * A button that shows an element full-screen with larger type, for projectors.
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

/** The highlighted line of the pseudo-code and the last event, if their panes are out of sight. */
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
