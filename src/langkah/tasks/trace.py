"""A search from a position, recorded to be watched.

Plain JSON values in and out. What is recorded is the real search, within bounds on events, time and memory; how much
was left out is told.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from langkah.language import _, capitalize
from langkah.model import Problem, Puzzle
from langkah.search import ALGORITHMS, OPTIONS, choose_algorithm, choose_estimate, get_algorithm_title, list_algorithms
from langkah.search.best_first import TIES
from langkah.session import Session
from langkah.tasks.context import Context, Values
from langkah.tasks.request import PositionRequest, SearchValues, find_problem_here
from langkah.tasks.solve import SearchRequest, SolveRequest, solve_problem
from langkah.tracing import Limit, Result, Trace
from langkah.views.recording import Recording
from langkah.views.sentences import describe_left_out, format_verdict

MOST_EVENTS = 20_000  # that are recorded
MOST_SHAPES = 250_000  # of all boards of a recording together
MOST_MOVES = 1000  # of a plan that is told move by move
SECONDS = 10.0  # of a search, at most


# What can be chosen


def describe_searches(request: PositionRequest, context: Context) -> Values:
    """What can be chosen about a search from a position."""
    del context
    return list_searches(request.saved)


def list_searches(session: Session) -> Values:
    """Every algorithm that fits, with what it promises and the options that it heeds; estimates and tie-breaks."""
    problem = find_problem_here(session)
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
    """A sound algorithm that searches: a plan that is merely written down shows little."""
    name = choose_algorithm(problem)
    return "a-star" if ALGORITHMS[name].needs else name


def _describe_algorithm(name: str) -> Values:
    row = ALGORITHMS[name]
    return {
        "name": name,
        "title": get_algorithm_title(name),
        "aliases": list(row.aliases),
        "about": _(row.about),
        "promises": _(row.promises.text),
        "options": list(row.options),
        "ties": list(row.ties),
    }


# One search


@dataclass(frozen=True)
class TraceRequest(PositionRequest):
    """A search from a position, to be recorded."""

    search: SearchValues


def read_search(problem: Problem[Any, Any], values: Mapping[str, Any], seconds: float) -> SolveRequest:
    """The search that plain JSON values describe; it ends after so many seconds at most."""
    search = SearchRequest.from_dict(values)
    limit = search.limit.tighten(Limit(seconds=seconds))
    return SolveRequest(problem, replace(search, algorithm=search.algorithm or choose_algorithm(problem), limit=limit))


def record_trace(request: TraceRequest, context: Context) -> Values:
    """One search, recorded for a page."""
    problem, trace = request.problem, Trace(MOST_EVENTS)
    answer = solve_problem(read_search(problem, request.search, SECONDS), context, trace)
    return trace_to_json(problem, trace, answer.result)


def trace_to_json(problem: Problem[Any, Any], trace: Trace, result: Result[Any, Any]) -> Values:
    """A recording for a page, and the answer in words."""
    short = trace.first(_count_drawable_events(problem, trace))
    data = Recording(problem, short, result).as_dict()
    return {
        **data,
        "result": shorten_result(data["result"]),
        "verdict": _format_answer(problem, result),
        "left": describe_left_out(short),
    }


def _format_answer(problem: Problem[Any, Any], result: Result[Any, Any]) -> str:
    said = format_verdict(problem, result)
    why = "" if result.why and result.why.casefold() in said.casefold() else result.why
    return ". ".join(capitalize(each) for each in (said, why) if each) + "."


def shorten_result(told: Values) -> Values:
    """A result without plans that nobody could read."""
    cut: Values = {name: told[name][:MOST_MOVES] for name in ("moves", "line") if name in told}
    return {**{name: value for name, value in told.items() if name != "all_moves"}, **cut}


def _count_drawable_events(problem: Problem[Any, Any], trace: Trace) -> int:
    """How many events there is room for, if every state they meet is drawn."""
    shapes = max(len(problem.scene(problem.start).shapes), 1)
    seen: set[Any] = set()
    for index, event in enumerate(trace.events):
        seen.add(event.state)
        if len(seen) * shapes > MOST_SHAPES:
            return max(index, 1)
    return len(trace)
