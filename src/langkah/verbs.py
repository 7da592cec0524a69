"""The commands of `langkah` as functions, with the same names, options and answers.

    langkah solve klotski:classic --algorithm a-star --limit-nodes 1000
    langkah.solve("klotski:classic", "a-star", limit=Limit(nodes=1000))

A problem is an object or a name: `GAME`, `GAME:LEVEL`, `FILE.toml`, `FILE.py:CLASS`. Settings go through `load`, as in
`solve(load("hanoi", discs=8))`. Like every front end, each verb makes a request and passes it to a task. At a
limit, a verb raises no exception, but returns a result that says how far the task came; only `prove` and `check` raise
a `LangkahError`. To add a verb, write a function here and add its name to
`langkah.__all__`.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Unpack, overload

from langkah.errors import BadInput, LangkahError
from langkah.games import list_instances, load
from langkah.language import _
from langkah.model import M, Problem, S
from langkah.output_file import write_file
from langkah.search import GivenEstimate, SearchOptions, SearchRequest, adopt_estimates
from langkah.settings import make_unknown_name, quote_value
from langkah.tasks.context import Context
from langkah.tasks.solve import SolveRequest, solve_problem
from langkah.tracing import Cancelled, Limit, Observer, Progress, Result, Trace

if TYPE_CHECKING:  # each verb imports what it needs: callers of `solve` do not wait for the rest
    from langkah.comparison import Comparison
    from langkah.doctor_checks import Report
    from langkah.engine.keeper import Store
    from langkah.engine.store.reader import StoreReader
    from langkah.engine.survey import Survey
    from langkah.proofs.certificate import Proof
    from langkah.proofs.verdict import Verdict
    from langkah.session import Session
    from langkah.tasks.reproduce import ReproduceAnswer

Name = str | Path
MOST_EVENTS = 1_000_000  # events in a trace by default


def open_problem(problem: object, verb: str) -> Problem[Any, Any]:
    """`problem` itself or, if it is a name, the problem with this name. Error messages mention `verb`. Raises
    `BadInput` for any other value.
    """
    if isinstance(problem, Problem):
        return problem
    if isinstance(problem, Name):
        return load(str(problem))
    if isinstance(problem, type) and issubclass(problem, Problem):
        text = _("{verb} needs a problem, and {name} is a class of problems: write {verb}({name}())")
        raise BadInput(text.format(verb=verb, name=problem.__name__))
    text = _('{verb} needs a problem or its name, as in "hanoi" or load("hanoi", discs=5), not {value}')
    raise BadInput(text.format(verb=verb, value=quote_value(problem)))


def make_context(limit: Limit | None, progress: Progress | None = None, cancelled: Cancelled | None = None) -> Context:
    """The limits of a task, with its callbacks for progress and cancelling."""
    given: object = limit
    if given is not None and not isinstance(given, Limit):
        text = _("limit = {value}: this must be a Limit, as in Limit(nodes=1000)")
        raise BadInput(text.format(value=quote_value(given)))
    return Context(limit or Limit(), progress, cancelled)


def _make_search(
    problem: Problem[Any, Any], algorithm: str | None, options: SearchOptions
) -> tuple[Problem[Any, Any], SearchRequest]:
    """The problem to search and the search request. If the estimate is given as a function or an `Estimate`, the
    problem is a copy that also offers this estimate.
    """
    given: object = algorithm
    if given is not None and not isinstance(given, str):
        name = getattr(given, "__name__", quote_value(given))
        lines = [_('algorithm = {value}: give its name, as in "a*"').format(value=name)]
        if callable(given):
            lines.append(_("If {name} is a heuristic, write: estimate={name}").format(name=name))
        raise BadInput(*lines)
    if unknown := [name for name in options if name not in SearchOptions.__annotations__]:
        raise make_unknown_name(_("Option"), unknown[0], SearchOptions.__annotations__)
    names: list[str] = []
    if (estimate := options.get("estimate")) is not None:
        problem, names = adopt_estimates(problem, [estimate])
    rest: Any = {**options, "estimate": names[0] if names else None}
    return problem, SearchRequest(algorithm or "", **rest)


def play_moves(problem: Problem[Any, Any], moves: Sequence[str] | str) -> "Session":
    """A session with the problem, in which `moves` have been made; in a race with dice, the moves are results of
    throws. A text with several moves is split at its commas.
    """
    from langkah.session import Session

    session = Session(problem, dice=False)
    for move in _split_names(moves) or ():
        session.play(move)
    return session


def _split_names(names: Sequence[str] | str | None) -> Sequence[str] | None:
    """Names as a sequence; a string is split at its commas, as on the command line."""
    return tuple(filter(None, (name.strip() for name in names.split(",")))) if isinstance(names, str) else names


# Searching


@overload
def solve(
    problem: Problem[S, M],
    algorithm: str | None = None,
    *,
    limit: Limit | None = None,
    observe: Observer | None = None,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
    **options: Unpack[SearchOptions],
) -> Result[S, M]: ...
@overload
def solve(
    problem: Name,
    algorithm: str | None = None,
    *,
    limit: Limit | None = None,
    observe: Observer | None = None,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
    **options: Unpack[SearchOptions],
) -> Result[Any, Any]: ...
def solve(
    problem: Problem[Any, Any] | Name,
    algorithm: str | None = None,
    *,
    limit: Limit | None = None,
    observe: Observer | None = None,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
    **options: Unpack[SearchOptions],
) -> Result[Any, Any]:
    """Find the cheapest solution of a problem, prove that there is none, or report how far the search came.

    Without an algorithm, those that can prove the answer for this problem are tried in turn. At a limit or Ctrl-C, no
    exception is raised: the result has the status "stopped" and names the limit. `observe` receives every event; about
    every 10 ms, `progress` is called with the current `Stats`, and `cancelled` to learn whether to stop. Options:
    `SearchOptions`; an estimate is a name, a function of (problem, state) or (state), or an `Estimate`.

    >>> solve("klotski:classic", "breadth-first").cost
    116
    >>> solve(load("hanoi", discs=2), "a*", estimate="zero", limit=Limit(nodes=100)).notation
    ('1-3', '1-2', '3-2')
    """
    request = SolveRequest(*_make_search(open_problem(problem, "solve"), algorithm, options))
    return solve_problem(request, make_context(limit, progress, cancelled), observe).result


def trace(
    problem: Problem[Any, Any] | Name,
    algorithm: str | None = None,
    *,
    moves: Sequence[str] | str = (),
    events: int = MOST_EVENTS,
    limit: Limit | None = None,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
    **options: Unpack[SearchOptions],
) -> Trace:
    """Record every event of a search, after some `moves`; the trace has its `result`.

    A name that ends in .json opens a saved trace.

    >>> found = trace(load("hanoi", discs=2), "a*")
    >>> found, found.result
    (<Trace of a-star on hanoi discs=2: 18 events>, <Result hanoi discs=2: solved, cost 3, optimal, 5 expanded>)
    """
    if isinstance(problem, Name) and str(problem).endswith(".json"):
        from langkah.tasks.stored_trace import open_trace

        return open_trace(str(problem)).trace
    from langkah.tasks.request import find_problem_here
    from langkah.tasks.trace import TraceRequest, record_search

    opened, search = _make_search(open_problem(problem, "trace"), algorithm, options)
    request = TraceRequest(find_problem_here(play_moves(opened, moves)), search, events)
    return record_search(request, make_context(limit, progress, cancelled)).trace


def compare(
    problem: Problem[Any, Any] | Name | Sequence[Problem[Any, Any] | Name],
    algorithms: Sequence[str] | str | None = None,
    *,
    settings: Mapping[str, object] | None = None,
    estimates: Sequence[GivenEstimate] | str | None = None,
    levels: Sequence[str] | str | None = None,
    random: int | None = None,
    seed: int = 0,
    memory: bool = True,
    limit: Limit | None = None,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
    **options: Unpack[SearchOptions],
) -> "Comparison":
    """Run several algorithms, by default all that fit, on one problem or many.

    The problems: one, a list, some `levels` of a game or "all", `random` starts, or all lines of an instance file;
    `settings` apply to problems given by name. `memory`: run each search again to measure its memory. The limit applies
    to each search; by default 5 seconds, or 3 with many problems.

    >>> found = compare(load("hanoi", discs=2), ["bfs", "a*"])
    >>> [row.result.cost for row in found.rows]
    [3, 3]
    >>> compare("hanoi", "bfs,a*", random=3, memory=False)
    <Comparison on 3 problems: 6 of 6 searches solved it>
    """
    from langkah.tasks.compare import USUAL_LIMIT, USUAL_LIMIT_OF_MANY, CompareRequest, compare_searches, list_problems

    asked: list[Any] = list(problem) if isinstance(problem, list | tuple) else [problem]
    given = [one for each in asked for one in list_instances(str(each)) or [each]]
    names = _split_names(levels)
    if settings and not all(isinstance(each, Name) for each in given):
        raise BadInput(_("settings apply only to problems given by name; for a problem object, pass them to `load`"))
    bases: list[Any] = given if settings or names is not None else [open_problem(each, "compare") for each in given]
    how: dict[str, Any] = {"levels": names, "random": random, "seed": seed}
    problems = [each for base in bases for each in list_problems(base, settings, **how)]
    named: list[str] | None = None
    if estimates is not None:
        wanted: Any = _split_names(estimates) if isinstance(estimates, str) else estimates
        adopted = [adopt_estimates(each, list(wanted)) for each in problems]
        problems, named = [each for each, _names in adopted], next((names for _each, names in adopted), None)
    searches = [_make_search(each, None, options) for each in problems]
    problems = [each for each, _search in searches]
    search = searches[0][1] if searches else SearchRequest()
    measured = float("inf") if memory else 0.0
    request = CompareRequest(problems, _split_names(algorithms), named, search, measured)
    usual = USUAL_LIMIT if len(problems) == 1 else USUAL_LIMIT_OF_MANY
    return compare_searches(request, make_context(limit or usual, progress, cancelled))


def worksheet(
    problem: Problem[Any, Any] | Name,
    algorithm: str | None = None,
    *,
    rows: int = 12,
    nodes: int = 45,
    questions: int = 4,
    seed: int = 0,
    latex: bool = False,
    key: Name | None = None,
    variants: int | None = None,
    students: Name | None = None,
    least: str | None = None,
    limit: Limit | None = None,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
    **options: Unpack[SearchOptions],
) -> str:
    """Write a printable worksheet about a search, with blanks and solutions, as HTML or LaTeX. `key`: a separate file
    for the solutions (LaTeX if its name ends in .tex). `variants` is the number of variants; `students` is a CSV file,
    and each student in it gets one variant. Each variant has its own start, with a least cost in a range such as
    "8..10".

    >>> worksheet("hanoi", "a*", questions=3).startswith("<!doctype html>")
    True
    """
    from langkah.tasks.worksheet import WorksheetRequest, read_class, write_worksheet

    opened, search = _make_search(open_problem(problem, "worksheet"), algorithm, options)
    form: Literal["", "html", "latex"] = "" if key is None else "latex" if str(key).endswith(".tex") else "html"
    whose = read_class(variants, students, least)
    request = WorksheetRequest(opened, search, rows, nodes, questions, seed, latex, form, *whose)
    answer = write_worksheet(request, make_context(limit, progress, cancelled))
    if key is not None:
        write_file(key, answer.key)
    return answer.page


# Certificates


def prove(
    problem: Problem[Any, Any] | Name,
    claim: str = "",
    *,
    algorithm: str | None = None,
    player: str = "",
    seat: Literal["first", "second"] = "second",
    seed: int = 0,
    every_state: bool = False,
    limit: Limit | None = None,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
    **options: Unpack[SearchOptions],
) -> "Proof":
    """Write a certificate of an answer, which `check` verifies with only the rules of the puzzle.

    `claim`: least, impossible, distances, layers, value, never-loses (of a `player`), odds or consistent (an estimate);
    by default the value of a two-player game, else the least cost or that there is no solution. `every_state`: do not
    merge equivalent states. If no certificate can be written, raises a `LangkahError` that says what is missing.

    >>> prove("klotski:classic").verdict.proved
    'klotski:classic: there is a solution of cost 116, and none costs less.'
    """
    from langkah.tasks.proof import ProveRequest, prove_claim

    opened, search = _make_search(open_problem(problem, "prove"), algorithm, options)
    request = ProveRequest(opened, claim, player, seat, search, seed, every_state)
    return prove_claim(request, make_context(limit, progress, cancelled))


def check(
    file: "Proof | Name | bytes",
    problem: Problem[Any, Any] | Name | None = None,
    *,
    region: str = "",
    limit: Limit | None = None,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> "Verdict":
    """Check a certificate. If it does not hold, raises `DoesNotHold`, which names the first state where it fails.
    `problem`: required for your own puzzle, since its file runs only if you name it. `region`: if the certificate is
    the checkpoint of a large exploration, the region of the space to search again.

    >>> check(prove(load("hanoi", discs=3)))
    <Verdict: hanoi discs=3: there is a solution of cost 7, and none costs less. (19 states)>
    """
    from langkah.tasks.proof import CheckRequest, Proof, check_proof

    named = problem if problem is None or isinstance(problem, Problem) else str(problem)
    given = file.data if isinstance(file, Proof) else file if isinstance(file, bytes) else Path(file)
    request = CheckRequest(file=given, problem=named, region=region)
    checked = check_proof(request, make_context(limit, progress, cancelled))
    if checked.failure is not None:
        raise checked.failure
    assert checked.verdict is not None
    return checked.verdict


# Whole spaces


def explore(
    problem: Problem[Any, Any] | Name,
    *,
    limit: Limit | None = None,
    device: str = "auto",
    threads: int | None = None,
    store: "Name | Store | None" = None,
    hardest: bool = True,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> "Survey":
    """Visit every reachable state, and report the layers, the goals and the hardest starts.

    `device`: "cpu", "gpu" or "auto", whichever is faster. `store`: a folder, or an address such as `s3://bucket/tiles`,
    that keeps all layers for later queries; or a `Store` with more options, for example to keep only a checkpoint.

    >>> explore("klotski:classic")
    <Survey klotski:classic: 25,955 states in 168 layers, complete>
    """
    from langkah.engine.explore import explore as explore_problem

    found, limit = open_problem(problem, "explore"), make_context(limit).limit
    return explore_problem(
        found, limit=limit, device=device, threads=threads, store=store, hardest=hardest,
        progress=progress, cancelled=cancelled,
    )  # fmt: skip


def store(path: Name, problem: Problem[Any, Any] | Name | None = None) -> "StoreReader":
    """Open the store of an exploration for queries. `problem` is required for your own puzzle.

    >>> import tempfile
    >>> folder = tempfile.mkdtemp()
    >>> explore(load("hanoi", discs=3), store=folder).states
    27
    >>> store(folder).find_depth((2, 2, 2))
    7
    """
    from langkah.engine.store.reader import open_store

    return open_store(path, None if problem is None else open_problem(problem, "store"))


# Definitions, papers


def doctor(
    problem: Problem[Any, Any] | Name,
    *,
    limit: Limit | None = None,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> "Report":
    """Examine the definition of a puzzle. The limit sets how many states are examined, and for how many seconds.

    >>> doctor(load("hanoi", discs=2))
    <Report on hanoi discs=2: healthy, 9 states>
    """
    from langkah.tasks.doctor import DoctorRequest, examine_problem, report_unbuildable

    try:
        found = open_problem(problem, "doctor")
    except LangkahError:
        raise
    except Exception as error:  # raised by the puzzle's own code
        return report_unbuildable(str(problem), error)
    request = DoctorRequest(found, found.name or repr(found))
    return examine_problem(request, make_context(limit, progress, cancelled))


def reproduce(
    paper: str | None = None,
    *,
    limit: Limit | None = None,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> "ReproduceAnswer":
    """Recompute every number of one of the five papers, or of all of them.

    >>> [claim.agrees for claim in reproduce("hanoi-bfs").papers["hanoi-bfs"]][:3]
    [True, True, True]
    """
    from langkah.tasks.reproduce import ReproduceRequest, reproduce_papers

    return reproduce_papers(ReproduceRequest(paper), make_context(limit, progress, cancelled))
