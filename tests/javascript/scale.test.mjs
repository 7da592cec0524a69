import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./page.mjs";

const { chooseScale } = await load("watch/scale.js");

const near = (found, wanted) => assert.ok(Math.abs(found - wanted) < 1e-9, `${found} is not ${wanted}`);

test("from 0 as long as the shortest can be seen beside the longest", () => {
  const counts = [6, 72, 0];
  const { logarithmic, end, find, ticks } = chooseScale(counts);
  assert.deepEqual([logarithmic, end, counts.map(find), ticks], [false, 72, [6 / 72, 1, 0], []]);
});

test("else by powers of ten, which are marked", () => {
  const counts = [1, 10, 170_000, 0];
  const { logarithmic, end, decades, find, ticks } = chooseScale(counts);
  assert.deepEqual([logarithmic, end, decades], [true, 1_000_000, 6]);
  [0, 1 / 6, Math.log10(170_000) / 6, 0].forEach((share, index) => near(find(counts[index]), share));
  assert.deepEqual(
    ticks.map(({ share, label }) => [share, label]),
    [
      [0, "1"],
      [1 / 3, "10²"],
      [2 / 3, "10⁴"],
      [1, "10⁶"],
    ],
  );
});

test("nothing to compare is a scale, too", () => {
  assert.equal(chooseScale([]).find(0), 0);
  assert.equal(chooseScale([0, 0]).logarithmic, false);
});
