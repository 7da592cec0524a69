"""The question 'what is the cheapest solution?': a plan, a proof that there is none, or how far the search came."""

from dataclasses import replace
from typing import Any, NamedTuple

from langkah.engine.gpu.device import DEVICES
from langkah.language import _
from langkah.model import Problem, Puzzle
from langkah.run import LIMITS, Stopped
from langkah.search import OPTIONS, Option, OptionKind, SearchRequest, run_search
from langkah.tasks.context import Context
from langkah.tracing import Observer, Result, Status

__all__ = [
    "DEVICES",
    "OPTIONS",
    "Option",
    "OptionKind",
    "SearchRequest",
    "SolveAnswer",
    "SolveRequest",
    "Stopped",
    "make_stopped_answer",
    "solve_problem",
]


class SolveRequest(NamedTuple):
    """A problem, and the search that is to work on it."""

    problem: Problem[Any, Any]
    search: SearchRequest = SearchRequest()


class SolveAnswer(NamedTuple):
    """What a search came to."""

    problem: Problem[Any, Any]
    result: Result[Any, Any]

    def as_dict(self, *, states: bool = False) -> dict[str, Any]:
        """The answer as plain JSON values; `states`: with a board for every step of the plan."""
        return self.result.as_dict(self.problem, states=states)


def solve_problem(request: SolveRequest, context: Context, observe: Observer | None = None) -> SolveAnswer:
    """Search, within the limits of the request and of the context; `observe` hears of every event."""
    search = replace(request.search, limit=request.search.limit.tighten(context.limit))
    result = run_search(request.problem, search, observe, context.progress, context.cancelled)
    return SolveAnswer(request.problem, result)


def make_stopped_answer(limit: str) -> SolveAnswer:
    """The answer where a limit struck before any search could begin."""
    problem: Puzzle[Any, Any] = Puzzle()
    return SolveAnswer(problem, Result("", "", Status.STOPPED, limit=limit, why=_(LIMITS[limit])))
