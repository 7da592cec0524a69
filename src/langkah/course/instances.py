"""Draws the instance of a task that a student gets: always the same instance for the same id and seed."""

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import inf
from pathlib import Path
from random import Random
from typing import Any

from langkah.course.assignment import Assignment, CourseTask
from langkah.errors import BadInput
from langkah.games import load
from langkah.language import _
from langkah.lessons import Lesson, find_lesson, read_lesson
from langkah.model import Problem, Puzzle
from langkah.search import choose_algorithm, choose_estimate, find_estimate, run_search
from langkah.search.options import SearchRequest
from langkah.tracing import Limit, format_cost

RANGE = re.compile(r"([0-9]{1,6})\.\.([0-9]{1,6})")
DRAWS = 400  # instances that are drawn for a student before the range of `least` counts as out of reach
LESSON_DRAWS = 40  # starts that are drawn for a lesson until a search has all its stops
BLANKS = ("{least}", "{h}", "{steps}", "{start}")  # in the questions of a quiz: values of a student's instance
NAMED = re.compile(r"\{(\w+)\}")
NUMBER = re.compile(r"-?[0-9]{1,15}([.,][0-9]{1,15}|/[0-9]{0,14}[1-9])?")
DRAW_NODES = 200_000  # the limit of the search that proves the least cost of an instance


class OutOfReach(BadInput):
    """Raised if no drawn instance of a task has a least cost in the task's range `least`."""


def open_problem(name: str, settings: Mapping[str, Any], folder: Path) -> Problem[Any, Any]:
    """The problem of a task. A problem in a file must be in the folder of the assignment."""
    file = name.partition(":")[0]
    if re.search(r"\.(py|toml|jsonl|txt)$", file):
        _find_beside(file, folder)
        name = f"{folder}/{name}"
    return load(name, dict(settings))


def _find_beside(file: str, folder: Path) -> Path:
    """The path of a file in the folder of the assignment. Raises an error if the name contains a folder."""
    if Path(file).name != file or "\\" in file:
        raise BadInput(
            _("{file}: this file must be in the folder of the assignment, and be given without a path").format(
                file=file
            )
        )
    return folder / file


def draw_instance(assignment: Assignment, task: CourseTask, student: str) -> Problem[Any, Any]:
    """The instance of a task that a student gets, always the same for this student. A puzzle whose task gives `least`
    gets a random start with a proved least cost in that range; raises `OutOfReach` if no such start is found.
    """
    problem = open_problem(task.problem, task.settings, assignment.folder)
    if task.least is None or not isinstance(problem, Puzzle):
        return problem
    found = draw_start(problem, Random(f"{assignment.seed}/{task.slug}/{student}"), task.least)
    if found is None:
        raise _make_out_of_reach(task)
    return found


def _make_out_of_reach(task: CourseTask) -> OutOfReach:
    low, high = task.least or (0, 0)
    text = _("{task}: none of {n} instances drawn at random has a least cost from {low} to {high}")
    return OutOfReach(text.format(task=task.name, n=DRAWS, low=low, high=high))


def draw_questions(assignment: Assignment, task: CourseTask, student: str) -> tuple[Mapping[str, Any], ...]:
    """The questions of a quiz that a student gets, in the order of the file. The blanks in them are filled in for the
    student's own instance.
    """
    if not task.questions:
        return ()
    rng = Random(f"{assignment.seed}/{task.slug}/{student}")
    places = sorted(rng.sample(range(len(task.questions)), task.draw or len(task.questions)))
    found = tuple(task.questions[place] for place in places)
    if not task.problem:
        return found
    values = _measure_start(draw_instance(assignment, task, student), task.estimate)
    return tuple({name: _fill(value, values) for name, value in question.items()} for question in found)


def _measure_start(problem: Problem[Any, Any], estimate: str | None) -> dict[str, str]:
    """The values that fill the blanks in quiz questions, measured at the start of the student's instance. The value
    `least` (the least cost) is included only if it is proved.
    """
    values = {"start": problem.label(problem.start), "steps": str(len(list(problem.steps(problem.start))))}
    if isinstance(problem, Puzzle):
        known = find_estimate(problem, estimate) if estimate else choose_estimate(problem)
        values["h"] = format_cost(known.of(problem, problem.start))
        found = run_search(problem, SearchRequest(choose_algorithm(problem), limit=Limit(nodes=DRAW_NODES)))
        values |= {"least": format_cost(found.cost)} if found.optimal and found.cost is not None else {}
    return values


