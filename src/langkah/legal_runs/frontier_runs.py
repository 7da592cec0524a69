"""Runs of searches with a frontier: a queue, a stack, a priority queue, a beam, two queues."""

from collections.abc import Hashable
from math import inf
from typing import ClassVar

from langkah.language import _
from langkah.legal_runs.base import Groups, LegalRun, RunNode, list_least
from langkah.model import Cost, M, Puzzle, S


class QueueRun(LegalRun[S, M]):
    """A run of breadth-first search: the oldest node first. A duplicate is detected when it is generated."""

    def begin(self) -> None:
        self.groups = Groups(newest_first=False)
        root = self.make_root()
        self.seen = {root.key}
        self.groups.put([root.number])

    def find_legal(self) -> list[int]:
        return list(self.groups.next_group())

    def list_waiting(self) -> list[int]:
        return list(self.groups)

    def remove(self, number: int) -> None:
        self.groups.remove(number)

    def add_children(self, node: RunNode[S, M]) -> None:
        self.groups.put([child.number for child in self.make_children(node) if self._is_new(child)])

    def _is_new(self, node: RunNode[S, M]) -> bool:
        new = node.key not in self.seen
        self.seen.add(node.key)
        return new

    def describe_rule(self) -> str:
        return _("the oldest node comes first")

    def describe_wait(self, node: RunNode[S, M], instead: RunNode[S, M]) -> str:
        text = _("{state} is in the queue behind {other}: the oldest node comes first")
        return text.format(state=self.label(node), other=self.label(instead))


class StackRun(LegalRun[S, M]):
    """A run of depth-first search: the newest node first. A duplicate is detected when it would be expanded."""

    def begin(self) -> None:
        self.groups = Groups(newest_first=True)
        self.reached = set[Hashable]()
        self.groups.put([self.make_root().number])

    def find_legal(self) -> list[int]:
        legal = self.groups.next_group(lambda number: self.nodes[number].key not in self.reached)
        return list({self.nodes[number].key: number for number in reversed(legal)}.values())

    def list_waiting(self) -> list[int]:
        return list(self.groups)

    def remove(self, number: int) -> None:
        self.groups.remove(number)
        self.reached.add(self.nodes[number].key)

    def add_children(self, node: RunNode[S, M]) -> None:
        self.groups.put([child.number for child in self.make_children(node)])

    def describe_rule(self) -> str:
        return _("the newest node comes first")

    def describe_wait(self, node: RunNode[S, M], instead: RunNode[S, M]) -> str:
        text = _("{state} lies below {other} on the stack: the newest node comes first")
        return text.format(state=self.label(node), other=self.label(instead))


class BestFirstRun(LegalRun[S, M]):
    """A best-first run: the node with the least f, g or h is expanded next; a cheaper path to a state replaces a more
    expensive one.
    """

    reopens: ClassVar[bool] = True
    value_name = "f"

    def begin(self) -> None:
        self.best: dict[Hashable, RunNode[S, M]] = {}
        self.open: dict[Hashable, int] = {}
        self._add(self.make_root())

    def find_legal(self) -> list[int]:
        return list_least(self.open.values(), lambda number: self.get_value(self.nodes[number]))

    def list_waiting(self) -> list[int]:
        return sorted(self.open.values(), key=lambda number: self.get_value(self.nodes[number]))

    def remove(self, number: int) -> None:
        del self.open[self.nodes[number].key]

    def add_children(self, node: RunNode[S, M]) -> None:
        for child in self.make_children(node):
            self._add(child)

    def _add(self, node: RunNode[S, M]) -> None:
        same = self.best.get(node.key)
        if same is not None and (not self.reopens or node.cost >= same.cost):
            return
        self.best[node.key] = node
        if node.estimate != inf:
            self.open[node.key] = node.number


class UniformCostRun(BestFirstRun[S, M]):
    """A run of uniform-cost search: the cheapest path first."""

    value_name = "g"

    def get_value(self, node: RunNode[S, M]) -> Cost:
        return node.cost


class GreedyRun(BestFirstRun[S, M]):
    """A run of greedy search: the least estimate first, regardless of the path cost."""

    reopens = False
    value_name = "h"

    def get_value(self, node: RunNode[S, M]) -> Cost:
        return node.estimate


