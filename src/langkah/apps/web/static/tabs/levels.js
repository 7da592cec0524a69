// The levels of the game, chosen by picture.

import * as backend from "../backend.js";
import { picture } from "../canvas.js";
import { fill, h } from "../dom.js";
import { T } from "../texts.js";

export function mount(root, view) {
  const { table } = view;
  let game = null;
  const show = async () => {
    if (!table.sheet) return;
    if (table.sheet.game !== game) {
      const wanted = (game = table.sheet.game);
      const { levels } = await backend.levels(wanted);
      if (wanted !== game || view.gone) return;
      fill(
        root,
        levels.length
          ? h(
              "div",
              { class: "pictures" },
              levels.map((level) => card(table, level)),
            )
          : h("p", { class: "quiet" }, T.noLevels),
      );
    }
    for (const each of root.querySelectorAll(".level"))
      each.setAttribute("aria-pressed", String(each.dataset.level === table.saved.problem));
  };
  view.on("sheet", show);
  show();
}

function card(table, { name, title, note, least, scene }) {
  return h(
    "button",
    { type: "button", class: "level", title: note, "data-level": name, onclick: () => open(table, name) },
    h("span", { class: "frame" }, picture(scene)),
    h("span", { class: "title" }, title),
    least !== null && h("span", { class: "least", title: T.least }, least),
  );
}

function open(table, name) {
  window.scrollTo({ top: 0, behavior: "smooth" });
  return table.begin({ problem: name, settings: {} }).catch((error) => table.fail(error));
}
