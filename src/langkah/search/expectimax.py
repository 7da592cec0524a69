"""Expectimax, for problems with dice: the greatest probability of reaching a goal within a number of turns, as an exact
fraction.
"""

import sys
from collections.abc import Hashable
from fractions import Fraction
from typing import Any

from langkah.dice_throws import check_chances, list_decisions
from langkah.errors import BadInput
from langkah.language import N_, _
from langkah.model import Chance, Game, Puzzle
from langkah.run import Node, Run
from langkah.scores import Verdict
from langkah.search.algorithm import Algorithm, Promise
from langkah.search.expectiminimax import ChanceTree
from langkah.search.pseudocode import CodeLine
from langkah.tracing import Event, Kind

USUAL_TURNS = 20  # the depth without a depth limit
MOST_TURNS = 3_000
TURN_FRAMES = 6  # recursion frames for each turn


class _WonInTime(ChanceTree[Any, Any]):
    """A tree of moves and throws in which a game that is not over within the given number of turns counts
    as not won.
    """

    def guess(self, state: Any) -> Fraction:
        """Always 0: a game that is not over counts as not won."""
        del state
        return Fraction(0)


def expectimax(problem: Any, run: Run[Any, Any]) -> Fraction | Verdict[Any, Any]:
    """The greatest probability of reaching a goal, or of winning against the best replies, within `limit.depth` turns
    (default 20). In a two-player game, each move and each throw counts as a turn.
    """
    turns = USUAL_TURNS if run.limit.depth is None else run.limit.depth
    if turns > MOST_TURNS:
        text = _("the limit is {n} turns, but expectimax looks at most {most} turns ahead")
        raise BadInput(text.format(n=turns, most=MOST_TURNS))
    sys.setrecursionlimit(max(sys.getrecursionlimit(), TURN_FRAMES * turns + 1_000))
    if not isinstance(problem, Game):
        return _reach_goal(problem, run, turns)
    tree = _WonInTime(problem, run)
    found = tree.look(turns)
    best = tuple(move for move, worth in found.items() if worth == tree.worth)
    why = _("the chance to win within {n} moves and throws").format(n=turns)
    return Verdict(float(tree.worth), "", best, (), True, why, tree.worth)


def _reach_goal(problem: Puzzle[Any, Any], run: Run[Any, Any], turns: int) -> Fraction:
    """The greatest probability of reaching a goal within `turns` turns.

    The value of a decision is the average value of its chance outcomes, weighted by their probabilities; the value of a
    state is the value of its best decision.
    """
    assert isinstance(problem, Chance)
    known: dict[tuple[Hashable, int], tuple[Fraction, int]] = {}  # value and node number, by key and turns left

    def value(node: Node[Any, Any], left: int) -> Fraction:
        key = (problem.key(node.state), left)
        if key in known:
            worth, number = known[key]
            run.duplicate(node, number)
            return told(node, worth)
        run.take(node)
        if problem.is_goal(node.state):
            run.goal(node)
            worth = Fraction(1)
        elif left == 0:
            worth = Fraction(0)
        else:
            decisions = list_decisions(problem, node.state)
            checked = [check_chances(node.state, outcomes) for _name, outcomes in decisions if outcomes]
            worth = max((average(node, outcomes, left) for outcomes in checked), default=Fraction(0))
        known[key] = worth, node.number
        return told(node, worth)

    def told(node: Node[Any, Any], worth: Fraction) -> Fraction:
        if run.observe is not None:
            run.observe(Event(Kind.VALUE, node.number, depth=node.depth, bound=worth, why=str(worth)))
        return worth

    def average(node: Node[Any, Any], outcomes: list[tuple[Fraction, Any]], left: int) -> Fraction:
        total = Fraction(0)
        for probability, state in outcomes:
            child = run.child(node, state, None, node.cost + 1)
            run.report_open(child, (-child.depth, child.number))
            run.frontier(child.depth)
            total += probability * value(child, left - 1)
        return total

    root = run.child(None, problem.start)
    run.report_open(root, (0, 0))
    return value(root, turns)


EXPECTIMAX = Algorithm(
    "expectimax",
    expectimax,
    N_("the average over chance outcomes, the maximum over choices"),
    Promise(N_("the exact chance to reach a goal, or to win, within the depth limit (20 turns if none is given)")),
    Chance,
    title=N_("Expectimax"),
    code=(
        CodeLine(0, N_("chance from a node with n turns left:"), "start take"),
        CodeLine(1, N_("if the node is a goal: 1"), "goal"),
        CodeLine(1, N_("if no turn is left: 0")),
        CodeLine(1, N_("if the chance is already known: use it"), "duplicate"),
        CodeLine(1, N_("for each choice: the average over the chance outcomes"), "open"),
        CodeLine(1, N_("the chance is that of the best choice"), "value"),
    ),
)
