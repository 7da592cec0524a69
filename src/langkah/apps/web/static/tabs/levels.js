// The levels of the game, chosen by picture.

/** @import { SessionView } from "../view.js" */

import * as backend from "../backend.js";
import { createIcon, fill, h } from "../dom.js";
import { readProgress } from "../progress.js";
import { drawPicture } from "../replay/canvas.js";
import { T, fillBlanks } from "../texts.js";

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
          ? groupLevels(levels).map(([group, members]) =>
              h(
                "section",
                { class: "group", "aria-label": group || null },
                group && h("h2", {}, group),
                members.every(({ rule }) => rule === members[0].rule) && h("p", { class: "rule" }, members[0].rule),
                h(
                  "div",
                  { class: "pictures" },
                  members.map((level) => createLevelCard(view, level)),
                ),
              ),
            )
          : h("p", { class: "quiet" }, T.noLevels),
      );
    }
    for (const each of root.querySelectorAll(".level"))
      each.setAttribute("aria-pressed", String(each.getAttribute("data-level") === session.saved.problem));
    tick(root);
  };
  view.on("sheet", show);
  view.on("position", () => tick(root));
  show();
}

/**
 * Levels by their groups, in the order in which they come.
 * @param {Api.Level[]} levels
 */
function groupLevels(levels) {
  /** @type {Map<string, Api.Level[]>} */
  const groups = new Map();
  for (const level of levels) groups.set(level.group, [...(groups.get(level.group) ?? []), level]);
  return [...groups];
}

/**
 * A card; all of it can be clicked, but what is named is only the title.
 * @param {SessionView} view
 * @param {Api.Level} level
 */
function createLevelCard(view, { name, title, meaning, note, counts, scene }) {
  const id = `about-${name}`;
  const open = { "aria-describedby": id, "data-level": name, onclick: () => openLevel(view, name) };
  return h(
    "div",
    { class: "shelf", "data-card": name, title: note || null },
    h("span", { class: "frame" }, drawPicture(scene)),
    h("button", { type: "button", class: "level", ...open }, title),
    h("span", { class: "facts", id }, meaning && h("em", {}, meaning), h("span", {}, counts)),
    h("span", { class: "tick" }),
  );
}

/**
 * Tick the levels that were solved in this browser, with the best of them.
 * @param {Element} root
 */
function tick(root) {
  const { solved } = readProgress();
  for (const card of root.querySelectorAll(".shelf")) {
    const found = solved[card.getAttribute("data-card") ?? ""];
    const place = /** @type {Element} */ (card.querySelector(".tick"));
    if (found && place.getAttribute("data-best") !== String(found.best)) {
      place.setAttribute("data-best", String(found.best));
      const words = found.best === null ? T.solvedBefore : fillBlanks(T.bestOf, { n: found.best });
      fill(place, createIcon("check"), h("span", {}, words));
    } else if (!found) fill(place);
  }
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
