// A recorded search: its state after any event. The data describes the changes by each event (see
// langkah/views/recording.py); here changes are applied and undone, without any decisions or texts.

/** @type {Record<string, "expanded" | "skipped" | "pruned">} */
const COUNTED = { t: "expanded", d: "skipped", p: "pruned" }; // the counters of the kinds of events

const DROPPED = ["duplicate", "pruned", "deep", "back"]; // the statuses of dropped nodes

/**
 * The number of entries of a sorted list below a value.
 * @param {number[]} list
 * @param {number} value
 */
export function countBelow(list, value) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Fill in the {placeholders} of a text.
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
export function fillText(text, values = {}) {
  return text.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place));
}

/**
 * The line below a node, without its number.
 * @param {string} foot
 */
const dropNumber = (foot) => foot.replace(/^#\d+( · )? ?/, "");

/**
 * The nodes that a text mentions by number.
 * @param {string} text
 */
export const findNumbers = (text) => [...text.matchAll(/#(\d+)/g)].map(([, number]) => Number(number));

export class Recording {
  /** @param {Api.Recording} data */
  constructor(data) {
    this.data = data;
    this.nodes = data.nodes;
    this.kinds = data.events.kind;
    this.subjects = data.events.node;
    this.length = this.kinds.length;
    this.count = this.nodes.parent.length;
    this.goals = data.goals.map(({ event }) => event);
    /** @type {number[]} */
    this.takes = [];
    this.made = new Int32Array(this.count).fill(-1); // the event that generated each node, and the one that expanded it
    this.taken = new Int32Array(this.count).fill(-1);
    this.earlier = new Int32Array(this.length).fill(-1); // for each event the previous one about the same node
    this.latest = new Int32Array(this.count).fill(-1); // for each node the last event about it so far
    /** @type {number[][]} */
    this.children = Array.from({ length: this.count }, () => []);
    /** @type {number[]} */
    this.roots = [];
    this.nodes.parent.forEach((parent, node) => (this.children[parent] ?? this.roots).push(node));
    this.subjects.forEach((node, event) => {
      if (node < 0) return;
      this.earlier[event] = this.latest[node];
      this.latest[node] = event;
      if (this.earlier[event] < 0) this.made[node] = event;
      if (this.kinds[event] === "t") this.takes.push((this.taken[node] = event));
    });
    this.latest.fill(-1);
    this.at = 0; // number of events so far
    this.round = 0; // number of restarts so far
    /** @type {number[]} */
    this.queue = []; // the frontier in its order
    /** @type {number[]} */
    this.done = []; // the closed set in order of expansion
    this.counts = { expanded: 0, generated: 0, skipped: 0, pruned: 0 };
  }

  /**
   * Go to the position after `at` events.
   * @param {number} at
   */
  seek(at) {
    const target = Math.max(0, Math.min(at, this.length));
    while (this.at < target) this.apply(this.at++);
    while (this.at > target) this.undo(--this.at);
    return this;
  }

  /** @param {number} event */
  apply(event) {
    const [kind, node, place] = [this.kinds[event], this.subjects[event], this.data.events.place[event]];
    if (kind === "r") return void Object.assign(this, { queue: [], done: [], round: this.round + 1 });
    this.tally(event, 1);
    this.latest[node] = event;
    if (place < 0) return;
    this.queue.splice(place, kind === "o" ? 0 : 1, ...(kind === "o" ? [node] : []));
    if (kind === "t") this.done.push(node);
  }

  /** @param {number} event */
  undo(event) {
    const [kind, node, place] = [this.kinds[event], this.subjects[event], this.data.events.place[event]];
    if (kind === "r") return void this.reopen(event);
    this.tally(event, -1);
    this.latest[node] = this.earlier[event];
    if (place < 0) return;
    this.queue.splice(place, kind === "o" ? 1 : 0, ...(kind === "o" ? [] : [node]));
    if (kind === "t") this.done.pop();
  }

  /**
   * Return to the round that an event ended.
   * @param {number} event
   */
  reopen(event) {
    this.round -= 1;
    this.queue = [...this.data.rounds[this.round].cleared];
    const taken = this.takes.slice(countBelow(this.takes, this.start), countBelow(this.takes, event));
    this.done = taken.filter((each) => this.data.events.place[each] >= 0).map((each) => this.subjects[each]);
  }

  /**
   * @param {number} event
   * @param {1 | -1} by
   */
  tally(event, by) {
    const name = COUNTED[this.kinds[event]];
    if (name) this.counts[name] += by;
    if (this.earlier[event] < 0) this.counts.generated += by;
  }

  // The current position

  get counters() {
    return { ...this.counts, frontier: this.queue.length };
  }

  /** The current round; undefined in the first one. */
  get restart() {
    return this.data.rounds[this.round - 1];
  }

  /** The start of the current round. */
  get start() {
    return this.restart ? this.restart.event + 1 : 0;
  }

  /** The node of the last event, or -1. */
  get subject() {
    return this.at ? this.subjects[this.at - 1] : -1;
  }

  /** The highlighted line of the pseudo-code, or -1. */
  get line() {
    return this.at ? this.data.events.line[this.at - 1] : -1;
  }

  get happened() {
    return this.at ? this.data.events.happened[this.at - 1] : this.data.unseen.happened;
  }

  /** The frontier in order; for a walk down and back, its path. */
  get frontier() {
    return this.data.walks ? this.path(this.subject) : this.queue;
  }

  /** The nodes on the path to the goal found last; in a two-player game, those of the best line at the end. */
  get solution() {
    const met = countBelow(this.goals, this.at);
    if (met) return this.data.goals[met - 1].way;
    return this.at === this.length ? this.data.best : [];
  }

  // Nodes

  /** @param {number} node */
  state(node) {
    return this.data.states[this.nodes.state[node]];
  }

  /**
   * The nodes from a root to this one.
   * @param {number} node
   */
  path(node) {
    const found = [];
    for (let each = node; each >= 0; each = this.nodes.parent[each]) found.push(each);
    return found.reverse();
  }

  /**
   * Whether a node has been generated.
   * @param {number} node
   */
  isMade(node) {
    return this.latest[node] >= 0;
  }

  /**
   * Whether a node has been generated in the current round.
   * @param {number} node
   */
  isHere(node) {
    return this.latest[node] >= 0 && this.made[node] >= this.start;
  }

  /**
   * Whether a node was ever in the frontier: only then were its costs computed.
   * @param {number} node
   */
  wasOpened(node) {
    return this.kinds[this.made[node]] === "o";
  }

  /**
   * Whether a node was dropped.
   * @param {number} node
   */
  isDropped(node) {
    return DROPPED.includes(this.fate(node));
  }

  /**
   * Whether a node is a branch cut by alpha-beta.
   * @param {number} node
   */
  isCut(node) {
    return this.data.players && this.fate(node) === "pruned";
  }

  /**
   * The player to move at a node of a two-player game: MAX or MIN.
   * @param {number} node
   */
  level(node) {
    return this.nodes.level[node];
  }

  /**
   * The name and the role of a node's status.
   * @param {number} node
   * @returns {Api.Fate}
   */
  look(node) {
    if (!this.isMade(node)) return { name: "unseen", role: "cell" };
    if (this.made[node] < this.start) return { name: "past", role: "cell" };
    return this.data.fates[this.data.events.fate[this.latest[node]]];
  }

  /** @param {number} node */
  fate(node) {
    return this.look(node).name;
  }

  /**
   * The line below a node.
   * @param {number} node
   */
  foot(node) {
    return this.data.words[this.data.events.foot[this.latest[node]]];
  }

  /**
   * With two players: alpha, beta and the value of a node as far as known, "" otherwise.
   * @param {number} node
   */
  minimax(node) {
    const { events, words } = this.data;
    const event = this.latest[node];
    const find = (/** @type {number[] | undefined} */ column) => (column && event >= 0 ? words[column[event]] : "");
    return { alpha: find(events.alpha), beta: find(events.beta), value: find(events.value) };
  }

  /**
   * The line below a node without its number: its costs, its value, or why it was dropped.
   * @param {number} node
   */
  footnote(node) {
    return dropNumber(this.foot(node));
  }

  /** All lines that ever appear below nodes, without their numbers. */
  listFootnotes() {
    return [...new Set(this.data.events.foot)].map((foot) => dropNumber(this.data.words[foot]));
  }

  /**
   * The text of a node in lists: its costs; in a two-player game its value, or its alpha and beta.
   * @param {number} node
   */
  remark(node) {
    return this.data.players ? this.footnote(node) : this.nodes.costs[node];
  }

  /**
   * The status of a node so far, as a sentence.
   * @param {number} node
   */
  why(node) {
    const fate = this.fate(node);
    if (fate === "unseen") return this.data.unseen.why;
    if (fate === "past") return this.restart?.past ?? "";
    return fate === "waiting" ? this.whyWaiting(node) : this.data.words[this.data.events.why[this.latest[node]]];
  }

  /** @param {number} node */
  whyWaiting(node) {
    const { waiting, left_out: left } = this.data;
    const [n, { f }] = [this.queue[0], this.nodes];
    const which = n === node ? "first" : f[n] === f[node] ? "same" : "other";
    const costs = { cost: f[n], less: f[n], more: f[node] };
    const values = { place: this.queue.indexOf(node) + 1, all: this.queue.length, n, ...costs };
    return this.at === this.length && !left ? waiting.end : fillText(waiting[which], values);
  }

  // Positions for races, by one of two measures

  /**
   * The position after `count` expansions.
   * @param {number} count
   */
  atTaken(count) {
    if (count <= 0) return 0;
    return count <= this.takes.length ? this.takes[count - 1] + 1 : this.length;
  }

  /**
   * The position after this number of seconds, if times were recorded.
   * @param {number} seconds
   */
  atSeconds(seconds) {
    return this.data.seconds ? countBelow(this.data.seconds, seconds + 1e-9) : this.length;
  }
}
