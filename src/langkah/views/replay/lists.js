// Lists of nodes: the frontier in its order, the closed set. Nodes are shown as small boards or, after a click, as text
// as in textbooks. An entry keeps its element as long as its node is in the list, so that it keeps the focus.

/** @import { Pictures } from "./pictures.js" */
/** @import { Player } from "./player.js" */
/** @import { Recording } from "./recording.js" */

import { createButton, fill, h } from "./dom.js";
import { fillText } from "./recording.js";

const MOST = 100; // entries shown at once

/**
 * A node in a list: its elements, and what they show.
 * @typedef {object} Entry
 * @property {HTMLElement} item
 * @property {HTMLElement} chip
 * @property {HTMLElement} costs
 * @property {HTMLCanvasElement | null} board
 * @property {string} fate
 * @property {boolean | null} chosen
 * @property {string} words
 */

/**
 * Show the status of a node; unchanged parts are not redrawn.
 * @param {Entry} entry
 * @param {string} fate
 * @param {boolean} chosen
 * @param {string} words
 */
function showEntry(entry, fate, chosen, words) {
  if (entry.fate !== fate) entry.chip.dataset.fate = entry.fate = fate;
  if (entry.chosen !== chosen) entry.chip.setAttribute("aria-pressed", String((entry.chosen = chosen)));
  if (entry.words !== words) entry.costs.textContent = entry.words = words;
}

export class ListPane {
  /**
   * @param {Element} element
   * @param {Player} player
   * @param {Pictures} pictures
   * @param {(recording: Recording) => number[]} nodes the nodes to show
   * @param {string} title
   * @param {{ newest?: boolean, texts: Record<string, string> }} options `newest`: show the end of the list first
   */
  constructor(element, player, pictures, nodes, title, { newest = false, texts }) {
    this.element = element;
    this.player = player;
    this.pictures = pictures;
    this.nodes = nodes;
    this.newest = newest;
    this.texts = texts;
    this.count = h("span", { class: "count" });
    const change = () => {
      player.plain = !player.plain;
      player.tell();
    };
    this.form = pictures.boards.alike ? createButton("text", texts.textForm, change) : null;
    this.list = h("ol", { class: "chips", tabindex: "0", "aria-label": title });
    /** @type {Map<number, Entry>} */
    this.entries = new Map();
    this.more = h("li", { class: "more" });
    fill(element, h("h2", {}, h("span", {}, title, " ", this.count), this.form), this.list);
    player.addEventListener("change", () => this.update());
    this.update();
  }

  update() {
    const { player, list } = this;
    const { recording } = player;
    const all = this.nodes(recording);
    const some = this.newest ? all.slice(-MOST).reverse() : all.slice(0, MOST);
    const rest = all.length - some.length;
    const drawn = Boolean(this.form) && !player.plain;
    this.element.classList.toggle("boards", drawn);
    this.form?.setAttribute("aria-pressed", String(!drawn));
    this.count.textContent = String(all.length);
    const kept = new Map(some.map((node) => [node, this.entries.get(node) ?? this.makeEntry(node)]));
    for (const [node, { item }] of this.entries) if (!kept.has(node)) item.remove();
    this.entries = kept;
    let place = list.firstElementChild;
    for (const [node, entry] of kept) {
      showEntry(entry, recording.fate(node), node === player.selected, recording.remark(node));
      if (entry.board && drawn) this.pictures.copy(entry.board, recording.nodes.state[node]);
      if (place === entry.item) place = place.nextElementSibling;
      else list.insertBefore(entry.item, place);
    }
    this.more.textContent = rest ? fillText(this.texts.more, { n: rest }) : "";
    if (!rest) this.more.remove();
    else if (list.lastElementChild !== this.more) list.append(this.more);
  }

  /**
   * @param {number} node
   * @returns {Entry}
   */
  makeEntry(node) {
    const { player } = this;
    const costs = h("small", {});
    const board = this.form ? h("canvas", { class: "small-board", "aria-hidden": "true" }) : null;
    const onclick = () => player.select(node === player.selected ? -1 : node);
    const chip = h(
      "button",
      { type: "button", class: "chip", "data-node": node, onclick },
      h("span", { class: "number" }, `#${node}`),
      board,
      h("b", {}, player.recording.state(node).label),
      costs,
    );
    return { item: h("li", {}, chip), chip, costs, board, fate: "", chosen: null, words: "" };
  }

  /** Apply other colours. */
  repaint() {
    if (this.player.plain) return;
    const { state } = this.player.recording.nodes;
    for (const [node, { board }] of this.entries) if (board) this.pictures.copy(board, state[node]);
  }
}
