"""Runs of hill climbing, which goes from node to node without a frontier, and of enforced hill climbing, which searches
for a node with a smaller estimate.
"""

from collections.abc import Hashable
from math import inf

from langkah.language import _
from langkah.legal_runs.base import Groups, LegalRun, RunNode, list_least
from langkah.model import Cost, M, S


class HillClimbingRun(LegalRun[S, M]):
    """A run of hill climbing: it goes to the child with the least estimate, if this estimate is less than that of the
    current node.
    """

    value_name = "h"

    def begin(self) -> None:
        root = self.make_root()
        self.children = [root.number]
        self.climbs = False  # True after the start: a child must then be better than its node

    def get_value(self, node: RunNode[S, M]) -> Cost:
        return node.estimate

    def find_legal(self) -> list[int]:
        best = list_least(self.children, lambda number: self.nodes[number].estimate)
        if not best or not self.climbs or self.nodes[best[0]].estimate < self.nodes[self.taken[-1]].estimate:
            return best
        return []

    def list_waiting(self) -> list[int]:
        return sorted(self.children, key=lambda number: self.nodes[number].estimate)

    def add_children(self, node: RunNode[S, M]) -> None:
        self.climbs = True
        self.children = [child.number for child in self.make_children(node)]


class EnforcedClimbingRun(LegalRun[S, M]):
    """A run of enforced hill climbing: it repeats a breadth-first search for a state with a smaller estimate. If
    several children of the same node have smaller estimates, any of them may be expanded first.
    """

    def begin(self) -> None:
        root = self.make_root()
        self.best, self.better = root.estimate, [root.number]
        self.groups = Groups(newest_first=False)
        self.seen = set[Hashable]()

    def find_legal(self) -> list[int]:
        return list(self.better) or list(self.groups.next_group())

    def list_waiting(self) -> list[int]:
        return [*self.better, *self.groups]

    def remove(self, number: int) -> None:
        if not self.better:
            self.groups.remove(number)
            return
        node = self.nodes[number]
        self.best, self.better, self.seen = node.estimate, [], {node.key}
        self.groups = Groups(newest_first=False)

    def add_children(self, node: RunNode[S, M]) -> None:
        new = []
        for child in self.make_children(node):
            if child.key not in self.seen and child.estimate != inf:
                self.seen.add(child.key)
                new.append(child)
        self.better = [child.number for child in new if child.estimate < self.best]
        self.groups.put([child.number for child in new])

    def describe_wait(self, node: RunNode[S, M], instead: RunNode[S, M]) -> str:
        if self.better:
            text = _(
                "{state} comes later: the search continues from {other}, whose estimate is smaller than that of all "
                "earlier states"
            )
        else:
            text = _("{state} is in the queue behind {other}: the oldest node comes first")
        return text.format(state=self.label(node), other=self.label(instead))
