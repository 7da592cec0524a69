// The watched search in the address, after the position: #POSITION&watch&algorithm=...&event=12. Searches are
// reproducible, so a link needs only the request and the event.

/**
 * A search in short form, without defaults.
 * @param {Api.Search} search
 */
function formatSearch(search) {
  const words = Object.entries(search).map(([name, value]) => [name, formatValue(value)]);
  return new URLSearchParams(Object.fromEntries(words));
}

/** @param {unknown} value */
const formatValue = (value) => {
  if (Array.isArray(value)) return value.join(",");
  return String(typeof value === "boolean" ? Number(value) : value);
};

/**
 * Parse a search: an algorithm by its name or a short one, options by their kinds.
 * @param {URLSearchParams} words
 * @param {Api.SearchMenu} menu
 */
function parseSearch(words, { algorithms, options }) {
  const wanted = words.get("algorithm") ?? "";
  const row = algorithms.find(({ aliases }) => aliases.includes(wanted.toLowerCase()));
  /** @type {Api.Search & Record<string, any>} */
  const found = { algorithm: row?.name ?? wanted };
  for (const { name, kind } of options) {
    const text = words.get(name);
    if (text || (text === "" && kind === "ties")) found[name] = PARSERS[kind](text);
  }
  return found;
}

/** @type {Record<Api.Option["kind"], (text: string) => unknown>} */
const PARSERS = {
  estimate: (text) => text,
  ties: (text) => (text ? text.split(",") : []),
  switch: (text) => text === "1",
  number: Number,
  whole: Number,
};

const WHO = ["student", "task", "key"];

/**
 * @typedef {object} Wish What an address asks for, and the moment.
 * @property {"watch" | "race" | "compare" | "be" | undefined} way
 * @property {Api.Search[]} searches
 * @property {number} [event]
 * @property {number} [node]
 * @property {string} by
 * @property {number} [at]
 * @property {{ student?: string, task?: string, key?: string }} who the student for whom a result is signed
 */

/**
 * @param {string} wish
 * @param {Api.SearchMenu} menu
 * @returns {Wish}
 */
export function parseWish(wish, menu) {
  const words = new URLSearchParams(wish);
  const ways = /** @type {const} */ (["watch", "race", "compare", "be"]);
  const way = ways.find((each) => words.has(each));
  const lanes = words.getAll("lane").map((lane) => parseSearch(new URLSearchParams(lane), menu));
  const number = (/** @type {string} */ name) => (words.has(name) ? Number(words.get(name)) : undefined);
  const where = { event: number("event"), node: number("node"), by: words.get("by") ?? "", at: number("at") };
  const who = Object.fromEntries(WHO.filter((name) => words.has(name)).map((name) => [name, words.get(name) ?? ""]));
  return { way, who, searches: way === "race" ? lanes : [parseSearch(words, menu)], ...where };
}

/**
 * The address part for a watched search at a moment.
 * @param {Api.Search} search
 * @param {{ event: number, node: number }} moment
 */
export function formatWatched(search, { event, node }) {
  const words = formatSearch(search);
  words.set("event", String(event));
  if (node >= 0) words.set("node", String(node));
  return `watch&${words}`;
}

/**
 * The address part for a search done by hand.
 * @param {Api.Search} search
 * @param {Wish["who"]} who
 */
export const formatPlayed = (search, who) => `be&${new URLSearchParams([...formatSearch(search), ...Object.entries(who)])}`;

/**
 * The address part for a race at a moment.
 * @param {Api.Search[]} searches
 * @param {{ by: string, at: number }} moment
 */
export function formatRace(searches, { by, at }) {
  const words = new URLSearchParams(searches.map((each) => ["lane", String(formatSearch(each))]));
  words.set("by", by);
  words.set("at", String(at));
  return `race&${words}`;
}
