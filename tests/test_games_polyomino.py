"""Polyominoes: all fillings against a plain exact cover, turned pieces, the text format of the exercise, and bad
pieces.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from langkah import BadInput, Status, load, solve
from langkah.games import read_level_text
from langkah.games.polyomino.pieces import list_turned
from langkah.games.polyomino.polyomino import Polyomino
from langkah.session import Session

MOST_PIECES = 5  # more pieces, all of one cell, would have too many fillings to list
EXERCISE = """3 4 3
DEFAULT
AA
A
 B
BBB
CCCC
C
"""
CUSTOM = """3 3 2
CUSTOM
.X.
XXX
.XX
A
AA
B
BB
"""


def list_all_places(board: set[tuple[int, int]], size: int, shape: frozenset[Any], turning: str) -> Iterator[Any]:
    """All sets of cells of the board that have this shape in an allowed orientation, found among all sets of cells of
    this size.
    """
    signs = [(1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0)]  # matrices that rotate (row, column)
    if turning == "all":
        signs += [(1, 0, 0, -1), (0, 1, 1, 0), (-1, 0, 0, 1), (0, -1, -1, 0)]
    turned = {
        place({(a * row + b * column, c * row + d * column) for row, column in shape})
        for a, b, c, d in (signs if turning != "fixed" else signs[:1])
    }
    for cells in combinations(sorted(board), size):
        if place(set(cells)) in turned:
            yield frozenset(cells)


def place(cells: set[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    """A shape moved to the top left corner."""
    top, left = min(row for row, _column in cells), min(column for _row, column in cells)
    return frozenset((row - top, column - left) for row, column in cells)


def find_all_fillings(problem: Polyomino) -> set[Any]:
    """Every filling: all combinations of disjoint placements that cover the board."""
    board = set(problem.cells)
    found: set[Any] = {()}
    for piece in problem.drawn:
        shape = frozenset(piece.cells)
        places = list(list_all_places(board, len(shape), shape, problem.turning))
        found = {(*begun, cells) for begun in found for cells in places if not cells & frozenset().union(*begun)}
    return {filling for filling in found if frozenset().union(*filling) == board}


@st.composite
def boards(draw: st.DrawFn) -> Polyomino:
    """A small board cut at random into pieces, each in a random orientation; some boards have a wall in one cell."""
    height, width = draw(st.integers(1, 3)), draw(st.integers(1, 4))
    cells = [(row, column) for row in range(height) for column in range(width)]
    gone = draw(st.sets(st.sampled_from(cells), max_size=1)) if len(cells) > 3 else set()
    left = set(cells) - gone
    pieces: list[str] = []
    while left:
        part = {draw(st.sampled_from(sorted(left)))}
        for _more in range(draw(st.integers(0, 4))):
            beside = {(r + a, c + b) for r, c in part for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))} & left - part
            part |= {draw(st.sampled_from(sorted(beside)))} if beside else set()
        left -= part
        shape = draw(st.sampled_from(list_turned(part, "all")))
        letter = "ABCDEFGHIJKL"[len(pieces)]
        rows = ["".join(letter if (r, c) in shape else " " for c in range(5)).rstrip() for r in range(5)]
        pieces.append("\n".join(row for row in rows if row))
    assume(len(pieces) <= MOST_PIECES)
    rows = ["".join("#" if (row, column) in gone else "." for column in range(width)) for row in range(height)]
    turning, order = draw(st.sampled_from(["all", "turned", "fixed"])), draw(st.sampled_from(["cell", "piece"]))
    return Polyomino(rows, pieces, turning, order)


@settings(max_examples=50, deadline=None)
@given(boards())
def test_all_fillings(problem: Polyomino) -> None:
    """Backtracking finds each filling once, cell by cell or piece by piece, and no proof of impossibility is wrong."""
    known = find_all_fillings(problem)
    found = [
        tuple(frozenset(problem._list_cells(cells)) for cells in plan[-1].state)
        for plan in solve(problem, "backtracking", find_all=True).all_paths
    ]
    assert len(found) == len(set(found))
    assert set(found) == known
    assert not (problem.hopeless() and known)
    assert (solve(problem, "a-star", estimate="holes").status is Status.SOLVED) == bool(known)


def test_pieces_of_all_sizes_turned() -> None:
    """The tetrominoes O, I, T, S and L have 1, 2, 4, 4 and 8 orientations, or 1, 2, 4, 2 and 4 without mirroring. The
    level is proved impossible by the colours of a chessboard.
    """
    problem = load("polyomino:tetrominoes")
    ways = {piece.letter: len(list_turned(piece.cells, "all")) for piece in problem.drawn}  # type: ignore[attr-defined]
    assert ways == {"I": 2, "O": 1, "T": 4, "S": 4, "L": 8}
    ways = {piece.letter: len(list_turned(piece.cells, "turned")) for piece in problem.drawn}  # type: ignore[attr-defined]
    assert ways == {"I": 2, "O": 1, "T": 4, "S": 2, "L": 4}
    assert "chessboard" in problem.hopeless()  # type: ignore[attr-defined]


@pytest.mark.slow
def test_pentominoes() -> None:
    """The pentominoes fill 3 x 20 in 2 ways and 4 x 15 in 368 ways, each in four symmetric positions."""
    for size, count in (("3x20", 2), ("4x15", 368)):
        problem = load(f"polyomino:pentominoes-{size}")
        assert len(solve(problem, "backtracking", find_all=True).all_paths) == 4 * count


def test_the_form_of_the_exercise() -> None:
    """The text format of the exercise is read, solved and written again."""
    for text in (EXERCISE, CUSTOM):
        found = read_level_text(text)
        assert [each.game for each in found] == ["polyomino"]
        problem = load("polyomino", found[0].level.settings)
        assert solve(problem).optimal
        assert Polyomino.from_text(problem.to_text()) == found[0].level.settings
    assert Polyomino.from_text(EXERCISE.replace("\n", "\r\n")) == Polyomino.from_text(EXERCISE)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "2 2 1\nPYRAMID\nA\n",
            "line 2: boards of the kind 'PYRAMID' cannot be read; supported kinds: DEFAULT, CUSTOM",
        ),
        ("2 2 3\nDEFAULT\nAA\nBB\n", "line 1 gives 3 pieces, but there are 2: A B"),
        ("2 2 2\nDEFAULT\nAA\nBC\n", "line 4: 'BC' has several letters"),
        ("2 2 2\nDEFAULT\nAA\n\nB?\n", "line 5: column 2 is '\\?'"),
        ("2 2 2\nDEFAULT\nA\nB\nA\n", "line 5: the letter A was used"),
        ("2 2 1\nDEFAULT\nA\n A\n", "A is not connected"),
        ("2 2 1\nCUSTOM\nX.\nXO\nA\n", "line 4, column 2 is 'O'"),
        ("2 2 1\nCUSTOM\nX.\nX\nA\n", "line 4 has 1 cells, but line 1 gives 2 columns"),
        ("3 2 1\nCUSTOM\nX.\n", "line 1 gives 3 rows"),
        ("99 2 1\nDEFAULT\nA\n", "1 to 30 each"),
        ("2 2\nDEFAULT\nA\n", "line 1: '2 2': write the number of rows"),
        ("2 2 0\nDEFAULT\n", "there are none"),
    ],
)
def test_mistakes_in_the_form_have_their_line(text: str, words: str) -> None:
    """The message names the mistake and, where possible, its line."""
    with pytest.raises(BadInput, match=words):
        Polyomino.from_text(text)


@pytest.mark.parametrize(
    ("given_settings", "words"),
    [
        ({"board": "###"}, "it has 0 cells to fill"),
        ({"board": "..x"}, "row 1, column 3"),
        ({"pieces": 5}, "draw each piece"),
        ({"pieces": ["A", "B", "A"]}, "row 3: the letter A"),
        ({"pieces": []}, "there are none"),
        ({"pieces": ["A" * 65]}, "at most 64 cells"),
    ],
)
def test_bad_boards_and_pieces(given_settings: dict[str, Any], words: str) -> None:
    """The message names the mistake in the settings."""
    with pytest.raises(BadInput, match=words):
        Polyomino(**given_settings)


def test_rows_of_one_letter_are_one_piece() -> None:
    """Consecutive rows with the same letter are one piece."""
    assert Polyomino(pieces=["A", "A"]).pieces == ["A/A"]


def test_clicks_and_refusals() -> None:
    """A piece is placed by a click on the piece and a click on its last cell; a placement that does not fit is refused
    with the reason.
    """
    session = Session(Polyomino(".../.../...", ["A/AA", "B/BB", "CCC"]))
    assert "First choose a piece" in session.click("cell 0,0").text
    session.click("piece C")
    session.click("cell 0,2")
    assert session.problem.text(session.state) == "CCC\n...\n..."
    assert "cannot lie like that" in [session.click(each) for each in ("piece A", "cell 0,0")][1].text
    assert [session.click(each).kind for each in ("piece C", "piece B", "cell 2,2")] == [
        "moved",
        "selected",
        "selected",
    ]
    assert session.click("cell 1,2").kind == "selected"


def test_people_place_pieces_anywhere() -> None:
    """Every placement has its own clicks, on any board, and the pieces of a solution can be placed in reverse order."""
    problem = load("polyomino")
    plan = [step.move for step in solve(problem).path][::-1]
    session = Session(problem)
    for move in plan:
        choices = session.choices()
        assert len({choice.gestures for choice in choices}) == len(choices)
        places = [choice.gestures[0] for choice in choices if choice.step.move == move]
        assert [session.click(click).kind for click in places[0]][-1] == "moved"
        assert len(places) == 1
    assert session.over
    assert session.cost == len(plan) == 6
