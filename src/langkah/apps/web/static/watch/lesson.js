// Lessons: a list of them, and one that is given in the room where searches are watched. The address of a lesson is
// #lesson/NAME; it needs no position, so what lies behind the room is the gallery.

import * as backend from "../backend.js";
import { h } from "../dom.js";
import { showReplay } from "./replay.js";

const PLACE = "lesson/";

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

/** @param {Api.LessonCard} lesson */
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
  const dialog = showReplay({ over, session }, data, null, { event });
  dialog.root.addEventListener("close", closed);
  return { dialog, leave: () => over.abort() };
}
