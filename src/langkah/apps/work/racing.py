"""Searches side by side: a race of a few from one position, or all that fit, compared; with verdicts and lessons that
follow from the figures alone.

In a race each event carries the time that had passed and, from a second run in which every allocation is counted, the
memory that the search had held at most by then.
"""

import tracemalloc
from array import array
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any

from langkah.apps.work.drawing import drawing
from langkah.apps.work.kit import Kit, Values
from langkah.apps.work.recording import Search, brief, here, recorded
from langkah.compare import (
    Entry,
    Row,
    entries,
    least,
    measured,
    misled,
    remarks,
    same_but_admissible,
    too_high,
    trusts,
    watched,
)
from langkah.doctor.distance import worst_gap
from langkah.language import _, number
from langkah.model import Problem, Puzzle, titled
from langkah.search import ALGORITHMS, algorithms_for, pick_estimate
from langkah.session import Session
from langkah.trace import Event, Status, Trace, as_json
from langkah.views.sentences import verdict

MOST_EVENTS = 6_000  # that are recorded of each
RACING = 4.0  # seconds of each search of a race, at most
COMPARING, LONGEST, QUICK = 18.0, 2.0, 0.4  # seconds: of a comparison, of one of its searches, to be weighed as well
EXAMINING = 3.0  # seconds in which to find where an estimate is too high


def race(session: Session, kit: Kit) -> Values:
    """Several searches from the same position, each with its time and memory, and what their figures say."""
    problem = here(session)
    lanes, rows = [], []
    usual = [{"algorithm": name} for name in algorithms_for(problem)[:2]]
    for told in kit.options.get("searches", usual):
        search = Search.asked(problem, told, kit, RACING)
        lane, row = raced(problem, search, kit)
        lanes.append(lane)
        rows.append(row)
    return {"lanes": lanes, **compared(problem, rows)}


def raced(problem: Problem[Any, Any], search: Search, kit: Kit) -> tuple[Values, Row]:
    """One of them: its recording with time and memory, and its figures."""
    trace = Trace(MOST_EVENTS, timed=True)
    result = search.run(problem, kit, trace)
    lane = recorded(problem, trace, result)
    count = len(lane["events"]["node"])
    held = weighed(problem, search, trace.first(count), kit)
    whole = len(held) == count and not lane["left_out"]
    lane["bytes"] = held
    row = Row(problem.name or repr(problem), Entry(search.algorithm), result, max(held, default=0), whole)
    return lane, row


def weighed(problem: Problem[Any, Any], search: Search, trace: Trace, kit: Kit) -> list[int]:
    """For each recorded event the most bytes that the search had held by then, as far as there is time to look."""
    held = array("q", bytes(8 * len(trace)))
    count = base = 0

    def weigh(_event: Event) -> None:
        nonlocal count
        if count < len(held):
            held[count] = tracemalloc.get_traced_memory()[0] - base
            count += 1

    nodes = min(trace.counters().expanded + 1, search.limit.nodes or 1 << 60)
    tracemalloc.start()
    try:
        base = tracemalloc.get_traced_memory()[0]
        search.run(problem, kit, weigh, nodes=nodes)
    finally:
        tracemalloc.stop()
    return list(accumulate(held[:count], max))


# All that fit, compared


def compare(session: Session, kit: Kit) -> Values:
    """Every algorithm that fits, those that trust an estimate also with each that is not admissible."""
    problem = here(session)
    found = entries(problem)
    seconds = min(LONGEST, COMPARING / max(len(found), 1))
    limit = replace(kit.limit, seconds=seconds)
    rows: list[Row] = []
    for entry in found:
        if kit.cancelled is not None and kit.cancelled():
            break
        row = measured(problem, entry, limit, memory=False, progress=kit.progress)
        if row.result.stats.seconds < QUICK and row.result.stats.engine == "python":
            row = row._replace(**watched(problem, entry, limit, row.result, {"estimate": entry.estimate}))
        rows.append(row)
    return compared(problem, rows)


def compared(problem: Problem[Any, Any], rows: Sequence[Row]) -> Values:
    """What several searches came to: a row for each, sentences that follow from them, and the lessons in them."""
    return {
        "title": titled(problem),
        "rows": [row_out(problem, row, rows) for row in rows],
        "remarks": [*remarks(rows), *misled(problem, rows)],
        "lessons": lessons(problem, rows),
    }


def row_out(problem: Problem[Any, Any], row: Row, rows: Sequence[Row]) -> Values:
    """The figures of one search, and its verdict among the others."""
    kind, words = judged(problem, row, rows)
    found = {"name": row.name, "verdict": kind, "words": words, "algorithm": row.entry.algorithm}
    return {**brief(row.as_dict(problem)), **found, "estimate": row.result.estimate or None}


def judged(problem: Problem[Any, Any], row: Row, rows: Sequence[Row]) -> tuple[str, str]:
    """What a search came to, beside the others: best (proved, or as good as one that is), good (nobody was better),
    dear, stopped or impossible; and a sentence."""
    result, best = row.result, least(rows)
    if not row.solved:
        kind = "stopped" if result.status is Status.STOPPED else "best"
        return kind, verdict(problem, result)
    cost = number(as_json(result.cost))
    if result.cost != best:
        return "dear", _("found {cost}, but {best} is enough").format(cost=cost, best=number(as_json(best)))
    if result.optimal:
        return "best", _("found {cost} and proved that it is the least").format(cost=cost)
    proofs = [each.name for each in rows if each.solved and each.result.cost == best and each.result.optimal]
    if proofs:
        text = _("found {cost}; that it is the least, {name} proves")
        return "best", text.format(cost=cost, name=proofs[0])
    return "good", _("found {cost}; nobody proved that it is the least").format(cost=cost)


def lessons(problem: Problem[Any, Any], rows: Sequence[Row]) -> list[Values]:
    """For each estimate that misled a search: the state where it is most too high, drawn, and three searches side by
    side (by number): one that was misled, one that needs no estimate, and the same one with an estimate that holds."""
    best = least(rows)
    if not isinstance(problem, Puzzle) or best is None:
        return []
    found = []
    wrong = [row for row in rows if row.solved and row.result.cost != best and trusts(problem, row)]
    for name in dict.fromkeys(row.result.estimate for row in wrong):
        estimate = pick_estimate(problem, name)
        gap = worst_gap(problem, estimate, seconds=EXAMINING)
        if gap is None:
            continue
        told: Values = {"estimate": name, "guess": as_json(gap.estimate), "true": as_json(gap.true)}
        told |= {"scene": drawing(problem.scene(gap.state)), "label": problem.label(gap.state)}
        sides = contrast(problem, [row for row in wrong if row.result.estimate == name], rows)
        found.append({**told, "text": too_high(problem, estimate, gap), "sides": [rows.index(row) for row in sides]})
    return found


def contrast(problem: Puzzle[Any, Any], wrong: Sequence[Row], rows: Sequence[Row]) -> list[Row]:
    """A search that was misled, one without an estimate that was not, and the same with one that holds; the pair that
    differs in nothing but the estimate, if there is one."""
    best = least(rows)
    plain = [row for row in rows if row.result.optimal and not row.result.estimate and row.result.cost == best]
    pairs = [
        (row, other)
        for row in wrong
        for other in rows
        if same_but_admissible(problem, row, other) and other.result.cost == best
    ]
    papers = [pair for pair in pairs if {"ties", "duplicates"} <= set(ALGORITHMS[pair[0].result.algorithm].options)]
    bad, good = next(iter([*papers, *pairs]), (wrong[0], None))
    return [bad, *plain[:1], *([good] if good else [])]
