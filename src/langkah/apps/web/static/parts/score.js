// The figures: the cost so far, the least from here, the player's best, hints; and the goal if the board does not show
// it. All of them are shown from the beginning, so that the layout stays fixed.

/** @import { SessionView } from "../view.js" */

import { fill, h } from "../dom.js";
import { formatPercent } from "../numbers.js";
import { nameResult, readProgress } from "../progress.js";
import { drawPicture } from "../replay/canvas.js";
import { T } from "../texts.js";

/** @param {SessionView} view */
export function createScore(view) {
  const root = h("dl", { class: "score" });
  const show = () => {
    const { position } = view.session;
    const made = view.playback.made;
    const numbers = [
      createFigure(nameCounter(view, position), formatCost(sumCosts(position, made)), "made"),
      createLeast(view, position, made),
    ];
    if (position.kind === "puzzle") numbers.push(createFigure(T.best, findBest(position), "best"));
    if (position.kind !== "dice") numbers.push(createFigure(T.hints, position.hints, "hints"));
    const goal = view.session.sheet?.goal;
    if (goal) numbers.push(createFigure(T.goal, drawPicture(goal), "goal"));
    fill(root, numbers);
  };
  view.on("position", show);
  view.on("advice", show);
  view.on("sheet", show);
  view.playback.addEventListener("change", show);
  return root;
}

/**
 * A sum of costs, which may be decimals.
 * @param {number} cost
 */
const formatCost = (cost) => String(Math.round(cost * 1e6) / 1e6);

/**
 * The counted unit, the same as for the minimum.
 * @param {SessionView} view
 * @param {Api.Position} position
 */
const nameCounter = ({ session }, { kind }) => (kind === "dice" ? T.rolls : session.sheet?.metric || T.made);

/**
 * The cost of the moves so far; in two-player games and with dice, their number.
 * @param {Api.Position} position
 * @param {number} made
 */
const sumCosts = ({ kind, turns }, made) =>
  kind === "puzzle" ? turns.slice(0, made).reduce((sum, { cost }) => sum + cost, 0) : made;

/**
 * The least cost of a solution in this browser.
 * @param {Api.Position} position
 */
const findBest = ({ saved }) => readProgress().solved[nameResult(saved)]?.best ?? "–";

/**
 * @param {string} name
 * @param {string | number | Element} value
 * @param {string} key
 */
function createFigure(name, value, key, more = "") {
  return h("div", { class: `figure ${more}`, "data-figure": key }, h("dt", {}, name), h("dd", {}, value));
}

/**
 * @param {SessionView} view
 * @param {Api.Position} position
 * @param {number} made
 */
function createLeast({ session, playback }, position, made) {
  const { least: told } = session;
  if (playback.playing) return createFigure(T.least, session.left(made) || "…", "least");
  if (position.kind === "game")
    return createFigure(T.value, told ? describeValue(told, position) : "…", "least", "wide");
  if (!told) return createFigure(T.least, "…", "least");
  if (told.status === "impossible") return createFigure(T.least, "∞", "least", "worse");
  return createFigure(T.least, told.cost === null ? "?" : told.optimal ? told.cost : `≤ ${told.cost}`, "least");
}

/**
 * @param {Api.Least} least
 * @param {Api.Position} position
 */
function describeValue({ value, chance }, { players, turn, ending }) {
  if (chance !== null && !ending && !value) return `${players[turn]} ${formatPercent(chance)}`;
  if (ending) return ending.winner === null ? T.tie : `${players[ending.winner]} ${T.win}`;
  if (value === "draw") return T.tie;
  return value ? `${players[value === "win" ? turn : 1 - turn]} ${T.win}` : "?";
}
