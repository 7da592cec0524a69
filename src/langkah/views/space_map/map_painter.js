// Paints a map of up to hundreds of thousands of states without delaying a frame, on a plain 2D canvas without a
// graphics card. Edges and states are painted into a separate picture, a few milliseconds at a time. While the map is
// moved or zoomed that picture is moved and scaled; after a pause it is repainted.

/** @import { Space } from "./space.js" */

const SHADES = 32; // colours of distances
const SLICE = 5; // milliseconds of painting per frame
const BATCH = 400; // edges or states painted between two checks of the clock
const SPARE = 0.25; // share of width and height painted beyond each edge
const REST = 90; // milliseconds after which a moved map is repainted
const MARKS = { ring: 7, triangle: 7, diamond: 6, square: 6 }; // sizes in pixels
const SMALL = 4; // pixels of a mark if there are many of its kind
const CROWD = 40; // number of marks of a kind above which they are small

/** @typedef {{ scale: number, x: number, y: number }} View Pixels per unit, and the corner of the map. */
/** @typedef {{ page: string, edge: string, dead: string, ramp: string[], way: string, ink: string, goal: string, hardest: string, bottleneck: string }} Colours */

/**
 * @param {string[]} ramp
 * @param {number} share
 */
function mixRamp(ramp, share) {
  const place = Math.min(Math.max(share, 0), 1) * (ramp.length - 1);
  const index = Math.min(Math.floor(place), ramp.length - 2);
  const [one, other] = [ramp[index], ramp[index + 1]].map((colour) => parseInt(colour.slice(1), 16));
  const part = (/** @type {number} */ shift) => {
    const [a, b] = [(one >> shift) & 255, (other >> shift) & 255];
    return Math.round(a + (b - a) * (place - index));
  };
  return `rgb(${part(16)} ${part(8)} ${part(0)})`;
}

export class MapPainter {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {Space} space
   */
  constructor(canvas, space) {
    this.canvas = canvas;
    this.space = space;
    /** @type {View} */
    this.view = { scale: 0.01, x: 0, y: 0 };
    /** @type {Colours} */
    this.colours; // set before anything is painted
    this.ratio = 1;
    /** @type {number[]} */
    this.trail = [];
    this.hovered = -1;
    this.focused = -1;
    this.picture = document.createElement("canvas"); // all edges and states in the last painted view
    /** @type {View | null} */
    this.pictureView = null;
    this.easel = document.createElement("canvas"); // the next picture, while it is being painted
    /** @type {Generator<void, void, void> | null} */
    this.painting = null;
    this.frame = 0;
    this.rested = 0; // a timer
    this.gone = false;
  }

  // The view

  resize() {
    const { clientWidth, clientHeight } = this.canvas;
    this.ratio = Math.min(window.devicePixelRatio || 1, 2);
    this.canvas.width = Math.max(1, Math.round(clientWidth * this.ratio));
    this.canvas.height = Math.max(1, Math.round(clientHeight * this.ratio));
  }

  /** Show the whole map. */
  fit(margin = 26) {
    const [left, top, right, bottom] = this.findFrame();
    const [width, height] = [this.canvas.clientWidth || 1, this.canvas.clientHeight || 1];
    const scale = Math.min(
      Math.max(width - 2 * margin, 20) / Math.max(right - left, 1),
      Math.max(height - 2 * margin, 20) / Math.max(bottom - top, 1),
    );
    this.view = { scale, x: (width - (left + right) * scale) / 2, y: (height - (top + bottom) * scale) / 2 };
    this.least = scale / 3;
    this.most = Math.max(scale * 4, 90 / this.space.length);
  }

  findFrame() {
    const { places } = this.space;
    const frame = [65535, 65535, 0, 0];
    for (let each = 0; each < places.length; each += 2) {
      frame[0] = Math.min(frame[0], places[each]);
      frame[2] = Math.max(frame[2], places[each]);
      frame[1] = Math.min(frame[1], places[each + 1]);
      frame[3] = Math.max(frame[3], places[each + 1]);
    }
    return frame;
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    this.view = { ...this.view, x: this.view.x + dx, y: this.view.y + dy };
    this.change();
  }

  /**
   * Zoom around a point of the canvas.
   * @param {number} factor
   * @param {number} x
   * @param {number} y
   */
  zoom(factor, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2) {
    const scale = Math.min(Math.max(this.view.scale * factor, this.least ?? 0), this.most ?? 1);
    const by = scale / this.view.scale;
    this.view = { scale, x: x - (x - this.view.x) * by, y: y - (y - this.view.y) * by };
    this.change();
  }

  /**
   * The position of a state on the canvas.
   * @param {number} state
   * @returns {[number, number]}
   */
  spot(state) {
    const [x, y] = this.space.place(state);
    return [x * this.view.scale + this.view.x, y * this.view.scale + this.view.y];
  }

