"""The question 'teach me this': a lesson with its search recorded, its stops found and its sentences filled in."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from langkah.errors import BadInput
from langkah.games import load
from langkah.language import _
from langkah.lessons import Lesson, fill_blanks, find_lesson, find_stops, list_lessons, list_values, read_lesson
from langkah.lessons.lesson_file import Question, Words
from langkah.model import Problem
from langkah.tasks.context import Context, Values
from langkah.tasks.request import Name, Request, StoreRequest
from langkah.tasks.solve import solve_problem
from langkah.tasks.trace import MOST_EVENTS, SECONDS, read_search, trace_to_json
from langkah.tracing import Result, Trace

__all__ = ["Lesson", "LessonAnswer", "describe_lessons", "give_lesson", "list_lessons", "run_lesson", "show_lesson"]


class ListRequest(StoreRequest):
    """Which lessons are there?"""


@dataclass(frozen=True)
class LessonRequest(Request):
    """A lesson that comes with Langkah, by its name."""

    name: Name


class LessonAnswer(NamedTuple):
    """A lesson that is ready to be given."""

    lesson: Lesson
    problem: Problem[Any, Any]
    trace: Trace
    result: Result[Any, Any]
    told: Values  # title, about, stops, question, what follows; in the current language, with nothing left to fill in

    def as_dict(self) -> Values:
        """The recording for a page, and the lesson about it."""
        return {**trace_to_json(self.problem, self.trace, self.result), "lesson": self.told}


def describe_lessons(request: ListRequest, context: Context) -> Values:
    """The lessons that come with Langkah."""
    del request, context
    return {"lessons": [_describe_lesson(lesson) for lesson in list_lessons()]}


def _describe_lesson(lesson: Lesson) -> Values:
    return {"name": lesson.name, "title": lesson.title.say(), "about": lesson.about.say()}


def _describe_next(lesson: Lesson) -> Values | None:
    """The lesson that follows in the course; None behind the last one and one from a file."""
    course = list_lessons()
    place = course.index(lesson) + 1 if lesson in course else len(course)
    return _describe_lesson(course[place]) if place < len(course) else None


def give_lesson(name: str, context: Context) -> LessonAnswer:
    """A lesson by its name, or from a file."""
    path = Path(name)
    return run_lesson(read_lesson(path) if path.suffix == ".toml" else find_lesson(name), context)


def show_lesson(request: LessonRequest, context: Context) -> LessonAnswer:
    """A lesson that comes with Langkah, for a page."""
    return run_lesson(find_lesson(request.name), context)


def run_lesson(lesson: Lesson, context: Context) -> LessonAnswer:
    """Record the search of a lesson, find its stops, fill in its sentences; what does not fit is refused in lines."""
    problem, trace = load(lesson.problem, lesson.settings), Trace(MOST_EVENTS)
    result = solve_problem(read_search(problem, lesson.search, SECONDS), context, trace).result
    others = {
        name: solve_problem(read_search(problem, search, SECONDS), context).result
        for name, search in lesson.others.items()
    }
    if trace.left_out:
        raise BadInput(_("this search is too long for a lesson: more than {n} events").format(n=MOST_EVENTS))
    filler = _Filler(problem, trace, result, others)
    counts = find_stops(trace, [stop.at for stop in lesson.stops])
    stops = [
        {"at": count, "text": filler.fill(stop.text, count, _("stop {n}: ").format(n=number))}
        for number, (stop, count) in enumerate(zip(lesson.stops, counts, strict=True), 1)
    ]
    told = {**_describe_lesson(lesson), "stops": stops, "question": filler.ask(lesson.question)}
    if filler.lines:
        raise BadInput(*filler.lines)
    return LessonAnswer(lesson, problem, trace, result, {**told, "next": _describe_next(lesson)})


class _Filler:
    """Fills in sentences, in every language that they have, and notes what cannot be filled in."""

    def __init__(
        self, problem: Problem[Any, Any], trace: Trace, result: Result[Any, Any], others: dict[str, Result[Any, Any]]
    ) -> None:
        self.problem, self.trace, self.result, self.others = problem, trace, result, others
        self.lines: list[str] = []

    def fill(self, words: Words, at: int, where: str) -> str:
        """The sentence in the current language; those in others are checked too."""
        values = list_values(self.problem, self.trace, self.result, self.others, at)
        for code, text in words.texts.items():
            try:
                fill_blanks(text, values)
            except BadInput as error:
                self.lines += [f"{where}{code}{': ' if code else ''}{line}" for line in error.lines]
        return "" if self.lines else fill_blanks(words.say(), values)

    def ask(self, question: Question | None) -> Values | None:
        """The question at the end."""
        if question is None:
            return None
        at = len(self.trace)
        choices = [
            {
                "text": self.fill(each.text, at, _("choice {n}: ").format(n=number)),
                "reply": self.fill(each.reply, at, _("choice {n}: ").format(n=number)),
            }
            for number, each in enumerate(question.choices, 1)
        ]
        answer = [each.right for each in question.choices].index(True)
        return {"text": self.fill(question.text, at, "question: "), "choices": choices, "answer": answer}
