// The search tree on a canvas: thousands of nodes that pan, zoom and fold at the speed of the screen. Only what can be
// seen is drawn, and only as much of it as can be made out: boards when near, labels from further away, then boxes.
// Places follow from the whole tree of a round, so that nothing jumps while the search goes on.

/** @import { Pictures } from "./pictures.js" */
/** @import { Player } from "./player.js" */

import { layOutTree } from "./layout.js";
import { createButton, fill, h } from "./dom.js";

const GAP = [14, 44]; // between neighbours, between generations
const FAR = 0.12; // the scale below which nodes are no more than dots
const FOOT = 16; // what stands under a board or label

/** @typedef {readonly [x: number, y: number]} Place */

export class TreePane {
  /**
   * @param {Element} element
   * @param {Player} player
   * @param {Pictures} pictures
   * @param {Replay.Texts} texts
   */
  constructor(element, player, pictures, texts) {
    this.element = element;
    this.player = player;
    this.pictures = pictures;
    this.texts = texts;
    this.canvas = h("canvas", { tabindex: "0", role: "img", "aria-label": texts.tree });
    this.pen = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    this.lock = h(
      "button",
      { type: "button", "aria-pressed": "true", onclick: () => this.follow(!this.following) },
      texts.follow,
    );
    this.kind = pictures.boards.alike ? createButton("boards", texts.boards, () => this.show(!this.boards)) : null;
    const tools = [
      createButton("plus", texts.nearer, () => this.zoom(1.4)),
      createButton("minus", texts.farther, () => this.zoom(1 / 1.4)),
      createButton("fit", texts.fit, () => this.fit()),
    ];
    fill(element, this.canvas, h("div", { class: "tools" }, this.lock, this.kind, tools));
    this.view = { x: 0, y: 0, scale: 1 };
    /** @type {Map<number, number>} */
    this.folded = new Map(); // folded nodes, each with how many it hides
    this.following = true;
    /** @type {Map<number, Place>} */
    this.pointers = new Map();
    this.moved = 0; // pixels since the last press
    /** @type {Map<string, string>} */
    this.colours = new Map();
    /** @type {Map<number, Place>} */
    this.places = new Map();
    /** @type {number[][]} */
    this.rows = []; // the nodes of each depth, from left to right
    this.round = 0;
    this.boards = false; // whether nodes are drawn as boards
    /** @type {Place} */
    this.size = [1, 1]; // of a node
    this.seen = false;
    this.waiting = false; // for the next frame
    const labels = player.recording.data.states.map(({ label }) => label.length);
    this.longest = Math.min(
      labels.reduce((most, each) => Math.max(most, each), 1),
      16,
    );
    this.foot = player.recording.nodes.costs.reduce((most, each) => Math.max(most, each.length), 3) + 7; // letters
    this.show(pictures.boards.alike && this.longest > 6);
    this.listen();
    player.addEventListener("change", () => this.update());
    new ResizeObserver(() => this.resize()).observe(this.canvas);
  }

  /**
   * Nodes as small boards, or as labels.
   * @param {boolean} boards
   */
  show(boards) {
    this.boards = boards;
    this.kind?.setAttribute("aria-pressed", String(boards));
    const height = boards ? Math.min(Math.sqrt(8200 / this.pictures.ratio), 130) : 22;
    const width = boards ? height * this.pictures.ratio : this.longest * 8 + 14;
    this.size = [Math.max(width, this.foot * 5.4 + 10), height + FOOT + 6];
    this.arrange();
    if (this.seen) this.begin();
    this.draw();
  }

  /** Find the places of all nodes of this round that are not folded away. */
  arrange() {
    const { recording } = this.player;
    this.round = recording.round;
    const { start } = recording;
    const end = recording.data.rounds[this.round]?.event ?? recording.length;
    const roots = [];
    for (let node = 0; node < recording.count; node += 1) {
      const made = recording.made[node];
      if (recording.nodes.parent[node] < 0 && made >= start && made < end) roots.push(node);
    }
    const steps = layOutTree(roots, (node) => this.below(node));
    const [across, down] = [this.size[0] + GAP[0], this.size[1] + GAP[1]];
    this.places = new Map();
    this.rows = [];
    for (const [node, [x, depth]] of steps) {
      this.places.set(node, [x * across, depth * down]);
      (this.rows[depth] ??= []).push(node);
    }
    for (const row of this.rows) row.sort((a, b) => this.place(a)[0] - this.place(b)[0]);
  }

