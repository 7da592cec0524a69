"""The output of commands: numbers in both languages, tables on narrow screens, names of written files, and error
messages for users' broken puzzles.
"""

import io
import json
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langkah.apps.cli import console
from langkah.apps.cli.main import main
from langkah.errors import format_exception
from langkah.games import GAMES, get_game_settings
from langkah.language import current_language, format_number, format_plural
from langkah.tasks.compare import USUAL_LIMIT
from langkah.tasks.levels import format_optimum
from langkah.tracing import Limit

FRAMES = "╭╮╰╯├┤┬┴┼─│"


class Screen(io.StringIO):
    """An output stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def indonesian() -> Iterator[None]:
    """Switch the language to Indonesian for one test."""
    token = current_language.set("id")
    yield
    current_language.reset(token)


@pytest.fixture
def on_screen(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """A function that runs an action on a terminal with this number of columns, and returns the printed lines, without
    colours.
    """

    def run(width: int, action: Callable[[], object]) -> list[str]:
        screen = Screen()
        monkeypatch.setenv("COLUMNS", str(width))
        monkeypatch.setenv("NO_COLOR", "1")
        with monkeypatch.context() as patch:
            patch.setattr("sys.stdout", screen)
            action()
        return re.sub(r"\x1b\[[0-9;]*m", "", screen.getvalue()).splitlines()

    return run


@pytest.mark.parametrize(
    ("value", "form", "english", "other"),
    [
        (1234567, ",", "1,234,567", "1.234.567"),
        (1234.5, ",.1f", "1,234.5", "1.234,5"),
        (0.0625, ".3f", "0.062", "0,062"),
        (0.925, ".1%", "92.5%", "92,5%"),
        (-2.5, "+.2f", "-2.50", "-2,50"),
        (Fraction(1, 3), ",", "1/3", "1/3"),
        (7, ",", "7", "7"),
    ],
)
def test_numbers_in_both_languages(value: object, form: str, english: str, other: str) -> None:
    """Decimal point and thousands separator are exchanged in Indonesian; fractions stay unchanged."""
    assert format_number(value, form) == english
    token = current_language.set("id")
    try:
        assert format_number(value, form) == other
    finally:
        current_language.reset(token)


@pytest.mark.usefixtures("indonesian")
def test_counts_are_numbers_too() -> None:
    """A number in a text with a plural form is formatted like other numbers."""
    assert format_plural("{n} solution", "{n} solutions", 14_200).startswith("14.200 ")


@pytest.mark.usefixtures("indonesian")
def test_what_programs_read_stays_english() -> None:
    """CSV and LaTeX keep the English number format, since programs read them; Markdown uses that of the language."""
    headers, rows = ["a", "b"], [[1234.5, console.Figure(0.25, ".1f", ">= ")]]
    assert console.format_csv(headers, rows) == "a,b\n1234.5,>= 0.2\n"
    assert r"1,234 & \textgreater{}= 0.2" in console.format_latex(headers, [[1234, rows[0][1]]])
    assert "| 1.234 | >= 0,2 |" in console.format_markdown(headers, [[1234, rows[0][1]]])


def test_nothing_in_a_markdown_table_is_markup() -> None:
    """Texts of a puzzle, such as states and moves, are escaped in Markdown, and stay in one cell."""
    wild = ["<script>alert(1)</script>", "![x](http://a/b)", "a|b\\|c", "`*x*`", "&lt;"]
    header, _rule, row = console.format_markdown(wild, [[*wild[:4], "two\nlines"]]).splitlines()
    assert header == r"| &lt;script>alert(1)&lt;/script> | !\[x\](http://a/b) | a\|b\\\|c | \`\*x\*\` | &amp;lt; |"
    assert row == header.replace("&amp;lt;", "two<br>lines")


@pytest.mark.parametrize("words", [["solve", "klotski:classic"], ["odds", "snakes:paper-1"], ["audit", "paper", "mnk"]])
def test_no_english_numbers_in_indonesian(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Both languages print the same numbers in their own formats; seconds are left out, since they vary."""
    said = []
    for language in ("en", "id"):
        assert main([*words, "--lang", language]) == 0
        untimed = re.sub(r"[\d.,]+ s\b", "", capsys.readouterr().out)
        said.append(re.findall(r"\d+(?:[.,]\d+)+", untimed))
    english, other = said
    assert [each.translate(str.maketrans(",.", ".,")) for each in english] == other


