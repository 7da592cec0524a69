// Sharing: a link that restores the exact position, a readable one if that is complete, and the board as a file.

/** @import { Session } from "../session.js" */
/** @import { SessionView } from "../view.js" */

import { getPlace } from "../address.js";
import * as backend from "../backend.js";
import { FILES, createEmbedding } from "../connection.js";
import { createButton, fill, h, offerFile } from "../dom.js";
import { T } from "../texts.js";

/**
 * @param {Element} root
 * @param {SessionView} view
 */
export function mount(root, view) {
  const { session } = view;
  const link = h("input", {
    type: "text",
    readonly: true,
    class: "address",
    "aria-label": T.copyThis,
    onfocus: () => link.select(),
  });
  const copied = h("span", { class: "quiet", role: "status" });
  const file = h("input", {
    type: "file",
    accept: FILES,
    class: "unseen",
    tabindex: "-1",
    "data-file": "load",
    "aria-label": T.loadFile,
    onchange: () => loadFile(session, file),
  });
  const embedding = createEmbedding();
  fill(
    root,
    h(
      "div",
      { class: "row" },
      link,
      createButton("share", T.link, () => copyLink(link, copied), { kind: "main", "data-do": "copy" }),
    ),
    copied,
    h(
      "div",
      { class: "row" },
      createButton("save", T.saveFile, () => saveFile(session), { "data-do": "save" }),
      createButton("load", T.loadFile, () => file.click(), { "data-do": "load" }),
      file,
    ),
    embedding?.root,
  );
  const show = () => {
    link.value = `${location.origin}${location.pathname}#${getPlace(session.position)}`;
    copied.textContent = "";
    embedding?.show(link.value);
  };
  view.on("position", show);
  view.on("advice", show);
  show();
}

/**
 * @param {HTMLInputElement} link
 * @param {Element} copied
 */
async function copyLink(link, copied) {
  link.select();
  try {
    await navigator.clipboard.writeText(link.value);
  } catch {
    document.execCommand("copy");
  }
  copied.textContent = T.copied;
}

/**
 * Save the board as a file.
 * @param {Session} session
 */
export async function saveFile(session, problem = session.saved.problem, settings = session.saved.settings ?? {}) {
  try {
    const { name, text } = await backend.writeFile(problem, settings);
    offerFile(name, text);
  } catch (error) {
    session.fail(error);
  }
}

/**
 * Open the board in a file.
 * @param {Session} session
 * @param {HTMLInputElement} input
 */
export async function loadFile(session, input) {
  const [file] = input.files ?? [];
  input.value = "";
  if (!file) return;
  await session.open(file.text().then(backend.readFile), "begun").catch((error) => session.fail(error));
}
