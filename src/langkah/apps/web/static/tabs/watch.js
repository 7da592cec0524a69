// Watching searches from this position: one step by step, a few in a race, or all of them compared; or doing one by
// hand.

/** @import { SessionView } from "../view.js" */

import * as backend from "../backend.js";
import { createButton, fill, h } from "../dom.js";
import { explainError, isAbort } from "../errors.js";
import { formatWhole } from "../numbers.js";
import { describeProgress } from "../search_words.js";
import { T, fillBlanks } from "../texts.js";
import { formatWatched, parseWish } from "../watch/address.js";
import { showBe } from "../watch/be.js";
import { showComparison } from "../watch/compare.js";
import { listLessons } from "../watch/lesson.js";
import { SearchForm, makeUsualSearch } from "../watch/form.js";
import { showPlots } from "../watch/plots.js";
import { showRace } from "../watch/race.js";
import { showReplay } from "../watch/replay.js";
import { slimRows } from "../watch/rows.js";
import { savePage } from "../watch/save.js";

const SOON = 250; // milliseconds a position must stay before its search options are requested
const MOST_LANES = 4;
const BY_HAND = ["estimate", "weight", "width"]; // options used by a search done by hand
const MOST_SMALLER = 2; // boards offered instead of one that is too large

/** @typedef {"watch" | "race" | "compare" | "be" | "lessons"} Way */
/** @typedef {ReturnType<typeof showReplay>} ReplayRoom */

/** @type {Api.SearchMenu} */
const NOTHING = { algorithms: [], usual: { algorithm: "", estimate: null }, estimates: [], ties: [], options: [] };

/**
 * @param {Element} root
 * @param {SessionView} view
 */
export function mount(root, view) {
  const tab = new WatchTab(root, view);
  view.on("sheet", () => tab.learn());
  view.on("position", () => tab.soon());
  view.on("wish", () => tab.fulfil());
  tab.learn();
}

/** The selection of what to watch. */
class WatchTab {
  /**
   * @param {Element} root
   * @param {SessionView} view
   */
  constructor(root, view) {
    this.root = root;
    this.view = view;
    /** @type {Way} */
    this.way = "watch";
    this.menu = NOTHING; // the available options
    /** @type {Api.Search} */
    this.search = { algorithm: "" };
    /** @type {Api.Search} */
    this.played = { algorithm: "" }; // by hand
    /** @type {Api.Search[]} */
    this.lanes = [];
    this.busy = h("div", { class: "working", role: "status" });
    this.waiting = 0; // a timer
    /** @type {symbol | null} */
    this.asked = null;
    /** @type {AbortController | null} */
    this.over = null;
  }

  get saved() {
    return { ...this.view.session.saved, moves: this.view.session.moves, made: this.view.session.position.made };
  }

  soon() {
    clearTimeout(this.waiting);
    this.waiting = this.view.later(() => this.learn(), SOON);
  }

  /** Request the options that fit. Selected ones stay if they still fit. */
  async learn() {
    const asked = (this.asked = Symbol("asked"));
    try {
      const menu = await backend.fetchSearches(this.saved);
      if (asked !== this.asked || this.view.gone) return;
      const fits = (/** @type {Api.Search} */ search) => menu.algorithms.some(({ name }) => name === search.algorithm);
      const names = [menu.usual.algorithm, ...menu.algorithms.map(({ name }) => name)];
      this.menu = menu;
      if (!fits(this.search)) this.search = makeUsualSearch(menu);
      this.lanes = this.lanes.filter(fits);
      for (const name of new Set(names)) if (this.lanes.length < 2) this.lanes.push(makeUsualSearch(menu, name));
      this.show();
      this.fulfil();
    } catch (error) {
      if (asked === this.asked) this.view.session.fail(error);
    }
  }

  /** Open what the address asks for, once. */
  fulfil() {
    if (!this.view.wish || this.menu === NOTHING ) return;
    const { way, searches, who, ...where } = parseWish(this.view.wish, this.menu);
    this.view.wish = "";
    if (way === "watch") this.watch(searches[0].algorithm ? searches[0] : makeUsualSearch(this.menu), where);
    else if (way === "race") this.race(searches, where);
    else if (way === "compare") this.compare();
    else if (way === "be") this.be(searches[0].algorithm ? searches[0] : makeUsualSearch(this.menu), who);
  }

