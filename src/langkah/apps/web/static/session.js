// What is played at this moment, and everything that can be done with it. The session knows no element of the page: it
// asks the backend, remembers what it said, and tells whoever listens.
//
//   position   the position changed (detail: the one before, and what caused it)
//   sheet      what can be chosen about the problem is known
//   advice     the least from here, the marks or the hint changed
//   busy       something is being worked on, or no longer
//   refused    something was not possible (detail: the deed and the words)
//   progress   more is known about how well something was solved
//   ready      everything that was done has been answered

import * as backend from "./backend.js";
import { explainError, isAbort } from "./errors.js";
import { describeProgress } from "./search_words.js";
import { T, fillBlanks } from "./texts.js";

const SOON = 60; // milliseconds a position must stand before its least is asked for

const PLAYED = ["click", "drag", "play"];
export const PLAINEST = 3; // the grade of the hint that tells the move
const PACE = 600; // milliseconds between the moves of two opponents, so that people can follow

/**
 * What listeners hear of a session.
 * @typedef {object} SessionEvents
 * @property {{ old: Api.Position | null, cause: string }} position
 * @property {{}} sheet
 * @property {{}} advice
 * @property {{}} busy
 * @property {{ deed: Api.ActRequest["deed"] | null, text: string }} refused
 * @property {{}} ready
 * @property {Api.Solution} solved
 * @property {{ name: string }} tab
 * @property {{ wish: string }} wish
 * @property {{}} progress
 */

/** @typedef {{ task: string, words: string, over: AbortController }} Busy What is being worked on. */

export class Session extends EventTarget {
  constructor() {
    super();
    /** @type {Api.Position} */
    this.position; // none until the first was opened
    /** @type {Api.Sheet | null} */
    this.sheet = null;
    this.gone = false; // whether nobody looks any more
    /** @type {import("./new_puzzle.js").Order | null} */
    this.order = null; // the new puzzle that is played
    /** @type {AbortController | null} */
    this.making = null; // the new puzzle that is being made
    this.abandoned = false; // whether a game that was under way was left for this one
    this.openings = 0; // how many were asked for
    this.opened = 0; // which of them stands
    /** @type {Api.Least | null} */
    this.least = null;
    /** @type {Api.Mark[]} */
    this.marks = [];
    /** @type {Api.Hint | null} */
    this.hint = null;
    /** @type {{ from: number, cost: number | null, optimal: boolean } | null} */
    this.plan = null; // what the solver found last
    /** @type {Map<number, string>} */
    this.reasons = new Map(); // why an opponent moved as it did, by the number of the move
    this.movers = new Map(); // who made the move that was answered with, an opponent or the dice, by its number
    this.plainer = 0; // hints that were asked for while one was being looked for
    this.judging = false;
    /** @type {Promise<unknown>} */
    this.turn = Promise.resolve(); // deeds are done one after the other
    this.acting = 0; // how many of them are under way
    /** @type {Busy | null} */
    this.busy = null;
    this.marking = false;
    this.helped = false; // whether the solver or a click on the map has made moves since the beginning
    /** @type {AbortController | null} */
    this.asking = null;
    this.soon = 0; // the timer of the next question
    /** @type {(deed: Api.ActRequest["deed"], answer: Api.Answer) => Promise<void>} */
    this.before = async () => {}; // what must be seen before a new position is shown, such as falling dice
  }

  /**
   * @template {keyof SessionEvents} K
   * @param {K} name
   * @param {SessionEvents[K]} detail
   */
  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  get saved() {
    return this.position.saved;
  }

  /**
   * What people call whoever sits on a seat.
   * @param {string} seat
   */
  nameSeat(seat) {
    const [name, strength] = seat.split(":");
    if (name === "human") return T.human;
    const label = this.sheet?.players.find((each) => each.name === name)?.label ?? name;
    return strength ? `${label} ${strength}` : label;
  }

  /** Where a game for two or against the dice stands. */
  get waiting() {
    return Boolean(this.position?.waiting_for);
  }

  forget() {
    this.least = null;
    this.marks = [];
    this.hint = null;
    this.plainer = 0;
    this.judging = false;
  }

  // Opening

  /**
   * Open what the backend promises: a position by link, by name or from a file. What was asked for last stays.
   * @param {Promise<import("./new_puzzle.js").OrderedPosition>} promise
   * @param {"opened" | "begun"} [cause] whether an address asked for it, or somebody here who may want to go back
   */
  async open(promise, cause = "opened") {
    const number = (this.openings += 1);
    const position = await promise;
    if (this.gone || number < this.opened) return;
    this.opened = number;
    this.abandoned = cause === "begun" && this.position.turns.length > 0;
    this.order = position.order ?? null;
    this.sheet = null;
    this.plan = null;
    this.reasons.clear();
    this.movers.clear();
    this.take(position, cause, null);
    await this.learn();
  }

