"""A planning task without variables: a state is a set of facts in one number, an action tests and changes bits."""

from collections.abc import Iterator
from typing import NamedTuple

from langkah.model import Cost


class Change(NamedTuple):
    """What an action changes where some facts hold and others do not."""

    need: int
    avoid: int
    add: int
    delete: int


class GroundAction(NamedTuple):
    """An action: its name, its cost, the facts that it needs and those that must not hold, its changes."""

    name: str  # as in "(pick-up a)"
    cost: Cost
    need: int
    avoid: int
    changes: tuple[Change, ...]

    def apply(self, state: int) -> int:
        """The state after it: every condition looks at the state before, and what is added stays."""
        add = delete = 0
        for change in self.changes:
            if state & change.need == change.need and not state & change.avoid:
                add |= change.add
                delete |= change.delete
        return state & ~delete | add


class GroundTask(NamedTuple):
    """Facts, the initial state, the goal, the actions in the order of their names."""

    facts: tuple[str, ...]  # as in "on a b"
    start: int
    goal: int
    goal_avoid: int
    actions: tuple[GroundAction, ...]
    hopeless: str = ""  # a fact of the goal that cannot be reached even if nothing is ever deleted

    def list_facts(self, state: int) -> list[str]:
        """The facts that hold, in order."""
        return [self.facts[bit] for bit in iterate_bits(state)]


def iterate_bits(number: int) -> Iterator[int]:
    """The places of the bits of a number that are 1, the lowest first."""
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low
