// Legible nodes of a search tree: a box with a board or label, or with a short name, and its value. Boxes of one style
// are drawn once per size and copied.

/** @import { TreeMoment, TreePainter } from "./tree_painter.js" */

import { LINE, TYPE } from "./brush.js";
import { PATH } from "./tree_edges.js";

const BESIDE = 2; // pixels around a box that its outline needs

export class Boxes {
  constructor() {
    /** @type {Map<string, HTMLCanvasElement>} */
    this.kept = new Map(); // boxes by style
    this.size = ""; // the size of the cached boxes
  }

  /** Clear the cache, for other colours. */
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
    const { brush, recording, width, height } = painter;
    const look = recording.look(node);
    const role = painter.marks[node] & PATH ? "cell-path" : look.role;
    const [x, y] = [brush.snap(painter.px[node] - width / 2), brush.snap(painter.py[node] - height / 2)];
    paintRing(painter, moment, node);
    const box = this.find(painter, role, look.name === "waiting");
    brush.pen.drawImage(box, x - BESIDE, y - BESIDE, box.width / brush.ratio, box.height / brush.ratio);
    paintContent(painter, node, x, y);
  }

  /**
   * The box of a style, with sharp pixels.
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
 * The ring around the selected or the current node.
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
 * The content of a box: a board, a label or a short name; below it the value of the node.
 * @param {TreePainter} painter
 * @param {number} node
 * @param {number} x
 * @param {number} y
 */
function paintContent(painter, node, x, y) {
  const { brush, recording, pictures, width, height, type, letters, level } = painter;
  const { pen } = brush;
  const [middle, short] = [x + width / 2, level === "short"];
  const foot = painter.findFoot(node);
  const line = foot || (painter.footed && painter.boards && !short) ? LINE.foot * letters : 0; // a name without a line below it is centred
  const room = height - line - 5 * type;
  const wide = Math.min(width - 8 * type, room * pictures.ratio);
  const words = { room: width - 4 };
  pen.globalAlpha = recording.isDropped(node) ? 0.5 : 1;
  const board = painter.boards && !short ? pictures.bitmap(recording.nodes.state[node], wide) : null;
  const name = short ? painter.name(node) : recording.state(node).label;
  if (board) {
    const high = wide / pictures.ratio;
    pen.drawImage(board, middle - wide / 2, y + 3 * type + (room - high) / 2, wide, high);
  } else brush.write(name, middle, y + 3 * type + room / 2, TYPE.label * letters, "text", words);
  pen.globalAlpha = 1;
  const ink = recording.isCut(node) ? "mark-1" : recording.isDropped(node) ? "faint" : "text";
  if (foot) brush.write(foot, middle, y + height - line / 2 - 2 * type, TYPE.foot * letters, ink, words);
}
