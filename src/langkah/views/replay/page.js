// The page that replays one search from a file. Nothing is asked for: the recording lies in the page itself. The moment
// and the node that is looked at stand in the address, so that a copied link opens them again.

import { LessonBar } from "./lesson.js";
import { mount } from "./panes.js";
import { createProjector, createStage } from "./stage.js";

/** @param {string} id */
const findElement = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const data = JSON.parse(findElement("recording").textContent ?? "");
const night = window.matchMedia("(prefers-color-scheme: dark)");
/** @type {"light" | "dark" | null} */
let chosen = null; // the reader's own choice of colours, where there is one

const stage = createStage(data, data.texts);
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
  if (location.protocol !== "about:") history.replaceState(null, "", hash); // a frame without an address has none to keep
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
  if (lesson?.key(event) || player.panes.quiz?.key(event) || player.key(event)) event.preventDefault();
});
player.addEventListener("change", () => {
  clearTimeout(writing); // browsers are slow to change the address: it follows when the hand rests
  writing = setTimeout(writeAddress, 150);
});
const lesson = data.lesson ? new LessonBar(player, data.lesson, data.texts) : null;
if (lesson) document.querySelector("main")?.before(lesson.root);
applyColours();
if (!lesson || location.hash) readAddress();
Object.assign(window, { player });
