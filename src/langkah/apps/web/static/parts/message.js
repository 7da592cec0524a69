// One line that says what goes on: a hint, a refusal, what is being worked on, or whose turn it is.

import { fill, h, icon } from "../dom.js";
import { T, filled, sentence } from "../texts.js";

export function message(view) {
  const root = h("div", { class: "message", role: "status", "aria-live": "polite" });
  let refusal = "";
  let verdict = "";
  const show = () => fill(root, said(view.table, refusal, verdict));
  view.on("position", ({ cause }) => {
    refusal = "";
    if (cause !== "plan" && cause !== "frames-end") verdict = cause === "reply" ? sentence(view.table.reason) : "";
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
  view.on("advice", () => {
    if (view.table.hint || view.table.judging) refusal = "";
    show();
  });
  view.on("busy", () => {
    if (view.table.busy) refusal = "";
    show();
  });
  return root;
}

function said(table, refusal, verdict) {
  const { position, hint, busy } = table;
  if (busy)
    return [
      h("span", { class: "spinner" }),
      h("span", {}, busy.words),
      h("button", { type: "button", class: "link", onclick: () => table.stop() }, T.stop),
    ];
  if (refusal) return [h("span", { class: "refusal" }, refusal)];
  if (hint) return [icon("hint"), h("span", { class: "hint" }, hint.text)];
  if (table.judging) return [h("span", { class: "spinner" }), h("span", {}, T.judging)];
  if (table.marks.some((mark) => mark.verdict === "unknown")) return [h("span", { class: "quiet" }, T.tooHard)];
  if (position.ending && !verdict) return [icon("flag"), h("span", {}, position.ending.text)];
  if (table.least?.status === "impossible") return [h("span", { class: "refusal" }, T.impossibleHere)];
  if (verdict) return [position.players.length > 1 ? dot(position) : icon("check"), h("span", {}, verdict)];
  if (position.players.length > 1)
    return [dot(position), h("span", {}, filled(T.turnOf, { name: position.players[position.turn] }))];
  return [h("span", { class: "quiet" }, position.about)];
}

function dot({ turn, kind }) {
  return h("span", { class: `dot ${kind === "game" ? "mark" : "piece"}-${turn}` });
}

function answer({ status, cost, value, optimal, why, moves, length }) {
  if (status === "impossible") return `${T.unsolvable} ${sentence(why)}`;
  if (status === "stopped" && !moves.length) return sentence(why);
  if (value) return sentence(why);
  const told = filled(T.solvedIn, { cost, proved: optimal ? T.proved : T.notProved });
  return length > moves.length ? `${told} ${filled(T.cutPlan, { n: moves.length, all: length })}` : told;
}
