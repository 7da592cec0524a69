"""Lines from square to square in characters: both squares say where they lead, as far as there is room."""

import re
from itertools import pairwise
from typing import Any

import pytest

from langkah import load
from langkah.scene import Path, Rect, Scene
from langkah.views.text import draw_text
from langkah.views.theme import DARK
from tests.goldens import same_as_golden

BOARDS = ("snakes", "snakes:paper-1", "snakes:paper-2", "snakes:classic-47")


def read_squares(drawn: str) -> dict[str, str]:
    """What stands in the last line of each square of a roomy board, by its number."""
    lines, found = drawn.splitlines(), dict[str, str]()
    for upper, lower in pairwise(lines):
        for cell in re.finditer(r"(?<=│)(\d+)[ ░]*(?=│)", upper):
            found[cell[1]] = lower[cell.start() : cell.end()].strip(" ░●")
    return found


@pytest.mark.parametrize("name", BOARDS)
def test_snakes_and_ladders_stand_on_the_board_at_eighty_columns(name: str) -> None:
    """Each begins where it should, says where it leads, and is told again where it ends; nothing is wider."""
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
    """Readable goldens: with room for squares of two lines, of one line, of one sign; and in plain ASCII."""
    scene = load("snakes:paper-1").scene(84)
    sizes: tuple[dict[str, Any], ...] = ({}, {"width": 50, "height": 30}, {"width": 32, "height": 14}, {"ascii": True})
    same_as_golden("snakes-jumps.txt", "\n\n".join(draw_text(scene, **size) for size in sizes) + "\n")


def test_a_line_that_leads_nowhere_is_left_to_the_list() -> None:
    """A line that begins and ends on one square, or beside the squares, marks nothing and is told below."""
    squares = (Rect(0, 0, 1, 1, "cell", "1"), Rect(1, 0, 1, 1, "cell", "2"))
    lines = Path(((0.2, 0.5), (0.8, 0.5)), "up", "within"), Path(((0.5, 0.5), (9, 9)), "down", "out")
    drawn = draw_text(Scene(2, 1, (*squares, *lines)))
    assert "within, out" in drawn
    assert not set("↑↓←") & set(drawn)
