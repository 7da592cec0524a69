// The page: starts, sets language and theme, and shows either the gallery or the session. The address behind the #
// holds the current place, so that a link alone restores the exact position.

import { splitAddress } from "./address.js";
import * as backend from "./backend.js";
import { pages } from "./connection.js";
import { createButton, fill, findElement, h, s } from "./dom.js";
import { explainError } from "./errors.js";
import { createNotice, showGallery } from "./gallery.js";
import { explainLink } from "./lost.js";
import { openOrder, parseOrder } from "./new_puzzle.js";
import { SessionView } from "./view.js";
import { ALL_LESSONS, giveLesson, parseLesson } from "./watch/lesson.js";
import { T, translate } from "./texts.js";

const main = findElement("main");

/** @type {Api.Home} */
const NOTHING = { games: [], start: "", languages: {}, demo: { searches: [], scenes: [], link: "", compare: "" } };
/** @type {{ view: SessionView | null, lesson: { leave: () => void } | null, home: Api.Home }} */
const app = { view: null, lesson: null, home: NOTHING };

// Language and colours

/**
 * @param {string} name
 * @param {string} usual
 */
function readPreference(name, usual) {
  return localStorage.getItem(name) ?? usual;
}

/**
 * Use the first of these languages that the backend supports.
 * @param {string} codes
 */
async function useLanguage(codes) {
  backend.setLanguage(codes);
  const { language, texts } = await backend.fetchTexts();
  backend.setLanguage(language);
  localStorage.setItem("language", language);
  document.documentElement.lang = language;
  translate(texts);
  findElement("skip").textContent = T.skip;
}

/** @param {string} theme */
function applyTheme(theme) {
  document.documentElement.dataset.theme = theme;
  localStorage.setItem("theme", theme);
}

// The top bar

function showBar() {
  const dark = document.documentElement.dataset.theme === "dark";
  const language = document.documentElement.lang;
  const mark = s("svg", { class: "logo", viewBox: "0 0 32 32", "aria-hidden": "true" }, drawLogo());
  const name = h(
    "a",
    { class: "brand", href: "#", "aria-label": `Langkah: ${T.allGames}`, onclick: goHome },
    mark,
    h("span", {}, "langkah"),
  );
  const tongues = Object.entries(app.home.languages).map(([code, words]) =>
    h(
      "button",
      {
        type: "button",
        lang: code,
        title: words,
        "aria-label": `${code.toUpperCase()}, ${words}`,
        "aria-pressed": String(code === language),
        onclick: () => switchLanguage(code),
      },
      code.toUpperCase(),
    ),
  );
  const others = Object.entries(pages).map(([address, { icon, words }]) =>
    createButton(icon, words(), () => (location.hash = `#${address}`), { kind: "bare", "data-page": address }),
  );
  fill(
    findElement("bar"),
    name,
    others,
    h("div", { class: "tongues", role: "group", "aria-label": T.language }, tongues),
    createButton(
      dark ? "sun" : "moon",
      dark ? T.light : T.dark,
      () => (applyTheme(dark ? "light" : "dark"), showBar()),
      {
        kind: "bare round",
        quiet: true,
      },
    ),
  );
}

function drawLogo() {
  return [
    [5, 20, 7],
    [13, 13, 14],
    [21, 6, 21],
  ].map(([x, y, height]) => s("rect", { x, y, width: 6.5, height, rx: 1.8 }));
}

/**
 * Switch the language: everything is rebuilt, and the position stays.
 * @param {string} code
 */
async function switchLanguage(code) {
  await useLanguage(code);
  app.home = await backend.fetchGames();
  showBar();
  if (!app.view) return followAddress();
  if (!app.view.session.position) return followAddress(); // the first position is still loading
  const { saved, moves, position } = app.view.session;
  const { wish } = splitAddress(location.hash);
  return openView(() => backend.fetchPosition({ ...saved, moves, made: position.made }), wish);
}

