"""A trace as the papers print it: one row for each node taken, with the queue that is left after its children came."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from langkah.model import Cost, Problem
from langkah.trace import Event, Kind, Snapshot, Trace


class QueueRow(NamedTuple):
    """One iteration of a search."""

    iteration: int
    node: Event  # the node taken, as it was when it was opened
    queue: Sequence[Event]  # what waits afterwards, in order
    waiting: int  # how many wait, where `queue` was cut short
    notes: tuple[str, ...]  # what was dropped in this iteration, and why


def queue_rows(trace: Trace, most: int | None = None) -> Iterator[QueueRow]:
    """The iterations of a search, in order. `most` cuts long queues short."""
    snapshot = Snapshot({}, {})
    taken: Event | None = None
    notes: list[str] = []
    iteration = 0
    for event in trace.events:
        if event.kind is Kind.TAKE:
            if taken is not None:
                yield row(iteration, taken, snapshot, notes, most)
            iteration += 1
            taken, notes = snapshot.waiting.get(event.node, event), []
        elif event.kind in (Kind.DUPLICATE, Kind.PRUNE, Kind.CUT):
            notes.append(f"#{event.node} {event.why}")
        snapshot.apply(event)
    if taken is not None:
        yield row(iteration, taken, snapshot, notes, most)


def row(iteration: int, taken: Event, snapshot: Snapshot, notes: list[str], most: int | None) -> QueueRow:
    """The row of the node that was taken last."""
    queue = snapshot.frontier()
    return QueueRow(iteration, taken, queue if most is None else queue[:most], len(queue), tuple(notes))


def cell(problem: Problem[Any, Any], event: Event, *, costs: bool) -> str:
    """A node as a queue shows it: its state, and its cost where the queue is ordered by cost."""
    label = problem.label(event.state)
    return f"{label}:{brief(event.total)}" if costs else label


def ordered_by_cost(trace: Trace) -> bool:
    """Whether the frontier of this search is ordered by a cost: then queues show it."""
    return any(event.kind is Kind.OPEN and len(event.order) > 1 and event.total for event in trace.events)


def brief(cost: Cost) -> str:
    """A cost in few characters."""
    return str(cost) if isinstance(cost, int) or cost != int(cost) else str(int(cost))
