// Two to four searches side by side on the same position, advanced together by one measure: expanded nodes, time, or
// memory. Each shows its state at the current amount; verdicts appear when a search finishes.

/** @import { SessionView } from "../view.js" */

import { createButton, fill, h, prefersStillness } from "../dom.js";
import { T, fillBlanks } from "../texts.js";
import { formatRace } from "./address.js";
import { createLessons, createRemarks } from "./compare.js";
import { Lane, MEASURES } from "./lane.js";
import { WatchDialog } from "./dialog.js";

const TIME = 8; // seconds of a race at speed 1
const SPEEDS = [0.25, 0.5, 1, 2, 4];
const SMALL = { kind: "bare round", quiet: true };

class Race {
  /**
   * @param {WatchDialog} dialog
   * @param {Api.Race} data
   * @param {Api.Search[]} searches
   */
  constructor(dialog, data, searches) {
    this.dialog = dialog;
    this.searches = searches;
    this.by = "expanded"; // the name of the measure
    this.amount = 0; // the current amount of the measure
    this.speed = 2;
    this.playing = false;
    /** @type {boolean | null} */
    this.shown = null; // whether the buttons are those of a playing race
    this.lanes = data.lanes.map((lane, index) => new Lane(lane, data.rows[index], index));
    this.verdicts = h("section", { class: "verdicts", "aria-live": "polite" });
    fill(this.verdicts, h("h3", {}, T.verdict), createRemarks(data), createLessons(data));
    const lanes = this.lanes.map(({ root }) => root);
    dialog.body.classList.add("racing");
    dialog.body.append(h("div", { class: "lanes" }, lanes), this.verdicts);
    this.slider = h("input", { type: "range", min: 0, max: 1000, step: "any", "aria-label": T.race });
    this.slider.addEventListener("input", () => {
      this.playing = false;
      this.go((Number(this.slider.value) * this.most) / 1000);
    });
    this.count = h("output", { class: "count" });
    this.pace = h("output", { class: "pace" });
    this.buttons = h("div", { class: "buttons" });
    this.choices = Object.entries(MEASURES).map(([name, { words }]) =>
      h("button", { type: "button", "data-by": name, onclick: () => this.measureBy(name) }, words()),
    );
    dialog.foot.append(this.createTransport());
  }

  get measure() {
    return MEASURES[this.by];
  }

  /** The total of the measure for each search. */
  get wholes() {
    return this.lanes.map(({ player }) => this.measure.whole(player.recording));
  }

  get most() {
    return Math.max(...this.wholes) || 1;
  }

  /**
   * Ranks among the searches with the best answer; equal searches share a rank, searches with a worse answer have none.
   */
  rankLanes() {
    const { wholes } = this;
    const right = wholes.filter((_whole, index) => this.lanes[index].right);
    return this.lanes.map((lane, index) => (lane.right ? 1 + right.filter((each) => each < wholes[index]).length : 0));
  }

  /**
   * Change the measure, keeping the relative position.
   * @param {string} name
   */
  measureBy(name) {
    const share = this.amount / this.most;
    this.by = name;
    this.go(share * this.most);
  }

  /** @param {number} amount */
  go(amount) {
    this.amount = Math.max(0, Math.min(amount, this.most));
    this.update();
    const at = Number(this.amount.toPrecision(8));
    if (!this.playing) this.dialog.setAddress(() => formatRace(this.searches, { by: this.by, at }));
  }

  /**
   * Step forward or back: by one node, or by a hundredth of the total.
   * @param {number} by
   */
  step(by) {
    this.playing = false;
    this.go(this.amount + by * (this.by === "expanded" ? 1 : this.most / 100));
  }

  play() {
    if (this.amount >= this.most) this.amount = 0;
    this.playing = true;
    let last = performance.now();
    const frame = (/** @type {number} */ now) => {
      if (!this.playing) return;
      const next = this.amount + (((now - last) / 1000) * SPEEDS[this.speed] * this.most) / TIME;
      last = now;
      this.playing = next < this.most;
      this.go(next);
      if (this.playing) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    this.update();
  }

  toggle() {
    if (this.playing) this.step(0);
    else this.play();
  }

  end() {
    this.playing = false;
    this.go(this.most);
  }

  /** @param {number} by */
  faster(by) {
    this.speed = Math.max(0, Math.min(SPEEDS.length - 1, this.speed + by));
    this.update();
  }

  /** @param {KeyboardEvent} event */
  key({ key }) {
    /** @type {Record<string, () => void>} */
    const deeds = {
      ArrowRight: () => this.step(1),
      ArrowLeft: () => this.step(-1),
      " ": () => this.toggle(),
      Home: () => this.go(0),
      End: () => this.end(),
      "+": () => this.faster(1),
      "-": () => this.faster(-1),
    };
    deeds[key]?.();
    return Boolean(deeds[key]);
  }

  // Controls

  createTransport() {
    return h(
      "nav",
      { class: "pane race-transport", "aria-label": T.race },
      h("div", { class: "choice", role: "group", "aria-label": T.measure }, this.choices),
      this.buttons,
      this.slider,
      this.count,
      h(
        "div",
        { class: "speed" },
        createButton("minus", T.slower, () => this.faster(-1), SMALL),
        this.pace,
        createButton("plus", T.faster, () => this.faster(1), SMALL),
      ),
    );
  }

  update() {
    const [places, { measure, most }] = [this.rankLanes(), this];
    this.lanes.forEach((lane, index) => lane.show(measure, this.amount, most, places[index]));
    this.verdicts.hidden = this.amount < most;
    this.slider.value = String((1000 * this.amount) / most);
    this.slider.setAttribute("aria-valuetext", measure.told(this.amount));
    this.count.textContent = `${measure.told(this.amount)} / ${measure.told(most)}`;
    this.pace.textContent = `${SPEEDS[this.speed]}×`;
    for (const each of this.choices) each.setAttribute("aria-pressed", String(each.dataset.by === this.by));
    if (this.shown !== this.playing) this.showButtons();
  }

  /** Show the buttons for playing or pausing, keeping the focus. */
  showButtons() {
    this.shown = this.playing;
    const name = this.playing ? "pause" : "play";
    const words = this.playing ? T.pause : T.play;
    fill(
      this.buttons,
      createButton("back", T.backward, () => this.step(-1), { ...SMALL, "data-do": "race-back" }),
      createButton(name, words, () => this.toggle(), { kind: "main round", quiet: true, "data-do": "race-play" }),
      createButton("forward", T.forward, () => this.step(1), { ...SMALL, "data-do": "race-forward" }),
      createButton("flag", T.toEnd, () => this.end(), { ...SMALL, "data-do": "race-end" }),
    );
  }
}

/**
 * Show a race; `by` and `at` set the moment.
 * @param {SessionView} view
 * @param {Api.Race} data
 * @param {Api.Search[]} searches
 * @param {{ by?: string, at?: number }} [where]
 */
export function showRace(view, data, searches, { by = "", at } = {}) {
  const dialog = new WatchDialog(view, { title: fillBlanks(T.raceOn, { title: data.title }) });
  const race = new Race(dialog, data, searches);
  Object.assign(dialog.root, { race });
  dialog.followColours((theme) => race.lanes.forEach(({ player }) => player.recolour(theme)));
  dialog.bindKeys((event) => race.key(event));
  dialog.over.signal.addEventListener("abort", () => (race.playing = false));
  if (by in MEASURES) race.by = by;
  const known = at !== undefined && Number.isFinite(at);
  race.go(known ? at : 0);
  if (!known && !prefersStillness()) race.play();
  return dialog;
}
