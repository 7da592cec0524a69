// The dice laboratory: the odds of this position in a game with dice. The parts of the answer arrive one by one.

/** @import { SessionView } from "../view.js" */

import { getPlace } from "../address.js";
import * as backend from "../backend.js";
import { createButton, fill, h } from "../dom.js";
import { T } from "../texts.js";
import { Chart } from "../odds/chart.js";
import { Choices } from "../odds/choices.js";
import { Figures } from "../odds/figures.js";
import { Games } from "../odds/games.js";
import { Heatmap } from "../odds/heatmap.js";
import { Jumps } from "../odds/jumps.js";
import { Seats } from "../odds/seats.js";
import { RunningTask } from "../odds/task.js";

const SOON = 250; // milliseconds a position must stay before its odds are requested

/**
 * @param {HTMLElement} root
 * @param {SessionView} view
 */
export function mount(root, view) {
  const tab = new OddsTab(root, view);
  view.on("position", () => tab.soon());
  view.on("tab", () => tab.look());
  tab.look();
}

export class OddsTab {
  /**
   * @param {HTMLElement} root
   * @param {SessionView} view
   */
  constructor(root, view) {
    this.root = root;
    this.view = view;
    /** @type {number | null} */
    this.seat = null; // the seat concerned; null: that of the player to move
    this.players = 2;
    this.over = false; // whether the game has ended
    this.never = false; // whether it can never end
    this.lit = false; // whether something is highlighted on the board
    /** @type {Api.Position | null} */
    this.asked = null; // the last position requested
    this.waiting = 0; // a timer
    this.work = new RunningTask(view);
    this.figures = new Figures();
    this.chart = new Chart();
    this.heatmap = new Heatmap();
    this.seats = new Seats(this);
    this.jumps = new Jumps(this);
    this.choices = new Choices(this);
    this.games = new Games(this);
    this.people = h("div", { class: "choice whose", role: "group", "aria-label": T.whose });
    this.copied = h("span", { class: "quiet", role: "status" });
    const { figures, chart, heatmap, seats, jumps, choices, games } = this;
    this.sheets = [figures, chart, seats, heatmap, jumps, choices, games];
    this.rest = h(
      "div",
      { class: "lab-parts" },
      this.sheets.map((each) => each.root),
    );
    const copy = createButton("share", T.copyOdds, () => this.copy(), { "data-do": "copy-odds" });
    root.classList.add("lab");
    fill(root, this.people, this.work.root, this.rest, h("div", { class: "row" }, copy, this.copied));
    this.hide();
  }

  get saved() {
    return { ...this.view.session.saved, moves: this.view.session.moves, made: this.view.session.position.made };
  }

  get seen() {
    return !this.root.hidden;
  }

  // When to send requests

  soon() {
    this.stop();
    this.address();
    clearTimeout(this.waiting);
    this.rest.classList.add("old");
    this.waiting = this.view.later(() => this.look(), SOON);
  }

  /** Request the odds of the position if the tab is visible and they are not known yet. */
  look() {
    this.address();
    const { position } = this.view.session;
    if (this.seen && position && this.asked !== position) this.ask();
  }

  stop() {
    for (const each of [this, this.seats, this.jumps, this.choices, this.games]) each.work.stop();
    this.light([]);
  }

  /** While the odds are shown, the address opens this tab. */
  address() {
    const place = getPlace(this.view.session.position);
    const wanted = this.seen ? `#${place}&odds` : `#${place}`;
    const other = document.querySelector("dialog.studio");
    if (!other && location.hash !== wanted) history.replaceState(null, "", wanted);
  }

  async copy() {
    this.address();
    await navigator.clipboard.writeText(location.href).catch(() => {});
    this.copied.textContent = T.copied;
    setTimeout(() => (this.copied.textContent = ""), 3000);
  }

  // Requests

  ask() {
    const { position } = this.view.session;
    this.asked = position;
    this.stop();
    if (this.seat !== null && this.seat >= position.seats.length) this.seat = null;
    this.showPeople(position);
    this.rest.classList.add("old");
    const wish = { seat: this.seat, players: this.players };
    const seen = new Set();
    /** @type {(part: string, told: any) => void} */
    const take = (part, told) => {
      if (seen.has(part) || this.asked !== position) return;
      seen.add(part);
      this.take(part, told, position);
    };
    this.work.run(
      (calls) => backend.computeOdds("", this.saved, wish, calls),
      (whole) => {
        for (const [part, told] of Object.entries(whole)) take(part, told);
        if (whole.left_out.length) this.work.end(T.noTimeLeft, () => this.again());
      },
      { again: () => this.again(), progress: ({ part, told }) => part && take(part, told) },
    );
  }

  again() {
    this.asked = null;
    this.look();
  }

  hide() {
    for (const { root } of this.sheets) root.hidden = true;
  }

  /**
   * Show a part of the answer.
   * @param {string} part
   * @param {any} told
   * @param {Api.Position} position
   */
  take(part, told, position) {
    /** @type {Record<string, () => void>} */
    const parts = {
      figures: () => this.begin(told),
      lengths: () => {
        this.chart.root.hidden = this.over;
        this.chart.show(told, this.figures.told.figures);
        this.figures.add({ lengths: told });
      },
      seats: () => {
        this.seats.root.hidden = this.over || (this.never && !told.standing.length);
        this.seats.show(told);
      },
      heat: () => {
        this.heatmap.root.hidden = this.over;
        if (!this.over) this.heatmap.show(told, position.scene);
      },
      exact: () => this.figures.add({ exact: told }),
      menu: () => {
        this.jumps.begin(told);
        this.choices.begin(told);
        this.games.begin();
      },
    };
    parts[part]?.();
  }

  /** @param {Api.Figures} figures */
  begin(figures) {
    this.rest.classList.remove("old");
    this.over = figures.over;
    this.never = figures.least === undefined;
    this.hide();
    this.figures.root.hidden = false;
    this.figures.begin(figures);
  }

  // Seats

  /** @param {Api.Position} position */
  showPeople({ players, turn, seats }) {
    const many = seats.length;
    this.people.hidden = many < 2;
    const whose = this.seat ?? turn;
    /** @type {(name: string, seat: number) => Element} */
    const pick = (name, seat) => {
      const state = { "data-do": `whose-${seat}`, "aria-pressed": String(seat === whose) };
      const dot = h("span", { class: `dot piece-${seat}` });
      return h("button", { type: "button", ...state, onclick: () => this.turn(seat) }, dot, name);
    };
    fill(this.people, players.map(pick));
  }

  /** @param {number} seat */
  turn(seat) {
    this.seat = seat;
    this.again();
  }

  /**
   * Highlight some handles on the board, and on the picture here.
   * @param {string[]} handles
   */
  light(handles) {
    const { board } = this.view;
    this.heatmap.light(handles);
    if (handles.length) {
      board.guide({ handles });
      if (matchMedia("(max-width: 939px)").matches) this.heatmap.picture.scrollIntoView({ block: "nearest" });
    } else if (this.lit) board.guide(this.view.session.hint);
    this.lit = handles.length > 0;
  }
}
