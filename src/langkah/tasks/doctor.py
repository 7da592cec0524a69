"""The task 'is this puzzle well defined?': a report with the defects in the definition of a puzzle, even if the puzzle
cannot be created.
"""

from dataclasses import dataclass
from typing import Annotated, TypedDict, cast

from langkah.doctor_checks import CHECKS, CheckResult, Finding, Report, describe_exception, examine
from langkah.doctor_checks.survey import USUAL_LIMIT, is_cost
from langkah.language import N_, _
from langkah.tasks.context import Context
from langkah.tasks.request import PYTHON_ONLY, HereRequest

__all__ = [
    "USUAL_LIMIT",
    "DoctorRequest",
    "Report",
    "describe_check",
    "examine_problem",
    "is_cost",
    "report_unbuildable",
]

BASICS = N_("the puzzle can be created, and its steps are valid")


@dataclass(frozen=True)
class DoctorRequest(HereRequest):
    """A request to examine the definition of a problem."""

    name: Annotated[str, PYTHON_ONLY] = ""


class FindingJson(TypedDict):
    """A finding about a puzzle: whether it is a defect (otherwise a note), the boards that show it, how often it
    occurred (`count`), and a line of code that corrects it (`advice`).
    """

    defect: bool
    text: str
    advice: str
    boards: list[str]
    count: int


class CheckJson(TypedDict):
    """The result of one check: its findings, and the number of states that it looked at."""

    name: str
    about: str
    status: str
    states: int
    findings: list[FindingJson]


class ReportJson(TypedDict):
    """The doctor's report on a puzzle: how much of its state space was examined, and the result of each check."""

    problem: str
    healthy: bool
    states: int
    steps: int
    depth: int
    complete: bool
    seconds: float
    checks: list[CheckJson]


def examine_problem(request: DoctorRequest, context: Context) -> Report:
    """Examine the definition of a problem. The limit of the context sets how many states are examined, and for how many
    seconds.

    If a method of the problem never returns, a front end can interrupt it by an alarm signal. This is then reported as
    a defect.
    """
    return examine(request.problem, context.limit, context.progress, context.cancelled)


def describe_report(report: Report) -> ReportJson:
    """A report as plain JSON values."""
    return cast("ReportJson", report.as_dict())


def report_unbuildable(name: str, error: Exception) -> Report:
    """The report on a puzzle that cannot be created because its code raises `error`."""
    return _report_failure(name, "constructor", describe_exception(error))


def _report_failure(name: str, check: str, text: str) -> Report:
    return Report(name, 0, 0, 0, False, 0.0, (CheckResult(check, ((Finding(True, text), 1),)),))


def describe_check(name: str) -> str:
    """The meaning of a check, in words."""
    return _(CHECKS[name].about if name in CHECKS else BASICS)
