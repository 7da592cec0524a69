"""A search from a position, recorded to be watched.

Plain JSON values in and out. What is recorded is the real search, within bounds on events, time and memory; how much
was left out is told. Of a large search the first events are sent while it goes on.
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

MOST_EVENTS = 20_000  # that are recorded
MOST_SHAPES = 250_000  # of all boards of a recording together
TRACE_SECONDS = 10.0  # of a search that a page asks for, at most
LARGE_EVENTS = 5_000  # of a search that is shown before it has ended:
FIRST_EVENTS = 400  # so many of them


# What can be chosen


class AlgorithmJson(TypedDict):
    """An algorithm that fits, as people call it, with short names that are understood too, what it promises, which
    options it heeds, and whether a player can be it, node by node."""

    name: str
    title: str
    aliases: list[str]
    about: str
    promises: str
    options: list[str]
    ties: list[str]
    playable: bool


class EstimateJson(TypedDict):
    """A guess of the cost still needed."""

    name: str
    title: str
    about: str
    admissible: bool


class TieJson(TypedDict):
    """A way to choose among equal nodes."""

    name: str
    about: str


class UsualSearchJson(TypedDict):
    """What is searched with where nothing is chosen."""

    algorithm: str
    estimate: str | None


class SearchMenuJson(TypedDict):
    """What can be chosen about a search."""

    algorithms: list[AlgorithmJson]
    usual: UsualSearchJson
    estimates: list[EstimateJson]
    ties: list[TieJson]
    options: list[Annotated[Values, Option]]


def describe_searches(request: HereRequest, context: Context) -> SearchMenuJson:
    """What can be chosen about a search from a position: algorithms that fit, estimates, tie-breaks, options."""
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
        "options": [each.as_dict() for each in OPTIONS.values() if each.name != "memory"],  # that is the worker's
    }


def choose_instructive(problem: Problem[Any, Any]) -> str:
    """A sound algorithm that searches: a plan that is merely written down shows little, and two searches that meet are
    not the first to be learned."""
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
    """A search from a position, to be recorded: at most so many events of it."""

    search: Annotated[SearchRequest, make_search_reader(TRACE_SECONDS)]
    events: Annotated[int, Range(1, MOST_EVENTS)] = MOST_EVENTS

    def check(self) -> None:
        """Python and the command line may ask for more events than a page, but not for fewer than none."""
        require_whole("events", self.events, 0)


class TraceJson(RecordingJson):
    """A recorded search with its answer in words, and what is not in it."""

    result: ResultJson
    verdict: str
    left: str


class RecordedSearch(NamedTuple):
    """A record, and what it is a record of."""

    problem: Problem[Any, Any]
    trace: Trace
    result: Result[Any, Any]

    def as_dict(self) -> TraceJson:
        """The recording for a page, and the answer in words."""
        from langkah.views.recording import Recording

        short = self.trace.first(_count_drawable_events(self.problem, self.trace))
        data = Recording(self.problem, short, self.result).as_dict()
        words = {"verdict": _format_answer(self.problem, self.result), "left": describe_left_out(short)}
        return cast("TraceJson", {**data, **words, "result": shorten_result(data["result"])})


def record_search(request: TraceRequest, context: Context) -> RecordedSearch:
    """Search, and record what happens. Parts of a large search: its first events (`first`), their number (`size`)."""
    problem, most, partial = request.problem, max(request.events, 1), context.partial
    trace = _LargeTrace(problem, request.search, most, partial) if partial else Trace(most)
    result = solve_problem(SolveRequest(problem, request.search), context, trace).result
    if partial and len(trace) >= LARGE_EVENTS:
        partial({"part": "size", "told": {"events": len(trace) + trace.left_out}})
    return RecordedSearch(problem, trace, result)


class _LargeTrace(Trace):
    """A trace that sends its first events, as a recording of their own, when there turn out to be many."""

    def __init__(
        self, problem: Problem[Any, Any], search: SearchRequest, most: int, partial: Callable[[Values], None]
    ) -> None:
        super().__init__(most)
        self._problem, self._search, self._partial = problem, search, partial

    def __call__(self, event: Event) -> None:
        """Keep an event."""
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
    """How many events there is room for, if every state they meet is drawn."""
    if is_mapped(problem):  # all on one picture
        return len(trace)
    shapes = max(len(draw_scene(problem, problem.start).shapes), 1)
    seen: set[Any] = set()
    for index, event in enumerate(trace.events):
        seen.add(event.state)
        if len(seen) * shapes > MOST_SHAPES:
            return max(index, 1)
    return len(trace)
