// The panes of a recorded search, for any page:
//
//     import { mount } from "./panes.js";
//     const player = mount(data, elements, texts);
//
// `data` is made by `langkah.views.recording` in Python: everything that is shown comes from there.
// `elements` names the elements to fill; panes without an element are not shown:
//
//     board       the board of the selected or current node         why       the last event, the status of a node
//     frontier    the frontier in its true order, with costs        counters  the effort so far
//     closed      the nodes taken, newest first                     chart     the size of the frontier over time
//     tree        the tree: pan, zoom, fold, click (tree.js)        quiz      which node is taken next?
//     code        the pseudo-code, the current line highlighted     transport play, pause, step, back, jump, speed
//     map         the search on one picture of all states (map.js)  table     the computation of an estimate (table.js)
//     now         the current line and the last event, in short
//
// `createStage` (stage.js) makes all these elements and arranges them. `texts` has every text of the panes, by name
// (default: `data.texts`). The player (player.js) moves all panes together: `go(at)`, `step(±1)`, `iterate(±1)`,
// `toGoal()`, `select(node)`, `play()`, `pause()`, `key(event)`; it fires "change". `player.panes` holds the panes by
// name; `player.recolour(theme)` follows a change of colours. Several recordings can be shown side by side, each with
// its own player; for a race, `player.recording.atTaken(n)` and `.atSeconds(s)` give the event to go to (for times,
// record with `Trace(timed=True)`). The style is in panes.css and uses the colours of `langkah.views.theme` as CSS
// variables.

/** @import { BoardScene } from "./pictures.js" */

import { Canvas, formatViewBox } from "./canvas.js";
import { changeIcon, createButton, fill, h, s } from "./dom.js";
import { ListPane } from "./lists.js";
import { MapPane } from "./map.js";
import { Pictures } from "./pictures.js";
import { Player, SPEEDS } from "./player.js";
import { QuizPane } from "./quiz.js";
import { fillText } from "./recording.js";
import { NowPane } from "./stage.js";
import { TablePane } from "./table.js";
import { TreePane } from "./tree.js";

const GLIDE = 180; // milliseconds
const BROAD = 1.3; // ratio of width to height of a board that needs more than half of a narrow page

/**
 * The panes by name; those that were not requested are missing.
 * @typedef {object} Panes
 * @property {BoardPane} [board]
 * @property {TreePane} [tree]
 * @property {MapPane} [map]
 * @property {TablePane} [table]
 * @property {ListPane} [frontier]
 * @property {ListPane} [closed]
 * @property {CodePane} [code]
 * @property {CountersPane} [counters]
 * @property {ChartPane} [chart]
 * @property {WhyPane} [why]
 * @property {TransportPane} [transport]
 * @property {QuizPane} [quiz]
 * @property {NowPane} [now]
 */

class BoardPane {
  /**
   * @param {Element} element
   * @param {Player} player
   * @param {Pictures} pictures
   * @param {Record<string, string>} texts
   */
  constructor(element, player, pictures, texts) {
    this.player = player;
    this.pictures = pictures;
    this.texts = texts;
    this.shown = -1; // the node whose board is shown
    this.picture = s("svg", { class: "scene", role: "img" });
    this.canvas = new Canvas(this.picture);
    this.text = h("pre", {});
    this.caption = h("p", { class: "caption" });
    fill(element, this.picture, this.text, this.caption);
    player.addEventListener("change", () => this.update());
    this.update();
  }

  update() {
    const { recording, shown, playing } = this.player;
    if (!recording.count || shown === this.shown) return;
    const { move, parent, state } = recording.nodes;
    const near = this.shown >= 0 && (parent[shown] === this.shown || parent[this.shown] === shown);
    const drawn = this.pictures.has(state[shown]);
    this.picture.toggleAttribute("hidden", !drawn);
    this.text.hidden = drawn;
    this.text.textContent = recording.state(shown).text;
    if (drawn) this.draw(this.pictures.scene(state[shown]), recording.state(shown).text, { still: playing || !near });
    const values = { n: shown, move: move[shown], from: parent[shown] };
    const { reached, reachedByChance, root } = this.texts;
    const words = parent[shown] < 0 ? root : move[shown] ? reached : reachedByChance;
    this.caption.textContent = fillText(words, values);
    this.shown = shown;
  }

