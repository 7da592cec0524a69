// The plots of an experiment from a file of rows, and a table of its configurations.

/** @import { SessionView } from "../view.js" */

import { drawPicture } from "../replay/canvas.js";

import { createButton, fill, getField, h } from "../dom.js";
import { formatSeconds, formatWhole } from "../numbers.js";
import { T, fillBlanks } from "../texts.js";
import { WatchDialog } from "./dialog.js";

/** @typedef {(first: number, second: number) => Promise<Api.Plots>} Ask Requests another pair of searches. */

/**
 * @param {SessionView} view
 * @param {Api.Plots} data
 * @param {Ask} ask
 */
export function showPlots(view, data, ask) {
  const words = fillBlanks(T.nRuns, { n: formatWhole(data.rows) });
  const dialog = new WatchDialog(view, { title: fillBlanks(T.experimentOf, { title: data.title }), words });
  const close = { kind: "bare round", quiet: true, "data-do": "close-studio" };
  fill(dialog.tools, createButton("close", T.close, () => dialog.root.close(), close)); // a file has no link
  dialog.body.classList.add("comparing");
  const pictures = h("div", { class: "plots" });
  const draw = (/** @type {Api.Plots} */ { plots }) =>
    fill(
      pictures,
      plots.map(({ kind, scene }) => h("figure", { "data-plot": kind }, drawPicture(scene))),
    );
  const change = async (/** @type {number} */ first, /** @type {number} */ second) => {
    try {
      draw(await ask(first, second));
    } catch (error) {
      view.session.fail(error);
    }
  };
  draw(data);
  dialog.body.append(createTable(data), createPair(data, change), pictures);
  return dialog;
}

/** @param {Api.Plots} data */
function createTable({ configurations }) {
  const heads = [T.configuration, T.runs, T.runsSolved, T.runsProved, T.cost, T.expanded, T.generated, T.frontier, T.time];
  const number = (/** @type {string | number} */ text) => h("td", { class: "number" }, text);
  const rows = configurations.map((each) =>
    h(
      "tr",
      { "data-row": each.name },
      h("th", { scope: "row" }, each.name),
      [each.runs, each.solved, each.optimal].map((count) => number(formatWhole(count))),
      number(each.cost ?? "–"),
      [each.expanded, each.generated, each.frontier_max].map((count) => number(formatWhole(Math.round(count)))),
      number(formatSeconds(each.seconds)),
    ),
  );
  const head = h(
    "tr",
    {},
    heads.map((words) => h("th", { scope: "col" }, words)),
  );
  const table = h("table", {}, h("thead", {}, head), h("tbody", {}, rows));
  return h("div", { class: "figures of-runs" }, h("div", { class: "wide", tabindex: "0" }, table), h("p", { class: "quiet" }, T.mediansOfRuns));
}

/**
 * The choice of the two searches to compare.
 * @param {Api.Plots} data
 * @param {(first: number, second: number) => unknown} change
 */
function createPair({ configurations }, change) {
  if (configurations.length < 2) return "";
  const chosen = [1, 2];
  const choose = (/** @type {number} */ place, /** @type {string} */ words) => {
    const options = configurations.map(({ name }, index) =>
      h("option", { value: index + 1, selected: index + 1 === chosen[place] }, name),
    );
    const onchange = (/** @type {Event} */ event) => {
      chosen[place] = Number(getField(event).value);
      change(chosen[0], chosen[1]);
    };
    return h("label", {}, h("span", {}, words), h("select", { "data-pair": place, onchange }, options));
  };
  return h("div", { class: "row pair" }, choose(0, T.across), choose(1, T.upwards));
}
