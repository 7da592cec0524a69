// The view of a growing tree. A view holds the pixels between neighbours (`across`) and between generations (`down`),
// and the screen position of the first root. While the view follows, nodes never become illegible: boards are replaced
// by labels, and then the view scrolls. Only the whole tree is shown as dots.

/** @import { TreeLayout } from "./layout.js" */

/** @typedef {{ x: number, y: number, across: number, down: number }} View */
/** @typedef {readonly [width: number, height: number]} Size */

/**
 * The size of a node with the gaps around it: as a board or label at a scale, and as a short label with its value; the
 * smallest scale, whether there are boards, and the width reserved for the names of levels on the left.
 * @typedef {{ whole: (scale: number) => Size, least: number, short: Size, boards: boolean, aside: number }} Rooms
 */

export const AROUND = 12; // empty pixels around a tree
const STEP = 1.2; // factor between two pitches, so that a growing tree is not rescaled all the time
const LARGEST = 1.15; // the largest scale, for small trees
const SCALE_STEP = 0.01; // difference between two scales of a node
const SPARSE = 2; // largest distance of nodes, in sizes of a short label
const SCROLLED = 1.2; // distance of nodes, in least sizes, if the tree is too large to be shown whole
const DOT = 34; // largest distance of dots in pixels

/**
 * The level of detail of nodes in a view, and their scale: "whole" (a board or a label), "short" (a label and its
 * value) or "dot".
 * @param {View} view
 * @param {Rooms} rooms
 * @returns {{ level: "whole" | "short" | "dot", scale: number }}
 */
export function chooseDetail({ across, down }, { whole, least, short }) {
  const fits = (/** @type {Size} */ [width, height]) => width <= across + 1e-6 && height <= down + 1e-6;
  for (let scale = LARGEST; scale >= least - 1e-6; scale -= SCALE_STEP) {
    if (fits(whole(scale))) return { level: "whole", scale };
  }
  if (fits(whole(least))) return { level: "whole", scale: least };
  return fits(short) ? { level: "short", scale: 1 } : { level: "dot", scale: 1 };
}

/**
 * Pixels between neighbours or generations: as many as a span of steps allows, in discrete scales, and at least `least`
 * if possible.
 * @param {number} room
 * @param {number} span
 * @param {number} least
 * @param {number} most
 */
function choosePitch(room, span, least, most) {
  const fit = room / (span + 1);
  if (fit >= most) return most;
  const scaled = most * STEP ** Math.floor(Math.log(fit / most) / Math.log(STEP) + 1e-9);
  return fit >= least ? Math.max(scaled, least) : scaled;
}

/**
 * @typedef {object} Detail A level of detail: the pixels between nodes.
 * @property {Size} least
 * @property {Size} most
 */

/**
 * @typedef {{ low: number, high: number, top: number, deep: number }} Extent The range of some nodes, in steps.
 */

/**
 * @param {TreeLayout} layout
 * @param {number[]} nodes
 * @returns {Extent}
 */
function measureExtent({ x, depth }, nodes) {
  const found = { low: Infinity, high: -Infinity, top: Infinity, deep: -Infinity };
  for (const node of nodes) {
    found.low = Math.min(found.low, x[node]);
    found.high = Math.max(found.high, x[node]);
    found.top = Math.min(found.top, depth[node]);
    found.deep = Math.max(found.deep, depth[node]);
  }
  return nodes.length ? found : { low: 0, high: 0, top: 0, deep: 0 };
}

/**
 * The view that follows the current node: with the roots and its family if these are legible, else with its family,
 * else as much of that as fits.
 * @param {TreeLayout} layout
 * @param {{ roots: number[], family: number[], pair: number[] }} near the node with its parent, siblings and children
 * @param {number} middle the node to centre, if the others allow it
 * @param {Size} size of the pane
 * @param {Rooms} rooms
 * @returns {View}
 */
