"""Runs of depth-first searches: in rounds with a growing bound, with the best solution as a bound, or backtracking."""

from collections.abc import Hashable
from math import inf

from langkah.language import _
from langkah.legal_runs.base import Groups, LegalRun, RunNode, list_least
from langkah.legal_runs.frontier_runs import StackRun
from langkah.model import Cost, M, Puzzle, S


class RoundsRun(LegalRun[S, M]):
    """A depth-first run in rounds, each with a higher bound. Within a round, a state that was already reached is only
    searched again if the new path to it is cheaper.
    """

    def begin(self) -> None:
        root = self.make_root()
        self.bound: Cost = self.count(root)
        self.beyond: Cost = inf
        self._begin_round(root)

    def count(self, node: RunNode[S, M]) -> Cost:
        """The value of a node that is compared with the bound: the length or cost of the path to the node, plus the
        estimate.
        """
        return self.spend(node) + node.estimate

    def spend(self, node: RunNode[S, M]) -> Cost:
        """The length of the path to a node, in the unit of the bound: the path cost, or the number of steps."""
        return node.cost

    def _begin_round(self, root: RunNode[S, M]) -> None:
        self.groups = Groups(newest_first=True)
        self.reached: dict[Hashable, Cost] = {root.key: 0}
        self.last_taken: int | None = None
        if self.bound < inf:
            self.groups.put([root.number])

    def find_legal(self) -> list[int]:
        legal = self.groups.next_group(lambda number: self._is_cheapest(self.nodes[number]))
        if not legal and self.last_taken is not None and self.beyond < inf:
            self.bound, self.beyond = self.beyond, inf
            self._begin_round(self.make_root())
            return self.find_legal()
        return list(legal)

    def _is_cheapest(self, node: RunNode[S, M]) -> bool:
        return self.spend(node) <= self.reached[node.key]

    def list_waiting(self) -> list[int]:
        return list(self.groups)

    def remove(self, number: int) -> None:
        self.groups.remove(number)
        self.last_taken = number

    def add_children(self, node: RunNode[S, M]) -> None:
        kept = []
        for child in self.make_children(node):
            if self.count(child) > self.bound:
                self.beyond = min(self.beyond, self.count(child))
            elif child.key not in self.reached or self.spend(child) < self.reached[child.key]:
                self.reached[child.key] = self.spend(child)
                kept.append(child.number)
        self.groups.put(kept)

    def describe_wait(self, node: RunNode[S, M], instead: RunNode[S, M]) -> str:
        text = _("{state} lies below {other} on the stack: within a round the newest node comes first")
        return text.format(state=self.label(node), other=self.label(instead))

    def explain(self, state: S) -> str:
        """Why a state cannot be expanded now: it may be beyond the bound of this round."""
        return (self.list_legal() and self.describe_flaw(state)) or super().explain(state)

    def describe_rule(self) -> str:
        return _("within a round the newest node comes first")

    def describe_flaw(self, state: S) -> str:
        key = self.problem.key(state)
        far = [node for node in self.nodes if node.key == key and self.count(node) > self.bound]
        if not far or any(self.nodes[number].key == key for number in self.list_waiting()):
            return ""
        text = _("{state} lies beyond the bound of this round: its depth or f is {value}, and the bound is {bound}")
        return text.format(state=self.problem.label(state), bound=self.bound, value=self.count(far[-1]))


class DeepeningRun(RoundsRun[S, M]):
    """A run of iterative deepening: the bound counts steps."""

    def spend(self, node: RunNode[S, M]) -> Cost:
        return node.depth


