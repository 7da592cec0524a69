// The levels of the game, chosen by picture.

/** @import { SessionView } from "../view.js" */

import * as backend from "../backend.js";
import { drawPicture } from "../replay/canvas.js";
import { fill, h } from "../dom.js";
import { T } from "../texts.js";

/**
 * @param {Element} root
 * @param {SessionView} view
 */
export function mount(root, view) {
  const { session } = view;
  let game = "";
  const show = async () => {
    if (!session.sheet) return;
    if (session.sheet.game !== game) {
      const wanted = (game = session.sheet.game);
      const { levels } = await backend.fetchLevels(wanted);
      if (wanted !== game || view.gone) return;
      fill(
        root,
        levels.length
          ? h(
              "div",
              { class: "pictures" },
              levels.map((level) => createLevelCard(view, level)),
            )
          : h("p", { class: "quiet" }, T.noLevels),
      );
    }
    for (const each of root.querySelectorAll(".level"))
      each.setAttribute("aria-pressed", String(each.getAttribute("data-level") === session.saved.problem));
  };
  view.on("sheet", show);
  show();
}

/**
 * @param {SessionView} view
 * @param {Api.Level} level
 */
function createLevelCard(view, { name, title, note, least, scene }) {
  return h(
    "button",
    { type: "button", class: "level", title: note, "data-level": name, onclick: () => openLevel(view, name) },
    h("span", { class: "frame" }, drawPicture(scene)),
    h("span", { class: "title" }, title),
    least !== null && h("span", { class: "least", title: T.least }, least),
  );
}

/**
 * @param {SessionView} view
 * @param {string} name
 */
async function openLevel({ session, board }, name) {
  window.scrollTo({ top: 0, behavior: "smooth" });
  board.arrive();
  await session.begin({ problem: name, settings: {} }).catch((error) => session.fail(error));
}
