// Monte Carlo: the game really played, many times, beside what was worked out.

import * as backend from "../backend.js";
import { button, fill, h } from "../dom.js";
import { percent, signed, turns, whole } from "../numbers.js";
import { T, filled } from "../texts.js";
import { Work } from "./work.js";

const MOST_GAMES = 1_000_000;
const MOST_SEED = 2 ** 31;

export class Games {
  constructor(lab) {
    this.lab = lab;
    this.work = new Work(lab.view);
    this.count = number("games", 1, MOST_GAMES, 100_000);
    this.seed = number("seed", 0, MOST_SEED, 0);
    this.body = h("div", { class: "answer" });
    const start = button("play", T.playGames, () => this.ask(), { kind: "main", "data-do": "odds-games" });
    this.root = h(
      "section",
      { class: "sheet", hidden: true },
      h("h3", {}, T.monteCarlo),
      h("p", { class: "quiet" }, T.checkHelp),
      h("div", { class: "two" }, labelled(T.games, this.count), labelled(T.seed, this.seed)),
      h("div", { class: "row" }, start),
      this.body,
      this.work.root,
    );
  }

  begin() {
    this.root.hidden = this.lab.over;
    this.work.stop();
    fill(this.body);
  }

  ask() {
    const wrong = [this.count, this.seed].find((field) => !field.checkValidity() || field.value === "");
    if (wrong) return this.refuse(wrong);
    const wish = { seat: this.lab.seat, games: Number(this.count.value), seed: Number(this.seed.value) };
    return this.work.run(
      (calls) => backend.odds("games", this.lab.saved, wish, calls),
      (told) => this.answer(told),
    );
  }

  refuse(field) {
    const name = field === this.count ? T.games : T.seed;
    const [low, high] = [field.min, field.max].map((bound) => whole(Number(bound)));
    field.focus();
    fill(this.body, h("p", { class: "refusal", role: "alert" }, filled(T.wholeNumber, { name, low, high })));
  }

  answer(told) {
    const { games, wanted, mean, expected, agrees, away } = told;
    const rows = [
      mean !== null && [T.average, `${turns(mean)} ± ${turns(told.standard_error)}`, "mean"],
      expected !== null && [T.exactValue, turns(expected), "exact"],
      [T.shortestLongest, `${whole(told.shortest)} / ${whole(told.longest)}`, "range"],
      told.stuck > 0 && [T.stuck, percent(told.stuck / games), "stuck"],
      told.unfinished > 0 && [T.unfinished, whole(told.unfinished), "unfinished"],
      [T.speed, filled(T.turnsASecond, { n: Math.round(told.turns_per_second / 1e6) }), "speed"],
    ];
    const row = ([name, value, key]) =>
      h("div", { class: "half", "data-odds": key }, h("dt", {}, name), h("dd", {}, value));
    const words = agrees ? T.agrees : T.disagrees;
    fill(
      this.body,
      agrees !== null && h("p", { class: `verdict ${agrees ? "" : "off"}` }, filled(words, { n: signed(away) })),
      h("dl", { class: "spread" }, rows.filter(Boolean).map(row)),
      games < wanted && h("p", { class: "refusal" }, filled(T.gamesStopped, { n: whole(games), all: whole(wanted) })),
    );
  }
}

function number(name, min, max, value) {
  const limits = { step: 1, min, max, required: true };
  return h("input", { type: "number", inputmode: "numeric", value, "data-odds": name, ...limits });
}

const labelled = (words, field) => h("label", { class: "labelled" }, h("span", {}, words), field);
