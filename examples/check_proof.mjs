// A second checker for certificates about Klotski and Hanoi, written from docs/proofs.md alone: node check_proof.mjs FILE
//
// It shares no code with Langkah. Claims: least (without an estimate), impossible, layers, distances. Klotski: one cell a
// move, no gates, no `same`; Hanoi: any number of pegs, every disc to every peg. Exit code: 0 proved, 5 does not hold, 2
// not a certificate that this program can check.

import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

class NotCertificate extends Error {}
class DoesNotHold extends Error {}

const require = (holds, why) => {
  if (!holds) throw new DoesNotHold(why);
};

// Rules: `start`, `steps(state)` as [notation, state] pairs of cost 1, `isGoal(state)`, `key(state)`.

function makeHanoi({ discs = 5, pegs = 3, start, goal, rule = "free" }) {
  if (rule !== "free") throw new NotCertificate(`rule ${rule}`);
  const read = (lists) => {
    const state = [];
    lists.forEach((list, peg) => list.forEach((disc) => (state[disc - 1] = peg)));
    return state;
  };
  const first = start ? read(start) : Array(discs).fill(0);
  const count = start ? start.length : pegs;
  const whole = (peg) => Array(first.length).fill(peg);
  const others = [...Array(count).keys()].filter((peg) => peg !== first[0]).map(whole);
  const named = typeof goal === "string" ? [whole(Number(goal.split(" ")[1]) - 1)] : goal && [read(goal)];
  const goals = new Set((named ?? others).map(String));
  return {
    start: first,
    steps(state) {
      const tops = Array(count).fill(Infinity);
      for (let disc = state.length - 1; disc >= 0; disc--) tops[state[disc]] = disc;
      const found = [];
      for (let from = 0; from < count; from++)
        for (let to = 0; to < count; to++)
          if (tops[from] < tops[to]) {
            const after = [...state];
            after[tops[from]] = to;
            found.push([`${from + 1}-${to + 1}`, after]);
          }
      return found;
    },
    isGoal: (state) => goals.has(String(state)),
    key: String,
  };
}

function makeKlotski({ board, goal, metric = "steps", axis = "free", same }) {
  if (metric !== "steps" || axis !== "free" || same || !board || !goal) throw new NotCertificate("another kind of board");
  const rows = (Array.isArray(board) ? board : board.trim().split(/[\n/]/)).map((row) => row.trim());
  const width = rows[0].length;
  const signs = rows.join("");
  const pieces = [];
  const letters = [];
  [...signs].forEach((sign, cell) => {
    if (sign === "-") throw new NotCertificate("gates");
    if (sign === "#" || sign === ".") return;
    if (!letters.includes(sign)) {
      letters.push(sign);
      pieces.push({ first: cell, cells: [] });
    }
    const piece = pieces[letters.indexOf(sign)];
    piece.cells.push([Math.floor(cell / width) - Math.floor(piece.first / width), (cell % width) - (piece.first % width)]);
  });
  // Pieces of one shape that the goal does not name look alike.
  const kinds = pieces.map(({ cells }, index) => (letters[index] in goal ? letters[index] : JSON.stringify(cells)));
  const cellsOf = (index, place) =>
    pieces[index].cells.map(([down, across]) => [Math.floor(place / width) + down, (place % width) + across]);
  const number = ([row, column]) => row * width + column;
  const fits = ([row, column]) => row >= 0 && row < rows.length && column >= 0 && column < width && rows[row][column] !== "#";
  const directions = { left: [0, -1], right: [0, 1], up: [-1, 0], down: [1, 0] };
  const wanted = Object.entries(goal).map(([sign, cells]) => [letters.indexOf(sign), cells.map(number).sort().join()]);
  return {
    start: pieces.map(({ first }) => first),
    steps(state) {
      const owner = new Map();
      state.forEach((place, index) => cellsOf(index, place).forEach((cell) => owner.set(number(cell), index)));
      const found = [];
      state.forEach((place, index) => {
        for (const [name, [down, across]] of Object.entries(directions)) {
          const cells = cellsOf(index, place).map(([row, column]) => [row + down, column + across]);
          if (!cells.every((cell) => fits(cell) && (owner.get(number(cell)) ?? index) === index)) continue;
          const after = [...state];
          after[index] = place + down * width + across;
          found.push([`${letters[index]} ${name}`, after]);
        }
      });
      return found;
    },
    isGoal: (state) => wanted.every(([index, cells]) => cellsOf(index, state[index]).map(number).sort().join() === cells),
    key: (state) => state.map((place, index) => `${kinds[index]} ${place}`).sort().join(";"),
  };
}

