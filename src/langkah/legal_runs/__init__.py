"""Follows all runs that the rules of an algorithm allow: which nodes may be expanded next, and which state in a list of
expanded states is the first to break the rules.

    base            the interface, nodes, groups of nodes in any order
    frontier_runs   breadth-first, depth-first, best-first, beam, bidirectional
    climbing_runs   hill climbing, enforced hill climbing
    depth_runs      rounds with a bound, depth-first branch and bound, backtracking
    table_runs      IDA* with a transposition table
    middle_runs     MM
    game_runs       minimax, alpha-beta
    negamax_runs    negamax, for every order of lookups in its table
    other_runs      constructions, retrograde analysis, dice
    record          the trace of a run, with the events that a search reports
    by_hand         a run by hand, with its cuts, up to a number of steps and nodes
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic

from langkah.language import _
from langkah.legal_runs.base import LegalRun, Rules, RunNode
from langkah.legal_runs.climbing_runs import EnforcedClimbingRun, HillClimbingRun
from langkah.legal_runs.depth_runs import BacktrackingRun, BoundedStackRun, DeepeningRun, RoundsRun
from langkah.legal_runs.frontier_runs import (
    BeamRun,
    BestFirstRun,
    GreedyRun,
    QueueRun,
    StackRun,
    TwoQueuesRun,
    UniformCostRun,
    WeightedRun,
)
from langkah.legal_runs.game_runs import AlphaBetaRun, MinimaxRun
from langkah.legal_runs.middle_runs import MiddleRun
from langkah.legal_runs.negamax_runs import NegamaxRun
from langkah.legal_runs.other_runs import (
    DiceTreeRun,
    DuelRun,
    FrameStewartRun,
    IterativeRun,
    RecursiveRun,
    RetrogradeRun,
)
from langkah.legal_runs.table_runs import TableRoundsRun
from langkah.model import ZERO, M, Problem, Puzzle, S
from langkah.search.options import SearchRequest
from langkah.search.single import make_options
from langkah.search.table import require_fit

__all__ = ["RUNS", "LegalRun", "RunNode", "WrongStep", "begin_run", "find_first_wrong_step"]

RUNS: dict[str, type[LegalRun[Any, Any]]] = {
    "breadth-first": QueueRun,
    "depth-first": StackRun,
    "iterative-deepening": DeepeningRun,
    "uniform-cost": UniformCostRun,
    "greedy": GreedyRun,
    "a-star": BestFirstRun,
    "weighted-a-star": WeightedRun,
    "ida-star": RoundsRun,
    "ida-star-with-table": TableRoundsRun,
    "meet-in-the-middle": MiddleRun,
    "bidirectional": TwoQueuesRun,
    "beam": BeamRun,
    "hill-climbing": HillClimbingRun,
    "enforced-hill-climbing": EnforcedClimbingRun,
    "branch-and-bound": BestFirstRun,
    "depth-first-branch-and-bound": BoundedStackRun,
    "backtracking": BacktrackingRun,
    "minimax": MinimaxRun,
    "alpha-beta": AlphaBetaRun,
    "negamax": NegamaxRun,
    "retrograde": RetrogradeRun,
    "expectimax": DiceTreeRun,
    "expectiminimax": DuelRun,
    "recursive": RecursiveRun,
    "iterative": IterativeRun,
    "frame-stewart": FrameStewartRun,
}
CONSTRUCTIONS = ("recursive", "iterative", "frame-stewart")
BLIND = (
    "breadth-first",
    "depth-first",
    "iterative-deepening",
    "uniform-cost",
    "bidirectional",
    "backtracking",
    "expectimax",
    *CONSTRUCTIONS,
)


def begin_run(problem: Problem[S, M], algorithm: str, request: SearchRequest | None = None) -> LegalRun[S, M]:
    """A run of an algorithm on a problem, before its first expansion.

    >>> run = begin_run(load("hanoi", discs=2), "bfs")
    >>> [node.number for node in run.list_legal()]
    [0]
    """
    row = require_fit(problem, algorithm)
    options = make_options(problem, row, request or SearchRequest())
    guided = isinstance(problem, Puzzle) and row.name not in BLIND
    depth = None if request is None else request.limit.depth
    weight = Fraction(options.weight)
    whole = weight.numerator if weight.denominator == 1 else weight  # whole numbers are compared far faster
    rules = Rules(options.estimate if guided else ZERO, whole, options.width, depth)
    return RUNS[row.name](problem, rules)


@dataclass(frozen=True)
class WrongStep(Generic[S, M]):
    """The first illegal step of a list: its number, the state that it expands, the rule that it breaks, and the nodes
    that were legal instead.
    """

    step: int  # counted from 1
    state: S | None  # the expanded state; None if the list ends too early
    why: str
    legal: tuple[RunNode[S, M], ...]


def find_first_wrong_step(run: LegalRun[S, M], states: Iterable[S]) -> WrongStep[S, M] | None:
    """Find the first illegal step in a list of expanded states. The result is None if the algorithm can expand exactly
    these states, in this order, until its search is over.
    """
    count = 0
    for count, state in enumerate(states, 1):
        legal = tuple(run.list_legal())
        number = run.find_state(state)
        if number is None:
            return WrongStep(count, state, run.explain(state), legal)
        run.take(number)
    if not run.over:
        legal = tuple(run.list_legal())
        text = _("the search is not over: {state} comes next").format(state=run.label(legal[0]))
        return WrongStep(count + 1, None, text, legal)
    return None