  /**
   * Draw a board; between a node and its child, the pieces are animated.
   * @param {BoardScene} scene
   * @param {string} text
   * @param {{ still: boolean }} options
   */
  draw(scene, text, { still }) {
    const calm = still || matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.picture.setAttribute("viewBox", formatViewBox(scene));
    this.picture.classList.toggle("broad", scene.width > BROAD * scene.height);
    this.picture.setAttribute("aria-label", text);
    this.canvas.draw(scene, calm ? {} : { routes: this.findRoutes(scene), time: GLIDE });
  }

  /**
   * Straight routes for all shapes that moved.
   * @param {BoardScene} scene
   */
  findRoutes(scene) {
    /** @type {Record<string, Point[]>} */
    const found = {};
    for (const { id, at } of scene.shapes) {
      const [x, y] = at;
      const before = id && this.canvas.getPlace(id);
      if (before && (before[0] !== x || before[1] !== y))
        found[id] = [
          [before[0] - x, before[1] - y],
          [0, 0],
        ];
    }
    return found;
  }
}

class CodePane {
  /**
   * @param {Element} element
   * @param {Player} player
   * @param {Record<string, string>} texts
   */
  constructor(element, player, texts) {
    this.player = player;
    const { code } = player.recording.data;
    this.lines = code.map(({ text }) => h("li", {}, text));
    code.forEach(({ indent }, index) => this.lines[index].style.setProperty("--indent", String(indent)));
    this.list = h("ol", { class: "code", tabindex: "0", "aria-label": texts.code }, this.lines); // a long list scrolls
    this.lit = -1; // the highlighted line
    this.height = 0; // height of the visible part of the list; querying it in a frame would force a layout
    this.top = 0; // scroll position
    this.most = 0; // the maximum scroll position
    /** @type {number[][]} */
    this.places = []; // top and bottom of the lines
    fill(element, h("h2", {}, texts.code), this.list);
    player.addEventListener("change", () => this.update());
    this.list.addEventListener("scroll", () => (this.top = this.list.scrollTop), { passive: true });
    const watcher = new ResizeObserver(() => this.measure());
    for (const each of [this.list, ...this.lines]) watcher.observe(each);
    this.update();
  }

  update() {
    const { line } = this.player.recording;
    if (line !== this.lit) {
      this.lines[this.lit]?.classList.remove("lit");
      this.lines[this.lit]?.removeAttribute("aria-current");
      this.lines[line]?.classList.add("lit");
      this.lines[line]?.setAttribute("aria-current", "step");
    }
    this.lit = line;
    this.keepLit();
  }

  measure() {
    this.height = this.list.clientHeight;
    this.top = this.list.scrollTop;
    this.most = this.list.scrollHeight - this.height;
    this.places = this.lines.map(({ offsetTop, offsetHeight }) => [offsetTop, offsetTop + offsetHeight]);
    this.keepLit();
  }

  /** Scroll the highlighted line into view within the pane. */
  keepLit() {
    const [top, bottom] = this.places[this.lit] ?? [this.top, this.top];
    if (top >= this.top && bottom <= this.top + this.height) return;
    this.list.scrollTop = this.top = Math.min(Math.max(0, (top + bottom - this.height) / 2), this.most);
  }
}

class CountersPane {
  /**
   * @param {Element} element
   * @param {Player} player
   * @param {Record<string, string>} texts
   */
  constructor(element, player, texts) {
    this.player = player;
    /** @type {Record<string, Element>} */
    this.numbers = {};
    const entry = (/** @type {string} */ name) =>
      h("div", {}, h("dt", {}, texts[name]), (this.numbers[name] = h("dd", {})));
    const { counters, rounds } = player.recording.data;
    const names = [...counters, ...(rounds.length ? ["bound"] : [])];
    fill(element, h("dl", { class: "counters" }, names.map(entry)));
    player.addEventListener("change", () => this.update());
    this.update();
  }

