// Boards. They come as numbers of drawn parts without colours of their own: parts name CSS variables. As a scene a board
// is drawn on the page itself; as an image, with the colours of the day or of the night put in, a thousand times in a tree.

import { drawShape, formatViewBox } from "./canvas.js";
import { s } from "./dom.js";

const PIXELS = 48; // for a unit
const EDGE = 0.05;
const SHORT = 3; // letters of a label that says more than a small board
const MOST_BITMAPS = 2000; // that are kept
const LETTERS =
  "text{text-anchor:middle;font-weight:500}.bold{font-weight:650}.line{stroke-linecap:round;stroke-linejoin:round}";

/** @typedef {{ width: number, height: number, shapes: Api.Shape[] }} BoardScene */

const NO_BOARD = { size: [1, 1], parts: /** @type {number[]} */ ([]) };

export class Pictures {
  /**
   * @param {Replay.Data} data
   * @param {() => void} ready is called when an image that was asked for has come
   */
  constructor({ states, boards, themes }, ready) {
    this.states = states;
    this.boards = boards;
    this.themes = themes;
    this.ready = ready;
    /** @type {Replay.Theme} */
    this.theme = "light";
    /** @type {Map<string, HTMLImageElement>} */
    this.images = new Map();
    /** @type {Map<string, HTMLCanvasElement>} */
    this.bitmaps = new Map();
    const [width, height] = boards.alike ? this.board(0).size : [1, 1];
    this.ratio = width / height;
    const longest = states.reduce((most, { label }) => Math.max(most, label.length), 1);
    this.useful = boards.alike && longest > SHORT; // whether a small board says more than a label
  }

  /** @param {number} state */
  board(state) {
    return this.states[state]?.board ?? NO_BOARD;
  }

  /**
   * Whether there is a picture of a state.
   * @param {number} state
   */
  has(state) {
    return Boolean(this.states[state]?.board);
  }

  /**
   * A board as a scene; `numbers` picks its parts.
   * @param {number} state
   * @returns {BoardScene}
   */
  scene(state, numbers = [...this.boards.ground, ...this.board(state).parts]) {
    const [width, height] = this.board(state).size;
    return { width, height, shapes: numbers.map((number) => this.boards.parts[number]) };
  }

  /**
   * The images that make up the board of a state, from back to front; null until they have come.
   * @param {number} state
   */
  layers(state) {
    const { ground } = this.boards;
    const below = ground.length ? [this.image("ground", () => this.scene(0, ground))] : [];
    const layers = [...below, this.image(String(state), () => this.scene(state, this.board(state).parts))];
    return layers.every((image) => image.complete) ? layers : null;
  }

  /**
   * The board of a state, drawn once for all places where it is shown about that wide; null until its images have come.
   * @param {number} state
   * @param {number} width
   */
  bitmap(state, width) {
    const pixels = Math.round(Math.max(32, width * (window.devicePixelRatio || 1)));
    const bucket = Math.ceil(Math.log(pixels) / Math.log(1.25));
    const key = `${this.theme} ${state} ${bucket}`;
    const known = this.bitmaps.get(key);
    if (known) return known;
    const layers = this.has(state) ? this.layers(state) : null;
    if (!layers) return null;
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(1.25 ** bucket);
    canvas.height = Math.max(1, Math.round(canvas.width / this.ratio));
    const pen = canvas.getContext("2d");
    for (const layer of layers) pen?.drawImage(layer, 0, 0, canvas.width, canvas.height);
    if (this.bitmaps.size >= MOST_BITMAPS) this.bitmaps.clear();
    this.bitmaps.set(key, canvas);
    return canvas;
  }

  /**
   * @param {string} name
   * @param {() => BoardScene} makeScene
   */
  image(name, makeScene) {
    const key = `${this.theme} ${name}`;
    const known = this.images.get(key);
    if (known) return known;
    const image = new Image();
    image.onload = this.ready;
    image.src = `data:image/svg+xml,${encodeURIComponent(this.svg(makeScene()))}`;
    this.images.set(key, image);
    return image;
  }

  /** @param {BoardScene} scene */
  svg(scene) {
    const size = { width: (scene.width + 2 * EDGE) * PIXELS, height: (scene.height + 2 * EDGE) * PIXELS };
    const style = s("style", {}, `${this.themes[this.theme]}${LETTERS}`);
    const root = s("svg", { viewBox: formatViewBox(scene, EDGE), ...size, "font-family": this.boards.font }, style);
    root.append(...scene.shapes.map(drawShape));
    return new XMLSerializer().serializeToString(root);
  }
}
