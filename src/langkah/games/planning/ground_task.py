"""A planning task without variables: a state is a set of facts as bits of a number, an action tests and changes
bits.
"""

from collections.abc import Iterator
from typing import NamedTuple

from langkah.model import Cost


class Change(NamedTuple):
    """A conditional change: if some facts hold and others do not."""

    need: int
    avoid: int
    add: int
    delete: int


class GroundAction(NamedTuple):
    """An action: its name, cost, required facts, forbidden facts and changes."""

    name: str  # as in "(pick-up a)"
    cost: Cost
    need: int
    avoid: int
    changes: tuple[Change, ...]

    def apply(self, state: int) -> int:
        """The state after the action: all conditions look at the old state, and an added fact wins over a deleted
        one.
        """
        add = delete = 0
        for change in self.changes:
            if state & change.need == change.need and not state & change.avoid:
                add |= change.add
                delete |= change.delete
        return state & ~delete | add


class GroundTask(NamedTuple):
    """Facts, the initial state, the goal, and the actions in order of their names."""

    facts: tuple[str, ...]  # as in "on a b"
    start: int
    goal: int
    goal_avoid: int
    actions: tuple[GroundAction, ...]
    hopeless: str = ""  # a goal fact that cannot be reached even if nothing is ever deleted

    def list_facts(self, state: int) -> list[str]:
        """The facts that hold, in order."""
        return [self.facts[bit] for bit in iterate_bits(state)]


def iterate_bits(number: int) -> Iterator[int]:
    """The indices of the 1 bits of a number, lowest first."""
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low
