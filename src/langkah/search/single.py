"""Runs one search from start to result: a plan, a proof that there is none, or how far the search came."""

from dataclasses import replace
from typing import Any

from langkah.errors import BadInput
from langkah.language import _
from langkah.model import ZERO, M, Problem, Puzzle, S
from langkah.run import LIMITS, Found, Options, Run, Stopped
from langkah.scores import Verdict
from langkah.search.algorithm import Algorithm
from langkah.search.options import SearchRequest
from langkah.search.table import find_estimate
from langkah.tracing import Result, Status


def make_options(problem: Problem[Any, Any], row: Algorithm, request: SearchRequest) -> Options:
    """The options for running an algorithm, taken from a request and from the defaults of the algorithm."""
    ties = row.ties if request.ties is None else tuple(request.ties)
    options = Options(ZERO, request.weight, request.width, ties, request.duplicates, request.find_all, request.device)
    options.reopen = request.reopen if "reopen" in row.options else None
    if isinstance(problem, Puzzle) and "estimate" in row.options:
        options.estimate = find_estimate(problem, request.estimate)
    return options


def run_single(problem: Problem[S, M], row: Algorithm, run: Run[S, M]) -> Result[S, M]:
    """Run an algorithm on a problem. At a limit or Ctrl-C, or without enough memory, no exception is raised: the result
    has the status "stopped".
    """
    title = problem.name or repr(problem)
    used = run.options.estimate.name if "estimate" in row.options else ""
    result: Result[S, M] = Result(
        title, row.name, Status.STOPPED, start=problem.start, stats=run.stats, estimate=used, source=problem
    )
    try:
        with run.at_work():
            result = _search(problem, row, run, result)
    except Stopped as stop:
        result = _make_stopped_result(problem, run, result, stop.limit)
    except KeyboardInterrupt:
        result = _make_stopped_result(problem, run, result, "interrupt")
    except MemoryError:
        result = _make_stopped_result(problem, run, result, "memory")
    finally:
        run.finish()
    return replace(result, rounds=tuple(run.rounds)) if run.rounds else result


def _search(problem: Problem[S, M], row: Algorithm, run: Run[S, M], result: Result[S, M]) -> Result[S, M]:
    """Run an algorithm, and return the unfinished `result` completed with its answer."""
    if isinstance(problem, Puzzle) and (reason := problem.hopeless()):
        return replace(result, status=Status.IMPOSSIBLE, why=reason)
    run.check()
    key = problem.key(problem.start)
    before = hash(key) if key == problem.key(problem.start) else None  # an unstable key shows no change
    answer = row.search(problem, run)
    if before is not None and hash(problem.key(problem.start)) != before:
        text = _("{problem}: steps() changed the state that it was given; it must create a new state")
        raise BadInput(text.format(problem=result.problem))
    return _make_result(problem, run, result, answer)


def _make_result(problem: Problem[S, M], run: Run[S, M], result: Result[S, M], answer: Any) -> Result[S, M]:
    if isinstance(answer, Verdict):
        return _make_game_result(problem, run, result, answer)
    if isinstance(answer, Found):
        return _make_solved_result(problem, run, result, answer)
    if answer is not None:  # a probability
        return replace(result, status=Status.SOLVED, probability=answer, optimal=True)
    if run.cut_by:
        return _make_stopped_result(problem, run, result, run.cut_by)
    why = _("every reachable state was visited, and none is a goal")
    return replace(result, status=Status.IMPOSSIBLE, why=why, solutions=0 if run.options.find_all else None)


def _make_solved_result(
    problem: Problem[S, M], run: Run[S, M], result: Result[S, M], found: Found[S, M]
) -> Result[S, M]:
    level = isinstance(problem, Puzzle) and problem.level_cost
    if found.optimal and not level and (doubt := _find_refuted_estimate(problem, run, found)):
        found = replace(found, optimal=False, why=doubt)
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
        notation=tuple(problem.notation(step.move) for step in found.path),
        solutions=len(run.solutions) if run.options.find_all else None,
        all_paths=tuple(run.solutions),
    )


def _find_refuted_estimate(problem: Problem[S, M], run: Run[S, M], found: Found[S, M]) -> str:
    """A sentence that names a state of the plan for which the estimate is too high, although the heuristic is declared
    admissible; "" if there is no such state.
    """
    estimate, left = run.options.estimate, found.cost
    if estimate is ZERO or run.rounded or not isinstance(problem, Puzzle):
        return ""
    guess = run.estimator(problem)
    for state, cost in [(problem.start, 0), *((step.state, step.cost) for step in found.path)]:
        left -= cost
        if (h := guess(state)) > left:
            text = _("the heuristic '{name}' is too high: it gives {h} for {state}, but {left} is enough")
            return text.format(name=_(estimate.name), h=h, state=problem.label(state), left=left)
    return ""


def _make_game_result(
    problem: Problem[S, M], run: Run[S, M], result: Result[S, M], found: Verdict[S, M]
) -> Result[S, M]:
    result = replace(
        result,
        value=found.value,
        best_moves=tuple(found.best),
        path=found.line,
        notation=tuple(problem.notation(step.move) for step in found.line),
        why=found.why,
        probability=found.chance,
    )
    if found.exact:
        return replace(result, status=Status.SOLVED, optimal=True)
    limit = "" if run.cut_by == "depth" else _(LIMITS[run.cut_by])
    return replace(result, limit=run.cut_by, why="; ".join(filter(None, (limit, found.why))))


def _make_stopped_result(problem: Problem[S, M], run: Run[S, M], result: Result[S, M], limit: str) -> Result[S, M]:
    """The result of a search ended by a limit, with the best solution so far, if any."""
    result = replace(result, limit=limit, why=_(LIMITS[limit]))
    if run.options.find_all and run.solutions:
        result = replace(result, solutions=len(run.solutions), all_paths=tuple(run.solutions))
    if run.best is None:
        return result
    notation = tuple(problem.notation(step.move) for step in run.best.path)
    why = _(LIMITS[limit]) + "; " + _("this is the best solution so far, not proved to be the cheapest")
    return replace(result, cost=run.best.cost, path=run.best.path, notation=notation, why=why)
