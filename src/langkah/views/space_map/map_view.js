// An interactive map: drag, wheel, pinch and keys move it; a card shows the facts about the state under the pointer,
// with its board. The host supplies the boards, and the action on a click.

/** @import { Colours } from "./map_painter.js" */

import { createButton, fill, h, s } from "../replay/dom.js";
import { drawPicture } from "../replay/canvas.js";
import { MapPainter, outlineMark } from "./map_painter.js";
import { Space } from "./space.js";

const CLICK = 5; // pixels that a pointer may move in a click
const WHEEL = 0.0016; // zoom per unit of a turned wheel
const SOON = 70; // milliseconds a pointer must rest before a board is requested
const KEY_ZOOM = 1.35;
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const STRAIGHT = 0.25; // the least cosine between an arrow and the edge it selects

/**
 * @typedef {object} Host The owner of a map.
 * @property {(state: number, map: MapView) => Promise<Api.Scene | null>} board
 * @property {(state: number, map: MapView) => unknown} pick the action on a click on a state
 * @property {string} [goThere] the label of that action, on a button for touch
 * @property {string} [help]
 */

/**
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
const fillIn = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));

export class MapView {
  /**
   * @param {Api.SpaceMap} data
   * @param {Host} host
   */
  constructor(data, host) {
    this.data = data;
    this.texts = data.texts;
    this.host = host;
    this.space = new Space(data);
    this.canvas = h("canvas", {
      class: "map-canvas",
      tabindex: "0",
      role: "application",
      "aria-label": `${this.texts.map}: ${data.about}`,
      "aria-describedby": "map-keys",
    });
    this.painter = new MapPainter(this.canvas, this.space);
    this.painter.trail = data.trail;
    this.card = h("div", { class: "map-card", hidden: true });
    this.said = h("p", { class: "unseen", "aria-live": "polite" });
    const { nearer, farther, fit } = this.texts;
    const tools = h(
      "div",
      { class: "map-tools" },
      createButton("plus", nearer, () => this.painter.zoom(KEY_ZOOM)),
      createButton("minus", farther, () => this.painter.zoom(1 / KEY_ZOOM)),
      createButton("fit", fit, () => this.fit()),
    );
    this.field = h("div", { class: "map-field" }, this.canvas, tools, this.card);
    this.legend = this.createLegend();
    const help = [host.help ?? this.texts.help, this.texts.keys];
    this.root = h(
      "div",
      { class: "space-map" },
      this.field,
      this.legend,
      h("p", { class: "map-help", id: "map-keys" }, help.join(" ")),
      this.said,
    );
    Object.assign(this.root, { view: this });
    /** @type {Map<number, { x: number, y: number }>} */
    this.pointers = new Map();
    this.moved = 0; // pixels since the press
    this.waiting = 0; // a timer
    this.shown = -1; // the state on the card
    this.over = new AbortController();
    this.listen();
  }

  /** Call this once the map is on the page. */
  begin() {
    const observer = new ResizeObserver(() => this.resize());
    observer.observe(this.field);
    const themes = new MutationObserver(() => this.recolour());
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    this.over.signal.addEventListener("abort", () => [observer, themes].forEach((each) => each.disconnect()));
    this.recolour();
    this.painter.resize();
    this.fit();
  }

  leave() {
    this.over.abort();
    this.painter.leave();
    clearTimeout(this.waiting);
  }

  fit() {
    this.painter.fit();
    this.painter.repaint();
  }

  resize() {
    const { painter } = this;
    const before = [painter.canvas.width, painter.canvas.height];
    painter.resize();
    if (before[0] === painter.canvas.width && before[1] === painter.canvas.height) return;
    painter.fit();
    painter.pictureView = null;
    painter.repaint();
  }

  recolour() {
    const dark = document.documentElement.dataset.theme === "dark";
    const style = getComputedStyle(this.root);
    const read = (/** @type {string} */ name) => style.getPropertyValue(`--langkah-${name}`).trim();
    /** @type {Colours} */
    this.painter.colours = {
      page: style.getPropertyValue("--map-page").trim() || read("page"),
      edge: style.getPropertyValue("--map-edge").trim(),
      dead: read("cell-stroke"),
      ramp: this.data.ramps[dark ? "dark" : "light"],
      way: read("piece-5-fill"),
      ink: read("text-fill"),
      goal: read("piece-2-fill"),
      hardest: read("piece-3-fill"),
      bottleneck: read("text-fill"),
    };
    const { ramp } = this.painter.colours;
    this.legend.style.setProperty("--ramp", `linear-gradient(to right, ${ramp.join(", ")})`);
    this.painter.repaint();
  }

  /**
   * Draw the path so far, up to the current state.
   * @param {number[]} trail
   */
  follow(trail) {
    this.painter.trail = trail;
    this.painter.refresh();
  }

  // Texts

  createLegend() {
    const { texts, data } = this;
    const { marked } = data;
    const sign = (/** @type {Parameters<typeof outlineMark>[1]} */ shape, /** @type {string} */ name) =>
      s("svg", { viewBox: "-9 -9 18 18", class: `map-sign of-${name}`, "aria-hidden": "true" }, drawSign(shape));
    const entry = (/** @type {Node} */ picture, /** @type {string} */ words) => h("li", {}, picture, words);
    return h(
      "ul",
      { class: "map-legend" },
      data.goals > 0 && entry(h("span", { class: "ramp" }), `${texts.toGoal}: 0–${data.farthest}`),
      entry(sign("square", "start"), texts.start),
      marked.goals.length > 0 && entry(sign("diamond", "goal"), texts.goal),
      marked.hardest.length > 0 && entry(sign("triangle", "hardest"), texts.hardest),
      marked.bottlenecks.length > 0 && entry(sign("ring", "bottleneck"), texts.bottleneck),
      data.stuck > 0 && data.goals > 0 && entry(h("span", { class: "dead" }), texts.stuck),
    );
  }

  /**
   * The facts about a state, in lines.
   * @param {number} state
   */
  describe(state) {
    const { texts, data, space } = this;
    const distance = space.distance(state);
    const neck = data.marked.bottlenecks.indexOf(state);
    const lines = [];
    if (distance === null) lines.push(texts.stuck);
    else if (distance === 0) lines.push(texts.atGoal);
    else lines.push(fillIn(data.whole ? texts.steps : texts.stepsPart, { n: distance }));
    if (data.marked.hardest.includes(state)) lines.push(texts.hardest);
    if (neck >= 0) lines.push(fillIn(texts.share, { n: Math.round(100 * data.marked.shares[neck]) }));
    lines.push(fillIn(texts.depth, { n: space.depth(state) }));
    lines.push(fillIn(texts.onward, { n: space.countMoves(state) }));
    return lines;
  }

  /**
   * Show the card of a state: its lines at once, its board when it arrives.
   * @param {number} state
   */
  async showCard(state) {
    const { card, painter } = this;
    this.shown = state;
    painter.hovered = state;
    painter.refresh();
    card.hidden = state < 0;
    if (state < 0) return;
    const [first, ...rest] = this.describe(state);
    const board = h("div", { class: "map-board" });
    const go = this.host.goThere
      ? h("button", { type: "button", class: "map-go", onclick: () => this.host.pick(state, this) }, this.host.goThere)
      : null;
    fill(card, board, h("strong", {}, first), rest.map((line) => h("span", {}, line)), go);
    this.placeCard(state);
    const scene = await this.host.board(state, this);
    if (this.shown !== state || !scene) return;
    fill(board, drawPicture(scene));
    this.placeCard(state);
  }

  /**
   * Place the card beside the state, where it covers least.
   * @param {number} state
   */
  placeCard(state) {
    const { card, field, painter } = this;
    const [x, y] = painter.spot(state);
    const gap = painter.radius + 14;
    const [width, height] = [card.offsetWidth, card.offsetHeight];
    const right = x + gap + width < field.clientWidth;
    const left = right ? x + gap : Math.max(4, x - gap - width);
    const top = Math.min(Math.max(4, y - height / 2), Math.max(4, field.clientHeight - height - 4));
    card.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
    const go = card.querySelector(".map-go");
    if (go?.checkVisibility()) go.scrollIntoView({ block: "nearest" }); // a bar of the page may cover the map
  }

  // Input

  listen() {
    const { canvas, painter } = this;
    const { signal } = this.over;
    canvas.addEventListener("pointerdown", (event) => this.press(event), { signal });
    canvas.addEventListener("pointermove", (event) => this.move(event), { signal });
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"]))
      canvas.addEventListener(name, (event) => this.release(event), { signal });
    this.field.addEventListener("pointerleave", (event) => event.pointerType === "touch" || this.hover(-1), { signal });
    canvas.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        const [x, y] = this.point(event);
        painter.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 20 : 1) * WHEEL), x, y);
        this.hover(-1);
      },
      { passive: false, signal },
    );
    canvas.addEventListener("keydown", (event) => this.key(event), { signal });
    canvas.addEventListener("blur", () => painter.focused >= 0 && this.focus(-1), { signal });
  }

  /**
   * The position of an event on the canvas.
   * @param {MouseEvent} event
   * @returns {[number, number]}
   */
  point(event) {
    const { left, top } = this.canvas.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }

  /** @param {PointerEvent} event */
  press(event) {
    this.canvas.setPointerCapture(event.pointerId);
    const [x, y] = this.point(event);
    this.pointers.set(event.pointerId, { x, y });
    this.moved = this.pointers.size > 1 ? CLICK + 1 : 0;
  }

  /** @param {PointerEvent} event */
  move(event) {
    const [x, y] = this.point(event);
    const before = this.pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType !== "touch") this.hoverSoon(x, y);
      return;
    }
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.moved += Math.abs(x - before.x) + Math.abs(y - before.y);
    if (other) {
      const [was, is] = [before, { x, y }].map((each) => Math.hypot(each.x - other.x, each.y - other.y));
      this.painter.zoom(is / Math.max(was, 1), (x + other.x) / 2, (y + other.y) / 2);
    } else if (this.moved > CLICK) {
      this.painter.pan(x - before.x, y - before.y);
      this.hover(-1);
    }
    this.pointers.set(event.pointerId, { x, y });
  }

  /** @param {PointerEvent} event */
  release(event) {
    if (!this.pointers.delete(event.pointerId) || event.type === "pointercancel" || this.moved > CLICK) return;
    const touch = event.pointerType === "touch";
    const state = this.painter.find(...this.point(event), touch ? 24 : 14);
    if (touch || state < 0) this.hover(state);
    else this.host.pick(state, this);
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  hoverSoon(x, y) {
    const state = this.painter.find(x, y);
    if (state === this.shown) return;
    clearTimeout(this.waiting);
    this.painter.hovered = state;
    this.painter.refresh();
    this.canvas.style.cursor = state < 0 ? "" : "pointer";
    this.waiting = window.setTimeout(() => this.hover(state), state < 0 ? 0 : SOON);
  }

  /** @param {number} state */
  hover(state) {
    clearTimeout(this.waiting);
    if (state !== this.shown || state < 0) this.showCard(state);
  }

  // Keys

  /** @param {KeyboardEvent} event */
  key(event) {
    const { painter } = this;
    const arrow = ARROWS[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (arrow) this.walk(arrow);
    else if (event.key === "Enter" && painter.focused >= 0) this.host.pick(painter.focused, this);
    else if (event.key === "+" || event.key === "=") painter.zoom(KEY_ZOOM, ...this.findMiddle());
    else if (event.key === "-") painter.zoom(1 / KEY_ZOOM, ...this.findMiddle());
    else if (event.key === "0") this.fit();
    else if (event.key === "Escape" && painter.focused >= 0) this.focus(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @returns {[number, number]} */
  findMiddle() {
    const { painter, canvas } = this;
    return painter.focused >= 0 ? painter.spot(painter.focused) : [canvas.clientWidth / 2, canvas.clientHeight / 2];
  }

  /**
   * Go to the neighbour that lies most in a direction; first to the current state.
   * @param {[number, number]} arrow
   */
  walk([dx, dy]) {
    const { painter, space } = this;
    const here = painter.focused;
    if (here < 0) return this.focus(painter.trail[painter.trail.length - 1] ?? 0);
    const [x, y] = space.place(here);
    let [best, most] = [-1, STRAIGHT];
    for (const state of space.listNear(here)) {
      const [a, b] = space.place(state);
      const straight = ((a - x) * dx + (b - y) * dy) / (Math.hypot(a - x, b - y) || 1);
      if (straight > most) [best, most] = [state, straight];
    }
    if (best >= 0) this.focus(best);
  }

  /** @param {number} state */
  focus(state) {
    const { painter, canvas } = this;
    painter.focused = state;
    this.said.textContent = state < 0 ? "" : this.describe(state).join(", ");
    if (state >= 0) {
      const [x, y] = painter.spot(state);
      const [wide, high] = [canvas.clientWidth, canvas.clientHeight];
      if (x < 40 || y < 40 || x > wide - 40 || y > high - 40) painter.pan(wide / 2 - x, high / 2 - y);
    }
    this.hover(state);
  }
}

/** @param {Parameters<typeof outlineMark>[1]} shape */
function drawSign(shape) {
  if (shape === "ring") return s("circle", { r: 6 });
  const corners = { diamond: "0,-7 7,0 0,7 -7,0", triangle: "0,-7 6.3,4.2 -6.3,4.2", square: "-5,-5 5,-5 5,5 -5,5" };
  return s("polygon", { points: corners[shape] });
}
