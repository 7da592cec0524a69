"""Lights Out: the equations against trying every set of presses, published facts, game IDs, and bad boards."""

from itertools import product
from math import inf
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langkah import BadInput, explore, load, solve
from langkah.games.lights import PATTERNS, Lights, eliminate
from langkah.session import Session
from tests import oracle

# Independent quiet patterns of n x n boards (OEIS A159257); the fewest presses if all lamps are on (A075464).
QUIET = [0, 0, 0, 4, 2, 0, 0, 0, 8, 0, 6, 0, 0, 4, 0, 8, 2, 0, 16, 0]
ALL_ON = [1, 4, 5, 4, 15, 28, 33, 40, 25, 44]


def press_every_set(switches: list[int]) -> dict[int, int]:
    """The fewest presses for each solvable position, by trying every set of presses."""
    found: dict[int, int] = {}
    for chosen in product((0, 1), repeat=len(switches)):
        lamps = 0
        for pressed, near in zip(chosen, switches, strict=True):
            lamps ^= near * pressed
        found[lamps] = min(found.get(lamps, len(switches)), sum(chosen))
    return found


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 3), st.integers(1, 3), st.data())
def test_equations_agree_with_pressing_everything(rows: int, cols: int, data: st.DataObject) -> None:
    """For every position of small boards, with any switches, the equations agree with `press_every_set` on whether the
    position is solvable and in how many presses.
    """
    lamps = rows * cols
    own = data.draw(st.none() | st.lists(st.text("*.", min_size=lamps, max_size=lamps), min_size=lamps, max_size=lamps))
    problem = Lights(rows, cols, pattern=data.draw(st.sampled_from(list(PATTERNS))), switches=own)
    known = press_every_set(problem.near)
    assert len(known) == 1 << len(eliminate(problem.near).rows)
    for state in range(1 << lamps):
        here = problem.at(state)
        assert problem.presses_left(state) == known.get(state, inf)
        assert problem.lamps_left(state) <= known.get(state, inf)
        assert bool(here.hopeless()) == (state not in known)
    state = data.draw(st.sampled_from(sorted(known)))
    for algorithm in ("iterative", "breadth-first", "a-star"):
        result = solve(problem.at(state), algorithm)
        assert (result.cost, result.optimal) == (known[state], True)
        assert oracle.replay(problem.at(state), result)[0] == 0


def test_facts_from_the_literature() -> None:
    """Square boards have the published numbers of independent quiet patterns (sets of presses that change no lamp), and
    the published fewest presses from the position with all lamps on.
    """
    boards = [Lights(side, side) for side in range(1, len(QUIET) + 1)]
    assert [len(board.equations.quiet) for board in boards] == QUIET
    assert [solve(board).cost for board in boards[: len(ALL_ON)]] == ALL_ON
    assert solve(boards[18]).optimal  # 2**16 solutions are compared


def test_all_positions_of_four_by_four() -> None:
    """2**12 of the 2**16 positions can be solved, the hardest in 7 presses."""
    found = explore(load("lights", rows=4, cols=4))
    assert (found.states, len(found.layers) - 1) == (4096, 7)


@pytest.mark.slow
def test_all_positions_of_five_by_five() -> None:
    """2**23 of the 2**25 positions can be solved, the hardest 7350 in 15 presses."""
    found = explore(load("lights"))
    assert (found.states, len(found.layers) - 1) == (1 << 23, 15)
    assert found.layers[-1] == 7350


def test_game_ids_of_flip() -> None:
    """A game ID that is written and read again gives the same lamps, switches and size."""
    board = Lights(start="*.*/.*.", pattern="plus")
    assert board.to_text() == "3x2:d3a6665cb,a8\n"
    for problem in (
        board,
        Lights(4, 4, pattern="cross"),
        Lights(start="*./..", switches=["*...", "**..", "..**", "*..*"]),
    ):
        again = Lights(**(Lights.from_text(problem.to_text()) or {}))  # type: ignore[arg-type]
        assert (again.near, again.start, again.cols) == (problem.near, problem.start, problem.cols)
    assert Lights.from_text("*.\n.*\n") == {"start": ["*.", ".*"]}
    assert Lights.from_text("hello") is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("2x2:dz7b,f", "column 6: 'z' is not a hexadecimal digit"),
        ("2x2:de7,f", "column 5: 3 digits; 2 x 2 lamps need 4"),
        ("2x2:de7b,ff", "column 10: 2 digits"),
        ("9x9:0,0", "at most 64"),
    ],
)
def test_bad_game_ids(text: str, words: str) -> None:
    """The message names the mistake in a game ID."""
    with pytest.raises(BadInput, match=words):
        Lights.from_text(text)


@pytest.mark.parametrize(
    ("given_settings", "words"),
    [
        ({"start": ["*.", "*"]}, "all rows must have the same length"),
        ({"start": ["*x"]}, "row 1, column 2"),
        ({"rows": 3, "start": ["**", "**"]}, "start has 2 rows, but rows = 3"),
        ({"start": ["*" * 21]}, "at most 20"),
        ({"rows": 2, "cols": 1, "switches": ["*.", "*"]}, "text 2"),
        ({"switches": ["*"]}, "give 25 texts, one for each lamp"),
        ({"rows": 20, "cols": 20, "switches": []}, "up to 64 lamps"),
        ({"pattern": "star"}, "one of plus"),
    ],
)
def test_bad_boards(given_settings: dict[str, Any], words: str) -> None:
    """The message names the mistake in the settings."""
    with pytest.raises(BadInput, match=words):
        Lights(**given_settings)


def test_a_click_presses_a_lamp() -> None:
    """A click on the middle one of nine lamps switches five lamps."""
    session = Session(Lights(3, 3))
    session.click("lamp 1,1")
    assert session.problem.text(session.state) == "*.*\n...\n*.*"
