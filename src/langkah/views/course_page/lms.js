// The learning management system around the page, by SCORM 1.2: the object `API` in a parent frame or in the window
// that opened this one. Every call returns "true" or "false", and values are texts.

const MOST_FRAMES = 20; // parent frames that are searched, at most
const MOST_SUSPENDED = 4096; // characters that a system must be able to store

/**
 * The calls of SCORM 1.2 used here.
 * @typedef {{
 *   LMSInitialize(text: string): string, LMSFinish(text: string): string, LMSCommit(text: string): string,
 *   LMSGetValue(name: string): string, LMSSetValue(name: string, value: string): string, LMSGetLastError(): string,
 *   LMSGetErrorString(code: string): string,
 * }} ScormApi
 */

/**
 * The API of the system around a window; null if there is none.
 * @param {Window} from
 * @returns {ScormApi | null}
 */
export function findApi(from) {
  for (const first of [from, from.opener]) {
    let each = first;
    for (let count = 0; each && count < MOST_FRAMES; count += 1) {
      try {
        if (each.API) return each.API;
      } catch {
        break; // a frame of another origin
      }
      if (each.parent === each) break;
      each = each.parent;
    }
  }
  return null;
}

/**
 * A duration in SCORM's format, HHHH:MM:SS.
 * @param {number} seconds
 */
export function formatTime(seconds) {
  const whole = Math.max(0, Math.round(seconds));
  const parts = [Math.min(9999, Math.floor(whole / 3600)), Math.floor(whole / 60) % 60, whole % 60];
  return parts.map((part, place) => String(part).padStart(place ? 2 : 4, "0")).join(":");
}

/** A session with the system: started, given results, and finished once. */
export class LmsSession {
  /** @param {ScormApi} api */
  constructor(api) {
    this.api = api;
    this.error = "";
    this.begun = performance.now();
    this.over = !this.take(api.LMSInitialize(""));
    if (!this.over && ["", "not attempted", "unknown"].includes(this.read("cmi.core.lesson_status"))) {
      this.write("cmi.core.lesson_status", "incomplete");
      this.commit();
    }
  }

  /** @param {string} answer */
  take(answer) {
    const good = String(answer) === "true";
    if (!good) this.error = this.api.LMSGetErrorString(this.api.LMSGetLastError());
    return good;
  }

  /** @param {string} name */
  read(name) {
    return String(this.api.LMSGetValue(name) ?? "");
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  write(name, value) {
    return this.take(this.api.LMSSetValue(name, value));
  }

  commit() {
    return this.take(this.api.LMSCommit(""));
  }

  /** The data saved when the page was left. */
  get kept() {
    try {
      const found = JSON.parse(this.read("cmi.suspend_data") || "{}");
      return found && typeof found === "object" ? found : {};
    } catch {
      return {};
    }
  }

  /**
   * Report progress: `share` of all points, whether all is done, and the data to save.
   * @param {{ share: number, done: boolean, kept: object }} result
   */
  tell({ share, done, kept }) {
    if (this.over) return false;
    const text = JSON.stringify(kept);
    this.error = "";
    this.write("cmi.core.score.min", "0");
    this.write("cmi.core.score.max", "100");
    this.write("cmi.core.score.raw", String(Math.round(share * 10000) / 100));
    this.write("cmi.core.lesson_status", done ? "completed" : "incomplete");
    this.write("cmi.core.exit", done ? "" : "suspend");
    if (text.length <= MOST_SUSPENDED) this.write("cmi.suspend_data", text);
    this.commit();
    return !this.error;
  }

  /** Finish the session when the page is left. */
  finish() {
    if (this.over) return;
    this.over = true;
    this.write("cmi.core.session_time", formatTime((performance.now() - this.begun) / 1000));
    this.commit();
    this.api.LMSFinish("");
  }
}
