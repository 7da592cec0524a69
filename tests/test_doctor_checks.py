"""The doctor finds every planted defect, and no defect in the games that come with Langkah."""

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings

from langkah import BadInput, Limit, Packed, Puzzle, Step, load, solve
from langkah.apps.cli.main import main
from langkah.doctor_checks import CHECKS, examine
from langkah.doctor_checks.goal_distances import find_goal_distances, find_worst_gap
from langkah.doctor_checks.hooks import KINDS, list_hooks
from langkah.doctor_checks.survey import StateSurvey
from langkah.games import GAMES, list_levels
from langkah.games.pig import Pig, State
from langkah.tasks.levels import read_sorted_levels
from tests import broken_puzzles
from tests.graphs import Graph, graphs
from tests.oracle import least_cost
from tests.small import SMALL

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples"


@pytest.mark.parametrize("cls", broken_puzzles.HEALTHY, ids=lambda cls: cls.__name__)
def test_healthy(cls: Any) -> None:
    """The doctor reports no defect in a puzzle that keeps its promises, and examines its whole space."""
    report = examine(cls())
    assert report.healthy, report
    assert report.complete
    assert report.states == 10


@pytest.mark.parametrize("name", broken_puzzles.SICK)
def test_planted_defects(name: str) -> None:
    """The check that is meant for a planted defect finds the defect and describes it correctly."""
    cls = broken_puzzles.SICK[name]
    report = examine(cls(), Limit(seconds=3))
    check, words = cls.sick
    found = {each.name: each for each in report.checks}
    assert not report.healthy
    assert found[check].status == "defect", report
    texts = [finding.text for finding, _count in found[check].findings if finding.defect]
    assert any(re.search(words, text) for text in texts), texts


def test_a_defect_of_every_kind() -> None:
    """Every check of the table has a broken puzzle that it must find."""
    assert {cls.sick[0] for cls in broken_puzzles.SICK.values()} == {*CHECKS, "steps"}


@pytest.mark.parametrize("game", GAMES)
def test_shipped_games_are_healthy(game: str) -> None:
    """The default board of each game, a small board whose space is examined completely, and some levels have no
    defects.
    """
    small = examine(load(game, SMALL[game]), Limit(seconds=4))
    assert small.healthy, small
    assert small.complete
    names = [game, *(f"{game}:{level}" for level in list_levels(game)[:3])]
    for name in names:
        report = examine(load(name), Limit(150, 0.7))
        assert report.healthy, report


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("game", GAMES)
def test_every_level_is_healthy(game: str) -> None:
    """No level of a game has a defect, except that the doctor reports the missing goal of a level that is impossible on
    purpose, unless the puzzle itself gives the reason.
    """
    for level, remarks in read_sorted_levels(game).items():
        problem = load(f"{game}:{level}")
        report = examine(problem, Limit(5000, 4))
        sick = {check.name for check in report.checks if check.status == "defect"}
        explained = isinstance(problem, Puzzle) and problem.hopeless()
        is_missing = remarks.get("optimum") == "impossible" and report.complete and not explained
        expected = {"goals"} if is_missing else set()
        assert sick == expected, (level, report)


@pytest.mark.parametrize("name", ["jugs.py:Jugs", "river.py:River", "template.py:Template", "frogs.py:Frogs"])
def test_examples_are_healthy(name: str) -> None:
    """The example puzzles, which users copy, have no defects."""
    assert examine(load(str(EXAMPLES / name))).healthy


@settings(max_examples=150)
@given(graphs())
def test_estimates_are_judged_rightly(graph: Graph) -> None:
    """On random graphs, the doctor finds exactly the heuristics whose estimate is too high in some reachable state,
    with the largest gap.
    """
    survey = StateSurvey(graph).explore()
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
    """On the paper's second board, the heuristic 'paper' exceeds the true cost most at the start: its value is 17,
    although 6 rolls suffice.
    """
    problem = load("snakes:paper-2")
    assert isinstance(problem, Puzzle)
    paper = next(each for each in problem.all_estimates() if each.name == "paper")
    gap = find_worst_gap(problem, paper)
    assert gap is not None
    assert (problem.label(gap.state), gap.estimate, gap.true) == ("0", 17, 6)


