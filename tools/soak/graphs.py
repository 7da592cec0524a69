"""Random graphs as custom puzzles: any costs, estimates of every quality, equivalent states, one-way and two-way
edges.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from math import inf, nextafter
from random import Random
from typing import Any

from langkah import BadInput, Limit, Puzzle, Result, Step, solve
from langkah.model import Cost, Estimate
from langkah.search import ALGORITHMS, list_algorithms
from tools.soak.cases import Case, Counts, require
from tools.soak.judge import Asked, Truth, judge_result
from tools.soak.naive import Ways, count_simple_paths, measure_space, relax_costs

NODES = 5_000
TIES = ("deep", "shallow", "first", "last", "high", "low")
WEIGHTS = ("1", "1.0", "1.25", "2", "10", "1000")

Node = tuple[int, int]  # a node, and a mark that distinguishes equivalent states


# Costs as JSON: exact texts


def write_cost(value: Cost) -> str:
    """A cost as text without loss."""
    return value.hex() if isinstance(value, float) else str(value)


def read_cost(text: str) -> Cost:
    """Parse a cost: a float in hexadecimal, a fraction, or a whole number."""
    if "p" in text or text == "inf":
        return float.fromhex(text)
    return Fraction(text) if "/" in text else int(text)


def draw_cost(rng: Random, kind: str) -> Cost:
    """A random cost of this kind, which is one of `KINDS`."""
    if kind == "one":
        return 1
    if kind == "zero":
        return rng.choice((0, 0, 1, 2))
    if kind == "huge":
        return rng.choice((2**53, 2**53 + 1, 1, 0, 10**30, 2**63, 3))
    if kind == "fraction":
        return Fraction(rng.randint(0, 12), rng.randint(2, 7)) + Fraction(1, 97)
    if kind == "float":
        return rng.choice((0.1, 0.2, 0.3, 1.0, 2.5, 1e-9, 1e15))
    return draw_cost(rng, rng.choice(("one", "zero", "fraction", "small"))) if kind == "mixed" else rng.randint(1, 9)


KINDS = ("one", "small", "zero", "huge", "fraction", "float", "mixed")


class Graph(Puzzle[Node, int]):
    """A puzzle: walk from node 0 to a target. A state is a node and a number, which is not part of the state's key."""

    lists_all_goals = True

    def __init__(self, case: Case, far: list[Fraction | None]) -> None:
        self.size: int = case["size"]
        self.ways = [[(to, read_cost(cost)) for to, cost in onward] for onward in case["ways"]]
        self.targets = set(case["targets"])
        self.marked: bool = case["marked"]
        self.start = (0, 0)
        self.reversible = case["two-way"]
        self.far, self.noise = far, case["noise"]
        self.into: list[list[tuple[int, int, Cost]]] = [[] for _node in range(self.size)]
        for node, onward in enumerate(self.ways):
            for index, (to, cost) in enumerate(onward):
                self.into[to].append((node, index, cost))

    def steps(self, state: Node) -> Iterable[Step[Node, int]]:
        """Every edge from the node of the state; the move is the edge's number."""
        mark = state[1]
        for index, (to, cost) in enumerate(self.ways[state[0]]):
            yield Step(index, (to, (mark + index) % 3 if self.marked else 0), cost)

    def is_goal(self, state: Node) -> bool:
        """Whether the node is a target."""
        return state[0] in self.targets

    def key(self, state: Node) -> int:
        """The node of the state, without the number."""
        return state[0]

    def goals(self) -> Iterable[Node]:
        """A state for every target."""
        return [(node, 0) for node in sorted(self.targets)]

    def back(self, state: Node) -> Iterable[Step[Node, int]]:
        """Every edge that leads to the node of the state, as a step to the edge's origin."""
        return [Step(index, (node, 0), cost) for node, index, cost in self.into[state[0]]]

    def guess(self, quality: str, state: Node) -> Cost:
        """The estimate that a heuristic of this quality gives for a state."""
        return QUALITIES[quality][0](self.far[state[0]], self.noise[state[0]])


def _round_down(value: Fraction) -> float:
    """The largest float that does not exceed a fraction."""
    found = float(value)
    return found if Fraction(found) <= value else nextafter(found, -inf)


