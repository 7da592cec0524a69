"""The question 'which algorithm does best?': several searches on one problem or on many, and what their figures say."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from typing import Any

from langkah.comparison import (
    ALL,
    ANSWERS,
    USUAL_LIMIT,
    USUAL_LIMIT_OF_MANY,
    Comparison,
    ComparisonRow,
    Entry,
    can_take_part,
    find_least_cost,
    list_entries,
    list_problems,
    measure_entry,
)
from langkah.model import Problem
from langkah.search import SearchRequest
from langkah.tasks.context import Context

__all__ = [
    "ANSWERS",
    "USUAL_LIMIT",
    "USUAL_LIMIT_OF_MANY",
    "CompareRequest",
    "Comparison",
    "ComparisonRow",
    "compare_searches",
    "find_least_cost",
    "list_problems",
]

Guard = Callable[[], AbstractContextManager[None]]


@dataclass(frozen=True)
class CompareRequest:
    """Problems, and who is to work on them: algorithms and estimates by name, without names those that fit.

    `memory`: run again to measure memory, where the first run took less than so many seconds."""

    problems: Sequence[Problem[Any, Any]]
    algorithms: Sequence[str] | None = None
    estimates: Sequence[str] | None = None
    search: SearchRequest = field(default_factory=SearchRequest)  # how those that heed them are tuned
    memory: float = float("inf")

    def list_entries(self, problem: Problem[Any, Any]) -> list[Entry]:
        """Who runs on a problem; where there are many, those that do not fit one of them sit out."""
        names = self.estimates
        if names and tuple(names) == (ALL,):
            names = tuple(each.name for each in getattr(problem, "all_estimates", tuple)())
        found = list_entries(problem, self.algorithms, names)
        return [each for each in found if can_take_part(problem, each)] if len(self.problems) > 1 else found


def compare_searches(request: CompareRequest, context: Context, guard: Guard = nullcontext) -> Comparison:
    """Run each algorithm on each problem. Each run is made inside a `guard`, for a front end that has an alarm."""
    rows: list[ComparisonRow] = []
    search = replace(request.search, limit=request.search.limit.tighten(context.limit))
    found = Comparison(rows, {problem.name or repr(problem): problem for problem in request.problems})
    for problem in request.problems:
        for entry in request.list_entries(problem):
            if context.cancelled is not None and context.cancelled():
                return found
            with guard():
                rows.append(measure_entry(problem, entry, search, request.memory, context.progress, context.cancelled))
            if found.interrupted:
                return found
    return found
