// A recorded search: where it stands at any moment, and what became of every node. Knows nothing of the page.
//
// The data is what `langkah.trace.stored.as_dict` writes. `at` is the moment: so many events have passed. The frontier is
// kept in its true order by rank, the closed set in the order of taking; `seek` goes event by event, forward and back.

const NEVER = -1;

/** The number of entries of a sorted list that are smaller than a value. */
function before(list, value) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A text with its {places} filled in. */
export function filled(text, values = {}) {
  return (text ?? "").replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
}

export class Recording {
  constructor(data, texts = {}) {
    this.data = data;
    this.texts = texts;
    this.kinds = data.events.kind;
    this.subjects = data.events.node;
    this.nodes = data.nodes;
    this.length = this.kinds.length;
    this.count = this.nodes.parent.length;
    this.at = 0;
    this.line = []; // the frontier: nodes by rank
    this.done = []; // the closed set: nodes in the order of taking
    this.discipline = this.ordered();
    this.read();
  }

  /** One pass over all events: what happens to each node, and when. */
  read() {
    const never = () => new Int32Array(this.count).fill(NEVER);
    this.made = never();
    this.taken = never();
    this.dropped = never();
    this.goal = never();
    this.valued = never();
    this.cut = never();
    this.children = Array.from({ length: this.count }, () => []);
    Object.assign(this, { makes: [], takes: [], skips: [], prunes: [], goals: [], restarts: [] });
    this.held = new Int32Array(this.length + 1); // the most nodes held at once, waiting and done, up to each moment
    this.sizes = new Int32Array(this.length + 1); // of the frontier after so many events; of a walk: its depth
    for (let event = 0; event < this.length; event += 1) {
      this.note(event);
      this.apply(event);
      this.sizes[event + 1] = this.line.length;
      this.held[event + 1] = Math.max(this.held[event], this.line.length + this.done.length);
    }
    if (this.data.walks) this.sizes.forEach((_size, at) => (this.sizes[at] = at ? Math.max(this.nodes.depth[this.subjects[at - 1]] ?? 0, 0) : 0));
    this.largest = this.sizes.reduce((most, size) => Math.max(most, size), 0);
    this.reset();
  }

  note(event) {
    const kind = this.kinds[event];
    const node = this.subjects[event];
    if (kind === "r") return void this.restarts.push(event);
    if ("odp".includes(kind) && this.made[node] === NEVER) {
      this.made[node] = event;
      this.makes.push(event);
      if (this.nodes.parent[node] >= 0) this.children[this.nodes.parent[node]].push(node);
    }
    if (kind === "t") this.takes.push((this.taken[node] = event));
    if (kind === "d") this.skips.push((this.dropped[node] = event));
    if (kind === "p") this.prunes.push((this.dropped[node] = event));
    if (kind === "g") this.goals.push((this.goal[node] = event));
    if (kind === "v") this.valued[node] = event;
    if (kind === "c") this.cut[node] = event;
  }

  reset() {
    this.at = 0;
    this.line = [];
    this.done = [];
  }

  /** Go to the moment after so many events. */
  seek(at) {
    const target = Math.max(0, Math.min(at, this.length));
    if (target < this.start(this.at)) this.reset(); // a round cannot be entered from behind
    while (this.at < target) this.apply(this.at++);
    while (this.at > target) this.undo(--this.at);
    return this;
  }

