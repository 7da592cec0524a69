"""The task 'what is the cheapest solution?': a plan, a proof that there is none, or how far the search came."""

from dataclasses import dataclass, field, replace
from typing import Annotated, Any, NamedTuple, NotRequired, TypedDict, cast

from langkah.engine.gpu.device import DEVICES
from langkah.language import _
from langkah.model import Problem, Puzzle
from langkah.run import LIMITS, Stopped
from langkah.search import OPTIONS, Option, OptionKind, SearchRequest, run_search
from langkah.tasks.context import Context
from langkah.tasks.request import HereRequest, make_search_reader
from langkah.tracing import Observer, Result, Stats, Status

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

MOST_MOVES = 1000  # moves of a plan that are sent to a page at once; the rest follows on request
SOLVE_SECONDS = 30.0  # limit of a search requested by a page


@dataclass(frozen=True)
class SolveRequest(HereRequest):
    """A problem or a position, and the search to run."""

    search: Annotated[SearchRequest, make_search_reader(SOLVE_SECONDS)] = field(default_factory=SearchRequest)


class TriedJson(TypedDict):
    """A search that was tried in turn but did not give the answer: its progress, and the limit that
    ended it, if any.
    """

    algorithm: str
    expanded: int
    seconds: float
    limit: str | None


class ResultJson(TypedDict):
    """The result of a search: answer, proof and effort. `tried` lists the other searches that were tried. In a
    two-player game, `value` is the value for the side to move, and `line` is a best line of play. With dice,
    `probability` is the probability of reaching a goal. `all_moves` lists all solutions, if requested.
    """

    problem: str
    algorithm: str
    estimate: str | None
    status: Status
    cost: float | None
    optimal: bool
    why: str
    moves: list[str]
    stats: Annotated[dict[str, Any], Stats]
    limit: str | None
    tried: list[TriedJson]
    states: NotRequired[list[str]]
    value: NotRequired[str | None]
    best_moves: NotRequired[list[str]]
    line: NotRequired[list[str]]
    probability: NotRequired[float]
    probability_exact: NotRequired[str]
    solutions: NotRequired[int]
    all_moves: NotRequired[list[list[str]]]


class SolutionJson(ResultJson):
    """The result of a search, shortened for a page: `length` counts all moves of the plan, but only the first moves are
    included.
    """

    length: int


class SolveAnswer(NamedTuple):
    """The result of a search."""

    problem: Problem[Any, Any]
    result: Result[Any, Any]

    def as_dict(self, *, states: bool = False) -> ResultJson:
        """The answer as plain JSON values; `states`: with a board for every step of the plan."""
        return cast("ResultJson", self.result.as_dict(states=states))


def describe_solution(answer: SolveAnswer) -> SolutionJson:
    """The answer for a page, with at most `MOST_MOVES` moves of its plan."""
    return {**shorten_result(answer.as_dict()), "length": len(answer.result.notation)}


def shorten_result(told: ResultJson) -> ResultJson:
    """A result without the list of all solutions, and with at most `MOST_MOVES` moves of its plan or line of play."""
    found: Any = {name: value for name, value in told.items() if name != "all_moves"}
    for name in ("moves", "line"):
        if name in found:
            found[name] = found[name][:MOST_MOVES]
    return cast("ResultJson", found)


def solve_problem(request: SolveRequest, context: Context, observe: Observer | None = None) -> SolveAnswer:
    """Search within the limits of the request and the context; `observe` receives every event."""
    search = replace(request.search, limit=request.search.limit.tighten(context.limit))
    result = run_search(request.problem, search, observe, context.progress, context.cancelled)
    return SolveAnswer(request.problem, result)


def make_stopped_answer(limit: str) -> SolveAnswer:
    """The answer if a limit was reached before any search could start."""
    problem: Puzzle[Any, Any] = Puzzle()
    return SolveAnswer(problem, Result("", "", Status.STOPPED, limit=limit, why=_(LIMITS[limit])))
