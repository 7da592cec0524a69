// Boards. They come as indices of drawn parts whose colours are CSS variables. As a scene, a board is drawn on the page
// itself; for trees and lists with thousands of boards, it is painted once into a bitmap with the current theme's
// colours. (As SVG images they would cost a hundred times as much.)

const EDGE = 0.05;
const SHORT = 3; // labels with at most this many letters are easier to read than a small board
const MOST_BITMAPS = 2000; // cached bitmaps
const SMALL = { wide: 58, tall: 74 }; // size in pixels of a small board in a list

/** @typedef {{ width: number, height: number, shapes: Api.Shape[] }} BoardScene */

const NO_BOARD = { size: [1, 1], parts: /** @type {number[]} */ ([]) };

export class Pictures {
  /** @param {Api.Recording} data */
  constructor({ states, boards, themes }) {
    this.states = states;
    this.boards = boards;
    /** @type {Record<string, Map<string, string>>} */
    this.colours = {}; // by theme: the values of the CSS variables
    for (const [theme, style] of Object.entries(themes)) {
      this.colours[theme] = new Map([...style.matchAll(/(--[\w-]+):([^;}]+)/g)].map(([, name, value]) => [name, value]));
    }
    /** @type {"light" | "dark"} */
    this.theme = "light";
    /** @type {Map<string, HTMLCanvasElement>} */
    this.bitmaps = new Map();
    const [width, height] = boards.alike ? this.board(0).size : [1, 1];
    this.ratio = width / height;
    const longest = states.reduce((most, { label }) => Math.max(most, label.length), 1);
    this.useful = boards.alike && longest > SHORT && !boards.labels; // whether a small board is easier to read than a label
  }

  /** @param {number} state */
  board(state) {
    return this.states[state]?.board ?? NO_BOARD;
  }

  /**
   * Whether a state has a picture.
   * @param {number} state
   */
  has(state) {
    return Boolean(this.states[state]?.board);
  }

  /**
   * A board as a scene.
   * @param {number} state
   * @returns {BoardScene}
   */
  scene(state) {
    const { size, parts } = this.board(state);
    const numbers = [...this.boards.ground, ...parts];
    return { width: size[0], height: size[1], shapes: numbers.map((number) => this.boards.parts[number]) };
  }

  /**
   * The board of a state, painted once for all uses at about that width; null if there is none.
   * @param {number} state
   * @param {number} width
   */
  bitmap(state, width) {
    const pixels = Math.round(Math.max(32, width * (window.devicePixelRatio || 1)));
    const bucket = Math.ceil(Math.log(pixels) / Math.log(1.25));
    const key = `${this.theme} ${state} ${bucket}`;
    const known = this.bitmaps.get(key);
    if (known) return known;
    if (!this.has(state)) return null;
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(1.25 ** bucket);
    canvas.height = Math.max(1, Math.round(canvas.width / this.ratio));
    this.paint(canvas, this.scene(state));
    if (this.bitmaps.size >= MOST_BITMAPS) this.bitmaps.clear();
    this.bitmaps.set(key, canvas);
    return canvas;
  }

  /**
   * Show the small board of a state, redrawn only when its look changes.
   * @param {HTMLCanvasElement} canvas
   * @param {number} state
   */
  copy(canvas, state) {
    if (canvas.dataset.drawn === this.theme) return;
    const width = Math.min(SMALL.wide, SMALL.tall * this.ratio);
    const picture = this.bitmap(state, width);
    if (!picture) return;
    canvas.width = picture.width;
    canvas.height = picture.height;
    canvas.style.width = `${width / 16}rem`;
    canvas.getContext("2d")?.drawImage(picture, 0, 0);
    canvas.dataset.drawn = this.theme;
  }

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {BoardScene} scene
   */
  paint(canvas, scene) {
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    pen.scale(canvas.width / (scene.width + 2 * EDGE), canvas.height / (scene.height + 2 * EDGE));
    pen.translate(EDGE, EDGE);
    for (const { at, marks } of scene.shapes) {
      pen.save();
      pen.translate(at[0], at[1]);
      for (const mark of marks) {
        if (mark.mark === "words") this.paintWords(pen, mark);
        else this.paintMark(pen, mark);
      }
      pen.restore();
    }
  }

  /**
   * A box, a circle or a line, as canvas.js draws it.
   * @param {CanvasRenderingContext2D} pen
   * @param {Api.Stroke} mark
   */
  paintMark(pen, mark) {
    const { fill, stroke, line = 0, opacity = 1 } = mark;
    const path = findOutline(mark);
    const open = mark.mark === "line" && !fill; // only the line of such a mark can be transparent
    pen.lineCap = mark.mark === "line" ? "round" : "butt";
    pen.lineJoin = mark.mark === "line" ? "round" : "miter";
    pen.setLineDash(mark.dashed ? [0.16, 0.12] : []);
    if (fill) {
      pen.globalAlpha = opacity;
      pen.fillStyle = this.resolve(fill);
      pen.fill(path);
    }
    pen.globalAlpha = open ? opacity : 1;
    if (stroke && line) {
      pen.lineWidth = line;
      pen.strokeStyle = this.resolve(stroke);
      pen.stroke(path);
    }
    pen.globalAlpha = 1;
  }

  /**
   * A text centred on a point, in pixels: font sizes below one are rendered badly.
   * @param {CanvasRenderingContext2D} pen
   * @param {Api.Stroke} mark
   */
  paintWords(pen, { x = 0, y = 0, text = "", size = 1, colour = "", bold = true }) {
    const { a, d, e, f } = pen.getTransform();
    pen.save();
    pen.setTransform(1, 0, 0, 1, e + x * a, f + (y + 0.35 * size) * d);
    pen.font = `${bold ? 650 : 500} ${size * d}px ${this.boards.font}`;
    pen.textAlign = "center";
    pen.fillStyle = this.resolve(colour);
    pen.fillText(text, 0, 0);
    pen.restore();
  }

  /**
   * A colour with the values of this theme.
   * @param {string} colour
   */
  resolve(colour) {
    const { [this.theme]: values } = this.colours;
    return colour.replace(/var\((--[\w-]+)\)/g, (_whole, name) => values?.get(name) ?? "#888");
  }
}

/** @param {Api.Stroke} mark */
function findOutline({ mark, x = 0, y = 0, width = 0, height = 0, radius = 0, round = 0, points = "", fill }) {
  const path = new Path2D(mark === "line" ? `M${points.replaceAll(" ", "L")}${fill ? "Z" : ""}` : "");
  if (mark === "box") path.roundRect(x, y, width, height, Math.min(round, width / 2, height / 2));
  if (mark === "circle") path.arc(x, y, radius, 0, 7);
  return path;
}
