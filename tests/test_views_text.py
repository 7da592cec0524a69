"""Boards in characters: the words and discs of every game are complete, and the squares of a board of snakes show where
their jumps lead if there is enough space.
"""

import re
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from langkah import load
from langkah.games import GAMES
from langkah.scene import Disc, Path, Rect, Scene, Text, is_ground
from langkah.session import Session
from langkah.views.paint import get_label_size
from langkah.views.text import CIRCLED, LEAST_RADIUS, draw_text
from langkah.views.theme import DARK
from tests.goldens import same_as_golden
from tests.test_session import walked

POSITIONS = {"connect": "1 2 1 3", "nim": "B2", "knapsack": "take leave", "river": "", "planning": "(unstack c a)"}
BOARDS = ("snakes", "snakes:paper-1", "snakes:paper-2", "snakes:classic-47")


def read_squares(drawn: str) -> dict[str, str]:
    """The text in the last line of each square of a board with large squares, by the number of the square."""
    lines, found = drawn.splitlines(), dict[str, str]()
    for upper, lower in pairwise(lines):
        for cell in re.finditer(r"(?<=│)(\d+)[ ░]*(?=│)", upper):
            found[cell[1]] = lower[cell.start() : cell.end()].strip(" ░●")
    return found


@pytest.mark.parametrize("name", BOARDS)
def test_snakes_and_ladders_stand_on_the_board_at_eighty_columns(name: str) -> None:
    """At 80 columns, the square where a jump begins shows its end, and the square where a jump ends shows a beginning,
    unless another jump begins there.
    """
    problem = load(name)
    drawn = draw_text(problem.scene(problem.start))
    assert all(len(line) <= 80 for line in drawn.splitlines())
    squares, starts = read_squares(drawn), set()
    for foot, end in problem.jumps.items():  # type: ignore[attr-defined]
        assert squares[str(foot)] == f"{'↑' if end > foot else '↓'}{end}"
        starts.add(str(foot))
    for foot, end in problem.jumps.items():  # type: ignore[attr-defined]
        others = {f"←{a}" for a, b in problem.jumps.items() if b == end}  # type: ignore[attr-defined]
        assert str(end) in starts or squares[str(end)] in others, foot
    told = {words for words in squares.values() if words}
    assert len(told) >= len(problem.jumps)  # type: ignore[attr-defined]
    assert "\x1b" in draw_text(problem.scene(problem.start), theme=DARK)


def test_a_board_of_snakes_in_characters() -> None:
    """The golden file shows squares of two lines, of one line and of one character, and plain ASCII."""
    scene = load("snakes:paper-1").scene(84)
    sizes: tuple[dict[str, Any], ...] = ({}, {"width": 50, "height": 30}, {"width": 32, "height": 14}, {"ascii": True})
    same_as_golden("snakes-jumps.txt", "\n\n".join(draw_text(scene, **size) for size in sizes) + "\n")


def test_a_line_that_leads_nowhere_is_left_to_the_list() -> None:
    """A line that begins and ends on the same square, or ends outside the squares, is not marked on the board, but
    listed below it.
    """
    squares = (Rect(0, 0, 1, 1, "cell", "1"), Rect(1, 0, 1, 1, "cell", "2"))
    lines = Path(((0.2, 0.5), (0.8, 0.5)), "up", "within"), Path(((0.5, 0.5), (9, 9)), "down", "out")
    drawn = draw_text(Scene(2, 1, (*squares, *lines)))
    assert "within, out" in drawn
    assert not set("↑↓←") & set(drawn)