  /**
   * The state at a point of the canvas; -1 if none is near.
   * @param {number} x
   * @param {number} y
   */
  find(x, y, reach = 14) {
    const { scale } = this.view;
    return this.space.findNearest((x - this.view.x) / scale, (y - this.view.y) / scale, reach / scale);
  }

  /** The radius of a state in pixels. */
  get radius() {
    return Math.min(Math.max(this.view.scale * this.space.length * 0.3, 0.7), 10);
  }

  // Painting

  /** Handle a changed view: show it now, repaint it after a pause. */
  change() {
    this.painting = null;
    clearTimeout(this.rested);
    this.rested = window.setTimeout(() => this.repaint(), REST);
    this.refresh();
  }

  /** Repaint edges and states. */
  repaint() {
    if (this.gone) return;
    this.painting = this.paintSlowly({ ...this.view });
    this.refresh();
  }

  /** Redraw with the next frame. */
  refresh() {
    if (!this.frame && !this.gone) this.frame = requestAnimationFrame(() => this.show());
  }

  show() {
    this.frame = 0;
    if (this.gone) return;
    if (this.painting) {
      const until = performance.now() + SLICE;
      while (this.painting && performance.now() < until) if (this.painting.next().done) this.painting = null;
      this.refresh();
    }
    this.draw();
  }

  /** Draw one frame: the picture at its place, and everything above it. */
  draw() {
    const pen = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d", { alpha: false }));
    const { view, pictureView: old, ratio } = this;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.fillStyle = this.colours.page;
    pen.fillRect(0, 0, this.canvas.width, this.canvas.height);
    if (old) {
      const by = view.scale / old.scale;
      const [left, top] = [SPARE * this.canvas.clientWidth, SPARE * this.canvas.clientHeight];
      pen.imageSmoothingEnabled = by !== 1;
      pen.imageSmoothingQuality = "low";
      pen.setTransform(by, 0, 0, by, (view.x - (old.x + left) * by) * ratio, (view.y - (old.y + top) * by) * ratio);
      pen.drawImage(this.picture, 0, 0);
    }
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.drawOver(pen);
  }

  /**
   * Paint a whole view into the easel, which then replaces the picture.
   * @param {View} view
   */
  *paintSlowly(view) {
    const { ratio } = this;
    const [left, top] = [SPARE * this.canvas.clientWidth, SPARE * this.canvas.clientHeight];
    this.easel.width = Math.round(this.canvas.width * (1 + 2 * SPARE));
    this.easel.height = Math.round(this.canvas.height * (1 + 2 * SPARE));
    const pen = /** @type {CanvasRenderingContext2D} */ (this.easel.getContext("2d"));
    const isFirst = !this.pictureView; // the first picture is shown while it is painted
    if (isFirst) this.swap(view);
    pen.setTransform(ratio, 0, 0, ratio, left * ratio, top * ratio);
    const bounds = [-left, -top, this.canvas.clientWidth + left, this.canvas.clientHeight + top];
    yield* this.paintEdges(pen, view, bounds);
    yield* this.paintStates(pen, view, bounds);
    if (!isFirst) this.swap(view);
  }

  /** @param {View} view */
  swap(view) {
    [this.picture, this.easel] = [this.easel, this.picture];
    this.pictureView = view;
  }

  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {View} view
   * @param {number[]} bounds
   */
  *paintEdges(pen, view, [left, top, right, bottom]) {
    const { edges, places } = this.space;
    pen.strokeStyle = this.colours.edge;
    pen.lineWidth = Math.min(Math.max(this.radius * 0.35, 0.4), 2);
    let drawn = 0;
    pen.beginPath();
    for (let edge = 0; edge < edges.length; edge += 2) {
      const [one, other] = [2 * edges[edge], 2 * edges[edge + 1]];
      const x = places[one] * view.scale + view.x;
      const y = places[one + 1] * view.scale + view.y;
      const toX = places[other] * view.scale + view.x;
      const toY = places[other + 1] * view.scale + view.y;
      if ((x < left && toX < left) || (x > right && toX > right)) continue;
      if ((y < top && toY < top) || (y > bottom && toY > bottom)) continue;
      pen.moveTo(x, y);
      pen.lineTo(toX, toY);
      drawn += 1;
      if (drawn % BATCH) continue;
      pen.stroke();
      yield;
      pen.beginPath();
    }
    pen.stroke();
    yield;
  }

  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {View} view
   * @param {number[]} bounds
   */
  *paintStates(pen, view, [left, top, right, bottom]) {
    const { space, radius } = this;
    const { order, places, distances, data } = space;
    const shades = Array.from({ length: SHADES }, (_each, n) => mixRamp(this.colours.ramp, n / (SHADES - 1)));
    const farthest = Math.max(data.farthest, 1);
    const square = radius < 1.6;
    let [shade, many] = ["", 0];
    for (let index = 0; index < order.length; index += 1) {
      const state = order[index];
      const x = places[2 * state] * view.scale + view.x;
      const y = places[2 * state + 1] * view.scale + view.y;
      if (x < left || x > right || y < top || y > bottom) continue;
      const distance = space.distance(state);
      const next =
        distance === null ? this.colours.dead : shades[Math.round((distances[state] / farthest) * (SHADES - 1))];
      if (next !== shade || many % BATCH === 0) {
        if (many) pen.fill();
        if (many % BATCH === 0) yield;
        [shade, pen.fillStyle] = [next, next];
        pen.beginPath();
      }
      if (square) pen.rect(x - radius, y - radius, 2 * radius, 2 * radius);
      else {
        pen.moveTo(x + radius, y);
        pen.arc(x, y, radius, 0, 7);
      }
      many += 1;
    }
    if (many) pen.fill();
  }

