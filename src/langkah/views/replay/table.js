// The computation of the estimate of the selected node: a table and lines of arithmetic, as in textbooks.

/** @import { Player } from "./player.js" */

import { fill, h } from "./dom.js";

export class TablePane {
  /**
   * @param {Element} element
   * @param {Player} player
   * @param {Record<string, string>} texts
   */
  constructor(element, player, texts) {
    this.element = element;
    this.player = player;
    this.texts = texts;
    this.shown = -1;
    player.addEventListener("change", () => this.update());
    this.update();
  }

  update() {
    const { recording, shown } = this.player;
    if (!recording.count || shown === this.shown) return;
    this.shown = shown;
    const { table, label } = recording.state(shown);
    const title = h("h2", {}, table?.title ?? this.texts["tab-table"], h("span", { class: "count" }, `#${shown} ${label}`));
    if (!table) return void fill(this.element, title, h("p", { class: "faint" }, this.texts.tableNone));
    const marked = new Set(table.marked.map(([row, column]) => `${row},${column}`));
    const cell = (/** @type {string} */ words, /** @type {number} */ row, /** @type {number} */ column) =>
      column ? h("td", { class: marked.has(`${row},${column - 1}`) ? "marked" : null }, words) : h("th", { scope: "row" }, words);
    fill(
      this.element,
      title,
      h(
        "div",
        { class: "working-table", tabindex: "0", "aria-label": table.title },
        h(
          "table",
          {},
          h("thead", {}, h("tr", {}, table.head.map((words) => h("th", { scope: "col" }, words)))),
          h(
            "tbody",
            {},
            table.rows.map((row, place) => h("tr", {}, row.map((words, column) => cell(words, place, column)))),
          ),
        ),
      ),
      table.notes.map((words) => h("p", { class: "arithmetic" }, words)),
    );
  }
}
