// A new puzzle: easy, medium or hard, or with a given least cost. It is generated on request.

/** @import { SessionView } from "../view.js" */

import { createButton, fill, h } from "../dom.js";
import { explainError, isAbort } from "../errors.js";
import { GRADES, makeOrder, openOrder } from "../new_puzzle.js";
import { T } from "../texts.js";

const MOST_NEEDED = 99_999;
const WIDE = 940; // window width in pixels from which on the tab is beside the board

/**
 * @param {HTMLElement} root
 * @param {SessionView} view
 */
export function mount(root, view) {
  const told = h("p", { class: "told quiet", role: "status" });
  const needs = h("input", { type: "number", min: 1, max: MOST_NEEDED, step: 1, "aria-label": T.newNeeds, "data-field": "needs" });
  const make = (/** @type {string} */ wish) => makeNew(view, wish, told);
  const titles = { easy: T.easy, medium: T.medium, hard: T.hard };
  fill(
    root,
    h(
      "div",
      { class: "row grades" },
      GRADES.map((grade) => createButton("new", titles[grade], () => make(grade), { "data-do": `new ${grade}` })),
    ),
    h(
      "form",
      {
        class: "row needs",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          if (needs.value && needs.reportValidity()) make(String(Number(needs.value)));
        },
      },
      h("label", {}, T.newNeeds, " ", needs),
      h("button", { type: "submit", class: "button", "data-do": "new needs" }, T.newMake),
    ),
    told,
    h("p", { class: "quiet" }, T.newHelp),
  );
  const reveal = () => root.hidden || innerWidth >= WIDE || root.scrollIntoView({ block: "nearest" });
  view.on("tab", reveal);
  reveal();
}

/**
 * Generate a new puzzle of the current game, and open it.
 * @param {SessionView} view
 * @param {string} wish
 * @param {Element} told
 */
export async function makeNew({ session, board }, wish, told) {
  if (!session.sheet) return;
  told.textContent = T.newMaking;
  const over = (session.making = new AbortController());
  try {
    const opening = openOrder(makeOrder(session.sheet.game, wish), { signal: over.signal });
    await opening;
    if (session.gone || session.making !== over) return;
    window.scrollTo({ top: 0, behavior: "smooth" });
    board.arrive();
    await session.open(opening, "begun");
    told.textContent = "";
  } catch (error) {
    if (!isAbort(error)) told.textContent = explainError(error);
  }
}
