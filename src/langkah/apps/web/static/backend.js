// The only file that talks to whatever computes. Everything it asks for is plain JSON, made by plain Python, so that
// another file with these functions can run that Python in the browser instead of asking a server.

let language = "en";

/** The language of every answer from now on. */
export function setLanguage(code) {
  language = code;
}

/** What the backend refused, in sentences that can be shown. */
export class Refusal extends Error {
  constructor(lines, status) {
    super(lines.join("\n"));
    this.lines = lines;
    this.status = status;
  }
}

async function request(path, body, signal) {
  const headers = { "Accept-Language": language };
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

const requestJson = async (path, body, signal) => (await request(path, body, signal)).json();

export const fetchGames = () => requestJson("games");
export const fetchLevels = (game) => requestJson(`levels?game=${encodeURIComponent(game)}`);
export const fetchProblem = (name, settings) => requestJson("problem", { problem: name, settings });
export const fetchPosition = (saved) => requestJson("position", saved);
export const act = (saved, deed) => requestJson("act", { saved, deed });
export const fetchFrames = (saved) => requestJson("frames", saved);
export const openLink = (token) => requestJson("link", { token });
export const writeFile = (name, settings) => requestJson("file", { problem: name, settings });
export const readFile = (text) => requestJson("read", { text });
export const fetchTexts = () => requestJson("texts");

/** A task that may take time. Aborting the signal ends it, wherever it runs. */
export const runTask = (task, saved, { signal, progress, ...options } = {}) =>
  awaitResult("work", { task, saved, ...options }, { signal, progress });

export const fetchSearches = (saved) => requestJson("searches", saved);
export const record = (saved, search, calls) => awaitResult("record", { saved, search }, calls);
export const race = (saved, those, calls) => awaitResult("race", { saved, searches: those }, calls);
export const compare = (saved, calls) => awaitResult("compare", { saved }, calls);

/** What to expect when dice decide: everything ("", part by part), or seats, jumps, choices, games. */
export const computeOdds = (about, saved, wish, calls) =>
  awaitResult(about ? `odds/${about}` : "odds", { saved, ...wish }, calls);

/** The result at the end of a stream of events. */
async function awaitResult(path, body, { signal, progress = () => {} } = {}) {
  const response = await request(path, body, signal);
  for await (const { kind, data } of readEvents(response.body)) {
    if (kind === "progress") progress(data);
    else if (kind === "result") return data;
    else throw new Refusal(data.error, 200);
  }
  throw new Refusal([], 0);
}

async function* readEvents(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n\n");
    rest = parts.pop();
    for (const part of parts) {
      const [kind, data] = part.split("\n").map((line) => line.slice(line.indexOf(":") + 2));
      yield { kind, data: JSON.parse(data) };
    }
  }
}
