"""Random graphs with costs and estimates as packed puzzles: consistent, inconsistent and inadmissible estimates.

Some best-first searches, IDA* and iterative deepening run in compiled code and in plain Python: cost, plan, `optimal`
and all counts must be equal, and an optimal cost must equal that of Dijkstra's algorithm.
"""

from collections import Counter
from collections.abc import Iterable
from heapq import heappop, heappush
from math import inf
from random import Random
from typing import Any
from unittest.mock import patch

from langkah import Limit, Result, solve
from langkah.model import Estimate, Puzzle, Step
from langkah.packed import DEAD_END, Packed
from langkah.search import best_first, deepening
from tools.soak.cases import Case, Counts, Mismatch
from tools.soak.tiers import compile_at_once

FAR = 50  # bits between the parts of a multi-word number
SEEDS = 500  # per case
BEST_FIRST = ("a-star", "greedy", "weighted-a-star", "uniform-cost")
TIES = (None, (), ("deep",), ("shallow", "last"), ("first",), ("last",), ("deep", "last"))
KINDS = ("none", "consistent", "inconsistent", "inadmissible")


def expand(state: int, out: Any, data: Any) -> int:
    """The successors of a node, with the costs of the edges. `data` begins with the number of nodes and the place where
    the list of each node begins.
    """
    first, last = data[1 + state], data[2 + state]
    for number in range((last - first) // 2):
        out[number] = data[first + 2 * number]
        out[-1 - number] = data[first + 2 * number + 1]
    return int((last - first) // 2)


def goal(state: int, data: Any) -> bool:
    """Whether the node is a target."""
    return bool(data[data[2 + data[0]] + state])


def estimate(state: int, data: Any) -> int:
    """The estimate of a node."""
    return int(data[data[2 + data[0]] + data[0] + state])


def expand_wide(state: Any, out: Any, data: Any) -> int:
    """The successors of a node, with the costs of the edges, if a node is stored in two words."""
    first, last = data[1 + state[0]], data[2 + state[0]]
    for number in range((last - first) // 2):
        out[2 * number] = data[first + 2 * number]
        out[2 * number + 1] = data[first + 2 * number] * 3
        out[-1 - number] = data[first + 2 * number + 1]
    return int((last - first) // 2)


def goal_wide(state: Any, data: Any) -> bool:
    """Whether the node is a target."""
    return goal(state[0], data)


def estimate_wide(state: Any, data: Any) -> int:
    """The estimate of a node."""
    return estimate(state[0], data)


class WeightedGraph(Puzzle[int, int]):
    """A random graph with a heuristic of some kind; `truth` is the least cost to a target, by Dijkstra's algorithm."""

    def __init__(self, rng: Random, kind: str, *, wide: bool) -> None:
        size = rng.randint(1, 40)
        most = rng.choice((0, 1, 1, 3, 20))
        self.start, self.wide, self.kind = 0, wide, kind
        self.ways = [
            [(rng.randrange(size), rng.randint(min(1, most), most)) for _way in range(rng.choice((0, 1, 2, 2, 5)))]
            for _node in range(size)
        ]
        self.targets = {node for node in range(size) if rng.random() < 0.1}
        far = self._measure()
        self.truth = far[0]
        vars(self)["admissible"] = kind != "inadmissible"
        part = rng.choice((1, 2, 3))
        self.guesses = [self._guess(rng, each, kind, part) for each in far]

    def _measure(self) -> list[float]:
        """The distance of every node to a target, by Dijkstra's algorithm backwards."""
        into: list[list[tuple[int, int]]] = [[] for _node in self.ways]
        for node, ways in enumerate(self.ways):
            for other, cost in ways:
                into[other].append((node, cost))
        far = [inf] * len(self.ways)
        heap = [(0, node) for node in self.targets]
        while heap:
            cost, node = heappop(heap)
            if cost < far[node]:
                far[node] = cost
                for other, more in into[node]:
                    heappush(heap, (cost + more, other))
        return far

    @staticmethod
    def _guess(rng: Random, far: float, kind: str, part: int) -> float:
        """A random estimate for a node with the least cost `far`, by a heuristic of this kind. Except for the kind
        `none`, the estimate may be infinite.
        """
        if kind == "none":
            return 0
        if far == inf:
            return rng.choice((inf, rng.randint(0, 9)) if kind == "inconsistent" else (inf,))
        if kind == "consistent":
            return int(far) // part
        if kind == "inconsistent":
            return rng.randint(0, int(far))
        return rng.choice((inf, rng.randint(0, 2 * int(far) + 3), rng.randint(0, 2 * int(far) + 3)))

    def steps(self, state: int) -> Iterable[Step[int, int]]:
        """Every edge from a node."""
        return [Step(index, node, cost) for index, (node, cost) in enumerate(self.ways[state])]

    def is_goal(self, state: int) -> bool:
        """Whether the node is a target."""
        return state in self.targets

    def estimate(self, state: int) -> float:
        """The estimate drawn for this node."""
        return self.guesses[state]

    def all_estimates(self) -> tuple[Estimate, ...]:
        """The graph's own heuristic and the heuristic `zero`; only the latter if the kind is `none`."""
        return super().all_estimates()[1 if self.kind == "none" else 0 :]

    def packed(self) -> Packed[int]:
        """The packed form, whose `data` has the edges, the targets and the estimates of all nodes, one list after the
        other.
        """
        size = len(self.ways)
        data = [0] * (size + 3)
        data[0] = size
        for node, ways in enumerate(self.ways):
            data[1 + node] = len(data)
            data += [number for way in ways for number in way]
        data[1 + size] = data[2 + size] = len(data)
        data += [int(node in self.targets) for node in range(size)]
        data += [DEAD_END if each == inf else int(each) for each in self.guesses]
        how: dict[str, Any] = {"data": data, "branching": 5, "costs": True}
        if not self.wide:
            return Packed.of(0, int, int, expand, goal, estimate=estimate, **how)
        return Packed.of(
            0, lambda node: node | node * 3 << FAR, lambda word: word & (1 << FAR) - 1, expand_wide, goal_wide,
            estimate=estimate_wide, words=2, word_bits=FAR, **how,
        )  # fmt: skip


def make_weighted_case(rng: Random) -> Case:
    """A random case: the seeds of many graphs, and the kinds of heuristics."""
    return {"seeds": [rng.getrandbits(40) for _seed in range(SEEDS)], "kinds": list(KINDS), "wide": True}


def check_weighted_case(case: Case) -> Counts:
    """Search every graph in compiled code and in plain Python, and compare the two results."""
    counts: Counts = Counter()
    for seed in case["seeds"]:
        rng = Random(seed)
        graph = WeightedGraph(rng, rng.choice(case["kinds"]), wide=case["wide"] and rng.random() < 0.3)
        how = draw_search(rng)
        with compile_at_once():
            compiled: Result[int, int] = solve(graph, **how)
        with (
            patch.object(best_first, "find_packed_form", _find_nothing),
            patch.object(deepening, "find_packed_form", _find_nothing),
        ):
            plain: Result[int, int] = solve(graph, **how)
        counts["searches"] += 2
        counts[compiled.stats.engine] += 1
        if _describe(compiled) != _describe(plain) or (compiled.optimal and compiled.cost != graph.truth):
            about = f"{graph.kind}, {how}: {_describe(compiled)}, plain {_describe(plain)}, truth {graph.truth}"
            raise Mismatch("compiled is not plain", about, {**case, "seeds": [seed]})
    return counts


def draw_search(rng: Random) -> dict[str, Any]:
    """An algorithm with its options and limits."""
    algorithm = rng.choice((*BEST_FIRST, "ida-star", "iterative-deepening"))
    depth = rng.choice((None, None, rng.randint(0, 6)))
    how: dict[str, Any] = {"algorithm": algorithm}
    if algorithm in BEST_FIRST:
        how |= {"ties": rng.choice(TIES), "limit": Limit(depth=depth, nodes=rng.choice((None, rng.randint(0, 30))))}
    else:
        how |= {"duplicates": rng.choice((None, True, False)), "limit": Limit(depth=depth, nodes=rng.randint(0, 300))}
    if algorithm == "weighted-a-star":
        how["weight"] = rng.choice((0.5, 1, 1.5, 2, 3))
    return how


def _find_nothing(_problem: object, _run: object) -> None:
    """Replaces the function that finds a packed form, and finds none, so that only plain Python searches."""


def _describe(result: Result[int, int]) -> tuple[Any, ...]:
    stats = result.stats
    counts = stats.expanded, stats.generated, stats.skipped, stats.pruned, stats.frontier_max
    return result.cost, result.optimal, result.status, result.limit, result.why, result.moves, counts