def test_limits_are_kept_and_told() -> None:
    """If the space is too large for the limit, the report says that the doctor did not examine all of it."""
    report = examine(load("hanoi", discs=12), Limit(300, 5))
    assert report.healthy
    assert not report.complete
    assert report.states <= 300
    assert "not the whole space" in report.coverage()


def doctor(*words: str) -> int:
    """Run `langkah doctor` with these words, and return the exit code."""
    return main(["doctor", *words])


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    """The command exits with code 0 for a healthy puzzle and 2 for a defective one, and reports each defect with a
    board, in text and in JSON.
    """
    assert doctor("hanoi", "discs=2") == 0
    assert "no problems found" in capsys.readouterr().out
    assert doctor(f"{HERE}/broken_puzzles.py:TooHigh") == 2
    told = capsys.readouterr().out
    defect = "guess is declared admissible, but here it is 10, although a goal can be reached at a cost of 3"
    assert f"PROBLEM estimates: {defect}" in told
    assert "    6\n" in told
    assert "examined all states that can be reached: 10 states" in told
    assert doctor(f"{HERE}/broken_puzzles.py:TooHigh", "--json") == 2
    found = json.loads(capsys.readouterr().out)
    assert not found["healthy"]
    assert [check["name"] for check in found["checks"] if check["status"] == "defect"] == ["estimates"]
    assert found["checks"][-1]["findings"][0]["boards"] == ["6"]


def test_a_constructor_that_breaks(capsys: pytest.CaptureFixture[str]) -> None:
    """An error in the constructor is reported as a defect of the puzzle, not of Langkah."""
    assert doctor(f"{HERE}/broken_puzzles.py:Unbuilt", "--json") == 2
    found = json.loads(capsys.readouterr().out)
    assert re.search(broken_puzzles.Unbuilt.sick[1], found["checks"][0]["findings"][0]["text"])


def test_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    """`doctor` reports a problem that cannot be loaded with the same message as every other command."""
    assert doctor("hanoy") == 2
    assert "Did you mean hanoi?" in capsys.readouterr().err
    with pytest.raises(BadInput):
        load("hanoi", discs=0)


class NoGoal(Puzzle[int, str]):
    """A puzzle without `is_goal`."""

    start = 0

    def steps(self, state: int) -> list[Step[int, str]]:
        """One step, to the next number."""
        return [Step("on", state + 1)]


class NoSteps(NoGoal):
    """A puzzle whose `steps` lacks its return statement."""

    def steps(self, state: int) -> Any:
        """Returns None."""

    def is_goal(self, state: int) -> bool:
        """Whether the state is 3."""
        return state == 3


class OneStep(NoSteps):
    """A puzzle whose `steps` returns a step instead of a list."""

    def steps(self, state: int) -> Any:
        """One step, not in a list."""
        return Step("on", state + 1)


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        (NoGoal, "`is_goal` is missing: add `def is_goal(self, state)`"),
        (NoSteps, "steps(state) returns None; expected a list"),
        (OneStep, "steps(state) returns Step(move='on', state=1, cost=1); expected a list"),
    ],
)
def test_beginners_mistakes_are_named_once(puzzle: type[Puzzle[int, str]], words: str) -> None:
    """The report on a beginner's mistake has a single finding, which says what is missing or expected, and does not
    mention the doctor's own file `survey.py`.
    """
    (check,) = (check for check in examine(puzzle()).checks if check.findings)
    ((finding, _count),) = check.findings
    assert words in finding.text
    assert "survey.py" not in finding.text


