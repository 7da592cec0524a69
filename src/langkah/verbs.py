"""The commands of `langkah` as functions: the same names, the same options, the same answers.

    langkah solve klotski:classic --algorithm a-star --limit-nodes 1000
    langkah.solve("klotski:classic", "a-star", limit=Limit(nodes=1000))

A problem is given as a value or by its name: `GAME`, `GAME:LEVEL`, `FILE.toml`, `FILE.py:CLASS`. Settings go through
`load`, as in `solve(load("hanoi", discs=8))`. Each verb makes a request and hands it to a task, as every front end
does. None raises for a limit: the answer says how far it came. A new verb is a function here and a name in
`langkah.__all__`.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Unpack, overload

from langkah.errors import BadInput, LangkahError
from langkah.games import load
from langkah.language import _
from langkah.model import M, Problem, S
from langkah.output_file import write_file
from langkah.scene import Scene
from langkah.search import SearchOptions, SearchRequest
from langkah.settings import quote_value
from langkah.tasks.context import Context
from langkah.tasks.solve import SolveRequest, solve_problem
from langkah.tracing import Cancelled, Limit, Observer, Progress, Result, Trace

if TYPE_CHECKING:  # each verb imports what it needs: those who only solve do not wait for the others
    from langkah.comparison import Comparison
    from langkah.dice_odds import Odds
    from langkah.doctor_checks import Report
    from langkah.engine.keeper import Store
    from langkah.engine.store.reader import StoreReader
    from langkah.engine.survey import Survey
    from langkah.player_audit import Audit
    from langkah.player_match import Match
    from langkah.session import Session
    from langkah.tasks.reproduce import ReproduceAnswer

Name = str | Path
MOST_EVENTS = 1_000_000  # that a trace keeps, unless said otherwise


def _open_problem(problem: object, verb: str) -> Problem[Any, Any]:
    """The problem that is meant: itself, or the one of that name."""
    if isinstance(problem, Problem):
        return problem
    if isinstance(problem, Name):
        return load(str(problem))
    if isinstance(problem, type) and issubclass(problem, Problem):
        text = _("{verb} needs a problem, and {name} is a class of problems: write {verb}({name}())")
        raise BadInput(text.format(verb=verb, name=problem.__name__))
    text = _('{verb} needs a problem or its name, not {value}: as in "hanoi" or load("hanoi", discs=5)')
    raise BadInput(text.format(verb=verb, value=quote_value(problem)))


def _make_context(limit: Limit | None, progress: Progress | None = None, cancelled: Cancelled | None = None) -> Context:
    """Where a task must stop, and who hears of it."""
    given: object = limit
    if given is not None and not isinstance(given, Limit):
        text = _("limit = {value}: this must be a Limit, as in Limit(nodes=1000)")
        raise BadInput(text.format(value=quote_value(given)))
    return Context(limit or Limit(), progress, cancelled)


def _play_moves(problem: Problem[Any, Any], moves: Sequence[str] | str) -> "Session":
    """The problem after some moves."""
    from langkah.session import Session

    session = Session(problem, dice=False)
    for move in _split_names(moves) or ():
        session.play(move)
    return session


def _split_names(names: Sequence[str] | str | None) -> Sequence[str] | None:
    """Names as a list, also where they are written as on the command line."""
    return tuple(filter(None, map(str.strip, names.split(",")))) if isinstance(names, str) else names


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
    """Find the cheapest solution of a problem, prove that there is none, or say how far the search came.

    With no algorithm named, a sound one is picked that proves its answer. Never raises for a limit or for Ctrl-C:
    the result then has the status "stopped" and names the limit. `observe` hears every event; `progress` is called with
    the `Stats` so far, and `cancelled` is asked whether to stop, about every 10 ms. Options: `SearchOptions`.

    >>> solve("klotski:classic", "breadth-first").cost
    116
    >>> solve(load("hanoi", discs=2), "a*", estimate="zero", limit=Limit(nodes=100)).moves
    ('1-3', '1-2', '3-2')
    """
    request = SolveRequest(_open_problem(problem, "solve"), SearchRequest(algorithm or "", **options))
    return solve_problem(request, _make_context(limit, progress, cancelled), observe).result


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
    """Record what a search does, after some `moves`; the trace has its `result`.

    A name that ends in .json opens a record that was stored.

    >>> found = trace(load("hanoi", discs=2), "a*")
    >>> found, found.result
    (<Trace of a-star on hanoi discs=2: 18 events>, <Result hanoi discs=2: solved, cost 3, optimal, 5 expanded>)
    """
    if isinstance(problem, Name) and str(problem).endswith(".json"):
        from langkah.tasks.stored_trace import open_trace

        return open_trace(str(problem)).trace
    from langkah.tasks.request import find_problem_here
    from langkah.tasks.trace import TraceRequest, record_search

    here = find_problem_here(_play_moves(_open_problem(problem, "trace"), moves))
    request = TraceRequest(here, SearchRequest(algorithm or "", **options), events)
    return record_search(request, _make_context(limit, progress, cancelled)).trace


def compare(
    problem: Problem[Any, Any] | Name | Sequence[Problem[Any, Any] | Name],
    algorithms: Sequence[str] | str | None = None,
    *,
    estimates: Sequence[str] | str | None = None,
    levels: Sequence[str] | str | None = None,
    random: int | None = None,
    seed: int = 0,
    memory: bool = True,
    limit: Limit | None = None,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
    **options: Unpack[SearchOptions],
) -> "Comparison":
    """Run several algorithms on one problem or on many: those named, or all that fit.

    `levels` of a game, or "all"; `random` starts of a problem; a list of problems. `memory`: run each search again
    to measure its memory. The limit is that of each search; without one it is 5 seconds, with many problems 3.

    >>> found = compare(load("hanoi", discs=2), ["bfs", "a*"])
    >>> [row.result.cost for row in found.rows]
    [3, 3]
    >>> compare("hanoi", "bfs,a*", random=3, memory=False)
    <Comparison on 3 problems: 6 of 6 searches solved it>
    """
    from langkah.tasks.compare import USUAL_LIMIT, USUAL_LIMIT_OF_MANY, CompareRequest, compare_searches, list_problems

    given = list(problem) if isinstance(problem, list | tuple) else [problem]
    names = _split_names(levels)
    bases: list[Any] = given if names is not None else [_open_problem(each, "compare") for each in given]
    problems = [each for base in bases for each in list_problems(base, levels=names, random=random, seed=seed)]
    search = SearchRequest(**options)
    measured = float("inf") if memory else 0.0
    request = CompareRequest(problems, _split_names(algorithms), _split_names(estimates), search, measured)
    usual = USUAL_LIMIT if len(problems) == 1 else USUAL_LIMIT_OF_MANY
    return compare_searches(request, _make_context(limit or usual, progress, cancelled))


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
    limit: Limit | None = None,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
    **options: Unpack[SearchOptions],
) -> str:
    """A page to print about a search, with blanks and solutions: HTML, or LaTeX. `key`: a file for the solutions (LaTeX
    where its name ends in .tex), which then are not on the page.

    >>> worksheet("hanoi", "a*", questions=3).startswith("<!doctype html>")
    True
    """
    from langkah.tasks.worksheet import WorksheetRequest, write_worksheet

    search = SearchRequest(algorithm or "", **options)
    form = () if key is None else ("latex" if str(key).endswith(".tex") else "html",)
    request = WorksheetRequest(_open_problem(problem, "worksheet"), search, rows, nodes, questions, seed, latex, *form)
    answer = write_worksheet(request, _make_context(limit, progress, cancelled))
    if key is not None:
        write_file(key, answer.key)
    return answer.page


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
    """Visit every state that can be reached: layers, goals, the hardest starts.

    `device`: "cpu", "gpu", or where it is faster. `store`: a folder, or an address such as `s3://bucket/tiles`, that
    holds all layers and can be asked later; or a `Store`, which says more: that only a checkpoint is to be kept, say.

    >>> explore("klotski:classic")
    <Survey klotski:classic: 25,955 states in 168 layers, complete>
    """
    from langkah.engine.explore import explore as explore_problem

    found, limit = _open_problem(problem, "explore"), _make_context(limit).limit
    return explore_problem(
        found, limit=limit, device=device, threads=threads, store=store, hardest=hardest,
        progress=progress, cancelled=cancelled,
    )  # fmt: skip


def store(path: Name, problem: Problem[Any, Any] | Name | None = None) -> "StoreReader":
    """The store of an exploration, to be asked. `problem` is needed where it is a puzzle of one's own.

    >>> import tempfile
    >>> folder = tempfile.mkdtemp()
    >>> explore(load("hanoi", discs=3), store=folder).states
    27
    >>> store(folder).find_depth((2, 2, 2))
    7
    """
    from langkah.engine.store.reader import open_store

    return open_store(path, None if problem is None else _open_problem(problem, "store"))


# Games of chance, players


def odds(
    problem: Problem[Any, Any] | Name,
    *,
    players: int = 1,
    at: Sequence[Any] = (),
    exact: bool = False,
    jumps: bool = False,
    alternatives: Mapping[str, object] | Iterable[tuple[str, object]] = (),
    decline: bool = False,
    simulate: int = 0,
    seed: int = 0,
    limit: Limit | None = None,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> "Odds":
    """How long a game of chance takes, and who wins a race of several players, exactly.

    `at`: where the players stand, the next to move first. `exact`: fractions also for large boards. `jumps`: what each
    jump is worth, also on large boards. `alternatives`: settings that a player may choose before each turn, as in
    `{"die": 4}`. `decline`: jumps may be declined. `simulate`: play so many games at random, too.

    >>> odds(load("snakes", squares=2, die=2)).expected_exact
    Fraction(2, 1)
    """
    from langkah.tasks.odds_report import OddsReportRequest, report_odds

    pairs = alternatives.items() if isinstance(alternatives, Mapping) else alternatives
    request = OddsReportRequest(
        _open_problem(problem, "odds"),
        players,
        at,
        exact=exact,
        jumps=jumps,
        alternatives={f"{name}={value}": (name, value) for name, value in pairs},
        decline=decline,
        games=simulate,
        seed=seed,
    )
    return report_odds(request, _make_context(limit, progress, cancelled))


def audit(
    player: str,
    problem: Problem[Any, Any] | Name,
    *,
    seat: Literal["first", "second"] = "second",
    seed: int = 0,
    lines: int = 1000,
    limit: Limit | None = None,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> "Audit[Any]":
    """Play one player against every possible reply and prove its record; at most so many losing `lines` are kept.

    >>> audit("expert", "tictactoe")
    <Audit of expert as second on tictactoe: never loses; 457 games, 346 won, 111 drawn, 0 lost>
    """
    from langkah.tasks.audit import AuditRequest, audit_player

    request = AuditRequest(_open_problem(problem, "audit"), player, seat, seed, lines)
    return audit_player(request, _make_context(limit, progress, cancelled)).record


def match(
    one: str,
    other: str,
    problem: Problem[Any, Any] | Name,
    *,
    games: int = 100,
    seed: int = 0,
    show: int = 0,
    limit: Limit | None = None,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> "Match":
    """Let two players play many games, changing seats; `show` keeps the first ones, with a reason for every move.

    >>> match("perfect", "random", "tictactoe", games=20).total.losses
    0
    """
    from langkah.tasks.match import MatchRequest, play_matches

    request = MatchRequest(_open_problem(problem, "match"), [one], [other], games, seed, show)
    (found,) = play_matches(request, _make_context(limit, progress, cancelled)).matches
    return found


# Definitions, pictures, papers


def doctor(
    problem: Problem[Any, Any] | Name,
    *,
    limit: Limit | None = None,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> "Report":
    """Examine the definition of a puzzle; the limit says at how many states to look, and for how many seconds.

    >>> doctor(load("hanoi", discs=2))
    <Report on hanoi discs=2: healthy, 9 states>
    """
    from langkah.tasks.doctor import DoctorRequest, examine_problem, report_unbuildable

    try:
        found = _open_problem(problem, "doctor")
    except LangkahError:
        raise
    except Exception as error:  # of the puzzle's own code
        return report_unbuildable(str(problem), error)
    request = DoctorRequest(found, found.name or repr(found))
    return examine_problem(request, _make_context(limit, progress, cancelled))


@overload
def draw(
    what: "Problem[Any, Any] | Name | Session | Scene | Result[Any, Any]",
    output: None = None,
    *,
    moves: Sequence[str] | str = (),
    theme: str = "light",
    size: float = 48.0,
) -> str: ...
@overload
def draw(
    what: "Problem[Any, Any] | Name | Session | Scene | Result[Any, Any]",
    output: Name,
    *,
    moves: Sequence[str] | str = (),
    theme: str = "light",
    size: float = 48.0,
) -> None: ...
def draw(
    what: "Problem[Any, Any] | Name | Session | Scene | Result[Any, Any]",
    output: Name | None = None,
    *,
    moves: Sequence[str] | str = (),
    theme: str = "light",
    size: float = 48.0,
) -> str | None:
    """The picture of a problem, after some `moves`, as SVG; or written to the file `output`: .svg, .png or .txt.

    A session is drawn as it stands, and a result as a film of its plan: .svg or .gif. `size`: pixels for a unit.

    >>> draw("hanoi", moves=["1-2", "1-3"])[:4]
    '<svg'
    """
    from langkah.session import Session
    from langkah.views.picture import draw_picture
    from langkah.views.svg import draw_svg

    given: object = size
    if not isinstance(given, int | float) or not 0 < given < inf:
        text = _("{name} = {value}: this must be {legal}")
        raise BadInput(text.format(name="size", value=quote_value(given), legal=_("a number above 0")))
    if isinstance(what, Result):
        return _draw_film(what, output)
    if isinstance(what, Scene):
        scene = what
    elif isinstance(what, Session) and not moves:
        scene = what.scene()
    else:
        problem = what.problem.at(what.state) if isinstance(what, Session) else _open_problem(what, "draw")
        scene = _play_moves(problem, moves).scene()
    if output is None:
        return draw_svg(scene, theme=theme, size=size, page=True)
    made = draw_picture(scene, str(output), theme=theme, size=size)
    write_file(output, made)
    return None


def _draw_film(result: Result[Any, Any], output: Name | None) -> str | None:
    from langkah.views.animation import result_to_svg, write_animation

    problem = _open_problem(result.source, "draw")
    if output is None:
        return result_to_svg(problem, result)
    write_animation(problem, result, str(output))
    return None


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

    return reproduce_papers(ReproduceRequest(paper), _make_context(limit, progress, cancelled))
