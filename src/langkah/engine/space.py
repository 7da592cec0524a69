"""The interface of all ways to explore a space, which the driver in `layers` uses.

To add one (another device, another store), write a class with this interface and a row of the table in `ways`.
"""

from typing import Any, NamedTuple, Protocol

from langkah.run import Stopped

LEAST_STATES, MOST_STATES = 1 << 12, 1 << 20  # bounds on the states expanded between two checks of the limits


def choose_portion(quick: int) -> int:
    """The number of states to expand before the next limit check: `quick`, kept within fixed bounds. The caller passes
    a larger `quick` as the search grows.
    """
    return max(LEAST_STATES, min(MOST_STATES, quick))


class OutOfMemory(Exception):
    """Raised if the known states exceed the memory limit."""


class Unwritable(Stopped):
    """Raised if files cannot be written, for example because the disk is full; the exploration ends with its results so
    far.
    """

    def __init__(self, why: str) -> None:
        super().__init__("disk")
        self.why = why


class Moment(NamedTuple):
    """The progress of a search: the numbers of expanded states and of generated nodes, the size of the frontier, and
    whether the search is complete.
    """

    expanded: int
    generated: int
    frontier: int
    is_done: bool
    is_cut: bool = False  # whether the depth limit made the space skip states


class Counts(NamedTuple):
    """The counts of a space. Every listed layer is complete; `states` counts all visited states."""

    layers: list[int]
    goals: list[int]  # per layer, as far as known
    states: int
    values: tuple[str, dict[str, int]] = ("", {})  # in a two-player game: the value of the start; positions by value
    peak_memory: int | None = None  # in bytes; None if it is that of this process


class Advancing(Protocol):
    """A search that runs in portions."""

    def advance(self, most: int) -> Moment:
        """Expand at most `most` more states. A search that cannot expand so few expands the smallest portion it can."""

    def count(self) -> Counts:
        """The counts so far."""

    def close(self) -> None:
        """Free all memory, and release locks."""


class Distances(Advancing, Protocol):
    """A backward search: the layers around the goals of a space."""

    def show_last(self) -> tuple[Any, ...]:
        """Some states of the last layer."""


class Space(Advancing, Protocol):
    """A state space that is being explored. The constructor opens it."""

    @property
    def engine(self) -> str:
        """The name of the engine in a survey."""

    def open_backwards(self) -> Distances | str:
        """A search from all goals, or a text with the reason why it is impossible. The search takes the place of this
        space, which is fully explored. Raises `OutOfMemory` if the search does not fit into memory; another kind of
        space may still have room for it.
        """


class LayerNumbers(NamedTuple):
    """For each layer: the index of its end in the list of states, its number of goals, and the total number of steps
    from its states and from those of all earlier layers.
    """

    ends: list[int]
    goals: list[int]
    steps: list[int]


class KeptSpace(Space, Protocol):
    """A space that stores its states contiguously, layer by layer, so that a checkpoint can save them."""

    @property
    def words(self) -> int:
        """The number of 64-bit words in a state."""

    def list_layers(self) -> LayerNumbers:
        """The layers whose states are all known. The numbers of goals and steps may be missing for the last layer."""

    def read(self, first: int, last: int) -> memoryview:
        """The bytes of the states from `first` up to, but not including, `last`."""

    def make_room(self, count: int) -> memoryview:
        """Provide memory for the first `count` states, as bytes that the caller fills. Raises `OutOfMemory` if there is
        too little.
        """

    def restore(self, layers: LayerNumbers, *, is_done: bool) -> None:
        """Continue from restored layers: the last layer is expanded next, unless the space is complete."""
