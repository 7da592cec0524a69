// Mouse and finger on a board: a press that stays where it is becomes a tap; one that moves drags pieces along the ways
// that legal moves would take them, and becomes a deed where they are let go.

import { formatTranslation } from "./canvas.js";
import { rankRails, isComplete, findDraggable, findDropChoice, findRails } from "./gestures.js";

const NEAR = { mouse: 5, pen: 8, touch: 10 }; // pixels within which a press stays a tap
const GIVE = 0.12; // how much a dragged piece gives way aside

export class PointerInput {
  constructor(board) {
    this.board = board;
    this.held = null; // what is pressed now
    this.places = new Map(); // where dragged shapes are, by id
    board.root.addEventListener("pointerdown", (event) => this.press(event));
    board.root.addEventListener("touchstart", (event) => this.grip(event), { passive: false });
  }

  /** A finger on something that can be dragged does not scroll the page. */
  grip(event) {
    const handle = findHandle(event.target);
    if (handle && findDraggable(this.board.position).has(handle) && event.cancelable) event.preventDefault();
  }

  press(event) {
    const handle = findHandle(event.target);
    if (!handle || event.button || this.held) return;
    const ways = this.board.selected.length < 2 ? findRails(this.board.position, handle) : [];
    const over = new AbortController();
    const { pointerId: id, clientX: x, clientY: y } = event;
    this.held = { handle, ways, over, x, y, from: this.board.point(event), moved: false, vector: [0, 0], ids: [] };
    const listen = (name, deed) =>
      window.addEventListener(name, (each) => each.pointerId === id && deed(each), { signal: over.signal });
    listen("pointermove", (each) => this.drag(each));
    listen("pointerup", (each) => this.release(each));
    listen("pointercancel", () => this.drop());
    if (ways.length) event.preventDefault();
  }

  drag(event) {
    const { board, held } = this;
    const far = Math.hypot(event.clientX - held.x, event.clientY - held.y);
    if (!held.moved && far < (NEAR[event.pointerType] ?? 6)) return;
    if (!held.moved) this.lift(held);
    const [x, y] = board.point(event);
    held.vector = [x - held.from[0], y - held.from[1]];
    const [rail] = rankRails(held.ways, held.vector);
    if (!rail) return;
    for (const id of held.ids) {
      const [dx, dy] = rail.travel[id] ?? [0, 0];
      const give = rail.travel[id] ? GIVE : 0;
      const at = board.canvas.place(id);
      this.put(id, [at[0] + dx * rail.share + rail.aside[0] * give, at[1] + dy * rail.share + rail.aside[1] * give]);
    }
  }

  put(id, place) {
    this.places.set(id, place);
    this.board.canvas.group(id).style.transform = formatTranslation(place);
  }

  lift(held) {
    const { board } = this;
    held.moved = true;
    const ids = new Set(held.ways.flatMap(({ travel }) => Object.keys(travel)));
    held.ids = [...ids].filter((id) => board.canvas.group(id));
    for (const id of held.ids) board.canvas.group(id).classList.add("held");
    if (held.ways.length) board.select([held.handle]);
  }

  release(event) {
    const { board, held } = this;
    const other = findHandle(document.elementFromPoint(event.clientX, event.clientY), board.root);
    held.over.abort();
    this.held = null;
    if (!held.moved) {
      if (other === held.handle) board.soon(() => board.tap(held.handle));
      return;
    }
    const deed = this.meant(held, other);
    if (deed) board.deed(deed);
    else this.drop();
  }

  /** What a drag means: onto a place that is legal, near the end of a way, or onto a place that will be refused. */
  meant({ handle, ways, vector }, other) {
    const { choices } = this.board.position;
    const choice = findDropChoice(ways, vector);
    if (other && isComplete(choices, [handle, other])) return { do: "drag", press: handle, release: other };
    if (choice !== undefined) return { do: "play", move: choices[choice].move };
    return ways.length && other && other !== handle ? { do: "drag", press: handle, release: other } : null;
  }

  /** The ways on which dragged shapes come from where they were let go to where they now belong. */
  routes(shapes) {
    const found = shapes.filter(({ id }) => this.places.has(id));
    return Object.fromEntries(
      found.map(({ id, at }) => [id, [this.places.get(id).map((here, axis) => here - at[axis]), [0, 0]]]),
    );
  }

  /** Let go of whatever is held; shapes go back to their places. */
  drop() {
    const { canvas } = this.board;
    this.held?.over.abort();
    this.held = null;
    for (const id of this.places.keys()) {
      const group = canvas.group(id);
      if (!group) continue;
      group.classList.remove("held");
      group.style.transform = formatTranslation(canvas.place(id));
    }
    this.places.clear();
  }
}

function findHandle(target, root) {
  const found = target?.closest?.("[data-handle]");
  return found && (!root || root.contains(found)) ? found.dataset.handle : null;
}
