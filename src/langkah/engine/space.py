"""The form that every way to explore a space has: the driver in `layers` asks for nothing else.

A new way (another machine, another store) is one more class of this form, and one more row of the table in `ways`.
"""

from typing import Any, NamedTuple, Protocol

from langkah.run import Stopped

LEAST_STATES, MOST_STATES = 1 << 12, 1 << 20  # expanded between two looks at the limits


def choose_portion(quick: int) -> int:
    """How many states to expand before the limits are looked at again: as many as were quickly done, within bounds."""
    return max(LEAST_STATES, min(MOST_STATES, quick))


class OutOfMemory(Exception):
    """The states that are known no longer fit into the memory that may be used."""


class Unwritable(Stopped):
    """There is no room for more files, or they cannot be written: the end, with what was found so far."""

    def __init__(self, why: str) -> None:
        super().__init__("disk")
        self.why = why


class Moment(NamedTuple):
    """How far a space has come: states expanded, nodes made on the way, states that wait."""

    expanded: int
    generated: int
    frontier: int
    is_done: bool
    is_cut: bool = False  # whether the limit on depth made it leave something out


class Counts(NamedTuple):
    """What is known of a space. Every layer that is listed is whole; `states` counts all that were met."""

    layers: list[int]
    goals: list[int]  # of each layer, as far as they are known
    states: int
    values: tuple[str, dict[str, int]] = ("", {})  # of a two-player game: that of the start, and how many have each
    peak_memory: int | None = None  # in bytes, where it is not that of this process


class Advancing(Protocol):
    """A search that goes on moment by moment."""

    def advance(self, most: int) -> Moment:
        """Expand at most so many states more, or the least that can be done at once."""

    def count(self) -> Counts:
        """What was found so far."""

    def close(self) -> None:
        """Give all memory back, and let others work in what was locked."""


class Distances(Advancing, Protocol):
    """Layers around the goals of a space."""

    def show_last(self) -> tuple[Any, ...]:
        """Some states of the last layer."""


class Space(Advancing, Protocol):
    """A state space that is being explored. Making it opens it."""

    @property
    def engine(self) -> str:
        """What it is called in a survey."""

    def open_backwards(self) -> Distances | str:
        """The same space around all its goals at once, in the place of this one; or why it is not looked at so. All of
        the space is known. Raises `OutOfMemory` where another space can still be made of this one."""


class LayerNumbers(NamedTuple):
    """Where each layer ends in the list of states; the goals in each; the steps up to its end."""

    ends: list[int]
    goals: list[int]
    steps: list[int]


class KeptSpace(Space, Protocol):
    """A space whose states lie one after the other, layer by layer, so that a checkpoint can keep them."""

    @property
    def words(self) -> int:
        """How many numbers of 64 bits a state has."""

    def list_layers(self) -> LayerNumbers:
        """All layers whose states are known; of the last one, goals and steps need not be known."""

    def read(self, first: int, last: int) -> memoryview:
        """The bytes of the states from `first` to below `last`."""

    def make_room(self, count: int) -> memoryview:
        """Where to put the bytes of the first so many states. Raises `OutOfMemory`."""

    def restore(self, layers: LayerNumbers, *, is_done: bool) -> None:
        """Go on from layers whose states were put there: the last one is expanded next, or all is done."""
