// One line that says what goes on: a hint, a refusal, what is being worked on, or whose turn it is.

import { fill, h, icon } from "../dom.js";
import { T, filled } from "../texts.js";

export function message(view) {
  const root = h("div", { class: "message", role: "status", "aria-live": "polite" });
  let refusal = "";
  let verdict = "";
  const show = () => fill(root, said(view.table, refusal, verdict));
  view.on("position", ({ cause }) => {
    refusal = "";
    if (cause !== "plan" && cause !== "frames-end") verdict = "";
    show();
  });
  view.on("refused", ({ text }) => {
    refusal = text;
    show();
  });
  view.on("solved", (result) => {
    verdict = answer(result);
    show();
  });
  view.on("advice", show);
  view.on("busy", show);
  return root;
}

function said(table, refusal, verdict) {
  const { position, hint, busy } = table;
  if (busy) return [h("span", { class: "spinner" }), h("span", {}, busy.words), h("button", { type: "button", class: "link", onclick: () => table.stop() }, T.stop)];
  if (refusal) return [h("span", { class: "refusal" }, refusal)];
  if (hint) return [icon("hint"), h("span", { class: "hint" }, hint.text)];
  if (verdict) return [icon("check"), h("span", {}, verdict)];
  if (position.ending) return [icon("flag"), h("span", {}, position.ending.text)];
  if (table.least?.status === "impossible") return [h("span", { class: "refusal" }, T.impossibleHere)];
  if (position.players.length > 1) return [dot(position), h("span", {}, filled(T.turnOf, { name: position.players[position.turn] }))];
  return [h("span", { class: "quiet" }, position.about)];
}

function dot({ turn, kind }) {
  return h("span", { class: `dot ${kind === "game" ? "mark" : "piece"}-${turn}` });
}

function answer({ status, cost, value, optimal, why, moves, length }) {
  if (status === "impossible") return `${T.unsolvable} ${why}`;
  if (status === "stopped" && !moves.length) return why;
  if (value) return why;
  const told = filled(T.solvedIn, { cost, proved: optimal ? T.proved : T.notProved });
  return length > moves.length ? `${told} ${filled(T.cutPlan, { n: moves.length, all: length })}` : told;
}
