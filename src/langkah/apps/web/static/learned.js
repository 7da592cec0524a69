// The completed lessons, saved only in this browser.

const KEY = "lessons";
const MOST = 500; // saved names
const NAME = /^[\w-]{1,100}$/;

/** @type {(value: unknown) => boolean} */
export const isLesson = (value) => typeof value === "string" && NAME.test(value);

/** @returns {string[]} */
export function listLearned() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter(isLesson).slice(0, MOST) : [];
  } catch {
    return []; // no storage, or an invalid value
  }
}

/** @param {string} name */
export function noteLearned(name) {
  const known = listLearned();
  if (known.includes(name)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([...known, name]));
  } catch {
    // no storage, or it is full
  }
}

/** Delete everything. */
export const forgetLearned = () => localStorage.removeItem(KEY);
