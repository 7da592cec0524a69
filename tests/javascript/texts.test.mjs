import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./page.mjs";

const { T, capitalize, fillBlanks, formatMove, toSentence, translate } = await load("texts.js");
const { explainError, isAbort, listReasons } = await load("errors.js");
const { Refusal } = await load("refusal.js");

test("directions are arrows, other words are left alone", () => {
  assert.equal(formatMove("a left"), "a ←");
  assert.equal(formatMove("up down right"), "↑ ↓ →");
  assert.equal(formatMove("upper leftover"), "upper leftover");
  for (const names of ["(pick-up a)", "(turn left)", "pick-up a"]) assert.equal(formatMove(names), names);
});

test("sentences begin with a capital, but functions keep their names", () => {
  assert.equal(capitalize("moves"), "Moves");
  assert.equal(capitalize("f = g + h"), "f = g + h");
  assert.equal(capitalize("frontier"), "Frontier");
  assert.equal(toSentence(" it moves "), "It moves.");
  assert.equal(toSentence("really?"), "Really?");
  assert.equal(toSentence(""), "");
});

test("blanks are filled; what is not given stays", () => {
  assert.equal(fillBlanks("{a} of {b}", { a: 0, b: "3" }), "0 of 3");
  assert.equal(fillBlanks("{a} of {b}", { a: 1, b: null }), "1 of {b}");
});

test("a translation takes the place of its English; what has none stays", () => {
  const english = { ...T };
  translate({ [english.best]: "Terbaik" });
  assert.equal(T.best, "Terbaik");
  assert.equal(T.about, english.about);
  translate({});
  assert.deepEqual(T, english);
});

test("a refusal speaks for itself, anything else is silence of the backend", () => {
  assert.deepEqual(listReasons(new Refusal(["one", "two"], 400)), ["one", "two"]);
  assert.equal(explainError(new Refusal(["one", "two"], 400)), "one\ntwo");
  assert.deepEqual(listReasons(new Refusal([], 500)), [T.offline]);
  assert.deepEqual(listReasons(new TypeError("x")), [T.offline]);
  assert.ok(isAbort(new DOMException("", "AbortError")));
  assert.ok(!isAbort(new DOMException("", "NetworkError")));
  assert.ok(!isAbort(new Error("AbortError")));
});
