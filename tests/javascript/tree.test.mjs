// The tree of a search: the layout of its nodes, its visible part, and its animation from one event to the next.

import assert from "node:assert/strict";
import { test } from "node:test";

import { loadPane } from "./page.mjs";

const { TreeLayout } = await loadPane("layout.js");
const { AROUND, Glide, chooseDetail, fitView, followView, zoomView } = await loadPane("follow.js");

/** A generator of reproducible random numbers. */
function makeDice(seed) {
  let state = seed;
  return (sides) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * sides);
  };
}

/** A random forest, in which some nodes are hidden. The parent of each node precedes the node. */
function drawForest(seed) {
  const dice = makeDice(seed);
  const size = 1 + dice(60);
  const parents = [-1];
  for (let node = 1; node < size; node += 1) parents.push(dice(node + 1) - 1);
  const shown = new Uint8Array(size);
  parents.forEach((parent, node) => (shown[node] = (parent < 0 || shown[parent]) && (node === 0 || dice(8)) ? 1 : 0));
  return { parents, shown };
}

const listShown = (shown) => [...shown.keys()].filter((node) => shown[node]);

function arrange({ parents, shown }) {
  const layout = new TreeLayout(parents);
  layout.arrange(shown);
  return layout;
}

const ROOMS = { whole: (scale) => [80 * scale, 60 * scale], least: 0.62, short: [30, 20], boards: true, aside: 40 };

/** Whether the place of a node in a view lies inside the pane. */
function isInSight(layout, view, node, [width, height]) {
  const [x, y] = [view.x + layout.x[node] * view.across, view.y + layout.depth[node] * view.down];
  return x >= ROOMS.aside + AROUND - 1 && x <= width - AROUND + 1 && y >= 0 && y <= height;
}

test("every forest is laid out tidily: neighbours in order and apart, parents in the middle, children one below", () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const { parents, shown } = drawForest(seed);
    const layout = arrange({ parents, shown });
    const { x, depth } = layout;
    const nodes = listShown(shown);
    const children = new Map(nodes.map((node) => [node, nodes.filter((each) => parents[each] === node)]));
    const rows = new Map();
    const visit = (node) => {
      rows.set(depth[node], [...(rows.get(depth[node]) ?? []), x[node]]);
      children.get(node).forEach(visit);
    };
    nodes.filter((node) => parents[node] < 0).forEach(visit);
    for (const row of rows.values())
      row.forEach((place, index) => assert.ok(!index || place - row[index - 1] >= 1 - 1e-9, `seed ${seed}: too near`));
    for (const [node, below] of children) {
      if (!below.length) continue;
      const middle = (x[below[0]] + x[below.at(-1)]) / 2;
      assert.ok(Math.abs(x[node] - middle) < 1e-9, `seed ${seed}: not in the middle`);
      assert.ok(below.every((each) => depth[each] === depth[node] + 1), `seed ${seed}: not below`);
    }
    assert.equal(x[0], 0, "the first root");
    assert.equal(layout.left, Math.min(...nodes.map((node) => x[node])));
    assert.equal(layout.right, Math.max(...nodes.map((node) => x[node])));
    assert.equal(layout.levels, 1 + Math.max(...nodes.map((node) => depth[node])));
  }
});

test("a layout can be made again for other nodes, and takes time proportional to them", () => {
  const size = 200_000;
  const shapes = { chain: (node) => node - 1, comb: (node) => (node % 2 ? node - 1 : Math.max(0, node - 2)), bush: (node) => Math.floor((node - 1) / 3) };
  for (const [name, find] of Object.entries(shapes)) {
    const parents = Int32Array.from({ length: size }, (_, node) => (node ? find(node) : -1));
    const layout = new TreeLayout(parents);
    const began = process.cpuUsage();
    layout.arrange(new Uint8Array(size).fill(1));
    assert.ok(process.cpuUsage(began).user < 2e6, `${name}: ${process.cpuUsage(began).user} µs`);
    layout.arrange(new Uint8Array(size).fill(1, 0, 1));
    assert.deepEqual([layout.left, layout.right, layout.levels], [0, 0, 1]);
  }
});

