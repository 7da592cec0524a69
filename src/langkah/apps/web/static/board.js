// The board: a scene that handles input. Mouse, touch and keyboard (pointer.js) all result in the same events, which
// view.js handles:
//   "touched"  at any input: pauses a playback
//   "deed"     an action in the form of the API: the session requests its result

/** @import { Motion } from "./replay/canvas.js" */

import { getTarget, s } from "./dom.js";
import { Canvas, formatViewBox } from "./replay/canvas.js";
import {
  canSlide,
  findDraggable,
  findNearest,
  findNeighbour,
  findNextHandles,
  findSlide,
  isComplete,
} from "./gestures.js";
import { PointerInput, findHandle } from "./pointer.js";
import { T } from "./texts.js";

/**
 * A target of the keyboard focus: all shapes with one handle.
 * @typedef {object} BoardSpot
 * @property {string} handle
 * @property {Box} box
 * @property {string} label
 * @property {Api.Shape} first
 * @property {Api.Shape} last
 * @property {SVGGElement} element
 */

/** @typedef {readonly [dx: number, dy: number, name: string]} Arrow */

/** @type {Record<string, Arrow>} */
const ARROWS = {
  ArrowUp: [0, -1, "up"],
  ArrowDown: [0, 1, "down"],
  ArrowLeft: [-1, 0, "left"],
  ArrowRight: [1, 0, "right"],
};

const KEYS = /^(Enter| |[1-9])$/;

export class Board extends EventTarget {
  constructor() {
    super();
    const layer = (/** @type {string} */ name) => s("g", { class: name });
    this.layers = { shapes: layer("shapes"), highlights: layer("highlights"), badges: layer("badges"), spots: layer("spots") };
    this.root = s("svg", { class: "board scene", role: "group" }, ...Object.values(this.layers));
    this.canvas = new Canvas(this.layers.shapes);
    /** @type {Api.Position} */
    this.position; // the shown position; required for all input
    /** @type {Map<string, BoardSpot>} */
    this.spots = new Map(); // by handle
    /** @type {string[]} */
    this.selected = [];
    /** @type {Map<string, Api.Mark>} */
    this.marks = new Map();
    /** @type {Partial<Api.Hint> | null} */
    this.hint = null;
    /** @type {string | null} */
    this.hovered = null;
    /** @type {string | null} */
    this.again = null; // the selection to restore after an action, once it is answered
    this.waits = () => false; // whether the last action is still unanswered
    /** @type {(() => void)[]} */
    this.later = []; // actions entered before the answer, to be interpreted in the next position
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.root.addEventListener("mousedown", (event) => event.preventDefault()); // the focus follows the pointer
    this.root.addEventListener("pointermove", (event) => this.hover(event));
    this.pointer = new PointerInput(this);
    new ResizeObserver(() => this.light()).observe(this.root);
  }

  /**
   * Show a position; shapes move along their routes in `time` milliseconds.
   * @param {Api.Position} position
   * @param {Motion} [motion]
   */
  show(position, motion = {}) {
    const dragged = this.pointer.findRoutes(position.scene.shapes);
    this.pointer.drop();
    this.position = position;
    this.root.setAttribute("viewBox", formatViewBox(position.scene));
    this.root.setAttribute("aria-label", `${T.board}: ${position.scene.title}`);
    this.canvas.draw(position.scene, { ...motion, routes: { ...motion.routes, ...dragged } });
    this.placeSpots(position.scene.shapes);
    const chosen = this.again ? [this.again] : this.selected; // the selection made while the answer was pending
    this.again = null;
    this.select(findNextHandles(position.choices, chosen).size ? chosen : []);
  }

  /**
   * Show only a picture, while moves are being played.
   * @param {Api.Scene} scene
   * @param {Motion} motion
   */
  showPicture(scene, motion) {
    this.canvas.draw(scene, motion);
    this.select([]);
    this.layers.badges.replaceChildren();
  }

  // Spots: targets of the focus

