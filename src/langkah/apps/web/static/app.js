// The page: starts, speaks a language, wears a theme, and shows either the gallery or the table. Where we are stands
// in the address behind the #, so that a link alone brings back the exact position.

import * as backend from "./backend.js";
import { button, fill, h, s } from "./dom.js";
import { notice, showGallery } from "./gallery.js";
import { TableView } from "./view.js";
import { T, sentence, translate } from "./texts.js";

const main = document.getElementById("main");
const app = { view: null, home: null };

// Language and colours

function stored(name, usual) {
  return localStorage.getItem(name) ?? usual;
}

async function speak(code) {
  backend.speak(code);
  localStorage.setItem("language", code);
  document.documentElement.lang = code;
  translate((await backend.texts()).texts);
  document.getElementById("skip").textContent = T.skip;
}

function wear(theme) {
  document.documentElement.dataset.theme = theme;
  localStorage.setItem("theme", theme);
}

function preferred() {
  const mine = navigator.languages.map((each) => each.slice(0, 2)).find((each) => ["en", "id"].includes(each));
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  return { language: mine ?? "en", theme: dark ? "dark" : "light" };
}

// The bar on top

function bar() {
  const dark = document.documentElement.dataset.theme === "dark";
  const language = document.documentElement.lang;
  const mark = s("svg", { class: "logo", viewBox: "0 0 32 32", "aria-hidden": "true" }, steps());
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
        "aria-label": words,
        "aria-pressed": String(code === language),
        onclick: () => change(code),
      },
      code.toUpperCase(),
    ),
  );
  fill(
    document.getElementById("bar"),
    name,
    h("div", { class: "tongues", role: "group", "aria-label": T.language }, tongues),
    button(dark ? "sun" : "moon", dark ? T.light : T.dark, () => (wear(dark ? "light" : "dark"), bar()), {
      kind: "bare round",
      quiet: true,
    }),
  );
}

function steps() {
  return [
    [5, 20, 7],
    [13, 13, 14],
    [21, 6, 21],
  ].map(([x, y, height]) => s("rect", { x, y, width: 6.5, height, rx: 1.8 }));
}

/** Speak another language: everything is built anew, the position stays. */
async function change(code) {
  await speak(code);
  app.home = await backend.games();
  bar();
  if (!app.view) return home();
  if (!app.view.table.position) return go(); // the first position is still on its way
  const { saved, moves, position } = app.view.table;
  const wish = location.hash.split("&").slice(1).join("&");
  return play(() => backend.position({ ...saved, moves, made: position.made }), false, wish);
}

// Where we are

function goHome(event) {
  event.preventDefault();
  history.pushState(null, "", "#");
  go();
}

/** Show the gallery, and above it why one is here if that was not one's wish. */
function home(why = "") {
  leave();
  document.title = "Langkah";
  showGallery(main, app.home.games, (name) => play(() => backend.position({ problem: name })), why);
}

function leave() {
  app.view?.leave();
  app.view = null;
}

async function play(open, push = true, wish = "") {
  leave();
  if (push) history.pushState(null, "", "#play");
  const view = new TableView(main, { home: () => document.querySelector(".brand").click(), wish });
  app.view = view;
  try {
    await view.table.open(open());
  } catch (error) {
    if (view.gone) return;
    history.replaceState(null, "", "#");
    home(error.lines?.map(sentence).join(" ") || T.offline);
  }
}

/** Show what the address says: a position, and behind an & what to watch there. */
async function go() {
  const [token, ...rest] = location.hash.slice(1).split("&");
  const wish = rest.join("&");
  if (!token) return home();
  if (app.view && token === app.view.table.position?.token) return wish && app.view.table.tell("wish", { wish });
  return play(() => backend.link(token), false, wish);
}

/** Past the bar, straight to the board; the address stays as it is. */
function skip(event) {
  event.preventDefault();
  (document.querySelector('.spot[tabindex="0"]') ?? main).focus();
}

async function start() {
  wear(stored("theme", preferred().theme));
  const language = stored("language", preferred().language);
  const speaking = speak(language);
  backend.speak(language);
  app.home = await backend.games();
  await speaking;
  bar();
  addEventListener("popstate", go);
  document.getElementById("skip").addEventListener("click", skip);
  if (!location.hash && app.home.start) history.replaceState(null, "", `#${app.home.start}`);
  await go();
}

start().catch(() => fill(main, notice(T.offline)));
