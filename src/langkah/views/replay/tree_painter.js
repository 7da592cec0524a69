// Drawing a search tree on a canvas: only what can be seen, and only as much of it as can be made out. Everything is
// measured in pixels of the pane; where nodes stand and how near they are is decided elsewhere (layout.js, follow.js).
// Lines are drawn by tree_edges.js, nodes by tree_nodes.js or, from far away, by tree_dots.js.

/** @import { Glide, Rooms, Size } from "./follow.js" */
/** @import { TreeLayout } from "./layout.js" */
/** @import { Pictures } from "./pictures.js" */
/** @import { Recording } from "./recording.js" */

import { Brush } from "./brush.js";
import { chooseDetail } from "./follow.js";
import { Dots, paintStriking } from "./tree_dots.js";
import { PATH, TRAIL, paintEdges, paintMoves } from "./tree_edges.js";
import { Boxes, LINE } from "./tree_nodes.js";

const GAP = [14, 40]; // between neighbours, between generations, around whole nodes
const LEAST_TYPE = 0.8; // of the usual size of letters, however small the boards are
const LETTER = 5.7; // the width of a letter there
const NUMBER = [34, 20]; // a node that is only a number
const ASIDE = 40; // where MAX and MIN stand
const MOST_NUMBERS = 400; // dots in sight, among which numbers would be lost

/**
 * What is drawn, as it is at this moment.
 * @typedef {object} TreeMoment
 * @property {TreeLayout} layout
 * @property {Glide} glide
 * @property {Uint8Array} shown
 * @property {number} selected
 * @property {number} subject the node that is looked at, else the one that the last event is about
 * @property {Map<number, number>} folded
 * @property {Size} size of the pane
 */

export class TreePainter {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {Recording} recording
   * @param {Pictures} pictures
   */
  constructor(canvas, recording, pictures) {
    this.brush = new Brush(canvas);
    this.dots = new Dots();
    this.boxes = new Boxes();
    this.recording = recording;
    this.pictures = pictures;
    this.boards = false; // whether nodes are drawn as boards
    this.type = 1; // how much larger than usual everything is: on a projector more
    this.lines = recording.data.players ? 2 : 1; // under a board or label: costs or value; alpha and beta
    const longest = (/** @type {string[]} */ words) => words.reduce((most, { length }) => Math.max(most, length), 1);
    this.labelLength = Math.min(longest(recording.data.states.map(({ label }) => label)), 16);
    this.footLength = Math.max(longest(recording.nodes.costs), String(recording.count).length + 3);
    /** @type {Size} */
    this.box = [1, 1]; // the size of a whole node
    /** @type {Rooms} */
    this.rooms = { whole: [1, 1], number: [1, 1], aside: 0 };
    this.px = new Float64Array(recording.count); // where nodes stand in the pane
    this.py = new Float64Array(recording.count);
    this.marks = new Uint8Array(recording.count); // TRAIL and PATH
    this.width = this.height = 1; // of a node as it is drawn
    this.scale = this.letters = 1; // how large boards and letters are
    this.level = "whole"; // what is shown of nodes
  }

  /**
   * Nodes as small boards, or as labels.
   * @param {boolean} boards
   */
  show(boards) {
    this.boards = boards;
    const { type, pictures } = this;
    const height = boards ? Math.min(Math.sqrt(5200 / pictures.ratio), 100) : 18;
    const width = boards ? height * pictures.ratio : this.labelLength * 8;
    this.box = [
      Math.max(width + 10, this.footLength * LETTER + 8, this.lines > 1 ? 84 : 0) * type,
      (height + (this.lines + 1) * LINE + 5) * type,
    ];
    this.rooms = {
      whole: [this.box[0] + GAP[0] * type, this.box[1] + GAP[1] * type],
      number: [(NUMBER[0] + 6) * type, (NUMBER[1] + 12) * type],
      aside: this.recording.data.players ? ASIDE * type : 0,
    };
  }

  /** Other colours from now on. */
  recolour() {
    this.brush.colours.clear();
    this.boxes.forget();
  }

  /** The width of a node with the gap beside it. */
  get room() {
    return this.width + GAP[0] * this.scale;
  }

  /** How round its corners are. */
  get round() {
    return Math.min(8 * this.scale, this.height / 2);
  }

