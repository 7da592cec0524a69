"""The functions in Python and the commands of the same name: names, options, refusals, progress and cancellation."""

import argparse
import inspect
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import langkah
from langkah import OPTIONS, BadInput, Limit, SearchOptions
from langkah.apps.cli.commands.doctor import _print_report
from langkah.apps.cli.main import COMMANDS, main
from langkah.games import list_levels

VERBS: dict[str, Callable[..., Any]] = {
    name: getattr(langkah, name) for name in langkah.__all__ if name in COMMANDS and name != "list"
}
FRONT_ENDS = {  # commands without a function; `experiment` is a class
    *("play", "list", "lesson", "example", "site", "demo", "handout", "grade", "experiment"),
}
CALLS = {"limit", "observe", "progress", "cancelled"}  # parameters of every function; limits have flags of their own
OUTPUTS = {  # flags about how to print an answer, or where to write it
    *("json", "lang", "help", "output", "pdf", "csv", "markdown", "latex", "html", "tree", "table", "watch", "record"),
    *("rows", "queue", "nodes", "boards", "at", "chart", "heat", "theme", "states", "animate", "all_layers", "plan"),
    *("limit_nodes", "limit_seconds", "limit_depth", "memory", "settings", "hardest", "check", "proof", "text"),
}
SAID = {"all": "find_all", "no_memory": "memory", "no_hardest": "hardest"}  # flags with another name in Python


def list_flags(command: str) -> dict[str, Any]:
    """The Python names of the flags of a command, with their defaults."""
    parser = argparse.ArgumentParser()
    import_module(f"langkah.apps.cli.commands.{command}").add_arguments(parser)
    return {SAID.get(action.dest, action.dest): action.default for action in parser._actions}


def list_parameters(verb: Callable[..., Any]) -> set[str]:
    """The names of the parameters of a function, including the options of searches."""
    found = set(inspect.signature(verb).parameters)
    return (found - {"options"}) | (set(SearchOptions.__annotations__) if "options" in found else set())


def test_every_command_that_asks_something_is_a_verb() -> None:
    """Every command that is not a front end is a function of the same name."""
    assert set(VERBS) == set(COMMANDS) - FRONT_ENDS


@pytest.mark.parametrize("name", [name for name in VERBS if name not in ("explore", "draw")])
def test_options_are_those_of_the_command(name: str) -> None:
    """A function has the same options and defaults as its command, apart from the flags about printing and writing."""
    verb, flags = list_parameters(VERBS[name]) - CALLS, list_flags(name)
    optional = {"find_all", "device"}  # only `solve` has flags for them, but the other functions accept them, too
    assert verb - optional - {"players"} <= set(flags), "players=K stands among the settings"
    assert set(flags) - OUTPUTS <= verb
    defaults = {each.name: each.default for each in inspect.signature(VERBS[name]).parameters.values()}
    usual = {each: flags[each] or None for each in flags if each in defaults and flags[each] is not None}
    assert {each: defaults[each] or None for each in usual if each not in SAID.values()} == {
        each: default for each, default in usual.items() if each not in SAID.values()
    }


def test_search_options_are_the_table() -> None:
    """The declared search options are the options of the table without limits, and `device`."""
    own = {option.name for option in OPTIONS.values() if not option.is_limit}
    assert set(SearchOptions.__annotations__) == {*own, "device"}


PROBLEM_VERBS = {
    name: partial(verb, *{"audit": ["expert"], "match": ["perfect", "random"]}.get(name, []))
    for name, verb in VERBS.items()
    if name not in ("reproduce", "store", "check")
}


@pytest.mark.parametrize("name", PROBLEM_VERBS)
def test_what_is_no_problem_is_refused(name: str) -> None:
    """A value that is not a problem is refused with a line that says what is valid."""
    with pytest.raises(BadInput, match=rf'{name} needs a problem or its name, as in "hanoi" or load'):
        PROBLEM_VERBS[name](42)
    with pytest.raises(BadInput, match=r"Game 'hanio' is not known\. Did you mean hanoi\?"):
        PROBLEM_VERBS[name]("hanio")
    with pytest.raises(BadInput, match=rf"Hanoi is a class of problems: write {name}\(Hanoi\(\)\)"):
        PROBLEM_VERBS[name](type(langkah.load("hanoi")))


