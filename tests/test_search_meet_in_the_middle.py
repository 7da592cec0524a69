"""MM and IDA* with a transposition table: how they differ from plain searches, and how a wrong `turn_around` affects a
proof.
"""

from typing import Any

import pytest

from langkah import BadInput, load, solve
from langkah.games import GAMES
from langkah.games.tiles.tiles import Tiles
from langkah.model import Puzzle
from langkah.tracing import Kind, Trace
from tests.oracle import distances
from tests.small import SMALL

TURNED = [
    (name, problem)
    for name in GAMES
    if isinstance(problem := load(name, SMALL[name]), Puzzle) and problem.reversible and problem.turn_around()
]


def test_no_node_lies_beyond_the_middle() -> None:
    """MM expands no node farther from its own end than half the least cost, and both sides expand nodes."""
    trace = Trace()
    result = solve(load("tiles:8-puzzle"), "mm", observe=trace)
    assert (result.cost, result.optimal) == (20, True)
    taken = [event for event in trace.events if event.kind is Kind.TAKE]
    assert max(event.cost for event in taken) * 2 <= 20
    backward = {event.node for event in trace.events if event.side == "back"}
    assert 0 < sum(event.node in backward for event in taken) < len(taken)


def test_puzzles_turned_around_estimate_from_the_start() -> None:
    """The start is the goal of the puzzle turned around, whose admissible heuristics never exceed the true distance
    from the start.
    """
    roads: Any = load("route")
    assert {name for name, _problem in TURNED} >= {"hanoi", "ladder", "tiles"}
    for name, problem in (*TURNED, ("route", roads)):
        turned: Any = problem.turn_around()
        assert turned.is_goal(problem.start), name
        far: Any = roads.map.measure_to(roads.start) if problem is roads else distances(problem)
        for estimate in turned.all_estimates():
            if estimate.admissible:
                assert all(estimate.of(turned, state) <= cost for state, cost in far.items()), (name, estimate.name)


def test_what_is_turned_around_wrongly_proves_nothing() -> None:
    """A puzzle that turns into another one is refused; if estimates of the turned puzzle are too high, the plan is not
    called optimal.
    """

    class Astray(Tiles):
        def turn_around(self) -> Any:
            return Tiles(start=self.start, goal=(1, 2, 3, 4, 5, 6, 7, 0, 8))

    class Greedy(Tiles):
        def turn_around(self) -> Any:
            other: Any = Tiles(start=self.target, goal=self.start)
            tenfold = [each._replace(of=lambda p, s, of=each.of: 10 * of(p, s)) for each in other.all_estimates()]
            other.all_estimates = lambda: tuple(tenfold)
            return other

    start = (1, 2, 3, 4, 0, 6, 7, 5, 8)
    with pytest.raises(BadInput, match="turn_around"):
        solve(Astray(start=start), "mm")
    found = solve(Greedy(start=start), "mm")
    assert not found.optimal
    assert "turn_around" in found.why


def test_a_table_spares_nodes() -> None:
    """With a transposition table, IDA* finds the same cost with fewer expanded nodes."""
    problem = load("hanoi", discs=4, pegs=4)
    plain, clever = (solve(problem, name) for name in ("ida-star", "ida-star-tt"))
    assert plain.cost == clever.cost == 9
    assert clever.optimal
    assert clever.stats.expanded < plain.stats.expanded