def count_words(scene: Scene) -> Counter[str]:
    """The words that a player must be able to read, and how often each of them is drawn: the labels on pieces, and the
    texts longer than one letter.
    """
    found = Counter[str]()
    for shape in scene.shapes:
        match shape:
            case Rect() if not is_ground(shape.role) and get_label_size(shape):
                found[shape.label] += 1
            case Disc() if shape.label:
                found[CIRCLED.get(shape.label, shape.label)] += 1
            case Path() if shape.closed and shape.label:
                found[shape.label] += 1
            case Text() if len(shape.text) > 1:
                found[shape.text] += 1
    return found


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("moves", [0, 4, 12])
def test_the_board_of_every_game_can_be_played_from(name: str, moves: int) -> None:
    """At 80 columns, every label and every text is complete and apart from other words, and no disc is missing."""
    scene = walked(Session(load(name), dice=False), moves, seed=5).scene()
    drawn, plain = draw_text(scene), draw_text(scene, ascii=True)
    assert plain.isascii()
    assert max(map(len, drawn.splitlines())) <= 80
    for words, count in count_words(scene).items():
        end = r"(?!\w)" if words[-1].isalnum() and len(words) > 1 else ""
        begin = r"(?<!\w)" if words[0].isalnum() and len(words) > 1 else ""
        assert len(re.findall(begin + re.escape(words) + end, drawn)) >= count, words
    discs = [
        shape
        for shape in scene.shapes
        if isinstance(shape, Disc) and not shape.label and not is_ground(shape.role) and shape.radius >= LEAST_RADIUS
    ]
    seen = [disc for disc in discs if disc.role not in ("glass", "up", "down", "faint")]
    assert drawn.count("●") + drawn.count("○") >= len(seen)


@pytest.mark.parametrize("name", POSITIONS)
def test_boards_of_words_bars_and_holes(name: str) -> None:
    """The golden files show boards that need a larger scale, shorter labels or holes in a wall, in box characters and
    in ASCII.
    """
    session = Session(load(name))
    for move in filter(None, re.split(r" (?![^(]*\))", POSITIONS[name])):
        session.play(move)
    notes = {way[0]: each.label for each in session.choices() for way in each.gestures if len(way) == 1}
    boxed, plain = (draw_text(session.scene(), notes=notes, ascii=ascii) for ascii in (False, True))  # noqa: A001
    same_as_golden(f"{name}.txt", f"{boxed}\n\n{plain}\n")


def test_the_discs_of_connect_four_fall_into_their_columns() -> None:
    """A disc is drawn in its own column, filled for X and as a ring for O, below the number of the column."""
    session = Session(load("connect"))
    for move in ("1", "2", "1", "3"):
        session.play(move)
    notes = {f"column {number}": f"{number}" for number in range(1, 5)}
    lines = draw_text(session.scene(), notes=notes).splitlines()
    places = [lines[0].index(f"{number}") for number in range(1, 5)]
    assert [lines[-2][place] for place in places] == ["●", "○", "○", "·"]
    assert [lines[-4][place] for place in places] == ["●", "·", "·", "·"]


def test_a_heap_shows_one_bar_for_each_coin() -> None:
    """A heap shows one bar for each coin, without the coins' labels, which are for screen readers."""
    problem = load("nim", heaps=[3, 5, 7])
    assert draw_text(problem.scene(problem.start)).count("(━") == 15


def test_words_that_fit_on_no_scale_are_told_below() -> None:
    """The description of the picture is added below it if a text is cut off and if there is space for it."""
    words = "a name longer than it"
    scene = Scene(3, 2, (Rect(0, 0, 3, 2, "board"), Text(1.5, 1, words)), f"told: {words}")
    assert draw_text(scene, width=20).splitlines()[-2:] == ["told: a name longer", "than it"]
    assert "told" not in draw_text(scene)
    assert "told" not in draw_text(scene, width=20, height=6)


def test_a_wide_piece_with_diagonal_sides_is_outlined() -> None:
    """A hull with diagonal sides is outlined if it can be clicked; otherwise it is an ornament and is not drawn."""
    hull = Path(((0, 0), (3, 0), (2.5, 1), (0.5, 1)), "piece", handle="boat", id="boat", closed=True)
    assert draw_text(Scene(4, 1, (hull,))) == "╲         ╱\n ╲━━━━━━━╱"
    assert draw_text(Scene(4, 1, (hull._replace(handle=""),))) == ""
