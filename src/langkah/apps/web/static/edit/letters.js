// Drawing a board with characters: choose one, and paint with it. Cells with the same character are one piece. A second
// layer, the goal, holds the cells that a piece must reach.

/** @import { Draft } from "../tabs/edit.js" */

import { createButton, fill, getTarget, h } from "../dom.js";
import { T, fillBlanks } from "../texts.js";

const NAMES = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
/** @typedef {[row: number, column: number]} Cell */

/** @type {Record<string, Cell>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** @param {Draft} draft */
export function createEditor(draft) {
  const editor = new LetterEditor(draft);
  const restore = (/** @type {Record<string, any>} */ drawn) => editor.restore(drawn);
  return { sheet: editor.grid, tools: editor.root, read: () => editor.read(), restore };
}

class LetterEditor {
  /** @param {Draft} draft */
  constructor(draft) {
    const { editor } = draft;
    this.draft = draft;
    this.editor = editor;
    /** @type {string[][]} */
    this.rows = editor.value.map((/** @type {string} */ row) => [...row]);
    /** @type {Record<string, Cell[]>} */
    this.goal = editor.goal ? structuredClone(draft.current[editor.goal] ?? {}) : {};
    /** @type {Set<string>} */
    this.drawn = new Set(); // every piece on the board since it was opened, which the palette keeps
    this.brush = editor.legend[0][0];
    this.aim = ""; // the piece whose goal is being drawn
    this.stroke = ""; // "begun" or "under way" while a pointer paints: a stroke is undone as a whole
    /** @type {Cell} */
    this.at = [0, 0];
    this.palette = h("div", { class: "palette", role: "group", "aria-label": T.paint });
    this.grid = h("div", { class: "letters", role: "grid", "aria-label": T.boardDrawn });
    this.sizes = h("div", { class: "sizes" });
    this.asides = h("ul", { class: "asides", role: "status" });
    this.root = h(
      "div",
      { class: "editor" },
      h("p", { class: "quiet" }, T.paint),
      this.palette,
      this.sizes,
      this.asides,
    );
    /** @type {Record<string, string>} */
    this.roles = {}; // the look of each piece when the board was last valid
    draft.addEventListener("change", () => this.learnRoles(draft.position) && this.show());
    this.grid.addEventListener("pointerdown", (event) => this.press(event));
    this.grid.addEventListener("keydown", (event) => this.key(event));
    this.learnRoles(draft.session.position);
    this.show();
  }

  get known() {
    return new Map(this.editor.legend.map(([sign, role, words]) => [sign, { role, words }]));
  }

  /** The sign of a free cell. */
  get empty() {
    return this.editor.legend.find(([, role]) => role.startsWith("cell"))?.[0] ?? ".";
  }

  get pieces() {
    return [...new Set(this.rows.flat())].filter((sign) => !this.known.has(sign));
  }

  /**
   * Use the look that pieces have in the game, as soon as it is known.
   * @param {Api.Position | null} position
   * @returns whether something looks otherwise now
   */
  learnRoles(position) {
    const { handle } = this.editor;
    const before = JSON.stringify(this.roles);
    /** @type {Record<string, string>} */
    const seen = {}; // the first shape of a piece is its body
    for (const shape of (handle && position?.scene.shapes) || [])
      if (shape.handle?.startsWith(handle)) seen[shape.handle.slice(handle.length)] ??= shape.role;
    Object.assign(this.roles, seen);
    return JSON.stringify(this.roles) !== before;
  }

  // Editing

  /**
   * @param {number} row
   * @param {number} column
   */
  paint(row, column) {
    if (this.aim) return this.toggleGoal(row, column);
    if (this.rows[row][column] === this.brush) return undefined;
    if (this.editor.single.includes(this.brush)) // only one such cell may exist: it moves here
      this.rows = this.rows.map((line) => line.map((sign) => (sign === this.brush ? this.empty : sign)));
    this.rows[row][column] = this.brush;
    return this.commit();
  }

