// The end: a small celebration, moves made against the least possible, and a review of what lost ground.

/** @import { Session } from "../session.js" */
/** @import { SessionView } from "../view.js" */

import * as backend from "../backend.js";
import { createButton, fill, h, prefersStillness } from "../dom.js";
import { noteSolved } from "../progress.js";
import { T, capitalize, fillBlanks, toSentence } from "../texts.js";

const PLAYED = ["click", "drag", "play", "roll", "reply"];

/** @typedef {Api.Position & { ending: Api.Ending }} EndPosition */

/** @param {SessionView} view */
export function createEnding(view) {
  const { session } = view;
  const root = h("div", { class: "ending", hidden: true });
  view.on("position", ({ cause }) => {
    const { position } = session;
    root.hidden = !position.ending || !PLAYED.includes(cause);
    if (root.hidden) return;
    noteResult(session, /** @type {EndPosition} */ (position));
    showEnding(session, /** @type {EndPosition} */ (position), root);
    if (hasPersonWon(/** @type {EndPosition} */ (position))) celebrate(root);
  });
  return root;
}

/**
 * Remember a puzzle that was solved, or a game that was won against the computer.
 * @param {Session} session
 * @param {EndPosition} position
 */
function noteResult({ helped }, position) {
  const { kind, saved, cost, seats } = position;
  const alone = kind === "game" && seats.filter((seat) => seat === "human").length === 1;
  if (kind === "puzzle" || (alone && hasPersonWon(position))) noteSolved(saved, helped ? null : cost);
}

/**
 * Whether there is somebody here to congratulate.
 * @param {EndPosition} position
 */
const hasPersonWon = ({ seats, ending: { winner } }) => winner !== null && (seats[winner] ?? "human") === "human";

/**
 * @param {Session} session
 * @param {EndPosition} position
 * @param {HTMLElement} root
 */
function showEnding(session, position, root) {
  const told = h("p", { class: "told" }, position.ending.text);
  const review = h("div", { class: "review" });
  const puzzle = position.kind === "puzzle";
  const onward = h("span", {});
  fill(
    root,
    h(
      "div",
      { class: "sheet", role: "dialog", "aria-label": describeEnding(position) },
      createButton("close", T.close, () => (root.hidden = true), { kind: "bare round corner", quiet: true }),
      h("h2", {}, describeEnding(position)),
      told,
      review,
      createReasons(session),
      h(
        "div",
        { class: "row" },
        createButton("restart", T.again, () => (puzzle ? session.goto(0) : session.begin({})), { "data-do": "again" }),
        position.kind !== "dice" &&
          createButton("marks", T.review, () => reviewMoves(session, told, review), { "data-do": "review" }),
        onward,
      ),
    ),
  );
  if (puzzle) reviewMoves(session, told, review, { brief: true });
  if (position.saved.problem.includes(":")) offerNextLevel(session, onward);
}

/**
 * Offer the level that comes after this one.
 * @param {Session} session
 * @param {Element} place
 */
async function offerNextLevel(session, place) {
  if (!session.sheet) return;
  const { levels } = await backend.fetchLevels(session.sheet.game);
  const level = levels[levels.findIndex(({ name }) => name === session.saved.problem) + 1];
  if (level)
    fill(
      place,
      createButton("forward", T.nextLevel, () => session.begin({ problem: level.name, settings: {} }), {
        kind: "main",
        "data-do": "next",
      }),
    );
}

/** @param {EndPosition} position */
function describeEnding(position) {
  const { kind, seats, players, ending } = position;
  if (kind === "puzzle") return T.solved;
  if (ending.winner === null) return T.draw;
  const alone = seats.filter((seat) => seat === "human").length === 1 && seats.length > 1;
  if (alone) return hasPersonWon(position) ? T.youWin : T.youLose;
  return capitalize(fillBlanks(T.won, { name: players[ending.winner] }));
}

/**
 * Why the opponent moved as it did, move by move.
 * @param {Session} session
 */
function createReasons({ position, reasons }) {
  const told = [...reasons].filter(([number]) => number <= position.made).sort(([a], [b]) => a - b);
  if (!told.length) return null;
  return h(
    "details",
    { class: "reasons", "data-do": "reasons" },
    h("summary", {}, T.reasons),
    h(
      "ol",
      {},
      told.map(([number, reason]) => h("li", {}, h("strong", {}, position.turns[number - 1].move), " ", toSentence(reason))),
    ),
  );
}

/**
 * Compare with the best; in full, name the moves that lost ground.
 * @param {Session} session
 * @param {Element} told
 * @param {Element} review
 */
function reviewMoves(session, told, review, { brief = false } = {}) {
  const { position } = session;
  return session.review(({ lapses, least }) => {
    if (session.position !== position) return;
    if (position.kind === "puzzle" && least.cost !== null) {
      fill(told, h("strong", { class: "tally" }, fillBlanks(T.madeOf, { made: position.cost, least: least.cost })));
      if (least.optimal && position.cost === least.cost) told.append(h("span", { class: "praise" }, T.perfect));
    }
    if (brief) return;
    const lines = lapses.map(({ number, text }) =>
      h("li", {}, h("button", { type: "button", class: "link", onclick: () => session.goto(number - 1) }, text)),
    );
    fill(review, lines.length ? [h("h3", {}, T.lostGround), h("ol", {}, lines)] : h("p", {}, T.noneLost));
  });
}

/**
 * Paper in the colours of the pieces.
 * @param {Element} root
 */
function celebrate(root) {
  if (prefersStillness()) return;
  const sky = h("div", { class: "sky", "aria-hidden": "true" });
  root.prepend(sky);
  for (let index = 0; index < 60; index += 1) {
    const piece = h("i", { class: `piece-${index % 6}` });
    sky.append(piece);
    const [x, drop, turn] = [Math.random() * 100, 60 + Math.random() * 60, Math.random() * 900 - 450];
    piece.style.left = `${x}%`;
    const fall = [
      { transform: "translateY(-20px) rotate(0)", opacity: 1 },
      { transform: `translateY(${drop}vh) rotate(${turn}deg)`, opacity: 0 },
    ];
    piece
      .animate(fall, {
        duration: 1600 + Math.random() * 1400,
        delay: Math.random() * 400,
        easing: "cubic-bezier(0.2, 0.6, 0.6, 1)",
        fill: "both",
      })
      .finished.then(
        () => piece.remove(),
        () => {},
      );
  }
}
