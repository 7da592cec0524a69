// The actions that are always available: undo and redo, advice, and the solver.

/** @import { Playback } from "../playback.js" */
/** @import { Session } from "../session.js" */
/** @import { SessionView } from "../view.js" */

import { createButton, fill, h } from "../dom.js";
import { T } from "../texts.js";

/** @param {SessionView} view */
export function createActions(view) {
  const { session, playback } = view;
  const root = h("div", { class: "actions", role: "toolbar", "aria-label": T.game });
  const show = () => {
    const { position } = session;
    const over = Boolean(position.ending);
    const race = position.kind === "dice";
    fill(root, [
      createButton("undo", T.undo, () => session.act({ do: "undo" }), { disabled: !position.made, "data-do": "undo" }),
      createButton("redo", T.redo, () => session.act({ do: "redo" }), {
        disabled: !position.undone,
        "data-do": "redo",
      }),
      createButton("restart", T.restart, () => session.goto(0), { disabled: !position.made, "data-do": "restart" }),
      !race &&
        createButton("hint", position.grade ? T.hintMore : T.hint, () => session.ask(), {
          disabled: over || position.grade >= 3,
          "data-do": "hint",
        }),
      !race &&
        createButton("marks", T.marks, () => session.mark(!session.marking), {
          title: T.marksHelp,
          "aria-pressed": String(session.marking),
          "data-do": "marks",
        }),
      !race &&
        createButton("solve", T.solve, () => solveHere(session, playback), {
          kind: "main",
          disabled: over,
          "data-do": "solve",
        }),
    ]);
  };
  view.on("position", show);
  view.on("advice", show);
  return root;
}

/**
 * @param {Session} session
 * @param {Playback} playback
 */
async function solveHere(session, playback) {
  if (playback.playing) await playback.pause();
  await session.solve();
}
