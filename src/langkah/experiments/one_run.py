"""One run of an experiment: a search with its settings, and the resulting row.

Every run is timed without an observer; a short one is repeated with an observer for further counts, and once more to
measure memory if requested. Except for `seconds`, `memory`, `engine` and `version`, a repetition gives the same row,
unless the run was stopped by a limit on time or memory or by the user.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import pairwise
from json import dumps
from math import inf
from typing import Any

import langkah
from langkah.comparison import Entry, measure_entry
from langkah.errors import LangkahError, describe_exception
from langkah.experiments.details import DetailCounter, make_estimator
from langkah.experiments.instances import Instance
from langkah.language import current_language
from langkah.model import Cost, Problem, Puzzle
from langkah.search import ALGORITHMS, SearchRequest, find_algorithm, find_estimate, run_search
from langkah.search.single import make_options
from langkah.tracing import Limit, Result, Status, cost_to_json

FAILED = "failed"  # the status of a run in which a puzzle's own code raised an exception
NOT_REPEATABLE = ("seconds", "memory", "interrupt", "cancel")  # limits that do not stop at the same node again
VOLATILE = ("seconds", "memory", "engine")  # columns that differ between repetitions
COLUMNS = (
    *("run", "instance", "problem", "settings", "start", "seed"),
    *("algorithm", "estimate", "weight", "width", "ties", "detect_duplicates"),
    *("limit_nodes", "limit_seconds", "limit_depth", "limit_memory"),
    *("h_start", "status", "limit", "cost", "optimal", "bound", "steps", "value", "why"),
    *("expanded", "generated", "reopened", "duplicates", "pruned", "expanded_below", "rounds", "frontier_max"),
    *("seconds", "memory", "engine", "version"),
)

Row = dict[str, Any]


@dataclass(frozen=True)
class ExperimentRun:
    """The parameters of one run; it can be sent to another process. `request` is a search as plain JSON values."""

    number: int
    instance: Instance
    request: Mapping[str, Any] = field(hash=False)
    detail_nodes: int = 0
    memory: bool = False

    @property
    def digest(self) -> str:
        """A hash that identifies this run."""
        source = self.instance.source
        parts = [self.instance.as_dict(), source.text, source.beside, repr(self.instance.state), dict(self.request)]
        return sha256(dumps([*parts, self.detail_nodes, self.memory], default=str).encode()).hexdigest()[:16]

    def measure(self) -> Row:
        """Run the search, and return its row. Ctrl-C leaves no row."""
        row = dict.fromkeys(COLUMNS) | {"run": self.number, **self.instance.as_dict()} | _describe_request(self.request)
        row["version"] = langkah.__version__
        token = current_language.set("en")  # rows do not depend on the reader's language
        try:
            return row | self._search()
        except LangkahError as error:
            return row | {"status": FAILED, "why": "; ".join(error.args[0].split("\n"))}
        except Exception as error:  # raised by a puzzle's own code
            return row | {"status": FAILED, "why": describe_exception(error)}
        finally:
            current_language.reset(token)

    def _search(self) -> Row:
        problem, search = self.instance.open(), SearchRequest.from_dict(self.request)
        measured = measure_entry(problem, Entry(search.algorithm, search.estimate), search, inf if self.memory else 0.0)
        if measured.interrupted:
            raise KeyboardInterrupt
        result = measured.result
        row = _describe_result(result) | {"memory": measured.memory}
        if isinstance(problem, Puzzle):
            row |= _describe_bounds(problem, search, result)
            row |= self._count_details(problem, search, result)
        return row

    def _count_details(self, problem: Puzzle[Any, Any], search: SearchRequest, result: Result[Any, Any]) -> Row:
        """Repeat the search with an observer for further counts; {} if it is too long or not repeatable."""
        if result.stats.expanded > self.detail_nodes or result.limit in NOT_REPEATABLE:
            return {}
        counter = DetailCounter(problem, make_estimator(problem, search))
        limit = replace(search.limit, seconds=None, memory=None)
        again = run_search(problem, replace(search, limit=limit), observe=counter)
        if again.limit == "interrupt":
            raise KeyboardInterrupt
        if again.stats.expanded != result.stats.expanded:  # the counts would describe another search
            return {}
        found: Row = {"reopened": counter.reopened}
        if result.optimal and result.cost is not None:
            found["expanded_below"] = counter.count_below(result.cost)
        return found


def _describe_request(request: Mapping[str, Any]) -> Row:
    """The columns of a row about the settings of a search; those that its algorithm does not use are empty."""
    search = SearchRequest.from_dict(request)
    row = find_algorithm(search.algorithm)
    chosen = {
        "estimate": search.estimate,
        "weight": float(search.weight),
        "width": search.width,
        "ties": list(row.ties if search.ties is None else search.ties) or None,
        "duplicates": search.duplicates,
    }
    told = {name: value for name, value in chosen.items() if name in row.options}
    told["detect_duplicates"] = told.pop("duplicates", None)
    limits = {f"limit_{name}": getattr(search.limit, name) for name in Limit.__slots__}
    return {"algorithm": row.name, **told, **limits}


def _describe_result(result: Result[Any, Any]) -> Row:
    stats = result.stats
    return {
        "estimate": result.estimate or None,
        "status": str(result.status),
        "limit": result.limit or None,
        "cost": cost_to_json(result.cost),
        "optimal": result.optimal,
        "steps": len(result.path) if result.cost is not None else None,
        "value": result.value or None,
        "why": result.why or None,
        "expanded": stats.expanded,
        "generated": stats.generated,
        "duplicates": stats.skipped,
        "pruned": stats.pruned,
        "rounds": _list_rounds(result) or None,
        "frontier_max": stats.frontier_max,
        "seconds": round(stats.seconds, 6),
        "engine": stats.engine,
    }


def _list_rounds(result: Result[Any, Any]) -> list[list[int | float | None]]:
    """For each bound of IDA*: the bound, and the number of nodes expanded in the round with this bound."""
    begun = [*result.rounds, (0, result.stats.expanded)]
    return [[cost_to_json(bound), after - before] for (bound, before), (_next, after) in pairwise(begun)]


def _describe_bounds(problem: Puzzle[Any, Any], search: SearchRequest, result: Result[Any, Any]) -> Row:
    """The columns of a row about bounds: the estimate of the start, and the proved lower bound on the least cost."""
    row = ALGORITHMS[result.algorithm]
    if "estimate" not in row.options:
        return {"h_start": None, "bound": cost_to_json(result.cost) if result.optimal else None}
    guess = cost_to_json(make_estimator(problem, search)(problem.start))
    bound: Cost | None = None
    if result.optimal:
        bound = result.cost
    elif result.status is not Status.IMPOSSIBLE and find_estimate(problem, result.estimate).admissible:
        bounds: list[Cost] = [guess or 0]
        if search.limit.depth is None:
            if "weight" in row.options and result.status is Status.SOLVED and result.cost is not None:
                bounds.append(result.cost / max(search.weight, 1))
            bounds += [bound for bound, _before in result.rounds]
        bound = max(bounds)
    return {"h_start": guess, "bound": cost_to_json(bound)}


def list_options(algorithm: str) -> tuple[str, ...]:
    """The options, other than estimates and limits, that an algorithm uses and an experiment can vary."""
    return tuple(name for name in ("weight", "width", "ties", "duplicates") if name in ALGORITHMS[algorithm].options)


def check_entry(problem: Problem[Any, Any], request: Mapping[str, Any]) -> None:
    """Raise an error for a search that cannot start: an illegal option value, or an estimate that the puzzle does not
    have.
    """
    search = SearchRequest.from_dict(request)
    make_options(problem, find_algorithm(search.algorithm), search)
