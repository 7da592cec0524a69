"""Default pictures of states: cells, grids, chips, labelled lines, and text if nothing else fits."""

import os
import subprocess
import sys
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langkah import Puzzle, Step
from langkah.scene import Path, Rect, Scene, Text
from langkah.state_picture import draw_state, write_state
from langkah.views.paint import Line, Words, paint_shape
from langkah.views.svg import draw_svg
from langkah.views.text import draw_text
from langkah.views.theme import LIGHT


class Bank(NamedTuple):
    """A state that is a named tuple."""

    here: frozenset[str]
    boat: str


@dataclass(frozen=True)
class Cards:
    """A state that is a dataclass."""

    hand: tuple[int, ...]
    score: int


class Ladder(Puzzle[str, str]):
    """A word ladder that lists its goal and defines no picture."""

    start = "cold"

    def steps(self, state: str) -> list[Step[str, str]]:
        """The only step, from "cold" to "cord"."""
        return [Step("cord", "cord")] if state == "cold" else []

    def is_goal(self, state: str) -> bool:
        """Whether the state is the goal, "cord"."""
        return state == "cord"

    def goals(self) -> list[str]:
        """The only goal."""
        return ["cord"]


def find_rects(scene: Scene, role: str) -> list[Rect]:
    """The rectangles of a picture that have a given role."""
    return [shape for shape in scene.shapes if isinstance(shape, Rect) and shape.role == role]


def read_labels(scene: Scene) -> list[str]:
    """The labels of a picture, from back to front."""
    return [shape.label for shape in scene.shapes if shape.label]


def test_numbers_are_cells() -> None:
    scene = draw_state((3, 0, 12))
    assert [each.label for each in find_rects(scene, "piece")] == ["3", "12"]
    assert [each.label for each in find_rects(scene, "cell")] == ["", "0", ""]
    assert (scene.width, scene.height) == (3, 1)


@pytest.mark.parametrize("value", [((1, 2), (3, 4), (5, 0)), ("ab", "cd", "e."), "ab\ncd\ne."])
def test_rows_of_rows_are_a_grid(value: Any) -> None:
    scene = draw_state(value)
    assert (scene.width, scene.height) == (2, 3)
    assert len(find_rects(scene, "piece")) == 5


def test_a_long_row_goes_on_below() -> None:
    assert (draw_state(tuple(range(40))).width, draw_state(tuple(range(40))).height) == (16, 3)


def test_pieces_of_a_permutation_keep_their_identity() -> None:
    before, after = draw_state((1, 2, 3)), draw_state((3, 2, 1))
    moved = {each.id: each.x for each in find_rects(after, "piece")}
    assert [moved[each.id] for each in find_rects(before, "piece")] == [2.05, 1.05, 0.05]


def test_a_word_is_letters_and_its_goal_stands_beside_it() -> None:
    scene = Ladder().scene("cold")
    assert [each.label for each in find_rects(scene, "piece")] == list("cold")
    goal = Ladder().goal_scene()
    assert goal is not None
    assert [each.label for each in find_rects(goal, "piece")] == list("cord")


def test_sets_are_chips_that_go_from_box_to_box() -> None:
    left = draw_state((frozenset({"wolf", "goat"}), frozenset({"cabbage"})))
    right = draw_state((frozenset({"wolf"}), frozenset({"cabbage", "goat"})))
    assert len(find_rects(left, "cell:1")) == 2
    assert {each.id for each in find_rects(left, "piece")} == {each.id for each in find_rects(right, "piece")}
    assert left.title == "{goat, wolf} {cabbage}"


@pytest.mark.parametrize(
    ("value", "names"),
    [
        (Bank(frozenset({"wolf"}), "left"), ["here", "wolf", "boat", "left"]),
        (Cards((4, 5), 7), ["hand", "4", "5", "score", "7"]),
    ],
)
def test_records_have_a_line_for_each_name(value: Any, names: list[str]) -> None:
    assert [label for label in read_labels(draw_state(value)) if label != str(value)] == names


def test_text_of_sets_is_the_same_in_every_process() -> None:
    code = "from langkah.state_picture import write_state as w; print(w((frozenset('qwertyuiop'), 1)))"
    seeds = [{**os.environ, "PYTHONHASHSEED": str(seed)} for seed in (1, 2, 3)]
    texts = {subprocess.run([sys.executable, "-c", code], env=env, capture_output=True).stdout for env in seeds}
    assert texts == {b"{e, i, o, p, q, r, t, u, w, y} 1\n"}
    assert write_state(frozenset({10, 9, 2})) == "{2, 9, 10}"


def test_an_own_text_stays_in_its_box() -> None:
    class Written(Ladder):
        def text(self, state: str) -> str:
            return f"here: {state}"

    assert any(isinstance(shape, Text) and "here" in shape.text for shape in Written().scene("cold").shapes)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6) | st.floats(allow_nan=False),
    lambda inner: st.tuples(inner, inner) | st.lists(inner, max_size=5).map(tuple) | st.frozensets(inner, max_size=4),
    max_leaves=30,
)


@given(VALUES)
def test_every_value_has_a_picture(value: Any) -> None:
    scene = draw_state(value)
    ids = [shape.id for shape in scene.shapes if shape.id]
    assert len(ids) == len(set(ids))
    assert draw_state(value) == scene
    for shape in scene.shapes:
        if isinstance(shape, Rect):
            assert -0.01 <= shape.x <= shape.x + shape.width <= scene.width + 0.01
            assert -0.01 <= shape.y <= shape.y + shape.height <= scene.height + 0.01
    assert draw_svg(scene).startswith("<svg")


def test_deep_and_large_values_are_written() -> None:
    deep: Any = ()
    for _level in range(200):
        deep = (deep,)
    assert len(find_rects(draw_state(deep), "piece")) == 0
    assert len(draw_state(tuple(range(5000))).shapes) == 2


def test_labels_of_cells_stand_in_the_middle_unless_in_the_corner() -> None:
    def place(shape: Rect) -> Words:
        return next(each for each in paint_shape(shape, LIGHT.of) if isinstance(each, Words))

    middle, corner = place(Rect(0, 0, 1, 1, "cell", "7")), place(Rect(0, 0, 1, 1, "cell", "7", corner=True))
    assert (middle.x, middle.y) == (0.5, 0.5)
    assert corner.size < middle.size
    assert corner.x < 0.3


def test_cells_without_a_piece_have_lines_and_a_number_in_the_middle() -> None:
    """In a terminal, a cell without a piece has a border and its number in the middle."""
    assert draw_text(draw_state((0, 0))) == "┌───┬───┐\n│ 0 │ 0 │\n└───┴───┘"
    assert draw_text(draw_state((3, 0))) == "┌───┬───┐\n│ 3 │ 0 │\n└───┴───┘"


def test_an_arrow_has_a_head_where_it_ends() -> None:
    shaft, head = (each for each in paint_shape(Path(((0, 0), (2, 0)), head=True), LIGHT.of) if isinstance(each, Line))
    assert max(shaft.points)[0] < 2
    assert max(head.points) == (2, 0)
    assert len(list(paint_shape(Path(((1, 1), (1, 1)), head=True), LIGHT.of))) == 1