HEADERS = ["name", "figure", "words"]
CELLS = st.tuples(
    st.text("abcdefgh-", min_size=1, max_size=20),
    st.integers(0, 10**9),
    st.lists(st.text("abcdefgh", min_size=1, max_size=12), max_size=12).map(" ".join),
)


@given(st.lists(CELLS, min_size=1, max_size=5), st.integers(40, 120))
def test_no_table_breaks_a_word(rows: list[Any], width: int) -> None:
    """At any width, all lines of a table fit, and no word or number is broken."""
    screen = Screen()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdout", screen)
        patch.setenv("COLUMNS", str(width))
        console.print_table(HEADERS, rows, "title")
    lines = re.sub(r"\x1b\[[0-9;]*m", "", screen.getvalue()).splitlines()
    assert all(len(line) <= width for line in lines)
    seen = " ".join(lines).replace("│", " ").split()
    for name, figure, words in rows:
        assert all(word in seen for word in [name, format_number(figure), *words.split()])


def test_figures_go_on_below(on_screen: Any) -> None:
    """A table of numbers that is too wide is split into several tables, each with the names of the rows. If a wide
    table has a single row or contains prose, each row is printed as a list of lines instead.
    """
    headers = ["name", *(f"figure {n}" for n in range(8))]
    rows = [[f"row {n}", *range(8)] for n in range(3)]
    lines = on_screen(60, lambda: console.print_table(headers, rows))
    assert sum("name" in line for line in lines) == 2
    assert [line for line in lines if line[0] not in FRAMES] == []
    lines = on_screen(60, lambda: console.print_table(headers, rows[:1]))
    assert lines[:2] == ["row 0", "  figure 0: 0"]
    prose = [["one", "word " * 20, "more " * 20, "x" * 30]] * 3
    lines = on_screen(60, lambda: console.print_table(["a", "b", "c", "d"], prose))
    assert lines[0] == "one"
    assert max(map(len, lines)) <= 60


COMMANDS = [
    "list",
    *(f"list {name}" for name in GAMES),
    "compare hanoi discs=2 --no-memory",
    "match random random mnk --games 2",
    "match random,paper random,paper mnk --games 2",
    "audit paper mnk",
    "explore hanoi discs=2",
    "odds snakes:paper-1 --jumps",
    "doctor hanoi discs=2",
    "solve hanoi discs=5",
]


@pytest.mark.parametrize("words", COMMANDS)
@pytest.mark.parametrize("language", ["en", "id"])
def test_commands_at_sixty_columns(words: str, language: str, on_screen: Any) -> None:
    """No line is wider than the screen unless it contains a single word of more than 40 characters."""
    lines = on_screen(60, lambda: main([*words.split(), "--lang", language]))
    assert lines
    for line in lines:
        assert console.measure_width(line) <= 60 or max(map(len, line.split())) > 40, line


def test_lines_are_folded_at_words(on_screen: Any) -> None:
    """Long lines are wrapped between words on a terminal, and the rest of a line is indented."""
    line = "  " + "word " * 30
    assert on_screen(40, lambda: console.print_lines(line.rstrip()))[1].startswith("    word")


def test_wide_signs() -> None:
    """A Chinese character counts as two columns, so that columns are aligned."""
    assert (console.measure_width("abc"), console.measure_width("横刀"), console.measure_width("e\u0301")) == (3, 4, 1)
    lines = console.align_columns([["横刀", "x"], ["abcd", "y"]], [False, False])
    assert lines == ["横刀  x", "abcd  y"]


