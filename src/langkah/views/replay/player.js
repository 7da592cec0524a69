// A recording under user control: its position, whether it plays, and the selected node. Panes listen for "change";
// several players can be moved together.

/** @import { Panes } from "./panes.js" */

import { Recording, countBelow } from "./recording.js";

export const SPEEDS = [1, 2, 5, 10, 25, 60, 240, 1000]; // events per second

const MAP_SECONDS = 25; // duration of a search played on a map

/**
 * A node that answers an open question: its index among the choices (0: none shown), the text about its costs, and the
 * action on a click.
 * @typedef {{ number: number, costs: string, pick: () => void }} Choice
 */

/**
 * The index of the speed at which a whole search on a map takes about MAP_SECONDS.
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
    this.choices = new Map(); // the nodes that can answer an open question
    /** @type {HTMLElement | null} */
    this.element = null; // the root of the page with the panes; null without one, as in tests
    this.over = new AbortController(); // aborted when the panes are removed: releases the listeners on the window
    this.words = ""; // the text of a lesson or question about the current event
    this.plain = false; // whether lists show states as text
    /** @type {Panes} */
    this.panes = {};
    /** @type {(theme: "light" | "dark") => void} */
    this.recolour = () => {}; // called when the theme changes
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
   * Go to the position after `at` events.
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
   * Go to the next expansion, or the previous one.
   * @param {number} by
   */
  iterate(by) {
    this.pause();
    const { takes } = this.recording;
    const place = by > 0 ? countBelow(takes, this.at) : countBelow(takes, this.at - 1) - 1;
    this.go(takes[place] === undefined ? (by > 0 ? this.length : 0) : takes[place] + 1);
  }

  /** Go to the first goal, if there is one. */
  toGoal() {
    const [event] = this.recording.goals;
    if (event === undefined) return;
    this.pause();
    this.go(event + 1);
  }

  /**
   * Select a node; -1 follows the search again.
   * @param {number} node
   */
  select(node) {
    this.selected = node;
    this.tell();
  }

  /**
   * Handle a click on a node: it answers the open question, or is selected.
   * @param {number} node
   */
  press(node) {
    const choice = this.choices.get(node);
    if (choice) choice.pick();
    else this.select(node);
  }

  /** The node to show: the selected one, else that of the last event. */
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

  /** Remove the panes for good, so that their boards and canvases can be freed. */
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
   * Handle a key; false if it has no effect.
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
