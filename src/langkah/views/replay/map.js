// The search on a map: if all states lie on one picture, that of the start, each state is a shape there. The status of
// a state colours its shape; lines show the paths to the selected node and to the goal.

/** @import { Pictures } from "./pictures.js" */
/** @import { Player } from "./player.js" */

import { Canvas, formatViewBox } from "./canvas.js";
import { fill, h, s } from "./dom.js";

const MOST_NOTES = 400; // a map with more places shows no costs
const ROOMY = 19; // maps wider than this, in units, show only f, not f = g + h
const NOTE = { circle: 0.27, box: 0.3 }; // letter height of costs, beside a point and in a cell
const LEAST_LETTERS = 6; // smallest legible text in pixels
const KEYS = ["waiting", "taken", "pruned", "back"]; // colours in the legend, besides the paths
/** @type {Record<string, string>} */
const SHOWN = { taken: "taken", goal: "taken", waiting: "waiting", pruned: "pruned", deep: "pruned", back: "back" };
const RANK = ["back", "pruned", "taken", "waiting"]; // if several nodes reach a place, the last of these is shown

/** @typedef {{ group: Element, at: Point, kind: "circle" | "box", note: SVGTextElement, nodes: number[], fate: string, words: string }} Spot */

/**
 * The position of costs beside a point: below its name.
 * @param {Point} name
 * @returns {Point}
 */
const below = ([x, y]) => [x, y + 0.31];

export class MapPane {
  /**
   * @param {Element} element
   * @param {Player} player
   * @param {Pictures} pictures
   * @param {Record<string, string>} texts
   */
  constructor(element, player, pictures, texts) {
    this.player = player;
    const { data } = player.recording;
    const scene = pictures.scene(0);
    this.picture = s("svg", { class: "scene", role: "img", viewBox: formatViewBox(scene, 0.1) });
    new Canvas(this.picture).draw(scene);
    this.roomy = scene.width <= ROOMY;
    this.way = s("polyline", { class: "trail" });
    this.solution = s("polyline", { class: "solution" });
    this.ring = s("circle", { class: "ring" });
    this.notes = s("g", { class: "notes" });
    /** @type {Map<string, Spot>} */
    this.spots = new Map();
    /** @type {(Spot | undefined)[]} */
    this.places = []; // places of the states
    this.findSpots(scene.shapes);
    const groups = new Set([...this.spots.values()].map(({ group }) => group));
    [...this.picture.children].findLast((each) => groups.has(each))?.after(this.solution, this.way);
    this.picture.append(this.notes, this.ring);
    const used = new Set(data.legend.map(({ name }) => name));
    const keys = KEYS.filter((name) => used.has(name));
    const legend = [...keys, "current", "path"].map((name) =>
      h("li", {}, h("span", { class: "key", "data-key": name }), data.legend.find((each) => each.name === name)?.words ?? ""),
    );
    fill(
      element,
      h("h2", {}, texts.map),
      h("div", { class: "map-ground" }, this.picture),
      h("ul", { class: "legend", "aria-label": texts.legend }, legend),
    );
    this.picture.addEventListener("click", (event) => this.press(/** @type {Element} */ (event.target)));
    player.addEventListener("change", () => this.update());
    new ResizeObserver(() => this.measure(scene)).observe(this.picture);
    this.update();
  }

  /**
   * Hide costs that would be illegible.
   * @param {{ width: number, height: number }} scene
   */
  measure({ width, height }) {
    const pixels = Math.min(this.picture.clientWidth / width, this.picture.clientHeight / height);
    const kind = [...this.spots.values()].some((spot) => spot.kind === "box") ? "box" : "circle";
    this.notes.toggleAttribute("hidden", pixels * NOTE[kind] < LEAST_LETTERS);
  }

  /**
   * Find the shapes of the states, and the nodes of each.
   * @param {Api.Shape[]} shapes
   */
  findSpots(shapes) {
    const { states, nodes } = this.player.recording.data;
    const known = new Map(shapes.map((shape, index) => [shape.id, index]));
    const names = new Map(shapes.filter(({ marks }) => marks[0]?.mark === "words").map((shape) => [shape.handle, shape.at]));
    for (const { spot } of states) {
      const index = known.get(spot ?? "");
      if (!spot || index === undefined || this.spots.has(spot)) continue;
      const { at, marks, handle } = shapes[index];
      const { x = 0, y = 0, width = 0, height = 0, mark } = marks[0];
      const kind = mark === "circle" ? "circle" : "box";
      const middle = /** @type {Point} */ ([at[0] + x + width / 2, at[1] + y + height / 2]);
      const [left, top] = kind === "box" ? [middle[0], middle[1] + 0.1] : below(names.get(handle) ?? middle);
      const note = s("text", { x: left, y: top, dy: "0.35em", "font-size": NOTE[kind] });
      const group = this.picture.children[index];
      group.setAttribute("data-fate", "");
      this.spots.set(spot, { group, at: middle, kind, note, nodes: [], fate: "", words: "" });
    }
    this.places = states.map(({ spot }) => this.spots.get(spot ?? ""));
    nodes.state.forEach((state, node) => this.places[state]?.nodes.push(node));
    if (this.spots.size <= MOST_NOTES) for (const { note } of this.spots.values()) this.notes.append(note);
  }

  /**
   * The most important node of a place after the current event, or -1.
   * @param {Spot} spot
   */
  findNode({ nodes }) {
    const { recording } = this.player;
    let [best, rank] = [-1, -1];
    for (const node of nodes) {
      const found = RANK.indexOf(SHOWN[recording.fate(node)]);
      if (found >= 0 && found >= rank) [best, rank] = [node, found];
    }
    return best;
  }

  update() {
    const { recording, shown } = this.player;
    for (const spot of this.spots.values()) {
      const node = this.findNode(spot);
      const fate = node < 0 ? "" : SHOWN[recording.fate(node)];
      if (fate !== spot.fate) spot.group.setAttribute("data-fate", (spot.fate = fate));
      const costs = node < 0 ? "" : recording.nodes[this.roomy && spot.kind === "circle" ? "costs" : "f"][node];
      if (costs !== spot.words) spot.note.textContent = spot.words = costs;
    }
    const { solution } = recording;
    this.drawWay(this.solution, solution);
    this.drawWay(this.way, recording.at && shown !== solution.at(-1) ? recording.path(shown) : []);
    const now = recording.at ? this.places[recording.nodes.state[shown]] : undefined;
    this.ring.toggleAttribute("hidden", !now);
    if (!now) return;
    this.ring.setAttribute("cx", String(now.at[0]));
    this.ring.setAttribute("cy", String(now.at[1]));
    this.ring.setAttribute("r", now.kind === "circle" ? "0.42" : "0.46");
    this.picture.setAttribute("aria-label", recording.happened);
  }

  /**
   * Draw a line through the places of some nodes.
   * @param {SVGElement} line
   * @param {number[]} nodes
   */
  drawWay(line, nodes) {
    const { state } = this.player.recording.nodes;
    const points = nodes.map((node) => this.places[state[node]]?.at.join(",") ?? "").filter(Boolean);
    line.setAttribute("points", points.join(" "));
  }

  /**
   * Select a place, or clear the selection.
   * @param {Element} target
   */
  press(target) {
    const handle = target.closest("[data-handle]")?.getAttribute("data-handle");
    const spot = [...this.spots.values()].find(({ group }) => group.getAttribute("data-handle") === handle);
    const node = spot ? this.findNode(spot) : -1;
    this.player.press(node === this.player.selected ? -1 : node);
  }
}
