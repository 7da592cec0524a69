"""The table of tasks: every question a front end can ask with plain JSON values, and the one way to ask it.

Where a task runs (this process, a worker process, a browser's worker), and how it is ended if it does not obey, is no
matter of this file. A new task is one row.
"""

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any, NamedTuple, Protocol

from langkah.tasks import files, gallery, lesson, levels, odds, odds_choices, positions, race, trace
from langkah.tasks.compare_position import compare_position
from langkah.tasks.context import Context, Values
from langkah.tasks.hint import give_hint
from langkah.tasks.least import find_least
from langkah.tasks.marks import mark_moves
from langkah.tasks.problems import ProblemStore
from langkah.tasks.reply import make_reply
from langkah.tasks.request import PositionRequest, ProblemRequest, Request
from langkah.tasks.review import review_moves
from langkah.tasks.solve_position import SolvePositionRequest, solve_position

MEMORY = 1 << 30  # bytes of the process that works on a task


class Answer(Protocol):
    """What a task answers."""

    def as_dict(self) -> Values:
        """The answer as plain JSON values."""
        ...


class Effort(IntEnum):
    """How much work a task is. Where places to work are few, more work never takes the place of less."""

    INSTANT = 0
    LIGHT = 1
    HEAVY = 2


class Task(NamedTuple):
    """A row of the table: what is asked, who answers, for how long at most, and how much work that is."""

    request: type[Request]
    run: Callable[[Any, Context], Answer | Values]
    seconds: float = 10.0
    effort: Effort = Effort.INSTANT


TASKS = {
    "games": Task(gallery.HomeRequest, gallery.list_home),
    "levels": Task(levels.LevelsRequest, levels.list_level_cards),
    "problem": Task(ProblemRequest, gallery.describe_problem),
    "position": Task(PositionRequest, positions.show_position),
    "act": Task(positions.ActRequest, positions.act_on),
    "frames": Task(PositionRequest, positions.draw_frames),
    "link": Task(positions.LinkRequest, positions.open_link),
    "file": Task(ProblemRequest, files.write_problem),
    "read": Task(files.FileRequest, files.read_problem),
    "searches": Task(PositionRequest, trace.describe_searches),
    "least": Task(PositionRequest, find_least, 2.0, Effort.LIGHT),
    "marks": Task(PositionRequest, mark_moves, 4.0, Effort.LIGHT),
    "hint": Task(PositionRequest, give_hint, 6.0, Effort.LIGHT),
    "reply": Task(PositionRequest, make_reply, 10.0, Effort.HEAVY),
    "review": Task(PositionRequest, review_moves, 10.0, Effort.HEAVY),
    "solve": Task(SolvePositionRequest, solve_position, 30.0, Effort.HEAVY),
    "record": Task(trace.TraceRequest, trace.record_trace, 30.0, Effort.HEAVY),
    "lessons": Task(lesson.ListRequest, lesson.describe_lessons),
    "lesson": Task(lesson.LessonRequest, lesson.show_lesson, 30.0, Effort.LIGHT),
    "race": Task(race.RaceRequest, race.run_race, 60.0, Effort.HEAVY),
    "compare": Task(PositionRequest, compare_position, 60.0, Effort.HEAVY),
    "odds": Task(odds.SeatsRequest, odds.work_out_odds, 60.0, Effort.HEAVY),
    "odds of seats": Task(odds.SeatsRequest, odds.work_out_race, 30.0, Effort.HEAVY),
    "odds of jumps": Task(odds.OddsRequest, odds_choices.weigh_jumps, 30.0, Effort.HEAVY),
    "odds of choices": Task(odds_choices.ChoicesRequest, odds_choices.weigh_choices, 60.0, Effort.HEAVY),
    "odds of games": Task(odds_choices.GamesRequest, odds_choices.play_games, 20.0, Effort.HEAVY),
}


def read_request(name: str, values: Mapping[str, Any], store: ProblemStore) -> Request:
    """The request to a task that plain JSON values describe; a `BadInput` where they describe none."""
    return TASKS[name].request.from_dict(values, store)


def answer_request(name: str, request: Request, context: Context) -> tuple[Values, bool]:
    """The answer to a request as plain JSON values, and whether it will never change."""
    answer = TASKS[name].run(request, context)
    return answer if isinstance(answer, dict) else answer.as_dict(), bool(getattr(answer, "lasting", False))


def run_task(name: str, values: Mapping[str, Any], context: Context, store: ProblemStore) -> Values:
    """Both at once: plain JSON values in, plain JSON values out."""
    return answer_request(name, read_request(name, values, store), context)[0]
