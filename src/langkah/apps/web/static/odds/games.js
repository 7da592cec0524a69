// Monte Carlo: the game really played, many times, beside what was worked out.

import * as backend from "../backend.js";
import { button, fill, h } from "../dom.js";
import { T, filled } from "../texts.js";
import { percent, signed, turns, whole } from "./numbers.js";
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
    this.root = h(
      "section",
      { class: "sheet", hidden: true },
      h("h3", {}, T.monteCarlo),
      h("p", { class: "quiet" }, T.checkHelp),
      h("div", { class: "two" }, labelled(T.games, this.count), labelled(T.seed, this.seed)),
      h("div", { class: "row" }, button("play", T.playGames, () => this.ask(), { kind: "main", "data-do": "odds-games" })),
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
    if (wrong) {
      wrong.focus();
      const { name, min, max } = wrong;
      const words = { games: T.games, seed: T.seed }[name];
      fill(this.body, h("p", { class: "refusal", role: "alert" }, filled(T.wholeNumber, { name: words, low: whole(Number(min)), high: whole(Number(max)) })));
      return;
    }
    const wish = { seat: this.lab.seat, games: Number(this.count.value), seed: Number(this.seed.value) };
    this.work.run(
      (calls) => backend.odds("games", this.lab.saved, wish, calls),
      (told) => this.answer(told),
    );
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
    fill(
      this.body,
      agrees !== null && h("p", { class: `verdict ${agrees ? "fine" : "off"}` }, filled(agrees ? T.agrees : T.disagrees, { n: signed(away) })),
      h("dl", { class: "spread" }, rows.filter(Boolean).map(([name, value, key]) => h("div", { class: "half", "data-odds": key }, h("dt", {}, name), h("dd", {}, value)))),
      games < wanted && h("p", { class: "refusal" }, filled(T.gamesStopped, { n: whole(games), all: whole(wanted) })),
    );
  }
}

function number(name, min, max, value) {
  return h("input", { type: "number", inputmode: "numeric", step: 1, name, min, max, value, required: true, "data-odds": name });
}

const labelled = (words, field) => h("label", { class: "labelled" }, h("span", {}, words), field);