  /** @param {Api.Shape[]} shapes */
  placeSpots(shapes) {
    const found = this.findSpots(shapes);
    const lost = [...this.spots.values()].find(
      ({ handle, element }) => element === document.activeElement && !found.has(handle),
    );
    for (const [handle, { element }] of this.spots) if (!found.has(handle)) element.remove();
    this.spots = found;
    const order = [...found.values()].map(({ element }) => element);
    if (order.some((element, index) => this.layers.spots.children[index] !== element)) this.reorder(order);
    for (const { element, box } of found.values()) setBox(element.firstElementChild, box, 0.04);
    const current = order.find((element) => element.tabIndex === 0) ?? order[0];
    if (current) current.setAttribute("tabindex", "0");
    if (lost) this.focus(findNearest([...found.values()], lost).handle);
  }

  /**
   * Update the spots by handle; existing elements are kept.
   * @param {Api.Shape[]} shapes
   */
  findSpots(shapes) {
    /** @type {Map<string, BoardSpot>} */
    const found = new Map();
    for (const shape of shapes) {
      const { handle, box, label = "" } = shape;
      if (!handle) continue;
      const spot = found.get(handle);
      if (spot) Object.assign(spot, { box: joinBoxes(spot.box, box), label: spot.label || label, last: shape });
      else found.set(handle, { handle, box, label, first: shape, last: shape, element: this.reuseElement(handle) });
    }
    return found;
  }

  /** @param {SVGGElement[]} order */
  reorder(order) {
    const focused = order.find((element) => element === document.activeElement);
    this.layers.spots.replaceChildren(...order);
    focused?.focus({ preventScroll: true });
  }

  /** @param {string} handle */
  reuseElement(handle) {
    const found = this.spots.get(handle)?.element;
    const ring = () => s("rect", { class: "ring" });
    return found ?? s("g", { class: "spot", role: "button", tabindex: "-1", "data-spot": handle }, ring());
  }

  /** @param {string} handle */
  focus(handle) {
    for (const { element } of this.spots.values()) element.setAttribute("tabindex", "-1");
    const element = this.spots.get(handle)?.element;
    element?.setAttribute("tabindex", "0");
    element?.focus({ preventScroll: true });
  }

  /** The spot that has the focus, or would get it. */
  get current() {
    const spots = [...this.spots.values()];
    return (
      this.spots.get(findSpotOf(document.activeElement)) ?? spots.find(({ element }) => element.tabIndex === 0) ?? null
    );
  }

  /** Focus the board, so that the keyboard can play at once; returns whether there is a spot. */
  arrive() {
    const live = this.position && findNextHandles(this.position.choices, []);
    const spot = [...this.spots.values()].find(({ handle }) => live.has(handle)) ?? this.current;
    if (spot) this.focus(spot.handle);
    return spot !== null;
  }

  // Selecting

  /**
   * Perform an action now, or after the pending answers.
   * @param {() => void} deed
   */
  enqueue(deed) {
    this.later.push(deed);
    this.dispatchEvent(new Event("touched"));
    this.resume();
  }

  resume() {
    while (this.later.length && !this.waits()) this.later.shift()?.();
  }

  /** @param {string[]} handles */
  select(handles) {
    this.selected = handles.filter((handle) => this.spots.has(handle));
    this.light();
  }

  /**
   * Handle a tap on a handle: it selects, clears the selection, or completes an action.
   * @param {string} handle
   */
  tap(handle) {
    const { choices } = this.position;
    const drop = this.selected.length === 1 && this.selected[0] !== handle && this.isPlace(handle);
    for (const begun of this.selected.length ? [this.selected, ...(drop ? [] : [[]])] : [[]]) {
      const whole = [...begun, handle];
      if (isComplete(choices, whole)) return this.do({ do: "click", handles: whole });
      const same = begun.length === 0 && this.selected.length === 1 && this.selected[0] === handle;
      if (findNextHandles(choices, begun).has(handle) && !same) return this.select(whole);
    }
    const before = this.selected;
    this.select([]);
    if (drop) this.do({ do: "drag", press: before[0], release: handle });
    else if (before.at(-1) !== handle) this.do({ do: "click", handles: [...before, handle] });
  }

  /**
   * Whether a handle is part of the ground: clicking it with a selection means moving there.
   * @param {string} handle
   */
  isPlace(handle) {
    return /^(board|cell|goal)/.test(this.spots.get(handle)?.first.role ?? "");
  }

  /** @param {Api.ActRequest["deed"]} deed */
  do(deed) {
    this.select([]);
    this.dispatchEvent(new CustomEvent("deed", { detail: deed }));
  }

