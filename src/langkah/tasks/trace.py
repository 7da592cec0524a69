"""Records a search from a position, so that it can be watched. Requests and answers are plain JSON values.

The real search is recorded, with bounds on events, time and memory; the answer says how much was omitted. The first
events of a large search are sent while it continues.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple, TypedDict, cast

from langkah.language import _, capitalize
from langkah.legal_runs import RUNS
from langkah.model import ZERO, Game, Problem, Puzzle, draw_scene, get_title, is_mapped
from langkah.search import (
    ALGORITHMS,
    OPTIONS,
    Option,
    SearchRequest,
    choose_algorithm,
    choose_estimate,
    find_algorithm,
    get_algorithm_title,
    list_algorithms,
)
from langkah.search.best_first import TIES
from langkah.settings import require_whole
from langkah.tasks.context import Context, Values
from langkah.tasks.request import HereRequest, make_search_reader
from langkah.tasks.solve import ResultJson, SolveRequest, shorten_result, solve_problem
from langkah.tracing import Event, Result, Status, Trace
from langkah.typed_json import Range
from langkah.views.recording_json import RecordingJson
from langkah.views.sentences import describe_left_out, format_verdict

MOST_EVENTS = 20_000  # recorded events
MOST_SHAPES = 250_000  # shapes in all boards of a recording together
TRACE_SECONDS = 10.0  # limit of a search requested by a page
LARGE_EVENTS = 5_000  # from this size on, a search is shown before it has ended:
FIRST_EVENTS = 400  # this many events are sent first


# Search options


class AlgorithmJson(TypedDict):
    """An algorithm that fits the problem. `playable` means that a player can execute it by hand, node by node."""

    name: str
    title: str
    aliases: list[str]
    about: str
    promises: str
    options: list[str]
    ties: list[str]
    playable: bool


class EstimateJson(TypedDict):
    """A heuristic, which estimates the least cost from a state to a goal."""

    name: str
    title: str
    about: str
    admissible: bool


class TieJson(TypedDict):
    """A rule for breaking ties among equal nodes."""

    name: str
    about: str


class UsualSearchJson(TypedDict):
    """The search that is used by default: its algorithm, and the default heuristic of the puzzle (null for a two-player
    game).
    """

    algorithm: str
    estimate: str | None


class SearchMenuJson(TypedDict):
    """The searches that can be run from a position: algorithms, heuristics, tie-breaking rules and other options."""

    algorithms: list[AlgorithmJson]
    usual: UsualSearchJson
    estimates: list[EstimateJson]
    ties: list[TieJson]
    options: list[Annotated[Values, Option]]


def describe_searches(request: HereRequest, context: Context) -> SearchMenuJson:
    """The searches that can be run from a position: the algorithms that fit, heuristics, tie-breaking rules and other
    options.
    """
    del context
    problem = request.problem
    estimates = problem.all_estimates() if isinstance(problem, Puzzle) else ()
    return {
        "algorithms": [_describe_algorithm(name) for name in list_algorithms(problem)],
        "usual": {
            "algorithm": choose_instructive(problem),
            "estimate": choose_estimate(problem).name if isinstance(problem, Puzzle) else None,
        },
        "estimates": [
            {"name": each.name, "title": _(each.name), "about": _(each.about), "admissible": each.admissible}
            for each in estimates
        ],
        "ties": [{"name": name, "about": _(about)} for name, about in TIES.items()],
        "options": [each.as_dict() for each in OPTIONS.values() if each.name != "memory"],  # limited by the worker
    }


def choose_instructive(problem: Problem[Any, Any]) -> str:
    """The name of an algorithm that fits the problem and is good to watch: the default algorithm for a game, and for a
    puzzle if this algorithm needs nothing special; otherwise A* or breadth-first search. (Constructions build a plan
    without a search, and bidirectional searches are not for beginners.)
    """
    name = choose_algorithm(problem)
    if isinstance(problem, Game) or not ALGORITHMS[name].needs:
        return name
    return "a-star" if isinstance(problem, Puzzle) and choose_estimate(problem) is not ZERO else "breadth-first"


def _describe_algorithm(name: str) -> AlgorithmJson:
    row = ALGORITHMS[name]
    return {
        "name": name,
        "title": get_algorithm_title(name),
        "aliases": list(row.aliases),
        "about": _(row.about),
        "promises": _(row.promises.text),
        "options": list(row.options),
        "ties": list(row.ties),
        "playable": name in RUNS,
    }


# One search


@dataclass(frozen=True)
class TraceRequest(HereRequest):
    """A request to record a search from a position, up to a number of events."""

    search: Annotated[SearchRequest, make_search_reader(TRACE_SECONDS)]
    events: Annotated[int, Range(1, MOST_EVENTS)] = MOST_EVENTS

    def check(self) -> None:
        """Raise `BadInput` for a negative number of events. The upper limit applies only to requests from a page."""
        require_whole("events", self.events, 0)


class TraceJson(RecordingJson):
    """A recorded search. `verdict` is the answer in words; `left` is a note on events that were omitted."""

    result: ResultJson
    verdict: str
    left: str


class RecordedSearch(NamedTuple):
    """A recorded search: its problem, the trace of its events, and its result."""

    problem: Problem[Any, Any]
    trace: Trace
    result: Result[Any, Any]

    def as_dict(self) -> TraceJson:
        """The recording for a page, with the answer in words."""
        from langkah.views.recording import Recording

        short = self.trace.first(_count_drawable_events(self.problem, self.trace))
        data = Recording(self.problem, short, self.result).as_dict()
        words = {"verdict": _format_answer(self.problem, self.result), "left": describe_left_out(short)}
        return cast("TraceJson", {**data, **words, "result": shorten_result(data["result"])})


def record_search(request: TraceRequest, context: Context) -> RecordedSearch:
    """Run a search, and record its events. A large search also sends its first events early (part `first`), and at the
    end the number of events (part `size`).
    """
    problem, most, partial = request.problem, max(request.events, 1), context.partial
    trace = _LargeTrace(problem, request.search, most, partial) if partial else Trace(most)
    result = solve_problem(SolveRequest(problem, request.search), context, trace).result
    if partial and len(trace) >= LARGE_EVENTS:
        partial({"part": "size", "told": {"events": len(trace) + trace.left_out}})
    return RecordedSearch(problem, trace, result)


class _LargeTrace(Trace):
    """A trace that sends its first events as a separate recording when a search turns out to be large."""

    def __init__(
        self, problem: Problem[Any, Any], search: SearchRequest, most: int, partial: Callable[[Values], None]
    ) -> None:
        super().__init__(most)
        self._problem, self._search, self._partial = problem, search, partial

    def __call__(self, event: Event) -> None:
        """Record an event."""
        super().__call__(event)
        if len(self.events) == LARGE_EVENTS and not self.left_out:
            self._partial({"part": "first", "told": self._describe_first()})

    def _describe_first(self) -> TraceJson:
        problem, estimate = self._problem, ""
        row = find_algorithm(self._search.algorithm or choose_algorithm(problem))
        if isinstance(problem, Puzzle) and "estimate" in row.options:
            estimate = self._search.estimate or choose_estimate(problem).name
        result: Result[Any, Any] = Result(
            get_title(problem), row.name, Status.STOPPED, estimate=estimate, source=problem
        )
        told = RecordedSearch(problem, self.first(FIRST_EVENTS), result).as_dict()
        return {**told, "verdict": "", "left": ""}


def _format_answer(problem: Problem[Any, Any], result: Result[Any, Any]) -> str:
    said = format_verdict(problem, result)
    why = "" if result.why and result.why.casefold() in said.casefold() else result.why
    return ". ".join(capitalize(each) for each in (said, why) if each) + "."


def _count_drawable_events(problem: Problem[Any, Any], trace: Trace) -> int:
    """The number of events, counted from the first, that a page can draw: the boards of their states have at most about
    `MOST_SHAPES` shapes in total.
    """
    if is_mapped(problem):  # all on one picture
        return len(trace)
    shapes = max(len(draw_scene(problem, problem.start).shapes), 1)
    seen: set[Any] = set()
    for index, event in enumerate(trace.events):
        seen.add(event.state)
        if len(seen) * shapes > MOST_SHAPES:
            return max(index, 1)
    return len(trace)
