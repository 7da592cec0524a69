import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { forgetAll, load } from "./page.mjs";

const numbers = await load("numbers.js");

beforeEach(forgetAll);

const CASES = [
  ["formatTurns", [null], "–", "–"],
  ["formatTurns", [7], "7", "7"],
  ["formatTurns", [42.7968], "42.797", "42,797"],
  ["formatTurns", [12345.678], "12,345.7", "12.345,7"],
  ["formatTurns", [2.5, 1], "2.5", "2,5"],
  ["formatWhole", [undefined], "–", "–"],
  ["formatWhole", [1234567], "1,234,567", "1.234.567"],
  ["formatPercent", [0], "0\u00a0%", "0\u00a0%"],
  ["formatPercent", [0.5], "50.00\u00a0%", "50,00\u00a0%"],
  ["formatPercent", [1 / 1296], "0.077\u00a0%", "0,077\u00a0%"],
  ["formatPercent", [1e-7], "1e-5\u00a0%", "1e-5\u00a0%"],
  ["formatPercent", [0.99999], "> 99.99\u00a0%", "> 99,99\u00a0%"],
  ["formatPercent", [1], "100.00\u00a0%", "100,00\u00a0%"],
  ["formatTick", [0.125], "12.5 %", "12,5 %"],
  ["formatSigned", [-1.5], "−1.50", "−1,50"],
  ["formatSigned", [0.25, 1], "+0.3", "+0,3"],
  ["formatSeconds", [1.5], "1.50 s", "1,50 s"],
  ["formatSeconds", [0.0123], "12.3 ms", "12,3 ms"],
  ["formatSeconds", [0.0000123], "12 µs", "12 µs"],
  ["formatBytes", [null], "–", "–"],
  ["formatBytes", [1500], "1.5 KB", "1,5 KB"],
  ["formatBytes", [250_000_000, false], "≥ 250 MB", "≥ 250 MB"],
];

test("numbers are written as the page speaks", () => {
  for (const [name, given, english, indonesian] of CASES) {
    document.documentElement.lang = "en";
    assert.equal(numbers[name](...given), english, `${name}(${given})`);
    document.documentElement.lang = "id";
    assert.equal(numbers[name](...given), indonesian, `${name}(${given})`);
  }
});

test("a moment is a day and a time of day of the page's language", () => {
  const at = new Date(2026, 10, 18, 9, 5).getTime();
  assert.match(numbers.formatMoment(at), /^11\/18\/2026, 9:05/);
  document.documentElement.lang = "id";
  assert.match(numbers.formatMoment(at), /^18\/11\/2026, 09\.05/);
});
