// Where one writes a puzzle: an editor, examples to start from, faults at their lines, a doctor, and then play.

import * as backend from "../backend.js";
import { createButton, fill, getField, h } from "../dom.js";
import { explainError } from "../errors.js";
import { T, toSentence } from "../texts.js";
import { createEditor } from "./editor.js";
import { approve, keepDraft, readDraft } from "./own.js";

/** @typedef {(path: string, body: object) => Promise<any>} Ask */

/** @type {Record<string, () => string>} */
const TEMPLATES = {
  jugs: () => T.templateJugs,
  grid: () => T.templateGrid,
  pegs: () => T.templatePegs,
  words: () => T.templateWords,
  graph: () => T.templateGraph,
};

/**
 * @param {Element} main
 * @param {Ask} ask
 * @param {(name: string) => Promise<string>} fetchTemplate
 */
export async function showWorkshop(main, ask, fetchTemplate) {
  document.title = `${T.write} · Langkah`;
  const desk = h("div", { class: "desk" });
  const said = h("div", { class: "said", role: "status" });
  const choice = h(
    "select",
    { "data-field": "template", onchange: (/** @type {Event} */ event) => begin(getField(event).value) },
    h("option", { value: "" }, T.startFrom),
    Object.entries(TEMPLATES).map(([name, words]) => h("option", { value: name }, words())),
  );
  fill(
    main,
    h(
      "div",
      { class: "workshop" },
      h("h1", {}, T.write),
      h("p", { class: "quiet" }, T.writeHelp),
      h(
        "div",
        { class: "row" },
        h("label", {}, h("span", { class: "unseen" }, T.startFrom), choice),
        createButton("play", T.runAndPlay, () => work(play), { kind: "main", "data-do": "run" }),
        createButton("check", T.doctor, () => work(examine), { "data-do": "doctor" }),
      ),
      said,
      desk,
    ),
  );
  const editor = await createEditor(desk, readDraft() ?? (await fetchTemplate("jugs")), T.code, keepDraft);

  /** @param {string} name */
  async function begin(name) {
    if (!name) return;
    choice.value = "";
    editor.write(await fetchTemplate(name));
    editor.mark([]);
    fill(said);
  }

  /** @param {(code: string) => Promise<void>} deed */
  async function work(deed) {
    editor.mark([]);
    fill(said, h("div", { class: "working" }, h("span", { class: "spinner" }), T.running));
    try {
      await deed(editor.read());
    } catch (error) {
      fill(said, h("p", { class: "refusal" }, explainError(error)));
    }
  }

  /**
   * Run the code; whether nothing is wrong with it. What is wrong is shown.
   * @param {string} code
   * @returns {Promise<{ problem: string, faults: Api.Fault[] }>}
   */
  async function check(code) {
    const found = await ask("own/check", { code });
    editor.mark(found.faults);
    fill(
      said,
      found.faults.map((/** @type {Api.Fault} */ { text }) => h("p", { class: "refusal" }, text)),
    );
    return found;
  }

  /** @param {string} code */
  async function play(code) {
    const { problem, faults } = await check(code);
    if (faults.length) return;
    await approve(code);
    const position = await backend.fetchPosition({ problem });
    location.hash = `#${position.token}`;
  }

  /** @param {string} code */
  async function examine(code) {
    const { faults } = await check(code);
    if (faults.length) return;
    fill(said, h("div", { class: "working" }, h("span", { class: "spinner" }), T.running));
    const { healthy, coverage, checks } = await ask("own/doctor", { code });
    fill(
      said,
      h("p", { class: healthy ? "healthy" : "refusal" }, healthy ? T.healthy : T.sick),
      h("p", { class: "quiet" }, toSentence(coverage)),
      h(
        "details",
        { open: !healthy },
        h("summary", {}, T.examined),
        h("ul", { class: "checks", tabindex: "0", "aria-label": T.examined }, checks.map(createCheck)),
      ),
    );
  }
}

/** @param {any} check one thing that was looked for, and what was found */
function createCheck({ name, about, status, findings }) {
  return h(
    "li",
    { "data-check": name, class: status },
    h("span", {}, about),
    findings.map((/** @type {any} */ { text, boards }) => [
      h("p", {}, text),
      boards.map((/** @type {string} */ board) => h("pre", {}, board)),
    ]),
  );
}
