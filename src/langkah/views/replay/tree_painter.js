// Draws a search tree on a canvas: only the visible part, with only legible details. All sizes are in pixels of the
// pane; layout.js and follow.js decide the places of nodes. Edges are drawn by tree_edges.js, nodes by tree_nodes.js
// or, from far away, by tree_dots.js.

/** @import { Glide, Rooms, Size } from "./follow.js" */
/** @import { TreeLayout } from "./layout.js" */
/** @import { Pictures } from "./pictures.js" */
/** @import { Choice } from "./player.js" */
/** @import { Recording } from "./recording.js" */

import { Brush, LINE, TYPE } from "./brush.js";
import { chooseDetail } from "./follow.js";
import { Dots, paintStriking } from "./tree_dots.js";
import { PATH, TRAIL, paintEdges, paintHeads } from "./tree_edges.js";
import { Boxes } from "./tree_nodes.js";

const GAP = [12, 24]; // pixels between neighbours and between generations, for whole nodes
const SHORT_GAP = [6, 16]; // the same for short nodes
const BOARD = { area: 5200, tallest: 100 }; // board of the usual size, in pixels
const LEAST_BOARD = 36; // least height of a board in pixels,
const LEAST_CELL = 9; // and least size of its cells, if it has many
const LETTER = 0.6; // average width of a letter, relative to its size
const MOST_LABEL = 16; // letters of a label that is shown in full
const SHORT_LABEL = 8; // letters of a label that fits a short node; else the move is shown
const ASIDE = 40; // pixels reserved for the names MAX and MIN
const MOST_NAMED = 400; // with more visible dots, no names are drawn

