// Every search that fits, in one table; and what the table teaches about estimates that are too high.

import { drawPicture } from "../replay/canvas.js";
import { createButton, h } from "../dom.js";
import { formatBytes, formatSeconds, formatWhole } from "../numbers.js";
import { T, fillBlanks } from "../texts.js";
import { Studio } from "./studio.js";

const RACING = { least: 2, most: 4 };

/** Show a comparison. `then` says what to do with searches: {watch(search), race(searches)}. */
export function showComparison(view, data, then) {
  const studio = new Studio(view, { title: fillBlanks(T.comparisonOf, { title: data.title }) });
  studio.body.classList.add("comparing");
  const after = (deed) => (searches) => {
    studio.root.close();
    deed(searches);
  };
  const calls = { watch: after(then.watch), race: after(then.race) };
  studio.body.append(...lessons(data, calls.race), table(data, calls), remarks(data));
  studio.address(() => "compare");
  return studio;
}

/** Sentences that follow from the figures. */
export function remarks(data) {
  return h("ul", { class: "remarks" }, data.remarks.map((line) => h("li", {}, line)));
}

/** For each estimate that misled a search: where it is too high, and what came of it. */
export function lessons(data, race) {
  return data.lessons.map((lesson) => {
    const sides = lesson.sides.map((index) => data.rows[index]);
    const options = { kind: "main", "data-do": "race-lesson" };
    return h(
      "section",
      { class: "lesson", "data-estimate": lesson.estimate },
      h("div", { class: "frame" }, drawPicture(lesson.scene)),
      h(
        "div",
        { class: "lecture" },
        h("h3", {}, fillBlanks(T.misleads, { name: lesson.estimate })),
        gap(lesson),
        h("p", {}, lesson.text),
        h("div", { class: "sides" }, sides.map(side)),
        race && h("div", { class: "row" }, createButton("flag", T.raceThese, () => race(sides.map(asked)), options)),
      ),
    );
  });
}

function gap({ label, guess, true: enough }) {
  const says = h("span", { class: "guess" }, fillBlanks(T.says, { n: guess }));
  const fact = h("span", { class: "true" }, fillBlanks(T.enough, { n: enough }));
  return h("p", { class: "gap" }, h("b", {}, label), says, fact);
}

function side({ verdict, cost, name, words }) {
  const parts = [h("span", { class: "cost" }, cost), h("b", {}, name), h("small", {}, words)];
  return h("div", { class: `side ${verdict}` }, parts);
}

const asked = ({ algorithm, estimate }) => (estimate ? { algorithm, estimate } : { algorithm });

function table({ rows }, { watch, race }) {
  const chosen = new Set();
  const start = () => race([...chosen].map((index) => asked(rows[index])));
  const go = createButton("flag", T.raceThese, start, { kind: "main", "data-do": "race-chosen" });
  const show = () => (go.disabled = chosen.size < RACING.least || chosen.size > RACING.most);
  const pick = (index, on) => {
    if (on) chosen.add(index);
    else chosen.delete(index);
    show();
  };
  show();
  const most = Math.max(1, ...rows.map(({ stats }) => stats.expanded));
  const heads = [T.algorithm, T.status, T.cost, T.expanded, T.generated, T.frontier, T.time, T.memory, ""];
  const lines = rows.map((row, index) => line(row, most, (on) => pick(index, on), () => watch(asked(row))));
  const head = h("tr", {}, heads.map((each) => h("th", { scope: "col" }, each)));
  return h(
    "div",
    { class: "figures" },
    h("div", { class: "row" }, go, h("span", { class: "quiet" }, T.chooseTwo)),
    h("div", { class: "wide", tabindex: "0" }, h("table", {}, h("thead", {}, head), h("tbody", {}, lines))),
  );
}

function line(row, most, pick, watch) {
  const { stats } = row;
  const number = (text) => h("td", { class: "number" }, text);
  const share = h("td", { class: "number share" }, formatWhole(stats.expanded));
  share.style.setProperty("--share", `${(100 * Math.log1p(stats.expanded)) / Math.log1p(most)}%`);
  const tick = h("input", { type: "checkbox", onchange: ({ target }) => pick(target.checked) });
  return h(
    "tr",
    { class: row.verdict, "data-row": row.name },
    h("th", { scope: "row" }, h("label", {}, tick, row.name)),
    h("td", {}, row.words),
    number(row.cost ?? row.value ?? "–"),
    share,
    number(formatWhole(stats.generated)),
    number(formatWhole(stats.frontier_max)),
    number(formatSeconds(stats.seconds)),
    number(formatBytes(row.memory, row.memory_whole)),
    h("td", {}, createButton("watch", T.watch, watch, { kind: "bare round", quiet: true, "data-watch": row.name })),
  );
}
