"""Searches: the tables of algorithms, options and default choices, and `run_search`, which runs a requested search on a
problem or, if none is requested, the default searches in turn.
"""

from langkah.errors import DoesNotFit
from langkah.language import _
from langkah.model import M, Problem, Puzzle, S
from langkah.run import Run
from langkah.search.algorithm import Algorithm, Need, Promise
from langkah.search.choice import CHOICE, Facts, Rule, choose_algorithm, list_choices
from langkah.search.given_estimate import GivenEstimate, adopt_estimates
from langkah.search.options import OPTIONS, Option, OptionKind, SearchOptions, SearchRequest
from langkah.search.portfolio import Portfolio
from langkah.search.single import make_options, run_single
from langkah.search.table import (
    ALGORITHMS,
    choose_estimate,
    explain_misfit,
    find_algorithm,
    find_estimate,
    get_algorithm_title,
    get_code,
    get_frontier,
    list_algorithms,
    require_fit,
)
from langkah.tracing import Cancelled, Observer, Progress, Result, Trace

__all__ = [
    "ALGORITHMS",
    "CHOICE",
    "OPTIONS",
    "Algorithm",
    "Facts",
    "GivenEstimate",
    "Need",
    "Option",
    "OptionKind",
    "Promise",
    "Rule",
    "SearchOptions",
    "SearchRequest",
    "adopt_estimates",
    "choose_algorithm",
    "choose_estimate",
    "explain_misfit",
    "find_algorithm",
    "find_estimate",
    "get_algorithm_title",
    "get_code",
    "get_frontier",
    "list_algorithms",
    "list_choices",
    "run_search",
]


def run_search(
    problem: Problem[S, M],
    request: SearchRequest = SearchRequest(),  # noqa: B008 - a frozen value
    observe: Observer | None = None,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> Result[S, M]:
    """Run the requested search on a problem; if it is stopped, the result tells how far it came.

    If no algorithm is requested, the table `CHOICE` lists the searches for the problem. If the first of them has not
    finished after about a second, the other searches get turns, too. At a limit or Ctrl-C no exception is raised: the
    result has the status "stopped" and names the limit. With an observer, only the first choice runs; a `Trace` also
    receives the result.
    """
    request.check(problem)
    usual = "breadth-first" if request.device == "gpu" else "backtracking" if request.find_all else ""
    asked = find_estimate(problem, request.estimate) if request.estimate and isinstance(problem, Puzzle) else None
    choices = list_choices(Facts(problem, request.limit.memory, asked))
    row = require_fit(problem, request.algorithm or usual or next(choices, "uniform-cost"))
    if request.device == "gpu" and row.name != "breadth-first":
        raise DoesNotFit(_("--device gpu is for breadth-first search, not for {name}").format(name=row.name))
    if request.algorithm or usual or observe is not None:
        run: Run[S, M] = Run(request.limit, make_options(problem, row, request), observe, progress, cancelled)
        result = run_single(problem, row, run)
    else:
        result = Portfolio(problem, row, choices, request, progress, cancelled).run()
    if isinstance(observe, Trace):
        observe.result = result
    return result
