// The only file that depends on the format of the backend's requests. Everything is plain JSON made by plain Python;
// `connection.js` sends it to a server and, on the static site, another file of that name to Python in the browser.

import { awaitResult, requestJson } from "./connection.js";
export { setLanguage } from "./connection.js";

/** @type {() => Promise<Api.Home>} */
export const fetchGames = () => requestJson("games");

/** @type {(game: string) => Promise<Api.Levels>} */
export const fetchLevels = (game) => requestJson(`levels?game=${encodeURIComponent(game)}`);

/** @type {(name: string, settings: Record<string, Json>) => Promise<Api.Sheet>} */
export const fetchProblem = (name, settings) => requestJson("problem", { problem: name, settings });

/** @type {(wish: Api.NewPuzzleRequest, calls?: Api.Calls) => Promise<Api.NewPuzzle>} */
export const makePuzzle = (wish, calls) => awaitResult("new", wish, calls);

/** @type {(saved: Api.Saved) => Promise<Api.Position>} */
export const fetchPosition = (saved) => requestJson("position", saved);

/** @type {(saved: Api.Saved, deed: Api.ActRequest["deed"]) => Promise<Api.Done>} */
export const act = (saved, deed) => requestJson("act", { saved, deed });

/** @type {(saved: Api.Saved) => Promise<Api.Frames>} */
export const fetchFrames = (saved) => requestJson("frames", saved);

/** @type {(token: string) => Promise<Api.Position>} */
export const openLink = (token) => requestJson("link", { token });

/** @type {(name: string, settings: Record<string, Json>) => Promise<Api.File>} */
export const writeFile = (name, settings) => requestJson("file", { problem: name, settings });

/** @type {(text: string) => Promise<Api.Position>} */
export const readFile = (text) => requestJson("read", { text });

/** @type {(text: string, first?: number) => Promise<Api.LevelFile>} */
export const readLevels = (text, first = 1) => requestJson("read/levels", { text, first });

/** @type {() => Promise<Api.Texts>} */
export const fetchTexts = () => requestJson("texts");

/**
 * Run a task that may take time. Aborting the signal ends it, wherever it runs.
 * @template {Api.Work["task"]} K
 * @param {K} task
 * @param {Api.Saved} saved
 * @param {Api.Calls & { algorithm?: string, seconds?: number }} [options]
 * @returns {Promise<Api.Tasks[K]["answer"]>}
 */
export const runTask = (task, saved, { signal, progress, ...options } = {}) =>
  awaitResult("work", { task, saved, ...options }, { signal, progress });

/** @type {(saved: Api.Saved) => Promise<Api.SearchMenu>} */
export const fetchSearches = (saved) => requestJson("searches", saved);

/** @type {(saved: Api.Saved, search: Api.Search, calls: Api.Calls) => Promise<Api.Trace>} */
export const record = (saved, search, calls) => awaitResult("record", { saved, search }, calls);

/** @type {(saved: Api.Saved, search: Api.Search, calls: Api.Calls) => Promise<Api.Worksheet>} */
export const makeWorksheet = (saved, search, calls) => awaitResult("worksheet", { saved, search }, calls);

/** @type {(wish: Api.BeAlgorithmRequest, calls?: Api.Calls) => Promise<Api.BeAlgorithm>} */
export const expandNext = (wish) => requestJson("be", wish);

/** @type {(saved: Api.Saved, calls: Api.Calls) => Promise<Api.Proof>} */
export const prove = (saved, calls) => awaitResult("prove", { saved }, calls);

/** @type {(data: string, saved: Api.Saved, calls: Api.Calls) => Promise<Api.CheckedProof>} */
export const checkProof = (data, saved, calls) => awaitResult("check", { data, saved }, calls);

/** @type {() => Promise<Api.Lessons>} */
export const fetchLessons = () => requestJson("lessons", {});

/** @type {(name: string, calls?: Api.Calls) => Promise<Api.Trace>} */
export const fetchLesson = (name, calls) => awaitResult("lesson", { name }, calls);

/** @type {(saved: Api.Saved, searches: Api.Search[], calls: Api.Calls) => Promise<Api.Race>} */
export const race = (saved, searches, calls) => awaitResult("race", { saved, searches }, calls);

/** @type {(saved: Api.Saved, calls: Api.Calls) => Promise<Api.Comparison>} */
export const compare = (saved, calls) => awaitResult("compare", { saved }, calls);

/** @type {(wish: Api.PlotsRequest, calls?: Api.Calls) => Promise<Api.Plots>} */
export const drawPlots = (wish, calls) => awaitResult("plots", wish, calls);

/** @type {(saved: Api.Saved, layout: Api.MapRequest["layout"], calls: Api.Calls) => Promise<Api.SpaceMap>} */
export const fetchMap = (saved, layout, calls) => awaitResult("map", { saved, layout }, calls);

/** @type {(saved: Api.Saved, way: number[]) => Promise<Api.MapPlace>} */
export const fetchPlace = (saved, way) => requestJson("map/place", { saved, way });

/** @type {(saved: Api.Saved) => Promise<Api.MapWay>} */
export const fetchWay = (saved) => requestJson("map/way", saved);

/**
 * The odds of a game with dice: everything ("", part by part), or seats, jumps, choices, games.
 * @template {"" | "seats" | "jumps" | "choices" | "games"} K
 * @param {K} about
 * @param {Api.Saved} saved
 * @param {object} wish
 * @param {Api.Calls} calls
 * @returns {Promise<Api.Tasks[K extends "" ? "odds" : `odds of ${Exclude<K, "">}`]["answer"]>}
 */
export const computeOdds = (about, saved, wish, calls) =>
  awaitResult(about ? `odds/${about}` : "odds", { saved, ...wish }, calls);
