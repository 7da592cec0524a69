// The die: it tumbles, and stops at the backend's throw. Several faces stand for a turn with several rolls.

/** @import { SessionView } from "../view.js" */

import { fill, h, prefersStillness, s } from "../dom.js";
import { T } from "../texts.js";

const TUMBLE = 650; // milliseconds
/** @type {Record<string, Point[]>} */
const PIPS = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};

/** @param {SessionView} view */
export function createDice(view) {
  const { session } = view;
  const tray = h("span", { class: "faces" }, drawFace("1"));
  const words = h("span", { class: "words" });
  const roll = h(
    "button",
    { type: "button", class: "die", "data-do": "roll", onclick: () => session.act({ do: "roll" }) },
    tray,
    words,
  );
  const root = h("div", { class: "dice", hidden: true }, roll);
  const show = () => {
    const { position } = session;
    root.hidden = position.kind !== "dice";
    roll.disabled = Boolean(position.ending);
    words.textContent = T.roll;
    roll.className = `die piece-${position.turn}`;
    const last = position.turns[position.made - 1];
    if (last) fill(tray, last.move.split("-").map(drawFace));
  };
  view.on("position", show);
  session.before = async (_deed, { text }) => {
    if (session.position.kind !== "dice") return;
    await tumble(tray, text);
  };
  return root;
}

/** @param {string} label */
function drawFace(label) {
  const pips = PIPS[label];
  const inside = pips
    ? pips.map(([x, y]) => s("circle", { cx: 16 + x * 7.5, cy: 16 + y * 7.5, r: 3 }))
    : s("text", { x: 16, y: 17, dy: "0.32em" }, label || "–");
  return s(
    "svg",
    { class: "face", viewBox: "0 0 32 32", role: "img", "aria-label": label || "–" },
    s("rect", { x: 1, y: 1, width: 30, height: 30, rx: 7 }),
    inside,
  );
}

/**
 * @param {Element} tray
 * @param {string} label
 */
async function tumble(tray, label) {
  if (!prefersStillness()) {
    const spin = tray.animate(
      [
        { transform: "rotate(0) scale(1)" },
        { transform: "rotate(200deg) scale(1.2)" },
        { transform: "rotate(360deg) scale(1)" },
      ],
      { duration: TUMBLE, easing: "ease-out" },
    );
    const change = setInterval(() => fill(tray, drawFace(String(1 + Math.floor(Math.random() * 6)))), 80);
    await spin.finished.catch(() => {});
    clearInterval(change);
  }
  fill(tray, label.split("-").map(drawFace));
}