test("as the room shrinks, boards give way to short labels, and these to dots", () => {
  const levels = [120, 80, 60, 40, 25, 10, 1].map((pitch) => chooseDetail({ across: pitch, down: pitch }, ROOMS).level);
  assert.deepEqual(levels, ["whole", "whole", "whole", "short", "dot", "dot", "dot"]);
  assert.ok(chooseDetail({ across: 60, down: 60 }, ROOMS).scale < 1);
  const [across, down] = ROOMS.whole(0.623);
  assert.equal(chooseDetail({ across, down }, { ...ROOMS, least: 0.623 }).level, "whole", "in the least room, too");
});

test("the whole tree is seen, in any pane", () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const forest = drawForest(seed);
    const layout = arrange(forest);
    const dice = makeDice(seed);
    const size = [200 + dice(1200), 150 + dice(700)];
    const view = fitView(layout, size, ROOMS);
    for (const node of listShown(forest.shown))
      assert.ok(isInSight(layout, view, node, size), `seed ${seed}: #${node} is not in ${size}`);
  }
});

test("the node at work is seen, in any pane, and never too small to be read", () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const { parents, shown } = drawForest(seed);
    const layout = arrange({ parents, shown });
    const dice = makeDice(seed);
    const nodes = listShown(shown);
    const node = nodes[dice(nodes.length)];
    const roots = nodes.filter((each) => parents[each] < 0);
    const family = nodes.filter((each) => each === node || each === parents[node] || parents[each] === node);
    const near = { roots, family, pair: family.filter((each) => each === node || each === parents[node]) };
    const size = [200 + dice(1200), 150 + dice(700)];
    const view = followView(layout, near, node, size, ROOMS);
    assert.ok(isInSight(layout, view, node, size), `seed ${seed}: #${node} is not in ${size}`);
    assert.notEqual(chooseDetail(view, ROOMS).level, "dot", `seed ${seed}`);
  }
});

test("a small tree is seen whole, in the middle, not much larger than usual", () => {
  const layout = arrange({ parents: [-1, 0, 0], shown: Uint8Array.of(1, 1, 1) });
  const view = followView(layout, { roots: [0], family: [0, 1, 2], pair: [0] }, 0, [1000, 600], ROOMS);
  assert.equal(view.x, (1000 + ROOMS.aside) / 2);
  assert.ok(Math.abs(view.across - 80 * 1.15) < 1e-9);
  assert.equal(chooseDetail(view, ROOMS).level, "whole");
});

test("a point stays where it is while one zooms, and there is an end to it", () => {
  const view = { x: 100, y: 50, across: 20, down: 30 };
  const at = [340, 110];
  const near = zoomView(view, 1.5, at);
  assert.ok(Math.abs((at[0] - near.x) / near.across - (at[0] - view.x) / view.across) < 1e-9);
  assert.ok(Math.abs((at[1] - near.y) / near.down - (at[1] - view.y) / view.down) < 1e-9);
  assert.equal(zoomView(view, 1e9, at).across, 400);
  assert.ok(Math.abs(zoomView(view, 1e-9, at).across - 0.02) < 1e-12);
});

test("new nodes come out of their parents, and everything arrives", (context) => {
  let now = 0;
  context.mock.method(performance, "now", () => now);
  const parents = [-1, 0, 0];
  const layout = new TreeLayout(parents);
  const glide = new Glide(3);
  const first = Uint8Array.of(1, 0, 0);
  layout.arrange(first);
  glide.begin(layout, first, { x: 10, y: 10, across: 8, down: 8 }, 0);
  assert.equal(glide.advance(layout, first), false, "no time, no way");
  assert.deepEqual(glide.view, { x: 10, y: 10, across: 8, down: 8 });
  const all = Uint8Array.of(1, 1, 1);
  layout.arrange(all);
  glide.begin(layout, all, { x: 20, y: 10, across: 4, down: 8 }, 100);
  assert.deepEqual([...glide.x], [0, 0, 0], "out of the parent");
  now = 50;
  assert.equal(glide.advance(layout, all), true);
  assert.ok(glide.x[1] < 0 && glide.x[1] > layout.x[1] && glide.view.x > 15 && glide.view.x < 20);
  now = 100;
  assert.equal(glide.advance(layout, all), false);
  assert.deepEqual([...glide.x], [...layout.x.slice(0, 3)]);
  assert.deepEqual([...glide.y], [0, 1, 1]);
  assert.deepEqual(glide.view, { x: 20, y: 10, across: 4, down: 8 });
});