// The current place

/** @param {Event} event */
function goHome(event) {
  event.preventDefault();
  history.pushState(null, "", "#");
  followAddress();
}

/**
 * Go to an address.
 * @param {string} address
 */
function go(address) {
  history.pushState(null, "", `#${address}`);
  followAddress();
}

/**
 * Show the gallery and, above it, the reason if a link failed.
 * @param {Element | null} [why]
 */
function showHome(why = null) {
  closeView();
  document.title = "Langkah";
  showGallery(main, app.home, go, why);
}

function closeView() {
  app.view?.leave();
  app.view = null;
}

/**
 * Show a position, and open what the address asks for there.
 * @param {() => Promise<Api.Position>} open
 */
async function openView(open, wish = "") {
  closeView();
  const view = new SessionView(main, wish);
  app.view = view;
  try {
    await view.session.open(open());
  } catch (error) {
    if (!view.gone) leaveFor(error);
  }
}

/** Show the place in the address, and open what it asks for there. */
async function followAddress() {
  app.lesson?.leave();
  app.lesson = null;
  const lesson = parseLesson(location.hash);
  if (lesson) return openLesson(lesson);
  if (location.hash === ALL_LESSONS) return showLessons();
  const { place, wish } = splitAddress(location.hash);
  if (!place) return showHome();
  if (parseOrder(place)) return followOrder(place, wish);
  if (pages[place]) return closeView(), pages[place].show(main);
  const here = app.view?.session.position;
  if (!app.view || !here) return openView(() => backend.openLink(place), wish);
  if (place !== here.token && place !== here.address) {
    if (wish) return openView(() => backend.openLink(place), wish);
    return app.view.session.open(backend.openLink(place)).catch(leaveFor);
  }
  return wish && app.view.session.tell("wish", { wish });
}

/**
 * Show a new puzzle, unless it is already shown.
 * @param {string} place
 * @param {string} wish
 */
async function followOrder(place, wish) {
  if (app.view?.session.position?.address === place) return wish && app.view.session.tell("wish", { wish });
  return openView(() => openOrder(place), wish);
}

/**
 * Return to the gallery, which shows the reason.
 * @param {unknown} error
 */
async function leaveFor(error) {
  const { place } = splitAddress(location.hash);
  const why = await explainLink(place, error, app.home.games, go);
  if (splitAddress(location.hash).place !== place) return; // the user has opened another address meanwhile
  history.replaceState(null, "", "#");
  showHome(why);
}

/**
 * Give a lesson above the gallery, which is shown when the lesson is closed.
 * @param {{ name: string, event?: number }} lesson
 */
async function openLesson(lesson) {
  showHome();
  const back = () => {
    if (parseLesson(location.hash)) history.replaceState(null, "", "#");
  };
  try {
    app.lesson = await giveLesson(lesson, back);
  } catch (error) {
    leaveFor(error);
  }
}

/** Show the lessons in the gallery. */
function showLessons() {
  showHome();
  const course = document.getElementById("learn");
  course?.scrollIntoView({ block: "start" });
  course?.focus({ preventScroll: true });
}

/**
 * Skip the top bar and focus the board; the address stays.
 * @param {Event} event
 */
function skipToBoard(event) {
  event.preventDefault();
  const spot = /** @type {SVGElement | null} */ (document.querySelector('.spot[tabindex="0"]'));
  (spot ?? main).focus();
}

async function start() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  applyTheme(readPreference("theme", dark ? "dark" : "light"));
  const speaking = useLanguage(readPreference("language", navigator.languages.join(",")));
  app.home = await backend.fetchGames();
  await speaking;
  showBar();
  addEventListener("popstate", followAddress);
  findElement("skip").addEventListener("click", skipToBoard);
  if (!location.hash && app.home.start) history.replaceState(null, "", `#${app.home.start}`);
  await followAddress();
}

start().catch((error) => fill(main, createNotice(explainError(error))));
