"""Runs of IDA* with a transposition table: lower bounds learnt in one round prune states in later rounds."""

from collections.abc import Hashable
from math import inf

from langkah.legal_runs.base import RunNode
from langkah.legal_runs.depth_runs import RoundsRun
from langkah.model import Cost, M, S


class TableRoundsRun(RoundsRun[S, M]):
    """A run of IDA* whose failed searches raise the lower bounds of states. A round that expands no new state is
    repeated without the table.
    """

    def begin(self) -> None:
        self.table: dict[Hashable, Cost] = {}
        self.uses_table = True
        self.expanded = set[Hashable]()
        super().begin()

    def _begin_round(self, root: RunNode[S, M]) -> None:
        super()._begin_round(root)
        self.parents: list[int] = [-1] * len(self.groups.groups)  # the parent of each group on the stack
        self.steps: dict[int, list[tuple[Cost, Hashable, Cost]]] = {}  # by parent: step cost, state and h of each child
        self.known_before = len(self.expanded)

    def _get_learnt(self, key: Hashable) -> Cost:
        return self.table.get(key, 0) if self.uses_table else 0

    def find_legal(self) -> list[int]:
        if self.goal is not None:
            return []
        groups = self.groups.groups
        while groups:
            groups[-1] = [number for number in groups[-1] if self._is_alive(self.nodes[number])]
            if groups[-1]:
                return list(groups[-1])
            groups.pop()
            self._learn(self.parents.pop())
        return self.find_legal() if self._begin_next_round() else []

    def _is_alive(self, node: RunNode[S, M]) -> bool:
        """Whether a frontier node is still the cheapest path to its state, and its path cost plus the learnt lower
        bound of its state does not exceed the bound of this round.
        """
        if not self._is_cheapest(node):
            return False
        value = node.cost + self._get_learnt(node.key)
        if value > self.bound:
            self.beyond = min(self.beyond, value)
        return value <= self.bound

    def _learn(self, parent: int) -> None:
        """Raise the lower bound of a node to the lowest bound through its children, after the searches below all its
        children have failed.
        """
        if parent < 0 or not self.uses_table:
            return
        node = self.nodes[parent]
        value: Cost = min(
            (cost + max(h, self._get_learnt(key)) for cost, key, h in self.steps.pop(parent)), default=inf
        )
        if value > max(node.estimate, self._get_learnt(node.key)):
            self.table[node.key] = value

    def _begin_next_round(self) -> bool:
        """Begin the next round; returns False if there is none."""
        if self.last_taken is None or self.beyond == inf:
            return False
        if self.uses_table and len(self.expanded) == self.known_before:
            self.uses_table = False
        else:
            self.bound = max(self.beyond, self.table.get(self.nodes[0].key, 0))
            self.uses_table = True
        self.beyond = inf
        if self.bound == inf:
            return False
        self._begin_round(self.make_root())
        return True

    def add_children(self, node: RunNode[S, M]) -> None:
        self.expanded.add(node.key)
        kept, steps = [], []
        for child in self.make_children(node):
            steps.append((child.cost - node.cost, child.key, child.estimate))
            value = child.cost + max(child.estimate, self._get_learnt(child.key))
            if value > self.bound:
                self.beyond = min(self.beyond, value)
            elif child.key not in self.reached or child.cost < self.reached[child.key]:
                self.reached[child.key] = child.cost
                kept.append(child.number)
        self.groups.groups.append(kept)
        self.parents.append(node.number)
        self.steps[node.number] = steps
