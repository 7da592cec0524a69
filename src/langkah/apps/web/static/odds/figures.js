// The figures: what to expect beside the least, how lucky one must be for that, and how far games lie apart.

import { fill, h } from "../dom.js";
import { percent, turns, whole } from "../numbers.js";
import { T, filled, sentence } from "../texts.js";
import { fraction } from "./fraction.js";

export class Figures {
  constructor() {
    this.place = h("p", { class: "place quiet" });
    this.why = h("p", { class: "never", role: "alert" });
    this.expected = figure("expected");
    this.least = figure("least");
    this.pair = h("div", { class: "pair" }, this.expected, this.least);
    this.spread = h("dl", { class: "spread" });
    this.root = h("section", { class: "sheet hero" }, this.place, this.why, this.pair, this.spread);
    this.told = {};
  }

  /** A new position: what is learnt about it comes in pieces. */
  begin(figures) {
    this.told = { figures };
    this.show();
  }

  add(part, told) {
    this.told[part] = told;
    this.show();
  }

  show() {
    const { figures, lengths, exact } = this.told;
    const never = figures.status === "impossible" && figures.least === undefined;
    this.place.textContent = figures.place;
    this.why.textContent = sentence(figures.why || lengths?.why || "");
    this.root.classList.toggle("hopeless", never);
    this.pair.hidden = this.spread.hidden = never;
    if (never) return;
    const open = [...this.root.querySelectorAll("details")].map((each) => each.open);
    this.showExpected(figures, exact);
    this.showLeast(figures);
    fill(this.spread, spread(figures, lengths, exact));
    this.root.querySelectorAll("details").forEach((each, index) => (each.open = open[index] ?? false));
  }

  showExpected({ expected, expected_if_finished: finished, over }, exact) {
    const sure = expected !== null;
    fill(
      this.expected,
      h("span", { class: "name" }, sure ? T.expected : T.expectedIfFinished),
      h("strong", {}, turns(sure ? expected : finished)),
      sure && fraction(exact?.expected),
      over && h("span", { class: "quiet" }, T.alreadyThere),
    );
  }

  showLeast(figures) {
    const { least, rolls, over } = figures;
    const chance = figures.least_chance < 1e-6 ? figures.least_told : percent(figures.least_chance);
    const plan = rolls.join(" ") + (figures.more_rolls ? " …" : "");
    fill(
      this.least,
      h("span", { class: "name" }, T.leastTurns),
      h("strong", {}, whole(least)),
      !over && h("span", { class: "chance" }, filled(T.withChance, { chance })),
      !over && fraction(figures.least_exact),
      plan && h("span", { class: "plan quiet" }, filled(T.byRolls, { plan })),
    );
  }
}

const figure = (name) => h("div", { class: "big", "data-odds": name });

function spread(figures, lengths, exact) {
  const { q25, q75, q95 } = lengths?.quantiles ?? {};
  const rows = [
    ["sd", T.deviation, turns(figures.sd), null, "half"],
    ["variance", T.variance, turns(figures.variance), fraction(exact?.variance), "half"],
    lengths && ["median", T.median, whole(lengths.median)],
    lengths && ["mode", T.mostLikely, whole(lengths.mode)],
    ["positions", T.positions, whole(figures.positions)],
    lengths && ["q25", filled(T.within, { n: 25 }), whole(q25)],
    lengths && ["q75", filled(T.within, { n: 75 }), whole(q75)],
    lengths && ["q95", filled(T.within, { n: 95 }), whole(q95)],
    figures.finishes < 1 && ["finishes", T.everEnds, percent(figures.finishes), null, "half"],
  ];
  return rows
    .filter(Boolean)
    .map(([name, words, value, more = null, kind = ""]) =>
      h("div", { class: kind, "data-odds": name }, h("dt", {}, words), h("dd", {}, value, more)),
    );
}
