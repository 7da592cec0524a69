import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./page.mjs";

const { getPlace, isForWatching, splitAddress } = await load("address.js");
const { formatPlayed, formatRace, formatWatched, parseWish } = await load("watch/address.js");

const MENU = {
  algorithms: [
    { name: "breadth-first", aliases: ["breadth-first", "bfs"] },
    { name: "a-star", aliases: ["a-star", "a*"] },
  ],
  options: [
    { name: "estimate", kind: "estimate" },
    { name: "ties", kind: "ties" },
    { name: "duplicates", kind: "switch" },
    { name: "weight", kind: "number" },
    { name: "nodes", kind: "whole" },
  ],
};

test("an address is a place and a wish", () => {
  assert.deepEqual(splitAddress("#game?discs=5"), { place: "game?discs=5", wish: "" });
  assert.deepEqual(splitAddress("#game?a=1&b=2&watch&event=3"), { place: "game?a=1&b=2", wish: "watch&event=3" });
  assert.deepEqual(splitAddress("#token&odds"), { place: "token", wish: "odds" });
  assert.deepEqual(splitAddress("#game?watched=1"), { place: "game?watched=1", wish: "" });
  assert.deepEqual(splitAddress(""), { place: "", wish: "" });
});

test("lessons and four wishes lead into the room in which searches are watched", () => {
  for (const hash of ["#lesson/a-star", "#game&watch", "#game&race&by=time", "#game?x=1&compare", "#game&be&algorithm=bfs"])
    assert.ok(isForWatching(hash), hash);
  for (const hash of ["#game", "#game&odds", "#lessons", "#game&watched"]) assert.ok(!isForWatching(hash), hash);
});

test("a place is short where it can be typed, else exact", () => {
  assert.equal(getPlace({ address: "game:level", token: "T" }), "game:level");
  assert.equal(getPlace({ address: "", token: "T" }), "T");
});

test("a watched search and its moment survive the address", () => {
  const search = { algorithm: "a-star", estimate: "manhattan", ties: ["deep", "low"], duplicates: false, weight: 1.5, nodes: 40 };
  const wish = formatWatched(search, { event: 12, node: 3 });
  const found = parseWish(wish, MENU);
  assert.deepEqual(found, { way: "watch", searches: [search], event: 12, node: 3, by: "", at: undefined, who: {} });
  assert.equal(parseWish(formatWatched(search, { event: 0, node: -1 }), MENU).node, undefined);
});

test("a search done by hand, and for whom, survive the address", () => {
  const [search, who] = [{ algorithm: "a-star", weight: 1.5 }, { student: "ani", task: "a b&c", key: "=" }];
  const found = parseWish(formatPlayed(search, who), MENU);
  assert.deepEqual([found.way, found.searches, found.who], ["be", [search], who]);
});

test("no tie-break at all is not the usual one", () => {
  const wish = formatWatched({ algorithm: "a-star", ties: [] }, { event: 0, node: -1 });
  assert.deepEqual(parseWish(wish, MENU).searches, [{ algorithm: "a-star", ties: [] }]);
});

test("a race, its measure and its moment survive the address", () => {
  const searches = [{ algorithm: "breadth-first" }, { algorithm: "a-star", ties: ["deep", "low"], duplicates: true }];
  const found = parseWish(formatRace(searches, { by: "memory", at: 1500 }), MENU);
  assert.deepEqual([found.way, found.searches, found.by, found.at], ["race", searches, "memory", 1500]);
});

test("short names are known, unknown ones are kept for the backend to refuse", () => {
  assert.equal(parseWish("watch&algorithm=BFS", MENU).searches[0].algorithm, "breadth-first");
  assert.equal(parseWish("watch&algorithm=sorcery", MENU).searches[0].algorithm, "sorcery");
  assert.deepEqual(parseWish("compare", MENU).way, "compare");
  assert.equal(parseWish("", MENU).way, undefined);
});