  show() {
    /** @type {[Way, string][]} */
    const ways = [
      ["watch", T.watchOne],
      ["race", T.race],
      ["compare", T.compare],
      ["be", T.be],
      ["lessons", T.lessons],
    ];
    const forms = {
      watch: () => this.watchForm(),
      race: () => this.raceForm(),
      compare: () => this.compareForm(),
      be: () => this.beForm(),
      lessons: () => this.lessonList(),
    };
    fill(this.busy);
    fill(
      this.root,
      h(
        "div",
        { class: "choice ways", role: "group" },
        ways.map(([name, words]) =>
          h(
            "button",
            {
              type: "button",
              "data-way": name,
              "aria-pressed": String(name === this.way),
              onclick: () => this.turn(name),
            },
            words,
          ),
        ),
      ),
      forms[this.way](),
      this.busy,
    );
  }

  /** @param {Way} way */
  turn(way) {
    this.way = way;
    this.show();
    /** @type {HTMLElement | null} */ (this.root.querySelector(`[data-way="${way}"]`))?.focus();
  }

  watchForm() {
    const form = new SearchForm(this.menu, this.search, (search) => (this.search = search));
    return [
      h("p", { class: "quiet" }, T.watchHelp),
      form.root,
      createButton("play", T.record, () => this.watch(form.search), { kind: "main", "data-do": "record" }),
      createButton("save", T.worksheet, () => this.makeSheet(form.search), { title: T.worksheetHelp, "data-do": "worksheet" }),
    ];
  }

  raceForm() {
    const add = () => {
      this.lanes = [...this.lanes, makeUsualSearch(this.menu)];
      this.show();
    };
    return [
      h("p", { class: "quiet" }, T.raceHelp),
      h(
        "ol",
        { class: "entries" },
        this.lanes.map((search, index) => this.createEntry(search, index)),
      ),
      this.lanes.length < MOST_LANES && createButton("plus", T.addLane, add, { "data-do": "add-lane" }),
      createButton("flag", T.startRace, () => this.race(this.lanes), { kind: "main", "data-do": "race" }),
    ];
  }

  /**
   * @param {Api.Search} search
   * @param {number} index
   */
  createEntry(search, index) {
    const form = new SearchForm(this.menu, search, (chosen) => (this.lanes[index] = chosen));
    const drop = () => {
      this.lanes = this.lanes.filter((_lane, place) => place !== index);
      this.show();
    };
    return h(
      "li",
      { "data-entry": index },
      h("span", { class: `dot piece-${index}` }),
      form.root,
      this.lanes.length > 2 && createButton("close", T.removeLane, drop, { kind: "bare round", quiet: true }),
    );
  }

  compareForm() {
    const input = h("input", {
      ...{ type: "file", accept: ".jsonl", class: "unseen", tabindex: "-1", "aria-label": T.openRows },
      ...{ "data-file": "rows", onchange: () => this.openRows(input) },
    });
    return [
      h("p", { class: "quiet" }, T.compareHelp),
      createButton("levels", T.compareAll, () => this.compare(), { kind: "main", "data-do": "compare" }),
      h("p", { class: "quiet" }, T.openRowsHelp),
      h("div", { class: "row" }, createButton("load", T.openRows, () => input.click(), { "data-do": "open rows" }), input),
    ];
  }

  beForm() {
    const algorithms = this.menu.algorithms.filter(({ playable }) => playable);
    if (!algorithms.length) return [h("p", { class: "quiet" }, T.beNone)];
    const options = this.menu.options.filter(({ name }) => BY_HAND.includes(name));
    const known = algorithms.some(({ name }) => name === this.played.algorithm);
    if (!known) this.played = { algorithm: algorithms[0].name };
    const form = new SearchForm({ ...this.menu, algorithms, options }, this.played, (search) => (this.played = search));
    return [
      h("p", { class: "quiet" }, T.beHelp),
      form.root,
      createButton("play", T.beStart, () => this.be(form.search), { kind: "main", "data-do": "be" }),
    ];
  }

  lessonList() {
    const room = h("div", {});
    listLessons().then(
      (list) => fill(room, list),
      (error) => this.view.session.fail(error),
    );
    return [h("p", { class: "quiet" }, T.lessonsHelp), room];
  }

  // Actions

