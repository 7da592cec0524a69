"""The question 'which algorithm does best from here?': every search that fits a position, with verdicts and lessons
that follow from their figures alone."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from langkah.comparison import (
    ComparisonRow,
    describe_gap,
    explain_misled,
    find_least_cost,
    is_same_but_admissible,
    trusts_estimate,
    write_remarks,
)
from langkah.doctor_checks.goal_distances import find_worst_gap
from langkah.language import _, format_number
from langkah.model import Problem, Puzzle, get_title
from langkah.search import ALGORITHMS, find_estimate
from langkah.tasks.compare import CompareRequest, compare_searches
from langkah.tasks.context import Context, Values
from langkah.tasks.request import PositionRequest
from langkah.tasks.trace import shorten_result
from langkah.tracing import Limit, Status, cost_to_json
from langkah.views.sentences import format_verdict
from langkah.views.strokes import scene_to_strokes

COMPARING, LONGEST, QUICK = 18.0, 2.0, 0.4  # seconds: of a comparison, of one of its searches, to be weighed as well
EXAMINING = 3.0  # seconds in which to find where an estimate is too high


def compare_position(position: PositionRequest, context: Context) -> Values:
    """Every algorithm that fits where a session stands, those that trust an estimate also with each that is not
    admissible."""
    problem = position.problem
    request = CompareRequest([problem], memory=QUICK)
    seconds = min(LONGEST, COMPARING / max(len(request.list_entries(problem)), 1))
    limit = replace(context.limit, seconds=seconds)
    found = compare_searches(request, Context(limit, progress=context.progress, cancelled=context.cancelled))
    return describe_rows(problem, found.rows)


def describe_rows(problem: Problem[Any, Any], rows: Sequence[ComparisonRow]) -> Values:
    """What several searches came to: a row for each, sentences that follow from them, and the lessons in them."""
    return {
        "title": get_title(problem),
        "rows": [_row_to_json(problem, row, rows) for row in rows],
        "remarks": [*write_remarks(rows), *explain_misled(problem, rows)],
        "lessons": _find_lessons(problem, rows),
    }


def _row_to_json(problem: Problem[Any, Any], row: ComparisonRow, rows: Sequence[ComparisonRow]) -> Values:
    kind, words = _judge_row(problem, row, rows)
    found = {"name": row.title, "verdict": kind, "words": words, "algorithm": row.entry.algorithm}
    return {**shorten_result(row.as_dict(problem)), **found, "estimate": row.result.estimate or None}


def _judge_row(problem: Problem[Any, Any], row: ComparisonRow, rows: Sequence[ComparisonRow]) -> tuple[str, str]:
    """What a search came to, beside the others: best (proved, or as good as one that is), good (nobody was better),
    dear, stopped or impossible; and a sentence."""
    result, best = row.result, find_least_cost(rows)
    if not row.solved:
        kind = "stopped" if result.status is Status.STOPPED else "best"
        return kind, format_verdict(problem, result)
    cost = format_number(cost_to_json(result.cost))
    if result.cost != best:
        return "dear", _("found {cost}, but {best} is enough").format(cost=cost, best=format_number(cost_to_json(best)))
    if result.optimal:
        return "best", _("found {cost} and proved that it is the least").format(cost=cost)
    proofs = [each.title for each in rows if each.solved and each.result.cost == best and each.result.optimal]
    if proofs:
        text = _("found {cost}; {name} proves that this is the least")
        return "best", text.format(cost=cost, name=proofs[0])
    return "good", _("found {cost}, not proved to be the least").format(cost=cost)


def _find_lessons(problem: Problem[Any, Any], rows: Sequence[ComparisonRow]) -> list[Values]:
    """For each estimate that misled a search: the state where it is most too high, drawn, and three searches side by
    side (by number): one that was misled, one that needs no estimate, and the same one with an estimate that holds."""
    best = find_least_cost(rows)
    if not isinstance(problem, Puzzle) or best is None:
        return []
    found = []
    wrong = [row for row in rows if row.solved and row.result.cost != best and trusts_estimate(problem, row)]
    for name in dict.fromkeys(row.result.estimate for row in wrong):
        estimate = find_estimate(problem, name)
        gap = find_worst_gap(problem, estimate, Limit(seconds=EXAMINING))
        if gap is None:
            continue
        told: Values = {
            "estimate": name,
            "title": _(name),
            "guess": cost_to_json(gap.estimate),
            "true": cost_to_json(gap.true),
        }
        told |= {"scene": scene_to_strokes(problem.scene(gap.state)), "label": problem.label(gap.state)}
        sides = _find_contrast(problem, [row for row in wrong if row.result.estimate == name], rows)
        found.append(
            {**told, "text": describe_gap(problem, estimate, gap), "sides": [rows.index(row) for row in sides]}
        )
    return found


def _find_contrast(
    problem: Puzzle[Any, Any], wrong: Sequence[ComparisonRow], rows: Sequence[ComparisonRow]
) -> list[ComparisonRow]:
    """A search that was misled, one without an estimate that was not, and the same with one that holds; the pair that
    differs in nothing but the estimate, if there is one."""
    best = find_least_cost(rows)
    plain = [row for row in rows if row.result.optimal and not row.result.estimate and row.result.cost == best]
    pairs = [
        (row, other)
        for row in wrong
        for other in rows
        if is_same_but_admissible(problem, row, other) and other.result.cost == best
    ]
    papers = [pair for pair in pairs if {"ties", "duplicates"} <= set(ALGORITHMS[pair[0].result.algorithm].options)]
    bad, good = next(iter([*papers, *pairs]), (wrong[0], None))
    return [bad, *plain[:1], *([good] if good else [])]
