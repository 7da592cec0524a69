// The workshop for writing a puzzle: an editor, examples to start from, errors at their lines, a doctor, and playing.

import * as backend from "../backend.js";
import { createButton, fill, getField, h, offerFile } from "../dom.js";
import { explainError, isAbort } from "../errors.js";
import { formatMoment } from "../numbers.js";
import { T, toSentence } from "../texts.js";
import { beginDraft, keepDraft, listDrafts, nameDraft, readDraft } from "./drafts.js";
import { createEditor } from "./editor.js";
import { approve, makeFile } from "./own.js";

/** @typedef {(path: string, code: string, calls: Api.Calls) => Promise<any>} Try */

const MOST = 4000; // printed characters that are shown

/** @type {Record<string, () => string>} */
const TEMPLATES = {
  pouring: () => T.templateJugs,
  grid: () => T.templateGrid,
  pegs: () => T.templatePegs,
  words: () => T.templateWords,
  graph: () => T.templateGraph,
};

/**
 * @param {Element} main
 * @param {Try} tryCode
 * @param {(name: string) => Promise<string>} fetchTemplate
 */
export async function showWorkshop(main, tryCode, fetchTemplate) {
  document.title = `${T.write} · Langkah`;
  // The elements of the page
  const desk = h("div", { class: "desk" });
  const said = h("div", { class: "said", role: "status" });
  const printed = h("pre", { class: "printed", tabindex: "0", "aria-label": T.printed });
  const output = h("section", { hidden: true }, h("p", { class: "quiet" }, T.printed), printed);
  const choice = h("select", {
    "data-field": "template",
    onchange: (/** @type {Event} */ event) => begin(getField(event).value),
  });
  const small = { kind: "round", quiet: true };
  const file = h("input", {
    ...{ type: "file", accept: ".py,.txt", class: "unseen", tabindex: "-1", "aria-label": T.loadFile },
    ...{ "data-file": "load-code", onchange: () => openFile() },
  });
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
        createButton("save", T.saveFile, () => saveFile(), { ...small, "data-do": "save-code" }),
        createButton("load", T.loadFile, () => file.click(), { ...small, "data-do": "load-code" }),
        file,
      ),
      said,
      desk,
      output,
    ),
  );
  // The editor, with the current draft or an example
  /** @type {AbortController | null} */
  let running = null; // stops the current run
  const editor = await createEditor(desk, readDraft() ?? (await fetchTemplate("pouring")), T.code, keepDraft);
  listChoices();

  // Drafts and files

  /** The possible starting points: examples, and earlier drafts. */
  function listChoices() {
    const kept = listDrafts().map(({ code, at }, index) =>
      h("option", { value: index }, `${nameDraft(code)} · ${formatMoment(at)}`),
    );
    fill(
      choice,
      h("option", { value: "" }, T.startFrom),
      Object.entries(TEMPLATES).map(([name, words]) => h("option", { value: name }, words())),
      kept.length > 0 && h("optgroup", { label: T.earlierDrafts }, kept),
    );
    choice.value = "";
  }

  /** @param {string} name of an example, or the number of an earlier draft */
  async function begin(name) {
    if (!name) return;
    put(listDrafts()[Number(name)]?.code ?? (await fetchTemplate(name)));
  }

  /**
   * Put a text into the editor; the previous one is archived, with a link back.
   * @param {string} text
   */
  function put(text) {
    const aside = beginDraft(text);
    editor.write(text);
    editor.mark([]);
    output.hidden = true;
    listChoices();
    const back = () => put(listDrafts()[0].code);
    fill(said, aside && [T.draftKept, " ", h("button", { class: "link", "data-do": "draft-back", onclick: back }, T.bringBack)]);
  }

  function saveFile() {
    const { name, text } = makeFile(editor.read());
    offerFile(name, text, "text/x-python");
  }

  async function openFile() {
    const [chosen] = file.files ?? [];
    file.value = "";
    if (chosen) put(await chosen.text());
  }

  // Running the code

  /** @param {(code: string) => Promise<void>} deed */
  async function work(deed) {
    running?.abort();
    const over = (running = new AbortController());
    editor.mark([]);
    output.hidden = true;
    printed.textContent = "";
    showRunning();
    try {
      await deed(editor.read());
    } catch (error) {
      if (over !== running) return; // another run has replaced this one
      fill(said, isAbort(error) ? h("p", { class: "quiet" }, T.stopped) : h("p", { class: "refusal" }, explainError(error)));
    }
  }

  /** Show that code is running, with a button that stops it. */
  function showRunning() {
    const stop = createButton("close", T.stop, () => running?.abort(), { "data-do": "stop-code" });
    fill(said, h("div", { class: "working" }, h("span", { class: "spinner" }), T.running, stop));
  }

  /** @param {any} said while the code runs */
  function print(said) {
    if (typeof said?.printed !== "string" || printed.textContent.length > MOST) return;
    printed.textContent += said.printed.slice(0, MOST);
    output.hidden = false;
  }

  /**
   * Run the code, and show its errors; returns whether there are none.
   * @param {string} code
   * @returns {Promise<{ problem: string, faults: Api.Fault[] }>}
   */
  async function check(code) {
    const found = await tryCode("own/check", code, { progress: print, signal: running?.signal });
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
    showRunning();
    const { healthy, coverage, checks } = await tryCode("own/doctor", code, { signal: running?.signal });
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

/** @param {any} check one check with its findings */
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
