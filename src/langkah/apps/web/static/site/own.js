// Puzzles in Python: their code runs only after the reader has approved it, and is sent in links, compressed, after the
// position and a dot. The answers of the code are trusted only about its own puzzle.

import { h } from "../dom.js";
import { Refusal } from "../refusal.js";
import { T } from "../texts.js";
import { beginDraft, nameDraft } from "./drafts.js";

const FILE = "puzzle.py"; // its name in Python
const WITH_CODE = /^([\w-]+)\.([\w-]+)$/; // an exact link with code; readable links have another form
const TOKEN = /^[\w-]+$/;
const LONGEST = 100_000; // characters of a puzzle

/** @typedef {{ code: string, packed: string }} Own */

/** @type {Own | null} */
let own = JSON.parse(sessionStorage.getItem("own") ?? "null"); // the approved code of this tab

/** @param {unknown} problem */
const isOwn = (problem) => typeof problem === "string" && problem.startsWith(`${FILE}:`);

/** Whether results of a problem are saved. Those of foreign code are not, because they cannot be trusted. */
export const isKept = (/** @type {string} */ problem) => !isOwn(problem);

/**
 * The code that a request is about, and the only code that may run for it; null for shipped problems.
 * @param {any} body
 * @returns {string | null}
 */
export const findCode = (body) => body.code ?? (isOwn((body.saved ?? body).problem) ? (own?.code ?? null) : null);

/**
 * Approve code: it may run from now on.
 * @param {string} code
 */
export async function approve(code) {
  own = { code, packed: await pack(code) };
  sessionStorage.setItem("own", JSON.stringify(own));
}

/**
 * The position of a link and its code, or null. If the code is not approved yet, the reader is asked.
 * @param {string} token
 */
export async function openToken(token) {
  const [, position, packed] = WITH_CODE.exec(token) ?? [];
  if (!packed) return { token, code: null };
  if (packed !== own?.packed) await askFor(await unpack(packed));
  return { token: position, code: own?.code ?? null };
}

/**
 * Approve foreign code if the reader agrees.
 * @param {string} code
 */
export async function askFor(code) {
  if (!(await askReader(code))) throw new Refusal([T.notRun], 0);
  await approve(code);
}

/**
 * Restrict an answer by foreign code to the code itself, and add the code to its links.
 * @param {any} answer
 * @param {string} code
 */
export function addCode(answer, code) {
  const positions = [answer, answer?.position].filter((each) => each?.saved || each?.token);
  for (const position of positions) {
    const { saved, token } = position;
    const fine = isOwn(saved?.problem) && TOKEN.test(token) && own?.code === code;
    if (!fine) throw new Refusal([T.ownEnded], 0);
    Object.assign(position, { token: `${token}.${own?.packed}`, address: "" });
  }
  return answer;
}

/** @param {string} code */
function askReader(code) {
  return new Promise((resolve) => {
    const say = (/** @type {string} */ what) => () => dialog.close(what);
    const dialog = h(
      "dialog",
      { class: "consent", "aria-label": T.sharedPuzzle },
      h("h2", {}, T.sharedPuzzle),
      h("p", {}, T.sharedHelp),
      h("pre", { tabindex: "0" }, code),
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", class: "button main", "data-do": "run-shared", onclick: say("run") }, T.runShared),
        h("button", { type: "button", class: "button", "data-do": "edit-shared", onclick: say("edit") }, T.editShared),
        h("button", { type: "button", class: "button", "data-do": "refuse-shared", onclick: say("") }, T.notNow),
      ),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "run");
      if (dialog.returnValue !== "edit") return;
      beginDraft(code);
      location.hash = "#write";
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/**
 * Whether a text is a puzzle in Python rather than a board.
 * @param {string} text
 */
export const isPython = (text) => /^class \w+\s*[(:]/m.test(text);

/**
 * The file of a puzzle in Python.
 * @param {string} code
 */
export const makeFile = (code) => ({ name: `${nameDraft(code).replace(/\W+/g, "_").toLowerCase()}.py`, text: code });

/** @param {string} code */
async function pack(code) {
  const stream = new Blob([code]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} packed */
async function unpack(packed) {
  try {
    const text = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (sign) => sign.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const reader = stream.pipeThrough(new TextDecoderStream("utf-8", { fatal: true })).getReader();
    let code = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return code;
      code += value;
      if (code.length > LONGEST) throw new RangeError("too long");
    }
  } catch {
    throw new Refusal([T.damaged], 0);
  }
}
