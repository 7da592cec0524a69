// Keys for everything, wherever the focus is, unless one is writing. Digits belong to the board, and Escape puts down
// what is in hand, or puts away what lies over the board.

/** @import { SessionView } from "./view.js" */

import { getTarget } from "./dom.js";

/** @param {SessionView} view */
export function bindKeys(view) {
  const { board, session, playback } = view;
  /** @type {Record<string, () => unknown>} */
  const deeds = {
    u: () => session.act({ do: "undo" }),
    y: () => session.act({ do: "redo" }),
    r: () => session.goto(0),
    h: () => session.ask(),
    m: () => session.mark(!session.marking),
    s: () => session.solve(),
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
    if (!(deeds[key] ?? film[key])) return;
    event.preventDefault();
    if (film[key]) film[key]();
    else board.enqueue(deeds[key]); // in its turn, after what was done on the board before
  };
  document.addEventListener("keydown", listener, { signal: view.over.signal });
}
