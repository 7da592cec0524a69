// The gallery: every game with its picture.

import { drawPicture } from "./replay/canvas.js";
import { fill, h } from "./dom.js";
import { T } from "./texts.js";

/**
 * Something that everybody must know; it stays.
 * @param {string} words
 */
export const createNotice = (words) => h("p", { class: "notice", role: "alert" }, words);

/**
 * Show the games; `open` is called with the name of the one that was chosen. `why` says what went wrong before.
 * @param {Element} main
 * @param {Api.Game[]} games
 * @param {(name: string) => void} open
 */
export function showGallery(main, games, open, why = "") {
  const cards = games.map((game) =>
    h(
      "button",
      { type: "button", class: "card", "data-game": game.name, onclick: () => open(game.name) },
      h("span", { class: "frame" }, drawPicture(game.scene)),
      h("span", { class: "title" }, game.title),
      h("span", { class: "about" }, game.about),
    ),
  );
  fill(
    main,
    h(
      "div",
      { class: "gallery" },
      why ? createNotice(why) : null,
      h("h1", {}, T.about),
      h("div", { class: "cards" }, cards),
    ),
  );
}
