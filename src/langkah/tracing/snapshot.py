"""The frontier and the closed set of a search at one moment. Single events can be applied to them and undone.

Nodes are stored in dictionaries. The order of the frontier is computed on first use and then updated. So it costs
nothing while a long record is scanned without asking for the order, and little if each step asks for it.
"""

from bisect import bisect_left, insort
from typing import Any

from langkah.tracing.events import Event, Kind

Place = tuple[tuple[Any, ...], int]  # position in the frontier: the node's order, then its number


class Snapshot:
    """The frontier (`waiting`) and the closed set (`done`) of a search at one moment. Both map the number of a node to
    the event that put the node into the frontier.
    """

    __slots__ = ("done", "line", "waiting")

    def __init__(self, waiting: dict[int, Event] | None = None, done: dict[int, Event] | None = None) -> None:
        self.waiting: dict[int, Event] = {} if waiting is None else waiting
        self.done: dict[int, Event] = {} if done is None else done
        self.line: list[Place] | None = None  # the frontier in order, computed on first use

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Snapshot) and (self.waiting, self.done) == (other.waiting, other.done)

    __hash__ = None  # type: ignore[assignment]

    def apply(self, event: Event) -> None:
        """Change the frontier and the closed set as one event does."""
        if event.kind is Kind.OPEN:
            self.add(event)
        elif event.kind is Kind.TAKE:
            opened = self.remove(event.node)
            if opened is not None:
                self.done[event.node] = opened
        elif event.kind is Kind.DUPLICATE or event.kind is Kind.PRUNE:
            self.remove(event.node)
        elif event.kind is Kind.RESTART:
            self.waiting, self.done, self.line = {}, {}, None

    def undo(self, event: Event, opened: Event | None) -> None:
        """Undo the effect of one event. `opened` is the event that put the node into the frontier, if the undone event
        took the node out.
        """
        if event.kind is Kind.OPEN:
            self.remove(event.node)
        elif opened is not None:
            self.done.pop(event.node, None)
            self.add(opened)

    def add(self, opened: Event) -> None:
        """Put a node into the frontier."""
        self.waiting[opened.node] = opened
        if self.line is not None:
            insort(self.line, (opened.order, opened.node))

    def remove(self, node: int) -> Event | None:
        """Take a node out of the frontier, and return the event that put it there; None if the frontier does not
        contain it.
        """
        opened = self.waiting.pop(node, None)
        if opened is not None and self.line is not None:
            del self.line[bisect_left(self.line, (opened.order, node))]
        return opened

    def frontier(self, most: int | None = None) -> list[Event]:
        """The frontier in its true order, next node first. `most` truncates the list.

        A bidirectional search has two queues: the forward one comes first, then the backward one.
        """
        if self.line is None:
            self.line = sorted((event.order, event.node) for event in self.waiting.values())
        return [self.waiting[node] for _order, node in self.line[:most]]
