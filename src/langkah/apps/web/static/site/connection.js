// Sends requests to Python in the browser, as `connection.js` beside the page does to a server. The data of the first
// screens is shipped with the page, so that they need not wait.

import { h } from "../dom.js";
import { Refusal } from "../refusal.js";
import { T, fillBlanks } from "../texts.js";
import { applyEmbed } from "./embed.js";
import { Lane } from "./lane.js";
import { loading } from "./sandbox.js";
import { fetchPart } from "./parts.js";
import { addCode, askFor, findCode, isPython, makeFile, openToken } from "./own.js";

export { createEmbedding, createWayOut } from "./embed.js";
export { isKept } from "./own.js";

const LANGUAGES = (document.documentElement.dataset.languages ?? "en").split(" ");
const INSTANT = new Lane(15_000); // for requests at every move
const THINKING = new Lane(90_000); // for slow requests that are often cancelled
const COMPILED = "compiled" in document.documentElement.dataset; // whether compiled code is included
const TRYING = 20_000; // milliseconds for running or examining a puzzle that is being written
const PATIENCE = 300; // milliseconds before a note says that Python is starting
const HEAD_START = 3000; // milliseconds during which the first screen has the connection to itself, at most

let language = "en";

/**
 * Set the language of all answers from now on: the first of these codes that is available.
 * @param {string} codes
 */
export function setLanguage(codes) {
  const asked = codes.split(",").map((code) => code.trim().slice(0, 2).toLowerCase());
  language = asked.find((code) => LANGUAGES.includes(code)) ?? "en";
}

/**
 * @param {string} path
 * @param {any} [body]
 * @returns {Promise<any>}
 */
export async function requestJson(path, body) {
  const [name, query] = path.split("?");
  if (body === undefined) return query ? fetchLevels(new URLSearchParams(query).get("game") ?? "") : fetchJson(name);
  const known = await fetchJson("known");
  const key = `${path} ${JSON.stringify(body)}`;
  if (known[key]) return structuredClone(known[key]);
  const first = path === "act" ? await findFirstMove(body) : null;
  if (first) return structuredClone(first);
  const own = findCode(body);
  if (path === "file" && own !== null) return makeFile(own);
  if (path === "read" && isPython(body.text)) return openCode(body.text);
  if (path !== "link") return ask(INSTANT, path, body, own);
  const { token, code } = await openToken(body.token);
  return ask(INSTANT, path, { token }, code);
}

/**
 * The shipped result of one of the first moves of a game; null for all others.
 * @param {{ saved: Api.Saved }} body
 */
async function findFirstMove(body) {
  const { games } = await fetchJson("games");
  const [game] = body.saved.problem.split(":");
  if (!games.some((/** @type {Api.Game} */ { name }) => name === game)) return null;
  const { answers, keys } = await fetchJson(`moves/${game}`);
  return answers[keys[JSON.stringify(body)]] ?? null;
}

/**
 * Send a request to Python about shipped problems, or about code that the reader has approved.
 * @param {Lane} lane
 * @param {string} path
 * @param {object} body
 * @param {string | null} own
 * @param {Api.Calls} [calls]
 * @param {number} [longest]
 */
async function ask(lane, path, body, own, calls, longest) {
  const asking = lane.ask({ path, body, language, own }, calls, longest);
  tellStarting(lane);
  const answer = await asking;
  return own === null ? answer : addCode(answer, own);
}

/**
 * Run the puzzle in a Python file, if the reader approves.
 * @param {string} code
 * @returns {Promise<Api.Position>}
 */
async function openCode(code) {
  await askFor(code);
  const { problem, faults } = await ask(THINKING, "own/check", {}, code, {}, TRYING);
  if (faults.length) throw new Refusal(faults.map((/** @type {Api.Fault} */ { text }) => String(text)), 0);
  return ask(INSTANT, "position", { problem }, code);
}

/**
 * @param {string} path
 * @param {object} body
 * @param {Api.Calls} [calls]
 * @returns {Promise<any>}
 */
export async function awaitResult(path, body, calls = {}) {
  if (path === "check") return checkAlone(body, calls);
  tellStarting(INSTANT);
  await INSTANT.ready; // starting two at once would delay a first move
  return ask(THINKING, path, body, findCode(body), calls);
}

