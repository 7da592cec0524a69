// The keyboard shortcuts, wherever the focus is, except in text fields. Digits belong to the board, and Escape clears
// the selection or closes the topmost panel. The window and the terminal have the same keys: a test compares KEYS with
// their table.

/** @import { SessionView } from "./view.js" */

import { getTarget } from "./dom.js";

const KEYS = /** @type {const} */ ({
  u: "undo",
  z: "undo",
  y: "redo",
  r: "reset",
  h: "hint",
  m: "marks",
  s: "solve",
  w: "watch",
  l: "levels",
  "?": "help",
});

/** @param {SessionView} view */
export function bindKeys(view) {
  const { board, session, playback } = view;
  /** @type {Record<typeof KEYS[keyof typeof KEYS], () => unknown>} */
  const deeds = {
    undo: () => session.act({ do: "undo" }),
    redo: () => session.act({ do: "redo" }),
    reset: () => session.goto(0),
    hint: () => session.ask(),
    marks: () => session.mark(!session.marking),
    solve: () => session.solve(),
    watch: () => document.getElementById("tab-watch")?.click(),
    levels: () => document.getElementById("tab-levels")?.click(),
    help: () => view.toggleHelp(),
  };
  /** @type {Record<string, () => unknown>} */
  const film = {
    p: () => playback.toggle(),
    ",": () => playback.step(-1),
    ".": () => playback.step(1),
  };
  /** @param {KeyboardEvent} event */
  const listener = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (getTarget(event).closest("input, select, textarea, dialog") || !session.position) return;
    const key = event.key.toLowerCase();
    if (key === "escape") return board.enqueue(() => board.putDown() || view.putAway());
    if (/^[1-9]$/.test(key)) return board.enqueue(() => board.pressDigit(key));
    const deed = key in KEYS ? deeds[KEYS[/** @type {keyof typeof KEYS} */ (key)]] : null;
    if (!deed && !film[key]) return;
    event.preventDefault();
    if (deed) board.enqueue(deed); // after the pending actions on the board
    else film[key]();
  };
  document.addEventListener("keydown", listener, { signal: view.over.signal });
}
