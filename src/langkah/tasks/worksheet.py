"""The question 'what can be asked about this search on paper?': a page to print, with blanks and solutions."""

from dataclasses import dataclass
from typing import Any

from langkah.tasks.context import Context
from langkah.tasks.solve import SolveRequest, solve_problem
from langkah.tracing import Result, Trace
from langkah.views.worksheet import USUAL_NODES, USUAL_QUESTIONS, USUAL_ROWS, make_worksheet

__all__ = ["USUAL_NODES", "USUAL_QUESTIONS", "USUAL_ROWS", "WorksheetAnswer", "WorksheetRequest", "write_worksheet"]

MOST_EVENTS = 50_000


@dataclass(frozen=True)
class WorksheetRequest:
    """A search, and how much of it the page shows; another seed asks other questions; `latex` instead of a page."""

    search: SolveRequest
    rows: int = USUAL_ROWS
    nodes: int = USUAL_NODES
    questions: int = USUAL_QUESTIONS
    seed: int = 0
    latex: bool = False


@dataclass(frozen=True)
class WorksheetAnswer:
    """The page, and the search that it is about."""

    result: Result[Any, Any]
    page: str

    def as_dict(self) -> dict[str, Any]:
        """The answer as plain JSON values."""
        return {"problem": self.result.problem, "algorithm": self.result.algorithm, "page": self.page}


def write_worksheet(request: WorksheetRequest, context: Context) -> WorksheetAnswer:
    """Search, record, and write the page."""
    trace = Trace(MOST_EVENTS)
    problem, result = request.search.problem, solve_problem(request.search, context, trace).result
    rows, nodes = max(request.rows, 1), max(request.nodes, 1)
    page = make_worksheet(
        problem,
        trace,
        result,
        rows=rows,
        ask=request.questions,
        nodes=nodes,
        seed=request.seed,
        ties=request.search.search.ties,
        latex=request.latex,
    )
    return WorksheetAnswer(result, page)
