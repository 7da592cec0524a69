// A broken link: shows which part of it is unknown, and offers similar places.

import * as backend from "./backend.js";
import { createButton, h } from "./dom.js";
import { listReasons } from "./errors.js";
import { T, fillBlanks, toSentence } from "./texts.js";

/** @typedef {{ name: string, title: string }} Place A game or level. */

/**
 * The notice about an error in a link.
 * @param {string} place the link's place, without the rest
 * @param {unknown} error
 * @param {Api.Game[]} games
 * @param {(address: string) => void} open
 */
export async function explainLink(place, error, games, open) {
  const told = listReasons(error).map(toSentence).join(" ");
  const [name] = decodePlace(place).split(/[?&]/);
  const [word, level] = name.split(":");
  const game = games.find((each) => each.name === word);
  if (!game && told.includes(`'${word}'`)) return createNotice(fillBlanks(T.noGame, { name: word }), near(games), []);
  if (!game || level === undefined) return createNotice(told);
  const { levels } = await backend.fetchLevels(game.name).catch(() => ({ levels: [] }));
  if (levels.some((each) => each.name === name)) return createNotice(told);
  return createNotice(fillBlanks(T.noLevel, { name: level, game: game.title }), near(levels), [game]);

  /**
   * The places suggested by the error, in its order: "Did you mean ...?"
   * @param {Place[]} places
   */
  function near(places) {
    const question = told.slice(0, told.indexOf("?") + 1);
    const found = places.filter((each) => findName(question, each.name) >= 0);
    return found.sort((a, b) => findName(question, a.name) - findName(question, b.name));
  }

  /**
   * @param {string} words
   * @param {Place[]} [meant]
   * @param {Place[]} [whole] games whose levels can be looked through
   */
  function createNotice(words, meant = [], whole = []) {
    const all = whole.map((each) => createButton("levels", fillBlanks(T.allLevels, { game: each.title }), () => open(each.name)));
    const some = meant.map((each) => h("button", { type: "button", class: "chip", onclick: () => open(each.name) }, each.title));
    return h(
      "div",
      { class: "notice", role: "alert" },
      h("p", {}, words),
      some.length > 0 && h("div", { class: "row" }, h("span", {}, T.perhaps), some),
      all.length > 0 && h("div", { class: "row" }, all),
    );
  }
}

/**
 * The index of a name in a text as a separate word; -1: not found.
 * @param {string} text
 * @param {string} name
 */
const findName = (text, name) => text.search(new RegExp(`(?<![\\w:-])${name.replace(/[^\w]/g, "\\$&")}(?![\\w:-])`));

/** @param {string} place */
function decodePlace(place) {
  try {
    return decodeURIComponent(place);
  } catch {
    return place;
  }
}
