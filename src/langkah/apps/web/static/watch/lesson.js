// Lessons: a list of them, and one that is given in the room where searches are watched. The address of a lesson is
// #lesson/NAME; it needs no position, so what lies behind the room is the gallery, which at #lessons has the list open.

import * as backend from "../backend.js";
import { h } from "../dom.js";
import { fillBlanks } from "../texts.js";
import { showReplay } from "./replay.js";

const PLACE = "lesson/";
export const ALL_LESSONS = "#lessons";

/**
 * The name of the lesson that an address asks for, and the moment; null where it asks for something else.
 * @param {string} hash
 */
export function parseLesson(hash) {
  const [place, ...rest] = hash.replace(/^#/, "").split("&");
  if (!place.startsWith(PLACE)) return null;
  const event = new URLSearchParams(rest.join("&")).get("event");
  return { name: decodeURIComponent(place.slice(PLACE.length)), event: event === null ? undefined : Number(event) };
}

/** @param {{ name: string }} lesson */
const formatAddress = ({ name }) => `#${PLACE}${encodeURIComponent(name)}`;

/**
 * All lessons as links.
 * @returns {Promise<HTMLElement>}
 */
export async function listLessons() {
  const { lessons } = await backend.fetchLessons();
  const entry = (/** @type {Api.LessonCard} */ lesson) =>
    h("li", {}, h("a", { href: formatAddress(lesson) }, lesson.title), h("p", { class: "quiet" }, lesson.about));
  return h("ol", { class: "lessons" }, lessons.map(entry));
}

/**
 * Give a lesson. `closed` is called when somebody leaves it.
 * @param {{ name: string, event?: number }} wish
 * @param {() => void} closed
 */
export async function giveLesson({ name, event }, closed) {
  const over = new AbortController();
  const data = await backend.fetchLesson(name, { signal: over.signal });
  const session = { position: { token: `${PLACE}${encodeURIComponent(name)}` }, fail: () => {} };
  const dialog = showReplay({ over, session }, data, null, { event, onward: createOnward(data) });
  dialog.root.addEventListener("close", closed, { signal: over.signal });
  return { dialog, leave: () => over.abort() };
}

/**
 * What leads on from the end of a lesson: to the next one, and to all of them.
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
