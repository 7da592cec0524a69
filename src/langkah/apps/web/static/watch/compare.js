// Every search that fits, in one table; and what the table teaches about estimates that are too high.

import { picture } from "../canvas.js";
import { button, fill, h } from "../dom.js";
import { T, filled } from "../texts.js";
import { Studio } from "./studio.js";

const RACING = { least: 2, most: 4 };

/** Show a comparison. `then` says what to do with searches: {watch(search), race(searches)}. */
export function showComparison(view, data, then) {
  const studio = new Studio(view, { title: filled(T.comparisonOf, { title: data.title }) });
  studio.body.classList.add("comparing");
  const after = (deed) => (searches) => {
    studio.root.close();
    deed(searches);
  };
  const calls = { watch: after(then.watch), race: after(then.race) };
  studio.body.append(...lessons(data, calls.race), remarks(data), table(data, calls));
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
    return h("section", { class: "lesson", "data-estimate": lesson.estimate },
      h("div", { class: "frame" }, picture(lesson.scene)),
      h("div", { class: "words" },
        h("h3", {}, filled(T.misleads, { name: lesson.estimate })),
        h("p", { class: "gap" }, h("b", {}, lesson.label), " ", h("span", { class: "guess" }, filled(T.says, { n: lesson.guess })), " ", h("span", { class: "true" }, filled(T.enough, { n: lesson.true }))),
        h("p", {}, lesson.text),
        h("div", { class: "sides" }, sides.map((row) => h("div", { class: `side ${row.verdict}` }, h("span", { class: "cost" }, row.cost), h("b", {}, row.name), h("small", {}, row.words)))),
        race && h("div", { class: "row" }, button("flag", T.raceThese, () => race(sides.map(asked)), { kind: "main", "data-do": "race-lesson" }))));
  });
}

const asked = ({ algorithm, estimate }) => (estimate ? { algorithm, estimate } : { algorithm });

function table({ rows }, { watch, race }) {
  const chosen = new Set();
  const go = button("flag", T.raceThese, () => race([...chosen].map((index) => asked(rows[index]))), { kind: "main", "data-do": "race-chosen" });
  const show = () => (go.disabled = chosen.size < RACING.least || chosen.size > RACING.most);
  const pick = (index, on) => {
    if (on) chosen.add(index);
    else chosen.delete(index);
    show();
  };
  show();
  const most = Math.max(1, ...rows.map(({ stats }) => stats.expanded));
  const heads = [T.algorithm, T.status, T.cost, T.expanded, T.generated, T.frontier, T.time, T.memory, ""];
  return h("div", { class: "figures" },
    h("div", { class: "row" }, go, h("span", { class: "quiet" }, T.chooseTwo)),
    h("div", { class: "wide" }, h("table", {},
      h("thead", {}, h("tr", {}, heads.map((each) => h("th", { scope: "col" }, each)))),
      h("tbody", {}, rows.map((row, index) => line(row, most, (on) => pick(index, on), () => watch(asked(row))))))));
}

function line(row, most, pick, watch) {
  const { stats } = row;
  const bar = h("td", { class: "number share" }, h("span", {}, stats.expanded.toLocaleString()));
  bar.style.setProperty("--share", `${(100 * Math.log1p(stats.expanded)) / Math.log1p(most)}%`);
  return h("tr", { class: row.verdict, "data-row": row.name },
    h("th", { scope: "row" }, h("label", {}, h("input", { type: "checkbox", onchange: ({ target }) => pick(target.checked) }), row.name)),
    h("td", {}, row.words),
    h("td", { class: "number" }, row.cost ?? row.value ?? "–"),
    bar,
    h("td", { class: "number" }, stats.generated.toLocaleString()),
    h("td", { class: "number" }, stats.frontier_max.toLocaleString()),
    h("td", { class: "number" }, seconds(stats.seconds)),
    h("td", { class: "number" }, bytes(row.memory, row.memory_whole)),
    h("td", {}, button("watch", T.watch, watch, { kind: "bare round", quiet: true, "data-watch": row.name })));
}

/** A time as people say it. */
export function seconds(time) {
  if (time >= 1) return `${time.toFixed(2)} s`;
  return time >= 0.001 ? `${(time * 1e3).toFixed(1)} ms` : `${Math.round(time * 1e6)} µs`;
}

/** An amount of memory as people say it. */
export function bytes(amount, whole = true) {
  if (amount === null) return "–";
  const [size, unit] = amount >= 1e6 ? [amount / 1e6, "MB"] : [amount / 1e3, "KB"];
  return `${whole ? "" : "≥ "}${size >= 100 ? Math.round(size) : size.toFixed(1)} ${unit}`;
}
