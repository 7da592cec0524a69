// Error messages: a refusal in the backend's own words, or a note that the backend does not answer.

import { Refusal } from "./refusal.js";
import { T } from "./texts.js";

/**
 * Whether an error only means that a request was cancelled.
 * @param {unknown} error
 */
export const isAbort = (error) => error instanceof DOMException && error.name === "AbortError";

/**
 * The sentences to show.
 * @param {unknown} error
 */
export const listReasons = (error) => (error instanceof Refusal && error.lines.length ? error.lines : [T.offline]);

/**
 * The same sentences as one text.
 * @param {unknown} error
 */
export const explainError = (error) => listReasons(error).join("\n");
