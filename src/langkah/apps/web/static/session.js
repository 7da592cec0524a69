// The current game with all its actions. The session knows no element of the page: it sends requests to the backend,
// stores the answers, and notifies listeners.
//
//   position   the position changed (detail: the previous one, and the cause)
//   sheet      the choices for the problem are known
//   advice     the least cost, the ratings or the hint changed
//   busy       some work started or ended
//   refused    an action was refused (detail: the action and the text)
//   progress   the saved result changed
//   ready      all actions have been answered

import * as backend from "./backend.js";
import { explainError, isAbort } from "./errors.js";
import { describeProgress } from "./search_words.js";
import { T, fillBlanks } from "./texts.js";

const SOON = 60; // milliseconds a position must stay before its least cost is requested

const PLAYED = ["click", "drag", "play"];
export const PLAINEST = 3; // the grade of the hint that names the move
const PACE = 600; // milliseconds between the moves of two opponents, so that a viewer can follow

/**
 * The events of a session.
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

/** @typedef {{ task: string, words: string, over: AbortController }} Busy The current work. */

export class Session extends EventTarget {
  constructor() {
    super();
    /** @type {Api.Position} */
    this.position; // undefined until the first one is opened
    /** @type {Api.Sheet | null} */
    this.sheet = null;
    this.gone = false; // whether the view was left
    /** @type {import("./new_puzzle.js").Order | null} */
    this.order = null; // the new puzzle being played
    /** @type {AbortController | null} */
    this.making = null; // the new puzzle being generated
    this.abandoned = false; // whether an unfinished game was left for this one
    this.openings = 0; // number of requested openings
    this.opened = 0; // the number of the opening in effect
    /** @type {Api.Least | null} */
    this.least = null;
    /** @type {Api.Mark[]} */
    this.marks = [];
    /** @type {Api.Hint | null} */
    this.hint = null;
    /** @type {{ from: number, cost: number | null, optimal: boolean } | null} */
    this.plan = null; // the solver's last plan
    /** @type {Map<number, string>} */
    this.reasons = new Map(); // the opponent's reasons, by number of the move
    this.movers = new Map(); // who made each reply, an opponent or the dice, by its number
    this.plainer = 0; // hints requested while one was being computed
    this.judging = false;
    /** @type {Promise<unknown>} */
    this.turn = Promise.resolve(); // actions run one after the other
    this.acting = 0; // number of pending actions
    /** @type {Busy | null} */
    this.busy = null;
    this.marking = false;
    this.helped = false; // whether the solver or a click on the map made moves in this game
    /** @type {AbortController | null} */
    this.asking = null;
    this.soon = 0; // the timer of the next request
    /** @type {(deed: Api.ActRequest["deed"], answer: Api.Answer) => Promise<void>} */
    this.before = async () => {}; // runs before a new position is shown, for example tumbling dice
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
   * The display name of a player.
   * @param {string} seat
   */
  nameSeat(seat) {
    const [name, strength] = seat.split(":");
    if (name === "human") return T.human;
    const label = this.sheet?.players.find((each) => each.name === name)?.label ?? name;
    return strength ? `${label} ${strength}` : label;
  }

  /** The state of a two-player game or a game with dice. */
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
   * Open a position from the backend: by link, by name or from a file. The last request wins.
   * @param {Promise<import("./new_puzzle.js").OrderedPosition>} promise
   * @param {"opened" | "begun"} [cause] whether an address opened it, or an action here, so that going back is possible
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

  /** Leave the session: all pending work is dropped. */
  leave() {
    this.gone = true;
    this.stop();
    this.stopAdvice();
  }

  /**
   * Start anew with another problem, other settings or other players. The previous game is one step back in the
   * history.
   * @param {Partial<Api.Saved>} changes
   */
  begin(changes) {
    const { problem, settings, seats, dice } = this.saved;
    const fresh = { problem, settings, seats, dice, seed: Math.floor(Math.random() * 2 ** 31), ...changes };
    return this.open(backend.fetchPosition(JSON.parse(JSON.stringify(fresh))), "begun");
  }

  // Actions

  /**
   * Perform an action on the board.
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
   * Go to the position after `made` moves.
   * @param {number} made
   */
  goto(made, cause = "goto") {
    return this.bring({ made }, cause);
  }

  /**
   * Go forward or back by some moves, counted from the position when this action runs.
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
   * Request a position with other moves or another number of moves; only if the current one is still `from`, if given.
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
   * Whether a position is still the shown one: checked after every wait, before another one replaces it.
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
   * Let the opponent reply to a move. A redone move gets its earlier reply; there are no replies to positions in the
   * past.
   * @param {Api.Position} position
   * @param {string} cause
   */
  answer(position, cause) {
    if (!position.undone) this.reply();
    else if (PLAYED.includes(cause)) this.bring({ made: position.made + 1 }, "reply", position);
  }

  /** Request the opponent's move. */
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

  // Advice

  stopAdvice() {
    clearTimeout(this.soon);
    this.asking?.abort();
  }

  /** Request the least cost from here and, if ratings are shown, the effect of each move. */
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
   * Request the rating of each legal move.
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
   * Show or hide the ratings.
   * @param {boolean} on
   */
  mark(on) {
    this.marking = on;
    this.marks = [];
    this.tell("advice", {});
    this.advise();
  }

  /** Request a hint: each time a more explicit one. A second request before the answer arrives is kept. */
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
   * The remaining cost of the plan after that many moves, marked if it is not optimal; "" without a plan.
   * @param {number} made
   */
  left(made) {
    if (!this.plan || this.plan.cost === null || made < this.plan.from) return "";
    const spent = this.position.turns.slice(this.plan.from, made).reduce((sum, { cost }) => sum + cost, 0);
    return `${this.plan.optimal ? "" : "≤ "}${this.plan.cost - spent}`;
  }

  /**
   * Review every move.
   * @param {(review: Api.Review) => void} then
   */
  review(then) {
    return this.work("review", T.reviewing, then);
  }

  // Work

  /**
   * Start work that can be stopped; new work ends the previous one.
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

  /** Stop all work. */
  stop() {
    this.busy?.over.abort();
    if (this.busy) this.rest(this.busy);
  }
}
