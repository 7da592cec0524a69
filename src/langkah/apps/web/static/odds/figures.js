// The figures: expected and least length, the probability of the least, and the spread of games.

/** @import { Child } from "../replay/dom.js" */

import { fill, h } from "../dom.js";
import { formatPercent, formatTurns, formatWhole } from "../numbers.js";
import { T, fillBlanks, toSentence } from "../texts.js";
import { createFraction } from "./fraction.js";

export class Figures {
  constructor() {
    this.place = h("p", { class: "place quiet" });
    this.why = h("p", { class: "never", role: "alert" });
    this.expected = createFigure("expected");
    this.least = createFigure("least");
    this.pair = h("div", { class: "pair" }, this.expected, this.least);
    this.spread = h("dl", { class: "spread" });
    this.root = h("section", { class: "sheet hero" }, this.place, this.why, this.pair, this.spread);
    /** @type {Partial<Api.Odds>} */
    this.told = {};
  }

  /**
   * Start with a new position, whose figures arrive in parts.
   * @param {Api.Figures} figures
   */
  begin(figures) {
    this.told = { figures };
    this.show();
  }

  /** @param {Partial<Api.Odds>} part */
  add(part) {
    Object.assign(this.told, part);
    this.show();
  }

  show() {
    const { figures, lengths, exact } = this.told;
    if (!figures) return;
    const never = figures.least === undefined;
    this.place.textContent = figures.place;
    this.why.textContent = toSentence(figures.why || lengths?.why || "");
    this.root.classList.toggle("hopeless", never);
    this.pair.hidden = this.spread.hidden = never;
    if (never) return;
    const open = [...this.root.querySelectorAll("details")].map((each) => each.open);
    this.showExpected(figures, exact);
    this.showLeast(figures);
    fill(this.spread, createSpread(figures, lengths, exact));
    this.root.querySelectorAll("details").forEach((each, index) => (each.open = open[index] ?? false));
  }

  /**
   * @param {Api.Figures} figures
   * @param {Api.Exact | undefined} exact
   */
  showExpected({ expected, expected_if_finished: finished, over }, exact) {
    const sure = expected !== null;
    fill(
      this.expected,
      h("span", { class: "name" }, sure ? T.expected : T.expectedIfFinished),
      h("strong", {}, formatTurns(sure ? expected : finished)),
      sure && createFraction(exact?.expected),
      over && h("span", { class: "quiet" }, T.alreadyThere),
    );
  }

  /** @param {Api.Figures} figures */
  showLeast(figures) {
    const { least, rolls = [], over } = figures;
    const chance = (figures.least_chance ?? 0) < 1e-6 ? figures.least_told : formatPercent(figures.least_chance ?? 0);
    const plan = rolls.join(" ") + (figures.more_rolls ? " …" : "");
    fill(
      this.least,
      h("span", { class: "name" }, T.leastTurns),
      h("strong", {}, formatWhole(least)),
      !over && h("span", { class: "chance" }, fillBlanks(T.withChance, { chance })),
      !over && createFraction(figures.least_exact),
      plan && h("span", { class: "plan quiet" }, fillBlanks(T.byRolls, { plan })),
    );
  }
}

/** @param {string} name */
const createFigure = (name) => h("div", { class: "big", "data-odds": name });

/**
 * @param {Api.Figures} figures
 * @param {Api.Lengths | undefined} lengths
 * @param {Api.Exact | undefined} exact
 */
function createSpread(figures, lengths, exact) {
  const { q25, q75, q95 } = lengths?.quantiles ?? {};
  /** @type {(false | undefined | [name: string, words: string, value: string, more?: Child, kind?: string])[]} */
  const rows = [
    ["sd", T.deviation, formatTurns(figures.sd), null, "half"],
    ["variance", T.variance, formatTurns(figures.variance), createFraction(exact?.variance), "half"],
    lengths && ["median", T.median, formatWhole(lengths.median)],
    lengths && ["mode", T.mostLikely, formatWhole(lengths.mode)],
    ["positions", T.positions, formatWhole(figures.positions)],
    lengths && ["q25", fillBlanks(T.within, { n: 25 }), formatWhole(q25)],
    lengths && ["q75", fillBlanks(T.within, { n: 75 }), formatWhole(q75)],
    lengths && ["q95", fillBlanks(T.within, { n: 95 }), formatWhole(q95)],
    figures.finishes !== null &&
      figures.finishes < 1 && ["finishes", T.everEnds, formatPercent(figures.finishes), null, "half"],
  ];
  return rows
    .filter((row) => row !== false && row !== undefined)
    .map(([name, words, value, more = null, kind = ""]) =>
      h("div", { class: kind, "data-odds": name }, h("dt", {}, words), h("dd", {}, value, more)),
    );
}
