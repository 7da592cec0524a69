"""Langkah's part of each benchmark; every function runs in a process of its own and returns plain values."""

import json
import resource
import time
from pathlib import Path
from typing import Any

from benchmarks.measure import best
from langkah import load
from langkah.engine.explore import explore
from langkah.engine.kernels import table_control as at
from langkah.engine.kernels import tray_control
from langkah.engine.layers import explore_space
from langkah.engine.spaces.state_table import StateTable
from langkah.engine.spaces.towers import ProcessorFlood, TowerSpace, choose_small_discs
from langkah.engine.survey import Survey
from langkah.engine.tile_search import LineEstimate, PatternEstimate, TileSearch
from langkah.model import Game, Puzzle
from langkah.packed import Grid, Packed, Pegs, Tray
from langkah.run import Run

DATA = Path(__file__).parents[1] / "tests" / "data"
BIG = "a**b/c**d/eefg/kkfg/h..i"
BIG_GOAL = {"*": [[3, 1], [3, 2], [4, 1], [4, 2]], "c": [[0, 0]], "d": [[0, 3]], "h": [[1, 0]], "i": [[1, 3]]}


def answer(seconds: float, **more: Any) -> dict[str, Any]:
    """The result of a benchmark: its processor time, the peak memory of this process in bytes, and the values in
    `more`.
    """
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return {"cpu": seconds, "peak": peak, **more}


def board(name: str) -> Puzzle[Any, Any]:
    """The classic Klotski board, or for any other name a Klotski board whose space has 15.8 million states."""
    problem = (
        load("klotski:classic")
        if name == "classic"
        else load("klotski", board=BIG, goal=BIG_GOAL, same=[["c", "d"], ["h", "i"]])
    )
    assert isinstance(problem, Puzzle)
    return problem


def slides(name: str, repetitions: int) -> dict[str, Any]:
    """Explore a Klotski space from the start several times, recording each state's parent; returns the best time."""
    packed = board(name).packed()
    assert packed is not None
    visited(packed, 1, parents=True)
    seconds, (states, depth) = best(lambda: visited(packed, 1, parents=True), repetitions)
    return answer(seconds, states=states, depth=depth)


def visited(packed: Packed[Any], threads: int, *, parents: bool) -> tuple[int, int]:
    """Visit every state of a space; returns the number of states and the depth of the space."""
    space = StateTable(packed, parents=parents, threads=threads)
    while space.advance(1 << 22) != at.DONE:
        pass
    found = space.now[at.TAIL], space.now[at.DEPTH]
    space.close()
    return found


def threads(name: str, repetitions: int) -> dict[str, Any]:
    """Explore the same Klotski space on one thread and on two, in turn, with tables of the same size. Returns the best
    wall time of each.
    """
    packed = board(name).packed()
    assert packed is not None
    packed.size = 1 << 24
    least = {1: float("inf"), 2: float("inf")}
    counts = set()
    for turn in range(2 * repetitions + 2):
        before = time.perf_counter()
        counts.add(visited(packed, turn % 2 + 1, parents=False)[0])
        if turn > 1:  # the first run of each is a warm-up
            least[turn % 2 + 1] = min(least[turn % 2 + 1], time.perf_counter() - before)
    return answer(least[2], one=least[1], states=sorted(counts))


def slides_input(name: str, repetitions: int) -> dict[str, Any]:
    """The standard input of the C++ program that does the same work as `slides`."""
    packed = board(name).packed()
    assert packed is not None
    numbers = [packed.start, len(packed.data), *packed.data, 16, repetitions, 1]
    return {"text": " ".join(map(str, numbers))}


def pegs(discs: int, threads: int) -> dict[str, Any]:
    """Explore all positions of the Tower of Hanoi on four pegs."""

    def once(count: int) -> Survey:
        run: Run[Any, Any] = Run()
        small = choose_small_discs(count, None)
        pegs = Pegs(4, (0,) * count, ((1,) * count,))
        return explore_space(
            TowerSpace(pegs, run, lambda size: ProcessorFlood(size, threads), small), run, hardest=False
        )

    once(8)
    seconds, found = best(lambda: once(discs), 1)
    return answer(seconds, states=found.states, depth=found.depth)


def korf(count: int, method: str) -> dict[str, Any]:
    """Solve `count` of Korf's instances of the 15-puzzle by IDA*, with linear conflicts if `method` is "lines",
    otherwise with pattern databases.
    """
    cases = json.loads((DATA / "korf.json").read_text(encoding="utf-8"))[:count]
    searches = [TileSearch(Tray(4, 4, tuple(case["start"]), tuple(range(16)))) for case in cases]
    methods = [LineEstimate(each, conflicts=True) if method == "lines" else PatternEstimate(each) for each in searches]
    searches[0].begin(methods[0], searches[0].tiles, searches[0].blank)
    searches[0].control.numbers[tray_control.BUDGET] = 1000
    methods[0].call()
    run: Run[Any, Any] = Run()

    def once() -> list[int]:
        found = [search.rounds(run, way, None) or [] for search, way in zip(searches, methods, strict=True)]
        return [len(each) - 1 for each in found]

    seconds, lengths = best(once, 1)
    assert lengths == [case["optimal"] for case in cases]
    nodes = sum(search.control.numbers[tray_control.NODES] for search in searches)
    return answer(seconds, nodes=nodes, lengths=lengths)


def grid() -> dict[str, Any]:
    """Compute the values of all positions of tic-tac-toe on 4 x 4 cells, four in a line."""
    from langkah.engine.spaces.grid import GridSpace

    game = load("mnk", rows=4, cols=4, k=4)
    assert isinstance(game, Game)
    structure = game.structure()
    assert structure is not None

    def once(grid: Grid) -> Survey:
        run: Run[Any, Any] = Run()
        return explore_space(GridSpace(grid, 1), run, hardest=False)

    once(structure._replace(cells=4, lines=(15,)))
    seconds, found = best(lambda: once(structure), 2)
    return answer(seconds, states=found.states, value=found.value)


def towers(discs: int) -> dict[str, Any]:
    """Find a shortest plan for the Tower of Hanoi on three pegs with `solve` and breadth-first search."""
    from langkah import solve

    problem = load("hanoi", discs=discs)
    seconds, found = best(lambda: solve(problem, "breadth-first"), 5)
    return answer(seconds, cost=found.cost, engine=found.stats.engine)


def towers_explored(discs: int) -> dict[str, Any]:
    """Find a shortest plan for the Tower of Hanoi on three pegs by breadth-first search in compiled code."""
    problem = load("hanoi", discs=discs)
    assert isinstance(problem, Puzzle)
    packed = problem.packed()
    assert packed is not None

    def once() -> int:
        space = StateTable(packed, parents=True, halt=True)
        while space.advance() not in (at.DONE, at.GOAL):
            pass
        length = len(space.chain(space.now[at.HEAD] - 1)) - 1
        space.close()
        return length

    once()
    seconds, cost = best(once, 20)
    return answer(seconds, cost=cost)


def plain_klotski() -> dict[str, Any]:
    """Explore the whole space of the classic Klotski board in plain Python; the time does not include imports."""
    problem = load("klotski:classic")
    seconds, found = best(lambda: explore(problem, hardest=False), 3)
    return answer(seconds, states=found.states, engine=found.engine)