// The file: a header, then `@label` lines, each with the states of its block below it.

function readCertificate(path) {
  let lines;
  try {
    lines = gunzipSync(readFileSync(path), { maxOutputLength: 1 << 30 }).toString("utf8").split("\n");
    if (lines.pop() !== "") throw new Error("the last line has no end");
    const header = JSON.parse(lines[0]);
    if (header.format !== "langkah proof 1") throw new Error(`format ${header.format}`);
    return { header, lines };
  } catch (error) {
    throw new NotCertificate(error.message);
  }
}

function collectLabels(lines, identify) {
  const listed = new Map(); // key -> { state, label, block }
  let [label, block] = [null, 0];
  for (const line of lines.slice(1)) {
    if (line.startsWith("@")) [label, block] = [JSON.parse(line.slice(1)) ?? Infinity, block + 1];
    else {
      const state = JSON.parse(line);
      require(Array.isArray(state) && state.every(Number.isInteger), `${line} is no state`);
      require(label === Infinity || Number.isSafeInteger(label), `${label} is no label`); // every step costs 1
      require(!listed.has(identify(state)), `${line} is listed twice`);
      listed.set(identify(state), { state, label, block });
    }
  }
  return listed;
}

const examine = {
  least({ state, label }, { rules, find, bound }) {
    require(!rules.isGoal(state) && label >= 0 && label < bound, `${state} is a goal, or its label is not below the cost`);
    for (const [, after] of rules.steps(state))
      require(label + 1 >= bound || find(after)?.label <= label + 1, `${state} leads to ${after}, not listed as it must be`);
  },
  layers({ state, label }, { rules, identify, find, start, met }) {
    const first = String(state) === String(start);
    require(label < Infinity && (label > 0 || first), `${state} has the label ${label}, and only the start has 0`);
    for (const [, after] of rules.steps(state)) {
      require(find(after)?.label <= label + 1, `${state} leads to ${after}, not listed as it must be`);
      if (find(after).label === label + 1) met.add(identify(after));
    }
  },
  distances({ state, label, block }, { rules, find }) {
    const found = rules.steps(state).map(([, after]) => find(after));
    require(found.every(Boolean), `${state} leads to a state that is not listed`);
    const least = rules.isGoal(state) ? 0 : Math.min(Infinity, ...found.map((each) => each.label + 1));
    require(label === least, `${state} has the label ${label}, which should be ${least}`);
    const onward = found.some((each) => each.label + 1 === label && each.block < block);
    require(rules.isGoal(state) || label === Infinity || onward, `${state} has no step to an earlier block`);
  },
};
examine.impossible = examine.least;

function replay(rules, start, { plan, cost }) {
  let state = start;
  for (const move of plan) {
    const step = rules.steps(state).find(([name], place) => name === move || place === move);
    require(step, `the move ${move} is not legal in ${state}`);
    state = step[1];
  }
  require(rules.isGoal(state) && plan.length === cost, `the plan ends in ${state} after ${plan.length} moves`);
}

export function check(path) {
  const { header, lines } = readCertificate(path);
  const game = header.problem.split(":")[0];
  const make = { hanoi: makeHanoi, klotski: makeKlotski }[game];
  if (!make || !(header.claim in examine) || header.estimate) throw new NotCertificate(`${game}, ${header.claim}`);
  const rules = make(header.given);
  const identify = header.merged ? rules.key : String;
  const listed = collectLabels(lines, identify);
  const bound = header.claim === "least" ? header.cost : Infinity;
  const find = (state) => listed.get(identify(state));
  const known = { rules, bound, start: header.start, met: new Set(), identify, find };
  for (const each of listed.values()) examine[header.claim](each, known);
  const first = known.find(header.start);
  require(bound === 0 || (first && (first.label === 0 || header.claim === "distances")), "the start does not have the right label");
  require(header.states === listed.size, `${listed.size} states are listed`);
  if (header.claim === "least") replay(rules, header.start, header);
  if (header.claim === "layers") require(known.met.size === listed.size - 1, "a state has no predecessor one layer before");
  return `${header.problem}: ${header.claim} ${header.cost ?? ""} holds, ${listed.size} states`;
}

if (process.argv[2]) {
  try {
    console.log(check(process.argv[2]));
  } catch (error) {
    console.error(error.message);
    process.exitCode = error instanceof DoesNotHold ? 5 : 2;
  }
}
