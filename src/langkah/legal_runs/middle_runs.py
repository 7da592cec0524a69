"""Runs of MM: a search from both ends that expands a node with the least max(f, 2 g) first.

A state is never legal on both sides at once: its two paths would form a plan of cost g + g' <= max(2 g, 2 g'), which no
node of a frontier could beat, so the search would be over. So a state in a list also determines its side.
"""

from collections.abc import Callable, Hashable
from dataclasses import replace
from math import inf

from langkah.legal_runs.base import LegalRun, RunNode, list_least
from langkah.model import Cost, M, Puzzle, S

AHEAD, BEHIND = 0, 1


class MiddleRun(LegalRun[S, M]):
    """A run of MM with two frontiers. The best plan joins the paths of both sides to a state that both have reached.
    This plan is the answer as soon as no node of either frontier can be part of a cheaper plan.
    """

    value_name = "max(f, 2 g)"

    def begin(self) -> None:
        self.best: tuple[dict[Hashable, Cost], dict[Hashable, Cost]] = {}, {}
        self.open: tuple[dict[Hashable, int], dict[Hashable, int]] = {}, {}
        self.side_of: dict[int, int] = {}
        self.cost: Cost = inf  # the cost of the best plan so far
        packed = self.puzzle.packed()
        self.least_step = 1 if packed is not None and packed.unit_cost else 0
        self._backward_estimate = self._find_backward_estimate()
        self._reach(AHEAD, self.make_root())
        goals = {self.problem.key(goal): goal for goal in self.puzzle.goals() or ()}
        for goal in goals.values():
            self._reach(BEHIND, self._make_node(goal, None, None, 0))

    @property
    def puzzle(self) -> Puzzle[S, M]:
        """The problem, which is a puzzle that lists its goals."""
        assert isinstance(self.problem, Puzzle)
        return self.problem

    def _find_backward_estimate(self) -> Callable[[S], Cost]:
        """A function that gives a lower bound on the cost from the start: the run's estimate, applied to the reversed
        puzzle; 0 if the reversed puzzle has no such lower bound.
        """
        turned = self.puzzle.turn_around() if self.puzzle.reversible else None
        wanted = self.rules.estimate
        found = [] if turned is None else [each for each in turned.all_estimates() if each.name == wanted.name]
        if turned is None or not found or (wanted.admissible and not found[0].admissible):
            return lambda _state: 0
        return lambda state: max(found[0].of(turned, state), 0)

    def _reach(self, side: int, node: RunNode[S, M]) -> None:
        """Put a node into the frontier of `side`, unless this side has already reached the node's state at the same
        cost or less; test whether both sides meet in this state.
        """
        self.side_of[node.number] = side
        if side == BEHIND:
            node = replace(node, estimate=self._backward_estimate(node.state))
            self.nodes[node.number] = node
        if node.cost >= self.best[side].get(node.key, inf):
            return
        self.best[side][node.key] = node.cost
        if node.estimate == inf:
            self.open[side].pop(node.key, None)
        else:
            self.open[side][node.key] = node.number
        self.cost = min(self.cost, node.cost + self.best[1 - side].get(node.key, inf))

    def get_value(self, node: RunNode[S, M]) -> Cost:
        return max(node.cost + node.estimate, 2 * node.cost)

    def find_legal(self) -> list[int]:
        ahead, behind = ([self.nodes[number] for number in side.values()] for side in self.open)
        if not ahead or (not behind and (self.puzzle.lists_all_goals or self.cost < inf)):
            return []
        bounds = [min(map(self.get_value, [*ahead, *behind]))]
        bounds += [min(node.cost + node.estimate for node in side) for side in (ahead, behind) if side]
        if behind:
            bounds.append(sum(min(node.cost for node in side) for side in (ahead, behind)) + self.least_step)
        if self.cost <= max(bounds):
            return []
        return list_least(self.list_waiting(), lambda number: self.get_value(self.nodes[number]))

    def list_waiting(self) -> list[int]:
        numbers = [number for side in self.open for number in side.values()]
        return sorted(numbers, key=lambda number: self.get_value(self.nodes[number]))

    def remove(self, number: int) -> None:
        del self.open[self.side_of[number]][self.nodes[number].key]

    def is_goal(self, node: RunNode[S, M]) -> bool:
        del node
        return False  # the search ends when the best plan is proved

    def add_children(self, node: RunNode[S, M]) -> None:
        side = self.side_of[node.number]
        back = None if self.puzzle.reversible or side == AHEAD else self.puzzle.back(node.state)
        for child in self.make_children(node, back):
            self._reach(side, child)
