// The page of a course's tasks: one is open at a time, each records its result. The results are
// reported to the learning management system, or shown as signed lines.

import { LmsSession, findApi } from "./lms.js";
import { createQuiz, make } from "./quiz_form.js";
import { writeCode } from "./result_code.js";

/**
 * @typedef {{ slug: string, name: string, points: number, page: string, key: string, file: string,
 *   questions: import("./quiz_form.js").AskedQuestion[] }} PageTask
 * @typedef {{ right: number, of: number, done: boolean, seconds: number, chosen?: import("./quiz_form.js").QuizAnswer[] }} TaskResult
 */

/** @param {string} id */
const findElement = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @type {{ title: string, student: string, seed: string, tasks: PageTask[], texts: Record<string, string> }} */
const { student, seed, tasks, texts } = JSON.parse(findElement("data").textContent ?? "");
const api = findApi(window);
const lms = api ? new LmsSession(api) : null;
/** @type {Record<string, TaskResult>} */
const results = { ...lms?.kept };
const begun = performance.now();
/** @type {Map<string, HTMLIFrameElement>} */
const frames = new Map();

/**
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
const fillIn = (text, values) => text.replace(/\{(\w+)\}/g, (_all, name) => String(values[name] ?? ""));

/** @param {TaskResult} [result] */
const getShare = (result) => (result?.of ? result.right / result.of : 0);

/** @param {PageTask} task */
function createRoom(task) {
  const room = make("section", { "data-task": task.slug, role: "tabpanel", "aria-label": task.name });
  if (task.page) {
    const frame = /** @type {HTMLIFrameElement} */ (make("iframe", { title: task.name }));
    frame.srcdoc = task.page;
    frames.set(task.slug, frame);
    room.append(frame);
  } else {
    const then = (/** @type {number} */ right, /** @type {import("./quiz_form.js").QuizAnswer[]} */ chosen) =>
      note(task, { right, of: task.questions.length, done: true, chosen });
    room.append(createQuiz(task.questions, texts, then, results[task.slug]?.chosen));
  }
  return room;
}

/**
 * Record a result; the first one counts.
 * @param {PageTask} task
 * @param {Omit<TaskResult, "seconds">} result
 */
function note(task, result) {
  if (results[task.slug]?.done) return;
  results[task.slug] = { ...result, seconds: Math.round((performance.now() - begun) / 1000) };
  tell();
}

/**
 * Handle a message of a lesson in a frame: an answer, or its end. The first answer to each question counts.
 * @param {MessageEvent} event
 */
function hear({ data, source }) {
  if (data?.langkah !== "result") return;
  const task = tasks.find(({ slug }) => frames.get(slug)?.contentWindow === source);
  if (!task || results[task.slug]?.done) return;
  const { right, of, done } = data;
  if (Number.isInteger(right) && Number.isInteger(of) && right <= of) note(task, { right, of, done: Boolean(done) });
}

/** Report the overall progress to the system and the reader. */
function tell() {
  const all = tasks.reduce((sum, { points }) => sum + points, 0);
  const share = tasks.reduce((sum, { slug, points }) => sum + points * getShare(results[slug]), 0) / all;
  const done = tasks.every(({ slug }) => results[slug]?.done);
  const sent = lms?.tell({ share, done, kept: results });
  for (const tab of findElement("tasks").children) tab.classList.toggle("done", Boolean(results[tab.id.slice(4)]?.done));
  showResult(share, lms ? (sent ? texts.sent : fillIn(texts.refused, { why: lms.error })) : "");
}

/**
 * @param {number} share
 * @param {string} sent
 */
async function showResult(share, sent) {
  const lines = tasks.map(({ slug, name }) => {
    const result = results[slug];
    const words = result?.done ? fillIn(texts.score, { right: result.right, of: result.of }) : texts.open;
    return make("p", {}, tasks.length > 1 ? `${name}: ${words}` : words);
  });
  if (tasks.length > 1) lines.push(make("p", {}, make("b", {}, fillIn(texts.total, { percent: Math.round(share * 100) }))));
  if (sent) lines.push(make("p", { class: "quiet" }, sent));
  const signed = tasks.filter(({ slug, key }) => key && results[slug]?.done);
  const codes = await Promise.all(signed.map(createCode));
  findElement("result").replaceChildren(...lines, ...codes);
}

/** @param {PageTask} task */
async function createCode({ slug, key, file }) {
  const { right, of, seconds } = results[slug];
  const code = await writeCode({ task: slug, student, seed, right, of, seconds, hints: 0 }, key);
  if (!code) return make("p", { class: "wrong" }, texts.unsigned);
  const copy = make("button", { type: "button" }, texts.copy);
  copy.addEventListener("click", () => {
    navigator.clipboard?.writeText(code).then(
      () => (copy.textContent = texts.copied),
      () => {},
    );
  });
  const row = make("div", { class: "row" }, make("code", { tabindex: "0" }, code), copy);
  return make("div", {}, make("p", {}, fillIn(texts.code, { file })), row);
}

/** @param {string} slug */
function open(slug) {
  const task = tasks.find((each) => each.slug === slug) ?? tasks[0];
  const main = findElement("main");
  if (!main.querySelector(`[data-task="${task.slug}"]`)) main.append(createRoom(task));
  for (const room of /** @type {NodeListOf<HTMLElement>} */ (main.querySelectorAll("section")))
    room.hidden = room.dataset.task !== task.slug;
  for (const tab of findElement("tasks").children)
    tab.setAttribute("aria-selected", String(tab.id === `tab-${task.slug}`));
}

for (const { slug, name } of tasks.length > 1 ? tasks : []) {
  const tab = make("button", { type: "button", role: "tab", id: `tab-${slug}` }, name);
  tab.addEventListener("click", () => open(slug));
  findElement("tasks").append(tab);
}
window.addEventListener("message", hear);
window.addEventListener("pagehide", () => lms?.finish());
open(decodeURIComponent(location.hash.slice(1)));
tell();