  /**
   * Refuse an action: shake the clicked shape.
   * @param {Api.ActRequest["deed"] | null} deed
   */
  refuse(deed) {
    this.again = null;
    this.pointer.drop();
    this.select([]);
    const handle = deed?.do === "click" ? deed.handles[0] : deed?.do === "drag" ? deed.press : "";
    const group = this.canvas.getGroup(this.spots.get(handle)?.last.id);
    const shaken = group?.firstElementChild ?? this.layers.shapes;
    shaken.animate(
      [0, -6, 6, -4, 4, 0].map((x) => ({ transform: `translate(${x * this.unit()}px, 0)` })),
      { duration: 320 },
    );
  }

  // Mouse

  /** @param {PointerEvent} event */
  hover(event) {
    const handle = findHandle(getTarget(event));
    if (handle === this.hovered) return;
    this.hovered = handle;
    const can =
      handle !== null &&
      this.position &&
      (this.reach().has(handle) || findNextHandles(this.position.choices, []).has(handle));
    this.root.classList.toggle("can", can);
  }

  /**
   * The position of an event in board units.
   * @param {PointerEvent} event
   * @returns {Point}
   */
  point(event) {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.root.getScreenCTM()?.inverse());
    return [x, y];
  }

  /** One pixel in board units. */
  unit() {
    return 1 / (this.root.getScreenCTM()?.a || 40);
  }

  // Keyboard

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!findSpotOf(getTarget(event)) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!ARROWS[event.key] && !KEYS.test(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    this.enqueue(() => this.press(event.key, ARROWS[event.key], event.shiftKey));
  }

  /** Clear the selection; returns whether there was one. */
  putDown() {
    const any = this.selected.length > 0 || this.pointer.held !== null;
    this.again = null;
    this.pointer.drop();
    this.select([]);
    return any;
  }

  /**
   * @param {string} key
   * @param {Arrow | undefined} arrow
   * @param {boolean} shift
   */
  press(key, arrow, shift) {
    const spot = this.current;
    if (!spot) return;
    if (arrow && !shift && this.selected.length && this.reach().has(arrow[2])) {
      this.again = this.selected[0];
      this.do({ do: "click", handles: [...this.selected, arrow[2]] });
    } else if (arrow && !shift && canSlide(this.position)) {
      const choice = findSlide(this.position, arrow);
      if (choice) this.do({ do: "play", move: choice.move });
    } else if (arrow) this.focus(findNeighbour([...this.spots.values()], spot, arrow).handle);
    else if (key === "Enter" || key === " ") this.tap(spot.handle);
    else this.pressDigit(key);
  }

  /**
   * Handle a digit: the shape with that label, or else the one at that index.
   * @param {string} digit
   */
  pressDigit(digit) {
    const spots = [...this.spots.values()];
    const spot =
      spots.find(({ handle, first, last }) => first === last && last.label === digit && handle.includes(digit)) ??
      (spots.length <= 9 ? spots[Number(digit) - 1] : null);
    if (!spot) return;
    this.focus(spot.handle);
    this.tap(spot.handle);
  }

  // Highlights

  /** Highlight the shapes that can be clicked next. */
  reach() {
    return findNextHandles(this.position.choices, this.selected);
  }

  /**
   * Show the ratings of legal moves.
   * @param {Api.Mark[]} marks
   */
  mark(marks) {
    this.marks = new Map(marks.map((each) => [each.move, each]));
    this.light();
  }

  /**
   * Show a hint until it is replaced.
   * @param {Partial<Api.Hint> | null} hint
   */
  guide(hint) {
    this.hint = hint;
    this.light();
  }

  light() {
    if (!this.position) return;
    const reach = this.reach();
    /** @type {SVGElement[]} */
    const lights = [];
    /** @type {(shape: Api.Shape | undefined, role: string) => void} */
    const add = (shape, role) => void (shape && lights.push(drawLight(shape, role)));
    if (this.selected.length) for (const handle of reach.keys()) add(this.spots.get(handle)?.first, "option");
    for (const handle of this.hint?.handles ?? []) add(this.spots.get(handle)?.first, "hint");
    for (const id of this.hint?.ids ?? [])
      add(
        this.position.scene.shapes.find((shape) => shape.id === id),
        "hint",
      );
    for (const handle of this.selected) add(this.spots.get(handle)?.last, "selected");
    this.layers.highlights.replaceChildren(...lights);
    this.showBadges(reach);
    this.nameSpots(reach);
  }

  /** @param {Map<string, Set<number>>} reach */
  showBadges(reach) {
    const size = 11 * this.unit();
    const found = [];
    for (const [handle, numbers] of reach) {
      const verdict = findBestVerdict([...numbers].map((number) => this.marks.get(this.position.choices[number].move)));
      const spot = this.spots.get(handle);
      if (verdict && spot)
        found.push(
          this.selected.length
            ? drawBadge(verdict, spot.first.box, size, 0.5)
            : drawBadge(verdict, spot.last.box, size, 1),
        );
    }
    this.layers.badges.replaceChildren(...found);
  }

  /** @param {Map<string, Set<number>>} reach */
  nameSpots(reach) {
    const grab = findDraggable(this.position);
    for (const [handle, { element, label }] of this.spots) {
      const can = reach.has(handle);
      const words = [
        label || handle,
        this.selected.includes(handle) && T.selected,
        can && this.selected.length && T.canGo,
      ];
      element.setAttribute("aria-label", words.filter(Boolean).join(", "));
      element.setAttribute("aria-pressed", String(this.selected.includes(handle)));
    }
    for (const group of this.layers.shapes.children)
      group.classList.toggle("grab", grab.has(group.getAttribute("data-handle") ?? ""));
  }
}

