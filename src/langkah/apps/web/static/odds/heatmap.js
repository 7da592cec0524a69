// The heat map: the board with each place coloured by how often a turn begins there. A pointer or the arrow
// keys read any place.

import { drawShape, formatViewBox } from "../replay/canvas.js";
import { fill, getTarget, h, s } from "../dom.js";
import { findNeighbour } from "../gestures.js";
import { formatTurns } from "../numbers.js";
import { T, fillBlanks } from "../texts.js";

const SHADES = 10;
const MOST_SHAPES = 4000; // shapes of a whole picture; on larger boards only the places are drawn
const LISTED = 200; // places in the table
/** @type {Record<string, Point>} */
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** @typedef {{ box: Box, label: string, value: number }} Place */

export class Heatmap {
  constructor() {
    this.picture = s("svg", {
      class: "scene heat",
      tabindex: "0",
      role: "img",
      "aria-label": T.heatHelp,
      onpointermove: (/** @type {PointerEvent} */ event) => this.point(event),
      onpointerdown: (/** @type {PointerEvent} */ event) => this.point(event),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
    });
    this.plot = h("div", { class: "plot" }, this.picture);
    this.legend = h("div", { class: "legend" });
    this.table = h("tbody", {});
    const title = h(
      "thead",
      {},
      h(
        "tr",
        {},
        [T.placeName, T.turns].map((words) => h("th", { scope: "col" }, words)),
      ),
    );
    this.readout = h("output", { class: "readout" });
    const table = h("table", {}, title, this.table);
    this.root = h(
      "section",
      { class: "sheet" },
      h("h2", {}, T.visits),
      h("p", { class: "quiet" }, T.heatHelp),
      this.plot,
      this.legend,
      this.readout,
      h("details", {}, h("summary", {}, T.asTable), h("div", { class: "tall", tabindex: "0" }, table)),
    );
    /** @type {string[]} */
    this.lit = [];
    /** @type {Place[]} */
    this.places = [];
    /** @type {Place | null} */
    this.here = null;
    /** @type {Api.Scene | null} */
    this.scene = null;
    this.ring = s("rect", { class: "ring" });
    this.arrow = s("g", { class: "jump" });
  }

  /**
   * @param {Api.Heat} heat
   * @param {Api.Scene} scene
   */
  show({ cells, top, most, tokens, why }, scene) {
    this.root.hidden = !cells.length && !why;
    this.readout.textContent = why;
    this.plot.hidden = this.legend.hidden = !cells.length;
    if (!cells.length) return;
    const heat = new Map(cells.map(([index, shade, value]) => [index, { shade, value }]));
    const bare = scene.shapes.length > MOST_SHAPES;
    const standing = new Set(tokens);
    this.scene = scene;
    this.places = [];
    this.picture.setAttribute("viewBox", formatViewBox(scene));
    const shapes = scene.shapes.map((shape, index) => {
      const cell = heat.get(index);
      if (!cell) return bare || standing.has(shape.id ?? "") ? null : drawShape(shape);
      this.places.push({ box: shape.box, label: shape.label || shape.handle || "", value: cell.value });
      const group = drawShape({ ...shape, marks: shape.marks.map((mark) => colourMark(mark, cell.shade)) });
      group.dataset.spot = String(this.places.length - 1);
      return group;
    });
    fill(this.picture, shapes, this.arrow, this.ring);
    this.showLegend(top, most);
    this.showTable();
    this.light(this.lit);
    this.read(this.places.reduce((best, place) => (place.value > best.value ? place : best)));
  }

  /**
   * @param {number} top
   * @param {number} most
   */
  showLegend(top, most) {
    const shades = Array.from({ length: SHADES }, (_shade, index) => h("i", { class: `heat-${index}` }));
    const last = most > top ? `${formatTurns(top, 2)} – ${formatTurns(most, 2)}` : formatTurns(top, 2);
    const values = [0, formatTurns(top / 2, 2), last].map((words) => h("span", {}, words));
    const scale = h("div", { class: "shades", "aria-hidden": "true" }, shades);
    fill(this.legend, scale, h("div", { class: "values" }, values));
  }

  /** The places where most turns begin. */
  showTable() {
    const most = [...this.places].sort((a, b) => b.value - a.value).slice(0, LISTED);
    const row = (/** @type {Place} */ { label, value }) =>
      h("tr", {}, h("th", { scope: "row" }, label), h("td", {}, formatTurns(value)));
    fill(this.table, most.map(row));
  }

  /**
   * Show the places of some handles, with a line from the first to the last.
   * @param {string[]} handles
   */
  light(handles) {
    this.lit = handles;
    const shapes = this.scene?.shapes ?? [];
    const found = handles.map((handle) => shapes.find((shape) => shape.handle === handle)?.box);
    const boxes = found.filter((box) => box !== undefined);
    if (!boxes.length || boxes.length < handles.length) {
      fill(this.arrow);
      return;
    }
    const [[x1, y1], [x2, y2]] = [boxes[0], boxes[boxes.length - 1]].map(([x, y, w, t]) => [x + w / 2, y + t / 2]);
    fill(
      this.arrow,
      s("line", { class: "under", x1, y1, x2, y2 }),
      s("line", { x1, y1, x2, y2 }),
      boxes.map(([x, y, width, height]) => s("rect", { x, y, width, height, rx: 0.12 })),
    );
  }

  // Selection

  /** @param {Place} place */
  read(place) {
    this.here = place;
    const [x, y, width, height] = place.box;
    for (const [name, value] of Object.entries({ x, y, width, height, rx: 0.08 }))
      this.ring.setAttribute(name, String(value));
    this.readout.textContent = fillBlanks(T.readPlace, { place: place.label, n: formatTurns(place.value) });
  }

  /** @param {PointerEvent} event */
  point(event) {
    const found = getTarget(event).closest("[data-spot]")?.getAttribute("data-spot");
    if (found) this.read(this.places[Number(found)]);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const arrow = ARROWS[event.key];
    if (!arrow || !this.here) return;
    event.preventDefault();
    event.stopPropagation();
    this.read(findNeighbour(this.places, this.here, arrow));
  }
}

/**
 * A stroke of the ground in the colours of a shade.
 * @param {Api.Stroke} mark
 * @param {number} shade
 */
function colourMark(mark, shade) {
  const colour = (/** @type {string} */ part) => `var(--langkah-cell-heat${shade}-${part})`;
  if (mark.mark === "words") return { ...mark, colour: colour("ink") };
  return mark.fill ? { ...mark, fill: colour("fill") } : mark;
}
