"""Rush Hour: the rules of sliding blocks with the boards and text formats of cars."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langkah import BadInput, load, solve
from langkah.games import LEVELS, list_levels
from langkah.games.klotski.rush_hour import RushHour
from tests import oracle
from tests.sliding import Plain

KNOWN = json.loads((Path(__file__).parent / "data" / "rushhour.json").read_text(encoding="utf-8"))


@st.composite
def car_parks(draw: st.DrawFn) -> list[str]:
    """Small boards with cars of two or three cells; some of the boards have a wall."""
    height, width = draw(st.integers(2, 4)), draw(st.integers(3, 5))
    grid = [["."] * width for _row in range(height)]
    row, column = draw(st.integers(0, height - 1)), draw(st.integers(0, width - 2))
    grid[row][column] = grid[row][column + 1] = "A"
    for name in "BCDE":
        long, across = draw(st.integers(2, 3)), draw(st.booleans())
        top, left = draw(st.integers(0, height - 1)), draw(st.integers(0, width - 1))
        cells = [(top, left + n) if across else (top + n, left) for n in range(long)]
        if all(r < height and c < width and grid[r][c] == "." for r, c in cells):
            for r, c in cells:
                grid[r][c] = name
    wall, column = draw(st.integers(0, height - 1)), draw(st.integers(0, width - 1))
    if wall != row and grid[wall][column] == ".":
        grid[wall][column] = "x"
    return ["".join(line) for line in grid]


@settings(max_examples=40, deadline=None)
@given(car_parks(), st.sampled_from(["moves", "steps"]))
def test_costs_are_those_of_plain_rules(rows: list[str], metric: str) -> None:
    """The cost agrees with a second implementation of sliding blocks, without packed states."""
    problem = RushHour(rows, metric)
    plain = Plain([row.replace("x", "#") for row in rows], dict(problem.goal), [], "along")
    assert solve(problem).cost == plain.layers("lines" if metric == "moves" else metric)[1]


@pytest.mark.parametrize("level", list_levels("rushhour"))
def test_levels_cost_what_they_say(level: str) -> None:
    """Each level has the number of moves in its file; for short levels, a plain search confirms the moves and the
    steps.
    """
    told = tomllib.loads((LEVELS / "rushhour" / f"{level}.toml").read_text(encoding="utf-8"))["optimum"]
    assert solve(load(f"rushhour:{level}")).cost == told["moves"]
    if told["moves"] < 8:
        for metric, least in told.items():
            assert oracle.fewest_steps(load(f"rushhour:{level}", metric=metric)) == least  # type: ignore[arg-type]


def test_boards_in_every_form() -> None:
    """A board is read as rows, as one word of cells, or as lines of a database, and is written as one word of cells."""
    rows = ["oooB", "AAoB", "oooo", "xoCC"]
    one = RushHour(rows)
    assert one.start == RushHour("".join(rows)).start == RushHour("/".join(rows).replace("o", ".")).start
    assert one.to_text() == "oooBAAoBooooxoCC\n"
    found = RushHour.read_levels("2 oooBAAoBooooxoCC 12\noooBAAoBooooooCC\n")
    assert found is not None
    assert [(each.title, each.line) for each in found] == [("2 moves", 1), ("", 2)]
    assert RushHour(**found[0].settings).start == one.start  # type: ignore[arg-type]
    assert RushHour.read_levels("oooB\nAAoB\noooo\n") == [type(found[0])({"board": "oooB/AAoB/oooo"}, line=1)]
    assert RushHour.from_text("a text") is None


def test_a_line_that_breaks_off() -> None:
    """A damaged line is refused with its line and column and an example of a legal board."""
    with pytest.raises(BadInput, match="line 2, column 5: write the number of moves, a board such as oooBAAoBooooooCC"):
        RushHour.read_levels("2 oooBAAoBooooooCC 12\n2 oo?BAAoB\n")


@pytest.mark.parametrize(
    ("board", "words"),
    [
        ("..B/AAB/b..", "'b' is not allowed at row 3, column 1"),
        ("B.../AA../....", "car 'B' must cover two or more"),
        ("BB../..../....", "the red car A must be on the board"),
        (".A../.A../....", "on the board and horizontal"),
        ("AAB./..B./...", "all rows must have the same length"),
        ("AA.x/....", "a wall blocks the exit"),
        ("AA.BB/....B", "car 'B' must"),
        ("A" * 300, "1 to 12 rows and 1 to 12 columns are allowed"),
        ("", "1 to 12 rows and 1 to 12 columns are allowed"),
    ],
)
def test_bad_boards(board: str, words: str) -> None:
    """The message names each mistake and its place."""
    with pytest.raises(BadInput, match=words):
        RushHour(board)


def test_the_levels_of_sliding_blocks_keep_their_names() -> None:
    """The Rush Hour levels of Klotski keep their names, because existing links use them."""
    assert solve(load("klotski:rush-hour-01")).cost == 7


@pytest.mark.parametrize("entry", KNOWN[:8], ids=lambda entry: entry["id"])
def test_boards_known_from_elsewhere(entry: dict[str, Any]) -> None:
    """Boards from other sources have the known least numbers of moves and steps in this game."""
    for metric in ("moves", "steps"):
        result = solve(RushHour(entry["board"], metric))
        assert (result.cost, result.optimal) == (entry[metric], True)