/**
 * The handle of an element's spot; "" if it is not part of one.
 * @param {Element | null} element
 */
const findSpotOf = (element) => element?.getAttribute("data-spot") ?? "";

/** @typedef {"better" | "equal" | "worse"} Verdict */

/** @type {Verdict[]} */
const RANKS = ["better", "equal", "worse"];

/** The rating of a move by its outcome. */
export const VERDICTS = /** @type {const} */ ({ win: "better", draw: "equal", loss: "worse" });

/**
 * The best rating among several; for two players the outcome counts.
 * @param {(Api.Mark | undefined)[]} marks
 */
function findBestVerdict(marks) {
  const found = marks.map((mark) => (mark?.value ? VERDICTS[mark.value] : mark?.verdict));
  return RANKS.find((rank) => found.includes(rank));
}

/**
 * The bounding box of two boxes.
 * @param {Box} first
 * @param {Box} second
 * @returns {Box}
 */
function joinBoxes([x, y, width, height], [a, b, w, h]) {
  const [left, top] = [Math.min(x, a), Math.min(y, b)];
  return [left, top, Math.max(x + width, a + w) - left, Math.max(y + height, b + h) - top];
}

/**
 * @template {Element | null} E
 * @param {E} rect
 * @param {Box} box
 * @param {number} inset
 */
function setBox(rect, [x, y, width, height], inset) {
  const numbers = {
    x: x + inset,
    y: y + inset,
    width: Math.max(0, width - 2 * inset),
    height: Math.max(0, height - 2 * inset),
    rx: 0.12,
  };
  for (const [name, value] of Object.entries(numbers)) rect?.setAttribute(name, String(value));
  return rect;
}

/**
 * @param {Api.Shape} shape
 * @param {string} role
 */
function drawLight(shape, role) {
  return setBox(s("rect", { class: `light ${role}` }), shape.box, 0.05);
}

const GLYPHS = {
  better: "M0 -4.500 L4.600 3.400 H-4.600 Z",
  equal: "M-4.500 -1.300 H4.500 V1.300 H-4.500 Z",
  worse: "M0 4.500 L4.600 -3.400 H-4.600 Z",
};

/**
 * A badge in the middle of a box, or in its corner.
 * @param {Verdict} verdict
 * @param {Box} box
 * @param {number} size
 * @param {number} share
 */
function drawBadge(verdict, [x, y, width, height], size, share) {
  const group = s("g", { class: `badge ${verdict}` }, s("circle", { r: 11 }), s("path", { d: GLYPHS[verdict] }));
  const inset = share === 1 ? size * 0.8 : 0;
  group.setAttribute(
    "transform",
    `translate(${x + width * share - inset} ${y + height * (1 - share) + inset}) scale(${size / 11})`,
  );
  return group;
}
