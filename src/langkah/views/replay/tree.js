// The search tree in its pane: it grows with the search, and the view follows unless the user moves it. The visible
// part is laid out after every event (layout.js) and glides to its place (follow.js); tree_painter.js draws it.

/** @import { Size, View } from "./follow.js" */
/** @import { Pictures } from "./pictures.js" */
/** @import { Player } from "./player.js" */

import { Glide, fitView, followView, zoomView } from "./follow.js";
import { TreeLayout } from "./layout.js";
import { TreePainter } from "./tree_painter.js";
import { createButton, fill, h } from "./dom.js";
import { findNumbers } from "./recording.js";

const TIME = 300; // duration of a change in milliseconds

export class TreePane {
  /**
   * @param {Element} element
   * @param {Player} player
   * @param {Pictures} pictures
   * @param {Record<string, string>} texts
   */
  constructor(element, player, pictures, texts) {
    const { recording } = player;
    this.element = element;
    this.player = player;
    this.pictures = pictures;
    this.canvas = h("canvas", { tabindex: "0", role: "img", "aria-label": texts.tree });
    this.empty = h("p", { class: "faint nothing" }, texts.treeEmpty);
    this.painter = new TreePainter(this.canvas, recording, pictures);
    this.layout = new TreeLayout(recording.nodes.parent);
    this.glide = new Glide(recording.count);
    this.shown = new Uint8Array(recording.count); // nodes that exist and are not folded away
    /** @type {Map<number, number>} */
    this.folded = new Map(); // folded nodes, each with the number of nodes it hides
    this.following = true;
    this.all = false; // whether to follow the whole tree
    this.round = recording.round;
    this.hovered = -1; // the node under the pointer
    /** @type {Size} */
    this.size = [0, 0]; // size of the canvas; querying it in a frame would force a layout
    this.hidden = true; // whether its tab is hidden
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    /** @type {Map<number, Size>} */
    this.pointers = new Map();
    this.moved = 0; // pixels since the last press
    this.seen = false;
    this.waiting = false; // whether a frame is requested
    this.lock = h(
      "button",
      { type: "button", "aria-pressed": "true", onclick: () => this.follow(!this.following) },
      texts.follow,
    );
    this.kind = pictures.boards.alike ? createButton("boards", texts.boards, () => this.show(!this.boards)) : null;
    this.count = createButton("numbers", texts.numbers, () => this.number(!this.painter.numbers));
    this.count.setAttribute("aria-pressed", "false");
    const tools = [
      this.count,
      createButton("plus", texts.nearer, () => this.zoom(1.4)),
      createButton("minus", texts.farther, () => this.zoom(1 / 1.4)),
      createButton("fit", texts.fit, () => this.fit()),
    ];
    const head = h("h2", {}, texts.tree);
    fill(
      element,
      h("div", { class: "tree-head" }, head, h("div", { class: "tools" }, this.lock, this.kind, tools)),
      h("div", { class: "tree-ground" }, this.canvas, this.empty),
      makeLegend(player, texts),
    );
    this.show(pictures.useful);
    this.listen();
    player.addEventListener("change", () => this.update());
    const { signal } = player.over;
    const watcher = new ResizeObserver(() => this.resize());
    watcher.observe(this.canvas);
    signal.addEventListener("abort", () => watcher.disconnect());
    window.addEventListener("resize", () => this.canvas.isConnected && this.resize(), { signal });
  }

  get boards() {
    return this.painter.boards;
  }

  /** @returns {View} */
  get view() {
    return this.glide.view;
  }

  /**
   * Show nodes as small boards, or as labels.
   * @param {boolean} boards
   */
  show(boards) {
    this.kind?.setAttribute("aria-pressed", String(boards));
    this.painter.show(boards);
    this.arrange();
    this.look(this.target());
  }

  /** Lay out the nodes that are visible now; returns whether anything changed. */
  arrange() {
    const { folded, shown } = this;
    const { count, latest, made, nodes, round, start } = this.player.recording;
    const { parent } = nodes;
    let changed = false;
    this.round = round;
    for (let node = 0; node < count; node += 1) {
      const above = parent[node];
      const open = above < 0 || (shown[above] === 1 && !(folded.size && folded.has(above)));
      const here = Number(open && latest[node] >= 0 && made[node] >= start);
      if (shown[node] !== here) changed = true;
      shown[node] = here;
    }
    if (changed) this.layout.arrange(shown);
    this.empty.hidden = shown.includes(1);
    for (const node of folded.keys()) folded.set(node, this.countBelow(node));
    return changed;
  }

  /** The node that the view follows, or its nearest visible ancestor. */
  get subject() {
    const path = this.player.recording.path(this.player.shown);
    return path.findLast((node) => this.shown[node]) ?? -1;
  }