class WeightedRun(BestFirstRun[S, M]):
    """A run of weighted A*: the least g + weight x h first."""

    def get_value(self, node: RunNode[S, M]) -> Cost:
        return node.cost + self.rules.weight * node.estimate


class BeamRun(LegalRun[S, M]):
    """A run of beam search: it expands layer by layer, and in each layer only the best nodes, as many as the beam is
    wide.
    """

    value_name = "f"

    def begin(self) -> None:
        root = self.make_root()
        self.seen = {root.key}
        self.layer, self.below = [root.number], list[int]()
        self.left = self.rules.width  # the number of nodes that the beam may still expand in this layer

    def find_legal(self) -> list[int]:
        if (not self.layer or not self.left) and self.below:
            self.layer, self.below, self.left = self.below, [], self.rules.width
        return list_least(self.layer, lambda number: self.get_value(self.nodes[number])) if self.left else []

    def list_waiting(self) -> list[int]:
        return sorted(self.layer, key=lambda number: self.get_value(self.nodes[number])) + self.below

    def remove(self, number: int) -> None:
        self.layer.remove(number)
        self.left -= 1

    def add_children(self, node: RunNode[S, M]) -> None:
        for child in self.make_children(node):
            if child.key not in self.seen:
                self.seen.add(child.key)
                self.below.append(child.number)

    def describe_rule(self) -> str:
        return _(
            "layer by layer; a layer keeps at most as many nodes as the width of the beam, and the least f comes first"
        )

    def describe_wait(self, node: RunNode[S, M], instead: RunNode[S, M]) -> str:
        if node.depth == instead.depth:
            return super().describe_wait(node, instead)
        text = _("{state} belongs to the next layer; {other} comes before it")
        return text.format(state=self.label(node), other=self.label(instead))


class TwoQueuesRun(LegalRun[S, M]):
    """A run of bidirectional search, with a queue on the side of the start and one on the side of the goals. It expands
    whole layers, always of the shorter queue, until the two sides meet.
    """

    def begin(self) -> None:
        assert isinstance(self.problem, Puzzle)
        self.queues = Groups(newest_first=False), Groups(newest_first=False)
        self.seen: tuple[set[Hashable], set[Hashable]] = set(), set()
        self.side_of: dict[int, int] = {}
        self.turn, self.left = -1, 0  # the side of the current layer, and the number of nodes left in it
        self._add(0, [self.make_root()])
        goals = list(self.problem.goals() or ())
        self._add(1, [self._make_node(goal, None, None, 0) for goal in goals])
        self.met = bool(self.seen[0] & self.seen[1])

    def _add(self, side: int, nodes: list[RunNode[S, M]]) -> None:
        new = []
        for node in nodes:
            if node.key not in self.seen[side]:
                self.seen[side].add(node.key)
                self.side_of[node.number] = side
                new.append(node.number)
        self.queues[side].put(new)

    def find_legal(self) -> list[int]:
        if self.left:
            return list(self.queues[self.turn].next_group())
        lengths = [len(list(queue)) for queue in self.queues]
        if self.met or not all(lengths):
            return []
        sides = [side for side in (0, 1) if lengths[side] == min(lengths)]
        return [number for side in sides for number in self.queues[side].next_group()]

    def list_waiting(self) -> list[int]:
        return [number for queue in self.queues for number in queue]

    def remove(self, number: int) -> None:
        if not self.left:
            self.turn = self.side_of[number]
            self.left = len(list(self.queues[self.turn]))
        self.queues[self.turn].remove(number)
        self.left -= 1

    def is_goal(self, node: RunNode[S, M]) -> bool:
        del node
        return False  # the search ends when the two sides meet

    def add_children(self, node: RunNode[S, M]) -> None:
        assert isinstance(self.problem, Puzzle)
        side, back = self.turn, None if self.problem.reversible or not self.turn else self.problem.back(node.state)
        children = self.make_children(node, back)
        self._add(side, children)
        self.met = self.met or any(child.key in self.seen[1 - side] for child in children)

    def describe_rule(self) -> str:
        return _("the oldest node of the shorter queue comes first")

    def describe_wait(self, node: RunNode[S, M], instead: RunNode[S, M]) -> str:
        text = _("{state} comes later: {other}, the oldest node of the shorter queue, comes first")
        return text.format(state=self.label(node), other=self.label(instead))