  // Marks above the picture

  /** @param {CanvasRenderingContext2D} pen */
  drawOver(pen) {
    const { data } = this.space;
    const { goals, hardest, bottlenecks } = data.marked;
    this.drawMarks(pen, "ring", this.colours.bottleneck, bottlenecks);
    this.drawMarks(pen, "triangle", this.colours.hardest, hardest);
    this.drawMarks(pen, "diamond", this.colours.goal, goals);
    this.drawMarks(pen, "square", this.colours.ink, [0]);
    this.drawTrail(pen);
    for (const [state, width] of /** @type {const} */ ([
      [this.hovered, 2],
      [this.focused, 3],
    ])) {
      if (state < 0) continue;
      const [x, y] = this.spot(state);
      pen.beginPath();
      pen.arc(x, y, this.radius + 5, 0, 7);
      pen.strokeStyle = this.colours.ink;
      pen.lineWidth = width;
      pen.stroke();
    }
  }

  /** @param {CanvasRenderingContext2D} pen */
  drawTrail(pen) {
    if (!this.trail.length) return;
    const points = this.trail.map((state) => this.spot(state));
    pen.lineJoin = pen.lineCap = "round";
    for (const [colour, width] of /** @type {const} */ ([
      [this.colours.page, 6],
      [this.colours.way, 3],
    ])) {
      pen.beginPath();
      for (const [x, y] of points) pen.lineTo(x, y);
      pen.strokeStyle = colour;
      pen.lineWidth = width;
      pen.stroke();
    }
    const [x, y] = points[points.length - 1];
    pen.beginPath();
    pen.arc(x, y, Math.max(this.radius + 1, 7), 0, 7);
    pen.fillStyle = this.colours.way;
    pen.strokeStyle = this.colours.page;
    pen.lineWidth = 2.5;
    pen.fill();
    pen.stroke();
  }

  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {keyof typeof MARKS} shape
   * @param {string} colour
   * @param {number[]} states
   */
  drawMarks(pen, shape, colour, states) {
    const size = Math.max(this.radius * 1.3, states.length > CROWD ? 2.5 : MARKS[shape]);
    const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
    pen.beginPath();
    for (const state of states) {
      const [x, y] = this.spot(state);
      if (x < -20 || y < -20 || x > width + 20 || y > height + 20) continue;
      outlineMark(pen, shape, x, y, size);
    }
    if (shape === "ring") {
      pen.strokeStyle = colour;
      pen.lineWidth = 2.5;
    } else {
      pen.fillStyle = colour;
      pen.fill();
      if (size < SMALL) return; // an outline would cover it
      pen.strokeStyle = this.colours.page;
      pen.lineWidth = 1;
    }
    pen.stroke();
  }

  leave() {
    this.gone = true;
    clearTimeout(this.rested);
    cancelAnimationFrame(this.frame);
  }
}

/**
 * @param {CanvasRenderingContext2D | Path2D} pen
 * @param {keyof typeof MARKS} shape
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
export function outlineMark(pen, shape, x, y, size) {
  if (shape === "ring") {
    pen.moveTo(x + size, y);
    pen.arc(x, y, size, 0, 7);
    return;
  }
  const side = 0.75 * size;
  const corners = {
    diamond: [[0, -size], [size, 0], [0, size], [-size, 0]],
    triangle: [[0, -size], [0.9 * size, 0.6 * size], [-0.9 * size, 0.6 * size]],
    square: [[-side, -side], [side, -side], [side, side], [-side, side]],
  }[shape];
  corners.forEach(([dx, dy], index) => (index ? pen.lineTo(x + dx, y + dy) : pen.moveTo(x + dx, y + dy)));
  pen.closePath();
}