  /** Follow the whole tree, however small it becomes. */
  showAll() {
    this.all = true;
    this.update();
  }

  /**
   * The nodes that should be visible: the roots; the current node with its parent, siblings and children, and the
   * selected one.
   */
  listNear() {
    const { recording } = this.player;
    const { subject } = recording;
    const parent = recording.nodes.parent[subject] ?? -1;
    const kin = [parent, subject].flatMap((node) => recording.children[node] ?? []);
    const here = (/** @type {number[]} */ nodes) => nodes.filter((node) => node >= 0 && this.shown[node]);
    const choices = here([...this.player.choices.keys()]);
    if (choices.length) return { roots: here(recording.roots), family: choices, pair: [choices[0]] };
    const pair = here([parent, subject, this.subject]);
    return { roots: here(recording.roots), family: here([...kin, ...pair]), pair };
  }

  /** The view to show now: the one that follows the search, or the user's. */
  target() {
    if (!this.following) return this.glide.to;
    if (this.all) return fitView(this.layout, this.size, this.painter.rooms);
    return followView(this.layout, this.listNear(), Math.max(0, this.subject), this.size, this.painter.rooms);
  }

  /** The mentioned nodes: in the last event, in a lesson or a question; and those under the pointer. */
  get spoken() {
    const { recording, words, selected } = this.player;
    return new Set([...findNumbers(`${recording.happened} ${words}`), selected, this.hovered]);
  }

  /**
   * Number all nodes, or only the mentioned ones.
   * @param {boolean} on
   */
  number(on) {
    this.count.setAttribute("aria-pressed", String(on));
    this.painter.numbers = on;
    this.painter.show(this.boards);
    this.look(this.target());
  }

  /**
   * Glide to a view, with the nodes gliding to their places.
   * @param {View} view
   */
  look(view, time = TIME) {
    this.glide.begin(this.layout, this.shown, view, this.seen && !this.calm.matches ? time : 0);
    this.draw();
  }

  /** Show the position of the player. */
  update() {
    if (this.player.recording.round !== this.round) this.folded.clear();
    const changed = this.arrange();
    const view = this.target();
    if (changed || !isSame(view, this.glide.to)) this.look(view);
    else this.draw(); // the colours may have changed
  }

  resize() {
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
    this.hidden = !width || !height;
    if (this.hidden) return;
    this.size = [width, height];
    const type = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    if (type !== this.painter.type) {
      this.painter.type = type;
      this.painter.show(this.boards);
    }
    this.canvas.width = Math.max(1, Math.round(width * ratio));
    this.canvas.height = Math.max(1, Math.round(height * ratio));
    this.look(this.target(), 0);
    this.seen = true;
    this.paint();
  }

  /** Show the whole tree. */
  fit() {
    this.follow(false);
    this.look(fitView(this.layout, this.size, this.painter.rooms));
  }

  /**
   * Zoom around the current node, if it is visible.
   * @param {number} by
   * @param {Size} [at]
   */
  zoom(by, at = this.findMiddle()) {
    this.follow(false);
    this.glide.look(zoomView(this.glide.to, by, at));
    this.draw();
  }

