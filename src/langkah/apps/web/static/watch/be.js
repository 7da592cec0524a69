// 'Be the algorithm': a search by the player's hand. Clicking a frontier node, in the tree or in the row below it,
// expands it or cuts its branch; the tree grows only if the rules allow that. Costs are hidden until requested, and
// showing the right node counts as a hint.

/** @import { Child } from "../replay/dom.js" */
/** @import { Host } from "./dialog.js" */

import { createButton, fill, getField, h } from "../dom.js";
import { explainError } from "../errors.js";
import { formatSeconds, formatWhole } from "../numbers.js";
import { mount } from "../replay/panes.js";
import { createStage } from "../replay/stage.js";
import { T, fillBlanks, toSentence } from "../texts.js";
import { formatPlayed } from "./address.js";
import { WatchDialog } from "./dialog.js";

const HIDDEN = ["why", "frontier", "table", "chart", "quiz"]; // panes that would reveal the next node

/**
 * The student and task for which the result is signed, with the key of the assignment.
 * @typedef {{ student?: string, task?: string, key?: string }} Who
 */
/** @typedef {(wish: Omit<Api.BeAlgorithmRequest, "saved" | "search">) => Promise<Api.BeAlgorithm>} Ask */

class BeRoom {
  /**
   * @param {WatchDialog} dialog
   * @param {Api.BeAlgorithm} first
   * @param {Ask} ask
   * @param {Who} who
   */
  constructor(dialog, first, ask, who) {
    this.dialog = dialog;
    this.ask = ask;
    this.who = who;
    this.begun = performance.now();
    this.seconds = 0; // time until the last guess
    this.mistakes = 0;
    this.hints = 0;
    this.missed = 0; // steps with a wrong guess or a hint
    this.clean = true; // whether this step has had no wrong guess and no hint
    this.values = false; // whether costs are shown
    this.cutting = false; // whether a click cuts a branch
    this.wrong = -1; // the wrong node of this step
    this.busy = false;
    this.said = h("p", { class: "said", role: "status" });
    this.score = h("p", { class: "score" });
    this.row = h("div", { class: "choices nodes", role: "group", "aria-label": T.beWaiting });
    this.root = h("section", { class: "pane be", "aria-label": T.be });
    this.answer = first;
    this.transport = h("nav", { class: "pane transport", "aria-label": T.watch });
    /** @type {import("../replay/player.js").Player | null} */
    this.before = null;
    this.player = this.mount(first);
    this.show(first);
    fill(dialog.foot, this.root);
    dialog.over.signal.addEventListener("abort", () => this.player.end());
  }

  /** The frontier nodes in the order of the tree, from left to right. */
  get waiting() {
    const { children, roots } = this.player.recording;
    const some = new Set(this.answer.waiting);
    /** @type {(node: number) => number[]} */
    const walk = (node) => [...(some.has(node) ? [node] : []), ...children[node].flatMap(walk)];
    return roots.flatMap(walk);
  }

  /** The counts of the result, known at the end of the search. */
  get tally() {
    return { ...this.who, missed: this.missed, hints: this.hints, seconds: this.seconds };
  }

  /**
   * Fill the room with the panes of the search so far.
   * @param {Api.BeAlgorithm} answer
   */
  mount({ recording: data }) {
    this.before?.end(); // otherwise the window would keep the boards of every step
    const { root, panes } = createStage(data, data.texts, HIDDEN);
    const player = mount(data, { ...panes, transport: this.transport });
    this.dialog.body.classList.add("watching");
    fill(this.dialog.body, root);
    Object.assign(this.dialog.root, { player });
    this.dialog.wear((theme) => player.recolour(theme));
    this.before = player;
    return player;
  }

  /**
   * Show the search so far, and the possible actions.
   * @param {Api.BeAlgorithm} answer
   */
  show(answer) {
    if (answer !== this.answer) this.player = this.mount(answer);
    this.answer = answer;
    this.wrong = -1;
    if (answer.over) this.tellAround(answer);
    if (answer.over) fill(this.root, this.createEnd(answer));
    else fill(this.root, this.createHead(), this.said, this.row);
    this.offer();
  }

