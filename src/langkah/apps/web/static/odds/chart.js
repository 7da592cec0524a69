// The distribution of lengths, and its cumulative form: two small charts over one axis. A pointer or the arrow keys
// read any length; a table has the same figures.

import { fill, h, s } from "../dom.js";
import { formatPercent, formatTick, formatWhole } from "../numbers.js";
import { T, fillBlanks } from "../texts.js";

const TOP = 20; // pixels above the chart, for the names of marked lengths
const MASS = 130;
const GAP = 18;
const DONE = 70;
const LEFT = 46;
const RIGHT = 8;
const BELOW = 36;
const HEIGHT = TOP + MASS + GAP + DONE + BELOW;

/** @typedef {(value: number) => number} Scale From a probability to a height. */

export class Chart {
  constructor() {
    this.svg = s("svg", {
      class: "lengths",
      role: "slider",
      tabindex: "0",
      "aria-label": T.lengthsChart,
      "aria-valuemin": 0,
      onpointermove: (/** @type {PointerEvent} */ event) => this.point(event),
      onpointerdown: (/** @type {PointerEvent} */ event) => this.point(event),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
    });
    /** @type {Api.Lengths["bars"]} */
    this.bars = [];
    this.width = 1; // lengths per bar
    this.end = 0; // the end of the scale
    this.at = 0; // the selected bar
    this.across = 0; // pixels
    /** @type {[at: number, words: string][]} */
    this.marks = [];
    this.cross = s("g", { class: "cross" });
    /** @type {{ mass: Scale, done: Scale }} */
    this.scales = { mass: () => 0, done: () => 0 };
    this.readout = h("output", { class: "readout" });
    this.table = h("tbody", {});
    const heads = [T.turns, T.chance, T.doneBy].map((words) => h("th", { scope: "col" }, words));
    const table = h("table", {}, h("thead", {}, h("tr", {}, heads)), this.table);
    this.root = h(
      "section",
      { class: "sheet" },
      h("h2", {}, T.lengths),
      h("div", { class: "plot" }, this.svg),
      this.readout,
      h("details", {}, h("summary", {}, T.asTable), h("div", { class: "tall", tabindex: "0" }, table)),
    );
    new ResizeObserver(() => this.draw()).observe(this.svg);
  }

