"""How the doctor shares its time between checks, what it reports if time runs out or a hook fails, and what it proves
about patterns.
"""

import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from langkah import BadInput, Chance, Limit, Puzzle, Step, load, odds
from langkah.apps.cli.commands.doctor import _print_report
from langkah.apps.cli.main import main
from langkah.doctor_checks import CheckResult, Report, examine
from langkah.run import Stopped
from langkah.scene import Scene
from tests.broken_puzzles import Walk
from tests.test_engine_patterns import Counters

PANCAKES = Path(__file__).parents[1] / "examples" / "pancakes.py"


def get_check(report: Report, name: str) -> CheckResult:
    """The result of the check with this name."""
    return next(check for check in report.checks if check.name == name)


class Slow(Puzzle[int, str]):
    """A hundred states, of which the last is the goal; every picture takes 8 ms."""

    start = 0

    def steps(self, state: int) -> list[Step[int, str]]:
        """A list with one step, to the next state; empty in the last state."""
        return [Step("on", state + 1)] if state < 99 else []

    def is_goal(self, state: int) -> bool:
        """Whether the state is the last one."""
        return state == 99

    def scene(self, state: int) -> Scene:
        """The default picture, after a delay."""
        time.sleep(0.008)
        return super().scene(state)


def test_checks_get_the_time_that_others_left() -> None:
    """A check that uses up its share of the time runs again in the time that the other checks left over, and then
    examines all states.
    """
    report = examine(Slow(), Limit(seconds=3))
    pictures = get_check(report, "pictures")
    assert (report.states, pictures.looked, pictures.is_late) == (100, 100, False)
    assert report.seconds > 100 * 0.008


def test_time_that_is_short_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    """If the time limit ends a check, the report says so and how many states the check examined."""
    report = examine(Slow(), Limit(seconds=0.1))
    assert get_check(report, "pictures").is_late
    _print_report(report)
    assert "pictures: the time limit was reached, so only " in capsys.readouterr().out


class Fails(Walk):
    """A puzzle whose `notation` fails after eight calls."""

    def notation(self, move: str) -> str:
        """The move as a text; from the ninth call on, an error is raised."""
        self.asked = getattr(self, "asked", 0) + 1
        if self.asked > 8:
            raise ValueError("no such move")
        return move


def test_an_error_is_not_called_a_lack_of_time(capsys: pytest.CaptureFixture[str]) -> None:
    """The report names the error, the method and the line, and gives the error, not the time limit, as the reason why
    the check ended.
    """
    assert main(["doctor", f"{__file__}:Fails"]) == 2
    told = capsys.readouterr().out
    assert "PROBLEM notation: an error occurred: ValueError: no such move (test_doctor_checks_time.py, line " in told
    assert ", in notation)" in told
    assert "could be checked, because of the error above" in told
    assert "notation: the time limit was reached" not in told


class Stuck(Walk):
    """A puzzle that acts as if its `steps` did not return in state 5: in this state, `steps` raises the exception that
    the alarm at the time limit raises.
    """

    def steps(self, state: int) -> Any:
        """The steps of the walk; in state 5, the exception of the alarm at the time limit is raised."""
        if state == 5:
            raise Stopped("seconds")
        return super().steps(state)


class StuckLater(Walk):
    """A puzzle that acts as if its `scene` did not return in state 3."""

    def scene(self, state: int) -> Scene:
        """The picture of the walk; in state 3, the exception of the alarm at the time limit is raised."""
        if state == 3:
            raise Stopped("seconds")
        return super().scene(state)


@pytest.mark.parametrize(
    ("puzzle", "check", "method", "board"), [(Stuck, "steps", "steps", "5"), (StuckLater, "pictures", "scene", "3")]
)
def test_what_does_not_end_is_named(puzzle: type[Walk], check: str, method: str, board: str) -> None:
    """The doctor names the method that did not return, with its file and the state, and keeps earlier results."""
    report = examine(puzzle(), Limit(seconds=2))
    ((finding, _count),) = get_check(report, check).findings
    assert finding.text.startswith(
        f"`{method}` did not return within the time limit (test_doctor_checks_time.py, line "
    )
    assert finding.boards == (board,)
    assert get_check(report, "names").status == "ok"


# Patterns


def test_patterns_are_proved_on_the_whole_space() -> None:
    """On a small state space, the doctor proves that the abstractions preserve every step and that no distance in the
    pattern databases is too high.
    """
    ((finding, _count),) = get_check(examine(Counters(), Limit(seconds=2)), "patterns").findings
    why = "the abstractions preserve every step in all 100 states; all 20 distances are proved"
    assert finding.text == f"patterns: admissible, because {why}"


def test_patterns_are_called_safe_only_where_all_was_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the state space is too large for the time limit, the doctor reports that it examined a part, and does not call
    the pattern databases admissible.
    """
    monkeypatch.setattr("langkah.doctor_checks.packed_checks.PROOF_SECONDS", 0.02)
    report = examine(load(f"{PANCAKES}:Pancakes", n=9), Limit(50, 0.05))
    check = get_check(report, "patterns")
    ((finding, _count),) = check.findings
    assert check.is_late
    assert finding.text.startswith("patterns: the abstractions preserve every step in the ")
    assert "admissible" not in finding.text


def test_a_wrong_table_is_found() -> None:
    """The doctor reports a pattern database with a distance that is too high."""
    from langkah.engine.patterns import find_patterns

    problem = Counters()
    patterns = find_patterns(problem)
    patterns.parts[0].costs[3] += 2
    check = get_check(examine(problem, Limit(seconds=2)), "patterns")
    assert check.status == "defect"
    assert any("is too high" in finding.text for finding, _count in check.findings)


# Dice


class Odd(Puzzle[int, int], Chance[int]):
    """A puzzle whose dice may lead to a state to which no step leads; `jump` is how far they may lead."""

    start = 0

    def __init__(self, jump: int = 3) -> None:
        self.jump = jump

    def steps(self, state: int) -> list[Step[int, int]]:
        """Steps one and two squares forward, at most to the last square; none on the last square."""
        return [Step(n, min(state + n, 5)) for n in (1, 2)] if state < 5 else []

    def chances(self, state: int) -> list[tuple[Fraction, int]]:
        """One square forward, `jump` squares forward, or no move."""
        half, quarter = Fraction(1, 2), Fraction(1, 4)
        return [(half, min(state + 1, 5)), (quarter, min(state + self.jump, 5)), (quarter, state)]

    def is_goal(self, state: int) -> bool:
        """Whether the state is the last square."""
        return state == 5


def test_dice_that_lead_beside_the_steps() -> None:
    """If dice lead to a state without a step, the doctor shows both states, and `odds` refuses the puzzle; if the steps
    list all throws, the puzzle is healthy and has odds.
    """
    check = get_check(examine(Odd(), Limit(seconds=2)), "chances")
    ((finding, _count),) = check.findings
    assert (finding.defect, finding.boards) == (True, ("0", "3"))
    with pytest.raises(BadInput, match="in state 0, the dice lead to 3, but no step does"):
        odds(Odd())
    assert examine(Odd(2), Limit(seconds=2)).healthy
    assert odds(Odd(2)).expected is not None
