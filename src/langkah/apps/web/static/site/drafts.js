// The text being written, kept between visits. When another text replaces a draft, the draft is moved to the earlier
// ones, so that nothing is lost.

const NOW = "draft";
const BEFORE = "drafts"; // newest first
const FROM = "draft-from"; // the original text of the draft, which need not be kept
const MOST = 12;

/** @typedef {{ code: string, at: number }} Draft A text, and the time it was archived. */

/** The current draft; null if nothing was written yet. */
export const readDraft = () => localStorage.getItem(NOW);

/** @returns {Draft[]} */
export const listDrafts = () => JSON.parse(localStorage.getItem(BEFORE) ?? "[]");

let seen = readDraft(); // the draft as last seen by this tab

/**
 * Save the current draft. If another tab changed it meanwhile, that version is archived.
 * @param {string} code
 */
export function keepDraft(code) {
  const there = readDraft();
  if (there !== seen) putAside(there);
  seen = code;
  localStorage.setItem(NOW, code);
}

/**
 * Start another draft; returns whether the previous one was archived.
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
 * @param {string} [next] its replacement
 */
function putAside(code, next = "") {
  if (!code?.trim() || code === next || code === localStorage.getItem(FROM)) return false;
  const others = listDrafts().filter((each) => each.code !== code);
  localStorage.setItem(BEFORE, JSON.stringify([{ code, at: Date.now() }, ...others].slice(0, MOST)));
  seen = readDraft();
  return true;
}

/**
 * The name of a draft: its last class.
 * @param {string} code
 */
export const nameDraft = (code) => [...code.matchAll(/^class (\w+)/gm)].at(-1)?.[1] ?? code.trim().slice(0, 20);
