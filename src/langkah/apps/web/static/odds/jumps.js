// The effect of each jump: the expected length of the game without it. The table can be sorted; a row highlights its
// jump.

/** @import { OddsTab } from "../tabs/odds.js" */

import * as backend from "../backend.js";
import { createButton, fill, h } from "../dom.js";
import { formatSigned, formatTurns } from "../numbers.js";
import { T, fillBlanks } from "../texts.js";
import { RunningTask } from "./task.js";

const QUICK = 30_000; // positions times jumps: about a second

/** @typedef {{ words: () => string, by: (row: Api.Jump) => number, down?: boolean }} Column */

/** @type {Record<string, Column>} */
const COLUMNS = {
  jump: { words: () => T.jumpFromTo, by: (row) => Number(row.from) },
  without: { words: () => T.withoutIt, by: (row) => row.without ?? Infinity },
  effect: { words: () => T.effect, by: (row) => Math.abs(row.effect ?? Infinity), down: true },
};

export class Jumps {
  /** @param {OddsTab} tab */
  constructor(tab) {
    this.tab = tab;
    this.work = new RunningTask(tab.view);
    this.body = h("div", {});
    this.root = h(
      "section",
      { class: "sheet", hidden: true },
      h("h2", {}, T.whichJump),
      h("p", { class: "quiet" }, T.jumpsOdds),
      this.body,
      this.work.root,
    );
    this.order = { column: "effect", down: true };
    /** @type {string | null} */
    this.marked = null; // the name of the highlighted jump
    /** @type {Api.Jumps} */
    this.told = { rows: [], all: 0, expected: null, why: "" };
  }

  /**
   * Start with a new position; on small boards the table is requested at once.
   * @param {Api.OddsMenu} menu
   */
  begin({ jumps, work }) {
    this.root.hidden = !jumps || this.tab.over;
    this.work.stop();
    this.mark(null);
    if (this.root.hidden) return;
    if (work <= QUICK) this.ask();
    else fill(this.body, this.offer(jumps));
  }

  /** @param {number} jumps */
  offer(jumps) {
    return createButton("odds", fillBlanks(T.workOutJumps, { n: jumps }), () => this.ask(), {
      "data-do": "odds-jumps",
    });
  }

  ask() {
    this.work.run(
      (calls) => backend.computeOdds("jumps", this.tab.saved, { seat: this.tab.seat }, calls),
      (told) => {
        this.told = told;
        this.show();
      },
      { again: () => this.ask() },
    );
  }

  show() {
    const { rows, all, why } = this.told;
    if (!rows.length) return fill(this.body, h("p", { class: "quiet" }, why));
    const { column, down } = this.order;
    const { by } = COLUMNS[column];
    const sorted = [...rows].sort((a, b) => (down ? by(b) - by(a) : by(a) - by(b)));
    const most = Math.max(...rows.map(({ effect }) => Math.abs(effect ?? 0)), 1e-9);
    const table = h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          Object.entries(COLUMNS).map(([name, each]) => this.createHead(name, each)),
        ),
      ),
      h(
        "tbody",
        {},
        sorted.map((row) => this.createRow(row, most)),
      ),
    );
    return fill(
      this.body,
      h("div", { class: "tall jumps-table", tabindex: "0" }, table),
      rows.length < all && h("p", { class: "refusal" }, fillBlanks(T.jumpsStopped, { n: rows.length, all })),
    );
  }

  /**
   * @param {string} name
   * @param {Column} column
   */
  createHead(name, { words, down: usual = false }) {
    const { column, down } = this.order;
    const on = column === name;
    const sort = () => {
      this.order = { column: name, down: on ? !down : usual };
      this.show();
    };
    const sign = h("span", { "aria-hidden": "true" }, on ? (down ? " ↓" : " ↑") : "");
    const order = on ? (down ? "descending" : "ascending") : "none";
    return h(
      "th",
      { scope: "col", "aria-sort": order },
      h("button", { type: "button", "data-do": `sort-${name}`, onclick: sort }, words(), sign),
    );
  }

  /**
   * @param {Api.Jump} row
   * @param {number} most
   */
  createRow(row, most) {
    const harms = (row.effect ?? -1) > 0;
    const name = `${row.from} → ${row.to}`;
    const on = this.marked === name;
    const state = { "aria-pressed": String(on), "data-do": `jump-${row.from}` };
    const pick = h(
      "button",
      { type: "button", class: "chip", ...state, onclick: () => this.pick(row) },
      h("span", { class: `sign ${harms ? "worse" : "better"}`, "aria-hidden": "true" }, harms ? "▼" : "▲"),
      name,
    );
    const words = row.effect === null ? row.words : formatSigned(row.effect, 3);
    const share = h("td", { class: `effect ${harms ? "harms" : "helps"}` }, words);
    share.style.setProperty("--share", `${row.effect === null ? 100 : (100 * Math.abs(row.effect)) / most}%`);
    const without = row.without === null ? T.neverEnds : formatTurns(row.without);
    return h("tr", { class: on ? "on" : "" }, h("th", { scope: "row" }, pick), h("td", {}, without), share);
  }

  /** @param {Api.Jump} row */
  pick(row) {
    const name = `${row.from} → ${row.to}`;
    this.mark(this.marked === name ? null : { name, ...row });
    this.show();
  }

  /**
   * Highlight one jump on the board and on the picture here, or none.
   * @param {{ name: string, handles: string[] } | null} row
   */
  mark(row) {
    if (!row && !this.marked) return;
    this.marked = row?.name ?? null;
    this.tab.light(row?.handles ?? []);
  }
}