/**
 * Check a certificate in a separate Python whose archive holds only the checker and the rules.
 * @param {object} body
 * @param {Api.Calls} calls
 */
async function checkAlone(body, calls) {
  const lane = new Lane(THINKING.longest, "checker");
  try {
    return await ask(lane, "check", body, findCode(body), calls);
  } finally {
    lane.end();
  }
}

/**
 * Run or examine code that is being written.
 * @param {string} path
 * @param {string} code
 * @param {Api.Calls} calls
 */
async function tryCode(path, code, calls) {
  let fine = false;
  try {
    const found = await ask(THINKING, path, {}, code, calls, TRYING);
    fine = !found.faults?.length;
    return found;
  } finally {
    if (!fine) THINKING.refresh(); // there is time for a restart while the code is being fixed
  }
}

/**
 * Pages other than those of games, by address.
 * @type {Record<string, { icon: "edit", words: () => string, show: (main: Element) => Promise<void> }>}
 */
export const pages = {
  write: {
    icon: "edit",
    words: () => T.write,
    show: async (main) => {
      const { showWorkshop } = await import("./workshop.js");
      for (const lane of [INSTANT, THINKING]) lane.refresh();
      return showWorkshop(main, tryCode, async (name) => checkFile(await fetch(`data/templates/${name}.txt`)).text());
    },
  },
};

/** A note that searches may be slower here; "" if they are not. */
export const describeSpeed = () => (COMPILED ? "" : T.plainPython);

/** Extensions of files that can be opened. */
export const FILES = ".toml,.txt,.xsb,.sok,.py";

/** @type {Map<string, Promise<any>>} */
const fetched = new Map();

/** @param {string} name */
const fetchJson = (name) => fetchOnce(`data/${language}/${name}.json`);

/** @param {string} address */
function fetchOnce(address) {
  if (!fetched.has(address)) {
    fetched.set(
      address,
      fetchPart(address).then((response) => checkFile(response).json()),
    );
  }
  return /** @type {Promise<any>} */ (fetched.get(address));
}

/**
 * The levels of a game, whose boards refer to shapes by index: most are shared by many boards.
 * @param {string} game
 */
async function fetchLevels(game) {
  const [found, shapes] = await Promise.all([fetchJson(`levels/${game}`), fetchOnce(`data/shapes/${game}.json`)]);
  const draw = (/** @type {any} */ { scene, ...level }) => ({
    ...level,
    scene: { ...scene, shapes: scene.shapes.map((/** @type {number} */ n) => shapes[n]) },
  });
  return { ...found, levels: found.levels.map(draw) };
}

/** @param {Response} response */
function checkFile(response) {
  if (!response.ok) throw new Refusal([response.statusText], response.status);
  return response;
}

/**
 * Show the progress of loading Python, if a request waits for it.
 * @param {Lane} lane
 */
function tellStarting(lane) {
  if (lane.up || document.querySelector(".starting")) return;
  const words = h("span", {});
  const root = h("div", { class: "starting", role: "status" }, h("span", { class: "spinner" }), words);
  const show = () => {
    const text = loading.share < 100 ? fillBlanks(T.pythonLoads, { n: loading.share }) : T.pythonStarts;
    if (words.textContent !== text) words.textContent = text;
  };
  const soon = setTimeout(() => document.body.append(root), PATIENCE);
  show();
  loading.addEventListener("progress", show);
  lane.ready.then(() => {
    clearTimeout(soon);
    loading.removeEventListener("progress", show);
    root.remove();
  });
}

/** Start Python after the first screen is shown, or earlier on a request. */
async function startSoon() {
  const pause = new Promise((resolve) => setTimeout(resolve, HEAD_START));
  const loaded = new Promise((resolve) => addEventListener("load", () => setTimeout(resolve), { once: true }));
  await Promise.race([pause, document.readyState === "complete" ? null : loaded]);
  await Promise.race([pause, Promise.allSettled(fetched.values())]);
  INSTANT.start();
  await INSTANT.ready;
  THINKING.start();
  // Cache every file, so that the next visit needs no network; where that is impossible, the site works online only.
  navigator.serviceWorker?.register("service_worker.js").catch(() => {});
}

applyEmbed();
startSoon();
