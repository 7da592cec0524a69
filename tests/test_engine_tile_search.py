"""Compiled IDA* on sliding tiles: the lengths of plans agree with the literature and with plain searches, and every
plan from `solve` is legal.
"""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from langkah import Limit, load, solve
from langkah.engine import tile_search as trays
from langkah.engine.blocks import Bytes
from langkah.engine.tile_search import LineEstimate, PatternEstimate, TileSearch, choose_groups, compute_conflict_costs
from langkah.model import Problem, Puzzle
from langkah.packed import Tray
from langkah.run import Run
from langkah.search import packed_search
from tests.oracle import distances, replay

pytest.importorskip("numba")

# The hundred boards of R. E. Korf, "Depth-first iterative-deepening", Artificial Intelligence 27 (1985), with lengths.
KORF = json.loads((Path(__file__).parent / "data" / "korf.json").read_text(encoding="utf-8"))
HOME = tuple(range(16))


def length(tray: Tray, method: Any) -> int:
    """The length of the plan that compiled IDA* finds with the heuristic that `method` makes."""
    search = TileSearch(tray)
    found = search.rounds(Run(Limit()), method(search), None)
    assert found is not None
    return len(found) - 1


def with_conflicts(search: TileSearch) -> LineEstimate:
    """The heuristic of Manhattan distances and linear conflicts."""
    return LineEstimate(search, conflicts=True)


def without_conflicts(search: TileSearch) -> LineEstimate:
    """The heuristic of Manhattan distances alone."""
    return LineEstimate(search, conflicts=False)


@pytest.mark.parametrize("size", [(2, 3), (3, 2), (3, 3)])
@pytest.mark.parametrize("corner", [0, -1, 2])
def test_every_method_agrees_with_breadth_first(size: tuple[int, int], corner: int) -> None:
    """On small boards, from random positions and for goals with the blank in different cells, the plans of all
    heuristics are as long as breadth-first search says.
    """
    rows, cols = size
    draw = random.Random(f"{size}{corner}")
    goal = list(range(1, rows * cols))
    goal.insert(corner % (rows * cols), 0)
    problem = load("tiles", rows=rows, cols=cols, start=goal, goal=goal)
    assert isinstance(problem, Puzzle)
    far = distances(problem)
    for state in draw.sample(sorted(far), 12):  # type: ignore[type-var]
        tray = Tray(rows, cols, state, tuple(goal))  # type: ignore[arg-type]
        if state == tuple(goal):
            continue
        lengths = {length(tray, method) for method in (with_conflicts, without_conflicts, PatternEstimate)}
        assert lengths == {far[state]}


