// How the search of the documents ranks what it finds: as Sphinx does, with history last and, of equals, the pages
// for players and puzzle makers first.
"use strict";
var FIRST = ["index", "page", "watching", "tutorials/students", "own-puzzles", "reference/games"];
var Scorer = {
  score: ([name, , , , score]) => score + (name === "changelog" ? -1000 : FIRST.includes(name) ? 1 : 0),
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