  createHead() {
    const { costs } = this.player.recording.nodes;
    const show = (/** @type {Event} */ event) => {
      this.values = getField(event).checked;
      this.offer();
    };
    const box = h("input", { type: "checkbox", "data-pick": "values", checked: this.values, onchange: show });
    return h(
      "div",
      { class: "row" },
      h("h3", {}, T.beAsk),
      this.score,
      costs.some(Boolean) && h("label", { class: "values" }, box, T.beValues),
      this.answer.cuts && this.createCutter(),
      createButton("hint", T.hint, () => this.hint(), { kind: "slim", "data-do": "be-hint" }),
      createButton("flag", T.beEnd, () => this.end(), { kind: "slim", "data-do": "be-end" }),
    );
  }

  /** A switch: the next click cuts a branch. */
  createCutter() {
    const cut = (/** @type {Event} */ event) => this.setCutting(getField(event).checked);
    const box = h("input", { type: "checkbox", "data-pick": "cut", checked: this.cutting, onchange: cut });
    return h("label", { class: "values" }, box, T.beCut);
  }

  /** @param {boolean} on */
  setCutting(on) {
    this.cutting = on;
    const box = this.root.querySelector('[data-pick="cut"]');
    if (box) /** @type {HTMLInputElement} */ (box).checked = on;
    this.offer();
  }

  /**
   * The result, and the code for the teacher.
   * @param {Api.BeAlgorithm} answer
   */
  createEnd({ taken, code, short }) {
    const of = taken.length;
    const copied = h("span", { class: "quiet", role: "status" });
    const line = h("code", { tabindex: "0", class: "result-code" }, code);
    const copy = async () => {
      getSelection()?.selectAllChildren(line); // a frame in another page may copy only the selected text
      const good = await navigator.clipboard.writeText(code).then(
        () => true,
        () => document.execCommand("copy"),
      );
      if (good) copied.textContent = T.copiedFraction;
    };
    const figures = { right: Math.max(0, of - this.missed), of, mistakes: this.mistakes, hints: this.hints };
    const time = formatSeconds(this.seconds);
    return [
      h("h3", { tabindex: "-1" }, short ? T.beShort : T.beOver),
      h("p", { class: "result", role: "status" }, fillBlanks(T.beResult, { ...figures, time })),
      code
        ? [
            h("p", { class: "quiet" }, T.beCode),
            h(
              "div",
              { class: "row" },
              line,
              createButton("copy", T.copy, copy, { kind: "slim", "data-do": "copy-code" }),
              copied,
            ),
          ]
        : h("p", { class: "quiet" }, T.beNoCode),
      this.transport,
    ];
  }

  /**
   * Post the result to the embedding page, if any, as a lesson does.
   * @param {Api.BeAlgorithm} answer
   */
  tellAround({ taken: { length: of }, code }) {
    const result = { langkah: "result", right: Math.max(0, of - this.missed), of, done: Boolean(code), code };
    if (window.parent !== window) window.parent.postMessage(result, "*");
  }

  /** Make frontier nodes clickable, in the tree and in the row; after a hint only the legal ones are highlighted. */
  offer() {
    const { answer, player, waiting } = this;
    const { nodes } = player.recording;
    const costs = (/** @type {number} */ node) => (this.values ? nodes.costs[node] : "");
    const marked = answer.legal.length ? answer.legal : waiting;
    /** @type {(node: number) => [number, import("../replay/player.js").Choice]} */
    const choose = (node) => [node, { number: waiting.indexOf(node) + 1, costs: costs(node), pick: () => this.guess(node) }];
    player.choices = new Map(marked.map(choose));
    player.go(player.length);
    fill(this.row, waiting.map((node, index) => this.createChip(node, index, costs(node))));
    const { taken } = answer;
    const figures = { n: formatWhole(taken.length), mistakes: this.mistakes, hints: this.hints };
    this.score.textContent = fillBlanks(T.beScore, figures);
  }

  /**
   * @param {number} node
   * @param {number} index
   * @param {string} costs
   */
  createChip(node, index, costs) {
    const { recording, panes } = this.player;
    const { label } = recording.state(node);
    const legal = this.answer.legal.includes(node);
    const pictures = panes.tree?.pictures;
    const board = pictures?.useful ? h("canvas", { class: "small-board", role: "img", "aria-label": label }) : null;
    if (board) pictures?.copy(board, recording.nodes.state[node]);
    const deeds = { onclick: () => this.guess(node), onfocus: () => this.player.select(node) };
    return h(
      "button",
      { type: "button", class: `chip ${legal ? "legal" : ""}`, "data-node": node, ...deeds },
      h("kbd", {}, String(index + 1)),
      board ?? h("b", {}, label),
      costs && h("small", {}, costs),
      legal && h("span", { class: "unseen" }, T.beLegal),
    );
  }

