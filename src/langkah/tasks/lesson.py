"""The task 'teach me this': a lesson with its recorded search, its stops, and its sentences with all values
filled in.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypedDict

from langkah.errors import BadInput, DoesNotFit
from langkah.games import load
from langkah.language import _
from langkah.lessons import Lesson, find_lesson, find_stops, list_lessons, read_lesson
from langkah.lessons.stops import MomentsNotFound
from langkah.model import Problem
from langkah.search import SearchRequest
from langkah.tasks.context import Context
from langkah.tasks.lesson_questions import LessonFiller, QuestionMaker
from langkah.tasks.request import Reader, Request
from langkah.tasks.solve import SolveRequest, solve_problem
from langkah.tasks.trace import MOST_EVENTS, TRACE_SECONDS, RecordedSearch, TraceJson, TraceRequest, record_search
from langkah.tracing import Limit, Result, Trace
from langkah.typed_json import Name
from langkah.views.recording_json import (
    LessonCardJson,
    LessonJson,
    LessonStopJson,
)
from langkah.views.replay import make_replay_page
from langkah.views.sentences import format_verdict

__all__ = ["Lesson", "LessonAnswer", "LessonRequest", "LessonsRequest", "describe_lessons", "open_lesson", "run_lesson"]


@dataclass(frozen=True)
class LessonsRequest(Request):
    """A request for the list of lessons."""


@dataclass(frozen=True)
class LessonRequest(Request):
    """A request for one lesson. From a page, only lessons that come with Langkah can be requested."""

    lesson: Annotated[Lesson, Reader("name", lambda: Name, lambda name, _catalogue: find_lesson(name))]


class LessonsJson(TypedDict):
    """The lessons that come with Langkah."""

    lessons: list[LessonCardJson]


class LessonTraceJson(TraceJson):
    """A lesson: a recorded search, with stops, the sentences at each stop, and questions."""

    lesson: LessonJson  # type: ignore[misc]


class LessonAnswer(NamedTuple):
    """A lesson that is ready to be shown: `told` contains its texts in the current language."""

    lesson: Lesson
    problem: Problem[Any, Any]
    trace: Trace
    result: Result[Any, Any]
    told: LessonJson

    def as_dict(self) -> LessonTraceJson:
        """The recording for a page, with the lesson."""
        return {**RecordedSearch(self.problem, self.trace, self.result).as_dict(), "lesson": self.told}

    def make_page(self) -> str:
        """The lesson as one page that needs no server."""
        verdict = format_verdict(self.problem, self.result)
        return make_replay_page(self.problem, self.trace, self.result, verdict=verdict, lesson=self.told)


def describe_lessons(request: LessonsRequest, context: Context) -> LessonsJson:
    """The lessons that come with Langkah."""
    del request, context
    return {"lessons": [_describe_lesson(lesson) for lesson in list_lessons()]}


def _describe_lesson(lesson: Lesson) -> LessonCardJson:
    return {
        "name": lesson.name,
        "title": lesson.title.say(),
        "about": lesson.about.say(),
        "minutes": lesson.minutes,
        "after": [find_lesson(name).title.say() for name in lesson.after],
    }


def _describe_next(lesson: Lesson) -> LessonCardJson | None:
    """The next lesson of the course; None after the last one, and for a lesson from a file."""
    course = list_lessons()
    place = course.index(lesson) + 1 if lesson in course else len(course)
    return _describe_lesson(course[place]) if place < len(course) else None


def open_lesson(name: str, *, trust: bool = False) -> Lesson:
    """Open a lesson by its name, or by its file if `name` ends in .toml. `trust`: the file may name a Python file in
    its folder, which is run.
    """
    path = Path(name)
    return read_lesson(path, trust=trust) if path.suffix == ".toml" else find_lesson(name)


def run_lesson(request: LessonRequest, context: Context, given: Problem[Any, Any] | None = None) -> LessonAnswer:
    """Record the search of a lesson, find its stops, and fill in its sentences. Mistakes in the lesson raise one
    `BadInput` that names their lines. `given`: the problem to use instead of the lesson's own; it differs only in its
    start.
    """
    lesson, context = request.lesson, context.tighten(Limit(seconds=TRACE_SECONDS))
    problem = load(lesson.problem, lesson.settings) if given is None else given
    search = SearchRequest.from_dict(lesson.search)
    _problem, trace, result = record_search(TraceRequest(problem, search, MOST_EVENTS), context)
    others = {
        name: solve_problem(SolveRequest(problem, SearchRequest.from_dict(values)), context).result
        for name, values in lesson.others.items()
    }
    if trace.left_out:
        raise BadInput(_("this search is too long for a lesson: more than {n} events").format(n=MOST_EVENTS))
    filler = LessonFiller(problem, trace, result, others)
    maker = QuestionMaker(lesson, filler)
    stops = _make_stops(lesson, filler, maker)
    questions = maker.make_questions()
    if filler.lines:
        raise BadInput(*filler.lines)
    following = _describe_next(lesson)
    told: LessonJson = {**_describe_lesson(lesson), "stops": stops, "questions": questions, "next": following}
    return LessonAnswer(lesson, problem, trace, result, told)


def _make_stops(lesson: Lesson, filler: LessonFiller, maker: QuestionMaker) -> list[LessonStopJson]:
    """The stops of a lesson. Each has its sentence, and the steps that the reader does by hand. Mistakes in the lesson
    are recorded in `filler`.
    """
    found: list[LessonStopJson] = []
    for number, (stop, at) in enumerate(zip(lesson.stops, _find_moments(lesson, maker.trace), strict=True), 1):
        where = _name_stop(lesson, number)
        found.append({"at": at, "text": filler.fill(stop.text, at, where), "be": []})
        try:
            found[-1]["be"] = maker.make_steps(at, stop.be) if stop.be else []
        except (BadInput, DoesNotFit) as error:
            filler.lines += [where + line for line in error.lines]
    return found


def _find_moments(lesson: Lesson, trace: Trace) -> list[int]:
    """For each stop, the number of events before it. If some stops are not found, raises one `BadInput` that names
    these stops and their places in the file.
    """
    try:
        return find_stops(trace, [stop.at for stop in lesson.stops])
    except MomentsNotFound as error:
        lines = (f"{_name_stop(lesson, number)}{line}" for number, line in error.found)
        raise BadInput(*lines) from None


def _name_stop(lesson: Lesson, number: int) -> str:
    """The beginning of a message about a stop: the place of the stop in the lesson's file, if known, and its number."""
    place = lesson.places.get(f"stop {number}", "")
    return (f"{place}: " if place else "") + _("stop {n}: ").format(n=number)
