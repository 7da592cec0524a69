// The only file that talks to whatever computes. Everything it asks for is plain JSON, made by plain Python, so that
// another file with these functions can run that Python in the browser instead of asking a server.

let language = "en";

/**
 * The language of every answer from now on: the first of these codes that the backend speaks.
 * @param {string} codes
 */
export function setLanguage(codes) {
  language = codes;
}

/** What the backend refused, in sentences that can be shown. */
export class Refusal extends Error {
  /**
   * @param {string[]} lines
   * @param {number} status
   */
  constructor(lines, status) {
    super(lines.join("\n"));
    this.lines = lines;
    this.status = status;
  }
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
const requestJson = async (path, body) => (await request(path, body)).json();

/** @type {() => Promise<Api.Home>} */
export const fetchGames = () => requestJson("games");

/** @type {(game: string) => Promise<{ game: string, levels: Api.Level[] }>} */
export const fetchLevels = (game) => requestJson(`levels?game=${encodeURIComponent(game)}`);

/** @type {(name: string, settings: Api.Settings) => Promise<Api.Sheet>} */
export const fetchProblem = (name, settings) => requestJson("problem", { problem: name, settings });

/** @type {(saved: Api.Saved) => Promise<Api.Position>} */
export const fetchPosition = (saved) => requestJson("position", saved);

/** @type {(saved: Api.Saved, deed: Api.Deed) => Promise<{ answer: Api.Answer, position: Api.Position }>} */
export const act = (saved, deed) => requestJson("act", { saved, deed });

/** @type {(saved: Api.Saved) => Promise<{ frames: Api.Frame[] }>} */
export const fetchFrames = (saved) => requestJson("frames", saved);

/** @type {(token: string) => Promise<Api.Position>} */
export const openLink = (token) => requestJson("link", { token });

/** @type {(name: string, settings: Api.Settings) => Promise<{ name: string, text: string }>} */
export const writeFile = (name, settings) => requestJson("file", { problem: name, settings });

/** @type {(text: string) => Promise<Api.Position>} */
export const readFile = (text) => requestJson("read", { text });

/** @type {() => Promise<{ language: string, texts: Record<string, string> }>} */
export const fetchTexts = () => requestJson("texts");

/**
 * A task that may take time. Aborting the signal ends it, wherever it runs.
 * @template {keyof Api.Tasks} K
 * @param {K} task
 * @param {Api.Saved} saved
 * @param {Api.Calls & { algorithm?: string, seconds?: number }} [options]
 * @returns {Promise<Api.Tasks[K]>}
 */
export const runTask = (task, saved, { signal, progress, ...options } = {}) =>
  awaitResult("work", { task, saved, ...options }, { signal, progress });

/** @type {(saved: Api.Saved) => Promise<Api.SearchMenu>} */
export const fetchSearches = (saved) => requestJson("searches", saved);

/** @type {(saved: Api.Saved, search: Api.Search, calls: Api.Calls) => Promise<Api.Trace>} */
export const record = (saved, search, calls) => awaitResult("record", { saved, search }, calls);

/** @type {(saved: Api.Saved, searches: Api.Search[], calls: Api.Calls) => Promise<Api.Race>} */
export const race = (saved, searches, calls) => awaitResult("race", { saved, searches }, calls);

/** @type {(saved: Api.Saved, calls: Api.Calls) => Promise<Api.Comparison>} */
export const compare = (saved, calls) => awaitResult("compare", { saved }, calls);

/**
 * What to expect when dice decide: everything ("", part by part), or seats, jumps, choices, games.
 * @template {keyof Api.Odds} K
 * @param {K} about
 * @param {Api.Saved} saved
 * @param {object} wish
 * @param {Api.Calls} calls
 * @returns {Promise<Api.Odds[K]>}
 */
export const computeOdds = (about, saved, wish, calls) =>
  awaitResult(about ? `odds/${about}` : "odds", { saved, ...wish }, calls);

/**
 * The result at the end of a stream of events.
 * @param {string} path
 * @param {object} body
 * @param {Api.Calls} [calls]
 * @returns {Promise<any>}
 */
async function awaitResult(path, body, { signal, progress = () => {} } = {}) {
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
