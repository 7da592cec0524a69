// The reader's own puzzle: its code, which runs only after the reader has said so, and which travels in links, packed,
// behind a point after the position.

import { h } from "../dom.js";
import { Refusal } from "../refusal.js";
import { T } from "../texts.js";

const FILE = "puzzle.py"; // as Python calls it
const WITH_CODE = /^([\w-]+)\.([\w-]+)$/; // an exact link, and code; links that people can type look otherwise
const LONGEST = 100_000; // signs of a puzzle

/** @typedef {{ code: string, packed: string }} Own */

/** @type {Own | null} */
let own = JSON.parse(sessionStorage.getItem("own") ?? "null"); // what may run in this tab

/** The code that may run, null where there is none. */
export const getCode = () => own?.code ?? null;

/**
 * Let code run from now on: the reader has said so.
 * @param {string} code
 */
export async function approve(code) {
  own = { code, packed: await pack(code) };
  sessionStorage.setItem("own", JSON.stringify(own));
}

/**
 * The position of a link. Where code comes with it, and it is not what runs already, the reader is asked.
 * @param {string} token
 */
export async function openToken(token) {
  const [, position, packed] = WITH_CODE.exec(token) ?? [];
  if (!packed) return token;
  if (packed === own?.packed) return position;
  const code = await unpack(packed);
  if (!(await askReader(code))) throw new Refusal([T.notRun], 0);
  await approve(code);
  return position;
}

/**
 * An answer with links that carry the code of the puzzle that it is about.
 * @template {any} A
 * @param {A} answer
 * @returns {A}
 */
export function addCode(answer) {
  const found = /** @type {any} */ (answer);
  if (found?.position) addCode(found.position);
  if (own && found?.token && found.saved?.problem.startsWith(`${FILE}:`)) found.token += `.${own.packed}`;
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
      keepDraft(code);
      location.hash = "#write";
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** What is being written, kept between visits. */
export const readDraft = () => localStorage.getItem("draft");

/** @param {string} code */
export const keepDraft = (code) => localStorage.setItem("draft", code);

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