QUALITIES: dict[str, tuple[Callable[[Fraction | None, int], Cost], bool]] = {
    "exact": (lambda far, _noise: inf if far is None else far, True),
    "whole": (lambda far, _noise: 0 if far is None else far.numerator // far.denominator, True),
    "half": (lambda far, _noise: 0 if far is None else far / 2, True),
    "patchy": (lambda far, noise: 0 if far is None or noise % 2 else far, True),
    "float zero": (lambda _far, _noise: 0.0, True),
    "float": (lambda far, noise: 0.0 if far is None or noise % 3 == 0 else _round_down(far), True),
    "negative": (lambda _far, noise: -noise, True),
    "below": (lambda far, noise: 5 if far is None else far * noise / 10, True),
    "wild": (lambda far, noise: noise if far is None else far * noise, False),
    "wild float": (lambda _far, noise: noise * 1.5, False),
    "hopeless": (lambda _far, noise: inf if noise == 7 else 0, False),
}


def _make_estimate(quality: str) -> Estimate:
    """The heuristic of this quality, as an entry of `Graph.estimates`."""
    return Estimate(quality, lambda graph, state: graph.guess(quality, state), QUALITIES[quality][1], quality)


Graph.estimates = tuple(map(_make_estimate, QUALITIES))


def make_graph_case(rng: Random) -> Case:
    """A random case: a graph with loops, parallel edges, dead ends and sometimes no path to a goal, and two requests to
    each algorithm.
    """
    size, kind = rng.randint(1, 10), rng.choice(KINDS)
    ways: list[list[list[Any]]] = [[] for _node in range(size)]
    two_way = rng.random() < 0.3
    for node in range(size):
        for _edge in range(rng.choice((0, 1, 1, 2, 2, 3, 4))):
            to, cost = rng.randrange(size), write_cost(draw_cost(rng, kind))
            ways[node].append([to, cost])
            if two_way:
                ways[to].append([node, cost])
    return {
        "size": size,
        "kind": kind,
        "ways": ways,
        "two-way": two_way,
        "marked": rng.random() < 0.4,
        "targets": sorted(rng.sample(range(size), min(size, rng.choice((0, 1, 1, 1, 2, 3))))),
        "noise": [rng.randint(0, 10) for _node in range(size)],
        "asked": [draw_request(rng, name) for name in ALGORITHMS for _time in range(2)],
    }


def draw_request(rng: Random, algorithm: str) -> Case:
    """A request to one algorithm, with random options."""
    asked: Case = {"algorithm": algorithm, "estimate": rng.choice(list(QUALITIES)), "weight": rng.choice(WEIGHTS)}
    asked["width"] = rng.choice((1, 2, 5, 100))
    if rng.random() < 0.4:
        asked["ties"] = rng.sample(TIES, rng.randint(0, 3))
    if rng.random() < 0.15:
        asked["duplicates"] = rng.random() < 0.5
    if rng.random() < 0.2:
        asked["depth"] = rng.randint(0, 8)
    if algorithm == "backtracking" and rng.random() < 0.5:
        asked["all"] = True
    return asked


def check_graph_case(case: Case) -> Counts:
    """Check each requested search whose algorithm fits the graph."""
    exact: Ways = [[(to, Fraction(read_cost(cost))) for to, cost in onward] for onward in case["ways"]]
    targets = set(case["targets"])
    far = relax_costs(exact, targets)
    space = measure_space(0, lambda node: [to for to, _cost in exact[node]], lambda node: node in targets)
    graph = Graph(case, far)
    fitting = set(list_algorithms(graph))
    met = {cost for node in space.depth if isinstance(node, int) for _to, cost in exact[node]}
    everywhere = {cost for onward in exact for _to, cost in onward}  # what a backward search may meet
    counts: Counts = Counter(graphs=1)
    for asked in case["asked"]:
        if asked["algorithm"] in fitting:
            rounds = case["kind"] == "float"
            costs = everywhere if asked["algorithm"] == "bidirectional" else met
            truth = Truth(far[0], space.nearest, rounds, len(costs) < 2)
            _check_request(graph, exact, truth, asked)
            counts["searches"] += 1
    return counts


def _check_request(graph: Graph, exact: Ways, truth: Truth, asked: Case) -> None:
    """Run one search and compare its result with the facts."""
    name = asked["algorithm"]
    row = ALGORITHMS[name]
    has_estimate = "estimate" in row.options
    quality = asked["estimate"] if has_estimate else "exact"
    weight = float(asked["weight"]) if "." in asked["weight"] else int(asked["weight"])
    options: dict[str, Any] = {"weight": weight, "width": asked["width"], "ties": asked.get("ties")}
    options |= {"duplicates": asked.get("duplicates"), "find_all": asked.get("all", False)}
    limit = Limit(nodes=NODES, depth=asked.get("depth"))
    heeded = {option: value for option, value in options.items() if option in row.options and value is not None}
    if has_estimate:
        heeded["estimate"] = quality
    try:
        result = solve(graph, name, limit=limit, **heeded)
    except BadInput as error:
        require(False, "a good search was refused", f"{asked} {error}")
        return
    free = limit.depth is None and result.limit != "nodes"
    weighted = Fraction(weight) if name == "weighted-a-star" else None
    request = Asked(name, QUALITIES[quality][1], weighted, free)
    judge_result(result, truth, request, lambda: _walk_plan(exact, graph.targets, result))
    if asked.get("all") and free:
        ways = count_simple_paths(exact, 0, graph.targets, 20_000)
        require(
            ways is None or (result.solutions or 0) == ways, "wrong number of solutions", f"{result.solutions} {ways}"
        )


def _walk_plan(exact: Ways, targets: set[int], result: Result[Any, Any]) -> Fraction:
    """The cost of a plan, replayed move by move."""
    node, spent = 0, Fraction(0)
    for move, label in zip(result.path, result.notation, strict=True):
        index = int(label)
        require(0 <= index < len(exact[node]), "an illegal move", result.notation)
        to, cost = exact[node][index]
        require(move.state[0] == to, "a move leads elsewhere", result.notation)
        node, spent = to, spent + cost
    require(node in targets, "the plan ends on no goal", result.notation)
    return spent
