"""Searches: the table of algorithms, the table of options, and `run_search`, which runs one of them on a problem."""

from dataclasses import replace
from typing import Any

from langkah.errors import BadInput, DoesNotFit
from langkah.language import _
from langkah.model import ZERO, M, Problem, Puzzle, S
from langkah.run import LIMITS, Found, Options, Run, Stopped
from langkah.scores import Verdict
from langkah.search.algorithm import Algorithm, Need, Promise
from langkah.search.options import OPTIONS, Option, OptionKind, SearchOptions, SearchRequest
from langkah.search.table import (
    ALGORITHMS,
    choose_algorithm,
    choose_estimate,
    explain_misfit,
    find_algorithm,
    find_estimate,
    get_algorithm_title,
    get_code,
    get_frontier,
    list_algorithms,
    require_fit,
)
from langkah.tracing import Cancelled, Observer, Progress, Result, Status, Trace

__all__ = [
    "ALGORITHMS",
    "OPTIONS",
    "Algorithm",
    "Need",
    "Option",
    "OptionKind",
    "Promise",
    "SearchOptions",
    "SearchRequest",
    "choose_algorithm",
    "choose_estimate",
    "explain_misfit",
    "find_algorithm",
    "find_estimate",
    "get_algorithm_title",
    "get_code",
    "get_frontier",
    "list_algorithms",
    "run_search",
]


def run_search(
    problem: Problem[S, M],
    request: SearchRequest = SearchRequest(),  # noqa: B008 - a frozen value
    observe: Observer | None = None,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> Result[S, M]:
    """Solve a problem by the search that a request asks for, or say honestly how far it came.

    With no algorithm named, a sound one is picked that proves its answer. Never raises for a limit or for Ctrl-C:
    the result then has the status "stopped" and says which limit it was. A trace that listens learns the result.
    """
    result = _run_checked(problem, request, observe, progress, cancelled)
    if isinstance(observe, Trace):
        observe.result = result
    return result


def _run_checked(
    problem: Problem[S, M],
    request: SearchRequest,
    observe: Observer | None,
    progress: Progress | None,
    cancelled: Cancelled | None,
) -> Result[S, M]:
    request.check(problem)
    usual = "breadth-first" if request.device == "gpu" else "backtracking" if request.find_all else ""
    row = require_fit(problem, request.algorithm or usual or choose_algorithm(problem))
    name, ties = row.name, row.ties if request.ties is None else tuple(request.ties)
    options = Options(ZERO, request.weight, request.width, ties, request.duplicates, request.find_all, request.device)
    if request.device == "gpu" and name != "breadth-first":
        raise DoesNotFit(_("--device gpu is for breadth-first search, not for {name}").format(name=name))
    if isinstance(problem, Puzzle) and "estimate" in row.options:
        options.estimate = find_estimate(problem, request.estimate)
    run: Run[S, M] = Run(request.limit, options, observe, progress, cancelled)
    title = problem.name or repr(problem)
    used = options.estimate.name if "estimate" in row.options else ""
    result: Result[S, M] = Result(
        title, name, Status.STOPPED, start=problem.start, stats=run.stats, estimate=used, source=problem
    )
    try:
        if isinstance(problem, Puzzle) and (reason := problem.hopeless()):
            return replace(result, status=Status.IMPOSSIBLE, why=reason)
        run.check()
        key = problem.key(problem.start)
        before = hash(key) if key == problem.key(problem.start) else None  # keys that never stay the same prove nothing
        answer = row.search(problem, run)
        if before is not None and hash(problem.key(problem.start)) != before:
            text = _("{problem}: steps() changed the state that it was given; it must make a new one")
            raise BadInput(text.format(problem=title))
        return _make_result(problem, run, result, answer)
    except Stopped as stop:
        return _make_stopped_result(problem, run, result, stop.limit)
    except KeyboardInterrupt:
        return _make_stopped_result(problem, run, result, "interrupt")
    except MemoryError:
        return _make_stopped_result(problem, run, result, "memory")
    finally:
        run.finish()


def _make_result(problem: Problem[S, M], run: Run[S, M], result: Result[S, M], answer: Any) -> Result[S, M]:
    if isinstance(answer, Verdict):
        return _make_game_result(problem, run, result, answer)
    if isinstance(answer, Found):
        return _make_solved_result(problem, run, result, answer)
    if answer is not None:  # a probability
        return replace(result, status=Status.SOLVED, probability=answer, optimal=True)
    if run.cut_by:
        return _make_stopped_result(problem, run, result, run.cut_by)
    why = _("every reachable state was looked at, and none is a goal")
    return replace(result, status=Status.IMPOSSIBLE, why=why, solutions=0 if run.options.find_all else None)


def _make_solved_result(
    problem: Problem[S, M], run: Run[S, M], result: Result[S, M], found: Found[S, M]
) -> Result[S, M]:
    level = isinstance(problem, Puzzle) and problem.level_cost
    why = _("all solutions cost the same") if level and not found.optimal else found.why
    if found.optimal and run.rounded:
        why = _("optimal up to rounding: costs are floating-point numbers")
    return replace(
        result,
        status=Status.SOLVED,
        cost=found.cost,
        optimal=found.optimal or level,
        why=why,
        path=found.path,
        moves=tuple(problem.notation(step.move) for step in found.path),
        solutions=len(run.solutions) if run.options.find_all else None,
        all_paths=tuple(run.solutions),
    )


def _make_game_result(
    problem: Problem[S, M], run: Run[S, M], result: Result[S, M], found: Verdict[S, M]
) -> Result[S, M]:
    result = replace(
        result,
        value=found.value,
        best_moves=tuple(problem.notation(move) for move in found.best),
        path=found.line,
        moves=tuple(problem.notation(step.move) for step in found.line),
        why=found.why,
    )
    if found.exact:
        return replace(result, status=Status.SOLVED, optimal=True)
    limit = "" if run.cut_by == "depth" else _(LIMITS[run.cut_by]) + "; "
    return replace(result, limit=run.cut_by, why=limit + found.why)


def _make_stopped_result(problem: Problem[S, M], run: Run[S, M], result: Result[S, M], limit: str) -> Result[S, M]:
    """The result of a search that a limit ended: with the best solution so far, if there is one."""
    result = replace(result, limit=limit, why=_(LIMITS[limit]))
    if run.options.find_all and run.solutions:
        result = replace(result, solutions=len(run.solutions), all_paths=tuple(run.solutions))
    if run.best is None:
        return result
    moves = tuple(problem.notation(step.move) for step in run.best.path)
    why = _(LIMITS[limit]) + "; " + _("this is the best solution so far, not proved to be the cheapest")
    return replace(result, cost=run.best.cost, path=run.best.path, moves=moves, why=why)
