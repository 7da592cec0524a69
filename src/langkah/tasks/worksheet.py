"""The question 'what can be asked about this search on paper?': a page to print, with blanks and solutions."""

from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from langkah.settings import require_whole
from langkah.tasks.context import Context
from langkah.tasks.solve import SolveRequest
from langkah.tasks.trace import TraceRequest, record_search
from langkah.tracing import Result
from langkah.typed_json import Range
from langkah.views.worksheet import KEY, SHEET, USUAL_NODES, USUAL_QUESTIONS, USUAL_ROWS, make_worksheet

__all__ = ["USUAL_NODES", "USUAL_QUESTIONS", "USUAL_ROWS", "WorksheetAnswer", "WorksheetRequest", "write_worksheet"]

MOST_EVENTS = 50_000


@dataclass(frozen=True)
class WorksheetRequest(SolveRequest):
    """A search, and how much of it the page shows; another seed asks other questions; `latex` instead of a page. The
    key, apart from the sheet where it is asked for: "html" or "latex"."""

    rows: Annotated[int, Range(1, 1000)] = USUAL_ROWS
    nodes: Annotated[int, Range(1, 1000)] = USUAL_NODES
    questions: Annotated[int, Range(0, 100)] = USUAL_QUESTIONS
    seed: Annotated[int, Range(0, 2**63 - 1)] = 0
    latex: bool = False
    key: Literal["", "html", "latex"] = ""

    def check(self) -> None:
        """Python and the command line may ask for more than a page, but not for less than nothing."""
        for name in ("rows", "nodes", "questions"):
            require_whole(name, getattr(self, name), 0)


class WorksheetJson(TypedDict):
    """A page to print, and what it is about."""

    problem: str
    algorithm: str
    page: str
    key: NotRequired[str]


@dataclass(frozen=True)
class WorksheetAnswer:
    """The page, and the search that it is about; the key where it is apart from the page."""

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
    """Search, record, and write the page."""
    recorded = record_search(TraceRequest(request.problem, request.search, MOST_EVENTS), context)
    write = partial(
        make_worksheet,
        *recorded,
        rows=max(request.rows, 1),
        ask=request.questions,
        nodes=max(request.nodes, 1),
        seed=request.seed,
        ties=request.search.ties,
    )
    if not request.key:
        return WorksheetAnswer(recorded.result, write(latex=request.latex))
    key = write(latex=request.key == "latex", parts=[KEY])
    return WorksheetAnswer(recorded.result, write(latex=request.latex, parts=[SHEET]), key)
