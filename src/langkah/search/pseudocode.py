"""Lines of pseudo-code, and which of them is highlighted at each event.

The lines are shown beside a running search: they say what a function does, not how. The row of each algorithm holds its
lines. A line names the moments at which it is highlighted. A moment follows from the kind of an event and the previous
state of its node:

start, open, take, goal the root waits; another node waits; one is taken from the frontier; it is a goal duplicate,
stale a new node is dropped as the same as another; one that was already waiting is prune, kill, deep a new node is
excluded; a waiting one; one that was taken, by its depth restart, back a new round; a node is taken back value, leaf,
update, cut what a node is worth; one without children; the best so far; children that are not looked at
"""

from typing import NamedTuple

from langkah.language import N_
from langkah.tracing import Kind, Trace

# The fallback if no line of the code has a moment
INSTEAD = {"stale": "duplicate", "kill": "prune", "start": "open", "leaf": "value"}


class CodeLine(NamedTuple):
    """One line: its indentation, its text, and its moments, separated by spaces."""

    indent: int
    text: str
    lights: str = ""


NO_SOLUTION = CodeLine(0, N_("there is no solution"))
EACH_CHILD = CodeLine(1, N_("for each child of the node:"))
TOO_DEEP = CodeLine(1, N_("if the node lies at the depth limit: go on with the next"), "deep")
IS_GOAL = CodeLine(1, N_("if the node is a goal: done"), "goal")


def find_moment(trace: Trace, index: int) -> str:
    """The moment of an event in the course of a search."""
    event = trace.events[index]
    if event.kind is Kind.OPEN:
        return "open" if event.parent >= 0 else "start"
    history = trace.history(event.node) if event.node >= 0 else None
    if event.kind is Kind.VALUE and history and not history.children:
        return "leaf" if history.dropped < 0 else "duplicate"
    if event.kind not in (Kind.DUPLICATE, Kind.PRUNE) or not history:
        return str(event.kind)
    waited = history.made < index
    if event.kind is Kind.DUPLICATE:
        return "stale" if waited else "duplicate"
    return "deep" if waited and 0 <= history.taken < index else "kill" if waited else "prune"


def find_lit_line(code: tuple[CodeLine, ...], at: str) -> int:
    """The index of the line for a moment; -1 if there is none."""
    for name in (at, INSTEAD.get(at, at)):
        for index, line in enumerate(code):
            if name in line.lights.split():
                return index
    return -1
