// The page that replays one search from a file. It makes no requests: the recording is in the page itself. The moment
// and the selected node are in the address, so that a copied link restores them.

import { LessonBar } from "./lesson.js";
import { mount } from "./panes.js";
import { createProjector, createStage } from "./stage.js";

/** @param {string} id */
const findElement = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const data = JSON.parse(findElement("recording").textContent ?? "");
const night = window.matchMedia("(prefers-color-scheme: dark)");
/** @type {"light" | "dark" | null} */
let chosen = null; // the reader's own choice of theme, if any

const WITHHELD = ["why", "frontier", "table", "chart"]; // panes that would reveal the next step
const stage = createStage(data, data.texts, data.exam ? WITHHELD : []);
for (const [name, pane] of Object.entries(stage.panes)) pane.id = name;
findElement("main").append(stage.root);
findElement("colours").before(createProjector(document.documentElement, data.texts));
const player = mount(data, { ...stage.panes, transport: findElement("transport") });

function applyColours() {
  const theme = chosen ?? (night.matches ? "dark" : "light");
  document.documentElement.dataset.theme = theme;
  player.recolour(theme);
}

function readAddress() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const [at, node] = [Number(wanted.get("event") ?? data.at ?? 0), Number(wanted.get("node") ?? -1)];
  if (Number.isInteger(node) && node >= -1 && node < player.recording.count) player.selected = node;
  player.go(Number.isFinite(at) ? at : 0);
}

let written = "";
let writing = 0;
function writeAddress() {
  if (player.playing) return;
  const hash = `#event=${player.at}${player.selected >= 0 ? `&node=${player.selected}` : ""}`;
  if (hash === written) return;
  written = hash;
  if (location.protocol !== "about:") history.replaceState(null, "", hash); // a page without an address has none to update
}

night.addEventListener("change", applyColours);
findElement("colours").addEventListener("click", () => {
  chosen = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  applyColours();
});
window.addEventListener("hashchange", () => location.hash !== written && readAddress());
document.addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (target.matches("input") && event.key !== "Escape") return;
  if (target.matches("button") && event.key === " ") return;
  const led = lesson?.key(event) || player.panes.quiz?.key(event) || (!data.exam && player.key(event));
  if (led) event.preventDefault();
});
player.addEventListener("change", () => {
  clearTimeout(writing); // browsers are slow to change the address: it is updated after a pause
  writing = setTimeout(writeAddress, 150);
});
const lesson = data.lesson ? new LessonBar(player, data.lesson, data.texts) : null;
if (lesson) document.querySelector("main")?.before(lesson.root);
if (data.exam) {
  findElement("transport").remove();
  /** @type {HTMLElement | null} */ (document.querySelector('[data-turn="quiz"]'))?.click();
}

// A surrounding course page receives the result: the first answer to each question counts
/** @type {Map<number | string, boolean>} */
const answers = new Map();
const countRight = () => ({
  right: [...answers.values()].filter(Boolean).length,
  of: data.exam ? data.quiz.length : answers.size,
});
/**
 * @param {boolean} done
 * @param {{ right: number, of: number }} score
 */
function report(done, { right, of }) {
  const result = { langkah: "result", right: of ? right : 1, of: of || 1, done }; // without questions, reaching the end counts as right
  if (window.parent !== window) window.parent.postMessage(result, "*");
}
document.addEventListener("answered", (event) => {
  const from = /** @type {Element} */ (event.target);
  if (!from.matches(data.exam ? "#quiz" : ".lesson-bar")) return;
  const { question, right } = /** @type {CustomEvent} */ (event).detail;
  if (!answers.has(question)) answers.set(question, right);
  if (data.exam) report(answers.size === data.quiz.length, countRight());
});
document.addEventListener("learned", (event) => report(true, /** @type {CustomEvent} */ (event).detail ?? countRight()));
applyColours();
if (data.exam) player.panes.quiz?.ask();
else if (!lesson || location.hash) readAddress();
Object.assign(window, { player });
