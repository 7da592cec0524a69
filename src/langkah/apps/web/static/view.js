// The view of a session: the board in the middle, facts about the position, actions, and a drawer of tabs.

/** @import { Motion } from "./replay/canvas.js" */
/** @import { SessionEvents } from "./session.js" */

import { getPlace } from "./address.js";
import { Board } from "./board.js";
import { fill, findElement, h, prefersStillness } from "./dom.js";
import { Playback } from "./playback.js";
import { Session } from "./session.js";
import { createActions } from "./parts/actions.js";
import { createChoices } from "./parts/choices.js";
import { createDice } from "./parts/dice.js";
import { createEnding } from "./parts/ending.js";
import { createMessage } from "./parts/message.js";
import { createPlayers } from "./parts/players.js";
import { createScore } from "./parts/score.js";
import { createTabs } from "./parts/tabs.js";
import { createTransport } from "./parts/transport.js";
import { bindKeys } from "./keys.js";
import { createMore } from "./learn.js";
import { notePlace } from "./progress.js";
import { T, fillBlanks } from "./texts.js";

const GLIDE = 240; // milliseconds
const LIFTED = 420; // for routes with corners

export class SessionView {
  /**
   * @param {Element} main
   * @param {string} wish
   */
  constructor(main, wish) {
    this.wish = wish; // what the address asks to watch
    this.session = new Session();
    this.board = new Board();
    this.playback = new Playback(this.session, this.board);
    this.over = new AbortController();
    this.reader = h("pre", { class: "unseen", id: "board-text" });
    this.easel = h("div", { class: "easel" }); // the editor's place, instead of the board
    this.stage = h("div", { class: "stage" }, this.board.root, this.easel);
    this.title = h("h1", { class: "problem" });
    this.level = h("p", { class: "level-name" });
    this.ending = createEnding(this);
    const told = [T.keysBoard, T.keysGame].map((text) => h("p", {}, text));
    this.help = h("details", { class: "help quiet" }, h("summary", {}, T.keys), told, createMore());
    this.table = h("div", { class: "table" });
    fill(
      main,
      fill(
        this.table,
        h("section", { class: "head" }, h("div", {}, this.title, this.level), createScore(this)),
        h(
          "section",
          { class: "ground", "aria-label": T.board },
          this.stage,
          createDice(this),
          createTransport(this),
          h("div", { role: "region", "aria-label": T.boardAsText }, this.reader),
        ),
        h(
          "section",
          { class: "doing" },
          createMessage(this),
          createActions(this),
          createChoices(this),
          createPlayers(this),
          this.ending,
        ),
        h("section", { class: "drawer" }, createTabs(this), this.help),
      ),
    );
    this.connect();
    bindKeys(this);
    window.scrollTo(0, 0);
  }

  /**
   * Listen to the session as long as this view is shown.
   * @template {keyof SessionEvents} K
   * @param {K} name
   * @param {(detail: SessionEvents[K]) => unknown} listener
   */
  on(name, listener) {
    const hear = (/** @type {Event} */ event) => listener(/** @type {CustomEvent} */ (event).detail);
    this.session.addEventListener(name, hear, { signal: this.over.signal });
  }

  /**
   * Run a function after a delay, if this view is still shown.
   * @param {() => unknown} deed
   * @param {number} time
   */
  later(deed, time) {
    return setTimeout(() => this.gone || deed(), time);
  }

  get gone() {
    return this.over.signal.aborted;
  }

  connect() {
    this.board.waits = () => this.session.acting > 0;
    this.board.addEventListener("touched", () => this.playback.pause());
    this.on("ready", () => this.board.resume());
    this.board.addEventListener("deed", async (event) => {
      if (this.playback.playing) await this.playback.pause();
      await this.session.act(/** @type {CustomEvent<Api.ActRequest["deed"]>} */ (event).detail);
    });
    this.on("position", (detail) => this.show(detail));
    this.on("sheet", () => this.showSheet());
    this.on("tab", ({ name }) => (this.table.dataset.tab = name));
    this.on("refused", ({ deed, text }) => {
      this.table.dataset.names = ""; // messages use the names of pieces
      this.board.refuse(deed);
      findElement("said").textContent = text;
    });
    this.on("advice", () => {
      if (this.session.hint) this.table.dataset.names = "";
      this.board.mark(this.session.marks);
      this.board.guide(this.session.hint);
    });
  }

