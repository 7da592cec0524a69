// Drawing a scene as SVG. The strokes were decided in Python; here they become elements that stay as long as their
// shape does, so that a shape with the same id glides from place to place.

import { s } from "./dom.js";

const MARGIN = 0.25; // around a scene

/** @typedef {{ routes?: Record<string, Point[]>, renamed?: Record<string, string>, time?: number }} Motion How shapes travel. */

/**
 * A still picture, for cards and lists.
 * @param {Api.Scene} scene
 */
export function drawPicture(scene) {
  const root = s("svg", { class: "scene", viewBox: formatViewBox(scene), role: "img", "aria-label": scene.title });
  root.append(...scene.shapes.map(drawShape));
  return root;
}

/** @param {{ width: number, height: number }} scene */
export function formatViewBox(scene, margin = MARGIN) {
  return [-margin, -margin, scene.width + 2 * margin, scene.height + 2 * margin].join(" ");
}

/** @param {Point} place */
export const formatTranslation = ([x, y]) => `translate(${x}px, ${y}px)`;

/**
 * One shape: a group that stands at its place, and in it a group that can appear, fade and shake.
 * @param {Api.Shape} shape
 */
export function drawShape(shape) {
  const body = s("g", { class: "body" }, shape.marks.map(drawMark));
  const group = s("g", { class: "shape", "data-id": shape.id, "data-handle": shape.handle }, body);
  group.style.transform = formatTranslation(shape.at);
  return group;
}

/** @param {Api.Stroke} mark */
function drawMark(mark) {
  const { fill = "none", stroke: edge = "none", line, opacity = 1 } = mark;
  const look = { fill, stroke: edge };
  const width = edge === "none" ? null : line;
  switch (mark.mark) {
    case "box":
      return s("rect", {
        ...{ x: mark.x, y: mark.y, width: mark.width, height: mark.height, rx: mark.round, "stroke-width": width },
        ...{ "stroke-dasharray": mark.dashed ? "0.16 0.12" : null, "fill-opacity": opacity, look },
      });
    case "circle":
      return s("circle", {
        cx: mark.x,
        cy: mark.y,
        r: mark.radius,
        "stroke-width": width,
        "fill-opacity": opacity,
        look,
      });
    case "line": {
      const faint = mark.fill ? { "fill-opacity": opacity } : { "stroke-opacity": opacity };
      return s(mark.fill ? "polygon" : "polyline", {
        class: "line",
        points: mark.points,
        "stroke-width": width,
        ...faint,
        look,
      });
    }
    default:
      return s(
        "text",
        {
          class: mark.bold === false ? "" : "bold",
          x: mark.x,
          y: mark.y,
          dy: "0.35em",
          "font-size": mark.size,
          look: { fill: mark.colour },
        },
        mark.text,
      );
  }
}

/** A canvas that is drawn again and again. */
export class Canvas {
  /** @param {SVGElement} root */
  constructor(root) {
    this.root = root;
    /** @type {Map<string, { group: SVGGElement, look: string, at: Point }>} */
    this.groups = new Map(); // by the key of a shape: its group, and what was drawn in it
    this.first = true;
  }

  /**
   * Draw a scene; shapes with a route travel along it in that many milliseconds.
   * @param {{ shapes: Api.Shape[] }} scene
   * @param {Motion} [motion]
   */
  draw(scene, { routes = {}, renamed = {}, time = 0 } = {}) {
    this.rename(renamed);
    /** @type {typeof this.groups} */
    const kept = new Map();
    const order = scene.shapes.map((shape, index) => {
      const key = shape.id || `#${index}`;
      const look = JSON.stringify([shape.marks, shape.handle]);
      const found = this.groups.get(key);
      const group = found && found.look === look ? found.group : this.drawNew(shape, found, time);
      group.style.transform = formatTranslation(shape.at);
      const route = routes[shape.id ?? ""];
      if (time && route) animateTravel(group, shape.at, route, time);
      kept.set(key, { group, look, at: shape.at });
      return group;
    });
    for (const [key, { group }] of this.groups) if (kept.get(key)?.group !== group) group.remove();
    order.forEach((group, index) => {
      if (this.root.children[index] !== group) this.root.insertBefore(group, this.root.children[index] ?? null);
    });
    this.groups = kept;
    this.first = false;
  }

  /** @param {Record<string, string>} renamed */
  rename(renamed) {
    const moved = Object.entries(renamed).map(([old, fresh]) => ({ fresh, found: this.groups.get(old) }));
    for (const old of Object.keys(renamed)) this.groups.delete(old);
    for (const { fresh, found } of moved) if (found) this.groups.set(fresh, found);
  }

  /**
   * @param {Api.Shape} shape
   * @param {object | undefined} before
   * @param {number} time
   */
  drawNew(shape, before, time) {
    const group = drawShape(shape);
    if (!before && !this.first && time) {
      group.firstElementChild?.animate(
        [
          { opacity: 0, transform: "scale(0.6)" },
          { opacity: 1, transform: "none" },
        ],
        { duration: Math.min(time, 260), easing: "cubic-bezier(0.2, 1.4, 0.4, 1)" },
      );
    }
    return group;
  }

  /**
   * The group of a shape, by its id.
   * @param {string | undefined} id
   */
  getGroup(id) {
    return this.groups.get(id ?? "")?.group;
  }

  /**
   * Where a shape stands.
   * @param {string} id
   */
  getPlace(id) {
    return this.groups.get(id)?.at;
  }
}

/**
 * Let a group come to its place along a way given as points seen from there.
 * @param {Element} group
 * @param {Point} place
 * @param {Point[]} route
 * @param {number} time in milliseconds
 */
function animateTravel(group, [x, y], route, time) {
  const lengths = route.map(([a, b], index) =>
    index ? Math.abs(a - route[index - 1][0]) + Math.abs(b - route[index - 1][1]) : 0,
  );
  const whole = lengths.reduce((sum, each) => sum + each, 0) || 1;
  let gone = 0;
  const steps = route.map(([dx, dy], index) => {
    gone += lengths[index];
    return {
      transform: formatTranslation([x + dx, y + dy]),
      offset: Math.min(1, gone / whole),
      easing: route.length > 2 ? "ease-in-out" : "cubic-bezier(0.3, 0, 0.2, 1)",
    };
  });
  steps[steps.length - 1].offset = 1;
  group.animate(steps, { duration: time });
}
