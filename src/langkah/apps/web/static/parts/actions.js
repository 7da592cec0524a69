// What can be done at any time: back and forth, advice, and the solver.

import { button, fill, h } from "../dom.js";
import { T } from "../texts.js";

export function actions(view) {
  const { table, playback } = view;
  const root = h("div", { class: "actions", role: "toolbar", "aria-label": T.game });
  const show = () => {
    const { position } = table;
    const over = Boolean(position.ending);
    const race = position.kind === "dice";
    fill(root, [
      button("undo", T.undo, () => table.act({ do: "undo" }), { disabled: !position.made, "data-do": "undo" }),
      button("redo", T.redo, () => table.act({ do: "redo" }), { disabled: !position.undone, "data-do": "redo" }),
      button("restart", T.restart, () => table.goto(0), { disabled: !position.made, "data-do": "restart" }),
      !race &&
        button("hint", position.grade ? T.hintMore : T.hint, () => table.ask(), {
          disabled: over || position.grade >= 3,
          "data-do": "hint",
        }),
      !race &&
        button("marks", T.marks, () => table.mark(!table.marking), {
          title: T.marksHelp,
          "aria-pressed": String(table.marking),
          "data-do": "marks",
        }),
      !race &&
        button("solve", T.solve, () => solve(table, playback), { kind: "main", disabled: over, "data-do": "solve" }),
    ]);
  };
  view.on("position", show);
  view.on("advice", show);
  return root;
}

async function solve(table, playback) {
  if (playback.playing) await playback.pause();
  await table.solve();
}
