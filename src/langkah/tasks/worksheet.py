"""The task 'make a worksheet about this search': a page to print, with blanks and solutions."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from langkah.course.instances import draw_start, parse_range
from langkah.course.roster import read_roster
from langkah.errors import BadInput, DoesNotFit
from langkah.language import _
from langkah.model import Problem, Puzzle, get_title
from langkah.settings import require_whole
from langkah.tasks.context import Context
from langkah.tasks.solve import SolveRequest
from langkah.tasks.trace import TraceRequest, record_search
from langkah.tracing import Result
from langkah.typed_json import Range
from langkah.views.worksheet import KEY, PARTS, SHEET, USUAL_NODES, USUAL_QUESTIONS, USUAL_ROWS, write_sheets
from langkah.views.worksheet.contents import collect_contents

__all__ = ["USUAL_NODES", "USUAL_QUESTIONS", "USUAL_ROWS", "WorksheetAnswer", "WorksheetRequest", "write_worksheet"]

MOST_EVENTS = 50_000
MOST_SHEETS = 500  # sheets per file


@dataclass(frozen=True)
class WorksheetRequest(SolveRequest):
    """A request for a worksheet about a search. `rows`, `nodes` and `questions` limit how much the page shows; `seed`
    varies the questions. `latex`: LaTeX source instead of a web page. `key`: the format of a separate file with
    solutions ("html" or "latex"), "" for no such file. Each of `names` gets a sheet with a start of its own, whose
    least cost is in the range `least`, if given.
    """

    rows: Annotated[int, Range(1, 1000)] = USUAL_ROWS
    nodes: Annotated[int, Range(1, 1000)] = USUAL_NODES
    questions: Annotated[int, Range(0, 100)] = USUAL_QUESTIONS
    seed: Annotated[int, Range(0, 2**63 - 1)] = 0
    latex: bool = False
    key: Literal["", "html", "latex"] = ""
    names: Annotated[Sequence[Annotated[str, Range(0, 200)]], Range(0, MOST_SHEETS)] = ()
    least: Annotated[Sequence[int], Range(0, 2)] = ()

    def check(self) -> None:
        """Raise `BadInput` for negative values and wrong ranges. Upper limits apply only to requests from a page."""
        for name in ("rows", "nodes", "questions"):
            require_whole(name, getattr(self, name), 0)
        if self.least and (len(self.least) != 2 or self.least[0] > self.least[1]):
            raise BadInput(_("least = {value}: this must be a range of costs").format(value=list(self.least)))


class WorksheetJson(TypedDict):
    """A worksheet: the page to print, the problem and algorithm that it is about, and the separate solutions, if
    requested.
    """

    problem: str
    algorithm: str
    page: str
    key: NotRequired[str]


@dataclass(frozen=True)
class WorksheetAnswer:
    """The worksheet, the result of its search, and the solutions, if they are in a separate file."""

    result: Result[Any, Any]
    page: str
    key: str = ""

    def as_dict(self) -> WorksheetJson:
        """The answer as plain JSON values."""
        found: WorksheetJson = {
            "problem": self.result.problem,
            "algorithm": self.result.algorithm,
            "page": self.page,
        }
        return {**found, "key": self.key} if self.key else found


def write_worksheet(request: WorksheetRequest, context: Context) -> WorksheetAnswer:
    """Run and record a search, and write the worksheet about it."""
    sheets, result = [], None
    for name in request.names or [""]:
        problem = _draw_problem(request, name) if request.names else request.problem
        recorded = record_search(TraceRequest(problem, request.search, MOST_EVENTS), context)
        result = result or recorded.result
        contents = collect_contents(
            *recorded,
            rows=max(request.rows, 1),
            ask=request.questions,
            nodes=max(request.nodes, 1),
            seed=request.seed,
            ties=request.search.ties,
        )
        sheets.append((contents, name))
    assert result is not None
    if not request.key:
        return WorksheetAnswer(result, write_sheets(sheets, latex=request.latex, parts=PARTS))
    key = write_sheets(sheets, latex=request.key == "latex", parts=[KEY])
    return WorksheetAnswer(result, write_sheets(sheets, latex=request.latex, parts=[SHEET]), key)


def read_class(
    variants: int | None, students: Path | str | None, least: str | None
) -> tuple[list[str], tuple[int, ...]]:
    """The names on the sheets, and the range of least costs ("8..10" gives (8, 10); None gives ()). With `students`,
    the names are those in this file; with `variants`, they are "variant 1" and so on; otherwise, there are none.
    """
    found = parse_range(least) if least else ()
    if found is None:
        raise BadInput(_("--least {value}: this must be a range of costs, as in 8..10").format(value=least))
    if students and variants:
        raise BadInput(
            _("--students and --variants: each student already gets a variant; use only one of these options")
        )
    if students:
        return [f"{row['id']} {row.get('name') or ''}".strip() for row in read_roster(Path(students))], found
    if variants is not None and not 1 <= variants <= MOST_SHEETS:
        raise BadInput(_("--variants {n}: this must be from 1 to {most}").format(n=variants, most=MOST_SHEETS))
    if least and not variants:
        raise BadInput(_("--least needs --variants or --students"))
    return [_("variant {n}").format(n=number) for number in range(1, (variants or 0) + 1)], found


def _draw_problem(request: WorksheetRequest, name: str) -> Problem[Any, Any]:
    """The problem with a random start that depends only on the name of the student or variant and on the seed."""
    problem, least = request.problem, (request.least[0], request.least[1]) if request.least else None
    if not isinstance(problem, Puzzle):
        raise DoesNotFit(
            _("{name} is not a puzzle: only a puzzle can be given another start").format(name=get_title(problem))
        )
    found = draw_start(problem, Random(f"{request.seed}/{name}"), least)
    if found is None:
        low, high = least or (1, "...")
        text = _("{problem}: no start was found whose least cost is from {low} to {high}")
        raise BadInput(text.format(problem=problem.name, low=low, high=high))
    return found
