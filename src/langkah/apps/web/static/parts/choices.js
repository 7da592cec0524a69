// The list of moves by name, with their ratings if these are shown: one line of fixed height, or all of them if the
// board has nothing to click.

/** @import { Session } from "../session.js" */
/** @import { SessionView } from "../view.js" */

import { VERDICTS } from "../board.js";
import { fill, h, watchOverflow } from "../dom.js";
import { formatPercent } from "../numbers.js";
import { T, formatMove } from "../texts.js";

const SIGNS = { better: "▲", equal: "=", worse: "▼", unknown: "" };
const MOST = 40;

/** @param {SessionView} view */
export function createChoices(view) {
  const { session } = view;
  const root = h("div", { class: "move-choices", role: "group", "aria-label": T.choices });
  const fade = watchOverflow(root);
  const show = () => {
    const { position, marks } = session;
    root.hidden = position.kind === "dice";
    root.classList.toggle(
      "all",
      position.choices.some(({ gestures }) => !gestures.length),
    );
    const known = new Map(marks.map((mark) => [mark.move, mark]));
    fill(
      root,
      position.choices.slice(0, MOST).map(({ move }) => createChip(session, move, known.get(move))),
    );
    fade();
  };
  view.on("position", show);
  view.on("advice", show);
  return root;
}

/**
 * @param {Session} session
 * @param {string} move
 * @param {Api.Mark | undefined} mark
 */
function createChip(session, move, mark) {
  const verdict = (mark?.value ? VERDICTS[mark.value] : mark?.verdict) ?? "unknown";
  const words = mark?.value ? { win: T.win, draw: T.tie, loss: T.loss }[mark.value] : T[verdict];
  const sign =
    SIGNS[verdict] && h("span", { class: `sign ${verdict}`, title: words, "aria-label": words }, SIGNS[verdict]);
  const after = mark?.least ?? (typeof mark?.chance === "number" ? formatPercent(mark.chance) : null);
  const least = after === null ? null : h("span", { class: "after" }, after);
  return h(
    "button",
    { type: "button", class: "chip", "data-move": move, onclick: () => session.act({ do: "play", move }) },
    sign,
    h("span", {}, formatMove(move)),
    least,
  );
}
