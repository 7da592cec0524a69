"""The question 'which algorithm does best?': several searches on one problem or on many, and what their figures say."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from typing import Any

from langkah.comparison import (
    ANSWERS,
    ComparisonRow,
    Entry,
    Summary,
    can_take_part,
    explain_misled,
    find_least_cost,
    list_entries,
    measure_entry,
    summarize_rows,
    write_remarks,
)
from langkah.language import _, format_number
from langkah.model import Problem
from langkah.search import SearchRequest
from langkah.tasks.context import Context, Values
from langkah.tracing import Limit

__all__ = [
    "ALL",
    "ANSWERS",
    "CompareRequest",
    "Comparison",
    "ComparisonRow",
    "compare_algorithms",
    "compare_searches",
    "find_least_cost",
]

ALL = "all"

Guard = Callable[[], AbstractContextManager[None]]


@dataclass(frozen=True)
class CompareRequest:
    """Problems, and who is to work on them: algorithms and estimates by name, without names those that fit.

    `memory`: run again to measure memory, where the first run took less than so many seconds."""

    problems: Sequence[Problem[Any, Any]]
    algorithms: Sequence[str] | None = None
    estimates: Sequence[str] | None = None
    search: SearchRequest = field(default_factory=SearchRequest)  # how those that heed them are tuned
    memory: float = float("inf")

    def list_entries(self, problem: Problem[Any, Any]) -> list[Entry]:
        """Who runs on a problem; where there are many, those that do not fit one of them sit out."""
        names = self.estimates
        if names and tuple(names) == (ALL,):
            names = tuple(each.name for each in getattr(problem, "all_estimates", tuple)())
        found = list_entries(problem, self.algorithms, names)
        return [each for each in found if can_take_part(problem, each)] if len(self.problems) > 1 else found


@dataclass(frozen=True)
class Comparison:
    """All rows, the problem of each, and what follows from them: sentences about one problem, medians over many."""

    rows: list[ComparisonRow]
    problems: dict[str, Problem[Any, Any]]

    @property
    def many(self) -> bool:
        """Whether there is more than one problem."""
        return len(self.problems) > 1

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended it."""
        return any(row.interrupted for row in self.rows)

    @property
    def remarks(self) -> list[str]:
        """What the figures of a single problem say."""
        if self.many:
            return []
        (problem,) = self.problems.values()
        return [*write_remarks(self.rows), *explain_misled(problem, self.rows)]

    @property
    def summaries(self) -> list[Summary]:
        """Each algorithm over many problems."""
        return summarize_rows(self.rows) if self.many else []

    def _repr_html_(self) -> str:
        """What a notebook shows: a row for each search, and what follows from them."""
        from langkah.views.notebook import table_to_html

        headers = [_("problem"), _("algorithm"), _("result"), _("cost"), _("proved"), _("expanded"), _("seconds")]
        rows = [
            [
                row.problem,
                row.title,
                _(str(row.result.status)),
                "-" if row.result.cost is None else format_number(row.result.cost),
                _("yes") if row.result.optimal else _("no"),
                format_number(row.result.stats.expanded),
                format_number(row.result.stats.seconds, ".3f"),
            ]
            for row in self.rows
        ]
        return table_to_html(
            _("Comparison: {title}").format(title=", ".join(self.problems)), headers, rows, self.remarks
        )

    def as_dict(self) -> Values:
        """The comparison as plain JSON values."""
        rows = [row.as_dict(self.problems[row.problem]) for row in self.rows]
        return {"rows": rows, "remarks": self.remarks, "medians": [each._asdict() for each in self.summaries]}


def compare_algorithms(
    problem: Problem[Any, Any],
    algorithms: Sequence[str] | None = None,
    estimates: Sequence[str] | None = None,
    limit: Limit | None = None,
) -> Comparison:
    """Several searches on one problem: those named, or all that fit. A notebook shows the answer as a table.

    >>> found = compare_algorithms(load("hanoi", discs=2), ["bfs", "a*"])
    >>> [row.result.cost for row in found.rows]
    [3, 3]
    """
    request = CompareRequest([problem], algorithms, estimates, memory=0)
    return compare_searches(request, Context(limit or Limit()))


def compare_searches(request: CompareRequest, context: Context, guard: Guard = nullcontext) -> Comparison:
    """Run each algorithm on each problem. Each run is made inside a `guard`, for a front end that has an alarm."""
    rows: list[ComparisonRow] = []
    search = replace(request.search, limit=request.search.limit.tighten(context.limit))
    found = Comparison(rows, {problem.name or repr(problem): problem for problem in request.problems})
    for problem in request.problems:
        for entry in request.list_entries(problem):
            if context.cancelled is not None and context.cancelled():
                return found
            with guard():
                rows.append(measure_entry(problem, entry, search, request.memory, context.progress, context.cancelled))
            if found.interrupted:
                return found
    return found
