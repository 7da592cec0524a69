"""Puzzles generated from the user's own Python file: generated files load, and no file of the user is overwritten."""

import json
from pathlib import Path
from typing import Any

import pytest

from langkah.games import load
from langkah.start_settings import to_plain_value, to_state_value

STONES = """
from langkah import Puzzle, Step
from rules import GOAL
class Stones(Puzzle):
    start = (">", ">", ".", "<", "<")
    def steps(self, state):
        gap = state.index(".")
        for place, kind in ((gap - 2, ">"), (gap - 1, ">"), (gap + 1, "<"), (gap + 2, "<")):
            if 0 <= place < len(state) and state[place] == kind:
                row = list(state)
                row[gap], row[place] = kind, "."
                yield Step(place, tuple(row))
    def is_goal(self, state):
        return state == GOAL
"""
BANKS = """
from langkah import Puzzle, Step
class Banks(Puzzle):
    start = (frozenset({"wolf", "goat", "cabbage", "boat"}), frozenset())
    def steps(self, state):
        here = 0 if "boat" in state[0] else 1
        for load in sorted(state[here]):
            banks = list(state)
            moved = frozenset({load, "boat"})
            banks[here], banks[1 - here] = state[here] - moved, state[1 - here] | moved
            if not any({"goat"} < banks[here] & {"goat", other} for other in ("wolf", "cabbage")):
                yield Step(load, tuple(banks))
    def is_goal(self, state):
        return not state[0]
"""
OPAQUE = """
from fractions import Fraction
from langkah import Puzzle, Step
class Halves(Puzzle):
    start = Fraction(1)
    def steps(self, state):
        yield Step("half", state / 2)
    def is_goal(self, state):
        return state < Fraction(1, 4)
"""


@pytest.fixture(name="stones")
def fixture_stones(tmp_path: Path) -> Path:
    """The file of a puzzle class that imports a module from the same folder."""
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "rules.py").write_text("GOAL = tuple('<<.>>')\n", encoding="utf-8")
    (folder / "stones.py").write_text(STONES, encoding="utf-8")
    return folder / "stones.py"


def test_generated_levels_load(langkah: Any, stones: Path, tmp_path: Path) -> None:
    """The output folder holds all that its puzzles need, and each puzzle keeps its least cost."""
    folder = tmp_path / "gen"
    code, _out, err = langkah("generate", str(stones), "--count", "2", "-o", str(folder))
    assert (code, err) == (0, f"written: {folder}\n")
    assert sorted(path.name for path in folder.glob("*.py")) == ["rules.py", "stones.py"]
    for name in ("1.toml", "2.toml"):
        code, out, _err = langkah("solve", str(folder / name), "--json")
        assert code == 0
        assert f"optimum = {json.loads(out)['cost']}\n" in (folder / name).read_text(encoding="utf-8")
    assert langkah("generate", str(stones), "-o", str(folder))[0] == 0, "equal copies may stay"


def test_generate_keeps_files_of_the_user(langkah: Any, stones: Path, tmp_path: Path) -> None:
    """A file of the same name with other content is not replaced, and generation is refused."""
    folder = tmp_path / "gen"
    folder.mkdir()
    (folder / "rules.py").write_text("MINE = 1\n", encoding="utf-8")
    code, out, err = langkah("generate", str(stones), "-o", str(folder))
    assert (code, out) == (2, "")
    assert f"{folder / 'rules.py'} exists, but is not a copy of {stones.parent / 'rules.py'}" in err
    assert (folder / "rules.py").read_text(encoding="utf-8") == "MINE = 1\n"
    assert [path.name for path in folder.iterdir()] == ["rules.py"]


def test_states_with_sets(langkah: Any, tmp_path: Path) -> None:
    """A file stores a frozen set as a sorted list, and the start is read back as the same state."""
    path = tmp_path / "banks.py"
    path.write_text(BANKS, encoding="utf-8")
    code, out, _err = langkah("generate", str(path), "--seed", "1", "--json")
    assert code == 0
    (puzzle,) = json.loads(out)["puzzles"]
    (tmp_path / "level.toml").write_text(puzzle["toml"], encoding="utf-8")
    again = load(str(tmp_path / "level.toml"))
    assert all(isinstance(bank, frozenset) for bank in again.start)
    assert json.loads(langkah("solve", str(tmp_path / "level.toml"), "--json")[1])["cost"] == puzzle["least"]
    assert langkah("generate", str(path))[0] == 0


def test_states_that_no_file_can_store(langkah: Any, tmp_path: Path) -> None:
    """A puzzle whose states no file can store is refused before the generation, which would never end here."""
    path = tmp_path / "halves.py"
    path.write_text(OPAQUE, encoding="utf-8")
    for more in ((), ("--json",), ("--grade", "easy")):
        code, out, err = langkah("generate", str(path), *more)
        assert code == 2
        assert not out or list(json.loads(out)) == ["error"]
        assert "a file cannot describe another start" in err


def test_plain_values_of_sets() -> None:
    """Sets become sorted lists, also if they are nested or mixed. With the old state as a pattern, the lists are read
    back as sets.
    """
    state = (frozenset({10, 2}), (frozenset({(1, "b"), (1, "a")}), 3))
    plain = to_plain_value(state)
    assert plain == [[2, 10], [[[1, "a"], [1, "b"]], 3]]
    assert to_state_value(plain, state) == state
    assert to_plain_value({1, "a"}) == [1, "a"]