  /**
   * The children that are not folded away.
   * @param {number} node
   */
  below(node) {
    return this.folded.has(node) ? [] : this.player.recording.children[node];
  }

  /**
   * Where a node stands.
   * @param {number} node
   * @returns {Place}
   */
  place(node) {
    return this.places.get(node) ?? [0, 0];
  }

  resize() {
    const ratio = window.devicePixelRatio || 1;
    const { clientWidth: width, clientHeight: height } = this.canvas;
    this.canvas.width = Math.max(1, width * ratio);
    this.canvas.height = Math.max(1, height * ratio);
    if (!this.seen && width) {
      this.seen = true;
      this.begin();
    }
    this.draw();
  }

  /** The first view: the root at the top, the tree near enough to be read. */
  begin() {
    const [x, y] = this.place(this.rows[0]?.[0] ?? -1);
    const scale = Math.min(1, this.canvas.clientWidth / (this.size[0] * 5));
    this.view = { scale, x: this.canvas.clientWidth / 2 - (x + this.size[0] / 2) * scale, y: 24 - y * scale };
    if (this.extent()[0] * scale < this.canvas.clientWidth) this.fit();
    if (this.following) this.approach(this.player.shown);
  }

  extent() {
    let right = 0;
    for (const row of this.rows) right = Math.max(right, this.place(row[row.length - 1])[0] + this.size[0]);
    return [right, this.rows.length * (this.size[1] + GAP[1]) - GAP[1]];
  }

  /** Show the whole tree. */
  fit() {
    const [width, height] = this.extent();
    const { clientWidth, clientHeight } = this.canvas;
    const scale = Math.min(1.2, (clientWidth - 40) / width, (clientHeight - 40) / height);
    this.view = { scale, x: (clientWidth - width * scale) / 2, y: Math.max(20, (clientHeight - height * scale) / 2) };
    this.draw();
  }