@pytest.mark.parametrize(
    ("ask", "line"),
    [
        (partial(langkah.match, "perfect", "random", "tictactoe", games=-1), "games = -1: this must be a whole number"),
        (partial(langkah.audit, "expert", "tictactoe", lines=-1), "lines = -1: this must be a whole number from 0"),
        (partial(langkah.odds, "snakes", simulate=-1), "games = -1"),
    ],
)
def test_limits_of_numbers_hold_for_python_too(ask: Callable[[], Any], line: str) -> None:
    """The functions in Python refuse numbers out of range."""
    with pytest.raises(BadInput, match=line):
        ask()


FITTING = {"odds": "snakes", "audit": "tictactoe", "match": "tictactoe"}


def test_proving_can_be_cancelled() -> None:
    """`prove` reports its progress. If `prove` or `check` is cancelled, an exception says so, because there is no
    partial answer.
    """
    heard: list[int] = []
    proof = langkah.prove("tiles:nilsson", progress=lambda stats: heard.append(stats.expanded))
    assert heard
    for work in (partial(langkah.prove, "tiles:nilsson"), partial(langkah.check, proof)):
        with pytest.raises(langkah.LangkahError, match="cancelled"):
            work(cancelled=lambda: True)


@pytest.mark.parametrize("name", [name for name in PROBLEM_VERBS if name not in ("draw", "prove")])
def test_progress_is_told_and_cancelling_obeyed(name: str) -> None:
    """Each function reports its progress as `Stats`. If cancelled, it returns an answer instead of raising an
    exception.
    """
    heard: list[Any] = []
    PROBLEM_VERBS[name](FITTING.get(name, "tiles:nilsson"), progress=lambda stats: heard.append(stats.expanded))
    assert heard
    found = PROBLEM_VERBS[name](FITTING.get(name, "tiles:nilsson"), cancelled=lambda: True)
    if name == "compare":
        assert found.rows == []
    elif name == "odds":
        assert (found.status, found.why) == ("stopped", "cancelled")
    elif name == "trace":
        assert found.result.limit == "cancel"
    elif name != "worksheet":
        assert found.limit == "cancel"


def test_compare_takes_what_the_command_takes() -> None:
    """`compare` accepts levels, several problems, all heuristics and search options; wrong combinations are refused."""
    found = langkah.compare("queens", "backtracking", levels="all", memory=False, limit=Limit(nodes=50))
    assert len(found.problems) == len(list_levels("queens"))
    found = langkah.compare(["hanoi", langkah.load("hanoi", discs=2)], ["wastar"], weight=1.5, estimates="all")
    assert list(found.problems) == ["hanoi", "hanoi discs=2"]
    assert {row.entry.algorithm for row in found.rows} == {"weighted-a-star"}
    for more, text in (({"levels": "all"}, "use this only with the name of a game"), ({"random": 0}, "at least 1")):
        with pytest.raises(BadInput, match=text):
            langkah.compare(langkah.load("hanoi"), **more)


def test_draw_writes_files(tmp_path: Path) -> None:
    """`draw` chooses the format by the suffix of the file name, and draws a result as an animation. It does not change
    a session.
    """
    langkah.draw("hanoi", tmp_path / "board.txt", moves="1-2, 1-3")
    assert (tmp_path / "board.txt").read_text(encoding="utf-8").count("\n") > 2
    langkah.draw(langkah.load("hanoi"), tmp_path / "board.png", theme="dark", size=20)
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")
    plan = langkah.solve("hanoi")
    langkah.draw(plan, tmp_path / "plan.svg")
    assert "animate" in (tmp_path / "plan.svg").read_text(encoding="utf-8")
    assert "animate" in langkah.draw(plan)
    with pytest.raises(BadInput, match=r"must end in one of \.svg, \.png, \.txt"):
        langkah.draw("hanoi", tmp_path / "board.bmp")
    session = langkah.Session(langkah.load("hanoi"))
    langkah.draw(session, moves=["1-2"])
    assert session.made == 0, "drawing moves nothing"


def test_a_trace_begins_after_moves() -> None:
    """`trace` can begin after moves, like `langkah trace --moves`."""
    problem = langkah.load("hanoi", discs=2)
    for moves in ("1-2, 1-3", ["1-2", "1-3"]):
        found = langkah.trace(problem, "bfs", moves=moves).result
        assert found is not None
        assert (found.start, found.notation) == ((1, 2), ("2-3",))