  /**
   * @param {Api.Lengths} told
   * @param {{ expected?: number | null, least?: number | null }} [figures]
   */
  show(told, { expected, least } = {}) {
    const { bars, width } = told;
    this.bars = bars;
    this.width = width;
    this.end = bars[bars.length - 1][0] + width;
    /** @type {[at: number | null | undefined, words: string][]} */
    const marks = [
      [least, T.markLeast],
      [told.median, T.markMedian],
      [expected, T.markExpected],
    ];
    this.marks = marks.flatMap(([at, words]) => (typeof at === "number" && at < this.end ? [[at, words]] : []));
    this.at = Math.max(
      0,
      bars.findIndex(([first]) => first + width > (told.median ?? told.mode ?? 0)),
    );
    this.svg.setAttribute("aria-valuemax", String(bars.length - 1));
    this.draw();
    this.read(this.at);
    fill(
      this.table,
      bars
        .filter(([, chance]) => chance > 0)
        .map(([first, chance, done]) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, this.nameBar(first)),
            h("td", {}, formatPercent(chance)),
            h("td", {}, formatPercent(done)),
          ),
        ),
    );
  }

  /**
   * The label of a bar: the lengths it covers.
   * @param {number} first
   */
  nameBar(first) {
    return this.width === 1 ? formatWhole(first) : `${formatWhole(first)}–${formatWhole(first + this.width - 1)}`;
  }

  // Drawing

  /** @param {number} length */
  x(length) {
    return LEFT + ((this.across - LEFT - RIGHT) * length) / this.end;
  }

  draw() {
    this.across = this.svg.clientWidth;
    if (!this.bars.length || !this.across) return;
    this.svg.setAttribute("viewBox", `0 0 ${this.across} ${HEIGHT}`);
    const step = roundUp(Math.max(...this.bars.map(([, chance]) => chance)) / 3);
    const top = step * Math.ceil(Math.max(...this.bars.map(([, chance]) => chance)) / step - 1e-9);
    /** @type {Scale} */
    const mass = (chance) => TOP + MASS * (1 - chance / top);
    /** @type {Scale} */
    const done = (share) => TOP + MASS + GAP + DONE * (1 - share);
    const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_tick, index) => index * step);
    this.scales = { mass, done };
    fill(
      this.svg,
      ticks.map((chance) => this.drawLevel(mass(chance), formatTick(chance))),
      [0, 0.5, 1].map((share) => this.drawLevel(done(share), formatTick(share))),
      this.drawScale(),
      s("path", { class: "mass", d: this.traceBars(mass) }),
      s("polyline", { class: "done", points: this.traceCurve(done) }),
      this.drawMarks(),
      this.cross,
    );
    this.drawCross();
  }

  /**
   * @param {number} y
   * @param {string} words
   */
  drawLevel(y, words) {
    return [
      s("line", { class: "level", x1: LEFT, x2: this.across - RIGHT, y1: y, y2: y }),
      s("text", { class: "tick", x: LEFT - 6, y, dy: "0.35em", "text-anchor": "end" }, words),
    ];
  }

  drawScale() {
    const y = TOP + MASS + GAP + DONE;
    const step = Math.max(1, Math.ceil(roundUp(this.end / (this.across > 320 ? 7 : 5))));
    const found = [];
    for (let length = 0; length < this.end; length += step) {
      const at = { x: this.x(length + 0.5), y: y + 16, "text-anchor": "middle" };
      found.push(s("text", { class: "tick", ...at }, formatWhole(length)));
    }
    const middle = { x: (LEFT + this.across - RIGHT) / 2, y: y + 32, "text-anchor": "middle" };
    return [...found, s("text", { class: "tick", ...middle }, T.turns)];
  }

  /** @param {Scale} y */
  traceBars(y) {
    const outline = this.bars.map(([first, chance]) => `V${y(chance)}H${this.x(first + this.width)}`);
    return `M${this.x(0)},${y(0)}${outline.join("")}V${y(0)}Z`;
  }

  /** @param {Scale} y */
  traceCurve(y) {
    return this.bars.map(([first, , done]) => `${this.x(first + this.width / 2)},${y(done)}`).join(" ");
  }

  /** Marked lengths; a label that would overlap the previous one goes to the other side. */
  drawMarks() {
    let edge = 0;
    return [...this.marks]
      .sort(([a], [b]) => a - b)
      .map(([at, words]) => {
        const x = this.x(at + 0.5);
        const wide = 8.5 * words.length; // estimated width of the label
        const left = Math.max(edge, Math.min(x - wide / 2, this.across - RIGHT - wide));
        edge = left + wide + 8;
        return [
          s("line", { class: "pointer", x1: x, x2: x, y1: TOP - 4, y2: TOP + MASS + GAP + DONE }),
          s("text", { class: "mark", x: left + wide / 2, y: 11, "text-anchor": "middle" }, words),
        ];
      });
  }

  // Selection

  /** @param {number} index */
  read(index) {
    this.at = Math.max(0, Math.min(this.bars.length - 1, index));
    const [first, chance, done] = this.bars[this.at];
    const words = fillBlanks(T.readLength, {
      n: this.nameBar(first),
      chance: formatPercent(chance),
      done: formatPercent(done),
    });
    this.readout.textContent = words;
    this.svg.setAttribute("aria-valuenow", String(this.at));
    this.svg.setAttribute("aria-valuetext", words);
    this.drawCross();
  }

  drawCross() {
    const [first, chance, share] = this.bars[this.at];
    const x = this.x(first + this.width / 2);
    const bottom = TOP + MASS + GAP + DONE;
    fill(
      this.cross,
      s("line", { x1: x, x2: x, y1: TOP, y2: bottom }),
      s("circle", { cx: x, cy: this.scales.mass(chance), r: 4 }),
      s("circle", { cx: x, cy: this.scales.done(share), r: 4 }),
    );
  }

  /** @param {PointerEvent} event */
  point(event) {
    if (!this.bars.length) return;
    const { left, width } = this.svg.getBoundingClientRect();
    const x = ((event.clientX - left) * this.across) / width;
    const length = ((x - LEFT) * this.end) / (this.across - LEFT - RIGHT);
    this.read(Math.floor(length / this.width));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const [last, far] = [this.bars.length - 1, Math.max(2, Math.round(this.bars.length / 10))];
    /** @type {Record<string, number>} */
    const places = {
      ...{ Home: 0, End: last, PageUp: this.at + far, PageDown: this.at - far },
      ...{ ArrowRight: this.at + 1, ArrowUp: this.at + 1, ArrowLeft: this.at - 1, ArrowDown: this.at - 1 },
    };
    const to = places[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.read(to);
  }
}

/**
 * The smallest round number that is not below a value.
 * @param {number} value
 */
function roundUp(value) {
  const size = 10 ** Math.floor(Math.log10(value));
  return size * ([1, 2, 2.5, 5].find((step) => size * step >= value * (1 - 1e-9)) ?? 10);
}
