// The end: a small celebration, moves made against the least possible, and a review of what lost ground.

import * as backend from "../backend.js";
import { button, fill, h } from "../dom.js";
import { T, filled } from "../texts.js";

const PLAYED = ["click", "drag", "play", "roll", "reply"];

export function ending(view) {
  const { table } = view;
  const root = h("div", { class: "ending", hidden: true });
  view.on("position", ({ cause }) => {
    const { position } = table;
    const won = position.ending && PLAYED.includes(cause);
    root.hidden = !won;
    if (!won) return;
    show(view, root);
    if (position.ending.winner !== null) celebrate(root);
  });
  return root;
}

function show(view, root) {
  const { table } = view;
  const { position } = table;
  const told = h("p", { class: "told" }, position.ending.text);
  const review = h("div", { class: "review" });
  const puzzle = position.kind === "puzzle";
  const onward = h("span", {});
  fill(
    root,
    h(
      "div",
      { class: "sheet", role: "dialog", "aria-label": heading(position) },
      button("close", T.close, () => (root.hidden = true), { kind: "bare round corner", quiet: true }),
      h("h2", {}, heading(position)),
      told,
      review,
      h(
        "div",
        { class: "row" },
        button("restart", T.again, () => (puzzle ? table.goto(0) : table.begin({})), { "data-do": "again" }),
        position.kind !== "dice" && button("marks", T.review, () => look(table, told, review), { "data-do": "review" }),
        onward,
      ),
    ),
  );
  if (puzzle) look(table, told, review, { brief: true });
  if (position.saved.problem.includes(":")) next(table, onward);
}

/** Offer the level that comes after this one. */
async function next(table, place) {
  const { levels } = await backend.levels(table.sheet.game);
  const level = levels[levels.findIndex(({ name }) => name === table.saved.problem) + 1];
  if (level)
    fill(
      place,
      button("forward", T.nextLevel, () => table.begin({ problem: level.name, settings: {} }), {
        kind: "main",
        "data-do": "next",
      }),
    );
}

function heading({ kind, players, ending: { winner } }) {
  if (kind === "puzzle") return T.solved;
  return winner === null ? T.draw : filled(T.won, { name: players[winner] });
}

/** Compare with the best; in full, name the moves that lost ground. */
function look(table, told, review, { brief = false } = {}) {
  const { position } = table;
  return table.review(({ lapses, least }) => {
    if (table.position !== position) return;
    if (position.kind === "puzzle" && least.cost !== null) {
      fill(told, h("strong", { class: "tally" }, filled(T.madeOf, { made: position.cost, least: least.cost })));
      if (least.optimal && position.cost === least.cost) told.append(h("span", { class: "praise" }, T.perfect));
    }
    if (brief) return;
    const lines = lapses.map(({ number, text }) =>
      h("li", {}, h("button", { type: "button", class: "link", onclick: () => table.goto(number - 1) }, text)),
    );
    fill(review, lines.length ? [h("h3", {}, T.lostGround), h("ol", {}, lines)] : h("p", {}, T.noneLost));
  });
}

/** Paper in the colours of the pieces. */
function celebrate(root) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
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
