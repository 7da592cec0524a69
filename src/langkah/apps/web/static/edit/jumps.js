// Editing jumps between places on the game's own picture: drag to draw one, tap its start to remove it.

/** @import { Draft } from "../tabs/edit.js" */

import { Canvas, formatViewBox } from "../replay/canvas.js";
import { createButton, fill, h, s } from "../dom.js";
import { findHandle } from "../pointer.js";
import { T } from "../texts.js";

/** @param {Draft} draft */
export function createEditor(draft) {
  const editor = new JumpEditor(draft);
  const { setting } = draft.editor;
  const restore = (/** @type {Record<string, any>} */ drawn) => (Object.assign(editor, { jumps: drawn[setting] }), editor.show());
  return { sheet: editor.svg, tools: editor.root, read: () => ({ [setting]: { ...editor.jumps } }), restore };
}

class JumpEditor {
  /** @param {Draft} draft */
  constructor(draft) {
    const { editor } = draft;
    this.draft = draft;
    this.editor = editor;
    /** @type {Record<string, number>} */
    this.jumps = { ...editor.value };
    this.layer = s("g", {});
    this.arrow = s("line", { class: "drawing" });
    this.svg = s("svg", { class: "scene jumps", role: "img", "aria-label": T.boardDrawn }, this.layer, this.arrow);
    this.canvas = new Canvas(this.layer);
    this.list = h("div", { class: "move-choices all" });
    this.from = h("input", {
      type: "number",
      inputmode: "numeric",
      "aria-label": T.from,
      placeholder: T.from,
      name: "from",
    });
    this.to = h("input", { type: "number", inputmode: "numeric", "aria-label": T.to, placeholder: T.to, name: "to" });
    const add = createButton("plus", T.addJump, () => this.set(this.from.value, this.to.value), {
      "data-do": "add-jump",
    });
    this.root = h(
      "div",
      { class: "editor" },
      h("p", { class: "quiet" }, T.jumpsHelp),
      h("div", { class: "row pair" }, this.from, h("span", {}, "→"), this.to, add),
      this.list,
    );
    this.svg.addEventListener("pointerdown", (event) => this.press(event));
    draft.addEventListener("change", () => this.show());
  }

  /**
   * @param {string} from
   * @param {string} to
   */
  set(from, to) {
    if (!from || !to || from === to) return;
    this.jumps = { ...this.jumps, [from]: Number(to) };
    this.from.value = this.to.value = "";
    this.draft.change({ [this.editor.setting]: this.jumps });
  }

  /** @param {string} from */
  remove(from) {
    const { [from]: _gone, ...jumps } = this.jumps;
    this.jumps = jumps;
    this.draft.change({ [this.editor.setting]: this.jumps });
  }

  show() {
    if (this.draft.position) {
      this.svg.setAttribute("viewBox", formatViewBox(this.draft.position.scene));
      this.canvas.draw(this.draft.position.scene);
    }
    const pairs = Object.entries(this.jumps).sort(([a], [b]) => Number(a) - Number(b));
    /** @type {(from: string, to: number) => boolean} */
    const isUp = (from, to) => to > Number(from);
    fill(
      this.list,
      pairs.map(([from, to]) =>
        h(
          "button",
          {
            type: "button",
            class: "chip",
            "data-jump": from,
            title: T.eraser,
            "aria-label": `${T.eraser} ${from} → ${to}`,
            onclick: () => this.remove(from),
          },
          h("span", { class: `sign ${isUp(from, to) ? "better" : "worse"}` }, isUp(from, to) ? "▲" : "▼"),
          `${from} → ${to}`,
          h("span", { class: "after" }, "×"),
        ),
      ),
    );
  }

  /**
   * The number of the place under the pointer.
   * @param {PointerEvent} event
   */
  findPlace({ clientX, clientY }) {
    const { handle } = this.editor;
    const found = findHandle(document.elementFromPoint(clientX, clientY));
    return found?.startsWith(handle) ? found.slice(handle.length) : null;
  }

  /** @param {PointerEvent} event */
  point(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM()?.inverse());
  }

  /** @param {PointerEvent} event */
  press(event) {
    const from = this.findPlace(event);
    if (from === null) return;
    event.preventDefault();
    const over = new AbortController();
    const start = this.point(event);
    const follow = (/** @type {PointerEvent} */ each) => {
      const { x, y } = this.point(each);
      for (const [name, value] of Object.entries({ x1: start.x, y1: start.y, x2: x, y2: y }))
        this.arrow.setAttribute(name, String(value));
      this.arrow.classList.add("seen");
    };
    const release = (/** @type {PointerEvent} */ each) => {
      over.abort();
      this.arrow.classList.remove("seen");
      const to = this.findPlace(each);
      if (to === from && this.jumps[from] !== undefined) this.remove(from);
      else if (to !== null) this.set(from, to);
    };
    window.addEventListener("pointermove", follow, { signal: over.signal });
    window.addEventListener("pointerup", release, { signal: over.signal });
    window.addEventListener("pointercancel", () => (over.abort(), this.arrow.classList.remove("seen")), {
      signal: over.signal,
    });
  }
}
