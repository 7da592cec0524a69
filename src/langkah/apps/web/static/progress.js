// Solved puzzles with their results, and places of unfinished games, saved only in this browser. They can be written to
// a file and read back; nothing else is sent anywhere. A file is checked, and only ever adds to the saved data.

import { isKept } from "./connection.js";
import { isLesson, listLearned, noteLearned } from "./learned.js";

const KEY = "progress";
const FORM = 1; // the version of the format
const DAY = /^\d{4}-\d\d-\d\d$/;
const MOST = { solved: 5000, places: 50, days: 5000, lessons: 500, name: 300, token: 20_000 };

/**
 * A result: the least cost by the player's own moves, null if the solver helped; whether that is the minimum; whether
 * it was solved without hints.
 * @typedef {{ best: number | null, least?: boolean, alone?: boolean }} Solved
 */
/** @typedef {{ made: number, least: number }} Day The result of the puzzle of a day, and its minimum. */
/** @typedef {{ place: string, made: number, at: number }} Place An address, the moves made there, and the time. */
/**
 * @typedef {object} Progress
 * @property {number} langkah
 * @property {Record<string, Solved>} solved
 * @property {Record<string, Place>} places
 * @property {Record<string, Day>} days
 * @property {string[]} [lessons] completed ones; only in a file
 */

/** @returns {Progress} */
const makeEmpty = () => ({ langkah: FORM, solved: {}, places: {}, days: {} });

/** @returns {Progress} */
export function readProgress() {
  try {
    return parseProgress(localStorage.getItem(KEY) ?? "") ?? makeEmpty();
  } catch {
    return makeEmpty(); // no storage in this browser
  }
}

/** @param {Progress} progress */
function writeProgress(progress) {
  try {
    localStorage.setItem(KEY, JSON.stringify(progress));
  } catch {
    // no storage, or it is full: playing continues
  }
}

/** The content of a file: results, places, days and lessons. */
export const writeFile = () => JSON.stringify({ ...readProgress(), lessons: listLearned() }, null, 1);

/** Delete everything. */
export const forgetProgress = () => localStorage.removeItem(KEY);

/**
 * The content of a file in this format; else null.
 * @param {string} text
 * @returns {Progress | null}
 */
export function parseProgress(text) {
  /** @type {any} */
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    return null;
  }
  const tables = [found?.solved, found?.places];
  if (found?.langkah !== FORM || !tables.every((table) => table && typeof table === "object" && !Array.isArray(table)))
    return null;
  const { solved, places, days = {}, lessons } = found;
  const [names, games] = [Object.keys(solved), Object.keys(places)];
  const fine =
    names.length <= MOST.solved &&
    games.length <= MOST.places &&
    [...names, ...games].every((name) => name.length <= MOST.name) &&
    names.every((name) => isSolved(solved[name])) &&
    games.every((name) => isPlace(places[name])) &&
    Object.keys(days).length <= MOST.days &&
    Object.entries(days).every(([day, found]) => DAY.test(day) && isCount(found?.made) && isCount(found?.least)) &&
    (lessons === undefined || (Array.isArray(lessons) && lessons.length <= MOST.lessons && lessons.every(isLesson)));
  return fine ? { langkah: FORM, solved, places, days, ...(lessons ? { lessons } : {}) } : null;
}

/** @type {(value: any) => boolean} */
const isSolved = (value) =>
  (value?.best === null || isCount(value?.best)) && [value.least, value.alone].every(isFlag);

/** @type {(value: any) => boolean} */
const isFlag = (value) => value === undefined || typeof value === "boolean";

/** @type {(value: any) => boolean} */
const isPlace = (value) =>
  typeof value?.place === "string" && value.place.length <= MOST.token && isCount(value.made) && isCount(value.at);

/** @type {(value: any) => boolean} */
const isCount = (value) => typeof value === "number" && Number.isFinite(value) && value >= 0;

/**
 * Merge data of another browser: the better of two results, the later of two places, all lessons.
 * @param {Progress} other
 */
export function mergeProgress(other) {
  const { solved, places, days } = readProgress();
  for (const [name, found] of Object.entries(other.solved)) keepBest(solved, name, found);
  for (const [game, place] of Object.entries(other.places))
    if (!(places[game]?.at >= place.at)) places[game] = place;
  for (const [day, found] of Object.entries(other.days ?? {})) if (!(days[day]?.made <= found.made)) days[day] = found;
  writeProgress({ langkah: FORM, solved, places, days });
  (other.lessons ?? []).forEach(noteLearned);
}

/**
 * @param {Record<string, Solved>} solved
 * @param {string} name
 * @param {Solved} found
 */
function keepBest(solved, name, found) {
  const known = solved[name];
  const all = [found.best, known?.best].filter((each) => typeof each === "number");
  const best = all.length ? Math.min(.../** @type {number[]} */ (all)) : null;
  const [least, alone] = [found.least || known?.least, found.alone || known?.alone];
  solved[name] = { best, ...(least ? { least } : {}), ...(alone ? { alone } : {}) };
}

/**
 * The name under which a result is saved: a level's own name, anything else with its settings.
 * @param {Api.Saved} saved
 */
export function nameResult({ problem, settings = {} }) {
  const words = Object.entries(settings).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return (words.length ? `${problem}?${words.sort().join("&")}` : problem).slice(0, MOST.name);
}

/**
 * Save a result.
 * @param {Api.Saved} saved
 * @param {number | null} best null if the solver helped
 * @param {{ least?: boolean, alone?: boolean }} [stars] whether that is the minimum, whether there were no hints
 */
export function noteSolved(saved, best, stars = {}) {
  if (!isKept(saved.problem)) return;
  const progress = readProgress();
  keepBest(progress.solved, nameResult(saved), { best, ...stars });
  writeProgress(progress);
}

/**
 * Save the result of the puzzle of a day.
 * @param {string} day
 * @param {Day} found
 */
export function noteDay(day, found) {
  const progress = readProgress();
  if (!(progress.days[day]?.made <= found.made)) progress.days[day] = found;
  writeProgress(progress);
}

/**
 * Save the place in a game; at its end or beginning, delete it.
 * @param {string} game
 * @param {Api.Position} position
 */
export function notePlace(game, { saved, token, made, ending }) {
  if (!isKept(saved.problem)) return;
  const progress = readProgress();
  const there = made > 0 && !ending && token.length <= MOST.token;
  if (!there && !progress.places[game]) return;
  if (there) progress.places[game] = { place: token, made, at: Date.now() };
  else if (ending) delete progress.places[game];
  writeProgress(progress);
}

/**
 * The number of stars earned, and of possible ones. If all solutions cost the same, there is none for the least cost.
 * @param {Solved | undefined} found
 * @param {boolean} [level] whether all solutions cost the same
 */
export function countStars(found, level = false) {
  const parts = [Boolean(found), ...(level ? [] : [Boolean(found?.least)]), Boolean(found?.alone)];
  return { earned: parts.filter(Boolean).length, all: parts.length };
}
