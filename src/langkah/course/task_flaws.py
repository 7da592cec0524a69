"""Finds tasks that cannot be solved or marked, on the instance of an example student.

An assignment with such a task is refused when the file is read. If the flaw were found only during marking, the whole
class would lose the points of the task.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from langkah.course.assignment import Assignment, CourseTask
from langkah.course.instances import draw_instance
from langkah.course.marking import find_least
from langkah.course.plain_space import explore_plainly
from langkah.errors import BadInput
from langkah.language import _
from langkah.model import Problem, Puzzle
from langkah.search import find_estimate
from langkah.tracing import Status

PUZZLE_KINDS = ("plan", "estimate", "algorithm")


def find_flaws(task: CourseTask, problem: Problem[Any, Any], folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the flaws of a task about `problem`. Each flaw is a pair: the name of the setting that must be changed in
    the assignment file, and the reason.
    """
    if not isinstance(problem, Puzzle):
        if task.kind in PUZZLE_KINDS:
            text = _("{problem} is a game for two players: a task of the kind {kind} needs a puzzle")
            yield "problem", text.format(problem=task.problem, kind=task.kind)
        elif task.least is not None:
            yield "least", _("only a puzzle can have a random start")
        return
    about = "least"
    try:
        drawn = draw_instance(Assignment("", (task,), folder, "0"), task, "")
        about = "problem"
        if task.kind == "plan" and task.least is None and find_least(problem).status is Status.IMPOSSIBLE:
            text = _("{problem} has no solution, so a task of the kind plan cannot be solved")
            yield "problem", text.format(problem=task.problem)
        if task.kind == "estimate":
            explore_plainly(drawn)
            about = "expanded"
            if task.expanded is not None:
                find_estimate(problem, task.expanded.of)
    except BadInput as error:
        for line in error.lines:
            yield about, line
