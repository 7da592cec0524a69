// A brush for a canvas that uses the page's colours and writes text. Styles are looked up and text is measured once,
// not in every frame.

export const TYPE = { label: 13, foot: 11, number: 10 }; // font sizes in pixels; smaller ones would be illegible
export const LINE = { label: 17, foot: 14 }; // line heights in pixels
const MEASURED = 100; // font size in pixels for measuring
const MOST_WIDTHS = 4000; // cached widths

export class Brush {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    /** @type {Map<string, string>} */
    this.colours = new Map();
    /** @type {Map<string, number>} */
    this.widths = new Map(); // widths of texts at the measured size
    this.font = "";
  }

  /** Device pixels per CSS pixel. */
  get ratio() {
    return window.devicePixelRatio || 1;
  }

  /**
   * Start a new picture.
   * @param {readonly [width: number, height: number]} size
   */
  clear([width, height]) {
    const { pen, ratio } = this;
    this.font = "";
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
  }

  /**
   * Paint within a box, clipped at its edges.
   * @param {[x: number, y: number, width: number, height: number]} box
   * @param {() => void} paint
   */
  paintWithin(box, paint) {
    const { pen } = this;
    pen.save();
    pen.beginPath();
    pen.rect(...box);
    pen.clip();
    paint();
    pen.restore();
    this.font = "";
  }

  /**
   * Round to whole device pixels, so that pictures are copied without blending.
   * @param {number} place
   */
  snap(place) {
    return Math.round(place * this.ratio) / this.ratio;
  }

  /**
   * @param {string} role
   * @param {"fill" | "stroke" | "ink"} part
   */
  colour(role, part = "fill") {
    const name = `--langkah-${role}-${part}`;
    const known = this.colours.get(name);
    if (known) return known;
    const found = getComputedStyle(this.canvas).getPropertyValue(name).trim() || "#888";
    this.colours.set(name, found);
    return found;
  }

  /**
   * @param {number} size
   * @param {number} weight
   */
  setFont(size, weight = 600) {
    const font = `${weight} ${size}px system-ui, sans-serif`;
    if (font !== this.font) this.pen.font = this.font = font;
  }

  /**
   * The width of a text.
   * @param {string} text
   * @param {number} size the font size
   */
  measure(text, size) {
    let width = this.widths.get(text);
    if (width === undefined) {
      this.setFont(MEASURED);
      width = this.pen.measureText(text).width;
      if (this.widths.size >= MOST_WIDTHS) this.widths.clear();
      this.widths.set(text, width);
    }
    return (width * size) / MEASURED;
  }

  /**
   * A text centred on a point.
   * @param {string} text
   * @param {number} x
   * @param {number} y
   * @param {number} size
   * @param {string} role
   * @param {{ weight?: number, room?: number }} [options]
   */
  write(text, x, y, size, role, { weight, room } = {}) {
    const { pen } = this;
    this.setFont(size, weight);
    pen.fillStyle = this.colour(role);
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(text, x, y, room);
  }

  /**
   * A text on a background of its own.
   * @param {string} text
   * @param {number} x
   * @param {number} y
   * @param {number} size
   * @param {string} role
   */
  writePill(text, x, y, size, role) {
    const { pen } = this;
    const wide = this.measure(text, size) + size * 0.8;
    pen.beginPath();
    pen.roundRect(x - wide / 2, y - size * 0.75, wide, size * 1.5, size * 0.5);
    pen.globalAlpha = 0.92;
    pen.fillStyle = this.colour("cell");
    pen.fill();
    pen.globalAlpha = 1;
    this.write(text, x, y + 0.5, size, role);
  }
}
