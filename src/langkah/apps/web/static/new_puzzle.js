// New puzzles: their addresses, #new/GAME/GRADE/SEED or #new/GAME/21/SEED, and #day/2026-11-18 for the puzzle of a day;
// and opening one. The same address always gives the same puzzle.

/** @import { SessionView } from "./view.js" */

import * as backend from "./backend.js";
import { explainError, isAbort } from "./errors.js";
import { T } from "./texts.js";

/** @typedef {{ address: string, counts: string, least: number, day: string, wish: string }} Order */
/** @typedef {Api.Position & { order?: Order }} OrderedPosition */

export const GRADES = /** @type {const} */ (["easy", "medium", "hard"]);
const MOST_SEED = 1_000_000;

/** A random seed. */
const drawSeed = () => Math.floor(Math.random() * MOST_SEED);

/**
 * The address of another new puzzle.
 * @param {string} game
 * @param {string} wish a grade, or the least cost that the puzzle should have
 */
export const makeOrder = (game, wish) => `new/${encodeURIComponent(game)}/${wish}/${drawSeed()}`;

/** Today's date as YYYY-MM-DD in the reader's time zone. */
export function findToday(now = new Date()) {
  const pad = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}

/**
 * The request in an address; null if it is not an address of a new puzzle.
 * @param {string} place
 * @returns {Api.NewPuzzleRequest | null}
 */
export function parseOrder(place) {
  if (place === "day") return { day: findToday() };
  const [kind, ...words] = place.split("/");
  if (kind === "day" && words.length === 1) return { day: words[0] };
  const [game, wish, seed] = words;
  if (kind !== "new" || words.length !== 3 || !/^\d{1,15}$/.test(seed)) return null;
  const asked = { problem: decodeURIComponent(game), seed: Number(seed) };
  if (/^\d{1,5}$/.test(wish)) return { ...asked, needs: Number(wish) };
  const grade = GRADES.find((each) => each === wish);
  return grade ? { ...asked, grade } : null;
}

/**
 * Generate the puzzle of an address.
 * @param {string} place
 * @param {Api.Calls} [calls]
 * @returns {Promise<OrderedPosition>}
 */
export async function openOrder(place, calls) {
  const asked = parseOrder(place);
  if (!asked) throw new Error(place);
  const { position, address, counts, least } = await backend.makePuzzle(asked, calls);
  const [, , wish = ""] = address.split("/");
  return { ...position, address, order: { address, counts, least, day: asked.day ?? "", wish } };
}

/**
 * Make a new puzzle of the game that is played, and open it.
 * @param {SessionView} view
 * @param {string} wish
 * @param {Element} told
 */
export async function makeNew({ session, board }, wish, told) {
  if (!session.sheet) return;
  told.textContent = T.newMaking;
  const over = (session.making = new AbortController());
  try {
    const opening = openOrder(makeOrder(session.sheet.game, wish), { signal: over.signal });
    await opening;
    if (session.gone || session.making !== over) return;
    window.scrollTo({ top: 0, behavior: "smooth" });
    board.arrive();
    await session.open(opening, "begun");
    told.textContent = "";
  } catch (error) {
    if (!isAbort(error)) told.textContent = explainError(error);
  }
}