  /**
   * Add a cell to the goal of a piece, or remove it.
   * @param {number} row
   * @param {number} column
   */
  toggleGoal(row, column) {
    const cells = this.goal[this.aim] ?? [];
    const rest = cells.filter(([a, b]) => a !== row || b !== column);
    this.goal[this.aim] = rest.length < cells.length ? rest : [...cells, [row, column]];
    this.commit();
  }

  /**
   * @param {number} rows
   * @param {number} columns
   */
  resize(rows, columns) {
    const height = Math.max(1, this.rows.length + rows);
    const width = Math.max(1, this.rows[0].length + columns);
    this.rows = Array.from({ length: height }, (_row, row) =>
      Array.from({ length: width }, (_cell, column) => this.rows[row]?.[column] ?? this.empty),
    );
    for (const piece of Object.keys(this.goal))
      this.goal[piece] = this.goal[piece].filter(([row, column]) => row < height && column < width);
    this.commit();
  }

  /** An erased piece keeps its goal in case it is drawn again; the board is checked without it. */
  commit() {
    for (const piece of Object.keys(this.goal)) if (!this.goal[piece].length) delete this.goal[piece];
    this.draft.change(this.read(), this.stroke === "under way");
    if (this.stroke) this.stroke = "under way";
    this.show();
  }

  /** The drawing, as settings. */
  read() {
    /** @type {Record<string, any>} */
    const found = { [this.editor.setting]: this.rows.map((row) => row.join("")) };
    const goals = Object.entries(this.goal).filter(([piece]) => this.pieces.includes(piece));
    if (this.editor.goal) found[this.editor.goal] = Object.fromEntries(goals);
    return found;
  }

  /**
   * Show an earlier drawing. A piece that is erased in it keeps its goal.
   * @param {Record<string, any>} drawn
   */
  restore(drawn) {
    this.rows = drawn[this.editor.setting].map((/** @type {string} */ row) => [...row]);
    if (this.editor.goal) {
      const erased = Object.entries(this.goal).filter(([piece]) => !this.pieces.includes(piece));
      this.goal = { ...Object.fromEntries(erased), ...drawn[this.editor.goal] };
    }
    this.at = [Math.min(this.at[0], this.rows.length - 1), Math.min(this.at[1], this.rows[0].length - 1)];
    this.show();
  }

  // Input

  /** @param {PointerEvent} event */
  press(event) {
    const cell = readCell(getTarget(event));
    if (!cell) return;
    event.preventDefault();
    const over = new AbortController();
    const seen = new Set();
    this.stroke = "begun";
    const go = (/** @type {Element | null} */ target) => {
      const place = readCell(target);
      if (!place || seen.has(String(place))) return;
      seen.add(String(place));
      this.at = place;
      this.paint(...place);
    };
    go(getTarget(event));
    const follow = (/** @type {PointerEvent} */ each) => go(document.elementFromPoint(each.clientX, each.clientY));
    window.addEventListener("pointermove", follow, { signal: over.signal });
    for (const name of ["pointerup", "pointercancel"])
      window.addEventListener(name, () => (over.abort(), (this.stroke = "")), { signal: over.signal });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    const [row, column] = this.at;
    if (arrow) {
      this.at = [
        Math.max(0, Math.min(this.rows.length - 1, row + arrow[0])),
        Math.max(0, Math.min(this.rows[0].length - 1, column + arrow[1])),
      ];
      this.show({ focus: true });
    } else if (event.key === "Enter" || event.key === " ") this.paint(row, column);
    else if (!this.aim && this.canDraw(event.key)) {
      this.brush = event.key;
      this.paint(row, column);
    } else return;
    event.preventDefault();
    event.stopPropagation();
    this.show({ focus: true });
  }