def list_advice(puzzle: Any, check: str) -> list[str]:
    """The advice in each finding of a check: a line of code to write."""
    report = examine(puzzle, Limit(2_000, 3))
    return [finding.advice for each in report.checks if each.name == check for finding, _count in each.findings]


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("Admissable", "admissible = True"),
        ("Reversable", "reversible = True"),
        ("Heuristic", "def estimate(self, state):"),
        ("Gesture", "def gestures(self, state, move):"),
        ("Diceless", "class Spoiled(Walk, Chance):"),
        ("HiddenAt", "def my_at(self, _row, _col):"),
        ("HiddenGoals", "self.my_goals = ..."),
        ("Braching", "Packed.of(..., branching=...)"),
        ("Unheard", "def __init__(self, n=3):"),
        ("Pice", 'role="piece"'),
    ],
)
def test_advice_is_a_line_to_write(name: str, line: str) -> None:
    """The advice contains the corrected line, as it belongs in the puzzle's file."""
    cls = broken_puzzles.SICK[name]
    assert line in list_advice(cls(), cls.sick[0])


def test_hooks_come_from_the_model() -> None:
    """Every public name of the model's classes is a hook (a member that a puzzle may define). The form of a hook that
    is a method shows the arguments.
    """
    hooks = list_hooks()
    assert {name for kind in KINDS for name in vars(kind) if not name.startswith("_")} <= hooks.keys()
    assert {"start", "origin", "random", "preferred", "moved", "editor", "decisions", "small", "title"} <= hooks.keys()
    assert hooks["gestures"].form == "gestures(state, move)"
    assert hooks["from_text"].form == "from_text(text)"
    assert hooks["admissible"].form == "admissible"


class Helped(broken_puzzles.Walk):
    """A healthy puzzle with helper functions whose names are similar to those of hooks (members that Langkah calls)."""

    goal = 9
    labels: ClassVar[dict[int, str]] = {}

    def step(self, state: int) -> int:
        """The next square. The name of this helper is similar to that of the hook `steps`."""
        return state + 1

    def heuristic(self, state: int) -> int:
        """The distance to the goal; a helper for `estimate`."""
        return self.goal - state

    def estimate(self, state: int) -> int:
        """The estimate, computed by the helpers."""
        return self.heuristic(state) if self.step(state) else 0


def test_helpers_are_nobodys_business() -> None:
    """A helper whose name is similar to a hook's is accepted if the puzzle uses the helper, or if it is of another kind
    than the hook.
    """
    assert examine(Helped()).healthy


