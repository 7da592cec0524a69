"""Snakes and ladders: pictures, clicks, text formats and bad input."""

from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langkah import BadInput, load
from langkah.games.snakes import Snakes
from tests.test_games_snakes import board, games


@settings(max_examples=150)
@given(games(most=25))
def test_every_turn_can_be_clicked_and_none_is_ambiguous(game: Snakes) -> None:
    """Each turn has a click sequence on handles of the scene, and no sequence is the beginning of the sequence of
    another turn.
    """
    handles = {shape.handle for shape in game.scene(game.start).shapes}
    for square in range(game.last):
        owner: dict[tuple[str, ...], int] = {}
        for step in game.steps(square):
            clicks = game.gestures(square, step.move)
            assert clicks
            for sequence in clicks:
                assert set(sequence) <= handles
                assert owner.setdefault(sequence, step.move) == step.move
        for sequence in owner:
            assert not any(sequence[:length] in owner for length in range(1, len(sequence)))


def test_clicking_squares() -> None:
    """A click on the square where a roll ends, before its jump, makes the roll. If two rolls end on the same square,
    only the smaller roll has this click.
    """
    game = board("snakes:paper-1")
    assert game.gestures(0, 3) == [("roll 3",), ("square 3",)]
    assert game.gestures(96, 3) == [("roll 3",), ("square 99",)]
    assert game.gestures(96, 5) == [("roll 5",)]
    assert board("snakes:six-again").gestures(1, 11) == [("roll 6", "roll 5"), ("square 7", "square 13")]


def test_the_picture() -> None:
    """Squares run in alternate directions from the bottom left, the start is beside square 1, jumps are labelled, and
    only the token differs between states.
    """
    game = board("snakes:paper-bfs")
    shapes = {shape.id: shape for shape in game.scene(21).shapes if shape.id}
    corners = {n: (shapes[f"square {n}"].x, shapes[f"square {n}"].y) for n in (0, 1, 10, 11, 20, 91, 100)}  # type: ignore[union-attr]
    assert corners == {0: (0, 9), 1: (1, 9), 10: (10, 9), 11: (10, 8), 20: (1, 8), 91: (10, 0), 100: (1, 0)}
    token = shapes["token"]
    assert (token.x, token.y, token.role) == (1.5, 7.5, "piece:0")  # type: ignore[union-attr]
    assert {f"roll {n}" for n in range(1, 7)} <= set(shapes)
    labels = {shape.label for shape in game.scene(0).shapes if shape.role in ("up", "down")} - {""}
    assert labels == {f"{foot} → {end}" for foot, end in game.jumps.items()}
    assert game.scene(21).title == "square 21 of 100"
    assert [shape for shape in game.scene(3).shapes if shape.id != "token"] == [
        shape for shape in game.scene(40).shapes if shape.id != "token"
    ]


def test_the_text_board() -> None:
    """The text shows the piece in brackets, ladders as ^ and snakes as v, and aligns a row that is not full."""
    game = Snakes(squares=13, cols=5, jumps={3: 9, 11: 2})
    assert game.text(4) == "\n".join(
        [
            "11v2   12   13",
            "  10    9    8    7    6",
            "   1    2  3^9  [4]    5",
        ]
    )
    assert game.text(0).endswith("\n[0]")
    assert game.label(4) == "4"
    assert repr(game) == "Snakes(cols=5, squares=13, jumps={3: 9, 11: 2})"


def test_the_papers_text_form(tmp_path: Path) -> None:
    """`10 10` and pairs of squares are read as board 1 of the paper; pieces bounce unless a setting overrides this.
    Every bad line is reported.
    """
    file = tmp_path / "board.txt"
    file.write_text(
        "10 10\n3,21\n8, 30\n28,84\n58,77\n75,86\n80,100\n90,91\n\n17,12\n52,29\n57,40\n62,22\n88,18\n93,51\n97,79\n"
    )
    game = board(str(file))
    assert game.given() == board("snakes:paper-1").given()
    assert repr(game) == f"load({str(file)!r})"
    assert repr(load(str(file), start=3)) == f"<Snakes {file} start=3>"
    assert board(str(file), overshoot="win").overshoot == "win"
    assert Snakes.from_text("4 5") == {"rows": 4, "cols": 5, "overshoot": "bounce", "jumps": []}
    for other in ("", "1133\n2233\n2200", "10 10\n1 2 3", "10\n3,21", 'game = "snakes"', "X.O\n...", "a b\n1,2"):
        assert Snakes.from_text(other) is None
    file.write_text("10 10\n3,x\n8\n4,5,6\n" + "9" * 5000 + ",4")
    with pytest.raises(BadInput) as caught:
        load(str(file))
    assert len(caught.value.lines) == 4
    assert all(str(file) in line for line in caught.value.lines)


