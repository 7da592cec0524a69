// What was solved, how well, and where one was: kept by this browser alone. It can be written to a file and read back;
// nothing else is sent anywhere. A file from elsewhere is checked, and only ever adds to what is there.

import { isKept } from "./connection.js";

const KEY = "progress";
const FORM = 1; // the version of what is written below
const MOST = { solved: 5000, places: 50, name: 300, token: 20_000 };

/** @typedef {{ best: number | null }} Solved The least cost by one's own hand; null where the solver helped. */
/** @typedef {{ place: string, made: number, at: number }} Place An address, the moves made there, and when. */
/** @typedef {{ langkah: number, solved: Record<string, Solved>, places: Record<string, Place> }} Progress */

/** @returns {Progress} */
const makeEmpty = () => ({ langkah: FORM, solved: {}, places: {} });

/** @returns {Progress} */
export function readProgress() {
  try {
    return parseProgress(localStorage.getItem(KEY) ?? "") ?? makeEmpty();
  } catch {
    return makeEmpty(); // a browser that keeps nothing
  }
}

/** @param {Progress} progress */
function writeProgress(progress) {
  try {
    localStorage.setItem(KEY, JSON.stringify(progress));
  } catch {
    // a browser that keeps nothing, or is full: playing goes on
  }
}

/** Forget everything. */
export const forgetProgress = () => localStorage.removeItem(KEY);

/**
 * What a text says, if it is what was written here once; else null.
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
  const { solved, places } = found;
  const [names, games] = [Object.keys(solved), Object.keys(places)];
  const fine =
    names.length <= MOST.solved &&
    games.length <= MOST.places &&
    [...names, ...games].every((name) => name.length <= MOST.name) &&
    names.every((name) => isSolved(solved[name])) &&
    games.every((name) => isPlace(places[name]));
  return fine ? { langkah: FORM, solved, places } : null;
}

/** @type {(value: any) => boolean} */
const isSolved = (value) => value?.best === null || isCount(value?.best);

/** @type {(value: any) => boolean} */
const isPlace = (value) =>
  typeof value?.place === "string" && value.place.length <= MOST.token && isCount(value.made) && isCount(value.at);

/** @type {(value: any) => boolean} */
const isCount = (value) => typeof value === "number" && Number.isFinite(value) && value >= 0;

/**
 * Add what another browser knows: the better of two results, the later of two places.
 * @param {Progress} other
 */
export function mergeProgress(other) {
  const { solved, places } = readProgress();
  for (const [name, { best }] of Object.entries(other.solved)) keepBest(solved, name, best);
  for (const [game, place] of Object.entries(other.places))
    if (!(places[game]?.at >= place.at)) places[game] = place;
  writeProgress({ langkah: FORM, solved, places });
}

/**
 * @param {Record<string, Solved>} solved
 * @param {string} name
 * @param {number | null} best
 */
function keepBest(solved, name, best) {
  const known = solved[name]?.best;
  const all = [best, known].filter((each) => typeof each === "number");
  solved[name] = { best: all.length ? Math.min(.../** @type {number[]} */ (all)) : null };
}

/**
 * The name under which a result is kept: a level by its own, anything else with its settings.
 * @param {Api.Saved} saved
 */
export function nameResult({ problem, settings = {} }) {
  const words = Object.entries(settings).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return (words.length ? `${problem}?${words.sort().join("&")}` : problem).slice(0, MOST.name);
}

/**
 * Note that something was solved.
 * @param {Api.Saved} saved
 * @param {number | null} cost null where the solver helped
 */
export function noteSolved(saved, cost) {
  if (!isKept(saved.problem)) return;
  const progress = readProgress();
  keepBest(progress.solved, nameResult(saved), cost);
  writeProgress(progress);
}

/**
 * Note where one is in a game; at an end or a beginning, that there is nothing to come back to.
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
