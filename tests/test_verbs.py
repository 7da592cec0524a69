"""Python's verbs are those of the command line: names, options, refusals, progress and cancelling."""

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
FRONT_ENDS = {  # commands that ask nothing of a problem; an experiment is a class
    *("play", "list", "lesson", "example", "site", "demo", "handout", "grade", "experiment"),
}
CALLS = {"limit", "observe", "progress", "cancelled"}  # what every verb has; limits are flags of their own
OUTPUTS = {  # flags that only say how to print an answer, or where to write it
    *("json", "lang", "help", "output", "pdf", "csv", "markdown", "latex", "html", "tree", "table", "watch", "record"),
    *("rows", "queue", "nodes", "boards", "at", "chart", "heat", "theme", "states", "animate", "all_layers", "plan"),
    *("limit_nodes", "limit_seconds", "limit_depth", "memory", "settings", "hardest", "check", "proof", "text"),
}
SAID = {"all": "find_all", "no_memory": "memory", "no_hardest": "hardest"}  # flags that Python calls otherwise


def list_flags(command: str) -> dict[str, Any]:
    """The names of what a command takes, with defaults."""
    parser = argparse.ArgumentParser()
    import_module(f"langkah.apps.cli.commands.{command}").add_arguments(parser)
    return {SAID.get(action.dest, action.dest): action.default for action in parser._actions}


def list_parameters(verb: Callable[..., Any]) -> set[str]:
    """The names of what a verb takes."""
    found = set(inspect.signature(verb).parameters)
    return (found - {"options"}) | (set(SearchOptions.__annotations__) if "options" in found else set())


def test_every_command_that_asks_something_is_a_verb() -> None:
    """None is missing."""
    assert set(VERBS) == set(COMMANDS) - FRONT_ENDS


@pytest.mark.parametrize("name", [name for name in VERBS if name not in ("explore", "draw")])
def test_options_are_those_of_the_command(name: str) -> None:
    """By the same names; how an answer is printed or written is left to the caller."""
    verb, flags = list_parameters(VERBS[name]) - CALLS, list_flags(name)
    optional = {"find_all", "device"}  # `solve` has flags for them; the other searches take them too
    assert verb - optional - {"players"} <= set(flags), "players=K stands among the settings"
    assert set(flags) - OUTPUTS <= verb
    defaults = {each.name: each.default for each in inspect.signature(VERBS[name]).parameters.values()}
    usual = {each: flags[each] or None for each in flags if each in defaults and flags[each] is not None}
    assert {each: defaults[each] or None for each in usual if each not in SAID.values()} == {
        each: default for each, default in usual.items() if each not in SAID.values()
    }


def test_search_options_are_the_table() -> None:
    """What can be typed is what can be chosen."""
    own = {option.name for option in OPTIONS.values() if not option.is_limit}
    assert set(SearchOptions.__annotations__) == {*own, "device"}


PROBLEM_VERBS = {
    name: partial(verb, *{"audit": ["expert"], "match": ["perfect", "random"]}.get(name, []))
    for name, verb in VERBS.items()
    if name not in ("reproduce", "store", "check")
}


@pytest.mark.parametrize("name", PROBLEM_VERBS)
def test_what_is_no_problem_is_refused(name: str) -> None:
    """By a line that says what would be legal."""
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
    """Not for JSON alone."""
    with pytest.raises(BadInput, match=line):
        ask()


FITTING = {"odds": "snakes", "audit": "tictactoe", "match": "tictactoe"}


def test_proving_can_be_cancelled() -> None:
    """Without a certificate there is no answer: an exception says why. `check` takes a file, or bytes."""
    heard: list[int] = []
    proof = langkah.prove("tiles:nilsson", progress=lambda stats: heard.append(stats.expanded))
    assert heard
    for work in (partial(langkah.prove, "tiles:nilsson"), partial(langkah.check, proof)):
        with pytest.raises(langkah.LangkahError, match="cancelled"):
            work(cancelled=lambda: True)


@pytest.mark.parametrize("name", [name for name in PROBLEM_VERBS if name not in ("draw", "prove")])
def test_progress_is_told_and_cancelling_obeyed(name: str) -> None:
    """`progress` hears `Stats`; `cancelled` ends the work with an answer, not with an exception."""
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
    """Levels, random starts, many problems, estimates, options of a search."""
    found = langkah.compare("queens", "backtracking", levels="all", memory=False, limit=Limit(nodes=50))
    assert len(found.problems) == len(list_levels("queens"))
    found = langkah.compare(["hanoi", langkah.load("hanoi", discs=2)], ["wastar"], weight=1.5, estimates="all")
    assert list(found.problems) == ["hanoi", "hanoi discs=2"]
    assert {row.entry.algorithm for row in found.rows} == {"weighted-a-star"}
    for more, text in (({"levels": "all"}, "use this only with the name of a game"), ({"random": 0}, "at least 1")):
        with pytest.raises(BadInput, match=text):
            langkah.compare(langkah.load("hanoi"), **more)


def test_draw_writes_files(tmp_path: Path) -> None:
    """The end of the name says the form; a result is a film."""
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
    """As `langkah trace --moves` does."""
    problem = langkah.load("hanoi", discs=2)
    for moves in ("1-2, 1-3", ["1-2", "1-3"]):
        found = langkah.trace(problem, "bfs", moves=moves).result
        assert found is not None
        assert (found.start, found.notation) == ((1, 2), ("2-3",))


def test_a_stored_record_is_opened(tmp_path: Path) -> None:
    """`trace` reads what `langkah trace --record` writes, with its result."""
    path = tmp_path / "record.json"
    assert main(["trace", "hanoi", "discs=2", "--algorithm", "bfs", "--record", str(path)]) == 0
    found = langkah.trace(path)
    assert repr(found) == repr(langkah.trace(langkah.load("hanoi", discs=2), "bfs"))


def test_a_puzzle_that_cannot_be_made_is_examined(tmp_path: Path) -> None:
    """As by the command: a defect, with the line of the file."""
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
    """With what would be legal, as on the command line."""
    with pytest.raises(BadInput) as caught:
        WRONG[line]()
    assert line in caught.value.lines[0]


def test_nothing_examined_is_not_healthy(capsys: pytest.CaptureFixture[str]) -> None:
    """A limit before the first state: neither healthy nor a defect."""
    report = langkah.doctor("hanoi", limit=Limit(seconds=0))
    assert (report.states, report.healthy) == (0, False)
    assert repr(report) == "<Report on hanoi: not examined, 0 states>"
    _print_report(report)
    assert "no state was examined: the limit was reached first" in capsys.readouterr().out


def test_options_that_an_algorithm_does_not_use_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    """On standard error, in one line; the answer is the same."""
    for words, line in (
        (["bfs", "--width", "3", "--weight", "3"], "breadth-first does not use these options: weight, width"),
        (["a*", "--weight", "3"], "a-star does not use these options: weight"),
        (["beam", "--width", "50"], ""),
        (["bfs"], ""),
    ):
        assert main(["solve", "hanoi", "--algorithm", *words]) == 0
        assert capsys.readouterr().err.strip() == line
