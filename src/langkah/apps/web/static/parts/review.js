// The review: a curve of the least cost after every move, each move in the colour of its rating, and the moves that
// made the position worse, with better moves. From each of them the game can be replayed, or a search watched.

/** @import { Session } from "../session.js" */

import { createButton, h, s } from "../dom.js";
import { T, fillBlanks, formatMove, toSentence } from "../texts.js";

const [WIDE, HIGH, LEFT, TOP, BELOW] = [420, 150, 30, 12, 24]; // sizes of the curve, in its own units
const VALUES = ["loss", "draw", "win"]; // for the first player, from the bottom

/** @typedef {"best" | "lost" | "dead" | "unknown"} Verdict */
/** @typedef {Pick<Api.Review, "lapses" | "curve">} Found */

/**
 * The rating of each move.
 * @param {Api.Position} position
 * @param {Found} review
 * @returns {Verdict[]}
 */
export function judgeMoves({ turns, kind }, { lapses, curve }) {
  return curve.slice(1).map((after, index) => {
    const lapse = lapses.find(({ number }) => number === index + 1);
    if (lapse) return lapse.lost === null && kind === "puzzle" ? "dead" : "lost";
    if (kind !== "puzzle") return after.value ? "best" : "unknown";
    const before = curve[index];
    if (before.stuck && after.stuck) return "dead";
    const proved = before.least !== null && after.least !== null;
    return proved && before.least === (after.least ?? 0) + turns[index].cost ? "best" : "unknown";
  });
}

/**
 * The worst of the moves that made the position worse: the first dead end, else the largest loss.
 * @param {Api.Lapse[]} lapses
 */
export function findWorst(lapses) {
  const weigh = (/** @type {Api.Lapse} */ { lost }) => lost ?? Infinity;
  return lapses.reduce(
    (/** @type {Api.Lapse | null} */ worst, each) => (!worst || weigh(each) > weigh(worst) ? each : worst),
    null,
  );
}

/**
 * @param {Session} session
 * @param {Api.Position} position
 * @param {Found} review
 */
export function createReview(session, position, review) {
  const { lapses } = review;
  const verdicts = judgeMoves(position, review);
  const worst = findWorst(lapses);
  const watch = async () => {
    await session.goto((worst?.number ?? 1) - 1);
    session.tell("wish", { wish: "watch" });
  };
  const line = (/** @type {Api.Lapse} */ lapse) =>
    h(
      "li",
      { class: lapse === worst && lapses.length > 1 ? "worst" : "" },
      h("span", {}, toSentence(lapse.text)),
      h(
        "button",
        { type: "button", class: "link", "data-from": lapse.number - 1, onclick: () => session.goto(lapse.number - 1) },
        T.reviewPlay,
      ),
    );
  return h(
    "div",
    { class: "looking-back" },
    review.curve.length > 1 && drawCurve(session, position, review, verdicts),
    lapses.length > 0 && [
      h("p", { class: "heading" }, T.lostGround),
      h("ol", { class: "lapses" }, lapses.map(line)),
      createButton("watch", T.reviewWatch, watch, { "data-do": "watch-worst" }),
    ],
  );
}

/**
 * @param {Session} session
 * @param {Api.Position} position
 * @param {Found} review
 * @param {Verdict[]} verdicts
 */
function drawCurve(session, position, { curve }, verdicts) {
  // The scales of both axes
  const game = position.kind !== "puzzle";
  const most = game ? 2 : Math.max(1, ...curve.map(({ least }) => least ?? 0));
  const toX = (/** @type {number} */ index) => LEFT + ((WIDE - LEFT - 10) * index) / (curve.length - 1);
  const toY = (/** @type {number} */ value) => TOP + (HIGH - TOP - BELOW) * (1 - value / most);
  /** @type {(index: number) => number | null} */
  const valueAt = (index) => {
    const { least, value } = curve[index];
    return game ? (value ? VALUES.indexOf(value) : null) : least;
  };
  // The parts of the picture: levels, a dot for each position, a band for each move
  const base = HIGH - BELOW;
  const marks = game ? [] : [0, Math.round(most / 2), most].filter((each, index, all) => all.indexOf(each) === index);
  /** @type {Record<Verdict, string>} */
  const words = { best: T.reviewBest, lost: T.reviewLost, dead: T.reviewDead, unknown: T.reviewUnknown };
  const dots = curve.map((_point, index) => {
    const value = valueAt(index);
    const verdict = index ? verdicts[index - 1] : "start";
    const move = index ? formatMove(position.turns[index - 1].move) : T.reviewStart;
    const told = index ? fillBlanks(T.reviewMove, { n: index, move, verdict: words[verdicts[index - 1]] }) : move;
    const place = { cx: toX(index), cy: value === null ? base : toY(value) };
    return s("circle", { ...place, r: curve.length > 90 ? 3 : 5, class: `dot ${verdict}`, "data-made": index }, s("title", {}, told));
  });
  const bands = verdicts.map((verdict, index) =>
    s("rect", { x: toX(index), y: base + 6, width: toX(index + 1) - toX(index), height: 7, class: `band ${verdict}` }),
  );
  // The picture
  const root = s(
    "svg",
    {
      class: "curve",
      viewBox: `0 0 ${WIDE} ${HIGH}`,
      role: "img",
      "aria-label": `${game ? T.reviewValues : T.reviewNeeded}. ${T.reviewHelp}`,
      onclick: (/** @type {Event} */ event) => {
        const made = /** @type {SVGElement} */ (event.target).dataset.made;
        if (made !== undefined) session.goto(Number(made));
      },
    },
    marks.map((each) => [
      s("line", { x1: LEFT, x2: WIDE - 10, y1: toY(each), y2: toY(each), class: "level" }),
      s("text", { x: LEFT - 8, y: toY(each) + 4, class: "figure" }, each),
    ]),
    bands,
    s("path", { d: tracePath(curve.map((_point, index) => [toX(index), valueAt(index)]), toY), class: "trace" }),
    dots,
  );
  // The legend: only ratings that occur
  const kinds = /** @type {Verdict[]} */ (["best", "lost", "dead", "unknown"]).filter((each) => verdicts.includes(each));
  return [
    root,
    h("p", { class: "verdict-key" }, kinds.map((each) => h("span", {}, h("i", { class: `swatch ${each}` }), words[each]))),
  ];
}

/**
 * A line through the points with known values, with gaps in between.
 * @param {(number | null)[][]} points
 * @param {(value: number) => number} toY
 */
function tracePath(points, toY) {
  let pen = "M";
  return points
    .map(([x, value]) => {
      if (value === null) {
        pen = "M";
        return "";
      }
      const found = `${pen}${x},${toY(value)}`;
      pen = "L";
      return found;
    })
    .join("");
}
