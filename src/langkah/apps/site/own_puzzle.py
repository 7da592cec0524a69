"""Puzzles that a reader writes in the page. Their code runs in the reader's own browser, in a worker that can be
terminated and has no network; a server never sees it.
"""

import ast
import traceback
from pathlib import Path
from typing import Any, NamedTuple

from langkah.errors import BadInput
from langkah.games import build_problem
from langkah.games.python_files import load_classes
from langkah.language import _
from langkah.model import Problem, get_title
from langkah.tasks.context import Context, Values
from langkah.tasks.doctor import DoctorRequest, describe_check, examine_problem
from langkah.tasks.problems import ProblemCatalogue
from langkah.tasks.puzzle_errors import find_failure, walk_states
from langkah.tracing import Limit

FILE = Path("puzzle.py")
STATES, SECONDS = 3000, 3.0  # limits of the doctor: a browser is slower, and the reader waits for the findings


class Fault(NamedTuple):
    """An error in the code, and its line number if known."""

    text: str
    line: int | None = None


def make_catalogue(code: str | None) -> ProblemCatalogue:
    """The available problems: those that come with Langkah, and the classes in `code`, if any. The code is written to
    `FILE`, but not run.
    """
    if code is None:
        return ProblemCatalogue()
    FILE.write_text(code, encoding="utf-8")
    try:
        names = [node.name for node in ast.parse(code).body if isinstance(node, ast.ClassDef)]
    except (SyntaxError, ValueError):
        names = []
    return ProblemCatalogue(tuple(f"{FILE}:{name}" for name in names))


def check_puzzle(code: str) -> Values:
    """Run the code and try the last puzzle in it. Returns the name and the title of this puzzle, and the list of
    errors, which is empty if the puzzle works.
    """
    make_catalogue(code)
    name, faults = f"{FILE}:", []
    try:
        problem, name = _load_last()
        walk_states(problem, names=True)
        return {"problem": name, "title": get_title(problem), "faults": []}
    except BadInput as error:
        faults = [Fault(line, _find_line(error)) for line in error.lines]
    except BaseException as error:  # raised by the user's own code
        failure = find_failure(error, [name])
        faults = [Fault(failure.lines[0], failure.line)]
    return {"problem": name, "title": "", "faults": [fault._asdict() for fault in faults]}


def _load_last() -> tuple[Problem[Any, Any], str]:
    """The last puzzle in the file, with its default settings, and its name. Raises `BadInput` if there is none."""
    classes = [(name, kind) for name, kind in load_classes(FILE, neighbours=False).items() if not name.startswith("_")]
    if not classes:
        raise BadInput(_("this code defines no puzzle: write `class MyPuzzle(Puzzle):`"))
    last, kind = classes[-1]
    name = f"{FILE}:{last}"
    return build_problem(kind, {}, name, (name, {})), name


def _find_line(error: BaseException) -> int | None:
    """The number of the line in the reader's file where the error occurred, also if another exception was raised
    because of that error; None if the error did not occur in this file.
    """
    while error.__context__ is not None:
        error = error.__context__
    if isinstance(error, SyntaxError):
        return error.lineno
    lines = [
        frame.lineno for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).name == FILE.name
    ]
    return lines[-1] if lines else None


def examine_puzzle(code: str) -> Values:
    """The doctor's findings on the last puzzle of the code, check by check."""
    make_catalogue(code)
    problem, name = _load_last()
    report = examine_problem(DoctorRequest(problem, name), Context(Limit(STATES, SECONDS)))
    checks = [
        {
            "name": check.name,
            "about": describe_check(check.name),
            "status": check.status,
            "findings": [{"text": finding.text, "boards": list(finding.boards)} for finding, _count in check.findings],
        }
        for check in report.checks
    ]
    return {"healthy": report.healthy, "coverage": report.coverage() if report.states else "", "checks": checks}


def describe_own_failure(error: BaseException, problem: str) -> list[str]:
    """The message about an error in the reader's own puzzle, without the advice that only helps on a command line."""
    return list(find_failure(error, [problem]).lines[:1])
