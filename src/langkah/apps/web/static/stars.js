// Stars: for a solution, for one of least cost, and for one without hints.

import { h } from "./dom.js";
import { T } from "./texts.js";

/** @typedef {import("./progress.js").Solved} Solved */

/**
 * The stars of a result, with a text for screen readers.
 * @param {Solved | undefined} found
 * @param {boolean} [level]
 */
export function createStars(found, level = false) {
  const names = [T.starSolved, ...(level ? [] : [T.starLeast]), T.starAlone];
  const parts = [Boolean(found), ...(level ? [] : [Boolean(found?.least)]), Boolean(found?.alone)];
  const words = names.filter((_name, place) => parts[place]).join(", ") || T.starNone;
  return h(
    "span",
    { class: "stars", role: "img", "aria-label": words, title: words },
    parts.map((lit) => h("span", { class: lit ? "lit" : "", "aria-hidden": "true" }, lit ? "★" : "☆")),
  );
}
