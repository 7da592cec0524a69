"""The legend of a search tree: the colours that occur in the tree, worded for the kind of search."""

from collections.abc import Iterator
from typing import NamedTuple

from langkah.tracing import Kind, Trace
from langkah.views.tree import ROLES
from langkah.views.watch_texts import get_watch_text

ORDER = ("waiting", "taken", "goal", "duplicate", "pruned", "deep", "back")
ALWAYS = {"current": "cell:current", "path": "cell:path"}
OF_PLAYERS = {"pruned": "keyCut", "path": "keyLine"}


class LegendEntry(NamedTuple):
    """An entry of the legend: a status of nodes, the role of its colour, and its meaning in words."""

    name: str
    role: str
    words: str


def list_legend(trace: Trace) -> list[LegendEntry]:
    """The entries of the legend: the statuses that occur in the tree, then those that every legend has. For a search
    without a frontier, there is no entry for waiting nodes.
    """
    walks, players, met = trace.keeps_path(), trace.has_players(), set(_list_fates(trace))
    names = [name for name in ORDER if name in met and not (walks and name == "waiting")]
    keys = {name: f"key-{name}" for name in (*names, *ALWAYS)} | (OF_PLAYERS if players else {})
    roles = ROLES | ALWAYS
    return [LegendEntry(name, roles[name], get_watch_text(keys[name], walks=walks)) for name in (*names, *ALWAYS)]


def _list_fates(trace: Trace) -> Iterator[str]:
    """Every status that a node gets from an event of the search; a status may occur more than once."""
    taken: set[int] = set()
    plain = {Kind.OPEN: "waiting", Kind.DUPLICATE: "duplicate", Kind.GOAL: "goal", Kind.BACK: "back"}
    for event in trace.events:
        if event.kind is Kind.TAKE:
            taken.add(event.node)
            yield "taken"
        elif event.kind is Kind.PRUNE:
            yield "deep" if event.node in taken else "pruned"
        elif event.kind in plain:
            yield plain[event.kind]