class Mirrored(Puzzle[tuple[int, int], str]):
    """A puzzle with two counters from 0 to 6; each step advances one counter. The packed form treats states with
    exchanged counters as one state.
    """

    start = (0, 0)

    def steps(self, state: tuple[int, int]) -> list[Step[tuple[int, int], str]]:
        """One step for each counter that can advance."""
        a, b = state
        return [Step(name, after) for name, after in (("a", (a + 1, b)), ("b", (a, b + 1))) if max(after) <= 6]

    def is_goal(self, state: tuple[int, int]) -> bool:
        """Whether both counters are at 6."""
        return state == (6, 6)

    def packed(self) -> Packed[tuple[int, int]]:
        """A packed form with the lower counter in the lower digit, whichever counter it is."""
        pack = lambda state: min(state) + 7 * max(state)  # noqa: E731
        return Packed.of(self.start, pack, lambda word: (word % 7, word // 7), expand_pair, goal_pair, branching=2)


def expand_pair(state: int, out: Any) -> int:
    """Writes the successors of a packed state, each with the lower counter first; returns their number."""
    count, low, high = 0, state % 7, state // 7
    if low < 6:
        out[count] = min(low + 1, high) + 7 * max(low + 1, high)
        count += 1
    if high < 6:
        out[count] = low + 7 * (high + 1)
        count += 1
    return count


def goal_pair(state: int) -> bool:
    """Whether both counters are at 6."""
    return state == 48


def test_a_packed_form_may_merge_symmetric_states() -> None:
    """A packed form that merges symmetric states is no defect, and the search with it finds the least cost."""
    report = examine(Mirrored())
    assert report.healthy, report
    assert report.states == 49
    packed = {check.name: check.findings for check in report.checks}
    assert packed["packed"] == ()
    assert [finding.advice for finding, _count in packed["compiled"]] == ["Packed.of(..., unit_cost=True)"]
    assert solve(Mirrored(), algorithm="breadth-first").cost == least_cost(Mirrored()) == 12


def reverse(word: int) -> list[int]:
    """The successors of a packed state of the walk, in the opposite order."""
    return broken_puzzles.View().successors(word)[::-1]


def test_another_order_is_a_note() -> None:
    """A packed form that lists successors in another order is correct, so the doctor adds only a note that ties are
    broken differently.
    """
    cls = broken_puzzles.spoiled("", "", packed=lambda _walk: broken_puzzles.View(successors=reverse))
    report = examine(cls())
    assert report.healthy
    ((finding, count),) = next(check.findings for check in report.checks if check.name == "packed")
    assert (finding.defect, count) == (False, 8)
    assert "ties are broken differently" in finding.text


def expand_float(state: int, out: Any) -> int:
    """Uses floating point, which compiled code does not support."""
    return broken_puzzles.expand(int(state * 1.0), out)


def test_why_compiled_code_is_not_used() -> None:
    """If a function cannot be compiled, the doctor gives the reason and the line; if a packed form is missing, it gives
    the line to write.
    """
    slow = broken_puzzles.spoiled("", "", packed=lambda _walk: broken_puzzles.pack_walk(expand_float))
    report = examine(slow())
    assert report.healthy, report
    ((finding, _count),) = next(check.findings for check in report.checks if check.name == "compiled")
    assert re.search(r"will not be used: .*test_doctor_checks.py, line \d+: ", finding.text)
    assert list_advice(broken_puzzles.Walk(), "compiled")[0].startswith("return Packed.of(self.start, ")
    large = load("hanoi", discs=9)
    large.packed = lambda: None  # type: ignore[attr-defined]
    (line,) = list_advice(large, "compiled")
    assert line.startswith("return Packed.of(self.start, ")


def test_notes_on_settings() -> None:
    """The doctor notes a constructor argument that has no setting, with the line to write."""
    cls = broken_puzzles.spoiled("", "", **broken_puzzles.with_settings("n=3, m=4"))
    assert list_advice(cls(), "settings") == ["Setting('m', 4, \"what it means\"),"]


def test_a_scene_that_fails_is_told_once() -> None:
    """An error in `scene` is reported once, by one check, with the state and the line."""
    report = examine(broken_puzzles.SICK["Undrawn"]())
    assert [check.name for check in report.checks if check.status == "defect"] == ["pictures"]
    ((finding, _count),) = next(check.findings for check in report.checks if check.name == "pictures")
    assert finding.boards == ("5",)
    assert re.search(r"broken_puzzles.py, line \d+", finding.text)


class Unlisted(Pig):
    """A dice game for two players whose `steps` omits one of the throws."""

    def steps(self, state: State) -> list[Step[State, str]]:
        return [step for step in super().steps(state) if step.move != "1"]

    def chances(self, state: State) -> list[tuple[Fraction, State]]:
        return Pig(self.target, self.die).chances(state)


def test_throws_must_be_steps_too() -> None:
    """The doctor reports a throw without a step, because such a throw could not be named, stored or undone."""
    found = examine(Unlisted(4), Limit(300, 3))
    assert "the dice lead to a state to which no step leads" in str(found.as_dict())
    assert examine(Pig(4), Limit(300, 3)).healthy


class OwnAt(Puzzle[int, str]):
    """A puzzle with its own helper called `at`, which is also the name of a hook."""

    start = 0

    def at(self, state: int) -> int:  # type: ignore[override]
        """The next number."""
        return state + 1

    def steps(self, state: int) -> list[Step[int, str]]:
        """One step, to the next number."""
        return [Step("on", self.at(state))] if state < 5 else []

    def is_goal(self, state: int) -> bool:
        """Whether the state is 5."""
        return state == 5


def test_only_the_hook_that_was_written_is_blamed() -> None:
    """The advice is about `at`, which the puzzle defines itself, not about `random`, which the puzzle inherits and
    which calls `at`.
    """
    (check,) = [each for each in examine(OwnAt(), Limit(seconds=2)).checks if each.name == "starts"]
    assert [finding.advice for finding, _count in check.findings] == ["def my_at(self, ...):"]
