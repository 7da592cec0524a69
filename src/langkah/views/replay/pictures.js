// Boards. They come as numbers of drawn parts without colours of their own: parts name CSS variables. As a scene a board
// is drawn on the page itself; as an image, with the colours of the day or of the night put in, a thousand times in a tree.

import { drawShape, formatViewBox } from "./canvas.js";
import { s } from "./dom.js";

const PIXELS = 48; // for a unit
const EDGE = 0.05;
const LETTERS = "text{text-anchor:middle;font-weight:500}.bold{font-weight:650}.line{stroke-linecap:round;stroke-linejoin:round}";

export class Pictures {
  /** `ready` is called when an image that was asked for has come. */
  constructor({ states, boards, themes }, ready) {
    Object.assign(this, { states, boards, themes, ready, theme: "light" });
    this.images = new Map();
    const [width, height] = boards.alike ? states[0].board.size : [1, 1];
    this.ratio = width / height;
  }

  /** Whether there is a picture of a state. */
  has(state) {
    return Boolean(this.states[state]?.board);
  }

  /** A board as a scene; `numbers` picks its parts. */
  scene(state, numbers = [...this.boards.ground, ...this.states[state].board.parts]) {
    const [width, height] = this.states[state].board.size;
    return { width, height, shapes: numbers.map((number) => this.boards.parts[number]) };
  }

  /** The images that make up the board of a state, from back to front; null until they have come. */
  layers(state) {
    const { ground } = this.boards;
    const found = [ground.length ? this.image("ground", () => this.scene(0, ground)) : null];
    found.push(this.image(state, () => this.scene(state, this.states[state].board.parts)));
    const layers = found.filter(Boolean);
    return layers.every((image) => image.complete) ? layers : null;
  }

  image(name, makeScene) {
    const key = `${this.theme} ${name}`;
    if (!this.images.has(key)) {
      const image = new Image();
      image.onload = this.ready;
      image.src = `data:image/svg+xml,${encodeURIComponent(this.svg(makeScene()))}`;
      this.images.set(key, image);
    }
    return this.images.get(key);
  }

  svg(scene) {
    const size = { width: (scene.width + 2 * EDGE) * PIXELS, height: (scene.height + 2 * EDGE) * PIXELS };
    const style = s("style", {}, `${this.themes[this.theme]}${LETTERS}`);
    const root = s("svg", { viewBox: formatViewBox(scene, EDGE), ...size, "font-family": this.boards.font }, style);
    root.append(...scene.shapes.map(drawShape));
    return new XMLSerializer().serializeToString(root);
  }
}
