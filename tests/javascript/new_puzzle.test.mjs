// Addresses of new puzzles, the streak of days, and the line to share.

import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./page.mjs";

globalThis.location ??= { origin: "http://host", pathname: "/" };
const { findToday, makeOrder, parseOrder } = await load("new_puzzle.js");
const { countStreak, writeShareLine } = await load("days.js");
const { countStars } = await load("progress.js");

test("an address says game, grade or minimum, and seed; whatever else it says is none", () => {
  assert.deepEqual(parseOrder("new/some%2Fgame/hard/12"), { problem: "some/game", seed: 12, grade: "hard" });
  assert.deepEqual(parseOrder("new/game/21/0"), { problem: "game", seed: 0, needs: 21 });
  assert.deepEqual(parseOrder("day/2026-11-18"), { day: "2026-11-18" });
  assert.deepEqual(parseOrder("day"), { day: findToday() });
  for (const other of ["game", "new/game/hard", "new/game/harder/1", "new/game/hard/x", "old/game/hard/1", ""])
    assert.equal(parseOrder(other), null);
  const made = parseOrder(makeOrder("a b", "easy"));
  assert.equal(made?.problem, "a b");
  assert.equal(made?.grade, "easy");
});

test("days in a row end today or yesterday", () => {
  const now = new Date(2026, 2, 1, 23, 30);
  const days = (/** @type {string[]} */ ...names) => Object.fromEntries(names.map((name) => [name, {}]));
  assert.equal(findToday(now), "2026-03-01");
  assert.equal(countStreak({}, now), 0);
  assert.equal(countStreak(days("2026-02-27", "2026-02-28"), now), 2);
  assert.equal(countStreak(days("2026-02-27", "2026-02-28", "2026-03-01"), now), 3);
  assert.equal(countStreak(days("2026-02-26", "2026-02-27"), now), 0);
});

test("a line to share says day, result and minimum, and where to find it", () => {
  const line = writeShareLine("2026-11-18", 21, 19);
  assert.match(line, /2026-11-18\. My result: 21, minimum 19\n.*#day\/2026-11-18$/);
});

test("stars: solved, least, alone; none for the least where every solution costs the same", () => {
  assert.deepEqual(countStars(undefined), { earned: 0, all: 3 });
  assert.deepEqual(countStars({ best: 3, least: true, alone: true }), { earned: 3, all: 3 });
  assert.deepEqual(countStars({ best: null }), { earned: 1, all: 3 });
  assert.deepEqual(countStars({ best: 8, least: true }, true), { earned: 1, all: 2 });
});
