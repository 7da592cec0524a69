// Monte Carlo: many random games, beside the computed odds.

/** @import { OddsTab } from "../tabs/odds.js" */

import * as backend from "../backend.js";
import { createButton, fill, h } from "../dom.js";
import { formatPercent, formatSigned, formatTurns, formatWhole } from "../numbers.js";
import { T, fillBlanks } from "../texts.js";
import { RunningTask } from "./task.js";

const MOST_GAMES = 1_000_000;
const MOST_SEED = 2 ** 31;

export class Games {
  /** @param {OddsTab} tab */
  constructor(tab) {
    this.tab = tab;
    this.work = new RunningTask(tab.view);
    this.count = createNumberField("games", 1, MOST_GAMES, 100_000);
    this.seed = createNumberField("seed", 0, MOST_SEED, 0);
    this.body = h("div", { class: "answer" });
    const start = createButton("play", T.playGames, () => this.ask(), { kind: "main", "data-do": "odds-games" });
    this.root = h(
      "section",
      { class: "sheet", hidden: true },
      h("h2", {}, T.monteCarlo),
      h("p", { class: "quiet" }, T.checkHelp),
      h("div", { class: "two" }, createLabel(T.games, this.count), createLabel(T.seed, this.seed)),
      h("div", { class: "row" }, start),
      this.body,
      this.work.root,
    );
  }

  begin() {
    this.root.hidden = this.tab.over;
    this.work.stop();
    fill(this.body);
  }

  ask() {
    const wrong = [this.count, this.seed].find((field) => !field.checkValidity() || field.value === "");
    if (wrong) return this.refuse(wrong);
    const wish = { seat: this.tab.seat, games: Number(this.count.value), seed: Number(this.seed.value) };
    return this.work.run(
      (calls) => backend.computeOdds("games", this.tab.saved, wish, calls),
      (told) => this.answer(told),
    );
  }

  /** @param {HTMLInputElement} field */
  refuse(field) {
    const name = field === this.count ? T.games : T.seed;
    const [low, high] = [field.min, field.max].map((bound) => formatWhole(Number(bound)));
    field.focus();
    fill(this.body, h("p", { class: "refusal", role: "alert" }, fillBlanks(T.wholeNumber, { name, low, high })));
  }

  /** @param {Api.Games} told */
  answer(told) {
    const { games, wanted, mean, expected, agrees, away } = told;
    /** @type {(false | [name: string, value: string, key: string])[]} */
    const rows = [
      mean !== null && [T.average, `${formatTurns(mean)} ± ${formatTurns(told.standard_error)}`, "mean"],
      expected !== null && [T.exactValue, formatTurns(expected), "exact"],
      [T.shortestLongest, `${formatWhole(told.shortest)} / ${formatWhole(told.longest)}`, "range"],
      told.stuck > 0 && [T.stuck, formatPercent(told.stuck / games), "stuck"],
      told.unfinished > 0 && [T.unfinished, formatWhole(told.unfinished), "unfinished"],
      [T.speed, fillBlanks(T.turnsASecond, { n: Math.round(told.turns_per_second / 1e6) }), "speed"],
    ];
    /** @param {[name: string, value: string, key: string]} row */
    const row = ([name, value, key]) =>
      h("div", { class: "half", "data-odds": key }, h("dt", {}, name), h("dd", {}, value));
    const words = agrees ? T.agrees : T.disagrees;
    fill(
      this.body,
      agrees !== null &&
        h("p", { class: `verdict ${agrees ? "" : "off"}` }, fillBlanks(words, { n: formatSigned(away ?? 0) })),
      h("dl", { class: "spread" }, rows.filter((each) => each !== false).map(row)),
      games < wanted &&
        h("p", { class: "refusal" }, fillBlanks(T.gamesStopped, { n: formatWhole(games), all: formatWhole(wanted) })),
    );
  }
}

/**
 * @param {string} name
 * @param {number} min
 * @param {number} max
 * @param {number} value
 */
function createNumberField(name, min, max, value) {
  const limits = { step: 1, min, max, required: true };
  return h("input", { type: "number", inputmode: "numeric", value, "data-odds": name, ...limits });
}

/** @type {(words: string, field: Element) => Element} */
const createLabel = (words, field) => h("label", { class: "labelled" }, h("span", {}, words), field);