def _fill(value: Any, values: Mapping[str, str]) -> Any:
    """Fill in the blanks of a text. Raises `BadInput` with one line for each blank that has no value; returns anything
    that is not a text unchanged.
    """
    if not isinstance(value, str):
        return value
    wrong = [name for name in NAMED.findall(value) if name not in values and f"{{{name}}}" in BLANKS]
    if wrong:
        text = _("the blank {blank} has no value for this problem")
        raise BadInput(*(text.format(blank=f"{{{name}}}") for name in wrong))
    return fill_in(value, values)


def fill_in(text: str, values: Mapping[str, Any]) -> str:
    """Replace each known `{name}` by the student's value; other braces stay."""
    return NAMED.sub(lambda found: str(values.get(found[1], found[0])), text)


def parse_number(value: object) -> Fraction | None:
    """Parse a number such as 2.5 or 5/2; None if it is not a number."""
    if isinstance(value, bool) or not isinstance(value, int | float | str) or not NUMBER.fullmatch(str(value).strip()):
        return None
    return Fraction(str(value).strip().replace(",", "."))


def draw_answer(assignment: Assignment, task: CourseTask, student: str) -> tuple[dict[str, Any], Problem[Any, Any]]:
    """The drawn settings of a task of the kind `puzzle`, and the correct puzzle with these settings.

    Values are drawn again if they are not valid together, or if the least cost is not proved to be within `least`.
    Raises `BadInput` if `DRAWS` draws in a row fail.
    """
    if not task.choices:
        return {}, open_problem(task.like, {}, assignment.folder)
    rng = Random(f"{assignment.seed}/{task.slug}/{student}")
    for _draw in range(DRAWS):
        settings = {name: rng.choice(values) for name, values in task.choices.items()}
        try:
            problem = open_problem(task.like, settings, assignment.folder)
        except BadInput as error:
            why = error
            continue
        if task.least is None or _is_within(problem, task.least):
            return settings, problem
        why = _make_out_of_reach(task)
    raise why


def open_lesson(name: str, folder: Path) -> Lesson:
    """A lesson by its name, or from a file in the folder of the assignment; this file may name a Python file there."""
    return read_lesson(_find_beside(name, folder), trust=True) if name.endswith(".toml") else find_lesson(name)


def draw_lessons(
    assignment: Assignment, task: CourseTask, student: str
) -> Iterator[tuple[Lesson, Problem[Any, Any] | None]]:
    """Yield the lesson that a student gets, with the questions drawn for the student, in pairs with a start to use. The
    start is a problem with a drawn start, or None for the lesson's own start.

    If a search from the drawn start does not have all stops of the lesson, the caller takes the next pair.
    """
    rng, lesson = Random(f"{assignment.seed}/{task.slug}/{student}"), open_lesson(task.lesson, assignment.folder)
    if task.draw:
        places = sorted(rng.sample(range(len(lesson.questions)), task.draw))
        names = {f"question {n}": lesson.places[f"question {place + 1}"] for n, place in enumerate(places, 1)}
        questions = tuple(lesson.questions[place] for place in places)
        lesson = lesson._replace(questions=questions, places={**lesson.places, **names})
    if task.least is None:
        yield lesson, None
        return
    problem = load(lesson.problem, lesson.settings)
    assert isinstance(problem, Puzzle)
    for _draw in range(LESSON_DRAWS):
        found = draw_start(problem, rng, task.least)
        if found is None:
            raise _make_out_of_reach(task)
        yield lesson, found


def draw_start(problem: Puzzle[Any, Any], rng: Random, least: tuple[int, int] | None) -> Puzzle[Any, Any] | None:
    """The puzzle with a random start whose least cost is proved and lies within the range `least` (by default, 1 or
    more); None if no such start is found.
    """
    for _draw in range(DRAWS):
        other = problem.random(rng)
        if _is_within(other, least or (1, inf)):
            return other
    return None


def _is_within(problem: Problem[Any, Any], least: tuple[float, float]) -> bool:
    """Whether the least cost of `problem` is proved, and lies within the range `least`."""
    found = run_search(problem, SearchRequest(choose_algorithm(problem), limit=Limit(nodes=DRAW_NODES)))
    return found.optimal and found.cost is not None and least[0] <= found.cost <= least[1]


def parse_range(value: object) -> tuple[int, int] | None:
    """Parse a range of costs such as "8..10"; None if it is not a range."""
    found = RANGE.fullmatch(value) if isinstance(value, str) else None
    return None if found is None or int(found[1]) > int(found[2]) else (int(found[1]), int(found[2]))
