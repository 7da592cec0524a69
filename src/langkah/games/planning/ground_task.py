"""A planning task without variables. A state is a set of facts, stored as the bits of a number; an action tests and
changes these bits.
"""

from collections.abc import Iterator
from typing import NamedTuple

from langkah.model import Cost


class Change(NamedTuple):
    """A conditional change: if all facts in `need` hold and none in `avoid`, the facts in `add` become true and those
    in `delete` false.
    """

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
        """The state after the action. All conditions are tested in the old state; a fact that is both added and deleted
        becomes true.
        """
        add = delete = 0
        for change in self.changes:
            if state & change.need == change.need and not state & change.avoid:
                add |= change.add
                delete |= change.delete
        return state & ~delete | add


class GroundTask(NamedTuple):
    """A planning task without variables: facts, the initial state, the goal, and the actions in the order of their
    names.
    """

    facts: tuple[str, ...]  # as in "on a b"
    start: int
    goal: int
    goal_avoid: int
    actions: tuple[GroundAction, ...]
    hopeless: str = ""  # a goal fact that cannot be reached even if nothing is ever deleted

    def list_facts(self, state: int) -> list[str]:
        """The facts that hold in a state, in the order of `facts`."""
        return [self.facts[bit] for bit in iterate_bits(state)]


def iterate_bits(number: int) -> Iterator[int]:
    """The indices of the 1 bits of a number, lowest first."""
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low