def test_jumps_in_every_form() -> None:
    """Jumps can be a table with texts or numbers as keys, or a list of pairs."""
    forms: list[Any] = [
        {"3": 21, "17": 12},
        {3: 21, 17: 12},
        [[3, 21], [17, 12]],
        ((3, 21), (17, 12)),
        [["3", "21"], [17, 12]],
    ]
    assert {str(Snakes(jumps=form).jumps) for form in forms} == {"{3: 21, 17: 12}"}


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"jumps": {3: 3}}, ["from 3 to 3: a jump must end on another square"]),
        ({"jumps": {100: 3}}, ["100 to 3: no jump can begin on the last square"]),
        ({"jumps": {3: 101, 0: 5, 7: 0, -4: 6}}, ["from 3 to 101: off the board", "0 to 5", "7 to 0", "-4 to 6"]),
        ({"jumps": [[3, 5], [3, 6]]}, ["3 to 6: square 3 already has a jump, to 5"]),
        ({"jumps": {"3": 5, 3: 6}}, ["3 to 6: square 3 already has a jump, to 5"]),
        ({"jumps": {"x": 5, 4: 2.5, 6: True, "1.5": 2}}, ["from 'x' to 5: ", "4 to 2.5", "6 to True", "'1.5' to 2"]),
        ({"jumps": [3, [4], [1, 2, 3]]}, ["jumps: 3: a jump is a pair", "[4]", "[1, 2, 3]"]),
        ({"jumps": "3,21"}, ["jumps = '3,21': give at most"]),
        ({"start": 100}, ["start = 100: the board has 100 squares; the start must be a square from 0 to 99"]),
        ({"squares": 10, "start": 10, "jumps": {12: 3}}, ["start = 10", "12 to 3: off the board"]),
        ({"rows": 200, "cols": 200}, ["rows = 200, cols = 200: the board would have 40000 squares; at most 10000"]),
        ({"rows": 0, "jumps": {5: 5}}, ["rows = 0: this must be a whole number from 1 to 200", "5 to 5"]),
        ({"die": 0, "six_again": 1}, ["die = 0", "six_again = 1: this must be true or false"]),
        ({"overshoot": "bounces"}, ["one of stay, bounce, win; did you mean bounce?"]),
        ({"squares": 10_001, "die": 6.0}, ["squares = 10001", "die = 6.0"]),
    ],
)
def test_mistakes_are_told_all_at_once(given: dict[str, Any], told: list[str]) -> None:
    """Each mistake is reported in a line that quotes the value."""
    with pytest.raises(BadInput) as caught:
        Snakes(**given)
    assert len(caught.value.lines) == len(told)
    for part in told:
        assert any(part in line for line in caught.value.lines), (part, caught.value.lines)


def nest(depth: int) -> list[Any]:
    """An empty list inside `depth` further lists."""
    inner: list[Any] = []
    for _level in range(depth):
        inner = [inner]
    return inner


JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["٣", "²", b"3", Fraction(3), "9" * 5000, {1: {}}]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3) | st.integers(), inner, max_size=4),
    max_leaves=8,
)


NAMES = [each.name for each in Snakes.settings]


@settings(max_examples=400)
@given(st.dictionaries(st.sampled_from(NAMES), JUNK, max_size=4))
def test_no_junk_makes_a_traceback(given: dict[str, Any]) -> None:
    """Any settings give a board or `BadInput`, and no other error."""
    with suppress(BadInput):
        game = Snakes(**given)
        assert sum(chance for chance, _square in game.chances(game.start)) == 1


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("value", [10**5000, -(10**5000), nest(100_000)], ids=["huge", "tiny", "deep"])
def test_nothing_unprintable_makes_a_traceback(name: str, value: Any) -> None:
    """Numbers too long to print and lists too deep to print are refused, also as parts of jumps."""
    many: list[dict[str, Any]] = [{name: value}, {"jumps": [[value, 5]]}, {"jumps": {3: value}}, {"jumps": [value]}]
    for each in many:
        with pytest.raises(BadInput, match=r"<int>|<list>|<tuple>|off the board|pair"):
            Snakes(**each)


@settings(max_examples=200)
@given(st.text(alphabet="0123456789 ,\n.x²-", max_size=40))
def test_no_text_makes_a_traceback(text: str) -> None:
    """Any text is read as a board, refused with `BadInput`, or left to other games."""
    found: Any = Snakes.from_text(text)
    if found is not None:
        with suppress(BadInput):
            assert Snakes(**found).overshoot == "bounce"
