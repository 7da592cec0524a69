"""The doctor finds every planted defect, and none in the games that come with Langkah."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from langkah import BadInput, Limit, Puzzle, Step, load
from langkah.apps.cli.main import main
from langkah.doctor_checks import CHECKS, examine
from langkah.doctor_checks.goal_distances import find_goal_distances, find_worst_gap
from langkah.doctor_checks.survey import StateSurvey
from langkah.games import GAMES, list_levels
from tests import broken_puzzles
from tests.graphs import Graph, graphs
from tests.oracle import least_cost
from tests.small import SMALL

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples"


@pytest.mark.parametrize("cls", broken_puzzles.HEALTHY, ids=lambda cls: cls.__name__)
def test_healthy(cls: Any) -> None:
    """Nothing is said against a puzzle that keeps its promises; its whole space was looked at."""
    report = examine(cls())
    assert report.healthy, report
    assert report.complete
    assert report.states == 10


@pytest.mark.parametrize("name", broken_puzzles.SICK)
def test_planted_defects(name: str) -> None:
    """The right check finds it and says the right thing."""
    cls = broken_puzzles.SICK[name]
    report = examine(cls(), Limit(seconds=3))
    check, words = cls.sick
    found = {each.name: each for each in report.checks}
    assert not report.healthy
    assert found[check].status == "defect", report
    texts = [finding.text for finding, _count in found[check].findings if finding.defect]
    assert any(re.search(words, text) for text in texts), texts


def test_a_defect_of_every_kind() -> None:
    """Each check of the table has a patient."""
    assert {cls.sick[0] for cls in broken_puzzles.SICK.values()} == {*CHECKS, "steps"}


@pytest.mark.parametrize("game", GAMES)
def test_shipped_games_are_healthy(game: str) -> None:
    """Default board, a small one whose space is looked at completely, and some levels of each game."""
    small = examine(load(game, SMALL[game]), Limit(seconds=4))
    assert small.healthy, small
    assert small.complete
    names = [game, *(f"{game}:{level}" for level in list_levels(game)[:3])]
    for name in names:
        report = examine(load(name), Limit(250, 1.5))
        assert report.healthy, report


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_level_is_healthy(game: str) -> None:
    """Every level that comes with a game."""
    for level in list_levels(game):
        report = examine(load(f"{game}:{level}"), Limit(5000, 10))
        assert report.healthy, (level, report)


@pytest.mark.parametrize("name", ["jugs.py:Jugs", "river.py:River", "template.py:Template", "frogs.py:Frogs"])
def test_examples_are_healthy(name: str) -> None:
    """The puzzles that people copy from."""
    assert examine(load(str(EXAMPLES / name))).healthy


@settings(max_examples=150)
@given(graphs())
def test_estimates_are_judged_rightly(graph: Graph) -> None:
    """On any graph: exactly the estimates that are too high somewhere are caught, with the largest gap."""
    survey = StateSurvey(graph)
    assert survey.complete
    far = find_goal_distances(survey, graph)
    assert far.get(0) == least_cost(graph)
    for estimate in graph.all_estimates():
        reached = [case.state for case in survey.all() if case.state in far]
        gaps = [estimate.of(graph, node) - graph.exact[node] for node in reached]
        worst = find_worst_gap(graph, estimate)
        assert (worst is not None) == any(gap > 0 for gap in gaps)
        if worst is not None:
            assert worst.estimate - worst.true == max(gaps)


def test_the_papers_estimate() -> None:
    """The square where the estimate of the second board is most too high: the start itself, 17 for 6 rolls."""
    problem = load("snakes:paper-2")
    assert isinstance(problem, Puzzle)
    paper = next(each for each in problem.all_estimates() if each.name == "paper")
    gap = find_worst_gap(problem, paper)
    assert gap is not None
    assert (problem.label(gap.state), gap.estimate, gap.true) == ("0", 17, 6)


def test_limits_are_kept_and_told() -> None:
    """A space too large to look at: the report says what was looked at."""
    report = examine(load("hanoi", discs=12), Limit(300, 5))
    assert report.healthy
    assert not report.complete
    assert report.states <= 300
    assert "not the whole space" in report.coverage()


def doctor(*words: str) -> int:
    """The command."""
    return main(["doctor", *words])


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 0 for a healthy puzzle, 2 for a sick one, with boards and JSON."""
    assert doctor("hanoi", "discs=2") == 0
    assert "healthy: no defect was found" in capsys.readouterr().out
    assert doctor(f"{HERE}/broken_puzzles.py:TooHigh") == 2
    told = capsys.readouterr().out
    assert "DEFECT estimates: guess is vouched for as admissible, but says 10 here, and 3 is enough" in told
    assert "    6\n" in told
    assert "looked at all states that can be reached: 10 states" in told
    assert doctor(f"{HERE}/broken_puzzles.py:TooHigh", "--json") == 2
    found = json.loads(capsys.readouterr().out)
    assert not found["healthy"]
    assert [check["name"] for check in found["checks"] if check["status"] == "defect"] == ["estimates"]
    assert found["checks"][-1]["findings"][0]["boards"] == ["6"]


def test_a_constructor_that_breaks(capsys: pytest.CaptureFixture[str]) -> None:
    """It is the patient's defect, not ours."""
    assert doctor(f"{HERE}/broken_puzzles.py:Unbuilt", "--json") == 2
    found = json.loads(capsys.readouterr().out)
    assert re.search(broken_puzzles.Unbuilt.sick[1], found["checks"][0]["findings"][0]["text"])


def test_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    """What cannot be loaded is told as everywhere."""
    assert doctor("hanoy") == 2
    assert "Did you mean hanoi?" in capsys.readouterr().err
    with pytest.raises(BadInput):
        load("hanoi", discs=0)


class NoGoal(Puzzle[int, str]):
    """Does not say what a goal is."""

    start = 0

    def steps(self, state: int) -> list[Step[int, str]]:
        """One more."""
        return [Step("on", state + 1)]


class NoSteps(NoGoal):
    """Forgets to give its steps away."""

    def steps(self, state: int) -> Any:
        """Nothing."""

    def is_goal(self, state: int) -> bool:
        """At three."""
        return state == 3


class OneStep(NoSteps):
    """Gives a step instead of a list."""

    def steps(self, state: int) -> Any:
        """One, bare."""
        return Step("on", state + 1)


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        (NoGoal, "`is_goal` is missing: add `def is_goal(self, state)`"),
        (NoSteps, "steps(state) gives None; expected a list"),
        (OneStep, "steps(state) gives Step(move='on', state=1, cost=1); expected a list"),
    ],
)
def test_beginners_mistakes_are_named_once(puzzle: type[Puzzle[int, str]], words: str) -> None:
    """One finding that says what to write, and none of our own files."""
    (check,) = examine(puzzle()).checks
    ((finding, _count),) = check.findings
    assert words in finding.text
    assert "survey.py" not in finding.text
