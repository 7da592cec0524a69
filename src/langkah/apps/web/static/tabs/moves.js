// Every move made, and those that follow; a click goes to the position. A review shows the rating of each.

/** @import { SessionView } from "../view.js" */

import { createButton, fill, h } from "../dom.js";
import { createReview, judgeMoves } from "../parts/review.js";
import { T, formatMove } from "../texts.js";

/**
 * @param {Element} root
 * @param {SessionView} view
 */
export function mount(root, view) {
  // The elements
  const { session, playback } = view;
  const list = h("ol", { class: "history" });
  const none = h("p", { class: "quiet" });
  const room = h("div", { class: "review" });
  const review = createButton("marks", T.review, () => look(), { "data-do": "review-moves" });
  root.append(review, room, list, none);
  let shown = "";
  /** @type {string[]} */
  let verdicts = []; // ratings of the reviewed moves
  let reviewed = ""; // the reviewed moves
  const listMoves = (count = session.position.turns.length) =>
    session.position.turns.slice(0, count).map(({ move }) => move).join(" ");
  // Request a review, and show it
  const look = () => {
    const { position } = session;
    return session.review((found) => {
      if (session.position !== position) return;
      verdicts = judgeMoves(position, found);
      reviewed = listMoves(verdicts.length);
      fill(room, found.lapses.length ? null : h("p", {}, T.noneLost), createReview(session, position, found));
      show();
      room.scrollIntoView({ block: "nearest" });
    });
  };
  // Show the moves, with their ratings unless they have changed since the review
  const show = () => {
    const { turns, kind, made } = session.position;
    const key = listMoves();
    const stale = verdicts.length > 0 && listMoves(verdicts.length) !== reviewed;
    if (stale) {
      verdicts = [];
      fill(room);
    }
    if (key !== shown || !list.children.length) {
      fill(
        list,
        turns.map(({ move, player }, index) =>
          h(
            "li",
            {},
            h(
              "button",
              { type: "button", class: `chip player-${player}`, onclick: () => session.goto(index + 1) },
              h("span", { class: "number" }, index + 1),
              formatMove(move),
            ),
          ),
        ),
      );
      shown = key;
    }
    review.hidden = kind === "dice" || !turns.length;
    review.disabled = !made;
    none.textContent = turns.length ? "" : `${T.noMoves} ${kind === "dice" ? "" : T.reviewNone}`;
    [...list.children].forEach((item, index) => {
      item.classList.toggle("ahead", index >= playback.made);
      item.classList.toggle("now", index === playback.made - 1);
      item.firstElementChild?.setAttribute("data-verdict", verdicts[index] ?? "");
    });
  };
  // Start the review that the address asks for
  const fulfil = () => {
    if (view.wish !== "review") return;
    view.wish = "";
    if (session.position.made && session.position.kind !== "dice") look();
  };
  view.on("position", show);
  view.on("wish", fulfil);
  playback.addEventListener("change", show);
  show();
  fulfil();
}
