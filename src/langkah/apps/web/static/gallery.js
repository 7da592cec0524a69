// The first page: a description of Langkah, four entry points, an animated search, every game with its picture, and
// the saved progress.

import { createDaily } from "./daily.js";
import { createDemo } from "./demo.js";
import { createButton, createIcon, fill, h, offerFile } from "./dom.js";
import { createLearning, createMore } from "./learn.js";
import { forgetLearned, listLearned } from "./learned.js";
import { countStars, forgetProgress, mergeProgress, parseProgress, readProgress, writeFile } from "./progress.js";
import { drawPicture } from "./replay/canvas.js";
import { T, fillBlanks } from "./texts.js";

const MOST_PLACES = 3; // games offered to continue
const KINDS = ["puzzle", "game", "dice"]; // in the order of their sections

/**
 * An important notice that stays.
 * @param {string} words
 */
export const createNotice = (words) => h("p", { class: "notice", role: "alert" }, words);

/**
 * Show the first page; `open` is called with the chosen address. `why` describes an earlier error.
 * @param {Element} main
 * @param {Api.Home} home
 * @param {(address: string) => void} open
 * @param {Element | null} [why]
 */
export function showGallery(main, { games, demo }, open, why = null) {
  const kept = h("section", { class: "kept", "aria-label": T.kept });
  const onward = h("div", { class: "onward" });
  const show = () => {
    fill(onward, createOnward(games, open));
    fill(kept, createKept(show));
  };
  fill(
    main,
    h(
      "div",
      { class: "gallery" },
      why,
      h(
        "section",
        { class: "hero" },
        h("div", { class: "pitch" }, h("h1", {}, T.about), createDoors(() => open(demo.link))),
        createDemo(demo, () => open(demo.link)),
      ),
      h("div", { class: "today" }, createDaily(open)),
      onward,
      h("section", { class: "games", id: "games", tabindex: "-1", "aria-label": T.games }, createShelves(games, open)),
      createLearning(),
      createTeaching(demo, open),
      kept,
      createMore(),
    ),
  );
  show();
}

/** @param {() => void} watch */
function createDoors(watch) {
  /** @type {(name: string, icon: Parameters<typeof createIcon>[0], title: string, about: string, go: () => void) => Element} */
  const door = (name, icon, title, about, go) =>
    h(
      "button",
      { type: "button", class: `door ${name}`, "data-door": name, onclick: go },
      h("span", { class: "sign" }, createIcon(icon)),
      h("span", { class: "words" }, h("strong", {}, title), h("span", {}, about)),
    );
  return h(
    "div",
    { class: "doors" },
    door("play", "play", T.doorPlay, T.doorPlayHelp, () => lead("games")),
    door("watch", "watch", T.doorWatch, T.doorWatchHelp, watch),
    door("learn", "learn", T.doorLearn, T.doorLearnHelp, () => lead("learn")),
    door("teach", "teach", T.doorTeach, T.doorTeachHelp, () => lead("teach")),
  );
}

/**
 * Scroll to a part of this page.
 * @param {string} id
 */
function lead(id) {
  const part = document.getElementById(id);
  part?.focus({ preventScroll: true });
  part?.scrollIntoView({ behavior: "smooth" });
}

/**
 * The games by section: puzzles, then two-player games, then dice; a single section has no heading.
 * @param {Api.Game[]} games
 * @param {(address: string) => void} open
 */
function createShelves(games, open) {
  const ordered = [...games].sort((one, other) => KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind));
  const shelves = [...new Set(ordered.map(({ shelf }) => shelf))];
  return shelves.map((shelf) => [
    shelves.length > 1 ? h("h2", { class: "shelf-name" }, shelf) : "",
    h(
      "div",
      { class: "cards" },
      games
        .filter((game) => game.shelf === shelf)
        .map((game) =>
          h(
            "button",
            { type: "button", class: "card", "data-game": game.name, onclick: () => open(findNextLevel(game).name) },
            h("span", { class: "frame" }, drawPicture(game.scene)),
            h("span", { class: "title" }, game.title),
            h("span", { class: "about" }, game.about),
            createPath(game),
          ),
        ),
    ),
  ]);
}

/**
 * The initial place of a game: its first unsolved level, easiest first; two-player games, games with dice and those
 * without levels open directly.
 * @param {Api.Game} game
 */
function findNextLevel({ name, title, kind, path }) {
  if (kind !== "puzzle" || !path.length) return { name, title: "" };
  const { solved } = readProgress();
  return path.find((level) => !solved[level.name]) ?? path[path.length - 1];
}

/**
 * The progress in a game, and the next level.
 * @param {Api.Game} game
 */
