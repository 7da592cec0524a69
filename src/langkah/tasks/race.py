"""A race: a few searches from the same position, recorded side by side, with remarks on the results.

Each event carries its time and, from a second run with traced allocations, the peak memory of the search up to then.
"""

import tracemalloc
from array import array
from dataclasses import dataclass, replace
from itertools import accumulate
from types import GenericAlias
from typing import Annotated

from langkah.comparison import ComparisonRow, Entry
from langkah.search import SearchRequest, list_algorithms
from langkah.tasks.compare import ComparisonJson, describe_rows
from langkah.tasks.context import Context
from langkah.tasks.request import HereRequest, Reader, get_search_shape, read_search
from langkah.tasks.solve import SolveRequest, solve_problem
from langkah.tasks.trace import RecordedSearch, TraceJson
from langkah.tracing import Event, Limit, Trace
from langkah.typed_json import Range

MOST_EVENTS = 6_000  # events recorded for each search
RACE_SECONDS = 4.0  # for each search of a race, at most
_SEARCHES = Reader(
    "searches",
    lambda: Annotated[GenericAlias(list, (get_search_shape(),)), Range(2, 4)] | None,
    lambda searches, _catalogue: tuple(read_search(each, RACE_SECONDS) for each in searches or ()),
)


@dataclass(frozen=True)
class RaceRequest(HereRequest):
    """A request to record a few searches from the same position; by default, the first two algorithms that fit."""

    searches: Annotated[tuple[SearchRequest, ...], _SEARCHES] = ()


class RaceJson(ComparisonJson):
    """A few recorded searches (`lanes`), with the time and memory of each event, and remarks on the results."""

    lanes: list[TraceJson]


def run_race(request: RaceRequest, context: Context) -> RaceJson:
    """Run several searches from the same position, recording time and memory, with remarks on the results."""
    problem = request.problem
    lanes, rows = [], []
    usual = [read_search({"algorithm": name}, RACE_SECONDS) for name in list_algorithms(problem)[:2]]
    for search in request.searches or usual:
        lane, row = _run_lane(SolveRequest(problem, search), context)
        lanes.append(lane)
        rows.append(row)
    return {**describe_rows(problem, rows), "lanes": lanes}


def _run_lane(request: SolveRequest, context: Context) -> tuple[TraceJson, ComparisonRow]:
    problem, trace = request.problem, Trace(MOST_EVENTS, timed=True)
    result = solve_problem(request, context, trace).result
    lane = RecordedSearch(problem, trace, result).as_dict()
    count = len(lane["events"]["node"])
    held = _weigh_search(request, trace.first(count), context)
    whole = len(held) == count and not lane["left_out"]
    lane["bytes"] = held
    row = ComparisonRow(problem.name or repr(problem), Entry(result.algorithm), result, max(held, default=0), whole)
    return lane, row


def _weigh_search(request: SolveRequest, trace: Trace, context: Context) -> list[int]:
    """Repeat a recorded search, to measure its memory. Returns the peak memory in bytes up to each recorded event; if
    the time runs out, only up to the last event that was reached.
    """
    held = array("q", bytes(8 * len(trace)))
    count = base = 0

    def weigh(_event: Event) -> None:
        nonlocal count
        if count < len(held):
            held[count] = tracemalloc.get_traced_memory()[0] - base
            count += 1

    nodes = Limit(nodes=trace.counters().expanded + 1)
    search = replace(request.search, limit=request.search.limit.tighten(nodes))
    tracemalloc.start()
    try:
        base = tracemalloc.get_traced_memory()[0]
        solve_problem(SolveRequest(request.problem, search), context, weigh)
    finally:
        tracemalloc.stop()
    return list(accumulate(held[:count], max))