  place(node) {
    const { rank } = this.nodes;
    let low = 0;
    let high = this.line.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (rank[this.line[middle]] < rank[node]) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  add(node) {
    this.line.splice(this.place(node), 0, node);
  }

  remove(node) {
    const place = this.place(node);
    if (this.line[place] !== node) return false;
    this.line.splice(place, 1);
    return true;
  }

  apply(event) {
    const kind = this.kinds[event];
    const node = this.subjects[event];
    if (kind === "o") this.add(node);
    else if (kind === "t" && this.remove(node)) this.done.push(node);
    else if (kind === "d" || kind === "p") this.remove(node);
    else if (kind === "r") {
      this.line = [];
      this.done = [];
    }
  }

  undo(event) {
    const node = this.subjects[event];
    if (this.kinds[event] === "o") this.remove(node);
    else if (node >= 0 && this.left(node) === event && this.kinds[this.made[node]] === "o") {
      if (this.kinds[event] === "t") this.done.pop();
      this.add(node);
    }
  }

  /** The event in which a node left the frontier. */
  left(node) {
    const [taken, dropped] = [this.taken[node], this.dropped[node]];
    if (taken === NEVER) return dropped;
    return dropped === NEVER ? taken : Math.min(taken, dropped);
  }

  /** Where the round begins that is under way after so many events. */
  start(at) {
    const round = before(this.restarts, at);
    return round ? this.restarts[round - 1] + 1 : 0;
  }

  // Where to stand beside another search: for races that are run again, in step by one of three measures.

  /** The moment at which so many nodes have been taken. */
  atTaken(count) {
    if (count <= 0) return 0;
    return count <= this.takes.length ? this.takes[count - 1] + 1 : this.length;
  }

  /** The moment reached after so many seconds, where the clock was recorded. */
  atSeconds(seconds) {
    return this.data.seconds ? before(this.data.seconds, seconds + 1e-9) : this.length;
  }

  /** The last moment at which the search had never held more than so many nodes at once. */
  atHeld(count) {
    return before(this.held, count + 1) - 1;
  }

  /** The event that happened last, or -1. */
  get event() {
    return this.at - 1;
  }

  /** The node that was taken last in this round, or -1. */
  get current() {
    return this.done.length ? this.done[this.done.length - 1] : NEVER;
  }

  /** The node that the last event is about. */
  get subject() {
    return this.at ? this.subjects[this.event] : NEVER;
  }

  get iteration() {
    return before(this.takes, this.at);
  }

  /** The bound of this round, where a search goes in rounds. */
  get bound() {
    const round = before(this.restarts, this.at);
    if (!round) return undefined;
    const { why, bound } = this.said(this.restarts[round - 1]);
    return why ?? bound;
  }

  said(event) {
    return this.data.events.notes[event] ?? {};
  }

  counters() {
    return {
      expanded: this.iteration,
      generated: before(this.makes, this.at),
      skipped: before(this.skips, this.at),
      pruned: before(this.prunes, this.at),
      frontier: this.line.length,
    };
  }

  state(node) {
    return this.data.states[this.nodes.state[node]];
  }

  /** What waits, in order; of a search that walks down and back, the way it stands on. */
  get frontier() {
    return this.data.walks ? this.path(this.subject) : this.line;
  }

  /** The nodes from a root to this one. */
  path(node) {
    const found = [];
    for (let each = node; each >= 0; each = this.nodes.parent[each]) found.push(each);
    return found.reverse();
  }

  /** The nodes on the way to the goal that was met last by now; in a game for two, those of the best line at the end. */
  solution() {
    const met = before(this.goals, this.at);
    if (!met) return this.at === this.length ? (this.data.line ?? []) : [];
    const event = this.goals[met - 1];
    const { other = NEVER } = this.said(event);
    return [...this.path(this.subjects[event]), ...this.path(other).reverse()];
  }

  reached(event) {
    return event !== NEVER && event < this.at;
  }

  /** One word: unseen, past, goal, deep, taken, duplicate, pruned or waiting. */
  fate(node) {
    if (!this.reached(this.made[node])) return "unseen";
    if (this.made[node] < this.start(this.at)) return "past";
    if (this.reached(this.taken[node])) {
      if (this.reached(this.dropped[node])) return "deep";
      return this.reached(this.goal[node]) ? "goal" : "taken";
    }
    if (this.reached(this.dropped[node])) return this.kinds[this.dropped[node]] === "d" ? "duplicate" : "pruned";
    return "waiting";
  }

  say(name, values) {
    return filled(this.texts[name], values);
  }

  /** What became of a node by now, as a sentence. */
  why(node) {
    const fate = this.fate(node);
    if (fate === "unseen") return this.say("unseen");
    if (fate === "past") return this.say("past", { bound: this.bound });
    if (fate === "waiting") return this.waits(node);
    if (fate === "duplicate" || fate === "pruned") return this.said(this.dropped[node]).why ?? "";
    const told = [this.say("takenIn", { n: before(this.takes, this.taken[node]) + 1 })];
    if (this.reached(this.goal[node])) told.push(this.say("aGoal"));
    if (fate === "deep") told.push(this.say("notExpanded", { why: this.said(this.dropped[node]).why }));
    if (this.reached(this.valued[node])) {
      const { why, bound } = this.said(this.valued[node]);
      told.push(this.say("itsValue", { value: why ?? bound }));
    }
    if (this.reached(this.cut[node])) told.push(this.say("notLooked", { why: this.said(this.cut[node]).why }));
    return told.join("; ");
  }

  waits(node) {
    if (this.at === this.length && !this.data.left_out) return this.say("stillWaiting");
    const place = this.say("waitingAt", { place: this.line.indexOf(node) + 1, all: this.line.length });
    return [place, this.preferred(node)].filter(Boolean).join("; ");
  }

  /** Why another node comes first, in a sentence. */
  preferred(node) {
    const n = this.line[0];
    if (n === node) return this.say("isFirst");
    if (this.discipline === "queue") return this.say("earlierFirst", { n });
    if (this.discipline === "stack") return this.say("laterFirst", { n });
    if (this.discipline !== "cost") return "";
    const [less, more] = [this.nodes.f[n], this.nodes.f[node]];
    return less === more ? this.say("tieFirst", { n, cost: less }) : this.say("lessFirst", { n, less, more });
  }

  /** How the frontier is ordered: by cost, as a queue or a stack, or in a way of its own. */
  ordered() {
    if (this.data.costs) return "cost";
    const { rank, side } = this.nodes;
    const waited = [...rank.keys()].filter((node) => rank[node] >= 0);
    if (waited.some((node) => side[node])) return "";
    const rising = (sign) => waited.every((node, at) => !at || sign * (rank[node] - rank[waited[at - 1]]) > 0);
    return rising(1) ? "queue" : rising(-1) ? "stack" : "";
  }

  /** The value of a node in words, where it is known by now. */
  value(node) {
    return this.reached(this.valued[node]) ? (this.said(this.valued[node]).why ?? this.said(this.valued[node]).bound) : "";
  }

  /** What the last event was, as a sentence. */
  happened() {
    if (!this.at) return this.say("notBegun");
    const [kind, node] = [this.kinds[this.event], this.subject];
    const { why, bound } = this.said(this.event);
    const values = { n: node, parent: this.nodes.parent[node], move: this.nodes.move[node], why, bound };
    if (kind === "r") values.bound = why ?? bound;
    if (kind === "o" && values.parent < 0) return this.say("did_start", values);
    return this.say(`did_${kind}`, values);
  }
}
