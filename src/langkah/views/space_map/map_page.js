// The page that shows one map from a file. It makes no requests: the map and its boards are in the page itself. The
// selected state is in the address, so that a copied link restores it.

import { MapView } from "./map_view.js";

/** @param {string} id */
const findElement = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const { map: data, boards } = JSON.parse(findElement("data").textContent ?? "");

/** @param {number} state */
function findBoard(state) {
  const board = boards.states[state];
  if (!board) return null;
  const shapes = [...boards.ground, ...board.parts].map((number) => boards.parts[number]);
  return { width: board.size[0], height: board.size[1], title: "", shapes };
}

const view = new MapView(data, {
  board: async (state) => findBoard(state),
  pick: (state, map) => {
    map.follow(map.space.findWay(0, state) ?? []);
    map.showCard(state);
    if (location.protocol !== "about:") history.replaceState(null, "", `#state=${state}`);
  },
  help: data.texts.helpFile,
});
findElement("colours").addEventListener("click", () => {
  const { dataset } = document.documentElement;
  dataset.theme = dataset.theme === "dark" ? "light" : "dark";
});
findElement("main").append(view.root);
view.begin();
const wanted = Number(new URLSearchParams(location.hash.slice(1)).get("state") ?? -1);
if (Number.isInteger(wanted) && wanted > 0 && wanted < data.states) view.host.pick(wanted, view);
Object.assign(window, { view });