export function followView(layout, { roots, family, pair }, middle, size, rooms) {
  const { whole, short } = listDetails(rooms);
  const all = measureExtent(layout, [...roots, ...family]);
  const few = measureExtent(layout, family);
  /** @type {[Detail, Extent][]} */
  const ways = rooms.boards
    ? [[whole, all], [whole, few], [short, all], [short, few]]
    : [[whole, all], [short, all], [short, few]];
  const [detail, extent] = ways.find(([each, nodes]) => isSeen(each, nodes, size, rooms)) ?? [
    { least: short.least, most: short.least },
    [measureExtent(layout, pair)].find((each) => isSeen(short, each, size, rooms)) ?? measureExtent(layout, [middle]),
  ];
  return placeView(layout, extent, middle, size, rooms, detail);
}

/**
 * The view of the whole tree, however small.
 * @param {TreeLayout} layout
 * @param {Size} size of the pane
 * @param {Rooms} rooms
 * @returns {View}
 */
export function fitView(layout, size, rooms) {
  const extent = { low: layout.left, high: layout.right, top: 0, deep: Math.max(0, layout.levels - 1) };
  const { whole, short, dot } = listDetails(rooms);
  const detail = [whole, short].find((each) => isSeen(each, extent, size, rooms)) ?? dot;
  return placeView(layout, extent, 0, size, rooms, detail);
}

/**
 * @param {Rooms} rooms
 * @returns {Record<"whole" | "short" | "dot", Detail>}
 */
function listDetails({ whole, least, short }) {
  return {
    whole: { least: whole(least), most: whole(LARGEST) },
    short: { least: short, most: [short[0] * SPARSE, short[1] * SPARSE] },
    dot: { least: [0, 0], most: [DOT, short[1]] },
  };
}

/**
 * The room for the tree itself.
 * @param {Size} size
 * @param {Rooms} rooms
 * @returns {Size}
 */
const findRoom = ([width, height], { aside }) => [
  Math.max(1, width - aside - 2 * AROUND),
  Math.max(1, height - 2 * AROUND),
];

/**
 * Whether nodes in this range all fit at a level of detail.
 * @param {Detail} detail
 * @param {Extent} extent
 * @param {Size} size
 * @param {Rooms} rooms
 */
function isSeen({ least }, { low, high, top, deep }, size, rooms) {
  const [wide, tall] = findRoom(size, rooms);
  return (high - low + 1) * least[0] <= wide && (deep - top + 1) * least[1] <= tall;
}

/**
 * The view with these nodes visible, and as much of the rest of the tree as fits.
 * @param {TreeLayout} layout
 * @param {Extent} extent
 * @param {number} middle
 * @param {Size} size
 * @param {Rooms} rooms
 * @param {Detail} detail
 * @returns {View}
 */
function placeView({ x, left, right, levels }, { low, high, top, deep }, middle, size, rooms, { least, most }) {
  const { aside } = rooms;
  const room = findRoom(size, rooms);
  const [must, all] = [
    [high - low, deep - top],
    [right - left, levels - 1],
  ];
  const [across, down] = room.map((pixels, axis) => {
    const pitch = (/** @type {number} */ span) => choosePitch(pixels, span, least[axis], most[axis]);
    const usual = (all[axis] + 1) * least[axis] <= pixels ? pitch(all[axis]) : least[axis] * SCROLLED;
    return Math.max(least[axis], Math.min(pitch(must[axis]), usual, most[axis]));
  });
  const fits = (right - left + 1) * across <= room[0];
  const begin = (/** @type {number} */ edge) => aside + AROUND + across / 2 - edge * across; // this edge of the tree at the left of the pane
  const end = (/** @type {number} */ edge) => size[0] - AROUND - across / 2 - edge * across;
  const centre = (size[0] + aside) / 2;
  const centred = centre - x[middle] * across;
  const filled = Math.max(end(right), Math.min(begin(left), centred)); // no empty space except beyond the tree's edges
  const under = AROUND + Math.min(down, rooms.whole(1)[1]) / 2; // the roots at the top,
  const more = (deep - top + 2) * down <= room[1] && deep + 1 < levels; // whether there is room for one more generation
  const above = size[1] - AROUND - down / 2 - (deep + Number(more)) * down; // or else the current nodes at the bottom
  return {
    x: fits ? centre - ((left + right) / 2) * across : Math.min(end(high), Math.max(begin(low), filled)),
    y: Math.min(under, above),
    across,
    down,
  };
}