  update() {
    const { recording } = this.player;
    for (const [name, value] of Object.entries({ ...recording.counters, bound: recording.restart?.bound ?? "–" })) {
      const words = value.toLocaleString(document.documentElement.lang || undefined);
      if (this.numbers[name]) this.numbers[name].textContent = words;
    }
  }
}

class ChartPane {
  /**
   * @param {Element} element
   * @param {Player} player
   * @param {Record<string, string>} texts
   */
  constructor(element, player, texts) {
    this.player = player;
    const { length } = player.recording;
    const { curve, walks } = player.recording.data;
    const [title, sizes] = [walks ? texts.depths : texts.chart, [0, ...curve]];
    const largest = sizes.reduce((most, each) => Math.max(most, each), 0);
    const points = [];
    const wide = Math.max(1, Math.ceil((length + 1) / 600));
    for (let start = 0; start <= length; start += wide) {
      const size = Math.max(...sizes.slice(start, start + wide));
      const [x, y] = [(1000 * start) / Math.max(length, 1), 100 - (92 * size) / Math.max(largest, 1)];
      points.push(`${x.toFixed(1)},${y.toFixed(1)}`);
    }
    const root = s("svg", { viewBox: "0 0 1000 100", preserveAspectRatio: "none", role: "img", "aria-label": title });
    this.cursor = s("line", { y1: 0, y2: 100, class: "cursor", "vector-effect": "non-scaling-stroke" });
    root.append(
      s("polygon", { points: `0,100 ${points.join(" ")} 1000,100`, class: "area" }),
      s("polyline", { points: points.join(" "), class: "curve", "vector-effect": "non-scaling-stroke" }),
      this.cursor,
    );
    fill(element, h("h2", {}, title, h("span", { class: "count" }, String(largest))), root);
    const seek = (/** @type {PointerEvent} */ event) =>
      player.go(((event.clientX - root.getBoundingClientRect().left) / root.clientWidth) * length);
    root.addEventListener("pointerdown", (event) => {
      root.setPointerCapture(event.pointerId);
      player.pause();
      seek(event);
    });
    root.addEventListener("pointermove", (event) => event.buttons && seek(event));
    player.addEventListener("change", () => this.update());
    this.update();
  }

  update() {
    const x = (this.player.at / Math.max(this.player.length, 1)) * 1000;
    this.cursor.setAttribute("x1", String(x));
    this.cursor.setAttribute("x2", String(x));
  }
}

class WhyPane {
  /**
   * @param {Element} element
   * @param {Player} player
   * @param {Record<string, string>} texts
   */
  constructor(element, player, texts) {
    this.player = player;
    this.texts = texts;
    this.happened = h("p", { class: "happened", "aria-live": "polite" });
    this.answer = h("div", { class: "answer" });
    this.asked = -1; // the node being explained
    fill(element, this.happened, this.answer);
    player.addEventListener("change", () => this.update());
    this.update();
  }

  update() {
    const { recording, selected } = this.player;
    this.happened.textContent = recording.happened;
    if (selected < 0 && this.asked < 0 && this.answer.firstChild) return; // the question is already shown
    this.asked = selected;
    if (selected < 0) return void fill(this.answer, h("p", { class: "faint" }, this.texts.askWhy));
    /** @type {(text: string, event: number) => Element | null} */
    const jump = (text, event) =>
      event < 0 ? null : h("button", { type: "button", class: "link", onclick: () => this.player.go(event + 1) }, text);
    const moves = recording
      .path(selected)
      .slice(1)
      .map((node) => recording.nodes.move[node]);
    const label = h("span", { class: "label" }, recording.state(selected).label);
    const [made, taken] = [recording.made[selected], recording.taken[selected]];
    fill(
      this.answer,
      h("h3", {}, fillText(this.texts.why, { n: selected }), label),
      h("p", { class: "reason", "data-fate": recording.fate(selected) }, recording.why(selected)),
      h("p", { class: "faint" }, moves.length ? fillText(this.texts.way, { moves: moves.join(" ") }) : ""),
      h("p", {}, jump(this.texts.toMade, made), jump(this.texts.toTaken, taken)),
    );
  }
}

