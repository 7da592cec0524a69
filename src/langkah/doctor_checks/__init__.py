"""The puzzle doctor: looks at many states of a problem and checks the promises of its definition.

Every check is a function from a survey to findings. A finding shows the proof of its defect; without findings, the
report says how much of the space was covered. Errors in a puzzle's own code are reported and never stop the doctor.
"""

import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from langkah.doctor_checks import definition_checks, game_checks, packed_checks, problem_checks, puzzle_checks
from langkah.doctor_checks.survey import USUAL_LIMIT, Broken, Finding, StateSurvey
from langkah.language import N_, _, format_number, format_plural
from langkah.model import Chance, Game, Problem, Puzzle
from langkah.run import Stopped
from langkah.tracing import Cancelled, Limit, Progress

__all__ = ["CHECKS", "CheckResult", "Finding", "Report", "examine"]

MOST_FINDINGS = 5  # findings shown per check
LEAST_CHECK_SECONDS = 0.1  # time for a check, even if less is left


class _Check(NamedTuple):
    """One row of the table `CHECKS`: a check, and the kind of problem that it applies to."""

    about: str
    check: Callable[[Any], Iterator[Finding]]  # examines a survey or, before any state is visited, the problem
    on: type[Any] = Problem
    early: bool = False


CHECKS = {
    "names": _Check(
        N_("no name in the definition is misspelled, or clashes with a name that Langkah reads"),
        definition_checks.check_names,
        early=True,
    ),
    "settings": _Check(
        N_("settings match the arguments of the constructor"), definition_checks.check_settings, early=True
    ),
    "determinism": _Check(N_("repeated calls return the same result"), problem_checks.check_determinism),
    "starts": _Check(N_("the problem can start from another state"), definition_checks.check_starts),
    "keys": _Check(
        N_("states with the same key are equivalent: all goals or none, and the same successors"),
        problem_checks.check_keys,
    ),
    "notation": _Check(N_("different moves have different notations"), problem_checks.check_notation),
    "pictures": _Check(N_("every state can be drawn"), problem_checks.check_pictures),
    "gestures": _Check(
        N_("every move can be clicked, and no sequence of clicks stands for two moves"), problem_checks.check_gestures
    ),
    "renaming": _Check(
        N_(
            "if a move renames an id, the old id is in the picture before the move and the new id in the "
            "picture after it"
        ),
        problem_checks.check_renaming,
    ),
    "goals": _Check(
        N_("a goal can be reached; goals() lists all goals and nothing else"), puzzle_checks.check_goals, Puzzle
    ),
    "reversible": _Check(
        N_("steps declared reversible can be undone at the same cost"), puzzle_checks.check_reversible, Puzzle
    ),
    "back": _Check(N_("back() lists exactly the steps that lead into a state"), puzzle_checks.check_backward, Puzzle),
    "packed": _Check(N_("the packed form agrees with the plain states"), packed_checks.check_packed, Puzzle),
    "compiled": _Check(N_("compiled code can search this puzzle"), packed_checks.check_compiled, Puzzle),
    "patterns": _Check(N_("abstractions preserve every step"), packed_checks.check_patterns, Puzzle),
    "promising": _Check(
        N_("promising() never rejects a state from which a goal can be reached"), puzzle_checks.check_promising, Puzzle
    ),
    "level_cost": _Check(
        N_("all plans cost the same, if level_cost is declared"), puzzle_checks.check_level_cost, Puzzle
    ),
    "constructions": _Check(
        N_("constructed plans are legal, and their lengths and costs are as declared"),
        puzzle_checks.check_constructions,
        Puzzle,
    ),
    "estimates": _Check(N_("heuristics declared admissible are never too high"), puzzle_checks.check_estimates, Puzzle),
    "turns": _Check(N_("turns, outcomes and evaluations are valid"), game_checks.check_turns, Game),
    "hopes": _Check(
        N_("a player who cannot win any more, according to hopes(), never wins"), game_checks.check_hopes, Game
    ),
    "chances": _Check(N_("probabilities add up to 1"), game_checks.check_chances, Chance),
}


