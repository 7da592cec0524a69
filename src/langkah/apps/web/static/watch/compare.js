// All applicable searches in one table, and the lessons about inadmissible estimates that follow from it.

/** @import { Scale } from "./scale.js" */
/** @import { SessionView } from "../view.js" */

import { drawPicture } from "../replay/canvas.js";

import { createButton, getField, h } from "../dom.js";
import { formatBytes, formatSeconds, formatWhole } from "../numbers.js";
import { T, fillBlanks } from "../texts.js";
import { WatchDialog } from "./dialog.js";
import { chooseScale } from "./scale.js";

const RACING = { least: 2, most: 4 };

/**
 * @typedef {object} Actions The actions on searches of a comparison.
 * @property {(search: Api.Search) => void} watch
 * @property {(searches: Api.Search[]) => void} race
 */

/**
 * Show a comparison; `then` has the actions on its searches.
 * @param {SessionView} view
 * @param {Api.Comparison} data
 * @param {Actions} then
 */
export function showComparison(view, data, then) {
  const dialog = new WatchDialog(view, { title: fillBlanks(T.comparisonOf, { title: data.title }) });
  dialog.body.classList.add("comparing");
  /** @type {Actions} */
  const calls = {
    watch: (search) => (dialog.root.close(), then.watch(search)),
    race: (searches) => (dialog.root.close(), then.race(searches)),
  };
  dialog.body.append(...createLessons(data, calls.race), createTable(data, calls), createRemarks(data));
  dialog.setAddress(() => "compare");
  return dialog;
}

/**
 * The remarks on the figures.
 * @param {Api.Comparison} data
 */
export function createRemarks(data) {
  return h(
    "ul",
    { class: "remarks" },
    data.remarks.map((line) => h("li", {}, line)),
  );
}

/**
 * For each estimate that misled a search: a state in which it is too high, and the consequences.
 * @param {Api.Comparison} data
 * @param {Actions["race"]} [race]
 */
export function createLessons(data, race) {
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
        h("h3", {}, fillBlanks(T.misleads, { name: lesson.title })),
        createGap(lesson),
        h("p", {}, lesson.text),
        h("div", { class: "sides" }, sides.map(createSide)),
        race &&
          h(
            "div",
            { class: "row" },
            createButton("flag", T.raceThese, () => race(sides.map(makeSearch)), options),
          ),
      ),
    );
  });
}

/** @param {Api.LessonGap} lesson */
function createGap({ label, guess, true: enough }) {
  const says = h("span", { class: "guess" }, fillBlanks(T.says, { n: guess }));
  const fact = h("span", { class: "true" }, fillBlanks(T.enough, { n: enough }));
  return h("p", { class: "gap" }, h("b", {}, label), says, fact);
}

/** @param {Api.CompareRow} row */
function createSide({ verdict, cost, name, words }) {
  const parts = [h("span", { class: "cost" }, cost), h("b", {}, name), h("small", {}, words)];
  return h("div", { class: `side ${verdict}` }, parts);
}

/**
 * @param {Api.CompareRow} row
 * @returns {Api.Search}
 */
const makeSearch = ({ algorithm, estimate }) => (estimate ? { algorithm, estimate } : { algorithm });

/**
 * @param {Api.Comparison} data
 * @param {Actions} actions
 */
function createTable({ rows }, { watch, race }) {
  /** @type {Set<number>} */
  const chosen = new Set();
  const start = () => race([...chosen].map((index) => makeSearch(rows[index])));
  const go = createButton("flag", T.raceThese, start, { kind: "main", "data-do": "race-chosen" });
  const show = () => (go.disabled = chosen.size < RACING.least || chosen.size > RACING.most);
  /** @type {(index: number, on: boolean) => void} */
  const pick = (index, on) => {
    if (on) chosen.add(index);
    else chosen.delete(index);
    show();
  };
  show();
  const scale = chooseScale(rows.map(({ stats }) => stats.expanded));
  const heads = [T.algorithm, T.status, T.cost, createAxis(scale), T.generated, T.frontier, T.time, T.memory, h("span", { class: "unseen" }, T.watch)];
  const lines = rows.map((row, index) =>
    createRow(
      row,
      scale,
      (on) => pick(index, on),
      () => watch(makeSearch(row)),
    ),
  );
  const head = h(
    "tr",
    {},
    heads.map((each) => h("th", { scope: "col" }, each)),
  );
  return h(
    "div",
    { class: "figures" },
    h("div", { class: "row" }, go, h("span", { class: "quiet" }, T.chooseTwo)),
    h("div", { class: "wide", tabindex: "0" }, h("table", {}, h("thead", {}, head), h("tbody", {}, lines))),
  );
}

/**
 * The head of the column with bars: what is counted, and the scale.
 * @param {Scale} scale
 */
function createAxis({ logarithmic, end, ticks }) {
  const words = fillBlanks(logarithmic ? T.scaleLogarithmic : T.scaleLinear, { n: formatWhole(end) });
  const marks = ticks.map(({ share, label }) => {
    const mark = h("span", {}, label);
    mark.style.setProperty("--at", `${100 * share}%`);
    return mark;
  });
  return h("div", { class: "axis" }, T.expanded, " ", h("small", {}, words), h("div", { class: "ticks", "aria-hidden": "true" }, marks));
}

/**
 * @param {Api.CompareRow} row
 * @param {Scale} scale of the bars
 * @param {(on: boolean) => void} pick
 * @param {() => void} watch
 */
function createRow(row, scale, pick, watch) {
  const { stats } = row;
  const number = (/** @type {string | number} */ text) => h("td", { class: "number" }, text);
  const share = h("td", { class: "number share" }, formatWhole(stats.expanded));
  share.style.setProperty("--share", `${100 * scale.find(stats.expanded)}%`);
  share.style.setProperty("--decade", scale.logarithmic ? `${100 / scale.decades}%` : "100%");
  const onchange = (/** @type {Event} */ event) => pick(getField(event).checked);
  const tick = h("input", { type: "checkbox", onchange });
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