class TransportPane {
  /**
   * @param {Element} element
   * @param {Player} player
   * @param {Record<string, string>} texts
   */
  constructor(element, player, texts) {
    this.player = player;
    this.texts = texts;
    this.toggle = createButton("play", texts.play, () => (player.playing ? player.pause() : player.play()));
    this.toggle.classList.add("main");
    this.slider = h("input", { type: "range", min: "0", max: String(player.length), "aria-label": texts.slider });
    this.slider.addEventListener("input", () => {
      player.pause();
      player.go(Number(this.slider.value));
    });
    this.place = h("output", { class: "place" });
    this.pace = h("output", { class: "pace" });
    fill(
      element,
      h(
        "div",
        { class: "buttons" },
        createButton("first", texts.first, () => player.step(-player.at)),
        createButton("previous", texts.lastTaken, () => player.iterate(-1)),
        createButton("back", texts.back, () => player.step(-1)),
        this.toggle,
        createButton("forward", texts.forward, () => player.step(1)),
        createButton("next", texts.nextTaken, () => player.iterate(1)),
        createButton("last", texts.last, () => player.step(player.length)),
        player.recording.goals.length ? createButton("goal", texts.toGoal, () => player.toGoal()) : null,
      ),
      this.slider,
      this.place,
      h(
        "div",
        { class: "speed" },
        createButton("minus", texts.slower, () => player.faster(-1)),
        this.pace,
        createButton("plus", texts.faster, () => player.faster(1)),
      ),
    );
    player.addEventListener("change", () => this.update());
    this.update();
  }

  update() {
    const { player, texts } = this;
    this.slider.value = String(player.at);
    changeIcon(this.toggle, player.playing ? "pause" : "play", player.playing ? texts.pause : texts.play);
    this.place.textContent = fillText(texts.place, {
      at: player.at,
      all: player.length,
      n: player.recording.counts.expanded,
    });
    this.pace.textContent = fillText(texts.pace, { n: SPEEDS[player.speed] });
  }
}

/**
 * Fill the elements with panes of one recording; returns the player that controls them.
 * @param {Api.Recording} data
 * @param {Partial<Record<string, Element>>} elements
 */
export function mount(data, elements, texts = data.texts) {
  const player = new Player(data);
  player.element = Object.values(elements)[0]?.ownerDocument.documentElement ?? null;
  /** @type {Panes} */
  const panes = {};
  const pictures = new Pictures(data);
  /** @type {{ [name in keyof Panes]-?: (element: Element) => Panes[name] }} */
  const makers = {
    board: (element) => new BoardPane(element, player, pictures, texts),
    tree: (element) => new TreePane(element, player, pictures, texts),
    map: (element) => new MapPane(element, player, pictures, texts),
    table: (element) => new TablePane(element, player, texts),
    frontier: (element) => new ListPane(element, player, pictures, (at) => at.frontier, data.frontier, { texts }),
    closed: (element) =>
      new ListPane(element, player, pictures, ({ done }) => done, texts.closed, { newest: true, texts }),
    counters: (element) => new CountersPane(element, player, texts),
    chart: (element) => new ChartPane(element, player, texts),
    why: (element) => new WhyPane(element, player, texts),
    transport: (element) => new TransportPane(element, player, texts),
    quiz: (element) => new QuizPane(element, player, pictures, texts),
    now: (element) => new NowPane(element, player),
    code: (element) => new CodePane(element, player, texts), // last: its scroll position needs the final heights
  };
  player.panes = panes;
  player.plain = !pictures.useful;
  player.recolour = (theme) => {
    pictures.theme = theme;
    panes.tree?.recolour();
    panes.frontier?.repaint();
    panes.closed?.repaint();
    panes.quiz?.repaint();
  };
  for (const [name, make] of Object.entries(makers)) {
    const element = elements[name];
    if (element) Object.assign(panes, { [name]: make(element) });
  }
  return player;
}