/**
 * The content to draw after one event.
 * @typedef {object} TreeMoment
 * @property {TreeLayout} layout
 * @property {Glide} glide
 * @property {Uint8Array} shown
 * @property {number} selected
 * @property {number} subject the selected node, else that of the last event
 * @property {Map<number, number>} folded
 * @property {Set<number>} spoken the mentioned nodes
 * @property {Map<number, Choice>} choices the nodes that can answer an open question
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
    this.type = 1; // scale factor: larger on a projector
    this.numbers = false; // whether all nodes show their numbers, not only the mentioned ones
    const longest = (/** @type {string[]} */ words) => words.reduce((most, { length }) => Math.max(most, length), 1);
    const labels = longest(recording.data.states.map(({ label }) => label));
    this.labelled = labels <= SHORT_LABEL; // whether labels are short enough to replace boards
    this.labelLength = Math.min(labels, MOST_LABEL);
    const feet = recording.listFootnotes();
    const { players, words } = recording.data;
    const { costs, f, move, total } = recording.nodes;
    this.footLength = longest(feet);
    this.bounded = feet.some((foot) => /^× .*\d/.test(foot)); // whether nodes are pruned by a bound
    this.worth = players || this.bounded || costs.some(Boolean); // whether nodes have values
    this.nameLength = this.labelled ? labels : Math.max(longest(move), recording.data.texts.start.length);
    this.valueLength = longest(players ? words.filter(isValue) : this.bounded ? [...f, ...total] : f);
    /** @type {TreeMoment["choices"]} */
    this.choices = new Map(); // the choices when the tree was last painted
    /** @type {Rooms} */
    this.rooms = { whole: () => [1, 1], least: 1, short: [1, 1], boards: false, aside: 0 };
    this.px = new Float64Array(recording.count); // positions of nodes in the pane
    this.py = new Float64Array(recording.count);
    this.marks = new Uint8Array(recording.count); // the marks TRAIL and PATH of each node
    this.width = this.height = 1; // size of a node as drawn
    this.scale = this.letters = 1; // scales of boards and letters
    this.level = "whole"; // the level of detail
  }

  /**
   * Show nodes as small boards, or as labels.
   * @param {boolean} boards
   */
  show(boards) {
    this.boards = boards;
    const { type } = this;
    const short = this.measureShort();
    this.rooms = {
      whole: (scale) => {
        const [width, height] = this.measureWhole(scale);
        return [width + GAP[0] * type, height + GAP[1] * type];
      },
      least: this.leastScale,
      short: [short[0] + SHORT_GAP[0] * type, short[1] + SHORT_GAP[1] * type],
      boards,
      aside: this.recording.data.players ? ASIDE * type : 0,
    };
  }

  /**
   * The size of a node with its board or label; letters keep their size, however small the board is.
   * @param {number} scale
   * @returns {Size}
   */
  measureWhole(scale) {
    const { type, boards, pictures, footed } = this;
    const letters = Math.max(1, scale);
    const high = boards ? this.boardHeight * scale : LINE.label * letters;
    const wide = boards ? high * pictures.ratio : this.labelLength * TYPE.label * LETTER * letters;
    const foot = footed ? this.footLength * TYPE.foot * LETTER * letters : 0;
    return [(Math.max(wide, foot) + 10) * type, (high + (footed ? LINE.foot : 0) * letters + 6) * type];
  }

  /** The smallest scale of boards; labels are never smaller than usual. */
  get leastScale() {
    if (!this.boards) return 1;
    return Math.min(1, Math.max(LEAST_BOARD, LEAST_CELL * this.pictures.board(0).size[1]) / this.boardHeight);
  }

  /** The usual height of a board, in pixels. */
  get boardHeight() {
    return Math.min(Math.sqrt(BOARD.area / this.pictures.ratio), BOARD.tallest);
  }

  /** Whether there is a line below boards and labels. */
  get footed() {
    return this.worth || this.numbers;
  }

  /**
   * The size of a node with only a name and a value; never wider than with its board.
   * @returns {Size}
   */
  measureShort() {
    const wide = Math.max(this.nameLength * TYPE.label, this.valueLength * TYPE.foot, 3 * TYPE.label) * LETTER;
    return [Math.min((wide + 8) * this.type, this.measureWhole(this.leastScale)[0]), (LINE.label + (this.footed ? LINE.foot : 4) + 3) * this.type];
  }

  /** Apply other colours. */
  recolour() {
    this.brush.colours.clear();
    this.boxes.forget();
  }

  /** The width of a node with its gap. */
  get room() {
    return this.width + GAP[0] * this.type;
  }

  /** The radius of its corners. */
  get round() {
    return Math.min(8 * this.scale, this.height / 2);
  }

  /** @param {TreeMoment} moment */
  paint(moment) {
    this.brush.clear(moment.size);
    this.choices = moment.choices;
    this.chooseSizes(moment);
    this.markWays(moment);
    const nodes = this.placeNodes(moment);
    const levels = this.findLevels(moment, nodes);
    this.shadeLevels(moment, levels);
    const aside = levels.length ? this.rooms.aside : 0; // reserved for the names of levels
    this.brush.paintWithin([aside, 0, moment.size[0] - aside, moment.size[1]], () => this.paintTree(moment, nodes));
    this.nameLevels(moment, levels);
  }

  /**
   * @param {TreeMoment} moment
   * @param {number[]} nodes the visible ones
   */
  paintTree(moment, nodes) {
    paintEdges(this, moment);
    if (this.level === "dot") {
      this.dots.paint(this, moment, nodes);
      this.paintNames(moment, nodes);
      paintStriking(this, moment);
    } else for (const node of nodes) this.boxes.paint(this, moment, node);
    if (this.level !== "dot") paintHeads(this, moment, nodes);
    if (this.level !== "whole") this.paintCallout(moment, nodes);
    for (const [node, { number }] of moment.choices) if (number && moment.shown[node]) this.paintChoice(node, number);
    for (const [node, count] of moment.folded) if (moment.shown[node]) this.paintBadge(node, count);
  }

  /**
   * Set the size and the level of detail of nodes.
   * @param {TreeMoment} moment
   */
  chooseSizes({ glide }) {
    const { across, down } = glide.view;
    const { level, scale } = chooseDetail(glide.view, this.rooms);
    this.level = level;
    this.scale = scale * this.type;
    this.letters = Math.max(scale, 1) * this.type;
    const dot = Math.max(1, Math.min(11, across * 0.8, down * 0.55));
    const sizes = { whole: () => this.measureWhole(scale), short: () => this.measureShort(), dot: () => [dot, dot] };
    [this.width, this.height] = sizes[level]();
  }

  /**
   * Mark the paths to the current node and to the goal.
   * @param {TreeMoment} moment
   */
  markWays({ subject }) {
    const { recording, marks } = this;
    marks.fill(0);
    for (const node of recording.path(subject)) marks[node] |= TRAIL;
    for (const node of recording.solution) marks[node] |= PATH;
  }

  /**
   * Place all nodes; returns the visible ones.
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

  // Levels of a two-player game

  /**
   * The rows of nodes with the same player to move, and that player.
   * @param {TreeMoment} moment
   * @param {number[]} nodes
   * @returns {[y: number, who: string][]}
   */
  findLevels({ glide }, nodes) {
    const { down, y } = glide.view;
    if (!this.recording.data.players || down < 9) return [];
    /** @type {Map<number, string>} */
    const rows = new Map(); // "" if both players occur
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

  // Texts beside nodes

  /**
   * The short name of a node: its label if labels are short, else its move.
   * @param {number} node
   */
  name(node) {
    const { nodes, data } = this.recording;
    return this.labelled ? this.recording.state(node).label : nodes.move[node] || data.texts.start;
  }

  /**
   * The value of a node at this moment: its costs, its value, or alpha and beta; for a dropped node, the reason.
   * @param {number} node
   * @param {{ short?: boolean }} [options]
   */
  value(node, { short = false } = {}) {
    const { recording } = this;
    const { costs, f, parent, total } = recording.nodes;
    if (this.choices.size && recording.fate(node) === "waiting") return this.choices.get(node)?.costs ?? ""; // hide texts that would reveal the answer
    if (recording.isCut(node)) {
      const { alpha, beta } = recording.minimax(parent[node]);
      return short || !alpha ? "×" : `${alpha} ≥ ${beta}`;
    }
    if (recording.fate(node) === "duplicate" && !this.numbers) {
      return (recording.wasOpened(node) && (short ? f : costs)[node]) || "=";
    }
    const whole = recording.footnote(node) || (this.bounded ? total[node] : "");
    return short && whole === costs[node] ? f[node] : whole;
  }

  /**
   * The line at the foot of a node's box; none if it would be too long.
   * @param {number} node
   */
  findFoot(node) {
    if (!this.footed) return "";
    if (this.level === "whole") return this.value(node);
    const words = this.value(node, { short: true });
    return this.brush.measure(words, TYPE.foot * this.letters) > 1.2 * (this.width - 4) ? "" : words;
  }

  /**
   * Draw names above dots, if there is room: along the path to the current node, of its siblings, and of its children.
   * @param {TreeMoment} moment
   * @param {number[]} nodes
   */
  paintNames({ shown, subject, glide }, nodes) {
    const { px, py, recording } = this;
    const letters = TYPE.foot * this.type;
    if (glide.view.down < 4 * letters || nodes.length > MOST_NAMED) return;
    const { parent } = recording.nodes;
    const work = recording.subject;
    const near = [work, parent[work]].flatMap((node) => recording.children[node] ?? []);
    /** @type {number[][]} */
    const taken = [];
    for (const node of new Set([...recording.path(work), ...near])) {
      if (!shown[node] || node === subject) continue;
      const words = this.name(node);
      const [x, y, half] = [px[node], py[node] - 1.4 * letters, this.brush.measure(words, letters) / 2 + 2];
      if (taken.some(([left, top, other]) => Math.abs(left - x) < other + half && Math.abs(top - y) < letters)) continue;
      taken.push([x, y, half]);
      this.brush.writePill(words, x, y, letters, "faint");
    }
  }

  /**
   * If nodes have little text, write the description of the current node beside it, where it covers the fewest others.
   * @param {TreeMoment} moment
   * @param {number[]} nodes
   */
  paintCallout({ shown, subject, size: [wide, high] }, nodes) {
    if (subject < 0 || !shown[subject]) return;
    const { px, py } = this;
    const letters = 12 * this.type;
    const value = this.value(subject);
    if (this.level === "short" && (!value || value === this.findFoot(subject))) return; // the box already shows it
    const words = this.level === "short" ? value : [this.name(subject), value].filter(Boolean).join(" · ");
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
   * The number of a choice, at the corner of its node.
   * @param {number} node
   * @param {number} number
   */
  paintChoice(node, number) {
    const { pen } = this.brush;
    const [x, y] = [this.px[node] - this.width / 2, this.py[node] - this.height / 2];
    pen.beginPath();
    pen.arc(x, y, 10 * this.type, 0, 7);
    pen.fillStyle = this.brush.colour("hint");
    pen.fill();
    this.brush.write(String(number), x, y + 0.5, 12 * this.type, "cell");
  }

  /**
   * Draw the number of nodes folded below a node.
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
   * The position of a folded node's badge.
   * @param {number} node
   */
  badge(node) {
    return [this.px[node] + this.width / 2, this.py[node] + this.height / 2];
  }
}

/**
 * Whether a text is a value of a two-player game: "+99", "≤ -97", "(0)".
 * @param {string} words
 */
const isValue = (words) => /^[(≤≥ ]*[+-]?[\d∞.+-]+\)?$/.test(words);
