// How the search of the documents ranks what it finds: as Sphinx does, with history after everything else.
"use strict";
var Scorer = {
  score: ([name, , , , score]) => score - (name === "changelog" ? 1000 : 0),
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
