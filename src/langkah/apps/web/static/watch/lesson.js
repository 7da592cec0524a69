// Lessons: a list of them, and one that is given in the room for watching. The address of a lesson is #lesson/NAME; it
// has no position, so the gallery is behind the room, and #lessons leads to its list.

import * as backend from "../backend.js";
import { createIcon, h } from "../dom.js";
import { listLearned, noteLearned } from "../learned.js";
import { T, fillBlanks } from "../texts.js";
import { showReplay } from "./replay.js";

const PLACE = "lesson/";
export const ALL_LESSONS = "#lessons";

/**
 * The name of the lesson in an address, and the moment; null for other addresses.
 * @param {string} hash
 */
export function parseLesson(hash) {
  const [place, ...rest] = hash.replace(/^#/, "").split("&");
  if (!place.startsWith(PLACE)) return null;
  const event = new URLSearchParams(rest.join("&")).get("event");
  return { name: decodeURIComponent(place.slice(PLACE.length)), event: event === null ? undefined : Number(event) };
}

/** @param {{ name: string }} lesson */
export const formatAddress = ({ name }) => `#${PLACE}${encodeURIComponent(name)}`;

/**
 * All lessons as links in the order of the course, with ticks at completed ones, and the next one.
 * @returns {Promise<{ list: HTMLElement, done: number, all: number, next: Api.LessonCard | null }>}
 */
export async function listCourse() {
  const { lessons } = await backend.fetchLessons();
  const learned = listLearned();
  const next = lessons.find(({ name }) => !learned.includes(name)) ?? null;
  const entry = (/** @type {Api.LessonCard} */ lesson) => {
    const done = learned.includes(lesson.name);
    return h(
      "li",
      { class: done ? "done" : lesson === next ? "next" : "", "data-lesson": lesson.name },
      h("a", { href: formatAddress(lesson) }, lesson.title),
      done && h("span", { class: "tick" }, createIcon("check"), h("span", { class: "unseen" }, T.lessonDone)),
      h("p", { class: "quiet" }, lesson.about),
      h(
        "p",
        { class: "terms" },
        h("span", {}, fillBlanks(T.lessonMinutes, { n: lesson.minutes })),
        lesson.after.length > 0 && h("span", {}, fillBlanks(T.lessonAfter, { names: lesson.after.join(", ") })),
      ),
    );
  };
  const list = h("ol", { class: "lessons" }, lessons.map(entry));
  return { list, done: lessons.filter(({ name }) => learned.includes(name)).length, all: lessons.length, next };
}

/** @returns {Promise<HTMLElement>} */
export const listLessons = async () => (await listCourse()).list;

/**
 * Give a lesson. `closed` is called when the user leaves it.
 * @param {{ name: string, event?: number }} wish
 * @param {() => void} closed
 */
export async function giveLesson({ name, event }, closed) {
  const over = new AbortController();
  const data = await backend.fetchLesson(name, { signal: over.signal });
  const session = { position: { token: `${PLACE}${encodeURIComponent(name)}` }, fail: () => {} };
  const dialog = showReplay({ over, session }, data, null, { event, onward: createOnward(data) });
  dialog.root.addEventListener("close", closed, { signal: over.signal });
  dialog.root.addEventListener("learned", () => noteLearned(name), { signal: over.signal });
  return { dialog, leave: () => over.abort() };
}

/**
 * The links at the end of a lesson: to the next one, and to all of them.
 * @param {Api.Trace} data
 */
function createOnward({ lesson, texts }) {
  const next = lesson?.next;
  const link = (/** @type {string} */ href, /** @type {string} */ words, look = "") => h("a", { href, class: look }, words);
  return h(
    "div",
    { class: "onward" },
    link(ALL_LESSONS, texts.lessonAll, next ? "" : "action"),
    next && link(formatAddress(next), fillBlanks(texts.lessonOnward, { title: next.title }), "action"),
  );
}
