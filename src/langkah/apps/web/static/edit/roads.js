// Drawing a map: places are added and dragged, roads are drawn between places; the selected tool determines what a
// click does. The frame of the map stays fixed while drawing; the game shows the final look.

/** @import { Draft } from "../tabs/edit.js" */

import { createButton, fill, getTarget, h, s } from "../dom.js";
import { T, fillBlanks } from "../texts.js";

const ACROSS = 16; // font units across a map
const NUDGE = 0.25; // map units by which an arrow key moves a place

/** @typedef {"places" | "roads" | "start" | "goal" | "remove"} Tool */
/** @typedef {{ place?: string, road?: number }} Thing A place by name, or a road by index. */

/** @type {Record<Tool, () => { words: string, help: string }>} */
const TOOLS = {
  places: () => ({ words: T.roadPlaces, help: T.roadPlacesHelp }),
  roads: () => ({ words: T.roadRoads, help: T.roadRoadsHelp }),
  start: () => ({ words: T.roadStart, help: T.roadEndHelp }),
  goal: () => ({ words: T.goal, help: T.roadEndHelp }),
  remove: () => ({ words: T.eraser, help: T.roadRemoveHelp }),
};
const ARROWS = new Map(
  Object.entries({ ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }),
);

/** @param {Draft} draft */
export function createEditor(draft) {
  const editor = new RoadEditor(draft);
  const restore = (/** @type {any} */ map) => (Object.assign(editor, { map, chosen: {} }), editor.show());
  return { sheet: editor.svg, tools: editor.root, read: () => structuredClone(editor.map), restore };
}

class RoadEditor {
  /** @param {Draft} draft */
  constructor(draft) {
    this.draft = draft;
    /** @type {{ places: Record<string, Point>, roads: [string, string, number][], start: string, goal: string }} */
    this.map = structuredClone(draft.editor.value);
    /** @type {Tool} */
    this.tool = "places";
    /** @type {Thing} */
    this.chosen = {};
    const points = Object.values(this.map.places);
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    const [left, top] = [Math.min(...xs), Math.max(...ys)];
    const wide = Math.max(Math.max(...xs) - left, (top - Math.min(...ys)) * 1.2, 1);
    this.unit = wide / ACROSS;
    const margin = 1.5 * this.unit;
    const high = Math.max(top - Math.min(...ys), wide * 0.5);
    const box = [left - margin, -top - margin, wide + 2 * margin, high + 2 * margin];
    this.svg = s("svg", { class: "scene roads", role: "group", "aria-label": T.boardDrawn, viewBox: box.join(" ") });
    this.ground = s("rect", { class: "paper", x: box[0], y: box[1], width: box[2], height: box[3] });
    this.tools = h("div", { class: "choice ways", role: "group" });
    this.help = h("p", { class: "quiet" });
    this.field = h("div", { class: "row pair" });
    const add = createButton("plus", T.roadAdd, () => this.add([box[0] + box[2] / 2, -(box[1] + box[3] / 2)]), {
      "data-do": "add-place",
    });
    this.root = h("div", { class: "editor" }, this.tools, this.help, this.field, add);
    this.svg.addEventListener("pointerdown", (event) => this.press(event));
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.show();
  }

  // Editing

  commit() {
    this.draft.change(structuredClone(this.map));
    this.show();
  }

  /** @param {Point} at */
  add(at) {
    const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
    const count = Object.keys(this.map.places).length;
    const name = letters.find((each) => !(each in this.map.places)) ?? `P${count + 1}`;
    this.map.places[name] = this.round(at);
    this.chosen = { place: name };
    this.commit();
  }

  /**
   * Add a road with about its length on the map, at the scale of the others.
   * @param {string} from
   * @param {string} to
   */
  join(from, to) {
    const { places, roads } = this.map;
    const known = roads.findIndex(([a, b]) => (a === from && b === to) || (a === to && b === from));
    const far = (/** @type {string} */ a, /** @type {string} */ b) =>
      Math.hypot(places[a][0] - places[b][0], places[a][1] - places[b][1]);
    const scale = roads.length ? Math.max(...roads.map(([a, b, n]) => n / (far(a, b) || 1))) : 1;
    if (known < 0) roads.push([from, to, Math.max(1, Math.ceil(far(from, to) * scale))]);
    this.chosen = { road: known < 0 ? roads.length - 1 : known };
    this.commit();
  }

