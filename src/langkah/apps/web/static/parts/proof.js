// The proof of an answer: its claim and its limits, the file to save, and a check in the browser.

/** @import { SessionView } from "../view.js" */

import * as backend from "../backend.js";
import { createButton, createIcon, fill, h, offerFile } from "../dom.js";
import { explainError, isAbort } from "../errors.js";
import { formatBytes, formatWhole } from "../numbers.js";
import { T, capitalize, fillBlanks, toSentence } from "../texts.js";

const spinner = () => h("span", { class: "spinner" });

/**
 * Open a sheet with the proof of the answer for a position.
 * @param {SessionView} view
 * @param {Api.Saved} saved
 */
export async function openProof(view, saved) {
  const over = new AbortController();
  const told = h("div", { class: "proof-told" });
  const status = h("p", { class: "proof-status", role: "status" });
  /** @type {HTMLDialogElement} */
  const root = h(
    "dialog",
    { class: "proof", "aria-labelledby": "proof-title", onclose: () => (over.abort(), root.remove()) },
    h(
      "header",
      {},
      h("h2", { id: "proof-title", tabindex: "-1", autofocus: true }, T.proof),
      createButton("close", T.close, () => root.close(), { kind: "bare round", quiet: true, "data-do": "close-proof" }),
    ),
    told,
    status,
  );
  document.body.append(root);
  root.showModal();
  view.over.signal.addEventListener("abort", () => root.close(), { signal: over.signal });
  const tell = (/** @type {(Node | string)[]} */ ...parts) => fill(status, ...parts);
  const count = (/** @type {number} */ n) => tell(spinner(), fillBlanks(T.proofWriting, { n: formatWhole(n) }));
  count(0);
  try {
    const proof = await backend.prove(saved, { signal: over.signal, progress: ({ expanded }) => count(expanded ?? 0) });
    tell();
    fill(told, ...describe(proof), createTools(proof, saved, over.signal, tell));
  } catch (error) {
    showError(error, tell);
  }
}

/**
 * The claim, and what it does not prove.
 * @param {Api.Proof} proof
 */
function describe({ proved, unproved, states, bytes, name }) {
  const size = fillBlanks(T.proofSize, { n: formatWhole(states), size: formatBytes(bytes), name });
  return [
    h("p", { class: "proof-claim" }, createIcon("check"), h("span", {}, proved)),
    h("p", { class: "quiet" }, size),
    h("h3", {}, T.proofNot),
    h("ul", { class: "quiet" }, ...unproved.map((each) => h("li", {}, capitalize(toSentence(each))))),
  ];
}

/**
 * @param {Api.Proof} proof
 * @param {Api.Saved} saved
 * @param {AbortSignal} signal
 * @param {(...parts: (Node | string)[]) => void} tell
 */
function createTools({ name, data, states, sendable }, saved, signal, tell) {
  const save = () => offerFile(name, Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0)), "application/gzip");
  const check = createButton("check", T.proofCheck, () => run(), { kind: "main", "data-do": "check-proof" });
  const count = (/** @type {number} */ n) =>
    tell(spinner(), fillBlanks(T.proofChecking, { n: formatWhole(Math.min(n, states)), all: formatWhole(states) }));
  const run = async () => {
    if (!sendable) return tell(fillBlanks(T.proofTooLarge, { name }));
    check.toggleAttribute("disabled", true);
    count(0);
    try {
      const found = await backend.checkProof(data, saved, { signal, progress: ({ expanded }) => count(expanded ?? 0) });
      if (found.holds) tell(createIcon("check"), fillBlanks(T.proofChecked, { n: formatWhole(found.states) }));
      else tell(fillBlanks(T.proofBroken, { why: found.why }));
    } catch (error) {
      showError(error, tell);
    }
    check.toggleAttribute("disabled", false);
  };
  return h("div", { class: "row" }, check, createButton("save", T.proofSave, save, { "data-do": "save-proof" }));
}

/**
 * @param {unknown} error
 * @param {(...parts: string[]) => void} tell
 */
function showError(error, tell) {
  if (!isAbort(error)) tell(explainError(error));
}
