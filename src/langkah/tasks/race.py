"""A race: a few searches from one position, recorded side by side, with what their figures say.

Each event carries the time that had passed and, from a second run in which every allocation is counted, the
memory that the search had held at most by then.
"""

import tracemalloc
from array import array
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Annotated

from langkah.comparison import ComparisonRow, Entry
from langkah.search import list_algorithms
from langkah.tasks.compare_position import describe_rows
from langkah.tasks.context import Context, Values
from langkah.tasks.request import PositionRequest, Range, SearchValues
from langkah.tasks.solve import SolveRequest, solve_problem
from langkah.tasks.trace import read_search, trace_to_json
from langkah.tracing import Event, Limit, Trace

MOST_EVENTS = 6_000  # that are recorded of each
RACING = 4.0  # seconds of each search of a race, at most


@dataclass(frozen=True)
class RaceRequest(PositionRequest):
    """A few searches from a position, beside each other; without any, the first two algorithms that fit."""

    searches: Annotated[tuple[SearchValues, ...], Range(2, 4)] | None = None


def run_race(request: RaceRequest, context: Context) -> Values:
    """Several searches from the same position, each with its time and memory, and what their figures say."""
    problem = request.problem
    lanes, rows = [], []
    usual = [{"algorithm": name} for name in list_algorithms(problem)[:2]]
    for told in request.searches or usual:
        lane, row = _run_lane(read_search(problem, told, RACING), context)
        lanes.append(lane)
        rows.append(row)
    return {"lanes": lanes, **describe_rows(problem, rows)}


def _run_lane(request: SolveRequest, context: Context) -> tuple[Values, ComparisonRow]:
    problem, trace = request.problem, Trace(MOST_EVENTS, timed=True)
    result = solve_problem(request, context, trace).result
    lane = trace_to_json(problem, trace, result)
    count = len(lane["events"]["node"])
    held = _weigh_search(request, trace.first(count), context)
    whole = len(held) == count and not lane["left_out"]
    lane["bytes"] = held
    row = ComparisonRow(
        problem.name or repr(problem), Entry(request.search.algorithm), result, max(held, default=0), whole
    )
    return lane, row


def _weigh_search(request: SolveRequest, trace: Trace, context: Context) -> list[int]:
    """For each recorded event the most bytes that the search had held by then, as far as there is time to look."""
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
