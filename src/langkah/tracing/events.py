"""Events of a running search: typed values passed to one optional observer, a plain callable."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any, NamedTuple

from langkah.model import Cost


class Kind(StrEnum):
    """The kind of an event.

    >>> Kind.PRUNE == "prune"
    True
    """

    OPEN = "open"  # a node was generated and entered the frontier
    TAKE = "take"  # a node was taken out of the frontier for expansion
    DUPLICATE = "duplicate"  # a node was dropped: its state equals that of node `other`
    PRUNE = "prune"  # a node was dropped because of the bound `bound`; `why` names it
    GOAL = "goal"  # a node is a goal
    RESTART = "restart"  # the frontier is emptied, and a new round begins with `bound`
    VALUE = "value"  # the value of a node is known: `bound`
    UPDATE = "update"  # child `other` gives the best value so far, `bound`, and a new `alpha` or `beta`
    CUT = "cut"  # the remaining children of a node are skipped: `why`
    BACK = "back"  # the search leaves a node for good, and returns to `other`


class Event(NamedTuple):
    """One step of a search. Nodes are numbered in the order of generation, from 0.

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
    order: tuple[Any, ...] = ()  # position in the frontier: smallest first
    other: int = -1
    bound: Cost | None = None
    why: str = ""
    side: str = ""  # "back": the backward half of a bidirectional search; "max" or "min": the player to move
    alpha: Cost | None = None  # two players: the bounds that hold from this event on
    beta: Cost | None = None


Observer = Callable[[Event], None]

MAKES = (Kind.OPEN, Kind.DUPLICATE, Kind.PRUNE)  # the kinds of events that can introduce a node
