// A board of one's own. The problem says how its board is drawn (see `Editor` in model.py); what is drawn goes into a
// setting, and the backend says at once whether it can be played.

import * as backend from "../backend.js";
import { picture } from "../canvas.js";
import { button, fill, h } from "../dom.js";
import { T, filled, sentence } from "../texts.js";
import { load, save } from "./share.js";

const WAYS = { letters: () => import("../edit/letters.js"), jumps: () => import("../edit/jumps.js") };

export function mount(root, view) {
  let shown = null;
  const show = async () => {
    const { sheet } = view.table;
    if (!sheet?.editor || shown === sheet) return;
    shown = sheet;
    const draft = new Draft(view.table, sheet);
    const way = await WAYS[sheet.editor.kind]();
    if (shown === sheet) fill(root, way.tools(draft), controls(draft));
    draft.check();
  };
  view.on("sheet", show);
  show();
}

/** What has been drawn so far, not yet played. */
class Draft extends EventTarget {
  constructor(table, { game, given, editor, settings }) {
    super();
    this.table = table;
    this.game = game;
    this.editor = editor;
    this.current = Object.fromEntries(settings.map(({ name, value }) => [name, value]));
    this.settings = { ...given };
    this.position = null;
    this.verdict = "";
    this.errors = [];
  }

  /** Change settings by drawing. */
  change(changes) {
    for (const name of this.editor.settles) delete this.settings[name];
    Object.assign(this.settings, changes);
    this.check();
  }

  /** Ask whether this can be played; the last answer counts. */
  async check() {
    this.over?.abort();
    this.verdict = "";
    const asked = (this.asked = Symbol("asked"));
    try {
      const position = await backend.position({ problem: this.game, settings: this.settings });
      if (asked === this.asked) Object.assign(this, { position, errors: [] });
    } catch (error) {
      if (asked === this.asked) Object.assign(this, { errors: error.lines ?? [T.offline] });
    }
    this.dispatchEvent(new Event("change"));
  }

  say(verdict) {
    this.verdict = verdict;
    this.dispatchEvent(new Event("change"));
  }

  /** Look for a solution. */
  async solve() {
    this.over = new AbortController();
    this.say(T.checking);
    try {
      const result = await backend.work("solve", this.position.saved, { signal: this.over.signal });
      this.say(told(result));
    } catch (error) {
      if (error.name !== "AbortError") this.say(error.message || T.offline);
    }
  }

  play() {
    window.scrollTo({ top: 0, behavior: "smooth" });
    return this.table.open(backend.position(this.position.saved));
  }
}

function told({ status, cost, why, value }) {
  if (status === "impossible") return `${T.unsolvable} ${sentence(why)}`;
  if (status === "stopped") return sentence(why);
  return value ? sentence(why) : filled(T.solvable, { cost });
}

function controls(draft) {
  const errors = h("ul", { class: "errors refusal", role: "alert" });
  const verdict = h("p", { class: "verdict", role: "status" });
  const preview = h("div", { class: "preview frame" });
  const row = h("div", { class: "row" });
  const file = h("input", {
    type: "file",
    accept: ".toml,.txt",
    class: "unseen",
    tabindex: "-1",
    "data-file": "edit",
    "aria-label": T.loadFile,
    onchange: () => load(draft.table, file),
  });
  const show = () => {
    const bad = draft.errors.length > 0 || !draft.position;
    fill(
      errors,
      draft.errors.map((line) => h("li", {}, line)),
    );
    verdict.textContent = draft.verdict;
    preview.hidden = bad || draft.editor.kind !== "letters";
    if (!preview.hidden) fill(preview, picture(draft.position.scene));
    fill(row, [
      button("check", T.check, () => draft.solve(), { disabled: bad, "data-do": "check" }),
      button("play", T.playThis, () => draft.play(), { kind: "main", disabled: bad, "data-do": "play-draft" }),
      button("save", T.saveFile, () => save(draft.table, draft.game, draft.settings), {
        disabled: bad,
        "data-do": "save-draft",
      }),
      button("load", T.loadFile, () => file.click(), {}),
      file,
    ]);
  };
  draft.addEventListener("change", show);
  show();
  return [errors, verdict, row, preview];
}
