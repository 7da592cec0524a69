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
                group && h("h3", {}, group),
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
 * A card: its name is the title of the level, everything else about it is told after that.
 * @param {SessionView} view
 * @param {Api.Level} level
 */
function createLevelCard(view, { name, title, meaning, note, counts, scene }) {
  const about = h("span", { class: "facts", id: `about-${name}` }, meaning && h("em", {}, meaning), h("span", {}, counts));
  return h(
    "button",
    {
      type: "button",
      class: "level",
      title: note || null,
      "data-level": name,
      "aria-label": title,
      "aria-describedby": about.id,
      onclick: () => openLevel(view, name),
    },
    h("span", { class: "frame" }, drawPicture(scene)),
    h("span", { class: "title" }, title),
    about,
    h("span", { class: "tick" }),
  );
}

/**
 * Tick the levels that were solved in this browser, with the best of them.
 * @param {Element} root
 */
function tick(root) {
  const { solved } = readProgress();
  for (const card of root.querySelectorAll(".level")) {
    const found = solved[card.getAttribute("data-level") ?? ""];
    const place = /** @type {Element} */ (card.querySelector(".tick"));
    card.classList.toggle("solved", Boolean(found));
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
