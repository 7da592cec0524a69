// Two to four searches side by side on the same position, moved together by one measure: nodes taken, time, or memory.
// Each shows how far it is with so much of it; verdicts come when they have been earned.

import { button, fill, h } from "../dom.js";
import { mount } from "../replay/panes.js";
import { T, filled, sentence } from "../texts.js";
import { raced } from "./address.js";
import { bytes, lessons, remarks, seconds } from "./compare.js";
import { Stage } from "./stage.js";
import { Studio } from "./studio.js";

const TIME = 8; // seconds that a race takes at speed 1
const SPEEDS = [0.25, 0.5, 1, 2, 4];

/** What a race can go by: where a search stands with so much of it, how much it took in all, and words for it. */
const MEASURES = {
  expanded: { words: () => T.byExpanded, whole: ({ takes }) => takes.length, at: (recording, amount) => recording.atTaken(Math.floor(amount)), told: (amount) => filled(T.nodes, { n: Math.floor(amount).toLocaleString() }) },
  time: { words: () => T.byTime, whole: ({ data }) => data.seconds.at(-1) ?? 0, at: (recording, amount) => recording.atSeconds(amount), told: seconds },
  memory: { words: () => T.byMemory, whole: ({ data }) => data.bytes.at(-1) ?? 0, at: ({ data }, amount) => upTo(data.bytes, amount), told: bytes },
};

