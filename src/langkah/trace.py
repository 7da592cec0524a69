"""What a search says: typed events while it runs, and one value with the answer and the effort when it ends.

A search reports through one optional observer, a plain callable. Nobody waits inside an algorithm: a `Trace` records
the events, and stepping, rewinding and drawing happen on the record.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, NamedTuple, TypeVar

from langkah.model import Cost, Game, M, Problem, S, Step


class Kind(StrEnum):
    """What an event is about."""

    OPEN = "open"  # a node was generated and put into the frontier
    TAKE = "take"  # a node was taken out of the frontier, to be expanded
    DUPLICATE = "duplicate"  # a node was dropped: it is the same as node `other`
    PRUNE = "prune"  # a node was dropped: `why` says which bound, `bound` what it was
    GOAL = "goal"  # a node is a goal
    RESTART = "restart"  # the frontier is emptied; a new round begins, with `bound`
    VALUE = "value"  # the value of a node is known: `bound`
    CUT = "cut"  # the remaining children of a node are not looked at: `why`


class Event(NamedTuple):
    """Something that a search did. Nodes are numbered in the order in which they are generated, from 0."""

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
    side: str = ""  # "back" in the backward half of a bidirectional search


Observer = Callable[[Event], None]


@dataclass(frozen=True, slots=True)
class Limit:
    """Where a search must stop. None: no limit."""

    nodes: int | None = None
    seconds: float | None = None
    depth: int | None = None
    memory: int | None = None  # bytes of the whole process


class Status(StrEnum):
    """The three different answers."""

    SOLVED = "solved"
    IMPOSSIBLE = "impossible"
    STOPPED = "stopped"


@dataclass(slots=True)
class Stats:
    """The effort. `expanded` counts nodes taken from the frontier (the goal among them), `generated` all nodes made
    (the root and duplicates among them)."""

    expanded: int = 0
    generated: int = 0
    skipped: int = 0  # duplicates
    pruned: int = 0
    frontier_max: int = 0
    seconds: float = 0.0
    engine: str = "python"


@dataclass(frozen=True)
class Result(Generic[S, M]):
    """The answer and the effort in one value."""

    problem: str
    algorithm: str
    status: Status
    cost: Cost | None = None
    optimal: bool = False
    why: str = ""
    start: S | None = None
    path: tuple[Step[S, M], ...] = ()
    moves: tuple[str, ...] = ()
    stats: Stats = field(default_factory=Stats)
    limit: str = ""  # which limit stopped it: nodes, seconds, depth, memory, width, interrupt, cancel
    estimate: str = ""  # the name of the estimate that was used
    value: str = ""  # two players: win, draw or loss for the side to move
    best_moves: tuple[str, ...] = ()
    probability: Cost | None = None  # dice: the chance that expectimax found
    solutions: int | None = None  # how many, where all were asked for
    all_paths: tuple[tuple[Step[S, M], ...], ...] = ()

    @property
    def states(self) -> tuple[S, ...]:
        """Every state of the plan, the start included."""
        return () if self.start is None else (self.start, *(step.state for step in self.path))

    def __bool__(self) -> bool:
        return self.status is Status.SOLVED

    def as_dict(self, problem: Problem[S, M], *, states: bool = False) -> dict[str, Any]:
        """The result as plain JSON values; `states` adds every board of the plan as text."""
        found: dict[str, Any] = {
            "problem": self.problem,
            "algorithm": self.algorithm,
            "estimate": self.estimate or None,
            "status": str(self.status),
            "cost": number(self.cost),
            "optimal": self.optimal,
            "why": self.why,
            "moves": list(self.moves),
            "stats": {name: getattr(self.stats, name) for name in Stats.__slots__},
            "limit": self.limit or None,
        }
        if states:
            found["states"] = [problem.text(state) for state in self.states]
        if isinstance(problem, Game):
            found |= {"value": self.value or None, "best_moves": list(self.best_moves), "line": list(self.moves)}
        if self.probability is not None:
            found |= {"probability": float(self.probability), "probability_exact": str(self.probability)}
        if self.solutions is not None:
            found["solutions"] = self.solutions
            found["all_moves"] = [[problem.notation(step.move) for step in path] for path in self.all_paths]
        return found


def number(cost: Cost | None) -> int | float | None:
    """A cost as JSON has it: whole where it is whole."""
    if cost is None or isinstance(cost, int):
        return cost
    return int(cost) if cost == int(cost) else float(cost)


K = TypeVar("K", bound=Hashable)


class Trace:
    """A recording. It is an observer itself: `solve(puzzle, observe=trace)`.

    `most` bounds the memory: later events are counted in `left_out` and not kept.
    """

    def __init__(self, most: int = 1_000_000) -> None:
        self.events: list[Event] = []
        self.most = most
        self.left_out = 0

    def __call__(self, event: Event) -> None:
        if len(self.events) < self.most:
            self.events.append(event)
        else:
            self.left_out += 1

    def __len__(self) -> int:
        return len(self.events)

    def node(self, number: int) -> Event:
        """The event in which a node was made."""
        return self.made[number]

    @property
    def made(self) -> dict[int, Event]:
        """For each node, the event in which it first appeared."""
        first: dict[int, Event] = {}
        for event in self.events:
            if event.kind in (Kind.OPEN, Kind.DUPLICATE, Kind.PRUNE):
                first.setdefault(event.node, event)
        return first

    def after(self, count: int) -> "Snapshot":
        """Frontier and closed set after the first `count` events."""
        snapshot = Snapshot({}, {})
        for event in self.events[:count]:
            snapshot.apply(event)
        return snapshot


class Snapshot(NamedTuple):
    """What a search held at one moment: nodes waiting and nodes done, each by number with its opening event."""

    waiting: dict[int, Event]
    done: dict[int, Event]

    def apply(self, event: Event) -> None:
        """Go one event further."""
        if event.kind is Kind.OPEN:
            self.waiting[event.node] = event
        elif event.kind is Kind.TAKE and event.node in self.waiting:
            self.done[event.node] = self.waiting.pop(event.node)
        elif event.kind in (Kind.DUPLICATE, Kind.PRUNE):
            self.waiting.pop(event.node, None)
        elif event.kind is Kind.RESTART:
            self.waiting.clear()
            self.done.clear()

    def frontier(self) -> list[Event]:
        """The waiting nodes in their true order: the next one to be taken comes first."""
        return sorted(self.waiting.values(), key=lambda event: event.order)
