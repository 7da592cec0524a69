"""A search that its caller steps through: which nodes the rules allow to be expanded next, for any order of ties.

A `LegalRun` follows the rules of an algorithm, but does not decide what the rules leave open: the order of the children
of a node, and which of several equally good nodes comes first. The caller chooses one of the legal nodes at a time, for
example the node that a student clicks on the page or has written into a table. Every run of the algorithm is a sequence
of such choices, so a step that is not legal here occurs in no run. The code does not use `search`; tests compare the
two.
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

MOST_CHILDREN = 100_000  # children of one node, at most: a larger node is not an exercise


@dataclass(frozen=True)
class Rules:
    """The options of a search that decide which nodes may be expanded next."""

    estimate: Estimate = ZERO
    weight: Cost = 2
    width: int = 100
    depth: int | None = None  # the depth limit; only used by trees with dice


@dataclass(frozen=True)
class RunNode(Generic[S, M]):
    """A node that a run has generated, numbered in the order of generation."""

    number: int
    state: S
    key: Hashable
    move: M | None
    parent: int  # the number of the parent, -1 at the root
    depth: int
    cost: Cost
    estimate: Cost = 0


class LegalRun(ABC, Generic[S, M]):
    """One run of an algorithm, node by node; the run is `over` if a goal was expanded or no node is left."""

    can_cut: ClassVar[bool] = False  # whether branches are cut off
    cuts_by_hand = False  # True: the caller decides when branches are cut off
    value_name: ClassVar[str] = ""  # the value that orders the nodes, such as "f"; "" for none

    def __init__(self, problem: Problem[S, M], rules: Rules | None = None) -> None:
        self.problem, self.rules = problem, rules or Rules()
        self.nodes: list[RunNode[S, M]] = []
        self.taken: list[int] = []  # the numbers of the expanded nodes, in the order of expansion
        self.goal: int | None = None
        self.begin()

    # The rules of one algorithm

    @abstractmethod
    def begin(self) -> None:
        """Put the start into the frontier."""

    @abstractmethod
    def find_legal(self) -> list[int]:
        """The numbers of the nodes that may be expanded next; empty if no node is left."""

    @abstractmethod
    def add_children(self, node: RunNode[S, M]) -> None:
        """Expand a node: put its children into the frontier, except those that the rules drop."""

    @abstractmethod
    def list_waiting(self) -> list[int]:
        """The numbers of all nodes in the frontier, in the order of expansion if the rules fix it."""

    def remove(self, number: int) -> None:
        """Take a node that may be expanded next out of the frontier."""

    def describe_wait(self, node: RunNode[S, M], instead: RunNode[S, M]) -> str:
        """Why the node `instead` is expanded now, and not `node`, which is in the frontier."""
        mine, other = self.get_value(node), self.get_value(instead)
        text = _("{state} has {name} = {value}, but {other} has {name} = {less}: the least comes first")
        return text.format(
            state=self.label(node), other=self.label(instead), name=self.value_name, value=mine, less=other
        )

    def describe_rule(self) -> str:
        """The rule that determines the next node, without naming a node."""
        return _("the least {name} comes first").format(name=self.value_name)

    def describe_flaw(self, state: S) -> str:
        """The reason why the rules never allow the expansion of a generated state; "" if they may allow it."""
        del state
        return ""

    def find_cuts(self) -> list[int]:
        """The numbers of the nodes whose branches must be cut off now, if the caller decides about cuts; none by
        default.
        """
        return []

    def cut(self, number: int) -> None:
        """Cut off a branch and the remaining branches of the same node. Raises `BadInput` if the branch must not be cut
        off now; the default always raises it.
        """
        raise BadInput(_("{state} is not cut off now").format(state=self.label(self.nodes[number])))

    def get_value(self, node: RunNode[S, M]) -> Cost:
        """The value by which the algorithm orders the nodes: by default f, the path cost plus the estimate."""
        return node.cost + node.estimate

    # Methods that all algorithms share

    @property
    def over(self) -> bool:
        """Whether the search has ended."""
        return self.goal is not None or not (self.find_legal() or self.find_cuts())

    def list_legal(self) -> list[RunNode[S, M]]:
        """The nodes that may be expanded next; empty if the search has ended."""
        return [] if self.goal is not None else [self.nodes[number] for number in self.find_legal()]

    def take(self, number: int) -> None:
        """Expand a node that the rules allow to be expanded next. Raises `BadInput`, with the reason, for any other
        node.
        """
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
        """Whether a node is a goal; two-player games have no goals."""
        return isinstance(self.problem, Puzzle) and self.problem.is_goal(node.state)

    def meet_goal(self, node: RunNode[S, M]) -> None:
        """End the search, because a goal was expanded."""
        self.goal = node.number

    def find_state(self, state: S) -> int | None:
        """The number of the node that has this state and may be expanded next; None if there is none."""
        key = self.problem.key(state)
        return next((node.number for node in self.list_legal() if node.key == key), None)

    def explain(self, state: S) -> str:
        """Why a state cannot be expanded now, in the words of a textbook."""
        key, legal = self.problem.key(state), self.list_legal()
        label = self.problem.label(state)
        if not legal:
            return _("the search is over: {state} is no longer expanded").format(state=label)
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
        """The rule that forbids expanding a state now. No node that may be expanded instead is named."""
        key, label = self.problem.key(state), self.problem.label(state)
        if self.over:
            return _("the search is over: {state} is no longer expanded").format(state=label)
        if self.find_cuts():
            return _("a branch must be cut off before another node is expanded")
        if flaw := self.describe_flaw(state):
            return flaw
        if any(self.nodes[number].key == key for number in self.list_waiting()):
            text = _("{state} is not expanded now: {rule}")
        elif any(self.nodes[number].key == key for number in self.taken):
            text = _("{state} was expanded before; {rule}")
        else:
            text = _("{state} is not in the frontier; {rule}")
        return text.format(state=label, rule=self.describe_rule())

    def label(self, node: RunNode[S, M]) -> str:
        """The label of a node's state, as in tables."""
        return self.problem.label(node.state)

    def make_root(self) -> RunNode[S, M]:
        """Create the node of the start."""
        return self._make_node(self.problem.start, None, None, 0)

    def make_children(self, node: RunNode[S, M], steps: Iterable[Step[S, M]] | None = None) -> list[RunNode[S, M]]:
        """Create the children of a node, and number them. `steps` are the steps to the children; default: all steps of
        the state.
        """
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
    """A queue or a stack of groups. The children of one node form a group; the nodes of a group may be taken in any
    order.
    """

    def __init__(self, *, newest_first: bool) -> None:
        self.newest_first = newest_first
        self.groups: list[list[int]] = []

    def put(self, numbers: Sequence[int]) -> None:
        """Add a group, unless it is empty."""
        if numbers:
            self.groups.append(list(numbers))

    def next_group(self, is_alive: Callable[[int], bool] = lambda _number: True) -> list[int]:
        """The group that contains the next node, after dropping nodes for which `is_alive` is false; [] if no node is
        left.
        """
        end = -1 if self.newest_first else 0
        while self.groups:
            self.groups[end] = [number for number in self.groups[end] if is_alive(number)]
            if self.groups[end]:
                return self.groups[end]
            del self.groups[end]
        return []

    def remove(self, number: int) -> None:
        """Remove a node from the next group."""
        self.groups[-1 if self.newest_first else 0].remove(number)

    def __iter__(self) -> Iterator[int]:
        """All nodes, the next ones first."""
        for group in reversed(self.groups) if self.newest_first else self.groups:
            yield from group


def list_least(numbers: Iterable[int], value: Callable[[int], Cost]) -> list[int]:
    """The node numbers with the least value."""
    values = {number: value(number) for number in numbers}
    least: Any = min(values.values(), default=inf)
    return [number for number, each in values.items() if each == least]