  /**
   * Whether a key is a character that can be drawn: one of the legend, or a letter or digit for a piece.
   * @param {string} key
   */
  canDraw(key) {
    return this.known.has(key) || (this.editor.others !== "" && /^[\p{L}\p{N}*]$/u.test(key));
  }

  // Display

  show({ focus = false } = {}) {
    this.showPalette();
    /** @type {Map<string, string>} */
    const wanted = new Map();
    for (const [piece, cells] of Object.entries(this.goal))
      for (const [row, column] of cells) wanted.set(`${row},${column}`, piece);
    this.grid.style.setProperty("--columns", String(this.rows[0].length));
    this.grid.style.setProperty("--rows", String(this.rows.length));
    fill(
      this.grid,
      this.rows.map((line, row) =>
        h(
          "div",
          { class: "line", role: "row" },
          line.map((sign, column) => this.createCell(sign, row, column, wanted.get(`${row},${column}`))),
        ),
      ),
    );
    if (focus) /** @type {HTMLElement | null} */ (this.grid.querySelector('[tabindex="0"]'))?.focus();
    fill(this.sizes, [
      createSizeControl(T.rows, this.rows.length, T.removeRow, T.addRow, (by) => this.resize(by, 0)),
      createSizeControl(T.columns, this.rows[0].length, T.removeColumn, T.addColumn, (by) => this.resize(0, by)),
    ]);
    const apart = this.pieces.map((piece) => ({ piece, n: countParts(this.rows, piece) })).filter(({ n }) => n > 1);
    const erased = Object.keys(this.goal).filter((piece) => !this.pieces.includes(piece));
    fill(this.asides, [
      apart.map((each) => h("li", {}, fillBlanks(T.inParts, each))),
      erased.map((piece) => h("li", {}, fillBlanks(T.goalWithoutPiece, { piece }))),
    ]);
  }

  /**
   * @param {string} sign
   * @param {number} row
   * @param {number} column
   * @param {string | undefined} goal the piece that must come here
   */
  createCell(sign, row, column, goal) {
    const joins = this.known.has(sign) ? [] : listSides((down, right) => this.rows[row + down]?.[column + right] === sign);
    const words = [
      fillBlanks(T.cellAt, { row: row + 1, column: column + 1 }),
      this.known.get(sign)?.words ?? sign,
      goal && fillBlanks(T.drawGoal, { piece: goal }),
    ];
    const current = row === this.at[0] && column === this.at[1];
    return h(
      "button",
      {
        type: "button",
        role: "gridcell",
        class: ["sign", this.classify(sign), ...joins].join(" "),
        "data-cell": `${row},${column}`,
        "data-goal": goal,
        tabindex: current ? "0" : "-1",
        "aria-label": words.filter(Boolean).join(", "),
      },
      this.write(sign),
      goal && this.createGoalEdge(goal, row, column),
    );
  }

  /**
   * The part of a goal's outline in one cell.
   * @param {string} goal
   * @param {number} row
   * @param {number} column
   */
  createGoalEdge(goal, row, column) {
    const inside = (/** @type {number} */ a, /** @type {number} */ b) =>
      this.goal[goal].some(([down, right]) => down === a && right === b);
    const sides = listSides((down, right) => inside(row + down, column + right));
    return h("i", { class: ["aim", ...sides].join(" ") });
  }

  /**
   * The text in a cell: none on ground, whose colour is enough.
   * @param {string} sign
   */
  write(sign) {
    return this.known.get(sign)?.role.startsWith("cell") && !/[0-9]/.test(sign) ? "" : sign;
  }

  /**
   * The class for the colour of a character.
   * @param {string} sign
   */
  classify(sign) {
    const role = this.known.get(sign)?.role;
    const look = this.roles[sign];
    if (!role && look) return `is-piece is-${look.replace(":", "-")}`;
    const place = [...this.pieces, sign].indexOf(sign); // a new piece comes after the existing ones
    return role ? `is-${role.replace(":", "-")}` : `is-piece is-piece-${place % 8}`;
  }

