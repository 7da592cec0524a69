"""A trace as a table, as the papers print it. For a search with a queue, each row has an expanded node and the queue
after that node's children were added. For other searches, each row has an expanded node and the path to it.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from langkah.language import _
from langkah.model import Problem
from langkah.tracing import Event, Kind, Snapshot, Trace, format_cost
from langkah.tracing.points import format_points, get_level


class QueueRow(NamedTuple):
    """One iteration of a search with a queue: the expanded node, and the queue afterwards."""

    iteration: int
    node: Event  # the event that opened the expanded node
    queue: Sequence[Event]  # the frontier afterwards, in order
    waiting: int  # the size of the frontier, even if `queue` is truncated
    notes: tuple[str, ...]  # the nodes dropped in this iteration, and why
    bound: str = ""  # the bound of the round, in words, for searches in rounds
    at: int = 0  # number of events at the end of the row


def list_queue_rows(trace: Trace, most: int | None = None) -> Iterator[QueueRow]:
    """The iterations of a search with a queue, in order. Each queue is truncated to `most` entries (None: not
    truncated).
    """
    snapshot = Snapshot()
    taken: Event | None = None
    notes: list[str] = []
    bound = ""
    iteration = 0

    def row(event: Event, at: int) -> QueueRow:
        queue = snapshot.frontier(most)
        return QueueRow(iteration, event, queue, len(snapshot.waiting), tuple(notes), bound, at)

    for at, event in enumerate(trace.events):
        if event.kind in (Kind.TAKE, Kind.RESTART):
            if taken is not None:
                yield row(taken, at)
            taken, notes = None, []
        if event.kind is Kind.TAKE:
            iteration += 1
            taken = snapshot.waiting.get(event.node, event)
        elif event.kind is Kind.RESTART:
            bound = event.why or format_cost(event.bound or 0)
        elif event.kind in (Kind.DUPLICATE, Kind.PRUNE, Kind.CUT):
            notes.append(f"#{event.node} {event.why}")
        snapshot.apply(event)
    if taken is not None:
        yield row(taken, len(trace.events))


class _WalkRow(NamedTuple):
    """One step of a search without a frontier: an expanded node, the path to it, and what the search found there."""

    iteration: int
    node: Event
    path: Sequence[Event]  # from the root to the node
    findings: tuple[str, ...]


def list_walk_rows(trace: Trace) -> Iterator[_WalkRow]:
    """The nodes expanded by a search without a frontier, each with the path to it and what the search found there."""
    explainer = trace.explainer()
    taken = (event for event in trace.events if event.kind is Kind.TAKE)
    for iteration, event in enumerate(taken, 1):
        told = tuple(explainer.list_findings(event.node))
        yield _WalkRow(iteration, trace.node(event.node), [trace.node(each) for each in trace.path(event.node)], told)


def is_walk(trace: Trace) -> bool:
    """Whether a search has no queue, but descends at once into each node that it generates."""
    return trace.keeps_path()


def format_queue_cell(problem: Problem[Any, Any], event: Event, *, costs: bool) -> str:
    """A node in a queue: its state, and its cost if the queue is ordered by cost."""
    label = problem.label(event.state)
    return f"{label}:{format_cost(event.total)}" if costs else label


class Table(NamedTuple):
    """A table to print or write: its columns, its rows, and the number of omitted rows. `too_long`: rows were omitted
    because the queues have too many entries, not because the user limited the rows.
    """

    headers: list[str]
    rows: list[list[object]]
    left_out: int
    too_long: bool = False


MOST_CELLS = 1_000_000  # queue entries in one table; rows beyond this are omitted

Weighed = tuple[int, list[object]]  # number of queue entries in a row, and the row


def make_table(
    problem: Problem[Any, Any], trace: Trace, *, rows: int | None, queue: int | None, full: bool = False
) -> Table:
    """The table of a trace, with at most `rows` rows and at most `queue` entries of each queue (None: no such limit).
    `full`: for a search with a queue, add costs and remarks.
    """
    if is_walk(trace):
        bounds = ["alpha", "beta"] if trace.has_players() and trace.bounds(0) else []
        players = [_("to move"), *bounds] if trace.has_players() else []
        headers = [_("iteration"), _("node"), _("path"), *players, _("findings")]
        lines = _format_walk_rows(problem, trace)
    else:
        headers = _list_queue_headers(trace, full=full)
        lines = _format_queue_rows(problem, trace, queue, full=full)
    found: list[list[object]] = []
    cells = 0
    for size, line in lines:
        if (rows is not None and len(found) >= rows) or cells > MOST_CELLS:
            break
        cells += size
        found.append(line)
    return Table(headers, found, trace.counters().expanded - len(found), cells > MOST_CELLS)


def _format_walk_rows(problem: Problem[Any, Any], trace: Trace) -> Iterator[Weighed]:
    for each in list_walk_rows(trace):
        way = " ".join(problem.notation(event.move) for event in each.path if event.move is not None)
        players = [get_level(each.node)] if trace.has_players() else []
        bounds = [format_points(bound) for bound in (each.node.alpha, each.node.beta) if bound is not None]
        found = "; ".join(each.findings[len(players) :])  # the player to move has a column
        yield len(each.path), [each.iteration, problem.label(each.node.state), way or "-", *players, *bounds, found]


def _list_queue_headers(trace: Trace, *, full: bool) -> list[str]:
    bound = [_("bound")] if trace.rounds() else []
    return [_("iteration"), *bound, _("node"), *(["f", "g", "h", _("queue"), _("dropped")] if full else [_("queue")])]


def _format_queue_rows(problem: Problem[Any, Any], trace: Trace, most: int | None, *, full: bool) -> Iterator[Weighed]:
    """The rows of a queue table, each with its number of queue entries. The text of each node is computed only once."""
    costs, rounds = trace.ordered_by_cost(), bool(trace.rounds())
    known: dict[int, str] = {}

    def looks(event: Event) -> str:
        if event.node not in known:
            known[event.node] = format_queue_cell(problem, event, costs=costs)
        return known[event.node]

    for row in list_queue_rows(trace, most):
        more = row.waiting - len(row.queue)
        sides = (" ".join(map(looks, those)) for _side, those in groupby(row.queue, _get_side))
        queue = " | ".join(sides) + (f" ... (+{more})" if more else "")  # a bar separates the queues of both ends
        start: list[object] = [row.iteration, *([row.bound] if rounds else [])]
        if full:
            node = row.node
            f = node.total if costs else node.cost
            line = [*start, problem.label(node.state), f, node.cost, node.estimate, queue, "; ".join(row.notes)]
        else:
            line = [*start, looks(row.node), queue]
        yield len(row.queue), line


def _get_side(event: Event) -> str:
    return event.side
