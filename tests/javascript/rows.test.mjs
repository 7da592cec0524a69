import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./page.mjs";

const { slimRows } = await load("watch/rows.js");

test("rows keep what plots need, and what is no row stays for Python to refuse", () => {
  const row = { run: 1, instance: "a", settings: { start: [1, 2] }, rounds: [[3, 4]], expanded: 7, cost: null };
  const text = `${JSON.stringify(row)}\nmine\n`;
  assert.equal(slimRows(text), `${JSON.stringify({ run: 1, instance: "a", cost: null, expanded: 7 })}\nmine\n`);
});