  /**
   * @param {number} by
   * @param {Place} [at]
   */
  zoom(by, at = [this.canvas.clientWidth / 2, this.canvas.clientHeight / 2]) {
    const scale = Math.max(0.01, Math.min(4, this.view.scale * by));
    const real = scale / this.view.scale;
    this.view = { scale, x: at[0] - (at[0] - this.view.x) * real, y: at[1] - (at[1] - this.view.y) * real };
    this.draw();
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  pan(x, y) {
    this.view.x += x;
    this.view.y += y;
    this.draw();
  }

  /** @param {boolean} on */
  follow(on) {
    this.following = on;
    this.lock.setAttribute("aria-pressed", String(on));
    if (on) this.update();
  }

  /**
   * Fold what lies below a node, or unfold it. The node itself stays where it is on the screen.
   * @param {number} node
   */
  fold(node) {
    if (!this.player.recording.children[node].length || !this.places.has(node)) return;
    const [x, y] = this.place(node);
    if (!this.folded.delete(node)) this.folded.set(node, this.under(node));
    this.arrange();
    const [newX, newY] = this.place(node);
    this.pan((x - newX) * this.view.scale, (y - newY) * this.view.scale);
  }

  /**
   * How many nodes lie below a node.
   * @param {number} node
   */
  under(node) {
    const { children } = this.player.recording;
    const found = [...children[node]];
    for (const each of found) found.push(...children[each]);
    return found.length;
  }

  /** Show the moment of the player. */
  update() {
    const { recording } = this.player;
    if (recording.round !== this.round) {
      this.arrange();
      this.begin();
    }
    if (this.following) this.approach(this.player.shown);
    this.draw();
  }

  /**
   * Move the view, no more than needed, so that a node can be seen.
   * @param {number} node
   */
  approach(node) {
    const place = this.places.get(node);
    if (!place) return;
    const { scale } = this.view;
    const room = [this.canvas.clientWidth, this.canvas.clientHeight];
    const shift = [0, 1].map((axis) => {
      const low = place[axis] * scale + (axis ? this.view.y : this.view.x);
      const high = low + this.size[axis] * scale;
      const margin = Math.min(60, room[axis] / 4);
      if (low < margin) return margin - low;
      return high > room[axis] - margin ? room[axis] - margin - high : 0;
    });
    this.view.x += shift[0];
    this.view.y += shift[1];
  }

  // --- the hand ---------------------------------------------------------------------------------------------------

  listen() {
    const { canvas } = this;
    /** @type {(event: MouseEvent) => Place} */
    const spot = (event) => [event.offsetX, event.offsetY];
    const wheel = (/** @type {WheelEvent} */ event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), spot(event));
    };
    canvas.addEventListener("wheel", wheel, { passive: false });
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.pointers.set(event.pointerId, spot(event));
      this.moved = 0;
    });
    canvas.addEventListener("pointermove", (event) => this.drag(event, spot(event)));
    canvas.addEventListener("pointerup", (event) => this.release(event, spot(event)));
    canvas.addEventListener("pointercancel", (event) => this.pointers.delete(event.pointerId));
    canvas.addEventListener("dblclick", (event) => {
      const node = this.nodeAt(spot(event));
      if (node >= 0) this.fold(node);
    });
    canvas.addEventListener("keydown", (event) => this.key(event));
  }

  /**
   * @param {PointerEvent} event
   * @param {Place} at
   */
  drag(event, [x, y]) {
    const last = this.pointers.get(event.pointerId);
    if (!last) return void (this.canvas.style.cursor = this.nodeAt([x, y]) >= 0 ? "pointer" : "grab");
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId);
    this.moved += Math.hypot(x - last[0], y - last[1]);
    this.pointers.set(event.pointerId, [x, y]);
    if (others.length) {
      const [, other] = others[0];
      const reach = (/** @type {Place} */ point) => Math.hypot(point[0] - other[0], point[1] - other[1]) || 1;
      this.zoom(reach([x, y]) / reach(last), other);
    } else if (this.moved > 3) {
      this.follow(false);
      this.pan(x - last[0], y - last[1]);
    }
  }

  /**
   * @param {PointerEvent} event
   * @param {Place} at
   */
  release(event, at) {
    this.pointers.delete(event.pointerId);
    if (this.moved > 3) return;
    const folder = this.badgeAt(at);
    if (folder >= 0) this.fold(folder);
    else this.player.select(this.nodeAt(at));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { recording, shown } = this.player;
    const family = recording.children[recording.nodes.parent[shown]] ?? [shown];
    const beside = (/** @type {number} */ by) => family[family.indexOf(shown) + by];
    /** @type {Record<string, () => number | void>} */
    const deeds = {
      w: () => recording.nodes.parent[shown],
      s: () => recording.children[shown][0],
      a: () => beside(-1),
      d: () => beside(1),
      f: () => void this.fold(shown),
    };
    if (!deeds[event.key]) return;
    event.stopPropagation();
    const node = deeds[event.key]() ?? -1;
    if (this.places.has(node)) this.player.select(node);
  }

  /**
   * A point of the canvas in the tree's own measure.
   * @param {Place} point
   */
  world([x, y]) {
    return [(x - this.view.x) / this.view.scale, (y - this.view.y) / this.view.scale];
  }

  /**
   * The node at a point of the canvas, or -1.
   * @param {Place} point
   */
  nodeAt(point) {
    const [x, y] = this.world(point);
    const depth = Math.floor(y / (this.size[1] + GAP[1]));
    const row = this.rows[depth] ?? [];
    const found = row[this.firstFrom(row, x - this.size[0])];
    if (found === undefined) return -1;
    const [left, top] = this.place(found);
    const inside = x >= left && x <= left + this.size[0] && y >= top && y <= top + this.size[1];
    return inside && this.player.recording.isMade(found) ? found : -1;
  }

  /**
   * The node whose badge of folded children is at a point, or -1.
   * @param {Place} point
   */
  badgeAt(point) {
    const [x, y] = this.world(point);
    for (const node of this.folded.keys()) {
      const place = this.places.get(node);
      if (place && Math.hypot(x - place[0] - this.size[0], y - place[1] - this.size[1]) < 16) return node;
    }
    return -1;
  }

  /**
   * Where on the canvas a node stands: the middle of its box.
   * @param {number} node
   */
  spot(node) {
    const place = this.places.get(node);
    if (!place) return null;
    const { x, y, scale } = this.view;
    return [(place[0] + this.size[0] / 2) * scale + x, (place[1] + this.size[1] / 2) * scale + y];
  }

  /**
   * The first node of a row that does not stand left of a line.
   * @param {number[]} row
   * @param {number} x
   */
  firstFrom(row, x) {
    let low = 0;
    let high = row.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.place(row[middle])[0] < x) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  // --- drawing ----------------------------------------------------------------------------------------------------

  /**
   * @param {string} role
   * @param {"fill" | "stroke"} part
   */
  colour(role, part) {
    const name = `--langkah-${role}-${part}`;
    const known = this.colours.get(name);
    if (known) return known;
    const found = getComputedStyle(this.element).getPropertyValue(name).trim() || "#888";
    this.colours.set(name, found);
    return found;
  }

  /** Other colours from now on. */
  recolour() {
    this.colours.clear();
    this.draw();
  }

  draw() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.paint();
    });
  }

  paint() {
    const { pen, view } = this;
    const ratio = window.devicePixelRatio || 1;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    pen.setTransform(ratio * view.scale, 0, 0, ratio * view.scale, ratio * view.x, ratio * view.y);
    const nodes = this.inView();
    const path = new Set(this.player.recording.solution);
    const trail = new Set(this.player.recording.path(this.player.shown));
    this.edges(nodes, path, trail);
    if (this.view.scale > FAR) for (const node of nodes) this.node(node, path);
    else this.dots(nodes, path);
  }

  /**
   * From far away: boxes of one look at once, no two in the same place; only what stands out is drawn by itself.
   * @param {number[]} nodes
   * @param {Set<number>} path
   */
  dots(nodes, path) {
    const { pen, size } = this;
    const { recording, selected } = this.player;
    /** @type {Map<string, { shape: Path2D, x: number, y: number }>} */
    const looks = new Map();
    const apart = 1 / this.view.scale; // one pixel
    const striking = [];
    for (const node of nodes) {
      if (node === selected || node === recording.current || this.folded.has(node)) striking.push(node);
      const [x, y] = this.place(node);
      const role = path.has(node) ? "cell-path" : recording.look(node).role;
      const look = looks.get(role) ?? { shape: new Path2D(), x: -Infinity, y };
      looks.set(role, look);
      if (y === look.y && x - look.x < apart) continue;
      look.shape.rect(x, y, Math.max(size[0], apart), Math.max(size[1], apart));
      Object.assign(look, { x, y });
    }
    for (const [role, { shape }] of looks) {
      const faint = role === "cell-waiting"; // as light as the ground: its outline tells, and is too thin from here
      pen.globalAlpha = faint ? 0.3 : 1;
      pen.fillStyle = this.colour(role, faint ? "stroke" : "fill");
      pen.fill(shape);
    }
    pen.globalAlpha = 1;
    for (const node of striking) this.node(node, path);
  }

  /** The nodes that can be seen. */
  inView() {
    const [left, top] = this.world([0, 0]);
    const [right, bottom] = this.world([this.canvas.clientWidth, this.canvas.clientHeight]);
    const high = this.size[1] + GAP[1];
    const found = [];
    for (
      let depth = Math.max(0, Math.floor(top / high));
      depth <= bottom / high && depth < this.rows.length;
      depth += 1
    ) {
      const row = this.rows[depth];
      for (let index = this.firstFrom(row, left - this.size[0]); index < row.length; index += 1) {
        if (this.place(row[index])[0] > right) break;
        if (this.player.recording.isMade(row[index])) found.push(row[index]);
      }
    }
    return found;
  }

  /**
   * The lines to and from what can be seen, plain ones together, then those on the way.
   * @param {number[]} nodes
   * @param {Set<number>} path
   * @param {Set<number>} trail
   */
  edges(nodes, path, trail) {
    const { recording } = this.player;
    const ends = new Set(nodes);
    for (const node of nodes) for (const child of this.below(node)) if (recording.isMade(child)) ends.add(child);
    /** @type {number[]} */
    const onPath = [];
    /** @type {number[]} */
    const onTrail = [];
    this.pen.beginPath();
    for (const child of ends) {
      const parent = recording.nodes.parent[child];
      if (parent < 0) continue;
      if (path.has(child) && path.has(parent)) onPath.push(child);
      else if (trail.has(child)) onTrail.push(child);
      else this.line(child);
    }
    this.pen.globalAlpha = 0.4;
    this.stroke(this.colour("faint", "fill"), 1.1);
    this.pen.globalAlpha = 1;
    this.way(onTrail, this.colour("piece-0", "fill"), 2.4);
    this.way(onPath, this.colour("up", "fill"), 4);
  }

  /**
   * @param {number[]} nodes
   * @param {string} colour
   * @param {number} width
   */
  way(nodes, colour, width) {
    this.pen.beginPath();
    nodes.forEach((node) => this.line(node));
    this.stroke(colour, width);
  }

  /**
   * @param {string} colour
   * @param {number} width
   */
  stroke(colour, width) {
    this.pen.strokeStyle = colour;
    this.pen.lineWidth = Math.max(width, 0.7 / this.view.scale);
    this.pen.stroke();
  }

  /** @param {number} child */
  line(child) {
    const [x, y] = this.place(this.player.recording.nodes.parent[child]);
    const [left, top] = this.place(child);
    this.pen.moveTo(x + this.size[0] / 2, y + this.size[1]);
    this.pen.lineTo(left + this.size[0] / 2, top);
  }

  /**
   * @param {number} node
   * @param {Set<number>} path
   */
  node(node, path) {
    const { pen, size, player } = this;
    const { recording } = player;
    const [x, y] = this.place(node);
    const look = recording.look(node);
    const role = path.has(node) ? "cell-path" : look.role;
    const near = this.view.scale * size[0] > 26;
    if (node === player.selected || node === recording.current) {
      pen.fillStyle = this.colour(node === player.selected ? "hint" : "cell-current", "fill");
      this.box(x - 4, y - 4, size[0] + 8, size[1] + 8, near ? 10 : 0);
      pen.fill();
    }
    pen.fillStyle = this.colour(role, "fill");
    this.box(x, y, size[0], size[1], near ? 7 : 0);
    pen.fill();
    if (this.view.scale > FAR) {
      if (look.name === "waiting") pen.setLineDash([5, 3]);
      this.stroke(this.colour(role, "stroke"), 1.4);
      pen.setLineDash([]);
    }
    if (near) this.content(node, look.name, x, y);
    if (this.folded.has(node)) this.badge(node, x + size[0], y + size[1]);
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} width
   * @param {number} height
   * @param {number} round
   */
  box(x, y, width, height, round) {
    this.pen.beginPath();
    if (round) this.pen.roundRect(x, y, width, height, round);
    else this.pen.rect(x, y, width, height);
  }

  /**
   * @param {number} node
   * @param {string} fate
   * @param {number} x
   * @param {number} y
   */
  content(node, fate, x, y) {
    const { pen, size } = this;
    const { recording } = this.player;
    const state = recording.nodes.state[node];
    const dropped = fate === "duplicate" || fate === "pruned" || fate === "deep";
    pen.globalAlpha = dropped ? 0.55 : 1;
    const layers = this.boards && this.pictures.has(state) ? this.pictures.layers(state) : null;
    if (layers) {
      const height = size[1] - FOOT - 6;
      const width = height * this.pictures.ratio;
      for (const image of layers) pen.drawImage(image, x + (size[0] - width) / 2, y + 4, width, height);
    } else this.write(recording.state(node).label, x + size[0] / 2, y + (size[1] - FOOT) / 2 + 2, 13, "text", 600);
    pen.globalAlpha = 1;
    this.write(recording.foot(node), x + size[0] / 2, y + size[1] - FOOT / 2 - 1, 10.5, "faint", 500);
  }

  /**
   * @param {string} text
   * @param {number} x
   * @param {number} y
   * @param {number} size
   * @param {string} role
   * @param {number} weight
   */
  write(text, x, y, size, role, weight) {
    const { pen } = this;
    pen.font = `${weight} ${size}px system-ui, sans-serif`;
    pen.fillStyle = this.colour(role, "fill");
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(text, x, y, this.size[0] - 4);
  }

  /**
   * @param {number} node
   * @param {number} x
   * @param {number} y
   */
  badge(node, x, y) {
    const { pen } = this;
    pen.beginPath();
    pen.arc(x, y, 14, 0, 7);
    pen.fillStyle = this.colour("cell-1", "fill");
    pen.fill();
    this.stroke(this.colour("board", "stroke"), 1.4);
    this.write(`+${this.folded.get(node)}`, x, y, 10, "text", 600);
  }
}
