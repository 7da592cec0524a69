"""The table of algorithms, and `solve`, which runs one of them on a problem.

Each algorithm is a function. The table says what it needs, what it promises and which options it heeds; the command
line, the page and the tests read it. A new algorithm is one function and one line here.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from math import inf
from typing import Any, NamedTuple

from langkah.errors import BadInput, DoesNotFit
from langkah.language import N_, _
from langkah.model import ZERO, Chance, Estimate, Game, M, Problem, Puzzle, S
from langkah.search import adversarial, best, breadth, chance, constructive, depth
from langkah.search.run import Found, Options, Run, Stopped
from langkah.settings import make_unknown_name
from langkah.trace import Limit, Observer, Result, Stats, Status

__all__ = ["ALGORITHMS", "Algorithm", "choose_algorithm", "list_algorithms", "solve"]


class Algorithm(NamedTuple):
    """One row of the table."""

    search: Callable[[Any, Any], Any]
    about: str
    promises: str
    on: type[Any] = Puzzle
    needs: str = ""
    options: tuple[str, ...] = ()
    ties: tuple[str, ...] = ()


LEAST_STEPS = N_("the fewest steps; the least cost where all steps cost the same")
LEAST_COST = N_("the least cost, if the estimate is admissible")
SOME = N_("a solution, not always the cheapest")
VALUE = N_("the exact value of the game, every best move and a best line")
GOALS = N_("goal states that can be listed, and steps that can be taken backwards")
WRITTEN = N_("a puzzle that knows this construction")

ALGORITHMS: dict[str, Algorithm] = {
    "breadth-first": Algorithm(breadth.breadth_first, N_("nearest states first, by a queue"), LEAST_STEPS),
    "depth-first": Algorithm(depth.depth_first, N_("newest states first, by a stack"), SOME),
    "iterative-deepening": Algorithm(
        depth.iterative_deepening,
        N_("depth-first to depth 0, 1, 2, ... in turn"),
        LEAST_STEPS,
        options=("duplicates",),
    ),
    "uniform-cost": Algorithm(best.uniform_cost, N_("cheapest path first"), N_("the least cost"), options=("ties",)),
    "greedy": Algorithm(best.greedy, N_("smallest estimate first"), SOME, options=("estimate", "ties")),
    "a-star": Algorithm(
        best.a_star,
        N_("smallest cost so far + estimate first"),
        LEAST_COST,
        options=("estimate", "ties"),
        ties=("deep", "last"),
    ),
    "weighted-a-star": Algorithm(
        best.weighted_a_star,
        N_("A* that trusts its estimate `weight` times as much"),
        N_("at most `weight` times the least cost, if the estimate is admissible"),
        options=("estimate", "ties", "weight"),
    ),
    "ida-star": Algorithm(
        depth.ida_star,
        N_("depth-first up to a growing bound on cost + estimate"),
        LEAST_COST,
        options=("estimate", "duplicates"),
    ),
    "bidirectional": Algorithm(
        breadth.bidirectional, N_("breadth-first from the start and from the goals"), LEAST_STEPS, needs=GOALS
    ),
    "beam": Algorithm(
        best.beam,
        N_("breadth-first that keeps only the best `width` nodes of each layer"),
        N_("nothing; it may even miss every solution"),
        options=("estimate", "width"),
    ),
    "branch-and-bound": Algorithm(
        best.branch_and_bound,
        N_("the papers' queue: smallest bound first, killing what cannot beat the solution found"),
        LEAST_COST,
        options=("estimate", "ties", "duplicates"),
        ties=("deep", "last"),
    ),
    "depth-first-branch-and-bound": Algorithm(
        depth.depth_first_branch_and_bound,
        N_("depth-first, killing nodes whose bound cannot beat the best solution so far"),
        LEAST_COST,
        options=("estimate",),
    ),
    "backtracking": Algorithm(
        depth.backtracking,
        N_("one child at a time, back when nothing promising is left; remembers only the path"),
        N_("a solution, or all of them"),
        options=("find_all",),
    ),
    "recursive": Algorithm(
        partial(constructive.follow_construction, name="recursive"),
        N_("written down by recursion: move the smaller ones away, the largest over, the smaller ones back"),
        N_("what the puzzle can prove of its construction"),
        needs=WRITTEN,
    ),
    "iterative": Algorithm(
        partial(constructive.follow_construction, name="iterative"),
        N_("written down by a rule that looks only at the current state"),
        N_("what the puzzle can prove of its construction"),
        needs=WRITTEN,
    ),
    "frame-stewart": Algorithm(
        partial(constructive.follow_construction, name="frame-stewart"),
        N_("recursion with more pegs: the best split of the tower at every level"),
        N_("what the puzzle can prove of its construction"),
        needs=WRITTEN,
    ),
    "minimax": Algorithm(adversarial.minimax, N_("the whole game tree"), VALUE, Game),
    "alpha-beta": Algorithm(
        adversarial.alpha_beta,
        N_("the game tree without branches that cannot change the answer"),
        VALUE,
        Game,
    ),
    "negamax": Algorithm(
        adversarial.negamax, N_("alpha-beta that remembers positions, look-alikes merged"), VALUE, Game
    ),
    "expectimax": Algorithm(
        chance.expectimax,
        N_("averages over chance, maxima over choices"),
        N_("the exact chance to reach a goal within the depth limit (20 turns if none is given)"),
        Chance,
    ),
}


def explain_misfit(problem: Problem[Any, Any], name: str) -> str:
    """Why an algorithm cannot work on a problem; "" if it can."""
    row = ALGORITHMS[name]
    if not isinstance(problem, row.on):
        kinds: dict[type[Any], str] = {
            Puzzle: _("a puzzle"),
            Game: _("a two-player game"),
            Chance: _("a puzzle with dice"),
        }
        return _("it works on {kind}").format(kind=kinds[row.on])
    if row.needs is GOALS and isinstance(problem, Puzzle) and not _can_search_backwards(problem):
        return _("it needs {needs}").format(needs=_(GOALS))
    if row.needs is WRITTEN and isinstance(problem, Puzzle) and name not in problem.constructions():
        return _("it needs {needs}").format(needs=_(WRITTEN))
    return ""


def _can_search_backwards(problem: Puzzle[Any, Any]) -> bool:
    """Whether a puzzle can be searched from its goals."""
    goals = problem.goals()
    if goals is None:
        return False
    return problem.reversible or all(problem.back(goal) is not None for goal in goals)


def list_algorithms(problem: Problem[Any, Any]) -> list[str]:
    """The names of all algorithms that can work on a problem."""
    return [name for name in ALGORITHMS if not explain_misfit(problem, name)]


def choose_algorithm(problem: Problem[Any, Any]) -> str:
    """A sound algorithm that proves its answer."""
    if isinstance(problem, Game):
        return "negamax"
    assert isinstance(problem, Puzzle)
    if problem.preferred():
        return problem.preferred()
    return (
        "a-star" if problem.all_estimates()[0] is not ZERO and choose_estimate(problem).admissible else "uniform-cost"
    )


def choose_estimate(problem: Puzzle[Any, Any]) -> Estimate:
    """The estimate used when none is named: the first that is admissible, else the first."""
    known = problem.all_estimates()
    usable = [each for each in known if each.admissible and each is not ZERO]
    return (usable or known)[0]


def find_estimate(problem: Puzzle[Any, Any], name: str | None) -> Estimate:
    """The estimate of that name."""
    if name is None:
        return choose_estimate(problem)
    for each in problem.all_estimates():
        if each.name == name:
            return each
    raise make_unknown_name(_("Estimate"), name, [each.name for each in problem.all_estimates()])


def _check_request(problem: Problem[Any, Any], name: str, ties: Sequence[str], weight: float, width: int) -> Algorithm:
    """The row of an algorithm, once everything that was asked of it is known to make sense."""
    if name not in ALGORITHMS:
        raise make_unknown_name(_("Algorithm"), name, ALGORITHMS)
    if misfit := explain_misfit(problem, name):
        text = _("{algorithm} does not fit {problem}: {why}.") + " " + _("These do: {names}.")
        title = problem.name or type(problem).__name__
        raise DoesNotFit(
            text.format(algorithm=name, problem=title, why=misfit, names=", ".join(list_algorithms(problem)))
        )
    for tie in ties:
        if tie not in best.TIES:
            raise make_unknown_name(_("Tie-break"), tie, best.TIES)
    if not 0 < weight < inf or width < 1:
        text = _("weight {weight} and width {width}: a weight is a number above 0, a beam at least 1 wide")
        raise BadInput(text.format(weight=weight, width=width))
    return ALGORITHMS[name]


def solve(
    problem: Problem[S, M],
    algorithm: str | None = None,
    *,
    estimate: str | None = None,
    limit: Limit | None = None,
    observe: Observer | None = None,
    progress: Callable[[Stats], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
    weight: float = 2.0,
    width: int = 100,
    ties: Sequence[str] | None = None,
    duplicates: bool | None = None,
    find_all: bool = False,
) -> Result[S, M]:
    """Solve a problem, or say honestly how far it came.

    With no algorithm named, a sound one is picked that proves its answer. Never raises for a limit or for Ctrl-C:
    the result then has the status "stopped" and says which limit it was.
    """
    name = algorithm or choose_algorithm(problem)
    row = _check_request(problem, name, ties or (), weight, width)
    options = Options(ZERO, weight, width, tuple(ties if ties is not None else row.ties), duplicates, find_all)
    if isinstance(problem, Puzzle):
        picked = find_estimate(problem, estimate)
        options.estimate = picked if "estimate" in row.options else ZERO
    run: Run[S, M] = Run(limit or Limit(), options, observe, progress, cancelled)
    title = problem.name or repr(problem)
    used = options.estimate.name if "estimate" in row.options else ""
    result: Result[S, M] = Result(
        title, name, Status.STOPPED, start=problem.start, stats=run.stats, estimate=used, source=problem
    )
    try:
        if isinstance(problem, Puzzle) and (reason := problem.hopeless()):
            return replace(result, status=Status.IMPOSSIBLE, why=reason)
        run.check()
        return _make_result(problem, run, result, row.search(problem, run))
    except Stopped as stop:
        return _make_stopped_result(problem, run, result, stop.limit)
    except KeyboardInterrupt:
        return _make_stopped_result(problem, run, result, "interrupt")
    except MemoryError:
        return _make_stopped_result(problem, run, result, "memory")
    finally:
        run.finish()


def _make_result(problem: Problem[S, M], run: Run[S, M], result: Result[S, M], answer: Any) -> Result[S, M]:
    """The result of a search that came to its end."""
    if isinstance(answer, adversarial.Verdict):
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
    """The result of a search that found a plan."""
    level = isinstance(problem, Puzzle) and problem.level_cost
    return replace(
        result,
        status=Status.SOLVED,
        cost=found.cost,
        optimal=found.optimal or level,
        why=_("all solutions cost the same") if level and not found.optimal else found.why,
        path=found.path,
        moves=tuple(problem.notation(step.move) for step in found.path),
        solutions=len(run.solutions) if run.options.find_all else None,
        all_paths=tuple(run.solutions),
    )


def _make_game_result(
    problem: Problem[S, M], run: Run[S, M], result: Result[S, M], found: adversarial.Verdict[S, M]
) -> Result[S, M]:
    """The result of a two-player search."""
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


LIMITS = {
    "nodes": N_("stopped at the limit of nodes"),
    "seconds": N_("stopped at the time limit"),
    "depth": N_("nothing was found within the depth limit; deeper solutions may exist"),
    "memory": N_("stopped at the memory limit"),
    "width": N_("the beam threw nodes away and found no solution; one may exist"),
    "estimate": N_("nodes were dropped on the word of an estimate that may be wrong; a solution may exist"),
    "interrupt": N_("interrupted"),
    "cancel": N_("cancelled"),
}


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
