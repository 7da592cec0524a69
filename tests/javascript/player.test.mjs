// The player of a recording: keys, speeds, playback and the selection of nodes.

import assert from "node:assert/strict";
import { test } from "node:test";

import { loadPane } from "./page.mjs";

const { Player, SPEEDS } = await loadPane("player.js");
const { countBelow, fillText } = await loadPane("recording.js");

/** Three nodes: the root is expanded and generates two nodes, the second of which is a goal. */
const DATA = {
  nodes: { parent: [-1, 0, 0] },
  events: { kind: [..."otootg"], node: [0, 0, 1, 2, 2, 2], place: [0, 0, 0, 1, 1, -1] },
  goals: [{ event: 5, way: [0, 2] }],
  rounds: [],
  best: [],
};

const press = (player, key, more = {}) => player.key({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more });

test("keys step, iterate, jump and let go", () => {
  const player = new Player(DATA);
  const go = (key, more) => (assert.ok(press(player, key, more)), player.at);
  assert.equal(go("ArrowRight"), 1);
  assert.equal(go("ArrowRight", { shiftKey: true }), 2);
  assert.equal(go("ArrowRight", { shiftKey: true }), 5);
  assert.equal(go("ArrowRight", { shiftKey: true }), 6, "behind the last node taken comes the end");
  assert.equal(go("ArrowLeft", { shiftKey: true }), 5);
  assert.equal(go("ArrowLeft"), 4);
  assert.equal(go("g"), 6);
  assert.equal(go("Home"), 0);
  assert.equal(go("ArrowLeft"), 0);
  assert.equal(go("End"), 6);
  player.select(1);
  assert.equal(player.shown, 1);
  go("Escape");
  assert.equal(player.shown, 2, "what the last event is about");
});

test("keys that mean something else are left alone", () => {
  const player = new Player(DATA);
  assert.equal(press(player, "x"), false);
  assert.equal(press(player, "ArrowRight", { ctrlKey: true }), false);
  assert.equal(player.at, 0);
});

test("every change is told", () => {
  const player = new Player({ ...DATA, at: 3 });
  assert.equal(player.at, 3);
  let told = 0;
  player.addEventListener("change", () => (told += 1));
  player.go(2.4);
  player.select(0);
  player.faster(1);
  assert.deepEqual([told, player.at, player.speed], [3, 2, 3]);
});

test("there is a slowest and a fastest", () => {
  const player = new Player(DATA);
  for (let again = 0; again < 20; again += 1) press(player, "+");
  assert.equal(player.speed, SPEEDS.length - 1);
  for (let again = 0; again < 20; again += 1) press(player, "-");
  assert.equal(player.speed, 0);
});

test("playing goes on by the clock, ends at the end, and begins again from there", (context) => {
  let now = 0;
  const frames = [];
  context.mock.method(performance, "now", () => now);
  globalThis.requestAnimationFrame = (frame) => frames.push(frame);
  const wait = (time) => {
    now += time;
    frames.splice(0).forEach((frame) => frame(now));
  };
  const player = new Player(DATA);
  player.speed = SPEEDS.indexOf(2);
  press(player, " ");
  wait(400);
  assert.equal(player.at, 0);
  wait(100);
  assert.equal(player.at, 1);
  press(player, " ");
  wait(5000);
  assert.deepEqual([player.at, player.playing], [1, false], "paused");
  press(player, " ");
  wait(5000);
  assert.deepEqual([player.at, player.playing], [6, false], "the end");
  player.play();
  assert.equal(player.at, 0);
  player.step(1);
  assert.deepEqual([player.at, player.playing], [1, false], "a step pauses");
});

test("frontier, closed set, counters and the solution are those of the moment, both ways", () => {
  const { recording } = new Player(DATA);
  const seen = (at) => {
    const { queue, done, counters, solution } = recording.seek(at);
    return [[...queue], [...done], { ...counters }, [...solution]];
  };
  const forward = Array.from({ length: 7 }, (_, at) => seen(at));
  assert.deepEqual(forward[4], [[1, 2], [0], { expanded: 1, generated: 3, skipped: 0, pruned: 0, frontier: 2 }, []]);
  assert.deepEqual(forward[6], [[1], [0, 2], { expanded: 2, generated: 3, skipped: 0, pruned: 0, frontier: 1 }, [0, 2]]);
  for (let at = 6; at >= 0; at -= 1) assert.deepEqual(seen(at), forward[at]);
  assert.deepEqual(recording.path(2), [0, 2]);
  assert.deepEqual([0, 1, 2, 9].map((count) => recording.atTaken(count)), [0, 2, 5, 6]);
});

test("small helpers", () => {
  assert.deepEqual([0, 2, 3, 9].map((value) => countBelow([1, 2, 2, 5], value)), [0, 1, 3, 4]);
  assert.equal(fillText("{a} before {b}", { a: 0 }), "0 before {b}");
});