  async learn() {
    const { opened } = this;
    const { problem, settings = {} } = this.saved;
    const sheet = await backend.fetchProblem(problem, settings);
    if (this.gone || this.opened !== opened) return;
    this.sheet = sheet;
    this.tell("sheet", {});
  }

  /** Nobody looks any more: whatever is under way leads nowhere. */
  leave() {
    this.gone = true;
    this.stop();
    this.stopAdvice();
  }

  /**
   * Begin anew: another problem, other settings, other players. The game before is one step back in the history.
   * @param {Partial<Api.Saved>} changes
   */
  begin(changes) {
    const { problem, settings, seats, dice } = this.saved;
    const fresh = { problem, settings, seats, dice, seed: Math.floor(Math.random() * 2 ** 31), ...changes };
    return this.open(backend.fetchPosition(JSON.parse(JSON.stringify(fresh))), "begun");
  }

  // Doing

  /**
   * Do something on the board.
   * @param {Api.ActRequest["deed"]} deed
   */
  act(deed) {
    return this.queue(async (position) => {
      if (this.waiting && !["undo", "redo"].includes(deed.do)) return;
      const { answer, position: next } = await backend.act(position.saved, deed);
      if (!this.stands(position)) return;
      if (answer.kind === "refused" || answer.kind === "cleared") return this.refuse(deed, answer.text);
      await this.before(deed, answer);
      if (this.stands(position)) this.take(next, deed.do);
    });
  }

  /**
   * Stand after that many moves.
   * @param {number} made
   */
  goto(made, cause = "goto") {
    return this.bring({ made }, cause);
  }

  /**
   * Stand some moves further on, or back: counted from where we stand when it is this deed's turn.
   * @param {number} by
   */
  step(by) {
    return this.queue(async (position) => {
      const made = position.made + by;
      if (made < 0 || made > position.turns.length) return;
      const next = await backend.fetchPosition({ ...position.saved, moves: this.moves, made });
      if (this.stands(position)) this.take(next, "goto");
    });
  }

  /**
   * Bring about a position with other moves or other moves made; only where it starts `from` one, if that is said.
   * @param {Partial<Api.Saved>} changes
   * @param {string} cause
   * @param {Api.Position | null} [from]
   */
  bring(changes, cause, from = null) {
    return this.queue(async (position) => {
      if (from && from !== position) return;
      const next = await backend.fetchPosition({ ...position.saved, moves: this.moves, ...changes });
      if (this.stands(position)) this.take(next, cause);
    });
  }

  /**
   * Whether a position is still the one that is seen: asked after every wait, before another one takes its place.
   * @param {Api.Position} position
   */
  stands(position) {
    return !this.gone && this.position === position;
  }

  get moves() {
    return this.position.turns.map(({ move }) => move);
  }

  /** @param {(position: Api.Position) => unknown} deed */
  queue(deed) {
    this.acting += 1;
    const done = this.turn
      .then(() => this.gone || deed(this.position))
      .catch((error) => this.fail(error))
      .finally(() => {
        this.acting -= 1;
        if (!this.acting) this.tell("ready", {});
      });
    this.turn = done;
    return done;
  }

  /**
   * @param {Api.ActRequest["deed"]} deed
   * @param {string} text
   */
  refuse(deed, text) {
    if (deed.do === "undo" || deed.do === "redo") return;
    this.tell("refused", { deed, text });
  }

  /** @param {unknown} error */
  fail(error) {
    if (!isAbort(error)) this.tell("refused", { deed: null, text: explainError(error) });
  }

  /**
   * @param {Api.Position} position
   * @param {string} cause
   * @param {Api.Position | null} [old]
   */
  take(position, cause, old = this.position) {
    if (this.order && !position.made) position.address = this.order.address;
    this.position = position;
    if (!position.made) this.helped = false;
    else if (cause === "plan" || cause === "frames-end") this.helped = this.plan !== null || this.helped;
    else if (cause === "map") this.helped = true;
    this.stop();
    this.stopAdvice();
    this.forget();
    this.tell("position", { old, cause });
    this.advise();
    if (position.waiting_for) this.answer(position, cause);
  }

  /**
   * Let the opponent answer a move. A move made again gets the answer it got before; in the past nobody answers.
   * @param {Api.Position} position
   * @param {string} cause
   */
  answer(position, cause) {
    if (!position.undone) this.reply();
    else if (PLAYED.includes(cause)) this.bring({ made: position.made + 1 }, "reply", position);
  }

