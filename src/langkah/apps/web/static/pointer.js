// Mouse and touch on a board: a press that stays in place becomes a tap; one that moves drags pieces along the paths of
// legal moves, and becomes an action on release.

/** @import { Board } from "./board.js" */
/** @import { Rail } from "./gestures.js" */

import { formatTranslation } from "./replay/canvas.js";
import { getTarget } from "./dom.js";
import {
  findDraggable,
  findDropRail,
  findNextHandles,
  findNextRail,
  findRails,
  isComplete,
  rankRails,
} from "./gestures.js";

const NEAR = { mouse: 5, pen: 8, touch: 10 }; // pixels within which a press stays a tap
const GIVE = 0.12; // how far a dragged piece deviates sideways

/**
 * The current press: its position, the rails of its piece, and the distance dragged.
 * @typedef {object} Held
 * @property {string} handle
 * @property {Rail[]} rails
 * @property {AbortController} over
 * @property {number} x
 * @property {number} y
 * @property {Point} from
 * @property {boolean} moved
 * @property {Point} vector
 * @property {string[]} ids
 * @property {string} stuck the pressed piece, if others with its handle can be dragged but it cannot
 */

export class PointerInput {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {Held | null} */
    this.held = null; // the current press
    /** @type {Map<string, Point>} */
    this.places = new Map(); // places of dragged shapes, by id
    board.root.addEventListener("pointerdown", (event) => this.press(event));
    board.root.addEventListener("touchstart", (event) => this.grip(event), { passive: false });
  }

  /**
   * A touch on a draggable piece does not scroll the page.
   * @param {TouchEvent} event
   */
  grip(event) {
    const handle = findHandle(getTarget(event));
    if (handle && findDraggable(this.board.position).has(handle) && event.cancelable) event.preventDefault();
  }

  /**
   * The id of the piece under the pointer if a drag would move another one with the same handle; else "".
   * @param {Element} target
   * @param {string} handle
   */
  findStuck(target, handle) {
    const { position } = this.board;
    const id = target.closest("[data-handle]")?.getAttribute("data-id") ?? "";
    const role = position.scene.shapes.find((shape) => shape.id === id)?.role ?? "";
    const moving = new Set(findRails(position, handle).flatMap(({ travel }) => Object.keys(travel)));
    return moving.size && role.startsWith("piece") && !moving.has(id) ? id : "";
  }

  /** @param {PointerEvent} event */
  press(event) {
    const handle = findHandle(getTarget(event));
    if (!handle || event.button || this.held) return;
    this.board.focus(handle);
    const stuck = this.findStuck(getTarget(event), handle);
    const rails = !stuck && this.board.selected.length < 2 ? findRails(this.board.position, handle) : [];
    const over = new AbortController();
    const { pointerId: id, clientX: x, clientY: y } = event;
    /** @type {Held} */
    const held = { handle, rails, over, x, y, from: this.board.point(event), moved: false, vector: [0, 0], ids: [], stuck };
    this.held = held;
    /** @type {(name: "pointermove" | "pointerup" | "pointercancel", deed: (event: PointerEvent) => void) => void} */
    const listen = (name, deed) =>
      window.addEventListener(name, (each) => each.pointerId === id && deed(each), { signal: over.signal });
    listen("pointermove", (each) => this.drag(each, held));
    listen("pointerup", (each) => this.release(each, held));
    listen("pointercancel", () => this.drop());
    if (rails.length) event.preventDefault();
  }

  /**
   * @param {PointerEvent} event
   * @param {Held} held
   */
  drag(event, held) {
    const { board } = this;
    const far = Math.hypot(event.clientX - held.x, event.clientY - held.y);
    if (!held.moved && far < (NEAR[/** @type {keyof typeof NEAR} */ (event.pointerType)] ?? 6)) return;
    if (!held.moved) this.lift(held);
    const [x, y] = board.point(event);
    held.vector = [x - held.from[0], y - held.from[1]];
    const [rail] = rankRails(held.rails, held.vector);
    if (!rail) return;
    for (const id of held.ids) {
      const [dx, dy] = rail.travel[id] ?? [0, 0];
      const give = rail.travel[id] ? GIVE : 0;
      const [left, top] = board.canvas.getPlace(id) ?? [0, 0];
      this.put(id, [left + dx * rail.share + rail.aside[0] * give, top + dy * rail.share + rail.aside[1] * give]);
    }
  }

  /**
   * @param {string} id
   * @param {Point} place
   */
  put(id, place) {
    this.places.set(id, place);
    const group = this.board.canvas.getGroup(id);
    if (group) group.style.transform = formatTranslation(place);
  }

  /** @param {Held} held */
  lift(held) {
    const { board } = this;
    held.moved = true;
    const ids = new Set(held.rails.flatMap(({ travel }) => Object.keys(travel)));
    held.ids = [...ids].filter((id) => board.canvas.getGroup(id));
    for (const id of held.ids) board.canvas.getGroup(id)?.classList.add("held");
    if (held.rails.length) board.select([held.handle]);
  }

  /**
   * @param {PointerEvent} event
   * @param {Held} held
   */
  release(event, held) {
    const { board } = this;
    const other = findHandle(document.elementFromPoint(event.clientX, event.clientY), board.root);
    held.over.abort();
    this.held = null;
    if (!held.moved) {
      if (other === held.handle) board.enqueue(() => board.tap(held.handle));
      return;
    }
    const rail = findDropRail(held.rails, held.vector);
    const deed = this.understand(held, other, rail);
    if (!deed) return this.drop();
    board.do(deed);
    if (deed.do === "play" && rail) this.goOn(held.handle, rail, held.vector);
  }

  /**
   * A drag over several steps: after a move, repeat it as far as the drag went.
   * @param {string} handle
   * @param {Rail} rail
   * @param {Point} vector
   */
  goOn(handle, rail, [x, y]) {
    /** @type {Point} */
    const left = [x - rail.main[0], y - rail.main[1]];
    this.board.enqueue(() => {
      const { position } = this.board;
      const next = findNextRail(findRails(position, handle), rail, left);
      if (!next) return;
      this.board.do({ do: "play", move: position.choices[next.choice].move });
      this.goOn(handle, next, left);
    });
  }

  /**
   * The meaning of a drag: onto a legal place, near the end of a rail, or onto a place that will be refused.
   * @param {Held} held
   * @param {string | null} other
   * @param {Rail | undefined} rail
   * @returns {Api.ActRequest["deed"] | null}
   */
  understand({ handle, rails, stuck: lying }, other, rail) {
    const { choices } = this.board.position;
    if (lying) return { do: "click", handles: [lying] }; // reports why
    if (other && isComplete(choices, [handle, other])) return { do: "drag", press: handle, release: other };
    if (rail) return { do: "play", move: choices[rail.choice].move };
    if (rails.length) return other && other !== handle ? { do: "drag", press: handle, release: other } : null;
    const stuck = choices.length > 0 && !findNextHandles(choices, []).has(handle); // a click reports why
    return stuck ? { do: "click", handles: [handle] } : null;
  }

  /**
   * The routes of dragged shapes from where they were dropped to their new places.
   * @param {Api.Shape[]} shapes
   */
  findRoutes(shapes) {
    /** @type {Record<string, Point[]>} */
    const found = {};
    for (const { id = "", at } of shapes) {
      const here = this.places.get(id);
      if (here)
        found[id] = [
          [here[0] - at[0], here[1] - at[1]],
          [0, 0],
        ];
    }
    return found;
  }

  /** Release everything; shapes return to their places. */
  drop() {
    const { canvas } = this.board;
    this.held?.over.abort();
    this.held = null;
    for (const id of this.places.keys()) {
      const [group, place] = [canvas.getGroup(id), canvas.getPlace(id)];
      if (!group || !place) continue;
      group.classList.remove("held");
      group.style.transform = formatTranslation(place);
    }
    this.places.clear();
  }
}

/**
 * The handle under the pointer.
 * @param {Element | null} target
 * @param {Element} [root] only inside this element
 */
export function findHandle(target, root) {
  const found = /** @type {SVGElement | null | undefined} */ (target?.closest("[data-handle]"));
  return found && (!root || root.contains(found)) ? (found.dataset.handle ?? null) : null;
}
