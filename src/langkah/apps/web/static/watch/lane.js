// One search of a race: its state at a given amount of a measure, and its result once it has finished.

/** @import { Recording } from "../replay/recording.js" */

import { h } from "../dom.js";
import { formatBytes, formatSeconds, formatWhole } from "../numbers.js";
import { mount } from "../replay/panes.js";
import { countBelow } from "../replay/recording.js";
import { T, fillBlanks, toSentence } from "../texts.js";

/**
 * A measure for a race: the state of a search at an amount of it, the total, and texts.
 * @typedef {object} Measure
 * @property {() => string} words
 * @property {(recording: Recording) => number} whole
 * @property {(recording: Recording, amount: number) => number} at
 * @property {(amount: number) => string} told
 */

/** @type {Record<string, Measure>} */
export const MEASURES = {
  expanded: {
    words: () => T.byExpanded,
    whole: ({ takes }) => takes.length,
    at: (recording, amount) => recording.atTaken(Math.floor(amount)),
    told: (amount) => fillBlanks(T.nodes, { n: formatWhole(Math.floor(amount)) }),
  },
  time: {
    words: () => T.byTime,
    whole: ({ data }) => data.seconds?.at(-1) ?? 0,
    at: (recording, amount) => recording.atSeconds(amount),
    told: formatSeconds,
  },
  memory: {
    words: () => T.byMemory,
    whole: ({ data }) => data.bytes?.at(-1) ?? 0,
    at: ({ data }, amount) => countBelow(data.bytes ?? [], Math.floor(amount) + 1),
    told: formatBytes,
  },
};

export class Lane {
  /**
   * @param {Api.Recording} data
   * @param {Api.CompareRow} row
   * @param {number} colour
   */
  constructor(data, row, colour) {
    this.row = row;
    this.over = false; // whether it has finished
    const part = (/** @type {string} */ name) =>
      h("section", { class: `pane ${name === "tree" ? name : ""}`, "data-pane": name });
    const picture = data.mapped ? "map" : "board";
    const [board, tree, counters, chart] = [picture, "tree", "counters", "chart"].map(part);
    this.state = h("p", { class: "state", role: "status" });
    this.place = h("span", { class: "place" });
    this.bar = h("div", { class: "way" });
    const head = h("h3", {}, h("span", { class: `dot piece-${colour}` }), h("span", {}, row.name), this.place);
    this.root = h("article", { "data-lane": row.name }, head, this.bar, this.state, board, counters, tree, chart);
    this.player = mount(data, { [picture]: board, tree, counters, chart });
    this.player.panes.tree?.showAll(); // in a race, the whole tree is shown
  }

  /** Whether no search found a better answer. */
  get right() {
    return ["best", "good"].includes(this.row.verdict);
  }

  /** The node to show: the answer once it has finished, else the current one. */
  get subject() {
    const { recording } = this.player;
    if (!this.over) return -1;
    const goal = recording.goals.at(-1);
    return goal === undefined ? (recording.data.best.at(-1) ?? -1) : recording.subjects[goal];
  }

  /**
   * Show the state of this search at an amount of a measure.
   * @param {Measure} measure
   * @param {number} amount
   * @param {number} most
   * @param {number} place
   */
  show(measure, amount, most, place) {
    const { recording } = this.player;
    const whole = measure.whole(recording);
    this.over = amount >= whole;
    const at = this.over ? recording.length : measure.at(recording, amount);
    const moved = at !== this.player.at || this.subject !== this.player.selected;
    this.player.selected = this.subject;
    if (moved) this.player.go(at);
    this.bar.style.setProperty("--share", `${(100 * Math.min(amount, whole)) / most}%`);
    this.root.className = `lane ${this.over ? `over ${this.row.verdict}` : ""}`;
    this.place.textContent = this.over && place ? `${place}.` : "";
    this.state.textContent = this.over ? this.describeOutcome(measure.told(whole)) : T.searching;
  }

  /** @param {string} spent */
  describeOutcome(spent) {
    const more = this.player.recording.data.left_out ? T.goesOn : "";
    return `${toSentence(this.row.words)} ${toSentence(spent)} ${more}`;
  }
}
