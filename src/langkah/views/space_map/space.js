// A state space as numbers: the place of each state on the map, its distance from the goal, and the targets of its
// steps. Paths are given as the index of the step taken at each state, so the backend need not know the map.

const SIDE = 65535; // the side of the square that holds all places
const NO_WAY = 65535; // the distance of a state without a path to a goal
const CELLS = 96; // cells per side of the square, in the grid for finding the state under the pointer

/**
 * Numbers from base64, little-endian.
 * @param {string} text
 */
function readBytes(text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes.buffer;
}

export class Space {
  /** @param {Api.SpaceMap} data */
  constructor(data) {
    this.data = data;
    this.count = data.states;
    this.places = new Uint16Array(readBytes(data.places));
    this.distances = new Uint16Array(readBytes(data.distances));
    this.onward = new Int32Array(readBytes(data.onward));
    this.bounds = new Uint32Array(this.count + 1);
    const degrees = new Uint16Array(readBytes(data.degrees));
    for (let state = 0; state < this.count; state += 1) this.bounds[state + 1] = this.bounds[state] + degrees[state];
    this.edges = this.listEdges();
    this.order = this.sortByDistance();
    this.length = this.measureLength();
    /** @type {Int32Array | null} */
    this.tree = null; // for each state its predecessor on a shortest path from the start
    /** @type {Int32Array | null} */
    this.depths = null;
    this.makeGrid();
  }

  /** The edges: each pair of neighbours once. */
  listEdges() {
    const { bounds, onward, count } = this;
    const found = new Int32Array(2 * onward.length);
    let size = 0;
    for (let one = 0; one < count; one += 1) {
      for (let place = bounds[one]; place < bounds[one + 1]; place += 1) {
        const other = onward[place];
        if (other < 0 || other === one || (other < one && this.hasStep(other, one))) continue;
        found[size] = one;
        found[size + 1] = other;
        size += 2;
      }
    }
    return found.slice(0, size);
  }

  /**
   * @param {number} from
   * @param {number} to
   */
  hasStep(from, to) {
    for (let place = this.bounds[from]; place < this.bounds[from + 1]; place += 1)
      if (this.onward[place] === to) return true;
    return false;
  }

  /** All states: first those without a path to a goal, then from far to near. */
  sortByDistance() {
    const { distances, count } = this;
    const many = new Uint32Array(SIDE + 2);
    for (let state = 0; state < count; state += 1) many[SIDE - distances[state] + 1] += 1;
    for (let each = 1; each < many.length; each += 1) many[each] += many[each - 1];
    const found = new Uint32Array(count);
    for (let state = 0; state < count; state += 1) {
      const key = SIDE - distances[state];
      found[many[key]] = state;
      many[key] += 1;
    }
    return found;
  }

  /** The usual distance of neighbours; smaller if there are too many states for it. */
  measureLength() {
    const { edges, places } = this;
    const step = 2 * Math.max(1, Math.floor(edges.length / 4000));
    const lengths = [];
    for (let edge = 0; edge < edges.length; edge += step) {
      const [one, other] = [2 * edges[edge], 2 * edges[edge + 1]];
      lengths.push(Math.hypot(places[one] - places[other], places[one + 1] - places[other + 1]));
    }
    lengths.sort((a, b) => a - b);
    return Math.min(lengths[lengths.length >> 1] || SIDE / 10, (0.8 * SIDE) / Math.sqrt(this.count));
  }

  // Facts about a state

  /**
   * The place of a state.
   * @param {number} state
   * @returns {[number, number]}
   */
  place(state) {
    return [this.places[2 * state], this.places[2 * state + 1]];
  }

  /**
   * Steps to a goal, or null if none can be reached.
   * @param {number} state
   */
  distance(state) {
    return this.distances[state] === NO_WAY ? null : this.distances[state];
  }

  /**
   * Steps from the start.
   * @param {number} state
   */
  depth(state) {
    this.growTree();
    return this.depths?.[state] ?? -1;
  }

  /** @param {number} state */
  countMoves(state) {
    return this.bounds[state + 1] - this.bounds[state];
  }

  growTree() {
    if (this.tree) return;
    const { tree, depths } = this.search(0, -1);
    this.tree = tree;
    this.depths = depths;
  }

  /**
   * Search breadth-first from a state until another is found.
   * @param {number} from
   * @param {number} to
   */
  search(from, to) {
    const tree = new Int32Array(this.count).fill(-1);
    const depths = new Int32Array(this.count).fill(-1);
    const queue = new Int32Array(this.count);
    let tail = 1;
    queue[0] = from;
    depths[from] = 0;
    for (let head = 0; head < tail && depths[to] !== 0; head += 1) {
      const here = queue[head];
      for (let place = this.bounds[here]; place < this.bounds[here + 1]; place += 1) {
        const other = this.onward[place];
        if (other < 0 || depths[other] >= 0) continue;
        depths[other] = depths[here] + 1;
        tree[other] = here;
        queue[tail] = other;
        tail += 1;
        if (other === to) return { tree, depths };
      }
    }
    return { tree, depths };
  }

  /**
   * A shortest path between states, as states; null if there is none.
   * @param {number} from
   * @param {number} to
   */
  findWay(from, to) {
    if (from === 0) this.growTree();
    const tree = from === 0 && this.tree ? this.tree : this.search(from, to).tree;
    const found = [to];
    for (let at = to; at !== from; ) {
      at = tree[at];
      if (at < 0) return null;
      found.push(at);
    }
    return found.reverse();
  }

  /**
   * A path as indices: the index of the step at each state.
   * @param {number[]} states
   */
  toOrdinals(states) {
    return states.slice(1).map((state, index) => {
      const here = states[index];
      return this.onward.subarray(this.bounds[here], this.bounds[here + 1]).indexOf(state);
    });
  }