  /** @param {TreeMoment} moment */
  paint(moment) {
    this.brush.clear(moment.size);
    this.chooseSizes(moment);
    this.markWays(moment);
    const nodes = this.placeNodes(moment);
    const levels = this.findLevels(moment, nodes);
    this.shadeLevels(moment, levels);
    const aside = levels.length ? this.rooms.aside : 0; // the names of levels stand there, and nothing else
    this.brush.paintWithin([aside, 0, moment.size[0] - aside, moment.size[1]], () => this.paintTree(moment, nodes));
    this.nameLevels(moment, levels);
  }

  /**
   * @param {TreeMoment} moment
   * @param {number[]} nodes those that can be seen
   */
  paintTree(moment, nodes) {
    paintEdges(this, moment);
    if (this.level === "dot") {
      this.dots.paint(this, moment, nodes);
      this.paintNumbers(moment, nodes);
      paintStriking(this, moment);
    } else for (const node of nodes) this.boxes.paint(this, moment, node);
    if (this.level === "whole") paintMoves(this, nodes);
    else this.paintCallout(moment, nodes);
    if (this.level === "number" && this.recording.data.players) this.paintValues(moment, nodes);
    for (const [node, count] of moment.folded) if (moment.shown[node]) this.paintBadge(node, count);
  }

  /**
   * How large nodes are, and what is seen of them.
   * @param {TreeMoment} moment
   */
  chooseSizes({ glide }) {
    const { across, down } = glide.view;
    const { level, scale } = chooseDetail(glide.view, this.rooms);
    this.level = level;
    this.scale = scale * this.type;
    this.letters = Math.max(scale, LEAST_TYPE) * this.type;
    const dot = Math.max(1, Math.min(11, across * 0.8, down * 0.55));
    [this.width, this.height] =
      level === "whole"
        ? [this.box[0] * scale, this.box[1] * scale + (this.lines + 1) * LINE * (this.letters - this.scale)]
        : level === "number"
          ? [NUMBER[0] * this.scale, NUMBER[1] * this.scale]
          : [dot, dot];
  }

  /**
   * The way to the node at work, and the way to the goal.
   * @param {TreeMoment} moment
   */
  markWays({ subject }) {
    const { recording, marks } = this;
    marks.fill(0);
    for (const node of recording.path(subject)) marks[node] |= TRAIL;
    for (const node of recording.solution) marks[node] |= PATH;
  }

  /**
   * Put all nodes in their places; those that can be seen.
   * @param {TreeMoment} moment
   */
  placeNodes({ glide, shown, size: [wide, high] }) {
    const { px, py } = this;
    const { across, down, x, y } = glide.view;
    const [edgeX, edgeY] = [this.width / 2 + 6, this.height / 2 + 6];
    /** @type {number[]} */
    const nodes = [];
    for (let node = 0; node < shown.length; node += 1) {
      if (!shown[node]) continue;
      const left = (px[node] = glide.x[node] * across + x);
      const top = (py[node] = glide.y[node] * down + y);
      if (left > -edgeX && left < wide + edgeX && top > -edgeY && top < high + edgeY) nodes.push(node);
    }
    return nodes;
  }

  // Levels of a game for two

  /**
   * Where rows of one player lie, and whose they are.
   * @param {TreeMoment} moment
   * @param {number[]} nodes
   * @returns {[y: number, who: string][]}
   */
  findLevels({ glide }, nodes) {
    const { down, y } = glide.view;
    if (!this.recording.data.players || down < 9) return [];
    /** @type {Map<number, string>} */
    const rows = new Map(); // "" where both are to move
    for (const node of nodes) {
      const depth = Math.round(glide.y[node]);
      const who = this.recording.level(node);
      rows.set(depth, rows.has(depth) && rows.get(depth) !== who ? "" : who);
    }
    return [...rows].filter(([, who]) => who).map(([depth, who]) => [depth * down + y, who]);
  }

  /**
   * @param {TreeMoment} moment
   * @param {[y: number, who: string][]} levels
   */
  shadeLevels({ glide, size }, levels) {
    const { pen } = this.brush;
    const high = Math.min(glide.view.down, this.height + 16);
    pen.globalAlpha = 0.07;
    for (const [y, who] of levels) {
      pen.fillStyle = this.brush.colour(who === "MIN" ? "piece-5" : "piece-0");
      pen.fillRect(0, y - high / 2, size[0], high);
    }
    pen.globalAlpha = 1;
  }

  /**
   * @param {TreeMoment} moment
   * @param {[y: number, who: string][]} levels
   */
  nameLevels({ glide }, levels) {
    const size = Math.min(12 * this.type, glide.view.down * 0.8);
    for (const [y, who] of levels)
      this.brush.writePill(who, this.rooms.aside / 2, y, size, who === "MIN" ? "mark-1" : "mark-0");
  }

