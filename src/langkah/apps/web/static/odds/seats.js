// The winner of a race: for the players in their current positions, and for any number of players at one place.

/** @import { Child } from "../replay/dom.js" */
/** @import { OddsTab } from "../tabs/odds.js" */

import * as backend from "../backend.js";
import { fill, h } from "../dom.js";
import { formatPercent } from "../numbers.js";
import { T, fillBlanks } from "../texts.js";
import { RunningTask } from "./task.js";

const MOST = 100;

export class Seats {
  /** @param {OddsTab} tab */
  constructor(tab) {
    this.tab = tab;
    this.work = new RunningTask(tab.view);
    this.now = h("div", { class: "bars" });
    this.together = h("div", { class: "bars tall" });
    this.field = h("input", {
      type: "number",
      inputmode: "numeric",
      min: 2,
      max: MOST,
      value: 2,
      "data-odds": "players",
      onchange: () => this.ask(Number(this.field.value)),
    });
    /** @type {(by: number, words: string) => Element} */
    const step = (by, words) => {
      const onclick = () => this.ask(this.tab.players + by);
      return h("button", { type: "button", tabindex: "-1", "aria-hidden": "true", onclick }, words);
    };
    const stepper = h("span", { class: "stepper" }, step(-1, "−"), this.field, step(1, "+"));
    this.words = h("span", {}, T.playersHere);
    this.root = h(
      "section",
      { class: "sheet" },
      h("h2", {}, T.whoWins),
      this.now,
      h("label", { class: "line" }, this.words, stepper),
      this.together,
      this.work.root,
    );
  }

  /** @param {Api.Seats} seats */
  show({ standing, players, together, turn }) {
    const { position } = this.tab.view.session;
    this.field.value = String(players);
    this.now.hidden = !standing.length;
    const next = (/** @type {number} */ seat) => seat === turn && !position.ending && " ◂";
    const named = (/** @type {number} */ seat) => [
      h("span", { class: `dot piece-${seat}` }),
      position.players[seat],
      next(seat),
    ];
    fill(
      this.now,
      createBars(standing.map((chance, seat) => ({ chance, name: named(seat) }))),
      createNobodyBar(standing),
    );
    const order = together.map((chance, seat) => ({ chance, name: fillBlanks(T.seat, { n: seat + 1 }) }));
    fill(this.together, createBars(order), createNobodyBar(together));
  }

  /** @param {number} players */
  ask(players) {
    if (!Number.isInteger(players) || players < 2 || players > MOST) {
      this.field.value = String(this.tab.players);
      this.work.end(fillBlanks(T.wholeNumber, { name: T.players, low: 2, high: MOST }));
      return;
    }
    this.tab.players = players;
    this.field.value = String(players);
    const options = { players, seat: this.tab.seat };
    this.work.run(
      (calls) => backend.computeOdds("seats", this.tab.saved, options, calls),
      (told) => this.show(told),
    );
  }
}

/** @param {{ name: Child, chance: number }[]} seats */
const createBars = (seats) => seats.map(({ name, chance }) => createBar(name, 100 * chance, formatPercent(chance)));

/**
 * Games that are never finished.
 * @param {number[]} chances
 */
function createNobodyBar(chances) {
  const rest = 1 - chances.reduce((sum, each) => sum + each, 0);
  return chances.length > 0 && rest > 1e-6 && createBar(T.nobody, 100 * rest, formatPercent(rest));
}

/**
 * A name, a bar with a percentage as its length, and a figure.
 * @param {Child} name
 * @param {number} share
 * @param {string} figure
 */
export function createBar(name, share, figure, kind = "") {
  const length = h("span", { class: "length" });
  length.style.setProperty("--share", `${Math.max(0, Math.min(100, share))}%`);
  return h("div", { class: `bar-row ${kind}` }, h("span", { class: "name" }, name), length, h("b", {}, figure));
}