  /**
   * The states along a path from the start, as far as they are on the map.
   * @param {number[]} ordinals
   */
  follow(ordinals) {
    const found = [0];
    for (const ordinal of ordinals) {
      const next = this.onward[this.bounds[found[found.length - 1]] + ordinal];
      if (next === undefined || next < 0) break;
      found.push(next);
    }
    return found;
  }

  /**
   * All neighbours of a state, in either direction.
   * @param {number} state
   */
  listNear(state) {
    const found = new Set(this.onward.subarray(this.bounds[state], this.bounds[state + 1]));
    for (let edge = 0; edge < this.edges.length; edge += 2) {
      if (this.edges[edge + 1] === state) found.add(this.edges[edge]);
      if (this.edges[edge] === state) found.add(this.edges[edge + 1]);
    }
    found.delete(-1);
    return [...found];
  }

  // Growing

  /**
   * Rotate and reflect all places so that states shared with another map are where that map has them: a growing part
   * stays recognisable. States are the same if the same steps lead to them from the start.
   * @param {Space} other
   */
  alignTo(other) {
    const pairs = this.matchStates(other);
    const centre = (/** @type {Space} */ space, /** @type {0 | 1} */ side) => {
      const sum = pairs.reduce((total, pair) => [0, 1].map((axis) => total[axis] + space.place(pair[side])[axis]), [0, 0]);
      return sum.map((each) => each / pairs.length);
    };
    const [mine, theirs] = [centre(this, 0), centre(other, 1)];
    const turns = [1, -1].map((mirror) => {
      let [along, across] = [0, 0];
      for (const [own, old] of pairs) {
        const [x, y] = [this.place(own)[0] - mine[0], mirror * (this.place(own)[1] - mine[1])];
        const [toX, toY] = [other.place(old)[0] - theirs[0], other.place(old)[1] - theirs[1]];
        along += x * toX + y * toY;
        across += x * toY - y * toX;
      }
      return { mirror, along, across, fit: Math.hypot(along, across) };
    });
    const { mirror, along, across, fit } = turns[0].fit >= turns[1].fit ? turns[0] : turns[1];
    if (fit > 0) this.turn(along / fit, across / fit, mirror);
  }

  /**
   * Pairs of a state here and the same state on another map.
   * @param {Space} other
   */
  matchStates(other) {
    const known = new Int32Array(this.count).fill(-1);
    const pairs = [[0, 0]];
    known[0] = 0;
    for (const [own, old] of pairs) {
      const many = Math.min(this.countMoves(own), other.countMoves(old));
      for (let step = 0; step < many; step += 1) {
        const [next, there] = [this.onward[this.bounds[own] + step], other.onward[other.bounds[old] + step]];
        if (next < 0 || there < 0 || known[next] >= 0) continue;
        known[next] = there;
        pairs.push([next, there]);
      }
    }
    return pairs;
  }

  /**
   * @param {number} cosine
   * @param {number} sine
   * @param {number} mirror 1, or -1 to reflect it first
   */
  turn(cosine, sine, mirror) {
    const turned = Array.from({ length: this.count }, (_each, state) => {
      const [x, y] = this.place(state);
      return [x * cosine - mirror * y * sine, x * sine + mirror * y * cosine];
    });
    const lows = [0, 1].map((axis) => turned.reduce((low, place) => Math.min(low, place[axis]), Infinity));
    const highs = [0, 1].map((axis) => turned.reduce((high, place) => Math.max(high, place[axis]), -Infinity));
    const scale = SIDE / Math.max(highs[0] - lows[0], highs[1] - lows[1], 1);
    turned.forEach((place, state) => {
      for (const axis of [0, 1]) this.places[2 * state + axis] = Math.round((place[axis] - lows[axis]) * scale);
    });
    this.length = this.measureLength();
    this.makeGrid();
  }

  // Finding a state by its place

  makeGrid() {
    const cell = (/** @type {number} */ state) => {
      const [x, y] = this.place(state);
      return Math.floor((y * CELLS) / (SIDE + 1)) * CELLS + Math.floor((x * CELLS) / (SIDE + 1));
    };
    this.cells = new Uint32Array(CELLS * CELLS + 1);
    for (let state = 0; state < this.count; state += 1) this.cells[cell(state) + 1] += 1;
    for (let each = 1; each < this.cells.length; each += 1) this.cells[each] += this.cells[each - 1];
    const free = this.cells.slice();
    this.inCells = new Uint32Array(this.count);
    for (let state = 0; state < this.count; state += 1) {
      const at = cell(state);
      this.inCells[free[at]] = state;
      free[at] += 1;
    }
  }

  /**
   * The state nearest to a place, within a radius; -1 if there is none.
   * @param {number} x
   * @param {number} y
   * @param {number} radius
   */
  findNearest(x, y, radius) {
    const { cells, inCells } = this;
    if (!cells || !inCells) return -1;
    const toCell = (/** @type {number} */ value) =>
      Math.min(CELLS - 1, Math.max(0, Math.floor((value * CELLS) / (SIDE + 1))));
    let best = -1;
    let least = radius * radius;
    for (let row = toCell(y - radius); row <= toCell(y + radius); row += 1) {
      for (let column = toCell(x - radius); column <= toCell(x + radius); column += 1) {
        const at = row * CELLS + column;
        for (let place = cells[at]; place < cells[at + 1]; place += 1) {
          const [a, b] = this.place(inCells[place]);
          const square = (a - x) * (a - x) + (b - y) * (b - y);
          if (square <= least) [best, least] = [inCells[place], square];
        }
      }
    }
    return best;
  }
}
