"""Level files of other programs: several levels with titles, solutions and run lengths; choosing one level by number or
title; bad files.
"""

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
    """The path of a file with the collection."""
    path = tmp_path / "some.xsb"
    path.write_text(COLLECTION, encoding="utf-8")
    return path


def test_levels_of_a_collection() -> None:
    """Titles before and after a level, solutions over several lines, and run lengths are read."""
    found = read_level_text(COLLECTION)
    assert [each.game for each in found] == ["sokoban"] * 4
    assert [each.level.title for each in found] == ["Title before", "Better title", "run lengths", ""]
    assert [each.level.plan for each in found] == ["R", "rRR", "", ""]
    assert [each.level.line for each in found] == [4, 11, 20, 22]
    assert load("sokoban", found[2].level.settings).start == load("sokoban", found[1].level.settings).start


def test_letters_for_signs() -> None:
    """Letters instead of signs, which some collections use, are read as Sokoban; a TOML file with a walled board of
    another game is read as that game.
    """
    (found,) = read_level_text("######\n#pb o#\n#B   #\n######\n")
    assert found.level.settings == {"board": "######\n#@$ .#\n#*   #\n######"}
    (other,) = read_level_text('game = "klotski"\nboard = """\n####\n#a.#\n####\n"""\n')
    assert other.game == "klotski"


def test_one_of_a_file(collection: Path) -> None:
    """A level is chosen by its number or by its title in any case; without either, the first level is loaded."""
    for which, cost in (("", 1), (":1", 1), (":2", 2), (":better title", 2)):
        assert solve(load(f"{collection}{which}")).cost == cost
    with pytest.raises(BadInput, match="its levels are 1 to 4"):
        load(f"{collection}:9")
    with pytest.raises(BadInput, match="Did you mean Better title"):
        load(f"{collection}:beter title")
    with pytest.raises(BadInput, match="both numbers must be equal"):
        load(f"{collection}:4")


def test_list_shows_what_is_in_a_file(collection: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`list` shows the titles and whether the solutions are right, and reports the level that has a mistake."""
    assert main(["list", str(collection)]) == 0
    shown = capsys.readouterr().out
    assert "Better title" in shown
    assert "right: 3 steps" in shown
    assert main(["list", str(collection), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [level["number"] for level in found["levels"]] == [1, 2, 3, 4]
    assert [bool(level["wrong"]) for level in found["levels"]] == [False, False, False, True]


def test_solve_writes_plans_for_other_programs(collection: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`solve --text` writes board and plan as a level that can be read again. A game without a text format is refused
    with the reason.
    """
    assert main(["solve", f"{collection}:2", "--text"]) == 0
    (again,) = read_level_text(capsys.readouterr().out)
    assert again.level.plan == "rRR"
    assert main(["solve", "hanoi", "--text"]) == 2
    assert "has no text format" in capsys.readouterr().err


def test_the_page_asks_for_a_part() -> None:
    """The web app's task for level files returns a limited number of levels from a given number on, each with its
    picture.
    """
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
    """The message names the place of the mistake and what is legal."""
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
    """The result of a call with an empty tuple; or, if the call is refused, None with the lines of the refusal."""
    try:
        return call(), ()
    except BadInput as error:
        return None, error.lines


@settings(max_examples=300, deadline=None)
@given(st.lists(SIGNS, max_size=60).map("".join) | st.text(max_size=80))
def test_no_text_breaks_a_reader(text: str) -> None:
    """Any text gives levels or a refusal, and each level gives a problem or a refusal."""
    levels, lines = find_mistakes(lambda: read_level_text(text))
    assert bool(levels) != bool(lines)
    for each in [each for each in levels or () if each.game in GAMES][:3]:
        problem, lines = find_mistakes(lambda each=each: load(each.game, each.level.settings))  # type: ignore[misc]
        assert lines or problem.text(problem.start)


@pytest.mark.parametrize("name", GAMES)
def test_text_forms_can_be_read_again(name: str) -> None:
    """The text that a game writes for other programs is read as the same problem."""
    cls = get_game_class(name)
    for problem in (load(name), load(name, dict(cls.small))):
        written = problem.to_text()
        found = read_level_text(written) if written else []
        assert len(found) == bool(written)
        for each in found:
            again = load(name, {**problem.given(), **each.level.settings})
            assert (each.game, problem.text(again.start)) == (name, problem.text(problem.start))
