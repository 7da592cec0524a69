// Editing your own board. The problem defines its editor (see `Editor` in model.py); the drawing becomes a setting, and
// the backend reports at once whether it can be played. The editor takes the place of the board.

/** @import { Session } from "../session.js" */
/** @import { SessionView } from "../view.js" */

import * as backend from "../backend.js";
import { createButton, fill, h } from "../dom.js";
import { explainError, isAbort, listReasons } from "../errors.js";
import { T, fillBlanks, toSentence } from "../texts.js";
import { loadFile, saveFile } from "./share.js";

const WAYS = { letters: () => import("../edit/letters.js"), jumps: () => import("../edit/jumps.js"), roads: () => import("../edit/roads.js") };

/**
 * @param {Element} root
 * @param {SessionView} view
 */
export function mount(root, view) {
  /** @type {Api.Sheet | null} */
  let shown = null;
  /** @type {Draft | null} */
  let latest = null;
  const show = async () => {
    const { sheet } = view.session;
    if (!sheet?.editor || shown === sheet) return;
    shown = sheet;
    const draft = (latest = new Draft(view.session, sheet, sheet.editor));
    const way = await WAYS[sheet.editor.kind]();
    if (shown !== sheet) return;
    const { sheet: drawing, tools, read, restore } = way.createEditor(draft);
    draft.drawn = read();
    draft.restore = restore;
    fill(view.easel, drawing);
    fill(root, tools, createControls(draft));
    draft.check();
  };
  view.on("sheet", show);
  const listen = (/** @type {Event} */ event) => {
    const { key, ctrlKey, metaKey, target } = /** @type {KeyboardEvent} */ (event);
    const isWriting = target instanceof HTMLInputElement; // in text fields the browser itself undoes typing
    if (isWriting || key !== "z" || !(ctrlKey || metaKey)) return;
    event.preventDefault();
    latest?.undo();
  };
  for (const place of [root, view.easel]) place.addEventListener("keydown", listen, { signal: view.over.signal });
  show();
}

/** @typedef {Record<string, any>} Drawn The settings that describe the drawing. */

/** The current drawing, not yet played. */
export class Draft extends EventTarget {
  /**
   * @param {Session} session
   * @param {Api.Sheet} sheet
   * @param {Api.Editor} editor
   */
  constructor(session, { game, given, settings }, editor) {
    super();
    this.session = session;
    this.game = game;
    this.editor = editor;
    this.current = Object.fromEntries(settings.map(({ name, value }) => [name, value]));
    this.settings = { ...given };
    /** @type {Api.Position | null} */
    this.position = null;
    this.verdict = "";
    /** @type {string[]} */
    this.errors = [];
    /** @type {symbol | null} */
    this.asked = null;
    this.answered = Promise.resolve(); // when it is known whether the last change can be played
    /** @type {AbortController | null} */
    this.over = null;
    /** @type {Drawn} */
    this.drawn = {};
    /** @type {Drawn[]} */
    this.past = []; // earlier drawings, the latest at the end
    this.restore = (/** @type {Drawn} */ _drawn) => {}; // show it in the editor
  }

  /**
   * Change settings by drawing.
   * @param {Drawn} changes
   * @param {boolean} [joined] whether the change continues the previous one, and is undone together with it
   */
  change(changes, joined = false) {
    if (!joined) this.past.push(this.drawn);
    this.apply(changes);
  }

  /** Undo the last change. */
  undo() {
    const before = this.past.pop();
    if (!before) return;
    this.apply(before);
    this.restore(structuredClone(before));
  }

  /** @param {Drawn} changes */
  apply(changes) {
    this.drawn = structuredClone(changes);
    for (const name of this.editor.settles) delete this.settings[name];
    Object.assign(this.settings, changes);
    this.check();
  }

  /** Check whether the board can be played. */
  check() {
    this.answered = this.ask();
  }

  /** Only the last answer counts. */
  async ask() {
    this.over?.abort();
    this.verdict = "";
    const asked = (this.asked = Symbol("asked"));
    try {
      const position = await backend.fetchPosition({ problem: this.game, settings: this.settings });
      if (asked === this.asked) Object.assign(this, { position, errors: [] });
    } catch (error) {
      if (asked === this.asked) Object.assign(this, { errors: listReasons(error) });
    }
    this.dispatchEvent(new Event("change"));
  }

  /** @param {string} verdict */
  say(verdict) {
    this.verdict = verdict;
    this.dispatchEvent(new Event("change"));
  }

  /** Whether the goal is empty, in an editor with goals. */
  get lacksGoal() {
    const { goal } = this.editor;
    return Boolean(goal) && !Object.keys(this.settings[goal] ?? this.current[goal] ?? {}).length;
  }

  /** Search for a solution. */
  async solve() {
    await this.answered;
    if (!this.position || this.errors.length) return;
    if (this.lacksGoal) return this.say(T.noGoal);
    this.over = new AbortController();
    this.say(T.checking);
    try {
      const result = await backend.runTask("solve", this.position.saved, { signal: this.over.signal });
      this.say(describeCheck(result));
    } catch (error) {
      if (!isAbort(error)) this.say(explainError(error));
    }
  }

  async play() {
    await this.answered;
    if (!this.position || this.errors.length) return;
    window.scrollTo({ top: 0, behavior: "smooth" });
    await this.session.open(backend.fetchPosition(this.position.saved), "begun");
  }
}

/** @param {Api.Solution} result */
function describeCheck({ status, cost, why, value }) {
  if (status === "impossible") return `${T.unsolvable} ${toSentence(why)}`;
  if (status === "stopped") return toSentence(why);
  return value ? toSentence(why) : fillBlanks(T.solvable, { cost });
}

/** @param {Draft} draft */
function createControls(draft) {
  const errors = h("ul", { class: "errors refusal", role: "alert" });
  const verdict = h("p", { class: "verdict", role: "status" });
  const row = h("div", { class: "row" });
  const file = h("input", {
    type: "file",
    accept: ".toml,.txt",
    class: "unseen",
    tabindex: "-1",
    "data-file": "edit",
    "aria-label": T.loadFile,
    onchange: () => loadFile(draft.session, file),
  });
  const show = () => {
    const bad = draft.errors.length > 0 || !draft.position;
    fill(
      errors,
      draft.errors.map((line) => h("li", {}, toSentence(line))),
    );
    verdict.textContent = draft.verdict;
    fill(row, [
      createButton("undo", T.undo, () => draft.undo(), { disabled: !draft.past.length, "data-do": "undo-draft" }),
      createButton("check", T.check, () => draft.solve(), { disabled: bad, "data-do": "check" }),
      createButton("play", T.playThis, () => draft.play(), { kind: "main", disabled: bad, "data-do": "play-draft" }),
      createButton("save", T.saveFile, () => saveFile(draft.session, draft.game, draft.settings), {
        disabled: bad,
        "data-do": "save-draft",
      }),
      createButton("load", T.loadFile, () => file.click(), {}),
      file,
    ]);
  };
  draft.addEventListener("change", show);
  show();
  return [errors, verdict, row];
}
