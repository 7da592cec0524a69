"""A portfolio of several searches in turn: the answer is correct whichever search proves it, and the limits apply to
all searches together.
"""

import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langkah import BadInput, Limit, Puzzle, Status, Step, solve
from langkah.run import Run, Stopped
from langkah.search import SearchRequest, portfolio
from langkah.search.portfolio import LeadingRun, Portfolio, TurnRun
from langkah.search.table import find_algorithm
from langkah.tracing import Result, Stats
from tests import ten_puzzles as ten
from tests.graphs import Graph, graphs
from tests.oracle import least_cost, replay

ALL = ["uniform-cost", "a-star", "ida-star", "depth-first", "greedy", "bidirectional", "breadth-first"]
PROVE = {"uniform-cost", "a-star", "ida-star"}


def run_in_turn(puzzle: Any, *names: str, **limit: Any) -> Result[Any, Any]:
    """Run a portfolio in which the first named search leads and the others follow. Returns the result."""
    request = SearchRequest(limit=Limit(**limit))
    return Portfolio(puzzle, find_algorithm(names[0]), names[1:], request, None, None).run()


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the other searches a long turn at every limit check of the leader."""

    def check(run: Any) -> None:
        Run.check(run)
        run.round_seconds = 60.0
        run.portfolio.give_turns(run)
        Run.check(run)

    monkeypatch.setattr(LeadingRun, "check", check)


@pytest.mark.usefixtures("at_once")
@settings(max_examples=150)
@given(graphs(), st.permutations(ALL), st.integers(1, len(ALL)))
def test_turns_on_random_graphs(graph: Graph, names: list[str], count: int) -> None:
    """For any searches in any order, a result marked optimal has the least cost, and the result is proved if one of the
    searches can prove it.
    """
    result = run_in_turn(graph, *names[:count])
    least = least_cost(graph)
    if result.status is Status.IMPOSSIBLE:
        assert least is None
    elif result.status is Status.SOLVED:
        assert replay(graph, result)[1] == result.cost
        assert not result.optimal or result.cost == least
    assert result.optimal or result.status is Status.IMPOSSIBLE or not PROVE & set(names[:count])
    assert {each.algorithm for each in result.tried} <= set(names[:count]) - {result.algorithm}


@pytest.mark.usefixtures("at_once")
@settings(max_examples=100)
@given(graphs(), st.permutations(ALL), st.integers(0, 12))
def test_a_limit_on_nodes_holds_for_all_together(graph: Graph, names: list[str], nodes: int) -> None:
    """All searches together expand no more nodes than the limit allows, and the result counts the nodes of all
    searches.
    """
    result = run_in_turn(graph, *names, nodes=nodes)
    assert result.stats.expanded <= nodes
    assert result.limit in ("", "nodes", "estimate")
    assert sum(each.expanded for each in result.tried) <= result.stats.expanded


class Line(Puzzle[int, int]):
    """An infinite line of integers, which no search can exhaust, with one goal: the `door`."""

    reversible = lists_all_goals = True
    start = 0
    door = 4000

    def steps(self, state: int) -> list[Step[int, int]]:
        """One step forward or one step back."""
        return [Step(move, state + move) for move in (1, -1)]

    def is_goal(self, state: int) -> bool:
        """Whether the state is the door."""
        return state == self.door

    def goals(self) -> list[int]:
        """The door, which is the only goal."""
        return [self.door]


def test_the_next_one_answers_where_the_first_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Depth-first search walks away from the goal and never turns round; bidirectional search finds the answer in its
    first long turn. The reported counts never decrease.
    """
    monkeypatch.setattr(portfolio, "MOMENT_SECONDS", 0.01)
    heard: list[Stats] = []
    request = SearchRequest(limit=Limit(seconds=60))

    class Away(Line):
        def steps(self, state: int) -> list[Step[int, int]]:
            return super().steps(state)[::-1]

    names = iter(["bidirectional"])
    result = Portfolio(Away(), find_algorithm("depth-first"), names, request, heard.append, None).run()
    assert (result.algorithm, result.cost, result.optimal) == ("bidirectional", 4000, True)
    assert [each.algorithm for each in result.tried] == ["depth-first"]
    assert result.tried[0].expanded > 0
    assert result.tried[0].seconds < result.stats.seconds
    assert "Bidirectional gave the answer; also tried: Depth-first" in result.why
    assert result.as_dict()["tried"][0]["algorithm"] == "depth-first"
    assert [each.expanded for each in heard] == sorted(each.expanded for each in heard), "counts never fall"
    assert result.stats.expanded >= heard[-1].expanded


