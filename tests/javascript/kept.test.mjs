// Data stored in the browser: progress, and drafts of new puzzles.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { forgetAll, load } from "./page.mjs";

const progress = await load("progress.js");
const learned = await load("learned.js");
const drafts = await load("site/drafts.js");

beforeEach(forgetAll);

const position = (token, made, ending = null) => ({ saved: { problem: "game" }, token, made, ending });

test("the better of two results stays, and one without help is better than none", () => {
  const saved = { problem: "game", settings: { b: [1], a: 2 } };
  assert.equal(progress.nameResult(saved), "game?a=2&b=[1]");
  assert.equal(progress.nameResult({ problem: "game:level" }), "game:level");
  for (const [cost, best] of [[null, null], [9, 9], [12, 9], [null, 9], [7, 7]]) {
    progress.noteSolved(saved, cost);
    assert.deepEqual(progress.readProgress().solved, { "game?a=2&b=[1]": { best } });
  }
});

test("one comes back to a game under way, and to none that is over or has not begun", () => {
  progress.notePlace("game", position("T0", 0));
  assert.deepEqual(progress.readProgress().places, {});
  progress.notePlace("game", position("T3", 3));
  assert.equal(progress.readProgress().places.game.place, "T3");
  progress.notePlace("game", position("T0", 0));
  assert.equal(progress.readProgress().places.game.place, "T3", "starting again forgets nothing");
  progress.notePlace("game", position("T9", 9, { won: true }));
  assert.deepEqual(progress.readProgress().places, {});
});

test("what another browser knows is added: better results, later places", () => {
  progress.noteSolved({ problem: "one" }, 5);
  progress.notePlace("game", position("here", 3));
  const now = progress.readProgress().places.game.at;
  const solved = { one: { best: 7 }, two: { best: null } };
  progress.mergeProgress({ langkah: 1, solved, places: { game: { place: "old", made: 1, at: now - 1 } } });
  assert.deepEqual(progress.readProgress().solved, { one: { best: 5 }, two: { best: null } });
  assert.equal(progress.readProgress().places.game.place, "here");
  progress.mergeProgress({ langkah: 1, solved: {}, places: { game: { place: "new", made: 1, at: now + 1 } } });
  assert.equal(progress.readProgress().places.game.place, "new");
  progress.forgetProgress();
  assert.deepEqual(progress.readProgress(), { langkah: 1, solved: {}, places: {}, days: {} });
});

test("a file carries stars, days and lessons to another browser", () => {
  progress.noteSolved({ problem: "one" }, 5, { least: true, alone: true });
  progress.noteDay("2026-11-18", { made: 21, least: 19 });
  learned.noteLearned("breadth-first");
  const file = progress.writeFile();
  forgetAll();
  assert.deepEqual(learned.listLearned(), []);
  learned.noteLearned("depth-first");
  progress.mergeProgress(progress.parseProgress(file));
  assert.deepEqual(progress.readProgress().solved, { one: { best: 5, least: true, alone: true } });
  assert.deepEqual(progress.readProgress().days, { "2026-11-18": { made: 21, least: 19 } });
  assert.deepEqual(learned.listLearned(), ["depth-first", "breadth-first"]);
  for (const lessons of ["all", [7], ["<b>"], Array(501).fill("a")])
    assert.equal(progress.parseProgress(JSON.stringify({ ...JSON.parse(file), lessons })), null);
});

test("what was not written here is refused, and no harm done", () => {
  const days = { "2026-11-18": { made: 21, least: 19 } };
  const solved = { a: { best: 3, least: true, alone: false } };
  const good = { langkah: 1, solved, places: { g: { place: "T", made: 1, at: 2 } }, days };
  assert.deepEqual(progress.parseProgress(JSON.stringify(good)), good);
  const before = { langkah: 1, solved: { a: { best: 3 } }, places: {} }; // progress stored by a version without days
  assert.deepEqual(progress.parseProgress(JSON.stringify(before)), { ...before, days: {} });
  const bad = [
    { ...good, langkah: 2 },
    { ...good, solved: [] },
    { ...good, places: null },
    { ...good, solved: { a: { best: -1 } } },
    { ...good, solved: { a: { best: 1, least: "yes" } } },
    { ...good, days: { yesterday: { made: 1, least: 1 } } },
    { ...good, days: { "2026-11-18": { made: "1", least: 1 } } },
    { ...good, solved: { a: { best: "3" } } },
    { ...good, solved: { ["a".repeat(301)]: { best: 3 } } },
    { ...good, places: { g: { place: "T".repeat(20_001), made: 1, at: 2 } } },
    { ...good, places: { g: { place: 3, made: 1, at: 2 } } },
    { ...good, places: Object.fromEntries(Array.from({ length: 51 }, (_, each) => [each, good.places.g])) },
    null,
    7,
  ];
  for (const each of bad) assert.equal(progress.parseProgress(JSON.stringify(each)), null, JSON.stringify(each));
  for (const text of ["", "{", "null", '{"langkah": NaN}']) assert.equal(progress.parseProgress(text), null, text);
  localStorage.setItem("progress", "{ damaged");
  assert.deepEqual(progress.readProgress(), { langkah: 1, solved: {}, places: {}, days: {} });
});

test("a browser that keeps nothing is played in all the same", () => {
  const { setItem, getItem } = localStorage;
  localStorage.setItem = localStorage.getItem = () => {
    throw new Error("no room");
  };
  try {
    progress.noteSolved({ problem: "one" }, 5);
    assert.deepEqual(progress.readProgress().solved, {});
  } finally {
    Object.assign(localStorage, { setItem, getItem });
  }
});

test("whatever takes the place of a draft, the draft goes to those from before", () => {
  assert.equal(drafts.beginDraft("class A: ..."), false);
  assert.equal(drafts.beginDraft("class B: ..."), false, "nobody wrote what a template said");
  drafts.keepDraft("class B: mine");
  assert.equal(drafts.beginDraft("class C: ..."), true);
  assert.deepEqual(drafts.listDrafts().map(({ code }) => code), ["class B: mine"]);
  localStorage.setItem("draft", "class D: another tab");
  drafts.keepDraft("class C: this tab");
  assert.deepEqual(drafts.listDrafts().map(({ code }) => code), ["class D: another tab", "class B: mine"]);
  assert.equal(drafts.readDraft(), "class C: this tab");
});

test("only so many drafts are kept, the newest first, none twice", () => {
  for (let each = 0; each < 20; each += 1) {
    drafts.beginDraft("template");
    drafts.keepDraft(`mine ${each}`);
  }
  drafts.keepDraft("mine 12");
  drafts.beginDraft("template");
  const codes = drafts.listDrafts().map(({ code }) => code);
  assert.equal(codes.length, 12);
  assert.deepEqual(codes.slice(0, 3), ["mine 12", "mine 18", "mine 17"]);
});

test("a draft is called by its last class", () => {
  assert.equal(drafts.nameDraft("class A(Puzzle):\n  x\nclass Bee:\n"), "Bee");
  assert.equal(drafts.nameDraft("  def f(): pass"), "def f(): pass");
});
