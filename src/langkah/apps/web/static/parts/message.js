// The message line, with a fixed height: a hint, a refusal, current work, or whose turn it is. Long texts are set
// smaller; the rest of a text that still does not fit unfolds on request.

/** @import { Child } from "../replay/dom.js" */
/** @import { Session } from "../session.js" */
/** @import { SessionView } from "../view.js" */

import { createIcon, fill, h } from "../dom.js";
import { openProof } from "./proof.js";
import { PLAINEST } from "../session.js";
import { T, capitalize, fillBlanks, formatMove, toSentence } from "../texts.js";

const DENSER = ["dense", "denser", "long"]; // tried one after the other until the text fits

/** @param {SessionView} view */
export function createMessage(view) {
  const said = h("div", { class: "said" });
  const unfold = h("button", { type: "button", class: "rest", "data-do": "unfold", onclick: () => open(true) }, T.readOn);
  const root = h("div", { class: "message", role: "status", "aria-live": "polite" }, said, unfold);
  let refusal = "";
  /** @type {Child} */
  let verdict = "";
  const fits = () => said.scrollHeight <= said.clientHeight;
  const fit = () => {
    root.classList.remove(...DENSER);
    for (const each of DENSER) if (!fits()) root.classList.add(each);
  };
  const open = (/** @type {boolean} */ all) => root.classList.toggle("open", all);
  const show = () => {
    open(false);
    fill(said, renderMessage(view.session, refusal, verdict));
    fit();
  };
  root.addEventListener("longer", fit);
  new ResizeObserver(fit).observe(root);
  root.addEventListener("click", ({ target }) => target !== unfold && open(false));
  view.on("position", ({ cause }) => {
    refusal = "";
    if (cause !== "plan" && cause !== "frames-end") verdict = cause === "reply" ? describeReply(view.session) : "";
    show();
  });
  view.on("refused", ({ text }) => {
    refusal = text;
    show();
  });
  view.on("solved", (result) => {
    const { saved } = view.session.position; // the current position: moves may follow
    const proof = isProved(result) && createLink(T.proof, () => openProof(view, saved), "proof");
    verdict = h("span", {}, describeResult(result), proof ? [" ", proof] : null);
    show();
  });
  view.on("advice", () => {
    if (view.session.hint || view.session.judging) refusal = "";
    show();
  });
  view.on("busy", () => {
    if (view.session.busy) refusal = "";
    show();
  });
  return root;
}

/**
 * @param {Session} session
 * @param {string} refusal
 * @param {Child} verdict
 */
function renderMessage(session, refusal, verdict) {
  const { position, hint, busy } = session;
  if (busy)
    return [
      h("span", { class: "spinner" }),
      h("span", {}, busy.words, " ", createLink(T.stop, () => session.stop(), "stop")),
    ];
  if (refusal) return [h("span", { class: "refusal" }, refusal)];
  if (hint) {
    const text = hint.grade === PLAINEST ? formatMove(hint.text ?? "") : hint.text; // the last grade names the move
    return [createIcon("hint"), h("span", { class: "hint" }, text)];
  }
  if (session.judging) return [h("span", { class: "spinner" }), h("span", {}, T.judging)];
  if (session.marks.some((mark) => mark.verdict === "unknown")) return [h("span", { class: "quiet" }, T.tooHard)];
  if (position.ending && !verdict) return [createIcon("flag"), h("span", {}, position.ending.text)];
  if (session.least?.status === "impossible" && !verdict) return [h("span", { class: "refusal" }, T.impossibleHere)];
  if (Array.isArray(verdict)) return verdict;
  if (verdict) return [position.players.length > 1 ? createDot(position) : createIcon("check"), verdict];
  const back = session.abandoned && !position.made && [" ", createBackLink()];
  if (position.players.length > 1) {
    const turn = capitalize(fillBlanks(T.turnOf, { name: position.players[position.turn] }));
    return [createDot(position), h("span", {}, turn, back)];
  }
  return [h("span", { class: "quiet" }, position.about, back)];
}

/** Return to the game that was interrupted by a changed setting. */
const createBackLink = () => createLink(T.oldGame, () => history.back(), "old-game");

/** @type {(words: string, onclick: () => void, name: string) => Element} */
const createLink = (words, onclick, name) =>
  h("button", { type: "button", class: "link", "data-do": name, onclick }, words);

/**
 * The opponent's move; its reason only on request.
 * @param {Session} session
 */
function describeReply(session) {
  const { position, reasons } = session;
  const turn = position.turns[position.made - 1];
  const reason = reasons.get(position.made);
  const mover = session.movers.get(position.made) ?? position.seats[turn.player];
  const text = position.seats.includes(mover) ? T.played : T.diceShow; // a mover without a seat is the dice
  const words = fillBlanks(text, { name: session.nameSeat(mover), move: turn.move });
  const dot = createDot({ ...position, turn: turn.player });
  if (reason === undefined) return [dot, h("span", {}, words)];
  const ask = createLink(T.why, () => tell(toSentence(reason)), "why");
  const told = h("span", {}, words, " ", ask);
  const tell = (/** @type {string} */ text) => {
    ask.replaceWith(text);
    told.dispatchEvent(new Event("longer", { bubbles: true }));
  };
  return [dot, told];
}

/** @param {Api.Position} position */
function createDot({ turn, kind }) {
  return h("span", { class: `dot ${kind === "game" ? "mark" : "piece"}-${turn}` });
}

/**
 * Whether an answer can be certified: it is proved, and not only by a theorem.
 * @param {Api.Solution} result
 */
const isProved = ({ status, optimal }) => status === "impossible" || (status === "solved" && optimal);

/** @param {Api.Solution} result */
function describeResult({ status, cost, value, optimal, why, moves, length }) {
  if (status === "impossible") return `${T.unsolvable} ${toSentence(why)}`;
  if (status === "stopped" && !moves.length) return toSentence(why);
  if (value) return toSentence(why);
  const told = fillBlanks(T.solvedIn, { cost, proved: optimal ? T.proved : T.notProved });
  return length > moves.length ? `${told} ${fillBlanks(T.cutPlan, { n: moves.length, all: length })}` : told;
}
