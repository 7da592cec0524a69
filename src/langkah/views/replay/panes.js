// The panes of a recorded search, for any page:
//
//     import { mount } from "./panes.js";
//     const player = mount(data, elements, texts);
//
// `data` is what `langkah.views.recording` makes in Python: all that is shown and said comes from there.
// `elements` names the elements to fill; what is not named is not shown:
//
//     board       the board of the node that is looked at           why       what happened, what became of a node
//     frontier    the frontier in its true order, with costs        counters  the effort so far
//     closed      the nodes taken, newest first                     chart     the size of the frontier over time
//     tree        the tree: pan, zoom, fold, click (tree.js)        quiz      which node is taken next?
//     code        the pseudo-code, the line at work lit             transport play, pause, step, back, jump, speed
//
// `texts` holds every word on the panes, by name (`data.texts` if it is left out). The player (player.js) moves all panes
// together: `go(at)`, `step(±1)`, `iterate(±1)`, `toGoal()`, `select(node)`, `play()`, `pause()`, `key(event)`; it fires
// "change". `player.panes` holds the panes by name; `player.recolour(theme)` follows a change of colours. Several
// recordings can stand side by side, each with its own player; for a race, `player.recording.atTaken(n)` and `.atSeconds(s)`
// give the moment to go to (record with `Trace(timed=True)` for the clock). The style is in panes.css and uses the colours
// of `langkah.views.theme` as CSS variables.

import { Canvas, formatViewBox } from "./canvas.js";
import { button, fill, h, restyle, s } from "./dom.js";
import { Pictures } from "./pictures.js";
import { Player, SPEEDS } from "./player.js";
import { QuizPane } from "./quiz.js";
import { fillText } from "./recording.js";
import { TreePane } from "./tree.js";

const MOST = 100; // entries of a list that are shown at once
const GLIDE = 180; // milliseconds

class BoardPane {
  constructor(element, player, pictures, texts) {
    Object.assign(this, { player, pictures, texts, shown: -1 });
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
    this.caption.textContent = fillText(move[shown] ? this.texts.reached : this.texts.root, values);
    this.shown = shown;
  }

  /** From a node to its child or back pieces glide. */
  draw(scene, text, { still }) {
    const calm = still || matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.picture.setAttribute("viewBox", formatViewBox(scene));
    this.picture.setAttribute("aria-label", text);
    this.canvas.draw(scene, calm ? {} : { routes: this.routes(scene), time: GLIDE });
  }

  /** Straight ways for everything that stands elsewhere now. */
  routes(scene) {
    const found = {};
    for (const { id, at: [x, y] } of scene.shapes) {
      const before = id && this.canvas.getPlace(id);
      if (before && (before[0] !== x || before[1] !== y)) found[id] = [[before[0] - x, before[1] - y], [0, 0]];
    }
    return found;
  }
}

/** A node as a button: its label, its costs or its number. */
function drawChip(player, node) {
  const { recording } = player;
  return h(
    "button",
    {
      type: "button",
      class: "chip",
      "data-node": node,
      "data-fate": recording.fate(node),
      "aria-pressed": String(node === player.selected),
      title: `#${node}`,
      onclick: () => player.select(node === player.selected ? -1 : node),
    },
    h("b", {}, recording.state(node).label),
    h("small", {}, recording.nodes.costs[node] || `#${node}`),
  );
}

class ListPane {
  /** `nodes`: which nodes to show, from the recording; `newest`: show the end of the list first. */
  constructor(element, player, nodes, title, { newest = false, texts }) {
    Object.assign(this, { element, player, nodes, title, newest, texts });
    this.head = h("h2", {});
    this.list = h("ol", { class: "chips" });
    fill(element, this.head, this.list);
    player.addEventListener("change", () => this.update());
    this.update();
  }

  update() {
    const all = this.nodes(this.player.recording);
    const some = this.newest ? all.slice(-MOST).reverse() : all.slice(0, MOST);
    const rest = all.length - some.length;
    fill(this.head, this.title, h("span", { class: "count" }, String(all.length)));
    const entries = some.map((node) => h("li", {}, drawChip(this.player, node)));
    fill(this.list, entries, rest ? h("li", { class: "more" }, fillText(this.texts.more, { n: rest })) : null);
  }
}

class CodePane {
  constructor(element, player, texts) {
    Object.assign(this, { element, player });
    const { code } = player.recording.data;
    this.lines = code.map(({ text }) => h("li", {}, text));
    code.forEach(({ indent }, index) => this.lines[index].style.setProperty("--indent", indent));
    fill(element, h("h2", {}, texts.code), h("ol", { class: "code" }, this.lines));
    player.addEventListener("change", () => this.update());
    this.update();
  }

  update() {
    const { line: lit } = this.player.recording;
    this.lines.forEach((line, index) => {
      line.classList.toggle("lit", index === lit);
      if (index === lit) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    });
  }
}

class CountersPane {
  constructor(element, player, texts) {
    Object.assign(this, { element, player });
    this.numbers = {};
    const entry = (name) => h("div", {}, h("dt", {}, texts[name]), (this.numbers[name] = h("dd", {})));
    const names = ["expanded", "generated", "skipped", "pruned", "frontier"];
    fill(element, h("dl", { class: "counters" }, names.map(entry), player.recording.data.rounds.length ? entry("bound") : null));
    player.addEventListener("change", () => this.update());
    this.update();
  }

  update() {
    const { recording } = this.player;
    for (const [name, value] of Object.entries({ ...recording.counters, bound: recording.restart?.bound ?? "–" })) {
      if (this.numbers[name]) this.numbers[name].textContent = value.toLocaleString(document.documentElement.lang || undefined);
    }
  }
}