  /** @param {number} node */
  guess(node) {
    const { cutting } = this;
    return this.wait({ guess: node, cut: cutting }, (answer) => {
      const { label } = this.player.recording.state(node);
      if (!answer.right) {
        this.mistakes += 1;
        this.wrong = cutting ? -1 : node;
        this.say("wrong", toSentence(answer.why));
        this.player.select(node);
        return this.offer();
      }
      const chip = /** @type {HTMLElement | null} */ (this.row.querySelector(":focus"));
      const byKey = chip?.matches(":focus-visible"); // then keep the focus in the row, unlike after a mouse click
      if (!byKey) chip?.blur();
      this.clean = true;
      this.cutting = false;
      this.say("right", fillBlanks(cutting ? T.beCutRight : T.beRight, { label }));
      this.show(answer);
      if (byKey) this.focus();
    });
  }

  hint() {
    const asked = this.wrong >= 0 ? { guess: this.wrong } : {};
    return this.wait({ hint: true, ...asked }, (answer) => {
      if (!this.answer.legal.length) this.hints += 1;
      this.answer = answer;
      const words = fillBlanks(answer.cut ? T.beHintCut : T.beHint, { n: answer.legal.length });
      this.say("", answer.why ? `${toSentence(answer.why)} ${words}` : words);
      this.offer();
    });
  }

  /** Stop here: the result counts the steps so far. */
  end() {
    return this.wait({ end: true }, (answer) => {
      this.show(answer);
      this.focus();
    });
  }

  /**
   * Send one request at a time. A wrong guess or a hint spoils the step, once.
   * @param {{ guess?: number, cut?: boolean, hint?: boolean, end?: boolean }} wish
   * @param {(answer: Api.BeAlgorithm) => void} then
   */
  async wait(wish, then) {
    if (this.busy || this.answer.over) return;
    this.busy = true;
    this.seconds = Math.round((performance.now() - this.begun) / 1000);
    try {
      const answer = await this.ask({ ...wish, ...this.tally, taken: this.answer.taken });
      if (this.dialog.over.signal.aborted) return;
      if (!answer.right && !wish.end && this.clean) {
        this.clean = false;
        this.missed += 1;
      }
      then(answer);
    } catch (error) {
      this.say("wrong", explainError(error));
    } finally {
      this.busy = false;
    }
  }

  /**
   * @param {string} kind
   * @param {Child} words
   */
  say(kind, words) {
    this.said.className = `said ${kind}`;
    fill(this.said, words);
  }

  /** Focus the first node of the row, or the result at the end. */
  focus() {
    /** @type {HTMLElement | null} */ (this.root.querySelector(".chip, h3[tabindex]"))?.focus({ preventScroll: true });
  }

  /**
   * Arrows move along the row, digits choose from it, x switches to cuts; at the end the search can be stepped through.
   * @param {KeyboardEvent} event
   */
  key(event) {
    if (this.answer.over) return this.player.key(event);
    const chips = /** @type {HTMLElement[]} */ ([...this.row.children]);
    if (event.key === "x" && this.answer.cuts) this.setCutting(!this.cutting);
    const here = chips.findIndex((each) => each === document.activeElement);
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by) chips[here < 0 ? 0 : (here + by + chips.length) % chips.length]?.focus();
    else chips[Number(event.key) - 1]?.click();
    return Boolean(by || event.key === "x" || chips[Number(event.key) - 1]);
  }
}

/**
 * Start an exercise; `first` is the search before any expansion.
 * @param {Host} view
 * @param {Api.BeAlgorithm} first
 * @param {Api.Search} search
 * @param {Ask} ask
 * @param {Who} [who]
 */
export function showBe(view, first, search, ask, who = {}) {
  const { search: name, title } = first.recording;
  const dialog = new WatchDialog(view, { title: fillBlanks(T.beOn, { search: name, title }) });
  const room = new BeRoom(dialog, first, ask, who);
  dialog.followColours((theme) => {
    room.player.recolour(theme);
    room.offer();
  });
  dialog.bindKeys((event) => room.key(event));
  dialog.setAddress(() => formatPlayed(search, who));
  return dialog;
}