class BoundedStackRun(StackRun[S, M]):
    """A run of depth-first branch and bound: the most promising child comes first, and nodes that cannot beat the best
    solution so far are skipped.
    """

    value_name = "f"

    def begin(self) -> None:
        self.upper: Cost = inf  # the cost of the best solution so far
        self.costs: dict[Hashable, Cost] = {}
        super().begin()
        self.costs[self.nodes[0].key] = 0

    def find_legal(self) -> list[int]:
        alive = self.groups.next_group(self._is_alive)
        return list_least(alive, lambda number: self.get_value(self.nodes[number]))

    def _is_alive(self, number: int) -> bool:
        node = self.nodes[number]
        return self.get_value(node) < self.upper and node.cost <= self.costs[node.key]

    def remove(self, number: int) -> None:
        self.groups.remove(number)

    def add_children(self, node: RunNode[S, M]) -> None:
        kept = []
        for child in self.make_children(node):
            if child.estimate != inf and (child.key not in self.costs or child.cost < self.costs[child.key]):
                self.costs[child.key] = child.cost
                kept.append(child.number)
        self.groups.put(kept)

    def meet_goal(self, node: RunNode[S, M]) -> None:
        self.upper = node.cost

    def describe_rule(self) -> str:
        return _("the newest node comes first; among the children of the same node, the least f")

    def describe_flaw(self, state: S) -> str:
        key = self.problem.key(state)
        made = [node for node in self.nodes if node.key == key and node.number not in self.taken]
        if not made or any(self._is_alive(node.number) for node in made):
            return ""
        text = _("{state} has f = {value} and cannot beat the best solution, whose cost is {best}")
        return text.format(state=self.problem.label(state), value=self.get_value(made[-1]), best=self.upper)

    def describe_wait(self, node: RunNode[S, M], instead: RunNode[S, M]) -> str:
        if not self._is_alive(node.number) and (flaw := self.describe_flaw(node.state)):
            return flaw
        if node.parent == instead.parent:
            return LegalRun.describe_wait(self, node, instead)
        return super().describe_wait(node, instead)


class BacktrackingRun(LegalRun[S, M]):
    """A run of backtracking: it goes down to a child that breaks no rule, and goes back if no such child is left. It
    stores only the path and the untried children of its nodes.
    """

    def begin(self) -> None:
        self.pending: list[list[int]] = [[self.make_root().number]]  # the untried children of each node of the path
        self.path: list[Hashable] = []

    def find_legal(self) -> list[int]:
        while self.pending:
            keys = self.path[: len(self.pending) - 1]
            found = [number for number in self.pending[-1] if self._is_promising(number, keys)]
            if found:
                return found
            self.pending.pop()
        return []

    def _is_promising(self, number: int, path: list[Hashable]) -> bool:
        assert isinstance(self.problem, Puzzle)
        node = self.nodes[number]
        return self.problem.promising(node.state) and node.key not in path

    def list_waiting(self) -> list[int]:
        return [number for group in reversed(self.pending) for number in group]

    def remove(self, number: int) -> None:
        self.pending[-1].remove(number)
        self.path = [*self.path[: len(self.pending) - 1], self.nodes[number].key]

    def add_children(self, node: RunNode[S, M]) -> None:
        assert isinstance(self.problem, Puzzle)
        self.pending.append([child.number for child in self.make_children(node, self.problem.attempts(node.state))])

    def describe_rule(self) -> str:
        return _(
            "backtracking first goes down to a child that breaks no rule; it goes back only if no such child is left"
        )

    def describe_flaw(self, state: S) -> str:
        key = self.problem.key(state)
        waiting = [number for number in self.list_waiting() if self.nodes[number].key == key]
        if not waiting or any(self._is_promising(number, self.path) for number in waiting):
            return ""
        return _("{state} breaks a rule or is already on the path: it is dropped").format(
            state=self.problem.label(state)
        )

    def describe_wait(self, node: RunNode[S, M], instead: RunNode[S, M]) -> str:
        if not self._is_promising(node.number, self.path):
            text = _("{state} breaks a rule or is already on the path: it is dropped, and {other} comes next")
        else:
            text = _("{state} comes later: {other} lies deeper, and backtracking goes down first")
        return text.format(state=self.label(node), other=self.label(instead))
