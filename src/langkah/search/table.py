"""The table of algorithms: what each needs, what it promises and which options it heeds; and the choice among them.

Command line, page, window, documents and tests read it. A new algorithm is one function and one line here.
"""

from functools import partial
from typing import Any

from langkah.errors import DoesNotFit
from langkah.language import N_, _
from langkah.model import ZERO, Chance, Estimate, Game, Problem, Puzzle
from langkah.search import adversarial, best, breadth, chance, constructive, depth
from langkah.search.algorithm import FEWEST_STEPS, LEAST_COST, SOME_SOLUTION, Algorithm, Need, Promise
from langkah.settings import make_unknown_name


def _can_search_backwards(problem: Puzzle[Any, Any]) -> bool:
    """Whether a puzzle can be searched from its goals."""
    goals = problem.goals()
    if goals is None:
        return False
    return problem.reversible or all(problem.back(goal) is not None for goal in goals)


def _knows_construction(name: str) -> Need:
    """The need for a puzzle that can write this construction down."""
    return Need(N_("a puzzle that knows this construction"), lambda problem: name in problem.constructions())


VALUE = Promise(N_("the exact value of the game, every best move and a best line"))
WRITTEN = Promise(N_("what the puzzle can prove of its construction"))
GOALS = Need(N_("goal states that can be listed, and steps that can be taken backwards"), _can_search_backwards)

ALGORITHMS: dict[str, Algorithm] = {
    row.name: row
    for row in (
        Algorithm(
            "breadth-first",
            breadth.breadth_first,
            N_("nearest states first, by a queue"),
            FEWEST_STEPS,
            aliases=("bfs",),
        ),
        Algorithm(
            "depth-first", depth.depth_first, N_("newest states first, by a stack"), SOME_SOLUTION, aliases=("dfs",)
        ),
        Algorithm(
            "iterative-deepening",
            depth.iterative_deepening,
            N_("depth-first to depth 0, 1, 2, ... in turn"),
            FEWEST_STEPS,
            options=("duplicates",),
            aliases=("ids",),
        ),
        Algorithm(
            "uniform-cost",
            best.uniform_cost,
            N_("cheapest path first"),
            Promise(N_("the least cost")),
            options=("ties",),
            aliases=("ucs",),
        ),
        Algorithm(
            "greedy",
            best.greedy,
            N_("smallest estimate first"),
            SOME_SOLUTION,
            options=("estimate", "ties"),
            aliases=("gbfs",),
        ),
        Algorithm(
            "a-star",
            best.a_star,
            N_("smallest cost so far + estimate first"),
            LEAST_COST,
            options=("estimate", "ties"),
            ties=("deep", "last"),
            aliases=("astar", "a*"),
        ),
        Algorithm(
            "weighted-a-star",
            best.weighted_a_star,
            N_("A* that trusts its estimate `weight` times as much"),
            Promise(N_("at most `weight` times the least cost, if the estimate is admissible")),
            options=("estimate", "ties", "weight"),
            aliases=("wastar",),
        ),
        Algorithm(
            "ida-star",
            depth.ida_star,
            N_("depth-first up to a growing bound on cost + estimate"),
            LEAST_COST,
            options=("estimate", "duplicates"),
            aliases=("idastar", "ida*"),
        ),
        Algorithm(
            "bidirectional",
            breadth.bidirectional,
            N_("breadth-first from the start and from the goals"),
            FEWEST_STEPS,
            needs=GOALS,
        ),
        Algorithm(
            "beam",
            best.beam,
            N_("breadth-first that keeps only the best `width` nodes of each layer"),
            Promise(N_("nothing; it may even miss every solution")),
            options=("estimate", "width"),
        ),
        Algorithm(
            "branch-and-bound",
            best.branch_and_bound,
            N_("the papers' queue: smallest bound first, killing what cannot beat the solution found"),
            LEAST_COST,
            options=("estimate", "ties", "duplicates"),
            ties=("deep", "last"),
            aliases=("bnb",),
        ),
        Algorithm(
            "depth-first-branch-and-bound",
            depth.depth_first_branch_and_bound,
            N_("depth-first, killing nodes whose bound cannot beat the best solution so far"),
            LEAST_COST,
            options=("estimate",),
        ),
        Algorithm(
            "backtracking",
            depth.backtracking,
            N_("one child at a time, back when nothing promising is left; remembers only the path"),
            Promise(N_("a solution, or all of them")),
            options=("find_all",),
        ),
        Algorithm(
            "recursive",
            partial(constructive.follow_construction, name="recursive"),
            N_("written down by recursion: move the smaller ones away, the largest over, the smaller ones back"),
            WRITTEN,
            needs=_knows_construction("recursive"),
        ),
        Algorithm(
            "iterative",
            partial(constructive.follow_construction, name="iterative"),
            N_("written down by a rule that looks only at the current state"),
            WRITTEN,
            needs=_knows_construction("iterative"),
        ),
        Algorithm(
            "frame-stewart",
            partial(constructive.follow_construction, name="frame-stewart"),
            N_("recursion with more pegs: the best split of the tower at every level"),
            WRITTEN,
            needs=_knows_construction("frame-stewart"),
        ),
        Algorithm("minimax", adversarial.minimax, N_("the whole game tree"), VALUE, Game),
        Algorithm(
            "alpha-beta",
            adversarial.alpha_beta,
            N_("the game tree without branches that cannot change the answer"),
            VALUE,
            Game,
            aliases=("alphabeta",),
        ),
        Algorithm(
            "negamax", adversarial.negamax, N_("alpha-beta that remembers positions, look-alikes merged"), VALUE, Game
        ),
        Algorithm(
            "expectimax",
            chance.expectimax,
            N_("averages over chance, maxima over choices"),
            Promise(N_("the exact chance to reach a goal within the depth limit (20 turns if none is given)")),
            Chance,
        ),
    )
}

_KINDS: dict[type[Any], str] = {
    Puzzle: N_("a puzzle"),
    Game: N_("a two-player game"),
    Chance: N_("a puzzle with dice"),
}


def find_algorithm(name: str) -> Algorithm:
    """The row of an algorithm, by its name or one of its short names."""
    if name in ALGORITHMS:
        return ALGORITHMS[name]
    for row in ALGORITHMS.values():
        if name.lower() in row.aliases:
            return row
    raise make_unknown_name(_("Algorithm"), name, ALGORITHMS)


def explain_misfit(problem: Problem[Any, Any], name: str) -> str:
    """Why an algorithm cannot work on a problem; "" if it can."""
    row = find_algorithm(name)
    if not isinstance(problem, row.on):
        return _("it works on {kind}").format(kind=_(_KINDS[row.on]))
    if row.needs is not None and not row.needs.is_met(problem):
        return _("it needs {needs}").format(needs=_(row.needs.text))
    return ""


def require_fit(problem: Problem[Any, Any], name: str) -> Algorithm:
    """The row of an algorithm; raises where it is not known or cannot work on a problem."""
    row = find_algorithm(name)
    if misfit := explain_misfit(problem, name):
        text = _("{algorithm} does not fit {problem}: {why}.") + " " + _("These do: {names}.")
        title = problem.name or type(problem).__name__
        fitting = ", ".join(list_algorithms(problem))
        raise DoesNotFit(text.format(algorithm=row.name, problem=title, why=misfit, names=fitting))
    return row


def list_algorithms(problem: Problem[Any, Any]) -> list[str]:
    """The names of all algorithms that can work on a problem."""
    return [name for name, row in ALGORITHMS.items() if row.fits(problem)]


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
