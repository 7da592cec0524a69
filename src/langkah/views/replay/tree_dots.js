// A search tree at a small scale: nodes are dots of a few pixels. They are written directly into an image, which takes
// a tenth of the time of drawing thousands of small shapes.

/** @import { TreeMoment, TreePainter } from "./tree_painter.js" */

import { PATH } from "./tree_edges.js";

const ROUND = 5; // dots at least this wide, in pixels, are round
const FAINT = 0.45; // opacity of nodes in the frontier and of dropped ones

export class Dots {
  constructor() {
    this.canvas = document.createElement("canvas");
    this.pen = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    this.image = new ImageData(1, 1);
    this.pixels = new Uint32Array(1);
    /** @type {number[]} */
    this.shape = []; // the shape of a dot: the coverage of each pixel of a square, in 256ths
    this.side = 0; // the side of that square
  }

  /**
   * Draw nodes as dots, each in the colour of its status.
   * @param {TreePainter} painter
   * @param {TreeMoment} moment
   * @param {number[]} nodes
   */
  paint(painter, { size }, nodes) {
    const { brush, recording, marks, px, py } = painter;
    const { ratio } = brush;
    this.clear(Math.ceil(size[0] * ratio), Math.ceil(size[1] * ratio));
    this.choose(Math.max(1, Math.round(painter.width * ratio)));
    /** @type {Map<string, number>} */
    const colours = new Map();
    const shift = (this.side - 1) / 2;
    for (const node of nodes) {
      const role = marks[node] & PATH ? "cell-path" : recording.look(node).role;
      let colour = colours.get(role);
      if (colour === undefined) colours.set(role, (colour = this.mix(brush.colour(role, "stroke"), isFaint(role))));
      this.put(Math.round(px[node] * ratio - shift), Math.round(py[node] * ratio - shift), colour);
    }
    this.pen.putImageData(this.image, 0, 0);
    brush.pen.drawImage(this.canvas, 0, 0, this.canvas.width / ratio, this.canvas.height / ratio);
  }

  /**
   * Create an empty image.
   * @param {number} width
   * @param {number} height
   */
  clear(width, height) {
    if (this.image.width === width && this.image.height === height) return void this.pixels.fill(0);
    [this.canvas.width, this.canvas.height] = [width, height];
    this.image = new ImageData(width, height);
    this.pixels = new Uint32Array(this.image.data.buffer);
  }

  /**
   * Set the width of dots in pixels.
   * @param {number} side
   */
  choose(side) {
    if (side === this.side) return;
    this.side = side;
    const middle = (side - 1) / 2;
    this.shape = Array.from({ length: side * side }, (_each, place) => {
      const far = Math.hypot((place % side) - middle, Math.floor(place / side) - middle);
      return side < ROUND ? 256 : Math.round(256 * Math.max(0, Math.min(1, side / 2 + 0.5 - far)));
    });
  }

  /**
   * A colour as a pixel value: red in its lowest byte, opacity in its highest.
   * @param {string} colour
   * @param {boolean} faint
   */
  mix(colour, faint) {
    this.pen.fillStyle = colour;
    const number = parseInt(String(this.pen.fillStyle).slice(1), 16); // as #rrggbb, whatever its notation
    const opacity = Math.round(255 * (faint ? FAINT : 1));
    return ((opacity << 24) | ((number & 255) << 16) | (number & 0xff00) | (number >> 16)) >>> 0;
  }

  /**
   * Draw a dot; where two overlap, the more opaque one is visible.
   * @param {number} left
   * @param {number} top
   * @param {number} colour
   */
  put(left, top, colour) {
    const { side, shape, pixels } = this;
    const { width, height } = this.image;
    const [bare, opacity] = [colour & 0xffffff, colour >>> 24];
    for (let y = Math.max(0, -top); y < side && top + y < height; y += 1) {
      for (let x = Math.max(0, -left); x < side && left + x < width; x += 1) {
        const seen = (opacity * shape[y * side + x]) >> 8;
        const place = (top + y) * width + left + x;
        if (seen && seen >= pixels[place] >>> 24) pixels[place] = ((seen << 24) | bare) >>> 0;
      }
    }
  }
}

/** @param {string} role */
const isFaint = (role) => role === "cell-waiting" || role === "cell-dropped";

/**
 * From far away, highlighted nodes are larger than all others.
 * @param {TreePainter} painter
 * @param {TreeMoment} moment
 */
export function paintStriking({ brush, recording, marks, px, py, width }, { shown, selected }) {
  const { pen } = brush;
  const size = Math.max(7, width);
  for (const node of new Set([recording.subject, selected])) {
    if (node < 0 || !shown[node]) continue;
    pen.beginPath();
    pen.arc(px[node], py[node], size / 2 + 3, 0, 7);
    pen.fillStyle = brush.colour(node === selected ? "hint" : "cell-current");
    pen.fill();
    pen.beginPath();
    pen.arc(px[node], py[node], size / 2, 0, 7);
    pen.fillStyle = brush.colour(marks[node] & PATH ? "cell-path" : recording.look(node).role);
    pen.fill();
  }
}
