"""Computes the states that a certificate lists, each with its label (such as its least cost from the start), in plain
Python and with exact numbers.

States are identified by their texts or, if equivalent states are merged, by their keys. The checker tests that states
with the same key are equivalent, but cannot prove it; `--every-state` lists equivalent states one by one instead.
"""

from collections.abc import Callable, Hashable, Iterable
from heapq import heappop, heappush
from math import inf
from typing import Any

from langkah.errors import BadInput
from langkah.language import _
from langkah.model import Problem
from langkah.proofs.state_text import encode_state, list_steps, read_state
from langkah.proofs.writing import Block, write_number
from langkah.run import Deadline, Stopped
from langkah.tracing import Progress, Stats

MOST_STATES = 1_000_000  # default limit on listed states
LIMIT_CHECK_STATES = 1 << 10


class Listing:
    """The states listed so far, up to a limit on their number. `texts` maps the identity of each state to its text."""

    def __init__(
        self, problem: Problem[Any, Any], merged: bool, most: int, deadline: Deadline, progress: Progress | None
    ) -> None:
        self.problem, self.merged, self.most, self.deadline, self.progress = problem, merged, most, deadline, progress
        self.texts: dict[Hashable, str] = {}
        self.looked = 0

    def identify(self, state: Any) -> Hashable:
        """The value that identifies a state: its key if equivalent states are merged, otherwise its text."""
        return self.problem.key(state) if self.merged else encode_state(state)

    def add(self, name: Hashable, state: Any) -> None:
        """Add a state to the list. Raises `Stopped` at a limit, and `BadInput` if the state cannot be read back from
        its text.
        """
        text = name if isinstance(name, str) and not self.merged else encode_state(state)
        if read_state(text, self.problem) != state:
            raise BadInput(_("the state {text} cannot be read back from a certificate").format(text=text[:100]))
        self.texts[name] = text
        if len(self.texts) > self.most:
            raise Stopped("nodes")
        self.look()

    def look(self) -> None:
        """Count a visited state; now and then, report progress and check the limits."""
        self.looked += 1
        if self.looked % LIMIT_CHECK_STATES == 0:
            if self.progress is not None:
                self.progress(Stats(expanded=self.looked))
            if self.deadline():
                raise Stopped(self.deadline.limit)

    def group(self, labels: Iterable[tuple[Hashable, Any]]) -> list[Block]:
        """The listed states in blocks, one for each label, in the order of the labels."""
        blocks: dict[Any, list[str]] = {}
        for name, label in labels:
            blocks.setdefault(label, []).append(self.texts[name])
        return [(label, blocks[label]) for label in sorted(blocks)]


def list_states(
    listing: Listing,
    bound: Any = inf,
    estimate: Callable[[Any], Any] = lambda _state: 0,
    weigh: Callable[[Any], Any] = lambda cost: cost,
) -> list[Block]:
    """List every state that can be reached for less than `bound`, labelled with the least cost of reaching it.

    States are left out if the estimate shows that they lead to no goal for less than `bound`. `weigh` converts the cost
    of a step to the cost that counts: the cost itself for least costs, 1 for layers, 0 if labels do not matter.
    """
    problem, costs = listing.problem, dict[Hashable, Any]()
    waiting = {0: [(listing.identify(problem.start), problem.start)]} if bound > 0 else {}
    queue = list(waiting)
    while queue:
        cost = heappop(queue)
        bucket = waiting[cost]
        while bucket:  # steps of cost 0 add states to the bucket while it is emptied
            name, state = bucket.pop()
            if name in costs:
                continue
            costs[name] = cost
            listing.add(name, state)
            for more, after in list_steps(problem, state):
                reached, other = cost + weigh(more), listing.identify(after)
                if other not in costs and reached < bound and reached + estimate(after) < bound:
                    if reached not in waiting:
                        waiting[reached] = []
                        heappush(queue, reached)
                    waiting[reached].append((other, after))
        del waiting[cost]
    return [(write_number(label), states) for label, states in listing.group(costs.items())]


def list_distances(listing: Listing) -> list[Block]:
    """All reachable states, labelled with their distance to the nearest goal (null if no goal can be reached). If steps
    of cost 0 exist, states at the same distance are in several blocks: from each of them, a step leads to an earlier
    block.
    """
    puzzle: Any = listing.problem
    before: dict[Hashable, list[tuple[Any, Hashable]]] = {}
    goals: list[Hashable] = []
    stack = [(listing.identify(puzzle.start), puzzle.start)]
    while stack:
        name, state = stack.pop()
        if name in listing.texts:
            continue
        listing.add(name, state)
        if puzzle.is_goal(state):
            goals.append(name)
        for cost, after in list_steps(puzzle, state):
            other = listing.identify(after)
            before.setdefault(other, []).append((cost, name))
            stack.append((other, after))
    labels = _measure_distances(goals, before)
    ends = {name: labels.get(name, (inf, 0)) for name in listing.texts}
    return [(write_number(label[0]), states) for label, states in listing.group(ends.items())]


def _measure_distances(
    goals: Iterable[Hashable], before: dict[Hashable, list[tuple[Any, Hashable]]]
) -> dict[Hashable, tuple[Any, int]]:
    """For each state: the least cost to a goal, and the number of steps of cost 0 at the beginning of a
    cheapest path.
    """
    labels: dict[Hashable, tuple[Any, int]] = {}
    waiting: dict[tuple[Any, int], list[Hashable]] = {(0, 0): list(goals)}
    queue = [(0, 0)]
    while queue:
        here = heappop(queue)
        for name in waiting.pop(here):
            if name in labels:
                continue
            labels[name] = here
            for cost, other in before.get(name, ()):
                there = (here[0] + cost, 0) if cost else (here[0], here[1] + 1)
                if other not in labels:
                    if there not in waiting:
                        waiting[there] = []
                        heappush(queue, there)
                    waiting[there].append(other)
    return labels
