// The levels of the game with pictures, and those in a file that the reader opens.

/** @import { SessionView } from "../view.js" */

import * as backend from "../backend.js";
import { createButton, fill, h } from "../dom.js";
import { readProgress } from "../progress.js";
import { drawPicture } from "../replay/canvas.js";
import { createStars } from "../stars.js";
import { T, fillBlanks } from "../texts.js";

const LEVEL_FILES = ".toml,.txt,.xsb,.sok";

/**
 * @param {Element} root
 * @param {SessionView} view
 */
export function mount(root, view) {
  const { session } = view;
  const shelf = h("div", {});
  fill(root, createFileShelf(view), shelf);
  let game = "";
  const show = async () => {
    if (!session.sheet) return;
    if (session.sheet.game !== game) {
      const wanted = (game = session.sheet.game);
      const { levels } = await backend.fetchLevels(wanted);
      if (wanted !== game || view.gone) return;
      fill(
        shelf,
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
    for (const each of root.querySelectorAll("[data-level]"))
      each.setAttribute("aria-pressed", String(each.getAttribute("data-level") === session.saved.problem));
    tick(root, session.sheet?.level_cost);
  };
  view.on("sheet", show);
  for (const event of /** @type {const} */ (["position", "progress"]))
    view.on(event, () => tick(root, session.sheet?.level_cost));
  show();
}

/**
 * A button that opens a file, and the levels in it.
 * @param {SessionView} view
 */
function createFileShelf(view) {
  const brought = h("section", { class: "group brought" });
  const input = h("input", {
    type: "file",
    accept: LEVEL_FILES,
    class: "unseen",
    tabindex: "-1",
    "data-file": "levels",
    "aria-label": T.loadFile,
    onchange: () => openLevelFile(view, input, brought),
  });
  const button = createButton("load", T.loadFile, () => input.click(), { "data-do": "open levels" });
  return h("div", { class: "own-levels" }, h("div", { class: "row" }, button, input), brought);
}

/**
 * Show the levels of a file; a single level is opened at once.
 * @param {SessionView} view
 * @param {HTMLInputElement} input
 * @param {Element} brought
 */
async function openLevelFile(view, input, brought) {
  const [file] = input.files ?? [];
  input.value = "";
  if (!file) return;
  try {
    const text = await file.text();
    const { all, levels } = await backend.readLevels(text);
    if (view.gone) return;
    if (all === 1 && !levels[0].wrong.length) return openLevel(view, levels[0].game, levels[0].settings);
    const pictures = h("div", { class: "pictures" });
    const more = createButton("levels", T.moreLevels, () => addLevels(pictures.children.length + 1), { "data-do": "more levels" });
    const add = (/** @type {Api.LevelInFile[]} */ found) => {
      pictures.append(...found.map((level) => createFileCard(view, level)));
      more.toggleAttribute("hidden", pictures.children.length >= all);
    };
    const addLevels = async (/** @type {number} */ first) => {
      await backend.readLevels(text, first).then((next) => add(next.levels), (error) => view.session.fail(error));
    };
    fill(brought, h("h2", {}, fillBlanks(T.levelsIn, { file: file.name })), pictures, more);
    add(levels);
  } catch (error) {
    view.session.fail(error);
  }
}

/**
 * The card of a level in a file; an invalid one shows its mistakes instead.
 * @param {SessionView} view
 * @param {Api.LevelInFile} level
 */
function createFileCard(view, { number, title, game, game_title, settings, wrong, scene }) {
  const name = `${number}. ${title || game_title}`;
  const open = { "data-number": String(number), onclick: () => openLevel(view, game, settings) };
  return h(
    "div",
    { class: "shelf" },
    h("span", { class: "frame" }, scene && drawPicture(scene)),
    scene ? h("button", { type: "button", class: "level", ...open }, name) : h("span", { class: "level" }, name),
    h("span", { class: "facts" }, wrong.length ? wrong.map((line) => h("span", {}, line)) : h("span", {}, game_title)),
  );
}

/**
 * Levels by group, in their order.
 * @param {Api.Level[]} levels
 */
function groupLevels(levels) {
  /** @type {Map<string, Api.Level[]>} */
  const groups = new Map();
  for (const level of levels) groups.set(level.group, [...(groups.get(level.group) ?? []), level]);
  return [...groups];
}

/**
 * A card; all of it is clickable, but only the title is the link's name.
 * @param {SessionView} view
 * @param {Api.Level} level
 */
function createLevelCard(view, { name, title, meaning, note, needs, scene }) {
  const id = `about-${name}`;
  const open = { "aria-describedby": id, "data-level": name, onclick: () => openLevel(view, name, {}) };
  return h(
    "div",
    { class: "shelf", "data-card": name, title: note || null },
    h("span", { class: "frame" }, drawPicture(scene)),
    h("button", { type: "button", class: "level", ...open }, title),
    h("span", { class: "facts", id }, meaning && h("em", {}, meaning), h("span", {}, needs)),
    h("span", { class: "tick" }),
  );
}

/**
 * Mark the levels solved in this browser, with the best result.
 * @param {Element} root
 * @param {boolean} [level] whether all solutions of a level cost the same
 */
function tick(root, level) {
  const { solved } = readProgress();
  for (const card of root.querySelectorAll(".shelf[data-card]")) {
    const found = solved[card.getAttribute("data-card") ?? ""];
    const place = /** @type {Element} */ (card.querySelector(".tick"));
    const known = JSON.stringify(found);
    if (found && place.getAttribute("data-best") !== known) {
      place.setAttribute("data-best", known);
      const words = found.best === null ? T.solvedBefore : fillBlanks(T.bestOf, { n: found.best });
      fill(place, createStars(found, level), h("span", {}, words));
    } else if (!found) fill(place);
  }
}

/**
 * @param {SessionView} view
 * @param {string} problem
 * @param {Record<string, Json>} settings
 */
async function openLevel({ session, board }, problem, settings) {
  window.scrollTo({ top: 0, behavior: "smooth" });
  board.arrive();
  await session.begin({ problem, settings }).catch((error) => session.fail(error));
}
