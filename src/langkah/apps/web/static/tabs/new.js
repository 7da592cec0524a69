// A new puzzle: easy, medium or hard, or with a given least cost. It is generated on request.

/** @import { SessionView } from "../view.js" */

import { createButton, fill, h } from "../dom.js";
import { GRADES, makeNew } from "../new_puzzle.js";
import { T } from "../texts.js";

const MOST_NEEDED = 99_999;
const WIDE = 940; // window width in pixels from which on the tab is beside the board

/**
 * @param {HTMLElement} root
 * @param {SessionView} view
 */
export function mount(root, view) {
  const told = h("p", { class: "told quiet", role: "status" });
  const needs = h("input", { type: "number", min: 1, max: MOST_NEEDED, step: 1, "data-field": "needs" });
  const label = h("label", {});
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
      label,
      h("button", { type: "submit", class: "button", "data-do": "new needs" }, T.newMake),
    ),
    told,
    h("p", { class: "quiet" }, T.newHelp),
  );
  const reveal = () => root.hidden || innerWidth >= WIDE || root.scrollIntoView({ block: "nearest" });
  const say = () => {
    const [before, after] = (view.session.sheet?.wish || "{n}").split("{n}");
    fill(label, `${before} `, needs, after);
  };
  view.on("sheet", say);
  say();
  view.on("tab", reveal);
  reveal();
}
