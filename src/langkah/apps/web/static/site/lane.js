// Questions to one Python, one after the other. It runs in a worker and hears nothing while it works: whoever calls a
// question off has it ended, and another one takes its place.

import { Refusal } from "../refusal.js";
import { T } from "../texts.js";

const GRACE = 300; // milliseconds in which a question that was called off may still end by itself

/**
 * @typedef {object} Question
 * @property {object} message
 * @property {(answer: any) => void} resolve
 * @property {(error: unknown) => void} reject
 * @property {(progress: Api.Progress) => void} progress
 * @property {number} longest milliseconds that it may take
 */

export class Lane {
  /** @param {number} longest milliseconds that one question may take */
  constructor(longest) {
    this.longest = longest;
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {Question[]} */
    this.waiting = [];
    /** @type {Question | null} */
    this.asked = null; // what the worker works on
    this.clock = 0; // a timer
    /** @type {() => void} */
    this.rise = () => {};
    /** @type {Promise<void>} */
    this.ready = new Promise((resolve) => (this.rise = resolve)); // when Python has started, or could not
    this.up = false;
  }

  /** Let Python start, if it has not yet. */
  start() {
    if (this.worker) return;
    const address = new URL("python_worker.js", import.meta.url).href;
    // A worker made from a text obeys the policy of the page; one from a file would not.
    const text = new Blob([`import ${JSON.stringify(address)};`], { type: "text/javascript" });
    const source = URL.createObjectURL(text);
    const worker = new Worker(source, { type: "module" });
    worker.onmessage = ({ data }) => this.hear(data);
    worker.onerror = () => this.fail([T.pythonFailed]);
    this.worker = worker;
    this.up = false;
  }

  /**
   * @param {object} message
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
    this.start();
    this.asked = /** @type {Question} */ (this.waiting.shift());
    /** @type {Worker} */ (/** @type {unknown} */ (this.worker)).postMessage(JSON.stringify(this.asked.message));
    if (this.up) this.watch();
  }

  /** See to it that the question ends. */
  watch(time = this.asked?.longest, lines = [T.tookTooLong]) {
    clearTimeout(this.clock);
    this.clock = setTimeout(() => this.fail(lines), time);
  }

  /** @param {{ word: string, text: string }} data */
  hear({ word, text }) {
    if (word === "ready") {
      this.up = true;
      this.rise();
      if (this.asked) this.watch();
      return;
    }
    if (word === "worn") return this.replace();
    if (word === "failed") return this.fail([T.pythonFailed, text]);
    if (!this.asked || word === "accepted") return;
    const said = JSON.parse(text);
    if (word === "progress") return this.asked.progress(said);
    const { resolve, reject } = this.asked;
    this.finish();
    if (word === "result" || word === "lasting") resolve(said);
    else reject(new Refusal(said, 400));
  }

  finish() {
    clearTimeout(this.clock);
    this.asked = null;
    this.next();
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

  /** Let another worker take the place of this one, which holds much memory; it is asked what this one was. */
  replace() {
    this.worker?.terminate();
    this.worker = null;
    this.start();
    clearTimeout(this.clock);
    const { asked } = this;
    this.asked = null;
    if (asked) this.waiting.unshift(asked);
    this.next();
  }

  /**
   * End the worker, whatever it does; another one is there for the next question, or tries to start for it.
   * @param {string[]} lines
   */
  fail(lines) {
    this.worker?.terminate();
    this.worker = null;
    this.asked?.reject(new Refusal(lines, 0));
    this.rise();
    if (this.up) this.start();
    this.finish();
  }
}
