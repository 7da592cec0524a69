"""Lines of pseudo-code, and which of them is highlighted at each event.

The lines are shown beside a running search: they say what a function does, not how. The row of each algorithm holds its
lines. A line names the moments (`lights`) at which it is highlighted. The kind of an event and the earlier events of
its node determine its moment:

start       the root enters the frontier
open        another node enters the frontier
take        a node is taken from the frontier
goal        the node taken is a goal
duplicate   a new node is dropped as a duplicate
stale       a node in the frontier is dropped as a duplicate
prune       a new node is pruned
kill        a node in the frontier is pruned
deep        a node taken from the frontier is too deep to be expanded
restart     a new round begins
back        the search leaves a node and returns to its parent
value       a node gets its value
leaf        a node without children gets its value
update      a node gets a better value
cut         the remaining children of a node are skipped
"""

from typing import NamedTuple

from langkah.language import N_
from langkah.tracing import Kind, Trace

# The substitute for a moment that no line of the code names
INSTEAD = {"stale": "duplicate", "kill": "prune", "start": "open", "leaf": "value"}


class CodeLine(NamedTuple):
    """One line of pseudo-code: its indentation, its text, and (`lights`) the moments at which it is highlighted,
    separated by spaces.
    """

    indent: int
    text: str
    lights: str = ""


NO_SOLUTION = CodeLine(0, N_("there is no solution"))
EACH_CHILD = CodeLine(1, N_("for each child of the node:"))
TOO_DEEP = CodeLine(1, N_("if the node lies at the depth limit: go on with the next node"), "deep")
IS_GOAL = CodeLine(1, N_("if the node is a goal: done"), "goal")


def find_moment(trace: Trace, index: int) -> str:
    """The name of the moment to which an event of a search belongs, such as "open" or "stale" (see the list at the top
    of this file).
    """
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
    """The index of the line of `code` to be highlighted at the moment `at`; -1 if there is none."""
    for name in (at, INSTEAD.get(at, at)):
        for index, line in enumerate(code):
            if name in line.lights.split():
                return index
    return -1
