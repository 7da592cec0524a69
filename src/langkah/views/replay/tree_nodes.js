// Nodes of a search tree that can be read: a box with a number, or with a board or label and its costs. Boxes of one look
// are drawn once for each size and copied.

/** @import { TreeMoment, TreePainter } from "./tree_painter.js" */

import { PATH } from "./tree_edges.js";

export const LINE = 14; // the height of what stands above and under a board or label
const BESIDE = 2; // pixels around a box, for its line

export class Boxes {
  constructor() {
    /** @type {Map<string, HTMLCanvasElement>} */
    this.kept = new Map(); // by look
    this.size = ""; // of those
  }

  /** Other colours from now on. */
  forget() {
    this.kept.clear();
  }

  /**
   * Draw one node.
   * @param {TreePainter} painter
   * @param {TreeMoment} moment
   * @param {number} node
   */
  paint(painter, moment, node) {
    const { brush, recording, width, height, scale } = painter;
    const look = recording.look(node);
    const role = painter.marks[node] & PATH ? "cell-path" : look.role;
    const [x, y] = [brush.snap(painter.px[node] - width / 2), brush.snap(painter.py[node] - height / 2)];
    paintRing(painter, moment, node);
    const box = this.find(painter, role, look.name === "waiting");
    brush.pen.drawImage(box, x - BESIDE, y - BESIDE, box.width / brush.ratio, box.height / brush.ratio);
    if (painter.level === "whole") return paintContent(painter, node, x, y);
    const ink = recording.isDropped(node) ? "faint" : "text";
    brush.write(String(node), x + width / 2, y + height / 2, 12 * scale, ink, { room: width - 4 });
  }

  /**
   * The box of a look, with sharp pixels.
   * @param {TreePainter} painter
   * @param {string} role
   * @param {boolean} dashed
   */
  find({ brush, width, height, round }, role, dashed) {
    const { ratio } = brush;
    const size = `${width} ${height} ${ratio}`;
    if (size !== this.size) this.forget();
    this.size = size;
    const look = `${role} ${dashed}`;
    const known = this.kept.get(look);
    if (known) return known;
    const box = document.createElement("canvas");
    box.width = Math.ceil((width + 2 * BESIDE) * ratio);
    box.height = Math.ceil((height + 2 * BESIDE) * ratio);
    const pen = /** @type {CanvasRenderingContext2D} */ (box.getContext("2d"));
    pen.scale(ratio, ratio);
    pen.beginPath();
    pen.roundRect(BESIDE, BESIDE, width, height, round);
    pen.fillStyle = brush.colour(role);
    pen.fill();
    if (dashed) pen.setLineDash([4, 3]);
    pen.strokeStyle = brush.colour(role, "stroke");
    pen.lineWidth = 1.4;
    pen.stroke();
    this.kept.set(look, box);
    return box;
  }
}

/**
 * What stands out: the node that is looked at, the one at work.
 * @param {TreePainter} painter
 * @param {TreeMoment} moment
 * @param {number} node
 */
function paintRing({ brush, recording, px, py, width, height, round }, { selected }, node) {
  const role = node === selected ? "hint" : node === recording.subject ? "cell-current" : "";
  if (!role) return;
  const { pen } = brush;
  pen.fillStyle = brush.colour(role);
  pen.beginPath();
  pen.roundRect(px[node] - width / 2 - 4, py[node] - height / 2 - 4, width + 8, height + 8, round + 4);
  pen.fill();
}

/**
 * What a box holds where there is room: number, board or label, costs or value.
 * @param {TreePainter} painter
 * @param {number} node
 * @param {number} x
 * @param {number} y
 */
function paintContent(painter, node, x, y) {
  const { brush, recording, pictures, width, height, scale, letters, lines } = painter;
  const { pen } = brush;
  const middle = x + width / 2;
  const line = LINE * letters;
  const room = height - (lines + 1) * line - 5 * scale;
  const { ratio } = pictures;
  const wide = Math.min(width - 8 * scale, room * ratio);
  const words = { weight: 500, room: width - 4 };
  brush.write(`#${node}`, middle, y + line / 2 + 1, 9.5 * letters, "faint", words);
  pen.globalAlpha = recording.isDropped(node) ? 0.5 : 1;
  const board = painter.boards ? pictures.bitmap(recording.nodes.state[node], wide) : null;
  if (board) pen.drawImage(board, middle - wide / 2, y + line + 1 + (room - wide / ratio) / 2, wide, wide / ratio);
  else brush.write(recording.state(node).label, middle, y + line + room / 2, 13.5 * scale, "text", { room: width - 4 });
  pen.globalAlpha = 1;
  const foot = y + height - (lines - 0.5) * line - 2 * scale;
  const write = (/** @type {string} */ text, /** @type {number} */ row, /** @type {string} */ role) =>
    brush.write(text, middle, foot + row * line, (row ? 9.5 : 10.5) * letters, role, row ? words : { room: words.room });
  const { alpha, beta, value } = recording.minimax(node);
  if (recording.isCut(node)) {
    const [more, less] = recording.why(node).split(/(?= >= )/); // why it is cut off, in two lines
    write(more, 0, "mark-1");
    write(less?.trim() ?? "", 1, "mark-1");
  } else {
    write(lines < 2 || recording.isDropped(node) ? recording.footnote(node) : value, 0, "text");
    if (alpha) write(`α ${alpha}  β ${beta}`, 1, "faint");
  }
}
