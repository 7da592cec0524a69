// Every move that was made, and those that follow; a click goes there.

/** @import { SessionView } from "../view.js" */

import { fill, h } from "../dom.js";
import { T, formatMove } from "../texts.js";

/**
 * @param {Element} root
 * @param {SessionView} view
 */
export function mount(root, view) {
  const { session, playback } = view;
  const list = h("ol", { class: "history" });
  const none = h("p", { class: "quiet" });
  root.append(list, none);
  let shown = "";
  const show = () => {
    const { turns } = session.position;
    const key = turns.map(({ move }) => move).join(" ");
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
    none.textContent = turns.length ? "" : T.noMoves;
    [...list.children].forEach((item, index) => {
      item.classList.toggle("ahead", index >= playback.made);
      item.classList.toggle("now", index === playback.made - 1);
    });
  };
  view.on("position", show);
  playback.addEventListener("change", show);
  show();
}