  /**
   * Record a search and show it. The first events of a large one are shown while it continues.
   * @param {Api.Search} search
   * @param {{ event?: number, node?: number }} [where]
   */
  watch(search, where) {
    const { saved } = this;
    /** @type {ReplayRoom | null} */
    let room = null; // the room with the first events
    const begin = (/** @type {Api.Trace} */ first) => {
      if ((where?.event ?? 0) > first.events.kind.length) return; // the requested event comes later
      const { over } = this;
      room = showReplay(this.view, first, search, where);
      room.over.signal.addEventListener("abort", () => over?.abort());
    };
    const ask = (/** @type {Api.Calls} */ { signal, progress }) => {
      const hear = (/** @type {Api.Progress} */ said) => {
        const { part, told, expanded } = said;
        if (part === "first") return begin(told);
        if (part !== "size") progress?.(said);
        const [text, n] = part === "size" ? [T.moreEvents, told.events] : [T.firstEvents, expanded];
        room?.tell("", h("span", { class: "spinner" }), " ", fillBlanks(text, { n: formatWhole(n) }));
      };
      return backend.record(saved, search, { signal, progress: hear });
    };
    return this.work(ask, (data) => {
      if (room) room.replace(data);
      else room = showReplay(this.view, data, search, where);
      if (data.left && !data.goals.length) this.offerSmaller(room, data, search);
    });
  }

  /**
   * Let the browser save a worksheet about a search: a page to print, with solutions on separate pages.
   * @param {Api.Search} search
   */
  makeSheet(search) {
    const { saved } = this;
    return this.work(
      (calls) => backend.makeWorksheet(saved, search, calls),
      ({ page, problem, algorithm }) => savePage(page, `${T.worksheet} ${problem} ${algorithm}`),
    );
  }

  /**
   * Offer boards of this game on which a search finishes, if it was too long to be shown.
   * @param {ReplayRoom} room
   * @param {Api.Trace} data
   * @param {Api.Search} search
   */
  async offerSmaller(room, data, search) {
    const here = this.view.session.saved.problem;
    const { levels } = await backend.fetchLevels(here.split(":")[0]).catch(() => ({ levels: [] }));
    const known = levels.filter(({ name, least }) => least && name !== here);
    const some = known.sort((a, b) => (a.least ?? 0) - (b.least ?? 0)).slice(0, MOST_SMALLER);
    if (!some.length || room.over.signal.aborted) return;
    const words = formatWatched(search, { event: 0, node: -1 });
    const link = (/** @type {Api.Level} */ { name, title }) => h("a", { href: `#${name}&${words}` }, title);
    room.tell(data.verdict, `${data.left} ${T.smallerBoards}`, some.map(link));
  }

  /**
   * @param {Api.Search[]} searches
   * @param {{ by?: string, at?: number }} [where]
   */
  race(searches, where) {
    const { saved } = this;
    return this.work(
      (calls) => backend.race(saved, searches, calls),
      (data) => showRace(this.view, data, searches, where),
    );
  }

  compare() {
    const { saved } = this;
    /** @type {Parameters<typeof showComparison>[2]} */
    const then = { watch: (search) => this.watch(search), race: (searches) => this.race(searches) };
    return this.work(
      (calls) => backend.compare(saved, calls),
      (data) => showComparison(this.view, data, then),
    );
  }

  /**
   * Show the plots of an experiment.
   * @param {HTMLInputElement} input
   */
  async openRows(input) {
    const [file] = input.files ?? [];
    input.value = "";
    if (!file) return;
    const wish = { text: slimRows(await file.text()), name: file.name };
    return this.work(
      (calls) => backend.drawPlots(wish, calls),
      (data) => showPlots(this.view, data, (first, second) => backend.drawPlots({ ...wish, first, second })),
    );
  }

  /**
   * Let the user do a search by hand.
   * @param {Api.Search} search
   * @param {Parameters<typeof showBe>[4]} [who]
   */
  be(search, who) {
    const { saved } = this;
    /** @type {Parameters<typeof showBe>[3]} */
    const ask = (wish) => backend.expandNext({ saved, search, ...wish });
    return this.work(
      () => ask({}),
      (first) => showBe(this.view, first, search, ask, who),
    );
  }

  /**
   * Run a task with progress and a stop button, then show its result.
   * @template A
   * @param {(calls: Api.Calls) => Promise<A>} ask
   * @param {(answer: A) => unknown} then
   */
  async work(ask, then) {
    if (this.view.gone) return;
    this.over?.abort();
    const over = (this.over = new AbortController());
    this.view.over.signal.addEventListener("abort", () => over.abort());
    const words = h("span", {}, T.searching);
    fill(
      this.busy,
      h("span", { class: "spinner" }),
      words,
      h("button", { type: "button", class: "link", "data-do": "stop-search", onclick: () => over.abort() }, T.stop),
    );
    const progress = (/** @type {Api.Progress} */ said) => (words.textContent = describeProgress(said));
    try {
      const data = await ask({ signal: over.signal, progress });
      fill(this.busy);
      if (!over.signal.aborted) then(data);
    } catch (error) {
      fill(this.busy);
      if (!isAbort(error)) fill(this.busy, h("p", { class: "refusal" }, explainError(error)));
    }
  }
}