  /** Ask the opponent for its move. */
  reply() {
    const { position } = this;
    return this.work("reply", fillBlanks(T.thinking, { name: this.nameSeat(position.waiting_for) }), async (told) => {
      if (!this.stands(position)) return;
      if (told.reason) this.reasons.set(position.made + 1, told.reason);
      this.movers.set(position.made + 1, position.waiting_for);
      if (position.seats.every((seat) => seat !== "human")) await new Promise((done) => setTimeout(done, PACE));
      if (!this.stands(position)) return;
      const moves = [...this.moves.slice(0, position.made), told.move];
      await this.bring({ moves, made: position.made + 1 }, "reply", position);
    });
  }

  // Asking for advice

  stopAdvice() {
    clearTimeout(this.soon);
    this.asking?.abort();
  }

  /** Ask what is needed from here, and if wished what each move does. */
  advise() {
    this.stopAdvice();
    const { position } = this;
    const asking = new AbortController();
    this.asking = asking;
    const options = { signal: asking.signal };
    this.soon = setTimeout(async () => {
      try {
        this.least = await backend.runTask("least", position.saved, options);
        this.tell("advice", {});
        if (this.marking && !position.ending) await this.judge(position, options);
      } catch (error) {
        if (!isAbort(error)) this.tell("advice", {});
      }
    }, SOON);
  }

  /**
   * Find out what each legal move does.
   * @param {Api.Position} position
   * @param {Api.Calls} calls
   */
  async judge(position, calls) {
    this.judging = true;
    this.tell("advice", {});
    this.marks = (await backend.runTask("marks", position.saved, calls)).marks;
    this.judging = false;
    this.tell("advice", {});
  }

  /**
   * Switch the marks on or off.
   * @param {boolean} on
   */
  mark(on) {
    this.marking = on;
    this.marks = [];
    this.tell("advice", {});
    this.advise();
  }

  /** Ask for a hint: each time a plainer one. Whoever asks again before the answer is here gets both. */
  async ask() {
    const { position } = this;
    if (this.busy?.task === "hint") return void (this.plainer += 1);
    await this.work("hint", T.checking, ({ hint, saved, token }) => {
      if (!this.stands(position)) return;
      this.hint = hint;
      Object.assign(position, { saved, token, address: "", hints: saved.hints ?? 0, grade: saved.grade ?? 0 });
      this.tell("advice", {});
      const again = this.plainer > 0 && position.grade < PLAINEST;
      this.plainer = again ? this.plainer - 1 : 0;
      if (again) this.ask();
    });
  }

  /** Solve from here: the plan becomes the moves that follow. */
  solve() {
    const { position } = this;
    return this.work("solve", fillBlanks(T.solving, { n: 0 }), async (result) => {
      if (!this.stands(position)) return;
      this.tell("solved", result);
      this.plan = { from: position.made, cost: result.cost, optimal: result.optimal };
      if (!result.moves.length) return;
      const moves = [...this.moves.slice(0, position.made), ...result.moves];
      await this.bring({ moves, made: position.made }, "plan", position);
    });
  }

  /**
   * What the plan still needs after that many moves, as a number with its doubt; "" where no plan is known.
   * @param {number} made
   */
  left(made) {
    if (!this.plan || this.plan.cost === null || made < this.plan.from) return "";
    const spent = this.position.turns.slice(this.plan.from, made).reduce((sum, { cost }) => sum + cost, 0);
    return `${this.plan.optimal ? "" : "≤ "}${this.plan.cost - spent}`;
  }

  /**
   * Look back at every move that was made.
   * @param {(review: Api.Review) => void} then
   */
  review(then) {
    return this.work("review", T.reviewing, then);
  }

  // Working

  /**
   * Work on something that can be stopped; a new work ends the one before.
   * @template {Api.Work["task"]} K
   * @param {K} task
   * @param {string} words
   * @param {(answer: Api.Tasks[K]["answer"]) => unknown} then
   */
  async work(task, words, then) {
    this.stop();
    /** @type {Busy} */
    const busy = { task, words, over: new AbortController() };
    this.busy = busy;
    this.tell("busy", {});
    const progress = (/** @type {Api.Progress} */ said) => {
      if (this.busy !== busy) return;
      busy.words = describeProgress(said);
      this.tell("busy", {});
    };
    try {
      const answer = await backend.runTask(task, this.saved, { signal: busy.over.signal, progress });
      if (this.busy !== busy) return;
      this.rest(busy);
      await then(answer);
    } catch (error) {
      this.rest(busy);
      this.fail(error);
    }
  }

  /** @param {Busy} busy */
  rest(busy) {
    if (this.busy !== busy) return;
    this.busy = null;
    this.tell("busy", {});
  }

  /** End whatever is being worked on. */
  stop() {
    this.busy?.over.abort();
    if (this.busy) this.rest(this.busy);
  }
}