  /** @param {Thing} thing */
  remove({ place, road }) {
    if (place !== undefined && Object.keys(this.map.places).length > 2) {
      delete this.map.places[place];
      this.map.roads = this.map.roads.filter(([a, b]) => a !== place && b !== place);
    }
    if (road !== undefined) this.map.roads.splice(road, 1);
    this.chosen = {};
    this.commit();
  }

  /**
   * @param {string} before
   * @param {string} after
   */
  rename(before, after) {
    const name = after.trim().replaceAll(/\s+/g, " ");
    if (!name || name in this.map.places) return this.show();
    const swap = (/** @type {string} */ each) => (each === before ? name : each);
    const { places, roads, start, goal } = this.map;
    this.map = {
      places: Object.fromEntries(Object.entries(places).map(([each, at]) => [swap(each), at])),
      roads: roads.map(([a, b, n]) => [swap(a), swap(b), n]),
      start: swap(start),
      goal: swap(goal),
    };
    this.chosen = { place: name };
    return this.commit();
  }

  // Input

  /**
   * Handle a click on a place or road with the current tool.
   * @param {Thing} thing
   */
  act(thing) {
    const { place } = thing;
    const from = this.chosen.place;
    if (this.tool === "remove") return this.remove(thing);
    if (place !== undefined && this.tool === "roads" && from !== undefined && from !== place) return this.join(from, place);
    this.chosen = thing;
    if (place === undefined || (this.tool !== "start" && this.tool !== "goal")) return this.show();
    this.map[this.tool] = place;
    return this.commit();
  }