@pytest.mark.parametrize("estimate", ["linear-conflict", "manhattan"])
@pytest.mark.parametrize("seed", range(6))
def test_both_tiers_agree_to_the_last_number(estimate: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """IDA* in compiled code stores no visited states, and neither does IDA* in Python by default: both expand the same
    number of nodes and find the same plan.

    With `duplicates=True`, the search stays in Python, expands no more nodes than without, and finds the same plan.
    """
    draw, (rows, cols) = random.Random(seed), ((3, 3), (2, 4), (3, 4))[seed % 3]
    problem = shuffled(rows, cols, draw)
    how: dict[str, Any] = {"algorithm": "ida-star", "estimate": estimate, "limit": Limit(nodes=200_000)}
    with monkeypatch.context() as patch:
        patch.setattr(packed_search, "PYTHON_NODES", 1 << 40)
        plain, clever = solve(problem, **how), solve(problem, duplicates=True, **how)
    monkeypatch.setattr(packed_search, "PYTHON_NODES", 1)
    quick, alone = solve(problem, **how), solve(problem, duplicates=True, **how)
    engines = plain.stats.engine, clever.stats.engine, quick.stats.engine, alone.stats.engine
    assert engines == ("python", "python", "compiled", "python")
    assert plain.status == quick.status == clever.status == "solved"
    counters = "expanded", "generated", "skipped", "pruned"
    for one, other in ((quick, plain), (alone, clever)):
        assert [getattr(one.stats, each) for each in counters] == [getattr(other.stats, each) for each in counters]
    assert quick.moves == plain.moves == clever.moves
    assert clever.stats.expanded <= plain.stats.expanded


def shuffled(rows: int, cols: int, draw: random.Random) -> Problem[Any, Any]:
    """A board after 60 random steps from the ordered board."""
    home = load("tiles", rows=rows, cols=cols, start=[*range(1, rows * cols), 0])
    assert isinstance(home, Puzzle)
    state = home.start
    for _step in range(60):
        state = draw.choice(list(home.steps(state))).state
    return load("tiles", rows=rows, cols=cols, start=list(state))


def test_linear_conflicts() -> None:
    """The conflicts of a line cost two moves for each tile that must leave the line. The digits of a key are the goal
    cells of the tiles in this line, counted from 1; 0 stands for no such tile. The first cell is the lowest digit.
    """
    costs = compute_conflict_costs(5)

    def cost(*homes: int) -> int:
        key: int = sum(home * 5**place for place, home in enumerate(homes))
        return costs[key]

    assert cost(1, 2, 3, 4) == cost(0, 0, 4, 0) == cost(1, 0, 3, 0) == 0
    assert cost(2, 1, 0, 0) == cost(0, 4, 0, 1) == cost(2, 1, 3, 4) == 2
    assert cost(4, 3, 2, 1) == 6
    assert cost(2, 1, 4, 3) == 4


@pytest.mark.parametrize("blank", range(16))
def test_groups_hold_every_tile_once(blank: int) -> None:
    """For every goal cell of the blank, each other cell belongs to exactly one group of the pattern databases."""
    members = sorted(cell for group in choose_groups(4, 4, blank) for cell in group)
    assert members == [cell for cell in range(16) if cell != blank]


@pytest.mark.slow
@pytest.mark.parametrize("case", KORF[:8], ids=lambda case: f"korf {case['id']}")
def test_korf_through_solve(case: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """`solve` runs the 15-puzzle in compiled code, and the plan is optimal and legal."""
    monkeypatch.setattr(trays, "LINES_NODES", (200_000, 200_000))
    monkeypatch.setattr(packed_search, "PYTHON_NODES", 50)
    problem = load("tiles", rows=4, cols=4, start=case["start"], goal=list(HOME))
    result = solve(problem)
    assert (result.cost, result.optimal, result.stats.engine) == (case["optimal"], True, "compiled")
    state, cost = replay(problem, result)
    assert state == HOME
    assert cost == result.cost


@pytest.mark.slow
def test_all_of_korf() -> None:
    """With pattern databases, all hundred instances of Korf are solved at the known least cost; with linear conflicts,
    the first ten are.
    """
    for number, case in enumerate(KORF):
        tray = Tray(4, 4, tuple(case["start"]), HOME)
        assert length(tray, PatternEstimate) == case["optimal"]
        if number < 10:
            assert length(tray, with_conflicts) == case["optimal"]


def test_limits_are_heeded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that reaches a limit has the status `stopped` and reports the name of the limit."""
    monkeypatch.setattr(packed_search, "PYTHON_NODES", 50)
    monkeypatch.setattr(trays, "BUDGET", 1000)
    start = [15, 14, 8, 12, 10, 11, 13, 9, 2, 6, 5, 1, 3, 7, 4, 0]  # 80 moves, the most that any board needs
    problem = load("tiles", rows=4, cols=4, start=start)
    for limit, name in ((Limit(seconds=0.3), "seconds"), (Limit(nodes=20_000), "nodes")):
        result = solve(problem, limit=limit)
        assert (result.status, result.limit) == ("stopped", name)
        assert name == "seconds" or result.stats.expanded == 20_000
    assert solve(problem, limit=Limit(nodes=40)).limit == "nodes"


def test_easy_boards_stay_in_python() -> None:
    """A board that Python solves quickly does not use compiled code."""
    problem = load("tiles", rows=4, cols=4, start=[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, 13, 14, 15])
    result = solve(problem)
    assert (result.cost, result.stats.engine) == (3, "python")


def test_a_queue_that_was_too_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pattern table is the same whether the queue that builds the table is long enough or must be enlarged."""
    cells, group = 9, (0, 1, 3, 4)
    tables = []
    for waiting in (1 << 12, 1 << 6):
        monkeypatch.setattr(trays, "WAITING", waiting)
        table = Bytes(2 * cells ** len(group))
        trays._make_pattern_table(table, cells ** len(group), cells, 3, 8, group)
        tables.append(table.read(0, table.count))
    assert tables[0] == tables[1]
    assert sum(map(bool, tables[0])) == 9 * 8 * 7 * 6
    assert not any(tables[0][: cells ** len(group)])