def test_a_stored_record_is_opened(tmp_path: Path) -> None:
    """`trace` reads a file that `langkah trace --record` wrote, including the result."""
    path = tmp_path / "record.json"
    assert main(["trace", "hanoi", "discs=2", "--algorithm", "bfs", "--record", str(path)]) == 0
    found = langkah.trace(path)
    assert repr(found) == repr(langkah.trace(langkah.load("hanoi", discs=2), "bfs"))


def test_a_puzzle_that_cannot_be_made_is_examined(tmp_path: Path) -> None:
    """If the constructor of a puzzle fails, `doctor` reports it as a defect."""
    file = tmp_path / "mine.py"
    file.write_text("from langkah import Puzzle\n\n\nclass Mine(Puzzle):\n    def __init__(self):\n        1 / 0\n")
    report = langkah.doctor(f"{file}:Mine")
    assert not report.healthy
    assert repr(report) == f"<Report on {file}:Mine: defects in constructor, 0 states>"


WRONG: dict[str, Callable[[], object]] = {
    "threads = -1: this must be a whole number": lambda: langkah.explore("hanoi", threads=-1),
    "threads = 2.5: this must be": lambda: langkah.explore("hanoi", threads=2.5),  # type: ignore[arg-type]
    "limit = 5: this must be a Limit": lambda: langkah.solve("hanoi", limit=5),  # type: ignore[call-overload]
    "limit = 6: this must be a Limit": lambda: langkah.explore("hanoi", limit=6),  # type: ignore[arg-type]
    "events = -5: this must be": lambda: langkah.trace("hanoi", events=-5),
    "rows = -1: this must be": lambda: langkah.worksheet("hanoi", rows=-1),
    "size = -3: this must be a number above 0": lambda: langkah.draw("hanoi", size=-3),
    "`workers` = '2': this must be": lambda: langkah.Store("here", workers="2"),  # type: ignore[arg-type]
    "seconds = -1: this must be a number from 0": lambda: langkah.explore("hanoi", limit=Limit(seconds=-1)),
    "seconds = nan: this must be a number from 0": lambda: langkah.solve("hanoi", limit=Limit(seconds=float("nan"))),
    "nodes = 2.5: this must be a whole number from 0": lambda: langkah.solve("hanoi", limit=Limit(2.5)),  # type: ignore[arg-type]
    "hardest = 'x': this must be": lambda: langkah.explore("hanoi", hardest="x"),  # type: ignore[arg-type]
    "store = 5: this must be a folder": lambda: langkah.explore("hanoi", store=5),  # type: ignore[arg-type]
    "most = -1: this must be": lambda: langkah.map("hanoi", states=-1),
    "layout = 'foo': this must be one of": lambda: langkah.map("hanoi", layout="foo"),  # type: ignore[arg-type]
    "least = 'x': this must be": lambda: langkah.generate("tiles", least="x"),  # type: ignore[arg-type]
    "Option 'foo' is not known": lambda: langkah.solve("hanoi", foo=1),  # type: ignore[call-overload]
    "/x.svg cannot be written": lambda: langkah.draw("hanoi", "/nonexistent/x.svg"),
}


@pytest.mark.parametrize("line", WRONG)
def test_values_that_mean_nothing_are_named(line: str) -> None:
    """An invalid argument is refused with a line that names it and says what is valid."""
    with pytest.raises(BadInput) as caught:
        WRONG[line]()
    assert line in caught.value.lines[0]


def test_nothing_examined_is_not_healthy(capsys: pytest.CaptureFixture[str]) -> None:
    """If a limit is reached before the first state, the report is not healthy, but it names no defect."""
    report = langkah.doctor("hanoi", limit=Limit(seconds=0))
    assert (report.states, report.healthy) == (0, False)
    assert repr(report) == "<Report on hanoi: not examined, 0 states>"
    _print_report(report)
    assert "no state was examined: the limit was reached first" in capsys.readouterr().out


def test_options_that_an_algorithm_does_not_use_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    """The options that an algorithm does not use are named in one line on standard error, and the search still runs."""
    for words, line in (
        (["bfs", "--width", "3", "--weight", "3"], "breadth-first does not use these options: weight, width"),
        (["a*", "--weight", "3"], "a-star does not use these options: weight"),
        (["beam", "--width", "50"], ""),
        (["bfs"], ""),
    ):
        assert main(["solve", "hanoi", "--algorithm", *words]) == 0
        assert capsys.readouterr().err.strip() == line
