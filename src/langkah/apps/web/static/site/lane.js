// Requests to one Python, one after the other. It receives nothing while it works, so cancelling a request terminates
// it and starts another one. A Python that has run foreign code serves no other requests, because the code may have
// changed it in any way.

import { Refusal } from "../refusal.js";
import { T } from "../texts.js";
import { startPython } from "./sandbox.js";

const GRACE = 300; // milliseconds for a cancelled request to end by itself
const MOST = { lines: 20, signs: 2000 }; // lines and characters of an error message that are shown

/**
 * @typedef {object} Question
 * @property {{ path: string, body: { task?: string }, language: string, own: string | null }} message
 * @property {(answer: any) => void} resolve
 * @property {(error: unknown) => void} reject
 * @property {(progress: any) => void} progress
 * @property {number} longest milliseconds, its time limit
 */

export class Lane {
  /**
   * @param {number} longest milliseconds, the time limit of a request
   * @param {"langkah" | "checker"} [archive] the archive that its Python loads
   */
  constructor(longest, archive = "langkah") {
    this.longest = longest;
    this.archive = archive;
    /** @type {ReturnType<typeof startPython> | null} */
    this.python = null;
    /** @type {string | null} */
    this.code = null; // the foreign code that it has run
    /** @type {Question[]} */
    this.waiting = [];
    /** @type {Question | null} */
    this.asked = null; // the current request
    this.clock = 0; // a timer
    this.up = false;
    this.risen = false; // whether `ready` has settled
    /** @type {() => void} */
    this.rise = () => {};
    /** @type {Promise<void>} */
    this.ready = Promise.resolve(); // when Python has started, or failed to
    this.await();
  }

  /** Renew `ready`, for the next start of Python. */
  await() {
    this.risen = false;
    this.ready = new Promise((resolve) => (this.rise = () => ((this.risen = true), resolve())));
  }

  /** Start Python, if it is not running. */
  start() {
    if (this.python) return;
    if (this.risen) this.await();
    this.up = false;
    this.code = null;
    const python = startPython(
      this.archive,
      (said) => this.python === python && this.hear(said),
      () => this.python === python && this.fail([T.pythonFailed]),
    );
    this.python = python;
  }

  /** Terminate Python, even during a request. */
  end() {
    clearTimeout(this.clock);
    this.python?.end();
    this.python = null;
  }

  /** Replace a Python that has run foreign code, before the next request needs it. */
  refresh() {
    if (this.code === null || this.asked) return;
    this.end();
    this.start();
  }

  /**
   * @param {Question["message"]} message
   * @param {Api.Calls} [calls]
   * @param {number} [longest]
   * @returns {Promise<any>}
   */
  ask(message, { signal, progress = () => {} } = {}, longest = this.longest) {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const question = { message, resolve, reject, progress, longest };
      signal?.addEventListener("abort", () => this.callOff(question, signal.reason), { once: true });
      this.waiting.push(question);
      this.next();
    });
  }

  next() {
    if (this.asked || !this.waiting.length) return;
    this.asked = /** @type {Question} */ (this.waiting.shift());
    const { message } = this.asked;
    if (this.code !== null && this.code !== message.own) this.end();
    this.start();
    this.code = message.own;
    this.python?.tell(JSON.stringify(message));
    if (this.up) this.watch();
  }

  /** Limit the time of the request. */
  watch(time = this.asked?.longest) {
    clearTimeout(this.clock);
    const line = this.asked?.message.body.task === "reply" ? T.noReply : T.tookTooLong;
    this.clock = setTimeout(() => this.fail([line]), time);
  }

  /** @param {any} said by Python or foreign code: a keyword, JSON text, and whether it uses too much memory */
  hear(said) {
    const { word, text, worn } = said ?? {};
    if (word === "ready") {
      this.up = true;
      this.rise();
      if (this.asked) this.watch();
      return;
    }
    if (word === "failed") return this.fail([T.pythonFailed]);
    if (word === "ended") return this.fail([this.code === null ? T.pythonEnded : T.ownEnded]);
    if (!this.asked || word === "accepted") return;
    const content = parse(text);
    if (content === undefined) return this.fail([T.ownEnded]);
    if (word === "progress") return this.asked.progress(content);
    const { resolve, reject } = this.asked;
    if (worn) this.end();
    this.finish();
    if (word === "result" || word === "lasting") resolve(content);
    else reject(new Refusal(listLines(content), 400));
  }

  finish() {
    clearTimeout(this.clock);
    this.asked = null;
    this.next();
    this.start();
  }

  /**
   * @param {Question} question
   * @param {unknown} reason
   */
  callOff(question, reason) {
    question.reject(reason);
    this.waiting = this.waiting.filter((each) => each !== question);
    if (question === this.asked) this.watch(GRACE);
  }

  /**
   * Terminate Python, and start another one for the next request.
   * @param {string[]} lines
   */
  fail(lines) {
    const { asked, up } = this;
    this.end();
    this.rise();
    this.asked = null;
    if (up) this.start();
    asked?.reject(new Refusal(lines, 0));
    this.next();
  }
}

/**
 * The value of JSON text; undefined if it is invalid.
 * @param {unknown} text
 */
function parse(text) {
  try {
    return JSON.parse(/** @type {string} */ (text));
  } catch {
    return undefined;
  }
}

/** @param {unknown} content */
const listLines = (content) =>
  (Array.isArray(content) ? content : [content]).slice(0, MOST.lines).map((line) => String(line).slice(0, MOST.signs));
