// The map of the whole space: every position is a point. The path played so far is drawn on it, and a click goes to a
// state. A partial map is requested again during play, and grows.

/** @import { MapView } from "../space_map/map_view.js" */
/** @import { SessionView } from "../view.js" */

import * as backend from "../backend.js";
import { fill, h } from "../dom.js";
import { explainError, isAbort } from "../errors.js";
import { describeProgress } from "../search_words.js";
import { T } from "../texts.js";

const SOON = 500; // milliseconds a position must stay before a partial map is requested again
const NARROW = 940; // window width in pixels below which the map is under the board
const MOST_BOARDS = 400; // cached boards

/** @typedef {Api.MapRequest["layout"]} Layout */

/**
 * @param {HTMLElement} root
 * @param {SessionView} view
 */
export function mount(root, view) {
  const tab = new MapTab(root, view);
  if (view.wish === "map") view.wish = "";
  view.on("position", () => tab.follow());
  view.on("tab", () => tab.follow());
  view.over.signal.addEventListener("abort", () => tab.leave());
  tab.follow();
}

class MapTab {
  /**
   * @param {HTMLElement} root
   * @param {SessionView} view
   */
  constructor(root, view) {
    this.root = root;
    this.view = view;
    /** @type {Layout} */
    this.layout = "shape";
    /** @type {MapView | null} */
    this.map = null;
    this.shown = ""; // the problem whose map is requested or shown
    /** @type {AbortController | null} */
    this.over = null;
    this.waiting = 0; // a timer
    /** @type {Map<number, Promise<Api.Scene>>} */
    this.boards = new Map();
    this.busy = h("div", { class: "working", role: "status" });
    this.room = h("div", { class: "map-room" });
    this.about = h("p", { class: "quiet" });
    this.choice = h("div", { class: "choice ways", role: "group", "aria-label": T.mapLayout });
    fill(root, h("div", { class: "map-head" }, this.about, this.choice), this.busy, this.room);
  }

  /** The current session, as requests send it. */
  get saved() {
    const { session } = this.view;
    return { ...session.saved, moves: session.moves, made: session.position.made };
  }

  /** The problem alone, from its start. */
  get problem() {
    return { ...this.view.session.saved, moves: [], made: 0 };
  }

  /** Draw the path played so far; request another map if this one shows another space, or only a part. */
  async follow() {
    if (this.root.hidden || this.view.gone) return;
    const { position } = this.view.session;
    const key = JSON.stringify([this.layout, this.problem.problem, this.problem.settings]);
    if (key !== this.shown) {
      this.shown = key;
      return this.load();
    }
    const { map } = this;
    if (!map) return;
    clearTimeout(this.waiting);
    if (!map.data.whole) this.waiting = this.view.later(() => this.load(), SOON);
    try {
      const { way } = await backend.fetchWay(this.saved);
      if (this.map === map && this.view.session.position === position) map.follow(map.space.follow(way));
    } catch (error) {
      this.view.session.fail(error);
    }
  }

  /** Request the map. */
  async load() {
    this.over?.abort();
    const over = (this.over = new AbortController());
    const words = h("span", {}, T.mapMaking);
    const stop = h("button", { type: "button", class: "link", onclick: () => over.abort() }, T.stop);
    if (!this.map?.data.problem || this.map.data.whole) fill(this.busy, h("span", { class: "spinner" }), words, stop);
    const progress = (/** @type {Api.Progress} */ said) => (words.textContent = describeProgress(said));
    try {
      const [data, { MapView }] = await Promise.all([
        backend.fetchMap(this.saved, this.layout, { signal: over.signal, progress }),
        import("../space_map/map_view.js"),
      ]);
      if (over.signal.aborted || this.view.gone) return;
      fill(this.busy);
      this.show(new MapView(data, { ...this.host, goThere: T.mapGo }));
    } catch (error) {
      fill(this.busy);
      if (!isAbort(error)) fill(this.busy, h("p", { class: "refusal" }, explainError(error)));
    }
  }

  /** @param {MapView} map */
  show(map) {
    const before = this.map;
    const grows = before && !map.data.whole && before.data.problem === map.data.problem && before.data.layout === map.data.layout;
    if (grows) map.space.alignTo(before.space);
    this.boards.clear();
    this.map = map;
    this.about.textContent = map.data.whole ? map.data.about : T.mapPart;
    /** @type {[Layout, string][]} */
    const layouts = [
      ["shape", T.mapShape],
      ["rings", T.mapRings],
    ];
    fill(
      this.choice,
      layouts.map(([name, words]) =>
        h(
          "button",
          {
            type: "button",
            "data-layout": name,
            "aria-pressed": String(name === this.layout),
            onclick: () => ((this.layout = name), this.follow()),
          },
          words,
        ),
      ),
    );
    fill(this.room, map.root);
    map.begin();
    before?.leave();
    if (!before && innerWidth < NARROW) this.root.closest(".drawer")?.scrollIntoView({ block: "start" });
  }

  get host() {
    return {
      board: (/** @type {number} */ state) => this.fetchBoard(state),
      pick: (/** @type {number} */ state) => this.go(state),
    };
  }

  /** @param {number} state */
  async fetchBoard(state) {
    const way = this.map?.space.findWay(0, state);
    if (!this.map || !way) return null;
    const known = this.boards.get(state);
    if (known) return known;
    if (this.boards.size > MOST_BOARDS) this.boards.clear();
    const asked = backend.fetchPlace(this.problem, this.map.space.toOrdinals(way)).then(({ scene }) => scene);
    this.boards.set(state, asked);
    return asked.catch(() => null);
  }

  /**
   * Go to a state: back along the path played, forward from here, or from the start.
   * @param {number} state
   */
  async go(state) {
    const { session } = this.view;
    const { map } = this;
    if (!map) return;
    const { trail } = map.painter;
    const made = trail.lastIndexOf(state);
    if (made >= 0) return session.goto(made);
    const onward = map.space.findWay(trail[trail.length - 1], state);
    const way = onward ? [...trail, ...onward.slice(1)] : map.space.findWay(0, state);
    if (!way) return;
    try {
      const { moves } = await backend.fetchPlace(this.problem, map.space.toOrdinals(way));
      await session.bring({ moves, made: moves.length }, "map");
    } catch (error) {
      session.fail(error);
    }
  }

  leave() {
    this.over?.abort();
    this.map?.leave();
  }
}
