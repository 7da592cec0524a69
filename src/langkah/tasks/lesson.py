"""The question 'teach me this': a lesson with its search recorded, its stops found and its sentences filled in."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypedDict

from langkah.errors import BadInput
from langkah.games import load
from langkah.language import _
from langkah.lessons import Lesson, fill_blanks, find_lesson, find_stops, list_lessons, list_values, read_lesson
from langkah.lessons.lesson_file import Question, Words
from langkah.model import Problem
from langkah.search import SearchRequest
from langkah.tasks.context import Context
from langkah.tasks.request import Reader, Request
from langkah.tasks.solve import SolveRequest, solve_problem
from langkah.tasks.trace import MOST_EVENTS, TRACE_SECONDS, RecordedSearch, TraceJson, TraceRequest, record_search
from langkah.tracing import Limit, Result, Trace
from langkah.typed_json import Name
from langkah.views.recording_json import (
    LessonCardJson,
    LessonChoiceJson,
    LessonJson,
    LessonQuestionJson,
    LessonStopJson,
)

__all__ = ["Lesson", "LessonAnswer", "LessonRequest", "LessonsRequest", "describe_lessons", "open_lesson", "run_lesson"]


@dataclass(frozen=True)
class LessonsRequest(Request):
    """Which lessons are there?"""


@dataclass(frozen=True)
class LessonRequest(Request):
    """A lesson; a page can name those that come with Langkah."""

    lesson: Annotated[Lesson, Reader("name", lambda: Name, lambda name, _catalogue: find_lesson(name))]


class LessonsJson(TypedDict):
    """The lessons that come with Langkah."""

    lessons: list[LessonCardJson]


class LessonTraceJson(TraceJson):
    """A lesson: a recorded search with stops, sentences and a question."""

    lesson: LessonJson  # type: ignore[misc]


class LessonAnswer(NamedTuple):
    """A lesson that is ready to be given; `told` in the current language."""

    lesson: Lesson
    problem: Problem[Any, Any]
    trace: Trace
    result: Result[Any, Any]
    told: LessonJson

    def as_dict(self) -> LessonTraceJson:
        """The recording for a page, and the lesson about it."""
        return {**RecordedSearch(self.problem, self.trace, self.result).as_dict(), "lesson": self.told}


def describe_lessons(request: LessonsRequest, context: Context) -> LessonsJson:
    """The lessons that come with Langkah."""
    del request, context
    return {"lessons": [_describe_lesson(lesson) for lesson in list_lessons()]}


def _describe_lesson(lesson: Lesson) -> LessonCardJson:
    return {"name": lesson.name, "title": lesson.title.say(), "about": lesson.about.say()}


def _describe_next(lesson: Lesson) -> LessonCardJson | None:
    """The lesson that follows in the course; None behind the last one and one from a file."""
    course = list_lessons()
    place = course.index(lesson) + 1 if lesson in course else len(course)
    return _describe_lesson(course[place]) if place < len(course) else None


def open_lesson(name: str, *, trust: bool = False) -> Lesson:
    """A lesson by its name, or from a file. `trust`: the file may name a Python file beside it, which is run."""
    path = Path(name)
    return read_lesson(path, trust=trust) if path.suffix == ".toml" else find_lesson(name)


def run_lesson(request: LessonRequest, context: Context) -> LessonAnswer:
    """Record the search of a lesson, find its stops, fill in its sentences; what does not fit is refused in lines."""
    lesson, context = request.lesson, context.tighten(Limit(seconds=TRACE_SECONDS))
    problem = load(lesson.problem, lesson.settings)
    search = SearchRequest.from_dict(lesson.search)
    _problem, trace, result = record_search(TraceRequest(problem, search, MOST_EVENTS), context)
    others = {
        name: solve_problem(SolveRequest(problem, SearchRequest.from_dict(values)), context).result
        for name, values in lesson.others.items()
    }
    if trace.left_out:
        raise BadInput(_("this search is too long for a lesson: more than {n} events").format(n=MOST_EVENTS))
    filler = _Filler(problem, trace, result, others)
    counts = find_stops(trace, [stop.at for stop in lesson.stops])
    stops: list[LessonStopJson] = [
        {"at": count, "text": filler.fill(stop.text, count, _("stop {n}: ").format(n=number))}
        for number, (stop, count) in enumerate(zip(lesson.stops, counts, strict=True), 1)
    ]
    question = filler.ask(lesson.question)
    if filler.lines:
        raise BadInput(*filler.lines)
    following = _describe_next(lesson)
    told: LessonJson = {**_describe_lesson(lesson), "stops": stops, "question": question, "next": following}
    return LessonAnswer(lesson, problem, trace, result, told)


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

    def ask(self, question: Question | None) -> LessonQuestionJson | None:
        """The question at the end."""
        if question is None:
            return None
        at = len(self.trace)
        choices: list[LessonChoiceJson] = [
            {
                "text": self.fill(each.text, at, _("choice {n}: ").format(n=number)),
                "reply": self.fill(each.reply, at, _("choice {n}: ").format(n=number)),
            }
            for number, each in enumerate(question.choices, 1)
        ]
        answer = [each.right for each in question.choices].index(True)
        return {"text": self.fill(question.text, at, "question: "), "choices": choices, "answer": answer}
