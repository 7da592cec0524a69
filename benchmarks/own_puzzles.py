"""Two custom puzzles, pancakes and the pocket cube, by A* and IDA*: Langkah, fifteen lines of heapq, simpleai.

Every function runs in a process of its own and returns plain values. The estimates are weak on purpose, so that there
is something to search. `benchmarks/twins/best_first.cpp` does the same in C++, node by node.
"""

from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from importlib import import_module
from random import Random
from typing import Any

from benchmarks.measure import best
from benchmarks.ours import answer
from langkah import Packed, Puzzle, Step, solve
from langkah.search import packed_tiers

N = 11  # pancakes
SORTED = sum(place << 4 * place for place in range(N))
CORNERS = 7
SOURCES = ((3, 0, 1, 2, 4, 5, 6), (4, 1, 2, 0, 6, 5, 3), (1, 5, 2, 3, 0, 4, 6))
TWISTS = ((0, 0, 0, 0, 0, 0, 0), (2, 0, 0, 1, 1, 0, 2), (1, 2, 0, 0, 2, 1, 0))
SOLVED = sum(corner << 5 * corner for corner in range(CORNERS))


def flip(state: int, out: Any) -> int:
    """Turn over the upper 2, 3, ... pancakes."""
    for count in range(2, N + 1):
        turned = state >> 4 * count << 4 * count
        for place in range(count):
            turned |= (state >> 4 * place & 15) << 4 * (count - 1 - place)
        out[count - 2] = turned
    return N - 1


def half_gap(state: int) -> int:
    """Half of the adjacent pairs that do not belong together."""
    gaps = 0
    below = N
    for place in range(N - 1, -1, -1):
        here = state >> 4 * place & 15
        gaps += abs(here - below) > 1
        below = here
    return gaps // 2


def turn(state: int, out: Any) -> int:
    """The turns of three faces: a quarter, a half and three quarters each."""
    count = 0
    for face in range(3):
        now = state
        for _quarter in range(3):
            turned = 0
            for place in range(CORNERS):
                piece = now >> 5 * SOURCES[face][place] & 31
                turned |= (piece & 7 | ((piece >> 3) + TWISTS[face][place]) % 3 << 3) << 5 * place
            out[count] = now = turned
            count += 1
    return count


def count_astray(state: int) -> int:
    """A quarter of the corners that are not home or twisted, rounded up: a turn moves four."""
    astray = 0
    for place in range(CORNERS):
        astray += state >> 5 * place & 31 != place
    return (astray + 3) // 4


class Own(Puzzle[int, int]):
    """One of the two puzzles, by name."""

    admissible, reversible, lists_all_goals = True, True, True

    def __init__(self, name: str, start: int) -> None:
        self.start, self.target = start, SORTED if name == "pancakes" else SOLVED
        self.expand, self.guess = (flip, half_gap) if name == "pancakes" else (turn, count_astray)
        self.most = N - 1 if name == "pancakes" else 9

    def steps(self, state: int) -> Iterable[Step[int, int]]:
        """The successors by `expand`."""
        out = [0] * self.most
        return [Step(number, out[number]) for number in range(self.expand(state, out))]

    def is_goal(self, state: int) -> bool:
        """Whether the state is the goal."""
        return state == self.target

    def goals(self) -> list[int]:
        """The only goal."""
        return [self.target]

    def estimate(self, state: int) -> int:
        """The weak estimate."""
        return self.guess(state)

    def packed(self) -> Packed[int]:
        """A state is its own number."""
        goal: Callable[..., bool] = is_sorted if self.target == SORTED else is_solved
        how: dict[str, Any] = {"branching": self.most, "unit_cost": True, "estimate": self.guess}
        return Packed.of(self.start, int, int, self.expand, goal, **how)


def is_sorted(state: int) -> bool:
    """The goal test of the pancakes."""
    return state == SORTED


def is_solved(state: int) -> bool:
    """The goal test of the cube."""
    return state == SOLVED


SHORT = 1000  # seeds from here on give starts a few steps from the goal


def make_start(name: str, seed: int) -> int:
    """A hard start, or an easy one."""
    rng = Random(seed)
    if seed >= SHORT:
        short, out = Own(name, 0), [0] * 10
        state = short.target
        for _step in range(5):
            state = out[rng.randrange(short.expand(state, out))]
        return state
    if name == "pancakes":
        order = list(range(N))
        rng.shuffle(order)
        return sum(pancake << 4 * place for place, pancake in enumerate(order))
    state, out = SOLVED, [0] * 9
    for _turn in range(40):
        turn(state, out)
        state = rng.choice(out)
    return state


def langkah_own(name: str, seed: int, algorithm: str) -> dict[str, Any]:
    """Langkah, compiled from the first node on."""
    for patience in ("FIRST_NODES", "PATIENCE_STATES"):
        setattr(packed_tiers, patience, 0)
    problem = Own(name, make_start(name, seed))

    def once() -> Any:
        how: dict[str, Any] = {"duplicates": False} if algorithm == "ida-star" else {}
        return solve(problem, algorithm, **how)

    once()
    seconds, found = best(once, 5)
    assert found.stats.engine == "compiled"
    return answer(seconds, cost=found.cost, expanded=found.stats.expanded, start=problem.start)


def plain_own(name: str, seed: int) -> dict[str, Any]:
    """Langkah's A* in plain Python, on the plain puzzle."""
    problem = Own(name, make_start(name, seed))
    problem.packed = lambda: None  # type: ignore[method-assign,assignment,return-value]
    seconds, found = best(lambda: solve(problem, "a-star"), 1)
    return answer(seconds, cost=found.cost, expanded=found.stats.expanded)


def heapq_own(name: str, seed: int) -> dict[str, Any]:
    """A handwritten A*."""
    problem = Own(name, make_start(name, seed))
    seconds, (cost, expanded) = best(lambda: search_by_heapq(problem), 1)
    return answer(seconds, cost=cost, expanded=expanded)


def search_by_heapq(problem: Own) -> tuple[int, int]:
    """A* in fifteen lines."""
    expand, guess, start = problem.expand, problem.guess, problem.start
    costs, came, closed, number, out = {start: 0}, {start: start}, set[int](), 0, [0] * problem.most
    heap = [(guess(start), 0, 0, start)]
    while heap:
        _f, depth, _number, state = heappop(heap)
        if state in closed:
            continue
        closed.add(state)
        if state == problem.target:
            return -depth, len(closed)
        for index in range(expand(state, out)):
            after = out[index]
            if after not in costs or 1 - depth < costs[after]:
                number, costs[after], came[after] = number + 1, 1 - depth, state
                heappush(heap, (1 - depth + guess(after), depth - 1, -number, after))
    raise ValueError("no plan")


def simpleai_own(name: str, seed: int) -> dict[str, Any]:
    """simpleai's A*."""
    search: Any = import_module("simpleai.search")
    problem = Own(name, make_start(name, seed))

    class Board(search.SearchProblem):  # type: ignore[misc]
        def actions(self, state: int) -> list[int]:
            return [step.state for step in problem.steps(state)]

        def result(self, _state: int, action: int) -> int:
            return action

        def is_goal(self, state: int) -> bool:
            return problem.is_goal(state)

        def heuristic(self, state: int) -> int:
            return problem.estimate(state)

    seconds, found = best(lambda: search.astar(Board(problem.start), graph_search=True), 1)
    return answer(seconds, cost=len(found.path()) - 1)
