// Which lessons were taken to their end: kept by this browser alone.

const KEY = "lessons";
const MOST = 500; // names that are kept
const NAME = /^[\w-]{1,100}$/;

/** @type {(value: unknown) => boolean} */
export const isLesson = (value) => typeof value === "string" && NAME.test(value);

/** @returns {string[]} */
export function listLearned() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter(isLesson).slice(0, MOST) : [];
  } catch {
    return []; // a browser that keeps nothing, or something else under this name
  }
}

/** @param {string} name */
export function noteLearned(name) {
  const known = listLearned();
  if (known.includes(name)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([...known, name]));
  } catch {
    // a browser that keeps nothing, or is full
  }
}

/** Forget everything. */
export const forgetLearned = () => localStorage.removeItem(KEY);
