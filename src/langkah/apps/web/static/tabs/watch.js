// Watching searches: any algorithm from this position, and what it took.

import { fill, h } from "../dom.js";
import { T } from "../texts.js";

export function mount(root, view) {
  const { table } = view;
  const picker = h("select", { "aria-label": T.algorithm, "data-pick": "algorithm" });
  const told = h("div", { class: "told" });
  const run = h("button", { type: "button", class: "button main", "data-do": "run", onclick: () => table.solve({ algorithm: picker.value }) }, T.run);
  root.append(h("p", { class: "quiet" }, T.watchHelp), h("div", { class: "row" }, picker, run), told);
  const show = () => {
    if (!table.sheet) return;
    fill(picker, table.sheet.algorithms.map(({ name, about }) => h("option", { value: name, title: about }, name)));
  };
  view.on("sheet", show);
  view.on("solved", (result) => fill(told, facts(result)));
  show();
}

function facts({ algorithm, status, cost, value, stats, why }) {
  const rows = [
    [T.algorithm, algorithm],
    [T.status, status],
    [T.cost, cost ?? value ?? T.unknown],
    [T.expanded, stats.expanded.toLocaleString()],
    [T.generated, stats.generated.toLocaleString()],
    [T.frontier, stats.frontier_max.toLocaleString()],
    [T.seconds, stats.seconds.toFixed(3)],
  ];
  return [h("table", { class: "facts" }, h("tbody", {}, rows.map(([name, fact]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, fact))))), why && h("p", { class: "quiet" }, why)];
}
