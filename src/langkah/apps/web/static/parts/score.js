// The numbers: moves made, the least from here, hints.

import { fill, h } from "../dom.js";
import { T } from "../texts.js";

export function score(view) {
  const root = h("dl", { class: "score" });
  const show = () => {
    const { position } = view.table;
    const made = view.playback.made;
    const numbers = [figure(position.kind === "dice" ? T.rolls : T.made, made, "made"), least(view, position, made)];
    if (position.hints) numbers.push(figure(T.hints, position.hints, "hints"));
    fill(root, numbers);
  };
  view.on("position", show);
  view.on("advice", show);
  view.playback.addEventListener("change", show);
  return root;
}

function figure(name, value, key, more = "") {
  return h("div", { class: `figure ${more}`, "data-figure": key }, h("dt", {}, name), h("dd", {}, value));
}

function least({ table, playback }, position, made) {
  const { least: told } = table;
  if (playback.playing) return figure(T.least, table.left(made) || "…", "least");
  if (position.kind === "game") return figure(T.value, told ? worth(told, position) : "…", "least", "wide");
  if (!told) return figure(T.least, "…", "least");
  if (told.status === "impossible") return figure(T.least, "∞", "least", "worse");
  return figure(T.least, told.cost === null ? "?" : told.optimal ? told.cost : `≤ ${told.cost}`, "least");
}

function worth({ value }, { players, turn, ending }) {
  if (ending) return ending.winner === null ? T.tie : `${players[ending.winner]} ${T.win}`;
  if (value === "draw") return T.tie;
  return value ? `${players[value === "win" ? turn : 1 - turn]} ${T.win}` : "?";
}
