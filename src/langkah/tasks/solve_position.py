"""The solution of a position."""

from dataclasses import dataclass
from typing import Any

from langkah.model import Problem
from langkah.tasks.context import Context, Values
from langkah.tasks.request import Name, PositionRequest
from langkah.tracing import Result

MOST_MOVES = 1000  # of a plan that is sent at once; the rest is asked for when they have been made


@dataclass(frozen=True)
class SolvePositionRequest(PositionRequest):
    """A position to be solved, by an algorithm of one's own choice if one is named."""

    algorithm: Name | None = None


@dataclass(frozen=True)
class SolvePositionAnswer:
    """A solution. As JSON a long plan is cut: its length is told, and its first moves."""

    result: Result[Any, Any]
    problem: Problem[Any, Any]

    def as_dict(self) -> Values:
        """The answer as plain JSON values."""
        found = self.result.as_dict(self.problem)
        return {**found, "moves": found["moves"][:MOST_MOVES], "length": len(found["moves"])}


def solve_position(request: SolvePositionRequest, context: Context) -> SolvePositionAnswer:
    """The solution from where a session stands."""
    result = request.saved.solve(context.limit, request.algorithm or "", context.progress, context.cancelled)
    return SolvePositionAnswer(result, request.saved.problem)
