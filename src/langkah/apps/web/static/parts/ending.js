// The end of a game: a small celebration, the moves compared with the minimum, and a review of the moves that made the
// position worse.

/** @import { Session } from "../session.js" */
/** @import { SessionView } from "../view.js" */

import * as backend from "../backend.js";
import { createButton, fill, h, prefersStillness } from "../dom.js";
import { countStreak, writeShareLine } from "../days.js";
import { GRADES, makeNew } from "../new_puzzle.js";
import { nameResult, noteDay, noteSolved, readProgress } from "../progress.js";
import { createStars } from "../stars.js";
import { createReview } from "./review.js";
import { T, capitalize, fillBlanks, toSentence } from "../texts.js";

const PLAYED = ["click", "drag", "play", "roll", "reply"];

/** @typedef {Api.Position & { ending: Api.Ending }} EndPosition */

/** @param {SessionView} view */
export function createEnding(view) {
  const { session } = view;
  const root = h("div", { class: "ending", hidden: true });
  const isNarrow = () => matchMedia("(max-width: 939px)").matches; // on narrow pages the panel would cover the tab's content
  view.on("tab", () => (root.hidden ||= isNarrow()));
  view.on("position", ({ cause }) => {
    const { position } = session;
    root.hidden = !position.ending || !PLAYED.includes(cause);
    if (root.hidden) return;
    if (isNarrow()) window.scrollTo({ top: 0 });
    noteResult(session, /** @type {EndPosition} */ (position));
    showEnding(view, /** @type {EndPosition} */ (position), root);
    if (hasPersonWon(/** @type {EndPosition} */ (position))) celebrate(root);
  });
  return root;
}

/**
 * Save the result of a solved puzzle, or of a game won against the computer.
 * @param {Session} session
 * @param {EndPosition} position
 */
function noteResult({ helped, order }, position, least = false) {
  const { kind, saved, cost, seats, hints } = position;
  const single = kind === "game" && seats.filter((seat) => seat === "human").length === 1;
  if (order?.day && !helped) noteDay(order.day, { made: cost ?? 0, least: order.least });
  if (order) return; // every generated puzzle is new, so the list would grow without end
  if (kind !== "puzzle" && !(single && hasPersonWon(position))) return;
  noteSolved(saved, helped ? null : cost, helped ? {} : { least, alone: !hints });
}

/**
 * Whether a human player has won.
 * @param {EndPosition} position
 */
const hasPersonWon = ({ seats, ending: { winner } }) => winner !== null && (seats[winner] ?? "human") === "human";

/**
 * @param {SessionView} view
 * @param {EndPosition} position
 * @param {HTMLElement} root
 */
function showEnding(view, position, root) {
  const { session } = view;
  const told = h("p", { class: "told" }, position.ending.text);
  const review = h("div", { class: "review" });
  const puzzle = position.kind === "puzzle";
  const onward = h("span", { class: "more" });
  const stars = h("p", { class: "earned" });
  fill(
    root,
    h(
      "div",
      { class: "sheet", role: "dialog", "aria-label": describeEnding(position) },
      createButton("close", T.close, () => (root.hidden = true), { kind: "bare round corner", quiet: true }),
      h("h2", {}, describeEnding(position)),
      stars,
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
  if (puzzle) {
    showStars(session, position, stars);
    reviewMoves(session, told, review, { brief: true }).then(() => showStars(session, position, stars));
  }
  if (session.order?.day) offerResult(session, session.order, onward);
  else offerMore(view, onward, told);
}

/**
 * The stars earned for this level so far.
 * @param {Session} session
 * @param {EndPosition} position
 * @param {Element} place
 */
function showStars({ order, sheet }, { saved }, place) {
  if (!order) fill(place, createStars(readProgress().solved[nameResult(saved)], sheet?.level_cost));
}

/**
 * After the puzzle of the day, a line to share.
 * @param {Session} session
 * @param {import("../new_puzzle.js").Order} order
 * @param {Element} place
 */
function offerResult({ position }, order, place) {
  const streak = countStreak(readProgress().days);
  const line = writeShareLine(order.day, position.cost ?? 0, order.least);
  const share = createButton("share", T.shareResult, () => copyText(line, share), { kind: "main", "data-do": "share" });
  fill(place, share, streak > 1 && h("span", { class: "quiet" }, fillBlanks(T.dayStreak, { n: streak })));
}

/**
 * Offer the next level; and a new puzzle if the game can generate one, of the same kind as this one if this is a new
 * puzzle.
 * @param {SessionView} view
 * @param {Element} place
 * @param {Element} told the element for messages: that the puzzle is being generated, or why it cannot be
 */
async function offerMore(view, place, told) {
  const { position, sheet, order } = view.session;
  const level = order ? null : await findNextLevel(view.session);
  if (view.session.position !== position) return;
  const kind = level ? "" : "main";
  const make = () => makeNew(view, order?.wish ?? GRADES[0], told);
  const begin = (/** @type {string} */ problem) => view.session.begin({ problem, settings: {} });
  fill(
    place,
    level && createButton("forward", T.nextLevel, () => begin(level.name), { kind: "main", "data-do": "next" }),
    sheet?.kind === "puzzle" &&
      sheet.renewable &&
      createButton("new", order ? T.another : T.newPuzzle, make, { kind, "data-do": "another" }),
  );
}

/**
 * @param {string} text
 * @param {Element} button
 */
async function copyText(text, button) {
  await navigator.clipboard?.writeText(text).catch(() => {});
  button.setAttribute("data-copied", text);
  const words = button.querySelector(".words");
  if (words) words.textContent = T.copied;
}

/**
 * The level after this one; null if this is not a level.
 * @param {Session} session
 */
async function findNextLevel({ sheet, saved }) {
  if (!sheet || !saved.problem.includes(":")) return null;
  const { levels } = await backend.fetchLevels(sheet.game);
  return levels[levels.findIndex(({ name }) => name === saved.problem) + 1] ?? null;
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
 * The opponent's reasons, move by move.
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
 * Compare with the optimum; in full, list the moves that made the position worse.
 * @param {Session} session
 * @param {Element} told
 * @param {Element} review
 */
function reviewMoves(session, told, review, { brief = false } = {}) {
  const { position } = session;
  return session.review(({ lapses, least, curve }) => {
    if (session.position !== position) return;
    if (position.kind === "puzzle" && least.cost !== null) {
      const { metric = T.made, level_cost = false } = session.sheet ?? {};
      const [made, needed] = [position.cost, least.cost];
      const perfect = least.optimal && made === needed;
      const tally = level_cost ? T.madeLevel : T.madeOf;
      fill(told, h("strong", { class: "tally" }, fillBlanks(tally, { metric, made, least: needed })));
      if (perfect) told.append(h("span", { class: "praise" }, level_cost ? praiseLevel(session, position) : T.perfect));
      noteResult(session, /** @type {EndPosition} */ (position), perfect);
      session.tell("progress", {});
    }
    if (brief) return;
    fill(review, lapses.length ? null : h("p", {}, T.noneLost), createReview(session, position, { lapses, curve }));
  });
}

/**
 * The praise for a puzzle whose solutions all have the same cost.
 * @param {Session} session
 * @param {Api.Position} position
 */
const praiseLevel = ({ helped }, { hints }) => (helped || hints ? T.levelSolved : T.levelAlone);

/**
 * Confetti in the colours of the pieces.
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
