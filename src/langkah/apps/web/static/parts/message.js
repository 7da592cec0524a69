// One line that says what goes on: a hint, a refusal, what is being worked on, or whose turn it is. It keeps its height.

/** @import { Child } from "../replay/dom.js" */
/** @import { Session } from "../session.js" */
/** @import { SessionView } from "../view.js" */

import { createIcon, fill, h } from "../dom.js";
import { T, fillBlanks, toSentence } from "../texts.js";

/** @param {SessionView} view */
export function createMessage(view) {
  const root = h("div", { class: "message", role: "status", "aria-live": "polite" });
  let refusal = "";
  /** @type {Child} */
  let verdict = "";
  const show = () => fill(root, renderMessage(view.session, refusal, verdict));
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
    verdict = h("span", {}, describeResult(result));
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
      h("span", {}, busy.words),
      h("button", { type: "button", class: "link", onclick: () => session.stop() }, T.stop),
    ];
  if (refusal) return [h("span", { class: "refusal" }, refusal)];
  if (hint) return [createIcon("hint"), h("span", { class: "hint" }, hint.text)];
  if (session.judging) return [h("span", { class: "spinner" }), h("span", {}, T.judging)];
  if (session.marks.some((mark) => mark.verdict === "unknown")) return [h("span", { class: "quiet" }, T.tooHard)];
  if (position.ending && !verdict) return [createIcon("flag"), h("span", {}, position.ending.text)];
  if (session.least?.status === "impossible") return [h("span", { class: "refusal" }, T.impossibleHere)];
  if (Array.isArray(verdict)) return verdict;
  if (verdict) return [position.players.length > 1 ? createDot(position) : createIcon("check"), verdict];
  const back = session.abandoned && !position.made && createBackLink();
  if (position.players.length > 1)
    return [createDot(position), h("span", {}, fillBlanks(T.turnOf, { name: position.players[position.turn] })), back];
  return [h("span", { class: "quiet" }, position.about), back];
}

/** Whoever changed a setting in the middle of a game can have that game back. */
function createBackLink() {
  return h("button", { type: "button", class: "link", "data-do": "old-game", onclick: () => history.back() }, T.oldGame);
}

/**
 * What the opponent did; why it did so, only for whoever asks.
 * @param {Session} session
 */
function describeReply(session) {
  const { position, reasons } = session;
  const turn = position.turns[position.made - 1];
  const reason = reasons.get(position.made);
  const told = h("span", {}, fillBlanks(T.played, { name: session.nameSeat(position.seats[turn.player]), move: turn.move }));
  const dot = createDot({ ...position, turn: turn.player });
  if (reason === undefined) return [dot, told];
  const why = () => {
    told.append(" ", toSentence(reason));
    ask.remove();
  };
  const ask = h("button", { type: "button", class: "link", "data-do": "why", onclick: why }, T.why);
  return [dot, told, ask];
}

/** @param {Api.Position} position */
function createDot({ turn, kind }) {
  return h("span", { class: `dot ${kind === "game" ? "mark" : "piece"}-${turn}` });
}

/** @param {Api.Result} result */
function describeResult({ status, cost, value, optimal, why, moves, length }) {
  if (status === "impossible") return `${T.unsolvable} ${toSentence(why)}`;
  if (status === "stopped" && !moves.length) return toSentence(why);
  if (value) return toSentence(why);
  const told = fillBlanks(T.solvedIn, { cost, proved: optimal ? T.proved : T.notProved });
  return length > moves.length ? `${told} ${fillBlanks(T.cutPlan, { n: moves.length, all: length })}` : told;
}