class CheckResult(NamedTuple):
    """The result of one check. Of several findings with the same text, only the worst is kept, with the number of these
    findings.
    """

    name: str
    findings: tuple[tuple[Finding, int], ...]
    looked: int = 0  # the number of states that the check looked at
    is_late: bool = False  # whether time ran out

    @property
    def status(self) -> str:
        """The status in one word: "ok", "note" or "defect"."""
        if any(finding.defect for finding, _count in self.findings):
            return "defect"
        return "note" if self.findings else "ok"


class Report(NamedTuple):
    """The doctor's findings, and how much of the space it looked at.

    >>> doctor(load("hanoi", discs=2)).healthy
    True
    """

    problem: str
    states: int
    steps: int
    depth: int
    complete: bool
    seconds: float
    checks: tuple[CheckResult, ...]
    limit: str = ""  # "cancel": the examination was cancelled, and some checks did not run

    def __repr__(self) -> str:
        found = [check.name for check in self.checks if check.status == "defect"]
        health = f"defects in {', '.join(found)}" if found else "healthy" if self.healthy else "not examined"
        ended = f"stopped ({self.limit}), " if self.limit else ""
        return f"<Report on {self.problem}: {ended}{health}, {self.states:,} states>"

    @property
    def healthy(self) -> bool:
        """Whether states were examined and no defect was found."""
        return self.states > 0 and all(check.status != "defect" for check in self.checks)

    def coverage(self) -> str:
        """A sentence that says how much of the space was examined."""
        text = (
            _("examined all states that can be reached: {states}, {steps}")
            if self.complete
            else _("examined {states}, {steps} (every state up to depth {depth}, but not the whole space)")
        )
        states = format_plural("{n} state", "{n} states", self.states)
        steps = format_plural("{n} step", "{n} steps", self.steps)
        return text.format(states=states, steps=steps, depth=format_number(self.depth))

    def as_dict(self) -> dict[str, Any]:
        """The report as plain JSON values."""
        return {
            "problem": self.problem,
            "healthy": self.healthy,
            "states": self.states,
            "steps": self.steps,
            "depth": self.depth,
            "complete": self.complete,
            "seconds": round(self.seconds, 3),
            "checks": [
                {
                    "name": check.name,
                    "about": _(CHECKS[check.name].about) if check.name in CHECKS else "",
                    "status": check.status,
                    "states": check.looked,
                    "findings": [
                        {
                            "defect": each.defect,
                            "text": each.text,
                            "advice": each.advice,
                            "boards": list(each.boards),
                            "count": count,
                        }
                        for each, count in check.findings
                    ],
                }
                for check in self.checks
            ],
        }


