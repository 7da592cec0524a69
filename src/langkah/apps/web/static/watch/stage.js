// The board of the node that is looked at, drawn on the page's own canvas; from a node to its child pieces glide.

import { Canvas, formatViewBox } from "../canvas.js";
import { fill, h, s } from "../dom.js";
import { filled } from "../replay/recording.js";

const GLIDE = 180; // milliseconds

export class Stage {
  constructor(element, player, data, { caption = true } = {}) {
    Object.assign(this, { player, data });
    this.picture = s("svg", { class: "scene", role: "img" });
    this.canvas = new Canvas(this.picture);
    this.caption = h("p", { class: "caption" });
    this.shown = -1;
    fill(element, this.picture, caption && this.caption);
    player.addEventListener("change", () => this.update());
    this.update();
  }

  update() {
    const { recording, shown, playing } = this.player;
    if (!recording.count || shown === this.shown) return;
    const { move, parent } = recording.nodes;
    const near = parent[shown] === this.shown || (this.shown >= 0 && parent[this.shown] === shown);
    const scene = this.scene(recording.nodes.state[shown]);
    const still = playing || !near || matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.picture.setAttribute("viewBox", formatViewBox(scene));
    this.picture.setAttribute("aria-label", recording.state(shown).text);
    this.canvas.draw(scene, still ? {} : { routes: this.routes(scene), time: GLIDE });
    this.shown = shown;
    const values = { n: shown, move: move[shown], from: parent[shown] };
    this.caption.textContent = filled(move[shown] ? this.data.texts.reached : this.data.texts.root, values);
  }

  scene(state) {
    const { ground, shapes } = this.data.scenes;
    const { size: [width, height], shapes: own } = this.data.states[state].scene;
    return { width, height, shapes: [...ground, ...own].map((number) => shapes[number]) };
  }

  /** Straight ways for everything that stands elsewhere now. */
  routes(scene) {
    const found = {};
    for (const { id, at: [x, y] } of scene.shapes) {
      const before = id && this.canvas.getPlace(id);
      if (before && (before[0] !== x || before[1] !== y)) found[id] = [[before[0] - x, before[1] - y], [0, 0]];
    }
    return found;
  }
}
