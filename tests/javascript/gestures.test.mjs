import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./page.mjs";

const gestures = await load("gestures.js");

const CHOICES = [{ gestures: [["a", "b"]] }, { gestures: [["a", "c"], ["c"]] }, { gestures: [["d", "a", "b"]] }];
const POSITION = {
  choices: [{ gestures: [["piece", "right"]] }, { gestures: [["piece", "far"]] }, { gestures: [["other"]] }, { gestures: [["still"]] }],
  travels: [{ shape: [1, 0] }, { shape: [2, 0] }, { mate: [0, 1], tail: [0, 1] }, {}],
  scene: { shapes: [] },
};
const RING = {
  choices: [{ gestures: [["button"], ["left", "right"], ["right", "left"]] }],
  travels: [{ one: [1, 0], two: [-1, 0] }],
  scene: { shapes: [{ id: "one", handle: "left" }, { id: "two", handle: "right" }, { id: "three", handle: "button" }] },
};

test("what can be clicked next, and which choices it leads to", () => {
  const after = (...selected) => [...gestures.findNextHandles(CHOICES, selected)].map(([handle, all]) => [handle, [...all]]);
  assert.deepEqual(after(), [["a", [0, 1]], ["c", [1]], ["d", [2]]]);
  assert.deepEqual(after("a"), [["b", [0]], ["c", [1]]]);
  assert.deepEqual(after("d", "a"), [["b", [2]]]);
  assert.deepEqual(after("b"), []);
});

test("a move is complete when all of a gesture was clicked, and no sooner", () => {
  assert.ok(gestures.isComplete(CHOICES, ["a", "b"]));
  assert.ok(gestures.isComplete(CHOICES, ["c"]));
  assert.ok(!gestures.isComplete(CHOICES, ["a"]));
  assert.ok(!gestures.isComplete(CHOICES, ["d", "a", "c"]));
});

test("rails belong to the handle that is dragged", () => {
  assert.deepEqual(gestures.findRails(POSITION, "piece").map(({ choice, main }) => [choice, main]), [[0, [1, 0]], [1, [2, 0]]]);
  assert.deepEqual(gestures.findRails(POSITION, "still"), []);
  assert.deepEqual([...gestures.findDraggable(POSITION)], ["piece", "other"]);
});

test("where pieces go different ways, each is dragged its own way, no button is, and arrows do not slide", () => {
  const mains = (handle) => gestures.findRails(RING, handle).map(({ main }) => main);
  assert.deepEqual([mains("left"), mains("right"), mains("button")], [[[1, 0]], [[-1, 0]], []]);
  assert.deepEqual([...gestures.findDraggable(RING)], ["left", "right"]);
  assert.equal(gestures.canSlide(RING), false);
});

test("a drag means the rail to whose end it came, or that it went past", () => {
  const rails = gestures.findRails(POSITION, "piece");
  const drop = (...vector) => gestures.findDropRail(rails, vector)?.choice;
  assert.equal(drop(0.9, 0.1), 0);
  assert.equal(drop(1.9, 0), 1);
  assert.equal(drop(5, 0.2), 1, "past its end");
  assert.equal(drop(0.3, 0), undefined, "not far enough");
  assert.equal(drop(1, 1.5), undefined, "too far aside");
  assert.equal(drop(-1, 0), undefined, "the other way");
});

test("rails are ranked by how far a drag is from them", () => {
  const rails = [{ choice: 0, main: [0, 1] }, { choice: 1, main: [1, 0] }];
  const [first, second] = gestures.rankRails(rails, [0.8, 0.1]);
  assert.deepEqual([first.choice, first.share], [1, 0.8]);
  assert.equal(second.choice, 0);
});

test("a drag goes on with the same shape in the same direction", () => {
  const before = { choice: 0, travel: { shape: [1, 0] }, main: [1, 0] };
  const rails = [
    { choice: 0, travel: { mate: [1, 0] }, main: [1, 0] },
    { choice: 1, travel: { shape: [0, 1] }, main: [0, 1] },
    { choice: 2, travel: { shape: [1, 0] }, main: [1, 0] },
  ];
  assert.equal(gestures.findNextRail(rails, before, [0.8, 0])?.choice, 2);
  assert.equal(gestures.findNextRail(rails, before, [0.3, 0]), undefined);
});

test("arrow keys lead to a near spot that is not too far aside", () => {
  const spots = [[0, 0], [2, 0], [1, 1], [0, 2]].map(([x, y]) => ({ name: `${x},${y}`, box: [x, y, 1, 1] }));
  const go = (dx, dy) => gestures.findNeighbour(spots, spots[0], [dx, dy]).name;
  assert.equal(go(1, 0), "2,0");
  assert.equal(go(0, 1), "0,2");
  assert.equal(go(-1, 0), "0,0", "nothing there: stay");
});

test("where a spot is gone, the nearest one takes its place", () => {
  const spots = [{ name: "wide", box: [0, 0, 4, 1] }, { name: "far", box: [9, 9, 1, 1] }];
  assert.equal(gestures.findNearest(spots, { box: [3, 2, 1, 1] }).name, "wide");
  assert.equal(gestures.findNearest(spots, { box: [8, 7, 1, 1] }).name, "far");
});
