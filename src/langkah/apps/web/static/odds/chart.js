// How likely each length is, and how likely it is to be done by then: two small charts over one scale. A pointer or
// the arrow keys read any length; the same figures stand in a table.

import { fill, h, s } from "../dom.js";
import { formatPercent, formatTick, formatWhole } from "../numbers.js";
import { T, fillBlanks } from "../texts.js";

const TOP = 20; // pixels above: the names of marked lengths
const MASS = 130;
const GAP = 18;
const DONE = 70;
const LEFT = 46;
const RIGHT = 8;
const BELOW = 36;
const HEIGHT = TOP + MASS + GAP + DONE + BELOW;

export class Chart {
  constructor() {
    this.svg = s("svg", {
      class: "lengths",
      role: "slider",
      tabindex: "0",
      "aria-label": T.lengthsChart,
      "aria-valuemin": 0,
      onpointermove: (event) => this.point(event),
      onpointerdown: (event) => this.point(event),
      onkeydown: (event) => this.key(event),
    });
    this.readout = h("output", { class: "readout" });
    this.table = h("tbody", {});
    const heads = [T.turns, T.chance, T.doneBy].map((words) => h("th", { scope: "col" }, words));
    const table = h("table", {}, h("thead", {}, h("tr", {}, heads)), this.table);
    this.root = h(
      "section",
      { class: "sheet" },
      h("h3", {}, T.lengths),
      h("div", { class: "plot" }, this.svg),
      this.readout,
      h("details", {}, h("summary", {}, T.asTable), h("div", { class: "tall", tabindex: "0" }, table)),
    );
    new ResizeObserver(() => this.draw()).observe(this.svg);
  }

  show(told, { expected, least }) {
    const { bars, width } = told;
    this.bars = bars;
    this.width = width;
    this.end = bars.at(-1)[0] + width; // where the scale ends
    this.marks = [
      [least, T.markLeast],
      [told.median, T.markMedian],
      [expected, T.markExpected],
    ].filter(([at]) => at !== null && at !== undefined && at < this.end);
    this.at = Math.max(
      0,
      bars.findIndex(([first]) => first + width > (told.median ?? told.mode ?? 0)),
    );
    this.svg.setAttribute("aria-valuemax", bars.length - 1);
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
            h("th", { scope: "row" }, this.name(first)),
            h("td", {}, formatPercent(chance)),
            h("td", {}, formatPercent(done)),
          ),
        ),
    );
  }

  /** A bar by the lengths that it stands for. */
  name(first) {
    return this.width === 1 ? formatWhole(first) : `${formatWhole(first)}–${formatWhole(first + this.width - 1)}`;
  }

  // Drawing

  x(length) {
    return LEFT + ((this.across - LEFT - RIGHT) * length) / this.end;
  }

  draw() {
    this.across = this.svg.clientWidth;
    if (!this.bars || !this.across) return;
    this.svg.setAttribute("viewBox", `0 0 ${this.across} ${HEIGHT}`);
    const step = roundUp(Math.max(...this.bars.map(([, chance]) => chance)) / 3);
    const top = step * Math.ceil(Math.max(...this.bars.map(([, chance]) => chance)) / step - 1e-9);
    const mass = (chance) => TOP + MASS * (1 - chance / top);
    const done = (share) => TOP + MASS + GAP + DONE * (1 - share);
    const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_tick, index) => index * step);
    this.cross = s("g", { class: "cross" });
    this.sizes = { mass, done };
    fill(
      this.svg,
      ticks.map((chance) => this.level(mass(chance), formatTick(chance))),
      [0, 0.5, 1].map((share) => this.level(done(share), formatTick(share))),
      this.scale(),
      s("path", { class: "mass", d: this.steps(mass) }),
      s("polyline", { class: "done", points: this.curve(done) }),
      this.pointers(),
      this.cross,
    );
    this.crossed();
  }

  level(y, words) {
    return [
      s("line", { class: "level", x1: LEFT, x2: this.across - RIGHT, y1: y, y2: y }),
      s("text", { class: "tick", x: LEFT - 6, y, dy: "0.35em", "text-anchor": "end" }, words),
    ];
  }

  scale() {
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

  steps(y) {
    const outline = this.bars.map(([first, chance]) => `V${y(chance)}H${this.x(first + this.width)}`);
    return `M${this.x(0)},${y(0)}${outline.join("")}V${y(0)}Z`;
  }

  curve(y) {
    return this.bars.map(([first, , done]) => `${this.x(first + this.width / 2)},${y(done)}`).join(" ");
  }

  /** Lengths of note; a name that would touch the one before goes to its other side. */
  pointers() {
    let edge = 0;
    return [...this.marks]
      .sort(([a], [b]) => a - b)
      .map(([at, words]) => {
        const x = this.x(at + 0.5);
        const wide = 7 * words.length;
        const left = Math.max(edge, Math.min(x - wide / 2, this.across - RIGHT - wide));
        edge = left + wide + 8;
        return [
          s("line", { class: "pointer", x1: x, x2: x, y1: TOP - 4, y2: TOP + MASS + GAP + DONE }),
          s("text", { class: "mark", x: left + wide / 2, y: 11, "text-anchor": "middle" }, words),
        ];
      });
  }

  // Reading

  read(index) {
    this.at = Math.max(0, Math.min(this.bars.length - 1, index));
    const [first, chance, done] = this.bars[this.at];
    const words = fillBlanks(T.readLength, {
      n: this.name(first),
      chance: formatPercent(chance),
      done: formatPercent(done),
    });
    this.readout.textContent = words;
    this.svg.setAttribute("aria-valuenow", this.at);
    this.svg.setAttribute("aria-valuetext", words);
    this.crossed();
  }

  crossed() {
    if (!this.cross) return;
    const [first, chance, share] = this.bars[this.at];
    const x = this.x(first + this.width / 2);
    const bottom = TOP + MASS + GAP + DONE;
    fill(
      this.cross,
      s("line", { x1: x, x2: x, y1: TOP, y2: bottom }),
      s("circle", { cx: x, cy: this.sizes.mass(chance), r: 4 }),
      s("circle", { cx: x, cy: this.sizes.done(share), r: 4 }),
    );
  }

  point(event) {
    if (!this.bars) return;
    const { left, width } = this.svg.getBoundingClientRect();
    const x = ((event.clientX - left) * this.across) / width;
    const length = ((x - LEFT) * this.end) / (this.across - LEFT - RIGHT);
    this.read(Math.floor(length / this.width));
  }

  key(event) {
    const far = Math.max(2, Math.round(this.bars.length / 10));
    const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: far, PageDown: -far }[event.key];
    const to = { Home: 0, End: this.bars.length - 1 }[event.key] ?? this.at + by;
    if (Number.isNaN(to)) return;
    event.preventDefault();
    event.stopPropagation();
    this.read(to);
  }
}

/** The least round number that is not below a value. */
function roundUp(value) {
  const size = 10 ** Math.floor(Math.log10(value));
  return size * [1, 2, 2.5, 5, 10].find((step) => size * step >= value * (1 - 1e-9));
}