  showPalette() {
    const { legend, others, goal } = this.editor;
    // A button for a character
    const choose = (/** @type {string} */ sign) => () => (Object.assign(this, { brush: sign, aim: "" }), this.show());
    /** @type {(sign: string, words: string) => Element} */
    const brush = (sign, words) =>
      h(
        "button",
        {
          type: "button",
          class: "brush",
          "aria-pressed": String(!this.aim && this.brush === sign),
          "data-brush": sign,
          title: words,
          "aria-label": words,
          onclick: choose(sign),
        },
        h("span", { class: `sign ${this.classify(sign)}` }, this.write(sign)),
        h("span", { class: "words" }, words),
      );
    // The letters of pieces: those drawn so far, and one more
    for (const piece of this.pieces) this.drawn.add(piece);
    const fresh = [...NAMES].find((name) => !this.drawn.has(name) && !this.known.has(name));
    const letters = others ? [...this.drawn, ...(fresh ? [fresh] : [])] : [];
    // A button for the goal of each piece
    const aims = goal
      ? this.pieces.map((piece) =>
          h(
            "button",
            {
              type: "button",
              class: "brush",
              "aria-pressed": String(this.aim === piece),
              "data-aim": piece,
              "aria-label": fillBlanks(T.drawGoal, { piece }),
              onclick: () => (Object.assign(this, { aim: this.aim === piece ? "" : piece }), this.show()),
            },
            h("span", { class: `sign goal ${this.classify(piece)}` }, piece),
          ),
        )
      : [];
    fill(this.palette, [
      h(
        "div",
        { class: "brushes" },
        legend.map(([sign, , words]) => brush(sign, words)),
        letters.map((letter) => brush(letter, `${others} ${letter}`)),
      ),
      aims.length > 0 &&
        h(
          "div",
          { class: "brushes" },
          h("span", { class: "quiet" }, T.goal),
          aims,
          this.aim !== "" && h("span", { class: "quiet" }, T.goalHelp),
        ),
    ]);
  }
}

/** @type {[name: string, down: number, right: number][]} */
const SIDES = [
  ["up", -1, 0],
  ["right", 0, 1],
  ["down", 1, 0],
  ["left", 0, -1],
  ["both", 1, 1],
];

/**
 * The sides on which a shape continues.
 * @param {(down: number, right: number) => boolean} goesOn
 */
const listSides = (goesOn) => SIDES.filter(([, down, right]) => goesOn(down, right)).map(([name]) => name);

/**
 * The number of separate parts of a piece on the board.
 * @param {string[][]} rows
 * @param {string} piece
 */
function countParts(rows, piece) {
  const left = new Set(rows.flatMap((line, row) => line.flatMap((sign, column) => (sign === piece ? [`${row},${column}`] : []))));
  let parts = 0;
  for (const first of left) {
    parts += 1;
    const queue = [first];
    for (const cell of queue) {
      if (!left.delete(cell)) continue;
      const [row, column] = cell.split(",").map(Number);
      queue.push(...Object.values(ARROWS).map(([down, right]) => `${row + down},${column + right}`));
    }
  }
  return parts;
}

/**
 * @param {string} words
 * @param {number} count
 * @param {string} less
 * @param {string} more
 * @param {(by: number) => void} change
 */
function createSizeControl(words, count, less, more, change) {
  return h(
    "div",
    { class: "line" },
    h("span", {}, words),
    createButton("minus", less, () => change(-1), { kind: "bare round", quiet: true, disabled: count <= 1 }),
    h("span", { class: "count" }, count),
    createButton("plus", more, () => change(1), { kind: "bare round", quiet: true }),
  );
}

/**
 * @param {Element | null} target
 * @returns {Cell | null}
 */
function readCell(target) {
  const place = target?.closest("[data-cell]")?.getAttribute("data-cell");
  return place ? /** @type {Cell} */ (place.split(",").map(Number)) : null;
}
