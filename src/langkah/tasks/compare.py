"""The task 'which algorithm does best?': several searches on one problem or on many, and remarks on the results.

For a page, each row also has a verdict relative to the others, and each heuristic that misled a search becomes a
lesson.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self, TypedDict

from langkah.comparison import (
    ALL,
    ANSWERS,
    USUAL_LIMIT,
    USUAL_LIMIT_OF_MANY,
    Comparison,
    ComparisonRow,
    Entry,
    can_take_part,
    describe_gap,
    explain_misled,
    find_least_cost,
    is_same_but_admissible,
    list_entries,
    list_problems,
    measure_entry,
    trusts_estimate,
    write_remarks,
)
from langkah.doctor_checks.goal_distances import find_worst_gap
from langkah.language import _, format_number
from langkah.model import Problem, Puzzle, draw_scene, get_title
from langkah.search import ALGORITHMS, SearchRequest, find_estimate
from langkah.tasks.context import Context
from langkah.tasks.request import PYTHON_ONLY, Reader, Request, find_problem_here, get_saved_shape, make_search_reader
from langkah.tasks.solve import ResultJson, shorten_result
from langkah.tracing import Limit, Status, cost_to_json
from langkah.typed_json import Name
from langkah.views.sentences import format_verdict
from langkah.views.strokes import SceneJson, scene_to_strokes

__all__ = [
    "ANSWERS",
    "USUAL_LIMIT",
    "USUAL_LIMIT_OF_MANY",
    "CompareRequest",
    "Comparison",
    "ComparisonRow",
    "compare_searches",
    "find_least_cost",
    "list_problems",
]

if TYPE_CHECKING:
    from langkah.tasks.problems import ProblemCatalogue

# Limits for a page, in seconds: for all searches, for one of them, and for runs that are repeated to measure memory
PAGE_SECONDS, PAGE_SECONDS_EACH, PAGE_SECONDS_WEIGHED = 18.0, 2.0, 0.4
GAP_SECONDS = 3.0  # time for finding the state where an estimate is too high


@dataclass(frozen=True)
class CompareRequest(Request):
    """A comparison of algorithms and heuristics on one problem or more. If `algorithms` or `estimates` is None, the
    default ones are compared.

    `memory`: a run that took less than this many seconds is repeated to measure its memory. `seconds` is the time for
    all searches together, of which each gets an equal share; if it is None, each search has only the limits of `search`
    and of the context.
    """

    problems: Annotated[
        Sequence[Problem[Any, Any]],
        Reader("saved", get_saved_shape, lambda saved, catalogue: [find_problem_here(catalogue.session(saved))]),
    ]
    algorithms: Sequence[Name] | None = None
    estimates: Sequence[Name] | None = None
    search: Annotated[SearchRequest, make_search_reader(PAGE_SECONDS_EACH)] = field(default_factory=SearchRequest)
    memory: Annotated[float, PYTHON_ONLY] = float("inf")
    seconds: Annotated[float | None, PYTHON_ONLY] = None

    @classmethod
    def from_dict(cls, values: Mapping[str, object], catalogue: "ProblemCatalogue") -> Self:
        """The request of a page, with time limits that give a quick answer."""
        return replace(super().from_dict(values, catalogue), memory=PAGE_SECONDS_WEIGHED, seconds=PAGE_SECONDS)

    def list_entries(self, problem: Problem[Any, Any]) -> list[Entry]:
        """The searches to run on `problem`; with several problems, searches that do not fit `problem` are skipped."""
        names = self.estimates
        if names and tuple(names) == (ALL,):
            names = tuple(each.name for each in getattr(problem, "all_estimates", tuple)())
        found = list_entries(problem, self.algorithms, names)
        return [each for each in found if can_take_part(problem, each)] if len(self.problems) > 1 else found


class CompareRowJson(ResultJson):
    """The result of a search, compared with the others. `verdict` is "best" (proved, or as good as a proved result),
    "good" (no other search was better, but nothing is proved), "dear" (another search found a lower cost) or "stopped";
    `words` explains the verdict. `memory` is a lower bound if `memory_whole` is false.
    """

    name: str
    verdict: Literal["best", "good", "dear", "stopped"]
    words: str
    memory: int | None
    memory_whole: bool


class LessonGapJson(TypedDict):
    """A heuristic that misled a search: a state for which the estimate is too high (`guess`), the true cost from this
    state to a goal (`true`), and the indices of the searches to show side by side (`sides`).
    """

    estimate: str
    title: str
    guess: float | None
    true: float | None
    scene: SceneJson
    label: str
    text: str
    sides: list[int]


class ComparisonJson(TypedDict):
    """A comparison of searches from one position: a row for each search, remarks on the results, and a lesson for each
    heuristic that misled a search.
    """

    title: str
    rows: list[CompareRowJson]
    remarks: list[str]
    lessons: list[LessonGapJson]


def compare_searches(request: CompareRequest, context: Context) -> Comparison:
    """Run each algorithm, with each heuristic that it uses, on each problem. If cancelled, return the rows so far."""
    rows: list[ComparisonRow] = []
    search = replace(request.search, limit=request.search.limit.tighten(context.limit))
    found = Comparison(rows, {problem.name or repr(problem): problem for problem in request.problems})
    entries = [(problem, entry) for problem in request.problems for entry in request.list_entries(problem)]
    if request.seconds is not None:
        search = search.bounded(seconds=min(PAGE_SECONDS_EACH, request.seconds / max(len(entries), 1)))
    for problem, entry in entries:
        if context.cancelled is not None and context.cancelled():
            return found
        with context.guard():
            rows.append(measure_entry(problem, entry, search, request.memory, context.progress, context.cancelled))
        if found.interrupted:
            return found
    return found


# For a page


def describe_comparison(comparison: Comparison) -> ComparisonJson:
    """A comparison on one problem as JSON, with verdicts and lessons."""
    (problem,) = comparison.problems.values()
    return describe_rows(problem, comparison.rows)


def describe_rows(problem: Problem[Any, Any], rows: Sequence[ComparisonRow]) -> ComparisonJson:
    """The results of several searches as JSON: a row for each, remarks, and lessons."""
    return {
        "title": get_title(problem),
        "rows": [_row_to_json(problem, row, rows) for row in rows],
        "remarks": [*write_remarks(rows), *explain_misled(problem, rows)],
        "lessons": _find_lessons(problem, rows),
    }


def _row_to_json(problem: Problem[Any, Any], row: ComparisonRow, rows: Sequence[ComparisonRow]) -> Any:
    kind, words = _judge_row(problem, row, rows)
    found = {"name": row.title, "verdict": kind, "words": words, "algorithm": row.entry.algorithm}
    told: Any = row.as_dict()
    return {**shorten_result(told), **found, "estimate": row.result.estimate or None}


def _judge_row(problem: Problem[Any, Any], row: ComparisonRow, rows: Sequence[ComparisonRow]) -> tuple[str, str]:
    """The verdict on a search, compared with the others, and a sentence that explains it. The verdict is "best"
    (proved, or as good as a proved result), "good" (no other search was better, but nothing is proved), "dear" (another
    search found a lower cost) or "stopped".
    """
    result, best = row.result, find_least_cost(rows)
    if not row.solved:
        kind = "stopped" if result.status is Status.STOPPED else "best"
        return kind, format_verdict(problem, result)
    cost = format_number(cost_to_json(result.cost))
    if result.cost != best:
        return "dear", _("found a solution of cost {cost}, although cost {best} is possible").format(
            cost=cost, best=format_number(cost_to_json(best))
        )
    if result.optimal:
        return "best", _("found a solution of cost {cost} and proved that this is the least cost").format(cost=cost)
    proofs = [each.title for each in rows if each.solved and each.result.cost == best and each.result.optimal]
    if proofs:
        text = _("found a solution of cost {cost}; {name} proves that this is the least cost")
        return "best", text.format(cost=cost, name=proofs[0])
    return "good", _("found a solution of cost {cost}; no search proved that this is the least cost").format(cost=cost)


def _find_lessons(problem: Problem[Any, Any], rows: Sequence[ComparisonRow]) -> list[LessonGapJson]:
    """For each heuristic that misled a search: a picture of the state where the estimate exceeds the true cost most,
    and the indices of up to three searches to show side by side (see `_find_contrast`).
    """
    best = find_least_cost(rows)
    if not isinstance(problem, Puzzle) or best is None:
        return []
    found: list[LessonGapJson] = []
    wrong = [row for row in rows if row.solved and row.result.cost != best and trusts_estimate(problem, row)]
    for name in dict.fromkeys(row.result.estimate for row in wrong):
        estimate = find_estimate(problem, name)
        gap = find_worst_gap(problem, estimate, Limit(seconds=GAP_SECONDS))
        if gap is None:
            continue
        sides = _find_contrast(problem, [row for row in wrong if row.result.estimate == name], rows)
        lesson: LessonGapJson = {
            "estimate": name,
            "title": _(name),
            "guess": cost_to_json(gap.estimate),
            "true": cost_to_json(gap.true),
            "scene": scene_to_strokes(draw_scene(problem, gap.state)),
            "label": problem.label(gap.state),
            "text": describe_gap(problem, estimate, gap),
            "sides": [rows.index(row) for row in sides],
        }
        found.append(lesson)
    return found


def _find_contrast(
    problem: Puzzle[Any, Any], wrong: Sequence[ComparisonRow], rows: Sequence[ComparisonRow]
) -> list[ComparisonRow]:
    """Up to three searches that show the effect of a bad heuristic: a search that the heuristic misled, a correct
    search without a heuristic, and the algorithm of the misled search with an admissible heuristic. Algorithms with the
    options `ties` and `duplicates` are preferred for the pair.
    """
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
