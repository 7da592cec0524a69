"""An exploration counts steps, and reports the step costs if not all steps cost 1; the reported costs agree with a
plain search.
"""

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings

from langkah import Limit, Puzzle, Step, explore, load
from langkah.engine import step_costs
from langkah.engine.step_costs import StepCosts, find_step_costs
from langkah.views.notebook import show_survey
from tests import ten_puzzles as ten
from tests.graphs import Graph, graphs
from tests.oracle import least_cost
from tests.oracle import step_costs as list_step_costs


class Stairs(Puzzle[int, int]):
    """A puzzle: climb a staircase, one stair at a time. The first step costs 1, and each step costs `price` more than
    the step before it.
    """

    start = 0

    def __init__(self, stairs: int = 5, price: int = 2) -> None:
        self.stairs, self.price = stairs, price

    def steps(self, state: int) -> Iterator[Step[int, int]]:
        """One step to the next stair, if there is one."""
        if state < self.stairs:
            yield Step(1, state + 1, 1 + state * self.price)

    def is_goal(self, state: int) -> bool:
        """Whether the state is the top."""
        return state == self.stairs


@settings(max_examples=100)
@given(graphs())
def test_costs_on_random_graphs(graph: Graph) -> None:
    """The survey has the lowest and the highest step cost and the least cost from the start to a goal; it has no costs
    if all steps cost 1.
    """
    found, costs = explore(graph).costs, list_step_costs(graph)
    assert (found is None) == (costs <= {1})
    if found is not None:
        assert (found.lowest, found.highest, found.whole) == (min(costs), max(costs), True)
        assert found.nearest_goal == least_cost(graph)


def test_the_farthest_by_cost() -> None:
    """The survey gives the distances of the top and of the farthest state both in steps and in cost."""
    survey = explore(Stairs())
    assert (survey.depth, survey.nearest_goal) == (5, 5)
    assert survey.costs == StepCosts(1, 9, True, 25, 25)
    assert survey.describe_costs() == [
        "depths and distances are numbers of steps; a step costs from 1 to 9",
        "measured by cost, the nearest goal is at distance 25 from the start, and the farthest state at 25",
    ]
    told = survey.as_dict()
    assert told["counts"] == "steps"
    assert told["costs"] == {"lowest": 1, "highest": 9, "whole": True, "nearest_goal": 25, "farthest": 25}
    assert "numbers of steps" in show_survey(survey)


def test_each_step_costs_the_same() -> None:
    """If all steps have the same cost, the survey gives this cost, as a fraction if it is one."""

    class Half(Stairs):
        def steps(self, state: int) -> Iterator[Step[int, int]]:
            return (step._replace(cost=Fraction(1, 2)) for step in super().steps(state))

    survey = explore(Half())
    assert survey.describe_costs()[0] == "depths and distances are numbers of steps; each step costs 1/2"
    assert survey.as_dict()["costs"]["nearest_goal"] == 2.5


def test_large_spaces_are_only_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a large or stopped exploration, the survey gives the costs near the start and says so; it has no costs if all
    steps there cost 1.
    """
    monkeypatch.setattr(step_costs, "MEASURED_STATES", 100)
    survey = explore(Stairs(1000))
    assert survey.costs == StepCosts(1, 199)
    assert survey.describe_costs() == [
        "depths and distances are numbers of steps; near the start, a step costs from 1 to 199"
    ]
    stopped = explore(Stairs(1000), limit=Limit(nodes=50))
    assert (stopped.complete, stopped.costs) == (False, StepCosts(1, 199))
    assert explore(Stairs(1000, price=0)).costs is None
    assert find_step_costs(Stairs(), 6, lambda: True) == StepCosts(1, 9, True), "no time to measure"


def test_nothing_is_said_where_it_makes_no_difference() -> None:
    """The surveys of games whose steps all cost 1, and of puzzles whose packed form declares so, have no costs."""
    for problem in (load("hanoi"), load("klotski:paper"), load("tictactoe"), ten.Counter(500, 499)):
        survey = explore(problem)
        assert (survey.costs, survey.describe_costs(), survey.as_dict()["costs"]) == (None, [], None)


def test_the_command_says_it(langkah: Callable[..., tuple[int, str, str]], tmp_path: Path) -> None:
    """The command `explore` reports step costs in text and in JSON."""
    own = tmp_path / "hills.py"
    own.write_text(
        "from langkah import Puzzle, Step\n\n\n"
        "class Hills(Puzzle):\n    start = 0\n\n"
        "    def steps(self, state):\n        return [Step('on', state + 1, 3)] if state < 4 else []\n\n"
        "    def is_goal(self, state):\n        return state == 4\n"
    )
    _code, out, _err = langkah("explore", f"{own}:Hills")
    assert "depths and distances are numbers of steps; each step costs 3" in out
    assert json.loads(langkah("explore", f"{own}:Hills", "--json")[1])["costs"]["nearest_goal"] == 12