  // What is said beside nodes

  /**
   * Numbers above dots, where there is room: of the way to the node at work, of its siblings, and of its children.
   * @param {TreeMoment} moment
   * @param {number[]} nodes
   */
  paintNumbers({ shown, subject, glide }, nodes) {
    const { px, py, recording } = this;
    const letters = 10 * this.type;
    if (glide.view.down < 4 * letters || nodes.length > MOST_NUMBERS) return;
    const { parent } = recording.nodes;
    const work = recording.subject;
    const near = [work, parent[work]].flatMap((node) => recording.children[node] ?? []);
    /** @type {number[][]} */
    const taken = [];
    for (const node of new Set([...recording.path(work), ...near])) {
      if (!shown[node] || node === subject) continue;
      const [x, y, half] = [px[node], py[node] - 1.4 * letters, this.brush.measure(`#${node}`, letters) / 2 + 2];
      if (taken.some(([left, top, other]) => Math.abs(left - x) < other + half && Math.abs(top - y) < letters)) continue;
      taken.push([x, y, half]);
      this.brush.writePill(`#${node}`, x, y, letters, "faint");
    }
  }

  /**
   * Of two players, the values of nodes that are numbers, or their alpha and beta, below them where there is room.
   * @param {TreeMoment} moment
   * @param {number[]} nodes
   */
  paintValues({ subject, glide }, nodes) {
    const { recording, brush } = this;
    const letters = 10 * this.type;
    const { across, down } = glide.view;
    if (down - this.height < 1.6 * letters) return;
    for (const node of nodes) {
      const words = recording.footnote(node);
      if (node === subject || !words || brush.measure(words, letters) + 0.8 * letters > across) continue;
      brush.writePill(words, this.px[node], this.py[node] + this.height / 2 + 0.8 * letters, letters, "text");
    }
  }

  /**
   * Where nodes say little, the one at work is told beside it, where that covers the fewest others.
   * @param {TreeMoment} moment
   * @param {number[]} nodes
   */
  paintCallout({ shown, subject, size: [wide, high] }, nodes) {
    if (subject < 0 || !shown[subject]) return;
    const { px, py } = this;
    const letters = 12 * this.type;
    const words = this.recording.foot(subject);
    if (this.level === "number" && words === `#${subject}`) return; // its box says that
    const half = [this.brush.measure(words, letters) / 2 + 0.4 * letters, 0.75 * letters];
    const [dx, dy] = [this.width / 2 + half[0] + 8, this.height / 2 + half[1] + 6];
    const [x, y] = [px[subject], py[subject]];
    const inside = (/** @type {number} */ at) => Math.max(this.rooms.aside + half[0], Math.min(at, wide - half[0]));
    const places = [
      [x + dx, y],
      [x - dx, y],
      [inside(x), y + dy],
      [inside(x), y - dy],
      [inside(x), high - half[1] - 4],
    ].filter(([left, top]) => left === inside(left) && top > half[1] && top < high - half[1]);
    const [reachX, reachY] = [half[0] + this.width / 2, half[1] + this.height / 2];
    const readable = this.level === "dot" ? [] : nodes; // dots may be covered
    const covered = places.map(([left, top]) =>
      readable.filter((node) => Math.abs(px[node] - left) < reachX && Math.abs(py[node] - top) < reachY).length,
    );
    const best = places[covered.indexOf(Math.min(...covered))];
    if (best) this.brush.writePill(words, best[0], best[1], letters, "text");
  }

  /**
   * How much lies folded below a node.
   * @param {number} node
   * @param {number} count
   */
  paintBadge(node, count) {
    const { pen } = this.brush;
    const [x, y] = this.badge(node);
    pen.beginPath();
    pen.arc(x, y, 13 * this.type, 0, 7);
    pen.fillStyle = this.brush.colour("cell-1");
    pen.fill();
    pen.strokeStyle = this.brush.colour("board", "stroke");
    pen.lineWidth = 1.4;
    pen.stroke();
    this.brush.write(`+${count}`, x, y, 10 * this.type, "text", { room: 24 * this.type });
  }

  /**
   * Where the badge of a folded node stands.
   * @param {number} node
   */
  badge(node) {
    return [this.px[node] + this.width / 2, this.py[node] + this.height / 2];
  }
}
