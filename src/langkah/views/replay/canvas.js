// Draws a scene as SVG. The strokes come from Python; here they become elements that live as long as their shape, so
// that a shape with the same id glides from place to place.

import { s } from "./dom.js";

const MARGIN = 0.25; // space around a scene, in board units
const GENTLE = "cubic-bezier(0.3, 0, 0.2, 1)";
const NEAR = 0.03; // the distance at which two points count as equal
const MOMENTS = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((moment) => moment / 8); // the moments of a rotation, from 0 to 1

/** @typedef {{ routes?: Record<string, Point[]>, renamed?: Record<string, string>, time?: number }} Motion How shapes move. */

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
 * One shape: a group at its place, and inside it a group that can appear, fade and shake.
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
          class: `${mark.bold === false ? "" : "bold"}${mark.name ? " name" : ""}`,
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

/** A canvas for repeated drawing. */
export class Canvas {
  /** @param {SVGElement} root */
  constructor(root) {
    this.root = root;
    /** @type {Map<string, { group: SVGGElement, look: string, at: Point, marks: Api.Stroke[] }>} */
    this.groups = new Map(); // by key of a shape: its group, and its last content
    this.first = true;
  }

  /**
   * Draw a scene; shapes with a course move along it in `time` milliseconds.
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
      const course = routes[shape.id ?? ""];
      if (time && course) {
        const turns = course.length === 2 && found ? listTurns(shape, found) : [];
        if (turns.length) group.animate({ transform: turns }, { duration: time, easing: GENTLE });
        else animateTravel(group, shape.at, course, time);
      }
      kept.set(key, { group, look, at: shape.at, marks: shape.marks });
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
    for (const { fresh, found } of moved) {
      if (!found) continue;
      this.groups.get(fresh)?.group.remove(); // the previous shape with this id was not renamed
      this.groups.set(fresh, found);
    }
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
   * The place of a shape.
   * @param {string} id
   */
  getPlace(id) {
    return this.groups.get(id)?.at;
  }
}

/** @param {Api.Stroke[]} marks */
const readOutline = (marks) =>
  marks[0]?.mark === "line" && marks[0].fill
    ? (marks[0].points ?? "").split(" ").map((point) => /** @type {Point} */ (point.split(",").map(Number)))
    : [];

/**
 * The rotation and stretching of an outline from its previous form: a transform for each moment; [] if it only moves. A
 * quadrilateral that rotates by quarter turns does so in its own plane.
 * @param {{ at: Point, marks: Api.Stroke[] }} shape
 * @param {{ at: Point, marks: Api.Stroke[] }} before
 */
export function listTurns({ marks, at }, before) {
  const place = (/** @type {Point[]} */ points, /** @type {Point} */ [x, y]) =>
    points.map((point) => new DOMPoint(point[0] + x, point[1] + y));
  const [now, old] = [place(readOutline(marks), at), place(readOutline(before.marks), before.at)];
  const [one, two] = [now.length >> 2, now.length >> 1];
  if (!one || now.length !== old.length) return [];
  const [end, start] = [now, old].map((points) => spanFrame(points[0], points[one], points[two]));
  const change = start.multiply(end.inverse()); // maps the current outline to the previous one
  const fits = now.every((point, index) => {
    const { x, y } = change.transformPoint(point);
    return Math.hypot(x - old[index].x, y - old[index].y) < NEAR;
  });
  if (!fits || Math.hypot(change.a - 1, change.b, change.c, change.d - 1) < NEAR) return [];
  const { a, b, c, d, e, f } = end.inverse().multiply(start); // the same in the frame of the outline
  const angle = Math.abs(a - d) + Math.abs(b + c) < NEAR ? Math.atan2(b, a) : 0;
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const centre = angle ? [(e - (f * sine) / (1 - cosine)) / 2, (f + (e * sine) / (1 - cosine)) / 2] : [0, 0];
  return MOMENTS.map((share) => {
    const left = 1 - share;
    const turn = (angle * left * 180) / Math.PI;
    const pose = angle
      ? end.translate(...centre).rotate(turn).translate(-centre[0], -centre[1]).multiply(end.inverse())
      : mixMatrices(change, left);
    return String(pose.translate(...at));
  });
}

/** @type {(origin: DOMPoint, one: DOMPoint, two: DOMPoint) => DOMMatrix} */
const spanFrame = (origin, one, two) =>
  new DOMMatrix([one.x - origin.x, one.y - origin.y, two.x - one.x, two.y - one.y, origin.x, origin.y]);

/** @type {(change: DOMMatrix, share: number) => DOMMatrix} */
const mixMatrices = ({ a, b, c, d, e, f }, share) =>
  new DOMMatrix([1 + (a - 1) * share, b * share, c * share, 1 + (d - 1) * share, e * share, f * share]);

/**
 * Move a group to its place along a path of points relative to it.
 * @param {Element} group
 * @param {Point} place
 * @param {Point[]} course
 * @param {number} time in milliseconds
 */
function animateTravel(group, [x, y], course, time) {
  const lengths = course.map(([a, b], index) =>
    index ? Math.abs(a - course[index - 1][0]) + Math.abs(b - course[index - 1][1]) : 0,
  );
  const whole = lengths.reduce((sum, each) => sum + each, 0) || 1;
  let gone = 0;
  const steps = course.map(([dx, dy], index) => {
    gone += lengths[index];
    return {
      transform: formatTranslation([x + dx, y + dy]),
      offset: Math.min(1, gone / whole),
      easing: course.length > 2 ? "ease-in-out" : GENTLE,
    };
  });
  steps[steps.length - 1].offset = 1;
  group.animate(steps, { duration: time });
}
