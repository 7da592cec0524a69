"""Two custom puzzles, pancakes and the pocket cube, solved by A* and IDA*: Langkah, an A* written with heapq, simpleai.

Every function that measures runs in a process of its own and returns plain values. The heuristics are weak on purpose,
so that there is something to search. `benchmarks/twins/best_first.cpp` does the same searches in C++, node by node.
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
    """Write the stacks after turning over the upper 2, 3, ... pancakes into `out`; returns their number."""
    for count in range(2, N + 1):
        turned = state >> 4 * count << 4 * count
        for place in range(count):
            turned |= (state >> 4 * place & 15) << 4 * (count - 1 - place)
        out[count - 2] = turned
    return N - 1


def half_gap(state: int) -> int:
    """A weak heuristic: half of the number of adjacent pancakes, plate included, whose sizes are not consecutive,
    rounded down.
    """
    gaps = 0
    below = N
    for place in range(N - 1, -1, -1):
        here = state >> 4 * place & 15
        gaps += abs(here - below) > 1
        below = here
    return gaps // 2


def turn(state: int, out: Any) -> int:
    """Write the cubes after the nine turns (three faces; a quarter, a half and three quarters each) into `out`; returns
    9.
    """
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
    """A weak heuristic: a quarter of the number of misplaced or twisted corners, rounded up, since a turn moves four
    corners.
    """
    astray = 0
    for place in range(CORNERS):
        astray += state >> 5 * place & 31 != place
    return (astray + 3) // 4


class Own(Puzzle[int, int]):
    """One of the two puzzles: `name` is "pancakes", and any other name means the pocket cube."""

    admissible, reversible, lists_all_goals = True, True, True

    def __init__(self, name: str, start: int) -> None:
        self.start, self.target = start, SORTED if name == "pancakes" else SOLVED
        self.expand, self.guess = (flip, half_gap) if name == "pancakes" else (turn, count_astray)
        self.most = N - 1 if name == "pancakes" else 9

    def steps(self, state: int) -> Iterable[Step[int, int]]:
        """The steps to all states that `expand` writes; a move is the index of its state."""
        out = [0] * self.most
        return [Step(number, out[number]) for number in range(self.expand(state, out))]

    def is_goal(self, state: int) -> bool:
        """Whether the state is the goal."""
        return state == self.target

    def goals(self) -> list[int]:
        """The only goal state, in a list."""
        return [self.target]

    def estimate(self, state: int) -> int:
        """The value of the weak heuristic."""
        return self.guess(state)

    def packed(self) -> Packed[int]:
        """The packed form for compiled searches; a state is a number already."""
        goal: Callable[..., bool] = is_sorted if self.target == SORTED else is_solved
        how: dict[str, Any] = {"branching": self.most, "unit_cost": True, "estimate": self.guess}
        return Packed.of(self.start, int, int, self.expand, goal, **how)


def is_sorted(state: int) -> bool:
    """The goal test of the pancakes: whether the stack is sorted."""
    return state == SORTED


def is_solved(state: int) -> bool:
    """The goal test of the pocket cube: whether the cube is solved."""
    return state == SOLVED


SHORT = 1000  # seeds from here on give starts a few steps from the goal


def make_start(name: str, seed: int) -> int:
    """A random start, the same for the same seed. From seed `SHORT` on, it is at most five steps from the goal."""
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
    """Measure Langkah on a custom puzzle, with compiled code from the first node on."""
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
    """Measure Langkah's A* in plain Python: the puzzle gets no packed form, so it cannot be compiled."""
    problem = Own(name, make_start(name, seed))
    problem.packed = lambda: None  # type: ignore[method-assign,assignment,return-value]
    seconds, found = best(lambda: solve(problem, "a-star"), 1)
    return answer(seconds, cost=found.cost, expanded=found.stats.expanded)


def heapq_own(name: str, seed: int) -> dict[str, Any]:
    """Measure the handwritten A* of `search_by_heapq` on a custom puzzle."""
    problem = Own(name, make_start(name, seed))
    seconds, (cost, expanded) = best(lambda: search_by_heapq(problem), 1)
    return answer(seconds, cost=cost, expanded=expanded)


def search_by_heapq(problem: Own) -> tuple[int, int]:
    """A handwritten A* with heapq. Returns the cost of the plan and the number of expanded states."""
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
    """Measure simpleai's A* on a custom puzzle."""
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