  /** @returns {Size} */
  findMiddle() {
    const [width, height] = this.size;
    const seen = this.subject < 0 ? null : this.spot(this.subject);
    if (seen && seen[0] >= 0 && seen[0] <= width && seen[1] >= 0 && seen[1] <= height) return [seen[0], seen[1]];
    return [width / 2, height / 2];
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  pan(x, y) {
    const { to } = this.glide;
    this.follow(false);
    this.glide.look({ ...to, x: to.x + x, y: to.y + y });
    this.draw();
  }

  /** @param {boolean} on */
  follow(on) {
    if (on === this.following) return;
    this.following = on;
    this.lock.setAttribute("aria-pressed", String(on));
    if (on) this.update();
  }

  /**
   * Fold the nodes below a node, or unfold them. The node itself stays in place on the screen.
   * @param {number} node
   */
  fold(node) {
    if (!this.shown[node] || !this.countBelow(node)) return;
    const [x, y] = [this.layout.x[node], this.layout.depth[node]];
    if (!this.folded.delete(node)) this.folded.set(node, 0);
    this.arrange();
    const { to } = this.glide;
    const kept = {
      ...to,
      x: to.x + (x - this.layout.x[node]) * to.across,
      y: to.y + (y - this.layout.depth[node]) * to.down,
    };
    this.look(this.following ? this.target() : kept);
  }

  /**
   * The number of nodes below a node so far.
   * @param {number} node
   */
  countBelow(node) {
    const { recording } = this.player;
    const found = recording.children[node].filter((child) => recording.isHere(child));
    for (const each of found) found.push(...recording.children[each].filter((child) => recording.isHere(child)));
    return found.length;
  }

  // --- input ------------------------------------------------------------------------------------------------------

  listen() {
    const { canvas } = this;
    /** @type {(event: MouseEvent) => Size} */
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
    canvas.addEventListener("pointerleave", () => this.hover(-1));
    canvas.addEventListener("pointercancel", (event) => this.pointers.delete(event.pointerId));
    canvas.addEventListener("dblclick", (event) => {
      const node = this.nodeAt(spot(event));
      if (node >= 0) this.fold(node);
    });
    canvas.addEventListener("keydown", (event) => this.key(event));
  }

  /**
   * @param {PointerEvent} event
   * @param {Size} at
   */
  drag(event, [x, y]) {
    const last = this.pointers.get(event.pointerId);
    if (!last) return this.hover(this.nodeAt([x, y]));
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId);
    this.moved += Math.hypot(x - last[0], y - last[1]);
    this.pointers.set(event.pointerId, [x, y]);
    if (others.length) {
      const [, other] = others[0];
      const reach = (/** @type {Size} */ point) => Math.hypot(point[0] - other[0], point[1] - other[1]) || 1;
      this.zoom(reach([x, y]) / reach(last), other);
    } else if (this.moved > 3) this.pan(x - last[0], y - last[1]);
  }

  /**
   * Handle the pointer over a node, or over none (-1).
   * @param {number} node
   */
  hover(node) {
    this.canvas.style.cursor = node >= 0 ? "pointer" : "grab";
    if (node === this.hovered) return;
    this.hovered = node;
    this.draw();
  }

  /**
   * @param {PointerEvent} event
   * @param {Size} at
   */
  release(event, at) {
    this.pointers.delete(event.pointerId);
    if (this.moved > 3) return;
    const folder = this.badgeAt(at);
    if (folder >= 0) this.fold(folder);
    else this.player.press(this.nodeAt(at));
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
    if (this.shown[node]) this.player.select(node);
  }

  /**
   * The node at a point of the canvas, or -1; if nodes are small, one close to it.
   * @param {Size} point
   */
  nodeAt([x, y]) {
    const { px, py, width, height } = this.painter;
    const [wide, high] = [Math.max(width / 2, 5), Math.max(height / 2, 5)];
    let [found, nearest] = [-1, Infinity];
    for (let node = 0; node < this.shown.length; node += 1) {
      if (!this.shown[node] || Math.abs(x - px[node]) > wide || Math.abs(y - py[node]) > high) continue;
      const far = Math.hypot(x - px[node], y - py[node]);
      if (far < nearest) [found, nearest] = [node, far];
    }
    return found;
  }

  /**
   * The node whose badge of folded children is at a point, or -1.
   * @param {Size} point
   */
  badgeAt([x, y]) {
    for (const node of this.folded.keys()) {
      const [left, top] = this.painter.badge(node);
      if (this.shown[node] && Math.hypot(x - left, y - top) < 15) return node;
    }
    return -1;
  }

  /**
   * The final position of a node on the canvas: the centre of its box.
   * @param {number} node
   */
  spot(node) {
    if (!this.shown[node]) return null;
    const { x, y, across, down } = this.glide.to;
    return [this.layout.x[node] * across + x, this.layout.depth[node] * down + y];
  }

  // --- drawing ----------------------------------------------------------------------------------------------------

  /** Apply other colours. */
  recolour() {
    this.painter.recolour();
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
    if (this.hidden) return;
    const { layout, glide, shown, folded, subject, size, spoken } = this;
    const { selected, choices } = this.player;
    const more = glide.advance(layout, shown);
    this.painter.paint({ layout, glide, shown, folded, subject, size, spoken, selected, choices });
    if (more) this.draw();
  }
}

/**
 * @param {View} a
 * @param {View} b
 */
const isSame = (a, b) => a.x === b.x && a.y === b.y && a.across === b.across && a.down === b.down;

/**
 * The legend: only the colours that this tree has.
 * @param {Player} player
 * @param {Record<string, string>} texts
 */
function makeLegend({ recording }, texts) {
  return h(
    "ul",
    { class: "legend", "aria-label": texts.legend },
    recording.data.legend.map(({ name, role, words }) => {
      const dot = h("span", { class: "key", "data-key": name });
      dot.style.setProperty("--fill", `var(--langkah-${role}-fill)`);
      dot.style.setProperty("--line", `var(--langkah-${role}-stroke)`);
      return h("li", {}, dot, words);
    }),
  );
}
