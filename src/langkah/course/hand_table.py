"""Reads tables written by hand: the states that a search expands, one per line, and the frontier after each step."""

import csv
import re
from collections.abc import Iterable, Sequence
from typing import Any

from langkah.errors import BadInput
from langkah.language import _
from langkah.legal_runs import LegalRun, RunNode
from langkah.model import Problem

LISTED = 5  # states that a message names


def read_hand_table(text: str) -> list[tuple[str, list[str] | None]]:
    """The expanded states in order, each with the frontier after its expansion; the frontier is None if the table has
    no column for it. Raises `BadInput` if the text is not a table with a column of expanded states.
    """
    lines = text.lstrip("\ufeff").splitlines()
    try:
        table = csv.DictReader(line for line in lines if line.strip())
        rows, names = list(table), [name for name in table.fieldnames or () if name]
    except csv.Error as error:
        raise BadInput(_("this is not a table: {why}").format(why=error)) from None
    expanded = next((name for name in names if name.strip().lower() in ("expanded", "node", "state")), None)
    if expanded is None:
        raise BadInput(_("the first line must name the columns: expanded and, optionally, queue"))
    queue = next((name for name in names if name.strip().lower() in ("queue", "frontier", "stack")), None)
    found = []
    for row in rows:
        waiting = None if queue is None else [each for each in re.split(r"[;|]", row[queue] or "") if each.strip()]
        found.append((row[expanded] or "", waiting))
    return found


def squeeze(text: str) -> str:
    """Normalise a text for comparison: ignore spaces and case."""
    return "".join(text.split()).casefold()


def find_label(nodes: Iterable[RunNode[Any, Any]], problem: Problem[Any, Any], label: str) -> RunNode[Any, Any] | None:
    """The node whose state has this label, ignoring spaces and case; None if there is none."""
    return next((node for node in nodes if squeeze(problem.label(node.state)) == squeeze(label)), None)


def explain_label(run: LegalRun[Any, Any], label: str) -> str:
    """Explain why the state with this label is not expanded next."""
    node = find_label(reversed(run.nodes), run.problem, label)
    if node is not None:
        return run.explain(node.state)
    legal = run.list_legal()
    if not legal:
        return _("the search is over: {state} is no longer expanded").format(state=label)
    return _("{state} has not been generated yet; {instead} comes next").format(
        state=label, instead=run.label(legal[0])
    )


def compare_queue(run: LegalRun[Any, Any], queue: Sequence[str]) -> str:
    """The difference between `queue`, a frontier written by hand, and the correct frontier, in words. The order does
    not matter; "" if both have the same states.
    """
    right = {squeeze(run.label(run.nodes[number])): run.label(run.nodes[number]) for number in run.list_waiting()}
    written = {squeeze(each): each for each in queue}
    if missing := [name for key, name in right.items() if key not in written]:
        return _("{states} should be in the frontier, too").format(states=", ".join(missing[:LISTED]))
    if strange := [name for key, name in written.items() if key not in right]:
        return _("{states} should not be in the frontier").format(states=", ".join(strange[:LISTED]))
    return ""
