// Drawing a search tree on a canvas: only what can be seen, and only as much of it as can be made out. Everything is
// measured in pixels of the pane; where nodes stand and how near they are is decided elsewhere (layout.js, follow.js).

/** @import { Glide, Rooms, Size } from "./follow.js" */
/** @import { Pictures } from "./pictures.js" */
/** @import { Recording } from "./recording.js" */

import { chooseDetail } from "./follow.js";

const GAP = [14, 40]; // between neighbours, between generations, around whole nodes
const LINE = 14; // of what stands above and under a board or label
const LEAST_TYPE = 0.8; // of the usual size of letters, however small the boards are
const LETTER = 5.7; // the width of a letter there
const NUMBER = [34, 20]; // a node that is only a number
const ASIDE = 40; // where MAX and MIN stand
const MOST_LETTERS = 18; // of a move on an edge

/**
 * What is drawn, as it is at this moment.
 * @typedef {object} TreeMoment
 * @property {Glide} glide
 * @property {Uint8Array} shown
 * @property {number} selected
 * @property {number} subject the node that the last event is about
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
    this.canvas = canvas;
    this.pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    this.recording = recording;
    this.pictures = pictures;
    /** @type {Map<string, string>} */
    this.colours = new Map();
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

  /**
   * @param {string} role
   * @param {"fill" | "stroke" | "ink"} part
   */
  colour(role, part = "fill") {
    const name = `--langkah-${role}-${part}`;
    const known = this.colours.get(name);
    if (known) return known;
    const found = getComputedStyle(this.canvas).getPropertyValue(name).trim() || "#888";
    this.colours.set(name, found);
    return found;
  }

  /** @param {TreeMoment} moment */
  paint(moment) {
    const { pen, recording, px, py } = this;
    const { glide, shown, size } = moment;
    const { across, down, x, y } = glide.view;
    const ratio = window.devicePixelRatio || 1;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, size[0], size[1]);
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
    /** @type {number[]} */
    const nodes = [];
    const [edgeX, edgeY] = [this.width / 2 + 6, this.height / 2 + 6];
    for (let node = 0; node < shown.length; node += 1) {
      if (!shown[node]) continue;
      const left = (px[node] = glide.x[node] * across + x);
      const top = (py[node] = glide.y[node] * down + y);
      if (left > -edgeX && left < size[0] + edgeX && top > -edgeY && top < size[1] + edgeY) nodes.push(node);
    }
    const path = new Set(recording.solution);
    const trail = new Set(recording.path(moment.subject));
    const levels = this.findLevels(moment, nodes);
    this.shadeLevels(moment, levels);
    this.paintEdges(moment, path, trail, level);
    if (level === "dot") this.paintDots(nodes, path);
    else for (const node of nodes) this.paintNode(node, moment, path, level === "whole");
    if (level === "dot") this.paintStriking(moment, path);
    if (level === "whole") this.paintMoves(nodes, path);
    if (level !== "whole") this.paintCallout(moment);
    for (const [y, who] of levels) {
      const size = Math.min(12 * this.type, down * 0.8);
      this.writePill(who, this.rooms.aside / 2, y, size, who === "MIN" ? "mark-1" : "mark-0");
    }
    for (const node of moment.folded.keys()) if (shown[node]) this.paintBadge(node, moment.folded.get(node) ?? 0);
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
    const high = Math.min(glide.view.down, this.height + 16);
    this.pen.globalAlpha = 0.07;
    for (const [y, who] of levels) {
      this.pen.fillStyle = this.colour(who === "MIN" ? "piece-5" : "piece-0");
      this.pen.fillRect(0, y - high / 2, size[0], high);
    }
    this.pen.globalAlpha = 1;
  }

  // Edges

  /**
   * The lines to children, plain ones together, then those on the way; what was given up is dashed, what was cut off
   * ends in a bar.
   * @param {TreeMoment} moment
   * @param {Set<number>} path
   * @param {Set<number>} trail
   * @param {string} level
   */
  paintEdges({ shown, size }, path, trail, level) {
    const { pen, recording, px, py } = this;
    const parents = recording.nodes.parent;
    const far = level === "dot";
    /** @type {Record<"plain" | "dropped" | "cut" | "trail" | "path", number[]>} */
    const kinds = { plain: [], dropped: [], cut: [], trail: [], path: [] };
    for (let child = 0; child < shown.length; child += 1) {
      const parent = parents[child];
      if (!shown[child] || parent < 0) continue;
      if (py[parent] > size[1] || py[child] < 0) continue;
      if (Math.max(px[parent], px[child]) < 0 || Math.min(px[parent], px[child]) > size[0]) continue;
      if (path.has(child) && path.has(parent)) kinds.path.push(child);
      else if (trail.has(child)) kinds.trail.push(child);
      else if (far) kinds.plain.push(child);
      else kinds[recording.isCut(child) ? "cut" : recording.isDropped(child) ? "dropped" : "plain"].push(child);
    }
    pen.globalAlpha = far ? 0.35 : 0.5;
    if (this.width < 4) this.strokeFans(kinds.plain);
    else this.strokeLines(kinds.plain, "faint", 1.2);
    pen.globalAlpha = 0.4;
    pen.setLineDash([4, 4]);
    this.strokeLines(kinds.dropped, "faint", 1.1);
    pen.setLineDash([]);
    pen.globalAlpha = 1;
    this.strokeCuts(kinds.cut);
    this.strokeLines(kinds.trail, "piece-0", far ? 1.5 : 2.4);
    this.strokeLines(kinds.path, "up", far ? 2.5 : 4);
  }

  /**
   * @param {number[]} children
   * @param {string} role
   * @param {number} width
   */
  strokeLines(children, role, width) {
    if (!children.length) return;
    const { pen, px, py } = this;
    const half = this.height / 2;
    const parents = this.recording.nodes.parent;
    pen.beginPath();
    for (const child of children) {
      const parent = parents[child];
      const [start, end] = [py[parent] + half, py[child] - half];
      pen.moveTo(px[parent], start);
      if (this.height > 12) {
        const middle = (start + end) / 2;
        pen.bezierCurveTo(px[parent], middle, px[child], middle, px[child], end);
      } else pen.lineTo(px[child], end);
    }
    pen.strokeStyle = this.colour(role);
    pen.lineWidth = width;
    pen.stroke();
  }

  /**
   * From afar: one line to the first and one to the last child of each node, no two in the same pixel.
   * @param {number[]} children
   */
  strokeFans(children) {
    const { pen, px, py } = this;
    const parents = this.recording.nodes.parent;
    /** @type {Map<number, [number, number]>} */
    const fans = new Map();
    for (const child of children) {
      const fan = fans.get(parents[child]);
      if (!fan) fans.set(parents[child], [child, child]);
      else if (px[child] > px[fan[1]]) fan[1] = child;
      else if (px[child] < px[fan[0]]) fan[0] = child;
    }
    const seen = new Set();
    pen.beginPath();
    for (const [parent, [first, last]] of fans) {
      const spot = Math.round(px[parent]) * 8192 + Math.round(py[parent]);
      if (seen.has(spot) && px[last] - px[first] < 2) continue;
      seen.add(spot);
      pen.moveTo(px[first], py[first]);
      pen.lineTo(px[parent], py[parent]);
      if (last !== first) pen.lineTo(px[last], py[last]);
    }
    pen.strokeStyle = this.colour("faint");
    pen.lineWidth = 1;
    pen.stroke();
  }

  /**
   * Branches that are cut off: half a line, and a bar across it.
   * @param {number[]} children
   */
  strokeCuts(children) {
    if (!children.length) return;
    const { pen, px, py } = this;
    const parents = this.recording.nodes.parent;
    const half = this.height / 2;
    const bar = Math.max(4, Math.min(9, this.width / 6));
    pen.beginPath();
    for (const child of children) {
      const parent = parents[child];
      const [start, end] = [py[parent] + half, py[child] - half];
      const [x, y] = [px[parent] + (px[child] - px[parent]) * 0.55, start + (end - start) * 0.55];
      pen.moveTo(px[parent], start);
      pen.lineTo(x, y);
      pen.moveTo(x - bar, y - 3);
      pen.lineTo(x + bar, y + 3);
    }
    pen.strokeStyle = this.colour("down");
    pen.lineWidth = 2;
    pen.stroke();
  }

  /**
   * The moves on the lines, close to where they lead; why a branch was cut off, once for each node.
   * @param {number[]} nodes
   * @param {Set<number>} path
   */
  paintMoves(nodes, path) {
    const { recording } = this;
    const size = Math.min(13 * this.type, 10.5 * this.letters);
    const room = this.width + GAP[0] * this.scale;
    const above = (/** @type {number} */ node) => this.py[node] - this.height / 2 - size * 0.85;
    /** @type {Map<number, number>} */
    const cuts = new Map(); // the first branch that is cut off below each node
    for (const node of nodes) {
      const [parent, move] = [recording.nodes.parent[node], recording.nodes.move[node]];
      if (parent < 0) continue;
      if (recording.isCut(node)) cuts.set(parent, cuts.get(parent) ?? node);
      else if (move && move.length <= MOST_LETTERS && move.length * size * 0.58 <= room)
        this.writePill(move, this.px[node], above(node), size, path.has(node) ? "text" : "faint");
    }
    for (const node of cuts.values())
      this.writePill(recording.why(node), this.px[node], above(node), size, "mark-1", "left");
  }

  // Nodes

  /**
   * @param {number} node
   * @param {TreeMoment} moment
   * @param {Set<number>} path
   * @param {boolean} whole
   */
  paintNode(node, moment, path, whole) {
    const { pen, recording, width, height, scale } = this;
    const look = recording.look(node);
    const role = path.has(node) ? "cell-path" : look.role;
    const [x, y] = [this.px[node] - width / 2, this.py[node] - height / 2];
    const round = Math.min(8 * scale, height / 2);
    this.paintRing(node, moment, round);
    pen.fillStyle = this.colour(role);
    pen.beginPath();
    pen.roundRect(x, y, width, height, round);
    pen.fill();
    if (look.name === "waiting") pen.setLineDash([4, 3]);
    pen.strokeStyle = this.colour(role, "stroke");
    pen.lineWidth = 1.4;
    pen.stroke();
    pen.setLineDash([]);
    if (whole) this.paintContent(node, x, y);
    else {
      const faint = recording.isDropped(node);
      this.write(String(node), this.px[node], this.py[node], 12 * scale, faint ? "faint" : "text", { room: width - 4 });
    }
  }

  /**
   * What stands out: the node that is looked at, the one at work.
   * @param {number} node
   * @param {TreeMoment} moment
   * @param {number} round
   */
  paintRing(node, { selected }, round) {
    const role = node === selected ? "hint" : node === this.recording.current ? "cell-current" : "";
    if (!role) return;
    const { pen, width, height } = this;
    pen.fillStyle = this.colour(role);
    pen.beginPath();
    pen.roundRect(this.px[node] - width / 2 - 4, this.py[node] - height / 2 - 4, width + 8, height + 8, round + 4);
    pen.fill();
  }

  /**
   * @param {number} node
   * @param {number} x
   * @param {number} y
   */
  paintContent(node, x, y) {
    const { pen, recording, width, height, scale, letters, lines } = this;
    const middle = x + width / 2;
    const line = LINE * letters;
    const room = height - (lines + 1) * line - 5 * scale;
    const ratio = this.pictures.ratio;
    const wide = Math.min(width - 8 * scale, room * ratio);
    const words = { weight: 500, room: width - 4 };
    this.write(`#${node}`, middle, y + line / 2 + 1, 9.5 * letters, "faint", words);
    pen.globalAlpha = recording.isDropped(node) ? 0.5 : 1;
    const board = this.boards ? this.pictures.bitmap(recording.nodes.state[node], wide) : null;
    if (board) pen.drawImage(board, middle - wide / 2, y + line + 1 + (room - wide / ratio) / 2, wide, wide / ratio);
    else this.write(recording.state(node).label, middle, y + line + room / 2, 13.5 * scale, "text", { room: width - 4 });
    pen.globalAlpha = 1;
    const foot = y + height - (lines - 0.5) * line - 2 * scale;
    const { alpha, beta, value } = recording.minimax(node);
    const note = lines < 2 || recording.isDropped(node) ? recording.footnote(node) : value;
    this.write(note, middle, foot, 10.5 * letters, "text", { room: width - 4 });
    if (alpha) this.write(`α ${alpha}  β ${beta}`, middle, foot + line, 9.5 * letters, "faint", words);
  }

  /**
   * From far away: boxes of one look at once.
   * @param {number[]} nodes
   * @param {Set<number>} path
   */
  paintDots(nodes, path) {
    const { pen, recording, px, py, width } = this;
    /** @type {Map<string, number[]>} */
    const looks = new Map();
    for (const node of nodes) {
      const role = path.has(node) ? "cell-path" : recording.look(node).role;
      const found = looks.get(role);
      if (found) found.push(node);
      else looks.set(role, [node]);
    }
    const half = width / 2;
    for (const [role, found] of looks) {
      const faint = role === "cell-waiting" || role === "cell-dropped";
      pen.globalAlpha = faint ? 0.45 : 1;
      pen.fillStyle = this.colour(role, "stroke");
      if (width < 5) for (const node of found) pen.fillRect(px[node] - half, py[node] - half, width, width);
      else {
        pen.beginPath();
        for (const node of found) pen.roundRect(px[node] - half, py[node] - half, width, width, half);
        pen.fill();
      }
    }
    pen.globalAlpha = 1;
  }

  /**
   * From far away, what stands out is larger than all else.
   * @param {TreeMoment} moment
   * @param {Set<number>} path
   */
  paintStriking({ shown, selected }, path) {
    const { pen, recording } = this;
    const size = Math.max(7, this.width);
    for (const node of new Set([recording.current, selected])) {
      if (node < 0 || !shown[node]) continue;
      pen.beginPath();
      pen.arc(this.px[node], this.py[node], size / 2 + 3, 0, 7);
      pen.fillStyle = this.colour(node === selected ? "hint" : "cell-current");
      pen.fill();
      pen.beginPath();
      pen.arc(this.px[node], this.py[node], size / 2, 0, 7);
      pen.fillStyle = this.colour(path.has(node) ? "cell-path" : recording.look(node).role);
      pen.fill();
    }
  }

  /**
   * Where nodes cannot be read, the one at work is told beside it.
   * @param {TreeMoment} moment
   */
  paintCallout({ shown, subject, size }) {
    if (subject < 0 || !shown[subject]) return;
    const text = 12 * this.type;
    const words = this.recording.foot(subject);
    this.pen.font = `600 ${text}px system-ui, sans-serif`;
    const half = this.pen.measureText(words).width / 2 + 8;
    const right = this.px[subject] + this.width / 2 + half + 6;
    const x = right + half < size[0] ? right : this.px[subject] - this.width / 2 - half - 6;
    this.writePill(words, Math.max(half, x), this.py[subject], text, "text");
  }

  /**
   * How much lies folded below a node.
   * @param {number} node
   * @param {number} count
   */
  paintBadge(node, count) {
    const { pen } = this;
    const [x, y] = this.badge(node);
    pen.beginPath();
    pen.arc(x, y, 13 * this.type, 0, 7);
    pen.fillStyle = this.colour("cell-1");
    pen.fill();
    pen.strokeStyle = this.colour("board", "stroke");
    pen.lineWidth = 1.4;
    pen.stroke();
    this.write(`+${count}`, x, y, 10 * this.type, "text", { room: 24 * this.type });
  }

  /**
   * Where the badge of a folded node stands.
   * @param {number} node
   */
  badge(node) {
    return [this.px[node] + this.width / 2, this.py[node] + this.height / 2];
  }

  // Words

  /**
   * @param {string} text
   * @param {number} x
   * @param {number} y
   * @param {number} size
   * @param {string} role
   * @param {{ weight?: number, room?: number, align?: CanvasTextAlign }} [options]
   */
  write(text, x, y, size, role, { weight = 600, room, align = "center" } = {}) {
    const { pen } = this;
    pen.font = `${weight} ${size}px system-ui, sans-serif`;
    pen.fillStyle = this.colour(role);
    pen.textAlign = align;
    pen.textBaseline = "middle";
    pen.fillText(text, x, y, room);
  }

  /**
   * Words on a ground of their own.
   * @param {string} text
   * @param {number} x
   * @param {number} y
   * @param {number} size
   * @param {string} role
   * @param {"center" | "left"} [align]
   */
  writePill(text, x, y, size, role, align = "center") {
    const { pen } = this;
    pen.font = `600 ${size}px system-ui, sans-serif`;
    const wide = pen.measureText(text).width + size * 0.8;
    const left = align === "center" ? x - wide / 2 : x - this.width / 2;
    pen.beginPath();
    pen.roundRect(left, y - size * 0.75, wide, size * 1.5, size * 0.5);
    pen.globalAlpha = 0.92;
    pen.fillStyle = this.colour("cell");
    pen.fill();
    pen.globalAlpha = 1;
    this.write(text, left + wide / 2, y + 0.5, size, role);
  }
}
