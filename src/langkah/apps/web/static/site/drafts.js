// What is being written, kept between visits. Whatever takes the place of a draft, the draft goes to those from before:
// nothing that somebody wrote is lost.

const NOW = "draft";
const BEFORE = "drafts"; // the newest first
const FROM = "draft-from"; // the text that the draft began as, which nobody needs to keep
const MOST = 12;

/** @typedef {{ code: string, at: number }} Draft A text, and when it was put aside. */

/** What is being written; null where nothing was yet. */
export const readDraft = () => localStorage.getItem(NOW);

/** @returns {Draft[]} */
export const listDrafts = () => JSON.parse(localStorage.getItem(BEFORE) ?? "[]");

let seen = readDraft(); // the draft as this tab knows it

/**
 * Keep what is being written. What another tab wrote meanwhile is put aside.
 * @param {string} code
 */
export function keepDraft(code) {
  const there = readDraft();
  if (there !== seen) putAside(there);
  seen = code;
  localStorage.setItem(NOW, code);
}

/**
 * Begin another draft; whether the one that stood there was put aside.
 * @param {string} code
 */
export function beginDraft(code) {
  const aside = putAside(readDraft(), code);
  localStorage.setItem(FROM, code);
  keepDraft(code);
  return aside;
}

/**
 * @param {string | null} code
 * @param {string} [next] what takes its place
 */
function putAside(code, next = "") {
  if (!code?.trim() || code === next || code === localStorage.getItem(FROM)) return false;
  const others = listDrafts().filter((each) => each.code !== code);
  localStorage.setItem(BEFORE, JSON.stringify([{ code, at: Date.now() }, ...others].slice(0, MOST)));
  seen = readDraft();
  return true;
}

/**
 * What a draft is called: its last class.
 * @param {string} code
 */
export const nameDraft = (code) => [...code.matchAll(/^class (\w+)/gm)].at(-1)?.[1] ?? code.trim().slice(0, 20);