function createPath(game) {
  const next = findNextLevel(game);
  if (!next.title) return null;
  const { solved } = readProgress();
  const found = game.path.map(({ name }) => countStars(solved[name], game.level_cost));
  const sum = (/** @type {"earned" | "all"} */ what) => found.reduce((count, each) => count + each[what], 0);
  const stars = fillBlanks(T.pathStars, { n: sum("earned"), all: sum("all") });
  const done = game.path.filter(({ name }) => solved[name]).length;
  return h(
    "span",
    { class: "path" },
    h("span", { class: "next" }, done < game.path.length ? fillBlanks(T.pathNext, { level: next.title }) : T.pathDone),
    h("progress", { max: game.path.length, value: done, "aria-hidden": "true" }),
    h("span", { class: "sum", "aria-label": stars, role: "img" }, `★ ${sum("earned")}/${sum("all")}`),
  );
}

/**
 * Unfinished games, most recent first.
 * @param {Api.Game[]} games
 * @param {(address: string) => void} open
 */
function createOnward(games, open) {
  const { places } = readProgress();
  const found = games.filter(({ name }) => places[name]).sort((a, b) => places[b.name].at - places[a.name].at);
  if (!found.length) return [];
  return [
    h("h2", {}, T.goOn),
    h(
      "div",
      { class: "row" },
      found.slice(0, MOST_PLACES).map(({ name, title, scene }) =>
        h(
          "button",
          { type: "button", class: "stop", "data-place": name, onclick: () => open(places[name].place) },
          h("span", { class: "frame" }, drawPicture(scene)),
          h(
            "span",
            { class: "words" },
            h("strong", {}, title),
            h("span", { class: "quiet" }, fillBlanks(T.afterMoves, { n: places[name].made })),
          ),
        ),
      ),
    ),
  ];
}

/**
 * The uses in teaching.
 * @param {Api.Demo} demo
 * @param {(address: string) => void} open
 */
function createTeaching({ link, compare }, open) {
  const board = link.split("&")[0];
  /** @type {[name: string, title: string, about: string, address: string][]} */
  const ideas = [
    ["watch", T.teachWatch, T.teachWatchHelp, link],
    ["race", T.teachRace, T.teachRaceHelp, `${board}&race&lane=algorithm%3Dbreadth-first&lane=algorithm%3Da-star`],
    ["compare", T.teachCompare, T.teachCompareHelp, compare],
    ["lesson", T.teachLesson, T.teachLessonHelp, "lessons"],
  ];
  return h(
    "section",
    { class: "teaching", id: "teach", tabindex: "-1", "aria-labelledby": "teach-title" },
    h("h2", { id: "teach-title" }, T.doorTeach),
    h(
      "div",
      { class: "ideas" },
      ideas.map(([name, title, about, address]) =>
        h(
          "button",
          { type: "button", class: "idea", "data-idea": name, onclick: () => open(address) },
          h("strong", {}, title),
          h("span", {}, about),
        ),
      ),
      h(
        "div",
        { class: "idea" },
        h("strong", {}, T.teachSheet),
        h("span", {}, T.teachSheetHelp),
        h("code", {}, `langkah worksheet ${board}`),
      ),
    ),
  );
}

// Saved progress

/** @param {() => void} changed */
function createKept(changed) {
  const { solved, places, days } = readProgress();
  const count = Object.keys(solved).length;
  const any = [solved, places, days, listLearned()].some((kept) => Object.keys(kept).length > 0);
  const told = h("span", { class: "refusal", role: "alert" });
  const file = h("input", {
    type: "file",
    accept: ".json,application/json",
    class: "unseen",
    tabindex: "-1",
    "aria-label": T.importProgress,
    "data-file": "progress",
    onchange: async () => {
      const text = await file.files?.[0]?.text();
      file.value = "";
      if (text === undefined) return;
      const found = parseProgress(text);
      if (!found) return void (told.textContent = T.noProgress);
      mergeProgress(found);
      changed();
    },
  });
  const small = { kind: "bare small" };
  return [
    h("p", { class: "quiet" }, count ? fillBlanks(T.keptSolved, { n: count }) : T.keptNothing, " ", T.keptHere),
    h(
      "div",
      { class: "row" },
      createButton("save", T.exportProgress, saveProgress, { ...small, disabled: !any, "data-do": "export" }),
      createButton("load", T.importProgress, () => file.click(), { ...small, "data-do": "import" }),
      createButton("close", T.forgetProgress, () => confirm(T.sureToForget) && (forgetProgress(), forgetLearned(), changed()), {
        ...small,
        disabled: !any,
        "data-do": "forget",
      }),
      file,
      told,
    ),
  ];
}

function saveProgress() {
  offerFile("langkah-progress.json", writeFile(), "application/json");
}