class ChartPane {
  constructor(element, player, texts) {
    Object.assign(this, { element, player });
    const { length, data: { curve, walks } } = player.recording;
    const [title, sizes] = [walks ? texts.depths : texts.chart, [0, ...curve]];
    const largest = sizes.reduce((most, each) => Math.max(most, each), 0);
    const points = [];
    const wide = Math.max(1, Math.ceil((length + 1) / 600));
    for (let start = 0; start <= length; start += wide) {
      const size = Math.max(...sizes.slice(start, start + wide));
      points.push(`${((start / Math.max(length, 1)) * 1000).toFixed(1)},${(100 - (size / Math.max(largest, 1)) * 92).toFixed(1)}`);
    }
    const root = s("svg", { viewBox: "0 0 1000 100", preserveAspectRatio: "none", role: "img", "aria-label": title });
    this.cursor = s("line", { y1: 0, y2: 100, class: "cursor", "vector-effect": "non-scaling-stroke" });
    root.append(
      s("polygon", { points: `0,100 ${points.join(" ")} 1000,100`, class: "area" }),
      s("polyline", { points: points.join(" "), class: "curve", "vector-effect": "non-scaling-stroke" }),
      this.cursor,
    );
    fill(element, h("h2", {}, title, h("span", { class: "count" }, String(largest))), root);
    const seek = (event) => player.go(((event.clientX - root.getBoundingClientRect().left) / root.clientWidth) * length);
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
    this.cursor.setAttribute("x1", x);
    this.cursor.setAttribute("x2", x);
  }
}

class WhyPane {
  constructor(element, player, texts) {
    Object.assign(this, { element, player, texts });
    this.happened = h("p", { class: "happened", "aria-live": "polite" });
    this.answer = h("div", { class: "answer" });
    fill(element, this.happened, this.answer);
    player.addEventListener("change", () => this.update());
    this.update();
  }

  update() {
    const { recording, selected } = this.player;
    this.happened.textContent = recording.happened;
    if (selected < 0) return void fill(this.answer, h("p", { class: "faint" }, this.texts.askWhy));
    const jump = (text, event) =>
      event < 0 ? null : h("button", { type: "button", class: "link", onclick: () => this.player.go(event + 1) }, text);
    const moves = recording.path(selected).slice(1).map((node) => recording.nodes.move[node]);
    fill(
      this.answer,
      h("h3", {}, fillText(this.texts.why, { n: selected }), h("span", { class: "label" }, recording.state(selected).label)),
      h("p", { class: "reason", "data-fate": recording.fate(selected) }, recording.why(selected)),
      h("p", { class: "faint" }, moves.length ? fillText(this.texts.way, { moves: moves.join(" ") }) : ""),
      h("p", {}, jump(this.texts.toMade, recording.made[selected]), jump(this.texts.toTaken, recording.taken[selected])),
    );
  }
}

class TransportPane {
  constructor(element, player, texts) {
    Object.assign(this, { element, player, texts });
    this.toggle = button("play", texts.play, () => (player.playing ? player.pause() : player.play()));
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
      h("div", { class: "buttons" },
        button("first", texts.first, () => player.step(-player.at)), button("previous", texts.lastTaken, () => player.iterate(-1)),
        button("back", texts.back, () => player.step(-1)), this.toggle, button("forward", texts.forward, () => player.step(1)),
        button("next", texts.nextTaken, () => player.iterate(1)), button("last", texts.last, () => player.step(player.length)),
        player.recording.goals.length ? button("goal", texts.toGoal, () => player.toGoal()) : null),
      this.slider,
      this.place,
      h("div", { class: "speed" }, button("minus", texts.slower, () => player.faster(-1)), this.pace, button("plus", texts.faster, () => player.faster(1))),
    );
    player.addEventListener("change", () => this.update());
    this.update();
  }

  update() {
    const { player, texts } = this;
    this.slider.value = String(player.at);
    restyle(this.toggle, player.playing ? "pause" : "play", player.playing ? texts.pause : texts.play);
    this.place.textContent = fillText(texts.place, { at: player.at, all: player.length, n: player.recording.counts.expanded });
    this.pace.textContent = fillText(texts.pace, { n: SPEEDS[player.speed] });
  }
}

/** Fill the elements with panes of one recording; returns the player that moves them. */
export function mount(data, elements, texts = data.texts) {
  const player = new Player(data);
  const panes = {};
  const pictures = new Pictures(data, () => panes.tree?.draw());
  const makers = {
    board: (element) => new BoardPane(element, player, pictures, texts),
    tree: (element) => new TreePane(element, player, pictures, texts),
    frontier: (element) => new ListPane(element, player, ({ frontier }) => frontier, data.frontier, { texts }),
    closed: (element) => new ListPane(element, player, ({ done }) => done, texts.closed, { newest: true, texts }),
    code: (element) => new CodePane(element, player, texts),
    counters: (element) => new CountersPane(element, player, texts),
    chart: (element) => new ChartPane(element, player, texts),
    why: (element) => new WhyPane(element, player, texts),
    transport: (element) => new TransportPane(element, player, texts),
    quiz: (element) => new QuizPane(element, player, texts),
  };
  player.panes = panes;
  player.recolour = (theme) => {
    pictures.theme = theme;
    panes.tree?.recolour();
  };
  for (const [name, make] of Object.entries(makers)) if (elements[name]) panes[name] = make(elements[name]);
  return player;
}