@pytest.mark.usefixtures("at_once")
def test_all_are_stopped_by_the_clock() -> None:
    """The time limit applies to all searches together, and the result lists the searches that were tried."""
    began = time.perf_counter()

    class Endless(Line):
        door = 10**9

    result = solve(Endless(), limit=Limit(seconds=0.4))
    assert time.perf_counter() - began < 5
    assert (result.status, result.limit, result.algorithm) == (Status.STOPPED, "seconds", "bidirectional")
    assert result.why == "stopped at the time limit; tried: Bidirectional, Uniform cost (UCS)"
    assert [each.algorithm for each in result.tried] == ["uniform-cost"]


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("after", [3, 40])
def test_an_interrupt_ends_everything(after: int) -> None:
    """Ctrl-C stops the whole portfolio, whichever search has the turn."""
    asked = 0

    class Interrupted(Line):
        def steps(self, state: int) -> list[Step[int, int]]:
            nonlocal asked
            asked += 1
            if asked == after:
                raise KeyboardInterrupt
            return super().steps(state)

    result = run_in_turn(Interrupted(), "depth-first", "uniform-cost", "bidirectional")
    assert (result.status, result.limit, asked) == (Status.STOPPED, "interrupt", after)


@pytest.mark.usefixtures("at_once")
def test_who_is_called_off_asks_no_more() -> None:
    """Cancelling stops the whole portfolio, even if another search than the leader has the turn."""
    request, asked = SearchRequest(), iter([False] * 5)
    names = iter(["uniform-cost"])
    found = Portfolio(Line(), find_algorithm("depth-first"), names, request, None, lambda: next(asked, True)).run()
    assert (found.status, found.limit) == (Status.STOPPED, "cancel")


def test_a_full_memory_leaves_the_answer_to_the_others() -> None:
    """A search that runs out of memory is given up; the next search starts from the beginning and finds the answer."""

    class Full(ten.Pancakes):
        refused = False

        def estimate(self, state: tuple[int, ...]) -> int:
            if not self.refused and state != self.start:
                self.refused = True
                raise MemoryError
            return super().estimate(state)

    result = solve(Full(3, 5, 1, 2, 4))
    assert (result.algorithm, result.optimal, result.cost) == (
        "bidirectional",
        True,
        solve(ten.Pancakes(3, 5, 1, 2, 4)).cost,
    )
    assert [(each.algorithm, each.limit) for each in result.tried] == [("a-star", "memory")]


@pytest.mark.usefixtures("at_once")
def test_a_plan_without_a_proof_is_kept() -> None:
    """If the list of goals may be incomplete, a plan is kept when the node limit is reached, but it is not reported as
    the cheapest.
    """

    class Unsure(ten.Cube):
        lists_all_goals = False

    result = solve(Unsure("R F2 D R' F R2"), limit=Limit(nodes=2000))
    assert (result.status, result.limit, result.cost, result.optimal) == (Status.STOPPED, "nodes", 6, False)
    assert "not proved to be the cheapest" in result.why
    assert len(result.moves) == len(result.notation) == 6
    assert result.tried[0].algorithm == "bidirectional"


@pytest.mark.usefixtures("at_once")
def test_a_contradiction_is_told_by_whoever_finds_it() -> None:
    """A listed goal that is not a goal raises `BadInput`, even if a search other than the leader finds it: it is a
    mistake of the puzzle.
    """

    class Wrong(Line):
        def goals(self) -> list[int]:
            return [self.door, 7]

    with pytest.raises(BadInput, match="goals\\(\\) lists 7"):
        run_in_turn(Wrong(), "uniform-cost", "bidirectional")


def test_compiling_takes_no_turn() -> None:
    """Time spent compiling does not count towards the time of a turn."""
    turn: TurnRun[Any, Any] = TurnRun()
    turn.turn_seconds = 0.5
    turn.began -= 1000.0
    turn.stats.compile_seconds = 1000.0
    turn.check()
    turn.stats.compile_seconds = 0.0
    with pytest.raises(Stopped, match="seconds"):
        turn.check()
