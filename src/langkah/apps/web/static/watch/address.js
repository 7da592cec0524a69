// What is watched, as it stands in the address behind the position: #POSITION&watch&algorithm=...&event=12. A search is
// the same whenever it is made again, so a link needs only what was asked for, and the moment.

const NUMBERS = ["weight", "width", "nodes", "depth"];
const SWITCHES = { duplicates: true, find_all: false }; // and what they are where nothing is said

/** A search in a few words: only what is not as usual. */
export function told(search) {
  const found = new URLSearchParams({ algorithm: search.algorithm });
  if (search.estimate) found.set("estimate", search.estimate);
  if (search.ties) found.set("ties", search.ties.join(","));
  for (const name of NUMBERS) if (search[name] !== undefined) found.set(name, search[name]);
  for (const [name, usual] of Object.entries(SWITCHES)) {
    if ((search[name] ?? usual) !== usual) found.set(name, Number(!usual));
  }
  return found;
}

/** The search that some words stand for. */
export function meant(words) {
  const found = { algorithm: words.get("algorithm") ?? "" };
  if (words.get("estimate")) found.estimate = words.get("estimate");
  if (words.get("ties")) found.ties = words.get("ties").split(",");
  for (const name of NUMBERS) if (words.has(name)) found[name] = Number(words.get(name));
  for (const name of Object.keys(SWITCHES)) if (words.has(name)) found[name] = words.get(name) === "1";
  return found;
}

/** What an address wishes: {way, searches, ...}; the way is watch, race or compare. */
export function read(wish) {
  const words = new URLSearchParams(wish);
  const way = ["watch", "race", "compare"].find((each) => words.has(each));
  const lanes = words.getAll("lane").map((lane) => meant(new URLSearchParams(lane)));
  const number = (name) => (words.has(name) ? Number(words.get(name)) : undefined);
  const where = { event: number("event"), node: number("node"), by: words.get("by") ?? "", at: number("at") };
  return { way, searches: way === "race" ? lanes : [meant(words)], ...where };
}

/** The words for a search that is watched, at a moment. */
export function watched(search, { event, node }) {
  const words = told(search);
  words.set("event", event);
  if (node >= 0) words.set("node", node);
  return `watch&${words}`;
}

/** The words for a race, at a moment. */
export function raced(searches, { by, at }) {
  const words = new URLSearchParams(searches.map((each) => ["lane", String(told(each))]));
  words.set("by", by);
  words.set("at", at);
  return `race&${words}`;
}