WRITING = [
    ("draw hanoi -o", "x.svg"),
    ("draw hanoi -o", "x.png"),
    ("solve hanoi discs=2 --animate", "x.svg"),
    ("worksheet hanoi discs=2 -o", "x.html"),
    ("compare hanoi discs=1 --no-memory --csv", "x.csv"),
    ("compare hanoi discs=1 --no-memory --chart", "x.svg"),
    ("odds snakes squares=9 --chart", "x.svg"),
    ("odds snakes squares=9 --heat", "x.png"),
    ("trace hanoi discs=1 --tree", "x.svg"),
    ("trace hanoi discs=1 --html", "x.html"),
]


@pytest.mark.parametrize(("words", "name"), WRITING)
def test_files_are_named(words: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A written file is reported in one line on standard error; with --json, there is no such line, only the JSON
    object.
    """
    target = str(tmp_path / name)
    assert main([*words.split(), target]) == 0
    out, err = capsys.readouterr()
    assert err == f"written: {target}\n"
    assert "written" not in out
    assert main([*words.split(), target, "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert json.loads(out)


def test_a_worksheet_does_not_flood_the_screen(
    on_screen: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On a terminal, the worksheet is written to a file with an unused name; otherwise, the page itself is printed."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "worksheet.html").write_text("mine", encoding="utf-8")
    assert on_screen(80, lambda: main(["worksheet", "hanoi", "discs=2"])) == []
    assert "written: worksheet-2.html" in capsys.readouterr().err
    assert (tmp_path / "worksheet.html").read_text(encoding="utf-8") == "mine"
    assert "<html" in (tmp_path / "worksheet-2.html").read_text(encoding="utf-8")
    assert main(["worksheet", "hanoi", "discs=2"]) == 0
    assert "<html" in capsys.readouterr().out


ONE = [
    ("solve hanoi discs=1 --algorithm breadth-first --limit-nodes 1", "1 node expanded"),
    ("explore hanoi discs=1", "the nearest is 1 step from"),
    ("explore queens n=1", "1 goal;"),
    ("audit random mnk size=1", "1 game: 0 won, 1 lost"),
    ("audit random mnk size=1", "longest game 1 move,"),
    ("odds snakes squares=2 die=1 --simulate 1", "1 game played at random: 2.0000 turns on average\n"),
    ("doctor queens n=1", "2 states, 1 step\n"),
    ("compare queens n=1 --no-memory --algorithms breadth-first,a-star", "expanded the same number of nodes (2)"),
]


@pytest.mark.parametrize(("words", "expected"), ONE)
def test_one_of_a_thing(words: str, expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A count of 1 is printed with the singular of a noun."""
    main(words.split())
    out = capsys.readouterr().out
    assert expected in out
    assert not re.search(r"\b1 (nodes|states|steps|games|goals|moves|lines|positions)\b", out)


def test_list_tells_aliases_defaults_and_choices(capsys: pytest.CaptureFixture[str]) -> None:
    """`list` shows the aliases of games, and the defaults and the choices of settings."""
    main(["list"])
    assert "mnk, tictactoe" in capsys.readouterr().out
    main(["list", "mnk"])
    assert "mnk is also called tictactoe." in capsys.readouterr().out
    main(["list", "hanoi"])
    told = capsys.readouterr().out
    assert "default: any peg but that of the start" in told
    assert "rule=cyclic" in told
    for name in GAMES:
        for setting in get_game_settings(name):
            assert len(setting.meanings) == len(setting.choices)


@pytest.mark.usefixtures("indonesian")
def test_optima_are_translated() -> None:
    """The optimum of a level is printed in the current language."""
    assert (format_optimum("draw"), format_optimum("win in 3"), format_optimum(1234)) == (
        "seri",
        "menang dalam 3",
        "1.234",
    )
    assert format_optimum({"steps": 116, "lines": 90, "moves": 81}) == "116 langkah, 81 gerakan"


def test_help_says_what_limits_hold_for(capsys: pytest.CaptureFixture[str]) -> None:
    """The help of `compare` says that the limits hold for each algorithm."""
    main(["compare", "--help"])
    assert "limits (for each algorithm;" in " ".join(capsys.readouterr().out.split())
    assert Limit(seconds=5) == USUAL_LIMIT


def test_theme_goes_with_the_window(capsys: pytest.CaptureFixture[str]) -> None:
    """`--theme` is refused in the terminal, where it has no effect."""
    assert main(["play", "hanoi", "--terminal", "--theme", "dark"]) == 2
    assert "--window" in capsys.readouterr().err


MINE = """from langkah import Puzzle, Step
class Mine(Puzzle):
    start = 0
    def is_goal(self, state):
        return state == 3
    def steps(self, state):
        return [Step("on", state + 1)]
"""
STEPS = 'return [Step("on", state + 1)]'
BROKEN = [
    ((STEPS, "return None"), "line 6, in steps: this gives None; expected a list of Step(move, state, cost)"),
    ((STEPS, "return [('on', 1)]"), "line 6, in steps: this gives ('on', 1); expected Step(move, state, cost)"),
    ((STEPS, "yield state + 1 if state else Step(1, 1)"), "this gives 2; expected Step(move, state, cost)"),
    (
        (STEPS, "return [Step('on', [state])]"),
        "line 6, in steps: the state [0] is mutable (a list); use a tuple or frozenset",
    ),
    ((STEPS, "return [Step('on', state + 1, '1')]"), "line 6, in steps: the step 'on' costs '1'"),
    (("return state == 3", "return state.done"), "line 5, in is_goal: AttributeError"),
    (("return state == 3", "return {}[state]"), "line 5, in is_goal: KeyError: 0"),
    (("def is_goal", "def goal"), "has no `is_goal`: add `def is_goal(self, state)`"),
    (("def steps", "def key(self, state): return [state]\n    def steps"), "line 6, in key: the key [0] is mutable"),
    (("def steps", "def key(self, state): return 1 / 0\n    def steps"), "line 6, in key: ZeroDivisionError"),
    (("start = 0", "start = []"), "the start [] is mutable"),
    (("start = 0", "start = (1, [2])"), "the start (1, [2]) contains a mutable value (a list)"),
    (("steps(self, state)", "steps(self)"), "takes 1 positional argument but 2 were given"),
]


@pytest.mark.parametrize(("change", "expected"), BROKEN)
@pytest.mark.parametrize("command", ["solve", "trace"])
def test_own_puzzles_that_are_broken(
    change: tuple[str, str], expected: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An error message of one or two lines names the file of the user's puzzle, the line and the mistake, and no file
    of Langkah.
    """
    path = tmp_path / "mine.py"
    path.write_text(MINE.replace(*change), encoding="utf-8")
    code = main([command, f"{path}:Mine", "--limit-nodes", "100"])
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert expected in err
    assert "mine.py" in err
    assert len(err.splitlines()) <= 2
    assert set(re.findall(r"\w+\.py", err)) == {"mine.py"}


class Mute(Exception):
    """An exception whose `__str__` raises an error."""

    def __str__(self) -> str:
        raise RuntimeError


def test_exceptions_of_others_are_told_in_one_line() -> None:
    """An exception is printed in one short line, also if its text is long, has control characters or cannot be
    computed.
    """
    assert format_exception(Mute()) == "Mute"
    assert format_exception(ValueError("one\n\x1b[31mtwo")) == "ValueError: one [31mtwo"
    assert len(format_exception(ValueError("x" * 5000))) < 400
    assert format_exception(StopIteration()) == "StopIteration"