/**
 * The view zoomed around a fixed point of the pane.
 * @param {View} view
 * @param {number} by
 * @param {Size} at
 * @returns {View}
 */
export function zoomView(view, by, at) {
  const most = 400;
  const least = 0.02;
  const real = Math.max(least / view.across, Math.min(by, most / view.across));
  return {
    x: at[0] - (at[0] - view.x) * real,
    y: at[1] - (at[1] - view.y) * real,
    across: view.across * real,
    down: view.down * real,
  };
}

/** The animation of places and view from their current to their final values. */
export class Glide {
  /** @param {number} count number of nodes */
  constructor(count) {
    this.x = new Float64Array(count); // where nodes are drawn, in steps
    this.y = new Float64Array(count);
    this.fromX = new Float64Array(count);
    this.fromY = new Float64Array(count);
    this.there = new Uint8Array(count); // whether a node was drawn before
    /** @type {View} */
    this.view = { x: 0, y: 0, across: 1, down: 1 };
    this.from = this.view;
    this.to = this.view;
    this.began = 0;
    this.time = 0; // duration in milliseconds; 0: nothing moves
    this.settled = true; // whether all nodes are in their places
  }

  /**
   * Start moving to another layout and view. New nodes start at their parents.
   * @param {TreeLayout} layout
   * @param {Uint8Array} shown
   * @param {View} view
   * @param {number} time
   */
  begin(layout, shown, view, time) {
    const { parents } = layout;
    for (let node = 0; node < shown.length; node += 1) {
      if (!shown[node]) continue;
      const origin = this.there[node] ? node : parents[node];
      const known = origin >= 0 && (this.there[origin] || shown[origin]);
      this.fromX[node] = known ? this.x[origin] : layout.x[node];
      this.fromY[node] = known ? this.y[origin] : layout.depth[node];
      if (!this.there[node]) {
        this.x[node] = this.fromX[node];
        this.y[node] = this.fromY[node];
      }
    }
    this.there.set(shown);
    this.from = this.view;
    this.to = view;
    this.began = performance.now();
    this.time = time;
    this.settled = false;
  }

  /**
   * Change the view at once; nodes continue to move.
   * @param {View} view
   */
  look(view) {
    this.view = this.from = this.to = view;
  }

  /**
   * Update to the current time; returns whether the animation continues.
   * @param {TreeLayout} layout
   * @param {Uint8Array} shown
   */
  advance(layout, shown) {
    if (this.settled) return false;
    const { x, y, fromX, fromY, from, to } = this;
    const gone = this.time ? Math.min(1, (performance.now() - this.began) / this.time) : 1;
    const share = 1 - (1 - gone) ** 3;
    for (let node = 0; node < shown.length; node += 1) {
      if (!shown[node]) continue;
      x[node] = fromX[node] + (layout.x[node] - fromX[node]) * share;
      y[node] = fromY[node] + (layout.depth[node] - fromY[node]) * share;
    }
    const mix = (/** @type {number} */ a, /** @type {number} */ b) => a + (b - a) * share;
    this.view = {
      x: mix(from.x, to.x),
      y: mix(from.y, to.y),
      across: mix(from.across, to.across),
      down: mix(from.down, to.down),
    };
    this.settled = gone >= 1;
    if (this.settled) this.time = 0;
    return !this.settled;
  }
}
