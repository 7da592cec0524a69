"""Files of other programs: several levels, titles, solutions, run lengths; one of them by number or name; bad files."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langkah import BadInput, load, solve
from langkah.apps.cli.main import main
from langkah.games import GAMES, get_game_class, read_level_text
from langkah.tasks.context import Context
from langkah.tasks.problems import ProblemCatalogue
from langkah.tasks.table import run_task

COLLECTION = """Some words about a collection.

Title before
#####
#@$.#
#####
Author: nobody in particular
Solution: R

Another
#######
#@ $ .#
#######
Title: Better title
Solution/Optimizer
rR
R

; run lengths
7#|#@-$_.#|7#

#####
#@$ #
#####
"""


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    """The collection as a file."""
    path = tmp_path / "some.xsb"
    path.write_text(COLLECTION, encoding="utf-8")
    return path


def test_levels_of_a_collection() -> None:
    """Titles before and after a level, solutions over several lines, run lengths."""
    found = read_level_text(COLLECTION)
    assert [each.game for each in found] == ["sokoban"] * 4
    assert [each.level.title for each in found] == ["Title before", "Better title", "run lengths", ""]
    assert [each.level.plan for each in found] == ["R", "rRR", "", ""]
    assert [each.level.line for each in found] == [4, 11, 20, 22]
    assert load("sokoban", found[2].level.settings).start == load("sokoban", found[1].level.settings).start


def test_letters_for_signs() -> None:
    """As some collections write them; a file of another game that has walls is none of Sokoban's."""
    (found,) = read_level_text("######\n#pb o#\n#B   #\n######\n")
    assert found.level.settings == {"board": "######\n#@$ .#\n#*   #\n######"}
    (other,) = read_level_text('game = "klotski"\nboard = """\n####\n#a.#\n####\n"""\n')
    assert other.game == "klotski"


def test_one_of_a_file(collection: Path) -> None:
    """By its number, by its name whatever the case, the first where none is named."""
    for which, cost in (("", 1), (":1", 1), (":2", 2), (":better title", 2)):
        assert solve(load(f"{collection}{which}")).cost == cost
    with pytest.raises(BadInput, match="its levels are 1 to 4"):
        load(f"{collection}:9")
    with pytest.raises(BadInput, match="Did you mean Better title"):
        load(f"{collection}:beter title")
    with pytest.raises(BadInput, match="both numbers must be equal"):
        load(f"{collection}:4")


def test_list_shows_what_is_in_a_file(collection: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Titles, and whether solutions are right; a level that is unsound is named with its line."""
    assert main(["list", str(collection)]) == 0
    shown = capsys.readouterr().out
    assert "Better title" in shown
    assert "right: 3 steps" in shown
    assert main(["list", str(collection), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [level["number"] for level in found["levels"]] == [1, 2, 3, 4]
    assert [bool(level["wrong"]) for level in found["levels"]] == [False, False, False, True]


def test_solve_writes_plans_for_other_programs(collection: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Board and plan as a level that can be read again; a game without such a form says so."""
    assert main(["solve", f"{collection}:2", "--text"]) == 0
    (again,) = read_level_text(capsys.readouterr().out)
    assert again.level.plan == "rRR"
    assert main(["solve", "hanoi", "--text"]) == 2
    assert "has no text format" in capsys.readouterr().err


def test_the_page_asks_for_a_part() -> None:
    """So many levels from a number on, each with its picture; mistakes are told with the level."""
    lines = "\n".join("oooBAAoBooooooCC" for _line in range(100))
    asked = run_task("levels in a file", {"text": lines, "first": 61}, Context(), ProblemCatalogue())
    assert asked["all"] == 100
    assert [level["number"] for level in asked["levels"]] == list(range(61, 101))
    assert all(level["scene"]["shapes"] for level in asked["levels"])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hello", "no game can read the format"),
        ("# only remarks\n", "no game can read the format"),
        ("#####\n#@$.#\n#####\nSolution: RxR\n", "line 4: character 2 of the solution is 'x'"),
        ("7x7cross#1234", "column 9: an ID with # has only the seed"),
        ("2 oooBAAoBooooooCC 12\n!\n", "line 2, column 1"),
    ],
)
def test_bad_files(text: str, words: str) -> None:
    """Line, column, and what would be legal."""
    with pytest.raises(BadInput, match=words):
        read_level_text(text)


SIGNS = st.sampled_from(
    [
        *"#@$.+* -_|oxAABC0123456789PHOLZXQ:,x/\n\n\n",
        "Solution: ",
        "Title: ",
        "7x7:",
        "4x4:",
        "5 5\n",
        "3 3 2\n",
        "DEFAULT\n",
        "CUSTOM\n",
        "ABCD\n",
    ]
)


def find_mistakes(call: Callable[[], Any]) -> tuple[Any, tuple[str, ...]]:
    """What a call gives, or the lines with which it refuses."""
    try:
        return call(), ()
    except BadInput as error:
        return None, error.lines


@settings(max_examples=300, deadline=None)
@given(st.lists(SIGNS, max_size=60).map("".join) | st.text(max_size=80))
def test_no_text_breaks_a_reader(text: str) -> None:
    """Whatever a file holds: levels, or a clear line; what is read can be built, or says what is wrong."""
    levels, lines = find_mistakes(lambda: read_level_text(text))
    assert bool(levels) != bool(lines)
    for each in [each for each in levels or () if each.game in GAMES][:3]:
        problem, lines = find_mistakes(lambda each=each: load(each.game, each.level.settings))  # type: ignore[misc]
        assert lines or problem.text(problem.start)


@pytest.mark.parametrize("name", GAMES)
def test_text_forms_can_be_read_again(name: str) -> None:
    """What a game writes for other programs is read as the same problem."""
    cls = get_game_class(name)
    for problem in (load(name), load(name, dict(cls.small))):
        written = problem.to_text()
        found = read_level_text(written) if written else []
        assert len(found) == bool(written)
        for each in found:
            again = load(name, {**problem.given(), **each.level.settings})
            assert (each.game, problem.text(again.start)) == (name, problem.text(problem.start))
