// Plays the moves that follow, at an adjustable speed: pictures are loaded in bundles, which keeps the load on the
// backend low; after a pause the position itself is requested.

/** @import { Board } from "./board.js" */
/** @import { Session } from "./session.js" */

import * as backend from "./backend.js";
import { prefersStillness } from "./dom.js";

export const SPEEDS = [0.5, 1, 2, 4, 8]; // moves per second

/** @typedef {{ made: number, shapes?: Api.Shape[] }} Run The current playback: position and shapes. */

export class Playback extends EventTarget {
  /**
   * @param {Session} session
   * @param {Board} board
   */
  constructor(session, board) {
    super();
    this.session = session;
    this.board = board;
    this.speed = Number(localStorage.getItem("speed") ?? 1);
    /** @type {Run | null} */
    this.run = null;
    session.addEventListener("position", (event) => {
      if (/** @type {CustomEvent} */ (event).detail.cause === "plan") this.play();
      else this.pause({ quiet: true });
    });
  }

  get playing() {
    return this.run !== null;
  }

  /** @param {number} by */
  faster(by) {
    this.speed = Math.max(0, Math.min(SPEEDS.length - 1, this.speed + by));
    localStorage.setItem("speed", String(this.speed));
    this.tell();
  }

  tell() {
    this.dispatchEvent(new Event("change"));
  }

  /** Play to the end, or until paused; if no moves follow, solve first. */
  async play() {
    const { position } = this.session;
    if (this.playing || !position) return;
    if (!position.undone) return position.ending ? this.session.goto(0) : this.session.solve();
    const run = { made: position.made };
    this.run = run;
    this.tell();
    try {
      while (this.run === run && run.made < position.turns.length && (await this.playBundle(run, position)));
    } catch (error) {
      this.session.fail(error);
    }
    if (this.run === run) await this.pause();
  }

  /**
   * Play one bundle of pictures; returns whether to continue.
   * @param {Run} run
   * @param {Api.Position} position
   */
  async playBundle(run, position) {
    const moves = position.turns.map(({ move }) => move);
    const { frames } = await backend.fetchFrames({ ...position.saved, moves, made: run.made });
    let shapes = run.shapes ?? position.scene.shapes;
    for (const frame of frames) {
      if (this.run !== run) return false;
      const time = 1000 / SPEEDS[this.speed];
      const before = shapes;
      shapes = frame.scene.shapes.map((shape) => (typeof shape === "number" ? before[shape] : shape));
      run.shapes = shapes;
      run.made = frame.made;
      const glide = prefersStillness() ? 0 : Math.min(time * 0.8, 600);
      this.board.showPicture({ ...frame.scene, shapes }, { ...frame, time: glide });
      this.tell();
      await new Promise((done) => setTimeout(done, time));
    }
    return frames.length > 0;
  }

  /** The number of moves shown in the picture. */
  get made() {
    return this.run?.made ?? this.session.position.made;
  }

  /** Pause: the session's position replaces the pictures. */
  async pause({ quiet = false } = {}) {
    const { run } = this;
    if (!run) return;
    this.run = null;
    this.tell();
    if (!quiet) await this.session.goto(run.made, "frames-end");
  }

  toggle() {
    return this.playing ? this.pause() : this.play();
  }

  /** @param {number} by */
  async step(by) {
    if (this.playing) await this.pause();
    await this.session.step(by);
  }
}