def examine(
    problem: Problem[Any, Any],
    limit: Limit = USUAL_LIMIT,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> Report:
    """Examine a problem: survey its states, then run every check that fits it.

    The limit sets how many states to look at, and for how many seconds; the checks then have the same time again, plus
    what the survey left over.
    """
    began = time.monotonic()
    report = Report(problem.name or type(problem).__name__, 0, 0, 0, False, 0.0, ())
    fitting = {name: each for name, each in CHECKS.items() if isinstance(problem, each.on)}
    checks = {name: _run_check(name, each, problem) for name, each in fitting.items() if each.early}
    survey = StateSurvey(problem, limit, progress, cancelled)
    try:
        survey.explore()
        checks["steps"] = CheckResult("steps", (), len(survey.cases))
        steps = sum(len(case.steps) for case in survey.all())
        report = report._replace(states=len(survey.cases), steps=steps, depth=survey.depth, complete=survey.complete)
        _run_checks({name: each for name, each in fitting.items() if not each.early}, survey, checks)
    except Broken as broken:
        checks["steps"] = CheckResult("steps", ((broken.finding, 1),))
    except Stopped as stopped:
        if stopped.limit == "cancel":
            report = report._replace(limit=stopped.limit)
        else:  # the alarm of a front end stops code that does not check the time
            text, boards = _describe_endless(stopped), survey.board(*survey.current)
            checks[survey.check] = CheckResult(survey.check, ((Finding(True, text, boards), 1),))
    except Exception as error:
        if all(check.status != "defect" for check in checks.values()):  # an ambiguous hook fails in every check
            finding = Finding(True, describe_exception(error), survey.board(*survey.current))
            checks["steps"] = CheckResult("steps", ((finding, 1),))
    return report._replace(seconds=time.monotonic() - began, checks=tuple(checks.values()))


def _run_checks(fitting: dict[str, _Check], survey: StateSurvey, checks: dict[str, CheckResult]) -> None:
    """Run every check for its share of the time. Then repeat the checks that ran out of time, in the time left."""
    end, took = survey.until + survey.seconds, dict[str, float]()
    for place, (name, each) in enumerate(fitting.items()):
        began = time.monotonic()
        survey.begin_check(name, max((end - began) / (len(fitting) - place), LEAST_CHECK_SECONDS))
        checks[name] = _run_check(name, each, survey)
        took[name] = time.monotonic() - began
    needed = {name: took[name] * len(survey.cases) / max(checks[name].looked, 1) for name in fitting}
    for name in sorted((name for name in fitting if checks[name].is_late), key=needed.__getitem__):
        left = end - time.monotonic()
        if left > took[name]:  # the repeated check gets further than the first one
            survey.begin_check(name, left)
            checks[name] = _run_check(name, fitting[name], survey)


def _run_check(name: str, check: _Check, patient: StateSurvey | Problem[Any, Any]) -> CheckResult:
    """Run one check. Of several findings with the same text, only the worst is kept, with the number of them."""
    survey = patient if isinstance(patient, StateSurvey) else None
    kinds: dict[tuple[bool, str], tuple[Finding, int]] = {}
    try:
        for finding in check.check(patient):
            kind = finding.defect, finding.text
            worst, count = kinds.get(kind, (finding, 0))
            kinds[kind] = (finding if finding.gap > worst.gap else worst, count + 1)
    except Exception as error:
        boards = survey.board(*survey.current) if survey else ()
        kinds[True, "error"] = Finding(True, describe_exception(error), boards), 1
    found = sorted(kinds.values(), key=lambda pair: (not pair[0].defect, -pair[1]))
    looked, is_late = (survey.looked, survey.is_late) if survey else (0, False)
    return CheckResult(name, tuple(found[:MOST_FINDINGS]), looked, is_late)


OURS = Path(__file__).parents[1]


def describe_exception(error: Exception) -> str:
    """An exception raised by a puzzle's own code, in one line: its message, and the line of the puzzle's code where it
    occurred (never a line of Langkah's code). If the puzzle lacks a method, the text names this method instead.
    """
    frames = traceback.extract_tb(error.__traceback__)
    if isinstance(error, NotImplementedError) and frames and Path(frames[-1].filename).is_relative_to(OURS):
        return _("`{method}` is missing: add `def {method}(self, state)`").format(method=frames[-1].name)
    return _("an error occurred: {what}").format(what=f"{type(error).__name__}: {error}{_find_own_place(error)}")


def _describe_endless(stopped: Stopped) -> str:
    """A description of a method that did not return, with the line at which the alarm stopped it."""
    own = _list_own_frames(stopped)
    method = _("`{method}` did not return within the time limit").format(method=own[0].name) if own else ""
    return (method or _("a method of this problem did not return within the time limit")) + _find_own_place(stopped)


def _find_own_place(error: BaseException) -> str:
    """The line in the puzzle's own code where an error occurred, and the method that Langkah called, in brackets. "" if
    the error did not occur in the puzzle's code.
    """
    own = _list_own_frames(error)
    if not own:
        return ""
    text = _("{path}, line {n}, in {method}")
    return f" ({text.format(path=Path(own[-1].filename).name, n=own[-1].lineno, method=own[0].name)})"


def _list_own_frames(error: BaseException) -> list[traceback.FrameSummary]:
    frames = traceback.extract_tb(error.__traceback__)
    return [frame for frame in frames if not Path(frame.filename).is_relative_to(OURS)]
