"""The question 'what is the cheapest solution?': a plan, a proof that there is none, or how far the search came."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from langkah.model import Problem
from langkah.search import solve
from langkah.tasks.context import Context
from langkah.trace import Observer, Result


@dataclass(frozen=True)
class SolveRequest:
    """A problem, and the search that is to work on it."""

    problem: Problem[Any, Any]
    algorithm: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class SolveAnswer:
    """What a search came to."""

    problem: Problem[Any, Any]
    result: Result[Any, Any]

    def as_dict(self, *, states: bool = False) -> dict[str, Any]:
        """The answer as plain JSON values; `states`: with a board for every step of the plan."""
        return self.result.as_dict(self.problem, states=states)


def solve_problem(request: SolveRequest, context: Context, observe: Observer | None = None) -> SolveAnswer:
    """Search; `observe` hears of every event."""
    result = solve(
        request.problem,
        request.algorithm,
        limit=context.limit,
        observe=observe,
        progress=context.progress,
        cancelled=context.cancelled,
        **request.options,
    )
    return SolveAnswer(request.problem, result)
