// Sends requests to the server over HTTP and returns its answers. The static site has another file in this place with
// the same exports, which sends them to Python in the browser (site/connection.js).

import { Refusal } from "./refusal.js";
import { T } from "./texts.js";

let language = "en";

/**
 * Set the language of all answers from now on: the first of these codes that the backend supports.
 * @param {string} codes
 */
export function setLanguage(codes) {
  language = codes;
}

/**
 * @param {string} path
 * @param {object} [body]
 * @param {AbortSignal} [signal]
 */
async function request(path, body, signal) {
  /** @type {Record<string, string>} */
  const headers = { "Accept-Language": language };
  /** @type {RequestInit} */
  const options = { headers, signal };
  if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    Object.assign(options, { method: "POST", body: JSON.stringify(body) });
  }
  const response = await fetch(`api/${path}`, options);
  if (response.ok) return response;
  const told = await response.json().catch(() => ({}));
  throw new Refusal(told.error ?? [response.statusText], response.status);
}

/** @type {(path: string, body?: object) => Promise<any>} */
export const requestJson = async (path, body) => (await request(path, body)).json();

/**
 * The result at the end of a stream of events.
 * @param {string} path
 * @param {object} body
 * @param {Api.Calls} [calls]
 * @returns {Promise<any>}
 */
export async function awaitResult(path, body, { signal, progress = () => {} } = {}) {
  const response = await request(path, body, signal);
  if (response.body === null) throw new Refusal([], 0);
  for await (const { kind, data } of readEvents(response.body)) {
    if (kind === "progress") progress(data);
    else if (kind === "result") return data;
    else throw new Refusal(data.error, 200);
  }
  throw new Refusal([], 0);
}

/** @param {ReadableStream<Uint8Array<ArrayBuffer>>} body */
async function* readEvents(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n\n");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      const [kind, data] = part.split("\n").map((line) => line.slice(line.indexOf(":") + 2));
      yield { kind, data: JSON.parse(data) };
    }
  }
}

/**
 * Pages other than those of games, by address. With a server, the user's own puzzle is written in a file.
 * @type {Record<string, { icon: "edit", words: () => string, show: (main: Element) => Promise<void> }>}
 */
export const pages = {
  write: {
    icon: "edit",
    words: () => T.write,
    show: async (main) => (await import("./own_file.js")).showOwnFile(main),
  },
};

/**
 * The code to copy into another page to embed this one. Pages of this server cannot be embedded.
 * @type {() => { root: Element, show: (link: string) => void } | null}
 */
export const createEmbedding = () => null;

/** The link from an embedded page to the whole page. */
export const createWayOut = () => null;

/** Whether results of a problem are saved. */
export const isKept = (/** @type {string} */ _problem) => true;

/** Extensions of files that can be opened. */
export const FILES = ".toml,.txt,.xsb,.sok";

/** A note that searches may be slower here; "" if they are not. */
export const describeSpeed = () => "";
