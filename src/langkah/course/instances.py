"""Which instance of a task a student gets: always the same for an id and a seed."""

import re
from collections.abc import Mapping
from math import inf
from pathlib import Path
from random import Random
from typing import Any

from langkah.course.assignment import Assignment, CourseTask
from langkah.errors import BadInput
from langkah.games import load
from langkah.language import _
from langkah.model import Problem, Puzzle
from langkah.search import choose_algorithm, run_search
from langkah.search.options import SearchRequest
from langkah.tracing import Limit

RANGE = re.compile(r"([0-9]{1,6})\.\.([0-9]{1,6})")
DRAWS = 400  # instances that are drawn for a student before the range of `least` is called out of reach
DRAW_NODES = 200_000  # of the search that proves the least cost of one


def open_problem(name: str, settings: Mapping[str, Any], folder: Path) -> Problem[Any, Any]:
    """The problem of a task. A file of one's own lies beside the assignment, and nowhere else."""
    file = name.partition(":")[0]
    if re.search(r"\.(py|toml|jsonl|txt)$", file):
        if Path(file).name != file or "\\" in file:
            raise BadInput(
                _("{file}: this must lie beside the assignment, and be named without a path").format(file=file)
            )
        name = f"{folder}/{name}"
    return load(name, dict(settings))


def draw_instance(assignment: Assignment, task: CourseTask, student: str) -> Problem[Any, Any]:
    """The instance of a task that a student gets: the same whenever it is asked for, with a proved least cost."""
    problem = open_problem(task.problem, task.settings, assignment.folder)
    if task.least is None or not isinstance(problem, Puzzle):
        return problem
    found = draw_start(problem, Random(f"{assignment.seed}/{task.slug}/{student}"), task.least)
    if found is None:
        text = _("{task}: none of {n} instances has a least cost from {low} to {high}")
        raise BadInput(text.format(task=task.name, n=DRAWS, low=task.least[0], high=task.least[1]))
    return found


def draw_questions(assignment: Assignment, task: CourseTask, student: str) -> tuple[Mapping[str, Any], ...]:
    """The questions of a quiz that a student gets, in the order of the file."""
    rng = Random(f"{assignment.seed}/{task.slug}/{student}")
    places = sorted(rng.sample(range(len(task.questions)), task.draw or len(task.questions)))
    return tuple(task.questions[place] for place in places)


def draw_start(problem: Puzzle[Any, Any], rng: Random, least: tuple[int, int] | None) -> Puzzle[Any, Any] | None:
    """The puzzle with another start, whose least cost is proved and in a range, if one is given; None where nothing
    that was drawn fits."""
    low, high = (1, inf) if least is None else least
    for _draw in range(DRAWS):
        other = problem.random(rng)
        found = run_search(other, SearchRequest(choose_algorithm(other), limit=Limit(nodes=DRAW_NODES)))
        if found.optimal and found.cost is not None and low <= found.cost <= high:
            return other
    return None


def parse_range(value: object) -> tuple[int, int] | None:
    """A range of costs such as "8..10"; None where it is none."""
    found = RANGE.fullmatch(value) if isinstance(value, str) else None
    return None if found is None or int(found[1]) > int(found[2]) else (int(found[1]), int(found[2]))
