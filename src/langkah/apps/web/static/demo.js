// A small animated search: recorded events shown one after the other, then the solution path; then the next search, in
// a loop. With reduced motion, only the last search is shown, finished.

import { h, prefersStillness, s } from "./dom.js";
import { Canvas, formatViewBox } from "./replay/canvas.js";
import { T, fillBlanks } from "./texts.js";

const [WIDE, HIGH, EDGE] = [440, 320, 10];
const GROWING = 4200; // milliseconds for a tree to grow, whatever its size
const [SLOWEST, STEP, REST] = [220, 520, 1800]; // milliseconds between events and moves at most, and before the next

/**
 * @param {Api.Demo} demo
 * @param {() => void} open called on a click
 */
export function createDemo(demo, open) {
  const tree = s("svg", { class: "sapling", viewBox: `0 0 ${WIDE} ${HIGH}`, "aria-hidden": "true" });
  const pieces = s("g", {});
  const board = s("svg", { class: "scene", viewBox: formatViewBox(demo.scenes[0]), "aria-hidden": "true" }, pieces);
  const name = h("strong", {});
  const count = h("span", { class: "count" });
  const root = h(
    "button",
    { type: "button", class: "demo", "data-do": "demo", onclick: open },
    h("span", { class: "screen" }, tree, h("span", { class: "mini" }, board)),
    h("span", { class: "caption", "aria-hidden": "true" }, name, count, h("span", { class: "more" }, T.watchThis)),
    h("span", { class: "unseen" }, T.watchThis),
  );
  play(demo, { root, tree, canvas: new Canvas(pieces), name, count });
  return root;
}

/**
 * @typedef {object} Stage
 * @property {Element} root
 * @property {Element} tree
 * @property {Canvas} canvas
 * @property {Element} name
 * @property {Element} count
 */

/**
 * @param {Api.Demo} demo
 * @param {Stage} stage
 */
async function play({ searches, scenes }, stage) {
  stage.canvas.draw(scenes[0]);
  if (prefersStillness()) {
    const search = searches[searches.length - 1];
    const grow = plant(search, stage);
    search.events.forEach(grow);
    return bloom(search, stage);
  }
  await wait(0);
  for (let turn = 0; stage.root.isConnected; turn += 1) {
    const search = searches[turn % searches.length];
    const grow = plant(search, stage);
    const pause = Math.min(SLOWEST, GROWING / search.events.length);
    stage.canvas.draw(scenes[0], turn ? { time: STEP } : {});
    for (const event of search.events) {
      grow(event);
      await wait(pause);
      if (!stage.root.isConnected) return;
    }
    bloom(search, stage);
    for (const scene of scenes.slice(1)) {
      stage.canvas.draw(scene, { time: STEP * 0.7, routes: findRoutes(stage.canvas, scene) });
      await wait(STEP);
      if (!stage.root.isConnected) return;
    }
    await wait(REST);
  }
}

/**
 * The straight routes of shapes from their current places to the next ones, relative to these.
 * @param {Canvas} canvas
 * @param {Api.Scene} scene
 */
function findRoutes(canvas, { shapes }) {
  /** @type {Record<string, Point[]>} */
  const found = {};
  for (const { id = "", at } of shapes) {
    const [x, y] = canvas.getPlace(id) ?? at;
    if (x !== at[0] || y !== at[1])
      found[id] = [
        [x - at[0], y - at[1]],
        [0, 0],
      ];
  }
  return found;
}

/**
 * Wait for a time, and while the page is hidden.
 * @param {number} time
 */
async function wait(time) {
  await new Promise((done) => setTimeout(done, time));
  if (document.hidden)
    await new Promise((done) => document.addEventListener("visibilitychange", done, { once: true }));
}

/**
 * Create an empty tree; returns a function that adds the next event.
 * @param {Api.DemoSearch} search
 * @param {Stage} stage
 */
function plant({ title, nodes }, { tree, name, count }) {
  const place = nodes.map(({ x, y }) => [EDGE + x * (WIDE - 2 * EDGE), EDGE + y * (HIGH - 2 * EDGE)]);
  const radius = nodes.length > 40 ? 3.4 : 6;
  /** @type {Map<number, Element[]>} */
  const grown = new Map();
  const [edges, dots] = [s("g", {}), s("g", {})];
  tree.replaceChildren(edges, dots);
  Object.assign(tree, { grown });
  name.textContent = title;
  let taken = 0;
  const tell = () => (count.textContent = taken === 1 ? T.lookedOne : fillBlanks(T.looked, { n: taken }));
  tell();
  return (/** @type {Api.DemoSearch["events"][number]} */ [kind, node]) => {
    if (kind === "open") {
      const [x, y] = place[node];
      const dot = s("circle", { cx: x, cy: y, r: radius, class: "dot" });
      dots.append(dot);
      const parent = place[nodes[node].parent];
      const line = parent && s("path", { d: `M${parent} C${parent[0]} ${(parent[1] + y) / 2} ${x} ${(parent[1] + y) / 2} ${x} ${y}`, class: "edge" });
      if (line) edges.append(line);
      grown.set(node, line ? [dot, line] : [dot]);
      return;
    }
    taken += 1;
    tell();
    grown.get(node)?.[0].classList.add("taken");
  };
}

/**
 * Highlight the solution path.
 * @param {Api.DemoSearch} search
 * @param {Stage} stage
 */
function bloom({ path }, { tree }) {
  const { grown } = /** @type {{ grown: Map<number, Element[]> }} */ (/** @type {unknown} */ (tree));
  for (const node of path) for (const each of grown.get(node) ?? []) each.classList.add("way");
}
