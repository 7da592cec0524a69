// Days on which the puzzle of the day was solved: the current streak, and the line to share.

import { findToday } from "./new_puzzle.js";
import { T, fillBlanks } from "./texts.js";

const DAY = 86_400_000; // milliseconds

/**
 * The number of consecutive days solved, up to today or yesterday.
 * @param {Record<string, unknown>} days
 * @param {Date} [now]
 */
export function countStreak(days, now = new Date()) {
  let time = Date.parse(findToday(now)); // midnight UTC: only days are counted
  const isSolved = () => Boolean(days[new Date(time).toISOString().slice(0, 10)]);
  if (!isSolved()) time -= DAY;
  let count = 0;
  for (; isSolved(); time -= DAY) count += 1;
  return count;
}

/**
 * The line to share about a solved day.
 * @param {string} day
 * @param {number} made
 * @param {number} least
 */
export function writeShareLine(day, made, least) {
  const line = fillBlanks(T.shareDay, { day, made, least });
  return `${line}\n${location.origin}${location.pathname}#day/${day}`;
}