/** How many entries of a rising list are not above a value. */
function upTo(list, value) {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

class Lane {
  constructor(data, row, colour) {
    this.row = row;
    const part = (name) => h("section", { class: `pane ${name === "tree" ? name : ""}`, "data-pane": name });
    const [board, tree, counters] = ["board", "tree", "counters"].map(part);
    this.state = h("p", { class: "state", role: "status" });
    this.place = h("span", { class: "place" });
    this.bar = h("div", { class: "way" });
    this.root = h("article", { class: "lane", "data-lane": row.name }, h("h3", {}, h("span", { class: `dot piece-${colour}` }), h("span", {}, row.name), this.place), this.bar, board, counters, tree, this.state);
    this.player = mount(data, { tree, counters });
    new Stage(board, this.player, data, { caption: false });
  }

  /** Stand where this search is with so much of a measure. */
  show(measure, amount, most, place) {
    const { recording } = this.player;
    const whole = measure.whole(recording);
    this.over = amount >= whole;
    const at = this.over ? recording.length : measure.at(recording, amount);
    if (at !== this.player.at) this.player.go(at);
    this.bar.style.setProperty("--share", `${(100 * Math.min(amount, whole)) / most}%`);
    this.root.className = `lane ${this.over ? `over ${this.row.verdict}` : ""}`;
    this.place.textContent = this.over && place ? `${place}.` : "";
    this.state.textContent = this.over ? `${sentence(this.row.words)} ${measure.told(whole)}${recording.data.left_out ? ` ${T.goesOn}` : ""}` : T.searching;
  }
}

class Race {
  constructor(studio, data, searches) {
    Object.assign(this, { studio, data, searches, by: "expanded", amount: 0, speed: 2, playing: false });
    this.lanes = data.lanes.map((lane, index) => new Lane(lane, data.rows[index], index));
    this.verdicts = h("section", { class: "verdicts", "aria-live": "polite" });
    studio.body.classList.add("racing");
    studio.body.append(h("div", { class: "lanes" }, this.lanes.map(({ root }) => root)), this.verdicts);
    studio.body.style.setProperty("--lanes", this.lanes.length);
    studio.foot.append(this.transport());
    fill(this.verdicts, h("h3", {}, T.verdict), remarks(data), lessons(data));
  }

  get measure() {
    return MEASURES[this.by];
  }

  get most() {
    return Math.max(...this.lanes.map(({ player }) => this.measure.whole(player.recording))) || 1;
  }

  /** Places among those whose answer nobody beat; equals share one. */
  places() {
    const right = this.lanes.filter(({ row }) => ["best", "good"].includes(row.verdict)).map(({ player }) => this.measure.whole(player.recording));
    return this.lanes.map(({ row, player }) => (["best", "good"].includes(row.verdict) ? 1 + right.filter((each) => each < this.measure.whole(player.recording)).length : 0));
  }

  /** Go by another measure, to the same share of the way. */
  measureBy(name) {
    const share = this.amount / this.most;
    this.by = name;
    this.go(share * this.most);
  }

  go(amount) {
    this.amount = Math.max(0, Math.min(amount, this.most));
    this.update();
    if (!this.playing) this.studio.address(() => raced(this.searches, { by: this.by, at: Number(this.amount.toPrecision(6)) }));
  }

  /** One event of the search that is next to do something, forward or back; by nodes taken, one node. */
  step(by) {
    this.pause();
    this.go(this.amount + by * (this.by === "expanded" ? 1 : this.most / 100));
  }

  play() {
    if (this.amount >= this.most) this.amount = 0;
    this.playing = true;
    let last = performance.now();
    const frame = (now) => {
      if (!this.playing || this.studio.over.signal.aborted) return;
      this.go(this.amount + (((now - last) / 1000) * SPEEDS[this.speed] * this.most) / TIME);
      last = now;
      if (this.amount >= this.most) this.pause();
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    this.update();
  }

  pause() {
    this.playing = false;
    this.go(this.amount);
  }

  toggle() {
    return this.playing ? this.pause() : this.play();
  }

  update() {
    const places = this.places();
    const { measure, most } = this;
    this.lanes.forEach((lane, index) => lane.show(measure, this.amount, most, places[index]));
    this.verdicts.hidden = this.amount < most;
    this.slider.value = (1000 * this.amount) / most;
    this.slider.setAttribute("aria-valuetext", measure.told(this.amount));
    this.count.textContent = `${measure.told(this.amount)} / ${measure.told(most)}`;
    this.pace.textContent = `${SPEEDS[this.speed]}×`;
    for (const [name, each] of this.switches) each.setAttribute("aria-pressed", String(name === this.by));
    const [icon, words] = this.playing ? ["pause", T.pause] : ["play", T.play];
    if (this.toggler.dataset.state !== icon) {
      const fresh = button(icon, words, () => this.toggle(), { kind: "main round", quiet: true, "data-do": "race-play", "data-state": icon });
      this.toggler.replaceWith(fresh);
      this.toggler = fresh;
    }
  }

  transport() {
    this.slider = h("input", { type: "range", min: 0, max: 1000, step: "any", "aria-label": T.race, oninput: () => {
      this.playing = false;
      this.go((Number(this.slider.value) * this.most) / 1000);
    } });
    this.count = h("output", { class: "count" });
    this.pace = h("output", { class: "pace" });
    this.toggler = h("span");
    this.switches = new Map(Object.entries(MEASURES).map(([name, { words }]) => [name, h("button", { type: "button", "data-by": name, onclick: () => this.measureBy(name) }, words())]));
    const small = { kind: "bare round", quiet: true };
    const faster = (by) => {
      this.speed = Math.max(0, Math.min(SPEEDS.length - 1, this.speed + by));
      this.update();
    };
    return h("nav", { class: "pane race-transport", "aria-label": T.race },
      h("div", { class: "choice", role: "group", "aria-label": T.measure }, [...this.switches.values()]),
      h("div", { class: "buttons" }, button("back", T.backward, () => this.step(-1), { ...small, "data-do": "race-back" }), this.toggler, button("forward", T.forward, () => this.step(1), { ...small, "data-do": "race-forward" }), button("flag", T.toEnd, () => this.end(), { ...small, "data-do": "race-end" })),
      this.slider,
      this.count,
      h("div", { class: "speed" }, button("minus", T.slower, () => faster(-1), small), this.pace, button("plus", T.faster, () => faster(1), small)));
  }

  end() {
    this.playing = false;
    this.go(this.most);
  }

  key({ key }) {
    const deeds = { ArrowRight: () => this.step(1), ArrowLeft: () => this.step(-1), " ": () => this.toggle(), Home: () => this.go(0), End: () => this.end() };
    deeds[key]?.();
    return Boolean(deeds[key]);
  }
}

/** Show a race; `by` and `at` say where to stand. */
export function showRace(view, data, searches, { by, at } = {}) {
  const studio = new Studio(view, { title: filled(T.raceOn, { title: data.title }) });
  const race = new Race(studio, data, searches);
  studio.root.race = race;
  studio.colours((theme) => race.lanes.forEach(({ player }) => player.recolour(theme)));
  studio.keys((event) => race.key(event));
  studio.over.signal.addEventListener("abort", () => (race.playing = false));
  if (by in MEASURES) race.by = by;
  race.go(Number.isFinite(at) ? at : 0);
  return studio;
}
