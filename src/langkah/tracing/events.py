"""What a search says while it runs: typed events, given to one optional observer, a plain callable."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any, NamedTuple

from langkah.model import Cost


class Kind(StrEnum):
    """What an event is about.

    >>> Kind.PRUNE == "prune"
    True
    """

    OPEN = "open"  # a node was generated and put into the frontier
    TAKE = "take"  # a node was taken out of the frontier, to be expanded
    DUPLICATE = "duplicate"  # a node was dropped: it is the same as node `other`
    PRUNE = "prune"  # a node was dropped: `why` says which bound, `bound` what it was
    GOAL = "goal"  # a node is a goal
    RESTART = "restart"  # the frontier is emptied; a new round begins, with `bound`
    VALUE = "value"  # the value of a node is known: `bound`
    UPDATE = "update"  # the value of child `other` is the best of a node so far: `bound`, and a new `alpha` or `beta`
    CUT = "cut"  # the remaining children of a node are not looked at: `why`
    BACK = "back"  # a node is taken back: nothing more is to be tried below it; the search stands at `other` again


class Event(NamedTuple):
    """Something that a search did. Nodes are numbered in the order in which they are generated, from 0.

    >>> seen = []
    >>> found = solve(load("hanoi", discs=1), observe=seen.append)
    >>> str(seen[0].kind), seen[0].state
    ('open', (0,))
    """

    kind: Kind
    node: int
    parent: int = -1
    state: Any = None
    move: Any = None
    depth: int = 0
    cost: Cost = 0
    estimate: Cost = 0
    total: Cost = 0
    order: tuple[Any, ...] = ()  # where the node stands in the frontier: smallest first
    other: int = -1
    bound: Cost | None = None
    why: str = ""
    side: str = ""  # "back": the backward half of a bidirectional search; "max" or "min": which of two players moves
    alpha: Cost | None = None  # two players: what is sure for the first one and for the other, from this event on
    beta: Cost | None = None


Observer = Callable[[Event], None]

MAKES = (Kind.OPEN, Kind.DUPLICATE, Kind.PRUNE)  # the kinds of events in which a node can first appear
