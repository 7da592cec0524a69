// What went wrong, for people: a refusal in the backend's own words, and anything else as silence of the backend.

import { Refusal } from "./refusal.js";
import { T } from "./texts.js";

/**
 * Whether somebody called it off, which is no mistake.
 * @param {unknown} error
 */
export const isAbort = (error) => error instanceof DOMException && error.name === "AbortError";

/**
 * The sentences to show.
 * @param {unknown} error
 */
export const listReasons = (error) => (error instanceof Refusal && error.lines.length ? error.lines : [T.offline]);

/**
 * The same in one text.
 * @param {unknown} error
 */
export const explainError = (error) => listReasons(error).join("\n");