  /** Show facts about the problem, such as its level. */
  showSheet() {
    const { sheet } = this.session;
    if (!sheet) return;
    const { level, meaning } = sheet;
    this.level.textContent = describeOrder(this.session.order) || (meaning ? `${level} · ${meaning}` : level);
    this.note();
  }

  /** Save the current place for a later visit. */
  note() {
    const { sheet, position } = this.session;
    if (sheet) notePlace(sheet.game, position);
  }

  /** @param {SessionEvents["position"]} detail */
  show({ old, cause }) {
    const { position } = this.session;
    delete this.table.dataset.names;
    this.board.guide(null);
    this.board.mark([]);
    this.board.show(position, cause === "frames-end" ? {} : planMotion(old, position));
    this.title.textContent = position.title;
    this.level.classList.toggle("given", position.saved.problem.includes(":") || Boolean(this.session.order));
    this.reader.textContent = `${position.scene.title}\n${position.text}`;
    document.title = `${position.title} · Langkah`;
    if (cause === "begun") history.pushState(null, "", `#${getPlace(position)}`);
    else history.replaceState(null, "", `#${getPlace(position)}`);
    if (cause === "opened") this.arrive();
    this.note();
    this.stage.style.setProperty("--across", String(position.scene.width + 0.5));
    this.stage.style.setProperty("--down", String(position.scene.height + 0.5));
  }

  /** Focus the board, unless another element is in use. */
  arrive() {
    const at = document.activeElement;
    if (!at || at === document.body || at.id === "main" || !at.isConnected) this.board.arrive();
  }

  /** Show the keyboard help, or close it. */
  toggleHelp() {
    this.help.open = !this.help.open;
    if (this.help.open) this.help.scrollIntoView({ block: "nearest" });
  }

  /** Close the topmost panel. */
  putAway() {
    this.ending.hidden = true;
  }

  leave() {
    this.over.abort();
    this.session.leave();
    this.playback.pause({ quiet: true });
  }
}

/**
 * The title of a new puzzle.
 * @param {import("./new_puzzle.js").Order | null} order
 */
const describeOrder = (order) =>
  order ? `${order.day ? fillBlanks(T.dayOf, { day: order.day }) : T.newPuzzle} · ${order.counts}` : "";

/**
 * The motion of shapes between two positions: along the routes of the move between them, in either direction.
 * @param {Api.Position | null} old
 * @param {Api.Position} position
 * @returns {Motion}
 */
function planMotion(old, position) {
  if (!old || prefersStillness()) return {};
  const by = position.made - old.made;
  if (by === 1) return timeMotion(position.routes, position.renamed);
  if (by !== -1) return { time: GLIDE };
  const back = Object.fromEntries(Object.entries(old.renamed).map(([from, to]) => [to, from]));
  const routes = Object.entries(old.routes).map(([id, course]) => [back[id] ?? id, reverseRoute(course)]);
  return timeMotion(Object.fromEntries(routes), back);
}

/**
 * @param {Record<string, Point[]>} routes
 * @param {Record<string, string>} renamed
 */
function timeMotion(routes, renamed) {
  const bent = Object.values(routes).some((course) => course.length > 2);
  return { routes, renamed, time: bent ? LIFTED : GLIDE };
}

/** @type {(course: Point[]) => Point[]} */
const reverseRoute = (course) => {
  const [[left, top]] = course;
  return course.map(([x, y]) => /** @type {Point} */ ([x - left, y - top])).reverse();
};
