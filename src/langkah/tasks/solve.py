"""The question 'what is the cheapest solution?': a plan, a proof that there is none, or how far the search came."""

from dataclasses import dataclass, field, replace
from typing import Any

from langkah.model import Problem
from langkah.search import OPTIONS, Option, OptionKind, SearchRequest, run_search
from langkah.tasks.context import Context
from langkah.trace import Observer, Result

__all__ = ["OPTIONS", "Option", "OptionKind", "SearchRequest", "SolveAnswer", "SolveRequest", "solve_problem"]


@dataclass(frozen=True)
class SolveRequest:
    """A problem, and the search that is to work on it."""

    problem: Problem[Any, Any]
    search: SearchRequest = field(default_factory=SearchRequest)


@dataclass(frozen=True)
class SolveAnswer:
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
