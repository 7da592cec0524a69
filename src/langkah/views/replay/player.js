// A recording with a hand on it: where it stands, whether it plays, and which node is looked at. Panes listen for
// "change"; whoever holds several players can move them together.

/** @import { Panes } from "./panes.js" */

import { Recording, countBelow } from "./recording.js";

export const SPEEDS = [1, 2, 5, 10, 25, 60, 240, 1000]; // events a second

const MAP_SECONDS = 25; // that a search on a map takes to be played

/**
 * A node that answers an open question: its number among the choices (0: none is shown), what is said of its costs, and what a click does.
 * @typedef {{ number: number, costs: string, pick: () => void }} Choice
 */

/**
 * The place of a speed at which a map is filled while one looks on.
 * @param {number} events
 */
function findSpeed(events) {
  const fast = SPEEDS.findIndex((speed) => events / speed <= MAP_SECONDS);
  return Math.max(2, fast < 0 ? SPEEDS.length - 1 : fast);
}

export class Player extends EventTarget {
  /** @param {Api.Recording} data */
  constructor(data) {
    super();
    this.recording = new Recording(data);
    this.selected = -1;
    this.speed = data.mapped ? findSpeed(this.recording.length) : 2;
    this.playing = false;
    /** @type {Map<number, Choice>} */
    this.choices = new Map(); // the nodes among which an open question asks to choose
    /** @type {HTMLElement | null} */
    this.element = null; // the root of the page on which the panes are; nothing where there is none, as in tests
    this.over = new AbortController(); // when the panes are gone: what listens to the window must let go of them
    this.words = ""; // what a lesson or a question says of this moment
    this.plain = false; // whether lists show states as text
    /** @type {Panes} */
    this.panes = {};
    /** @type {(theme: "light" | "dark") => void} */
    this.recolour = () => {}; // follow a change of colours
    this.recording.seek(data.at ?? 0);
  }

  get at() {
    return this.recording.at;
  }

  get length() {
    return this.recording.length;
  }

  tell() {
    this.dispatchEvent(new Event("change"));
  }

  /**
   * Go to the moment after so many events.
   * @param {number} at
   */
  go(at) {
    this.recording.seek(Math.round(at));
    this.tell();
  }

  /** @param {number} by */
  step(by) {
    this.pause();
    this.go(this.at + by);
  }

  /**
   * To the next or the previous node taken.
   * @param {number} by
   */
  iterate(by) {
    this.pause();
    const { takes } = this.recording;
    const place = by > 0 ? countBelow(takes, this.at) : countBelow(takes, this.at - 1) - 1;
    this.go(takes[place] === undefined ? (by > 0 ? this.length : 0) : takes[place] + 1);
  }

  /** To the first goal, if there is one. */
  toGoal() {
    const [event] = this.recording.goals;
    if (event === undefined) return;
    this.pause();
    this.go(event + 1);
  }

  /**
   * Look at a node; -1 follows the search again.
   * @param {number} node
   */
  select(node) {
    this.selected = node;
    this.tell();
  }

  /**
   * A node was clicked: it answers the open question, or else it is looked at.
   * @param {number} node
   */
  press(node) {
    const choice = this.choices.get(node);
    if (choice) choice.pick();
    else this.select(node);
  }

  /** The node to show: the one looked at, else the one that the last event is about. */
  get shown() {
    return this.selected >= 0 ? this.selected : Math.max(this.recording.subject, 0);
  }

  play() {
    if (this.playing) return;
    if (this.at >= this.length) this.recording.seek(0);
    this.playing = true;
    let last = performance.now();
    let owed = 0;
    const frame = (/** @type {number} */ now) => {
      if (!this.playing) return;
      owed += ((now - last) / 1000) * SPEEDS[this.speed];
      last = now;
      const whole = Math.floor(owed);
      if (whole > 0) {
        owed -= whole;
        this.recording.seek(this.at + whole);
        if (this.at >= this.length) this.playing = false;
        this.tell();
      }
      if (this.playing) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    this.tell();
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    this.tell();
  }

  /** Leave the panes for good, so that their boards and canvases can be forgotten. */
  end() {
    this.pause();
    this.over.abort();
  }

  /** @param {number} by */
  faster(by) {
    this.speed = Math.max(0, Math.min(SPEEDS.length - 1, this.speed + by));
    this.tell();
  }

  /**
   * What a key does; false where it does nothing.
   * @param {KeyboardEvent} event
   */
  key(event) {
    const by = event.shiftKey ? "iterate" : "step";
    /** @type {Record<string, () => void>} */
    const deeds = {
      ArrowRight: () => this[by](1),
      ArrowLeft: () => this[by](-1),
      Home: () => this.step(-this.at),
      End: () => this.step(this.length),
      " ": () => (this.playing ? this.pause() : this.play()),
      g: () => this.toGoal(),
      "+": () => this.faster(1),
      "-": () => this.faster(-1),
      Escape: () => this.select(-1),
    };
    if (event.ctrlKey || event.metaKey || event.altKey || !deeds[event.key]) return false;
    deeds[event.key]();
    return true;
  }
}
