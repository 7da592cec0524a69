// The only file that talks to whatever computes. Everything it asks for is plain JSON, made by plain Python, so that
// another file with these functions can run that Python in the browser instead of asking a server.

let language = "en";

/** The language of every answer from now on. */
export function speak(code) {
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

async function ask(path, body, signal) {
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

const plain = async (path, body, signal) => (await ask(path, body, signal)).json();

export const games = () => plain("games");
export const levels = (game) => plain(`levels?game=${encodeURIComponent(game)}`);
export const problem = (name, settings) => plain("problem", { problem: name, settings });
export const position = (saved) => plain("position", saved);
export const act = (saved, deed) => plain("act", { saved, deed });
export const frames = (saved) => plain("frames", saved);
export const link = (token) => plain("link", { token });
export const file = (name, settings) => plain("file", { problem: name, settings });
export const read = (text) => plain("read", { text });
export const texts = () => plain("texts");

/** A task that may take time. Aborting the signal ends it, wherever it runs. */
export const work = (task, saved, { signal, progress, ...options } = {}) =>
  awaited("work", { task, saved, ...options }, { signal, progress });

export const searches = (saved) => plain("searches", saved);
export const record = (saved, search, calls) => awaited("record", { saved, search }, calls);
export const race = (saved, those, calls) => awaited("race", { saved, searches: those }, calls);
export const compare = (saved, calls) => awaited("compare", { saved }, calls);

/** What to expect when dice decide: everything ("", part by part), or seats, jumps, choices, games. */
export const odds = (about, saved, wish, calls) =>
  awaited(about ? `odds/${about}` : "odds", { saved, ...wish }, calls);

/** The result at the end of a stream of events. */
async function awaited(path, body, { signal, progress = () => {} } = {}) {
  const response = await ask(path, body, signal);
  for await (const { kind, data } of events(response.body)) {
    if (kind === "progress") progress(data);
    else if (kind === "result") return data;
    else throw new Refusal(data.error, 200);
  }
  throw new Refusal([], 0);
}

async function* events(body) {
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
