"""A search in somebody else's hands: which nodes its rules allow to be expanded next, whatever the order of ties.

A `LegalRun` follows an algorithm's rules and leaves open what they leave open: the order of the children of a node, and
which of several equally good nodes comes first. Whoever holds it takes one of the legal nodes at a time: a student on
the page, or a table that a student wrote. All runs of an algorithm are the ways through its `LegalRun`, so a step that
is not legal here is in no run at all. It was written from the rules, not on top of `search`: tests hold both against
each other.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import inf
from typing import Any, ClassVar, Generic

from langkah.errors import BadInput
from langkah.language import _
from langkah.model import ZERO, Cost, Estimate, M, Problem, Puzzle, S, Step

MOST_CHILDREN = 100_000  # of one node: what has more is no exercise


@dataclass(frozen=True)
class Rules:
    """What was chosen for a search."""

    estimate: Estimate = ZERO
    weight: Cost = 2
    width: int = 100
    depth: int | None = None  # heeded where a tree is searched to a depth: dice


@dataclass(frozen=True)
class RunNode(Generic[S, M]):
    """A node that a run has generated, numbered in the order of generation."""

    number: int
    state: S
    key: Hashable
    move: M | None
    parent: int  # its number, -1 at the root
    depth: int
    cost: Cost
    estimate: Cost = 0


class LegalRun(ABC, Generic[S, M]):
    """One run of an algorithm, node by node. `over` when a goal was expanded or nothing is left."""

    can_cut: ClassVar[bool] = False  # whether branches are cut off
    cuts_by_hand = False  # True: whoever holds the run says where
    value_name: ClassVar[str] = ""  # of what decides which node comes next: "f"; "" where no number does

    def __init__(self, problem: Problem[S, M], rules: Rules | None = None) -> None:
        self.problem, self.rules = problem, rules or Rules()
        self.nodes: list[RunNode[S, M]] = []
        self.taken: list[int] = []  # the numbers of expanded nodes, in their order
        self.goal: int | None = None
        self.begin()

    # What an algorithm says

    @abstractmethod
    def begin(self) -> None:
        """Put the start into the frontier."""

    @abstractmethod
    def find_legal(self) -> list[int]:
        """The nodes that may be expanded next, by number; none where nothing is left."""

    @abstractmethod
    def add_children(self, node: RunNode[S, M]) -> None:
        """Expand a node: put those of its children into the frontier that belong there."""

    @abstractmethod
    def list_waiting(self) -> list[int]:
        """The numbers of all nodes in the frontier, as far as the rules fix their order in that order."""

    def remove(self, number: int) -> None:
        """Take a legal node out of the frontier."""

    def describe_wait(self, node: RunNode[S, M], instead: RunNode[S, M]) -> str:
        """Why a node that waits does not come now, but another one does."""
        mine, other = self.get_value(node), self.get_value(instead)
        text = _("{state} has {name} = {value}, but {other} has {name} = {less}: the least comes first")
        return text.format(
            state=self.label(node), other=self.label(instead), name=self.value_name, value=mine, less=other
        )

    def describe_rule(self) -> str:
        """Which node comes next, as a rule that names none."""
        return _("the least {name} comes first").format(name=self.value_name)

    def describe_flaw(self, state: S) -> str:
        """Why a state that was generated is never expanded, where the rules say so; else ""."""
        del state
        return ""

    def find_cuts(self) -> list[int]:
        """The branches that are to be cut off now, where that is left to whoever holds the run."""
        return []

    def cut(self, number: int) -> None:
        """Cut off a branch, and those beside it."""
        raise BadInput(_("{state} is not cut off now").format(state=self.label(self.nodes[number])))

    def get_value(self, node: RunNode[S, M]) -> Cost:
        """The number that decides when a node comes, where one does."""
        return node.cost + node.estimate

    # What every run has

    @property
    def over(self) -> bool:
        """Whether the search has ended."""
        return self.goal is not None or not (self.find_legal() or self.find_cuts())

    def list_legal(self) -> list[RunNode[S, M]]:
        """The nodes that may be expanded next; none where the search has ended."""
        return [] if self.goal is not None else [self.nodes[number] for number in self.find_legal()]

    def take(self, number: int) -> None:
        """Expand one of the legal nodes."""
        if self.goal is not None or number not in self.find_legal():
            raise BadInput(self.explain(self.nodes[number].state))
        node = self.nodes[number]
        self.remove(number)
        self.taken.append(number)
        if self.is_goal(node):
            self.meet_goal(node)
        else:
            self.add_children(node)

    def is_goal(self, node: RunNode[S, M]) -> bool:
        """Whether a node is a goal; games for two have none."""
        return isinstance(self.problem, Puzzle) and self.problem.is_goal(node.state)

    def meet_goal(self, node: RunNode[S, M]) -> None:
        """A goal was expanded: the search is over."""
        self.goal = node.number

    def find_state(self, state: S) -> int | None:
        """The legal node with this state, None where there is none."""
        key = self.problem.key(state)
        return next((node.number for node in self.list_legal() if node.key == key), None)

    def explain(self, state: S) -> str:
        """Why a state cannot be expanded now, in the words of a textbook."""
        key, legal = self.problem.key(state), self.list_legal()
        label = self.problem.label(state)
        if not legal:
            return _("the search is over: {state} is not expanded any more").format(state=label)
        waiting = [number for number in self.list_waiting() if self.nodes[number].key == key]
        if waiting:
            return self.describe_wait(self.nodes[waiting[-1]], legal[0])
        if any(self.nodes[number].key == key for number in self.taken):
            return _("{state} was expanded before; {instead} comes next").format(
                state=label, instead=self.label(legal[0])
            )
        if any(node.key == key for node in self.nodes):
            return _("{state} was dropped; {instead} comes next").format(state=label, instead=self.label(legal[0]))
        text = _("{state} has not been generated yet; {instead} comes next")
        return text.format(state=label, instead=self.label(legal[0]))

    def explain_rule(self, state: S) -> str:
        """The rule that forbids to expand a state now, without a word about the nodes that may be."""
        key, label = self.problem.key(state), self.problem.label(state)
        if self.over:
            return _("the search is over: {state} is not expanded any more").format(state=label)
        if self.find_cuts():
            return _("a branch must be cut off before the search goes on")
        if flaw := self.describe_flaw(state):
            return flaw
        if any(self.nodes[number].key == key for number in self.list_waiting()):
            text = _("{state} does not come now: {rule}")
        elif any(self.nodes[number].key == key for number in self.taken):
            text = _("{state} was expanded before: {rule}")
        else:
            text = _("{state} is not in the frontier: {rule}")
        return text.format(state=label, rule=self.describe_rule())

    def label(self, node: RunNode[S, M]) -> str:
        """A node as a table writes it."""
        return self.problem.label(node.state)

    def make_root(self) -> RunNode[S, M]:
        """The node of the start."""
        return self._make_node(self.problem.start, None, None, 0)

    def make_children(self, node: RunNode[S, M], steps: Iterable[Step[S, M]] | None = None) -> list[RunNode[S, M]]:
        """The children of a node, numbered."""
        found = self.problem.steps(node.state) if steps is None else steps
        return [
            self._make_node(step.state, step.move, node, node.cost + step.cost) for step in islice(found, MOST_CHILDREN)
        ]

    def _make_node(self, state: S, move: M | None, parent: RunNode[S, M] | None, cost: Cost) -> RunNode[S, M]:
        node = RunNode(
            len(self.nodes),
            state,
            self.problem.key(state),
            move,
            -1 if parent is None else parent.number,
            0 if parent is None else parent.depth + 1,
            cost,
            max(self.rules.estimate.of(self.problem, state), 0) if isinstance(self.problem, Puzzle) else 0,
        )
        self.nodes.append(node)
        return node


class Groups:
    """Nodes of a queue or a stack: the children of one node make a group, whose order is open."""

    def __init__(self, *, newest_first: bool) -> None:
        self.newest_first = newest_first
        self.groups: list[list[int]] = []

    def put(self, numbers: Sequence[int]) -> None:
        """Add a group."""
        if numbers:
            self.groups.append(list(numbers))

    def next_group(self, is_alive: Callable[[int], bool] = lambda _number: True) -> list[int]:
        """The group from which the next node comes; nodes that are not alive any more are dropped from it first."""
        end = -1 if self.newest_first else 0
        while self.groups:
            self.groups[end] = [number for number in self.groups[end] if is_alive(number)]
            if self.groups[end]:
                return self.groups[end]
            del self.groups[end]
        return []

    def remove(self, number: int) -> None:
        """Take a node out of the group from which the next one comes."""
        self.groups[-1 if self.newest_first else 0].remove(number)

    def __iter__(self) -> Iterator[int]:
        """All nodes, the next ones first."""
        for group in reversed(self.groups) if self.newest_first else self.groups:
            yield from group


def list_least(numbers: Iterable[int], value: Callable[[int], Cost]) -> list[int]:
    """Those with the least value, all of them."""
    values = {number: value(number) for number in numbers}
    least: Any = min(values.values(), default=inf)
    return [number for number, each in values.items() if each == least]