  /** @param {PointerEvent} event */
  press(event) {
    const thing = readThing(getTarget(event));
    event.preventDefault();
    if (!thing) return void (this.tool === "places" && this.add(this.findPoint(event)));
    const { place } = thing;
    if (place === undefined || !["places", "roads"].includes(this.tool)) return void this.act(thing);
    const over = new AbortController();
    let moved = false;
    const follow = (/** @type {PointerEvent} */ each) => {
      moved = true;
      if (this.tool !== "places") return;
      this.map.places[place] = this.round(this.findPoint(each));
      this.show();
    };
    const release = (/** @type {PointerEvent} */ each) => {
      over.abort();
      const other = readThing(document.elementFromPoint(each.clientX, each.clientY))?.place;
      if (this.tool === "roads" && other !== undefined && other !== place) this.join(place, other);
      else this.act(thing);
      if (moved && this.tool === "places") this.commit();
    };
    window.addEventListener("pointermove", follow, { signal: over.signal });
    window.addEventListener("pointerup", release, { signal: over.signal });
    window.addEventListener("pointercancel", () => over.abort(), { signal: over.signal });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const thing = readThing(getTarget(event));
    const arrow = ARROWS.get(event.key);
    if (!thing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") this.act(thing);
    else if (event.key === "Delete") this.remove(thing);
    else if (arrow && thing.place !== undefined && this.tool === "places") {
      const [x, y] = this.map.places[thing.place];
      const step = NUDGE * this.unit;
      this.map.places[thing.place] = this.round([x + arrow[0] * step, y + arrow[1] * step]);
      this.commit();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * The position of the pointer on the map.
   * @param {PointerEvent} event
   * @returns {Point}
   */
  findPoint(event) {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM()?.inverse());
    return [x, -y];
  }

  /**
   * Round coordinates.
   * @param {Point} point
   * @returns {Point}
   */
  round([x, y]) {
    const parts = this.unit > 5 ? 1 : 100;
    return [Math.round(x * parts) / parts, Math.round(y * parts) / parts];
  }

  // Display

  show() {
    const focused = readThing(document.activeElement);
    fill(this.svg, this.ground, this.map.roads.map((_road, index) => this.drawRoad(index)), Object.keys(this.map.places).map((name) => this.drawPlace(name)));
    const same = (/** @type {Element} */ each) => JSON.stringify(readThing(each)) === JSON.stringify(focused);
    if (focused) /** @type {SVGElement | undefined} */ ([...this.svg.children].find(same))?.focus();
    fill(
      this.tools,
      /** @type {Tool[]} */ (Object.keys(TOOLS)).map((tool) =>
        h(
          "button",
          { type: "button", "data-tool": tool, "aria-pressed": String(tool === this.tool), onclick: () => this.take(tool) },
          TOOLS[tool]().words,
        ),
      ),
    );
    this.help.textContent = TOOLS[this.tool]().help;
    fill(this.field, this.createField());
  }

  /** @param {Tool} tool */
  take(tool) {
    this.tool = tool;
    this.chosen = {};
    this.show();
    /** @type {HTMLElement | null} */ (this.tools.querySelector(`[data-tool="${tool}"]`))?.focus();
  }

  /** The field for the name of the selected place, or the length of the selected road. */
  createField() {
    const { place, road } = this.chosen;
    if (place !== undefined) {
      const field = h("input", { type: "text", value: place, maxlength: 40, "data-pick": "name", "aria-label": T.roadName });
      field.addEventListener("change", () => this.rename(place, field.value));
      return [h("span", {}, T.roadName), field];
    }
    if (road === undefined || !this.map.roads[road]) return null;
    const length = this.map.roads[road][2];
    const field = h("input", { type: "number", min: 0, step: "any", value: length, "data-pick": "length", "aria-label": T.roadLength });
    field.addEventListener("change", () => {
      if (field.value !== "" && field.validity.valid) this.map.roads[road][2] = Number(field.value);
      this.commit();
    });
    return [h("span", {}, T.roadLength), field];
  }

  /** @param {number} index */
  drawRoad(index) {
    const [from, to, n] = this.map.roads[index];
    const [[ax, ay], [bx, by]] = [this.map.places[from], this.map.places[to]];
    const chosen = this.chosen.road === index;
    const ends = { x1: ax, y1: -ay, x2: bx, y2: -by };
    return s(
      "g",
      { class: `road ${chosen ? "chosen" : ""}`, "data-road": index, tabindex: "0", role: "button", "aria-label": fillBlanks(T.roadBetween, { from, to, n }) },
      s("line", { ...ends, class: "touch", "stroke-width": 0.7 * this.unit }),
      s("line", { ...ends, class: "seen", "stroke-width": 0.12 * this.unit }),
      s("text", { x: (ax + bx) / 2, y: -(ay + by) / 2, dy: "0.35em", "font-size": 0.36 * this.unit, "stroke-width": 0.2 * this.unit }, n),
    );
  }

  /** @param {string} name */
  drawPlace(name) {
    const [x, y] = this.map.places[name];
    const kind = name === this.map.start ? "start" : name === this.map.goal ? "goal" : "";
    const chosen = this.chosen.place === name ? "chosen" : "";
    const words = [name, kind && TOOLS[/** @type {Tool} */ (kind)]().words];
    return s(
      "g",
      { class: `place ${kind} ${chosen}`, "data-place": name, tabindex: "0", role: "button", "aria-label": words.filter(Boolean).join(", ") },
      s("circle", { cx: x, cy: -y, r: 0.34 * this.unit, "stroke-width": 0.08 * this.unit }),
      s("text", { ...this.findRoom(name), dy: "0.35em", "font-size": 0.42 * this.unit, "stroke-width": 0.16 * this.unit }, name),
    );
  }

  /**
   * Where the name of a place stands: below, above or beside it, where it hides the fewest lengths and places.
   * @param {string} name
   */
  findRoom(name) {
    const { places, roads } = this.map;
    const [x, y] = places[name];
    const half = 0.13 * name.length + 0.2; // of the width of the name, in units
    const middles = roads.map(([a, b]) => [(places[a][0] + places[b][0]) / 2, (places[a][1] + places[b][1]) / 2]);
    const others = Object.keys(places).flatMap((each) => (each === name ? [] : [places[each]]));
    const sides = [[0, 0.75], [0, -0.75], [half + 0.4, 0], [-half - 0.4, 0]].map(([right, down]) => {
      const at = { x: x + right * this.unit, y: -y + down * this.unit };
      const isHidden = (/** @type {number[]} */ [a, b]) =>
        Math.abs(a - at.x) < (half + 0.35) * this.unit && Math.abs(-b - at.y) < 0.6 * this.unit;
      return { at, hidden: [...middles, ...others].filter(isHidden).length };
    });
    return sides.reduce((best, each) => (each.hidden < best.hidden ? each : best)).at;
  }
}

/**
 * The place or road of an element.
 * @param {Element | null} target
 * @returns {Thing | null}
 */
function readThing(target) {
  const found = target?.closest("[data-place], [data-road]");
  const [place, road] = [found?.getAttribute("data-place"), found?.getAttribute("data-road")];
  if (typeof place === "string") return { place };
  return typeof road === "string" ? { road: Number(road) } : null;
}
