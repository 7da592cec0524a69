// The table as it is seen: the board in the middle, what is known about it, what can be done, and a drawer of tabs.

import { Board } from "./board.js";
import { fill, h } from "./dom.js";
import { Playback } from "./playback.js";
import { Table } from "./table.js";
import { actions } from "./parts/actions.js";
import { choices } from "./parts/choices.js";
import { dice } from "./parts/dice.js";
import { ending } from "./parts/ending.js";
import { message } from "./parts/message.js";
import { people } from "./parts/people.js";
import { score } from "./parts/score.js";
import { tabs } from "./parts/tabs.js";
import { transport } from "./parts/transport.js";
import { watchKeys } from "./keys.js";
import { T } from "./texts.js";

const GLIDE = 240; // milliseconds
const LIFTED = 420; // for ways with corners

export class TableView {
  constructor(main, { home, wish }) {
    this.wish = wish; // what the address asks to be watched
    this.home = home;
    this.table = new Table();
    this.board = new Board();
    this.playback = new Playback(this.table, this.board);
    this.over = new AbortController();
    this.reader = h("pre", { class: "unseen", id: "board-text" });
    this.stage = h("div", { class: "stage" }, this.board.root);
    this.title = h("h1", { class: "problem" });
    this.level = h("p", { class: "quiet" });
    fill(
      main,
      h(
        "div",
        { class: "table" },
        h("section", { class: "head" }, h("div", {}, this.title, this.level), score(this)),
        h(
          "section",
          { class: "ground", "aria-label": T.board },
          this.stage,
          dice(this),
          transport(this),
          ending(this),
          h("div", { role: "region", "aria-label": T.boardAsText }, this.reader),
        ),
        h("section", { class: "doing" }, message(this), choices(this), actions(this), people(this)),
        h("section", { class: "drawer" }, tabs(this), help()),
      ),
    );
    this.connect();
    watchKeys(this);
    window.scrollTo(0, 0);
  }

  /** Listen to the table as long as this view is seen. */
  on(name, listener) {
    this.table.addEventListener(name, ({ detail }) => listener(detail), { signal: this.over.signal });
  }

  /** Do something after that many milliseconds, if this view is still seen then. */
  later(deed, time) {
    return setTimeout(() => this.gone || deed(), time);
  }

  get gone() {
    return this.over.signal.aborted;
  }

  connect() {
    this.board.waits = () => this.table.acting > 0;
    this.board.addEventListener("touched", () => this.playback.pause());
    this.on("ready", () => this.board.resume());
    this.board.addEventListener("deed", async ({ detail: deed }) => {
      if (this.playback.playing) await this.playback.pause();
      await this.table.act(deed);
    });
    this.on("position", (detail) => this.show(detail));
    this.on("sheet", () => (this.level.textContent = this.table.sheet.level));
    this.on("refused", ({ deed, text }) => {
      this.board.refuse(deed);
      document.getElementById("said").textContent = text;
    });
    this.on("advice", () => {
      this.board.mark(this.table.marks);
      this.board.guide(this.table.hint);
    });
  }

  show({ old, cause }) {
    const { position } = this.table;
    this.board.guide(null);
    this.board.mark([]);
    this.board.show(position, cause === "frames-end" ? {} : motion(old, position));
    this.title.textContent = position.title;
    this.reader.textContent = `${position.scene.title}\n${position.text}`;
    document.title = `${position.title} · Langkah`;
    history.replaceState(null, "", `#${position.token}`);
    this.stage.style.setProperty("--across", position.scene.width + 0.5);
    this.stage.style.setProperty("--down", position.scene.height + 0.5);
  }

  leave() {
    this.over.abort();
    this.table.leave();
    this.playback.pause({ quiet: true });
  }
}

function help() {
  return h(
    "details",
    { class: "help quiet" },
    h("summary", {}, T.keys),
    h("p", {}, T.keysBoard),
    h("p", {}, T.keysGame),
  );
}

/** How shapes come from one position to the next: along the routes of the move between them, either way. */
function motion(old, position) {
  if (!old || matchMedia("(prefers-reduced-motion: reduce)").matches) return {};
  const by = position.made - old.made;
  if (by === 1) return timed(position.routes, position.renamed);
  if (by !== -1) return { time: GLIDE };
  const back = Object.fromEntries(Object.entries(old.renamed).map(([from, to]) => [to, from]));
  const routes = Object.entries(old.routes).map(([id, route]) => [back[id] ?? id, reversed(route)]);
  return timed(Object.fromEntries(routes), back);
}

function timed(routes, renamed) {
  const bent = Object.values(routes).some((route) => route.length > 2);
  return { routes, renamed, time: bent ? LIFTED : GLIDE };
}

const reversed = (route) => route.map(([x, y]) => [x - route[0][0], y - route[0][1]]).reverse();
