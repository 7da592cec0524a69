"""Several searches in turn: whoever proves the answer, it is the right one, and limits hold for all together."""

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
    """The first leads, the others follow."""
    request = SearchRequest(limit=Limit(**limit))
    return Portfolio(puzzle, find_algorithm(names[0]), names[1:], request, None, None).run()


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turns come at every look at the limits, and are long."""

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
    """Any order of any searches: what is called optimal is, and where one of them can prove, all of it is proved."""
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
    """Never more nodes than allowed; what was spent is the sum."""
    result = run_in_turn(graph, *names, nodes=nodes)
    assert result.stats.expanded <= nodes
    assert result.limit in ("", "nodes", "estimate")
    assert sum(each.expanded for each in result.tried) <= result.stats.expanded


class Line(Puzzle[int, int]):
    """So long a line that no search comes to its end in a test, with a door in its middle."""

    reversible = lists_all_goals = True
    start = 0
    door = 4000

    def steps(self, state: int) -> list[Step[int, int]]:
        """On, or back."""
        return [Step(move, state + move) for move in (1, -1)]

    def is_goal(self, state: int) -> bool:
        """Behind the door."""
        return state == self.door

    def goals(self) -> list[int]:
        """The door."""
        return [self.door]


def test_the_next_one_answers_where_the_first_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Depth-first search never turns round; the one that meets in the middle has the answer in its first long turn."""
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
    """The time is that of all; the answer says who was tried."""
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
    """Whoever has the turn when Ctrl-C comes."""
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
    """Also where another one has the turn."""
    request, asked = SearchRequest(), iter([False] * 5)
    names = iter(["uniform-cost"])
    found = Portfolio(Line(), find_algorithm("depth-first"), names, request, None, lambda: next(asked, True)).run()
    assert (found.status, found.limit) == (Status.STOPPED, "cancel")


def test_a_full_memory_leaves_the_answer_to_the_others() -> None:
    """The one that fills it is given up; the next begins anew."""

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
    """Goals that may not be all: the plan is there when the limit strikes, and is not called the cheapest."""

    class Unsure(ten.Cube):
        lists_all_goals = False

    result = solve(Unsure("R F2 D R' F R2"), limit=Limit(nodes=2000))
    assert (result.status, result.limit, result.cost, result.optimal) == (Status.STOPPED, "nodes", 6, False)
    assert "not proved to be the cheapest" in result.why
    assert len(result.moves) == len(result.notation) == 6
    assert result.tried[0].algorithm == "bidirectional"


@pytest.mark.usefixtures("at_once")
def test_a_contradiction_is_told_by_whoever_finds_it() -> None:
    """A goal that is none is a mistake of the puzzle, not of a search."""

    class Wrong(Line):
        def goals(self) -> list[int]:
            return [self.door, 7]

    with pytest.raises(BadInput, match="goals\\(\\) lists 7"):
        run_in_turn(Wrong(), "uniform-cost", "bidirectional")


def test_compiling_takes_no_turn() -> None:
    """A turn is not over because code was compiled in it."""
    turn: TurnRun[Any, Any] = TurnRun()
    turn.turn_seconds = 0.5
    turn.began -= 1000.0
    turn.stats.compile_seconds = 1000.0
    turn.check()
    turn.stats.compile_seconds = 0.0
    with pytest.raises(Stopped, match="seconds"):
        turn.check()
