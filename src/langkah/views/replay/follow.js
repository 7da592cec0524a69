// Where to look at a tree that grows. A view says how many pixels lie between neighbours (`across`) and between
// generations (`down`), and where on the screen the first root stands.
// As the room for a node shrinks, boards give way to labels or numbers, and these to dots.

/** @import { TreeLayout } from "./layout.js" */

/** @typedef {{ x: number, y: number, across: number, down: number }} View */
/** @typedef {readonly [width: number, height: number]} Size */

/**
 * The room that a node takes, with the gaps around it: as a board or label, and as a number; and what stands at the left.
 * @typedef {{ whole: Size, number: Size, aside: number }} Rooms
 */

export const AROUND = 12; // pixels around a tree
const STEP = 1.2; // between two scales, so that a tree that grows is not made a little smaller all the time
const LEAST_WHOLE = 0.62; // of their usual size, at which boards and labels can still be made out
const LEAST_NUMBER = 0.85;
const LARGEST = 1.15; // of the usual size, where a tree is small
const SPARSE = 2; // times the room of a number: farther apart they would look lost

/**
 * What can be shown of a node in a view, and how large: "whole" (a board or a label), "number" or "dot".
 * @param {View} view
 * @param {Rooms} rooms
 * @returns {{ level: "whole" | "number" | "dot", scale: number }}
 */
export function chooseDetail({ across, down }, { whole, number }) {
  const fits = (/** @type {Size} */ [width, height]) => Math.min(across / width, down / height) + 1e-6;
  if (fits(whole) >= LEAST_WHOLE) return { level: "whole", scale: fits(whole) };
  if (fits(number) >= LEAST_NUMBER) return { level: "number", scale: Math.min(fits(number), LARGEST) };
  return { level: "dot", scale: 1 };
}

/**
 * Pixels between neighbours or generations: as many as a span of steps allows, in scales, but no fewer than the least
 * where that many fit.
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
 * The view in which some nodes are seen, with as much detail as they allow; the whole tree where it can be seen so.
 * Roots stand at the top. The node in the `middle` stands there, if the others allow it.
 * @param {TreeLayout} layout
 * @param {number[]} nodes
 * @param {number} middle
 * @param {Size} size of the pane
 * @param {Rooms} rooms
 * @returns {View}
 */
export function findView(layout, nodes, middle, [width, height], { whole, number, aside }) {
  const { x, depth, left, right, levels } = layout;
  const rooms = [Math.max(1, width - aside - 2 * AROUND), Math.max(1, height - 2 * AROUND)];
  let [low, top, deep] = [0, 0, 0];
  for (const node of nodes) {
    low = Math.min(low, x[node]);
    top = Math.max(top, x[node]);
    deep = Math.max(deep, depth[node]);
  }
  const [must, all] = [
    [top - low, deep],
    [right - left, levels - 1],
  ];
  const details = [
    { least: whole.map((side) => side * LEAST_WHOLE), most: whole.map((side) => side * LARGEST) },
    { least: number.map((side) => side * LEAST_NUMBER), most: number.map((side) => side * SPARSE) },
    { least: [0, 0], most: [number[0] * LEAST_NUMBER, number[1] * SPARSE] },
  ];
  /** @type {(detail: { least: number[] }) => boolean} */
  const seen = ({ least }) => rooms.every((room, axis) => room / (must[axis] + 1) >= least[axis]);
  const { least, most } = details.find(seen) ?? details[2];
  const [across, down] = rooms.map((room, axis) => {
    const pitch = (/** @type {number} */ span) => choosePitch(room, span, least[axis], most[axis]);
    return Math.min(pitch(must[axis]), Math.max(pitch(all[axis]), least[axis]));
  });
  const fits = (right - left + 1) * across <= rooms[0];
  const begin = (/** @type {number} */ edge) => aside + AROUND + across / 2 - edge * across; // that edge stands at the left
  const end = (/** @type {number} */ edge) => width - AROUND - across / 2 - edge * across;
  const centre = (width + aside) / 2;
  const centred = centre - x[middle] * across;
  const filled = Math.max(end(right), Math.min(begin(left), centred)); // nothing beside the tree but where it ends
  return {
    x: fits ? centre - ((left + right) / 2) * across : Math.min(end(top), Math.max(begin(low), filled)),
    y: AROUND + Math.min(down, whole[1]) / 2,
    across,
    down,
  };
}

/**
 * The view around a point of the pane that stays where it is.
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

/** Places and a view on their way from where they are to where they shall be. */
export class Glide {
  /** @param {number} count of the nodes */
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
    this.time = 0; // milliseconds that it takes; 0: nothing moves
    this.settled = true; // whether all nodes are in their places
  }

  /**
   * Go to another layout and view. New nodes come out of their parents.
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
   * Look elsewhere at once; nodes go on to where they go.
   * @param {View} view
   */
  look(view) {
    this.view = this.from = this.to = view;
  }

  /**
   * Be where one is by now. Whether there is more to come.
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
