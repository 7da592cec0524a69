// The edges of a search tree, and the moves on them. Plain edges are one pixel wide: browsers draw thousands of those
// in the time of a few wider ones.

/** @import { TreeMoment, TreePainter } from "./tree_painter.js" */

import { TYPE } from "./brush.js";

export const TRAIL = 1; // marks of nodes: on the path to the current one
export const PATH = 2; // on the path to the goal
const MOST_LETTERS = 18; // letters of a move on an edge, at most
const FANNED = 4; // dot size in pixels below which only the outermost children of a node have edges,
const WIDE_FAN = 40; // if these are no further apart than this

/**
 * Draw the edges to children: plain ones first, then those on marked paths; edges to dropped nodes are dashed, edges to
 * cut branches end in a bar.
 * @param {TreePainter} painter
 * @param {TreeMoment} moment
 */
export function paintEdges(painter, moment) {
  const { pen } = painter.brush;
  const far = painter.level === "dot";
  const kinds = sortEdges(painter, moment, far);
  pen.globalAlpha = far ? 0.35 : 0.5;
  if (far && painter.width < FANNED) strokeFans(painter, moment);
  else strokeLines(painter, kinds.plain, "faint", 1);
  pen.globalAlpha = 0.4;
  pen.setLineDash([4, 4]);
  strokeLines(painter, kinds.dropped, "faint", 1);
  pen.setLineDash([]);
  pen.globalAlpha = 1;
  strokeCuts(painter, kinds.cut);
  strokeLines(painter, kinds.trail, "piece-0", far ? 1.5 : 2.4);
  strokeLines(painter, kinds.path, "up", far ? 2.5 : 4);
}

/**
 * The children with visible edges, by the style of the edge.
 * @param {TreePainter} painter
 * @param {TreeMoment} moment
 * @param {boolean} far
 */
function sortEdges({ recording, marks, px, py, width }, { shown, size }, far) {
  const parents = recording.nodes.parent;
  const fans = far && width < FANNED;
  /** @type {Record<"plain" | "dropped" | "cut" | "trail" | "path", number[]>} */
  const kinds = { plain: [], dropped: [], cut: [], trail: [], path: [] };
  for (let child = 0; child < shown.length; child += 1) {
    const parent = parents[child];
    if (!shown[child] || parent < 0 || (fans && !marks[child])) continue;
    if (py[parent] > size[1] || py[child] < 0) continue;
    if (Math.max(px[parent], px[child]) < 0 || Math.min(px[parent], px[child]) > size[0]) continue;
    if (marks[child] & marks[parent] & PATH) kinds.path.push(child);
    else if (marks[child] & TRAIL) kinds.trail.push(child);
    else if (far) kinds.plain.push(child);
    else kinds[recording.isCut(child) ? "cut" : recording.isDropped(child) ? "dropped" : "plain"].push(child);
  }
  return kinds;
}

/**
 * @param {TreePainter} painter
 * @param {number[]} children
 * @param {string} role
 * @param {number} width
 */
function strokeLines({ brush, recording, px, py, height }, children, role, width) {
  if (!children.length) return;
  const { pen } = brush;
  const half = height / 2;
  const parents = recording.nodes.parent;
  pen.beginPath();
  for (const child of children) {
    const parent = parents[child];
    const [start, end] = [py[parent] + half, py[child] - half];
    pen.moveTo(px[parent], start);
    if (height > 12) {
      const middle = (start + end) / 2;
      pen.bezierCurveTo(px[parent], middle, px[child], middle, px[child], end);
    } else pen.lineTo(px[child], end);
  }
  pen.strokeStyle = brush.colour(role);
  pen.lineWidth = width;
  pen.stroke();
}

/**
 * From far away: of children close together only the first and the last have edges, no two pairs in one pixel.
 * @param {TreePainter} painter
 * @param {TreeMoment} moment
 */
function strokeFans({ brush, px, py }, { shown, size, layout }) {
  const { pen } = brush;
  const last = layout.edges.right.next; // the last child
  const seen = new Set();
  pen.beginPath();
  for (let node = 0; node < shown.length; node += 1) {
    const begin = layout.first[node];
    if (!shown[node] || begin < 0) continue;
    const end = last[node];
    if (py[node] > size[1] || py[begin] < 0) continue;
    if (Math.max(px[end], px[node]) < 0 || Math.min(px[begin], px[node]) > size[0]) continue;
    if (px[end] - px[begin] < 2) {
      const spot = Math.round(px[node]) * 8192 + Math.round(py[node]);
      if (seen.has(spot)) continue;
      seen.add(spot);
    }
    const wide = px[end] - px[begin] > WIDE_FAN;
    for (let child = begin; child >= 0; child = wide || child === end ? layout.next[child] : end) {
      pen.moveTo(px[node], py[node]);
      pen.lineTo(px[child], py[child]);
    }
  }
  pen.strokeStyle = brush.colour("faint");
  pen.lineWidth = 1 / brush.ratio;
  pen.stroke();
}

/**
 * Cut branches: half an edge, with a bar across it.
 * @param {TreePainter} painter
 * @param {number[]} children
 */
function strokeCuts({ brush, recording, px, py, width, height }, children) {
  if (!children.length) return;
  const { pen } = brush;
  const parents = recording.nodes.parent;
  const half = height / 2;
  const bar = Math.max(4, Math.min(9, width / 6));
  pen.beginPath();
  for (const child of children) {
    const parent = parents[child];
    const [start, end] = [py[parent] + half, py[child] - half];
    const [x, y] = [px[parent] + (px[child] - px[parent]) * 0.55, start + (end - start) * 0.55];
    pen.moveTo(px[parent], start);
    pen.lineTo(x, y);
    pen.moveTo(x - bar, y - 3);
    pen.lineTo(x + bar, y + 3);
  }
  pen.strokeStyle = brush.colour("down");
  pen.lineWidth = 2;
  pen.stroke();
}

/**
 * Write above nodes: their moves, if there is enough space; and the numbers of the mentioned nodes, or of all.
 * @param {TreePainter} painter
 * @param {TreeMoment} moment
 * @param {number[]} nodes
 */
export function paintHeads({ brush, recording, marks, px, py, height, level, letters, numbers, room }, { spoken }, nodes) {
  const size = TYPE.number * letters;
  const fits = (/** @type {string} */ words) => words.length * size * 0.58 <= room;
  for (const node of nodes) {
    const number = numbers || spoken.has(node) ? `#${node}` : "";
    const whole = level === "whole" && recording.nodes.move[node] !== recording.state(node).label;
    const move = whole ? recording.nodes.move[node] : "";
    const words = [`${number} ${move}`.trim(), number, move].find((each) => each.length <= MOST_LETTERS && fits(each));
    if (words) brush.writePill(words, px[node], py[node] - height / 2 - size * 0.85, size, marks[node] & PATH ? "text" : "faint");
  }
}
