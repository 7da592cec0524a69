"""Refusals of illegal moves and clicks: the reason is given in the terms of the game."""

from contextlib import suppress

import pytest

from langkah import load
from langkah.errors import BadInput
from langkah.language import current_language
from langkah.session import Session

RUSH = "klotski:rush-hour-01"

# Problem, settings, moves made before, refused clicks, the same move typed, and the beginning of the refusal.
REFUSED = [
    ("queens", {}, ["c1"], ["cell 1,2"], "c2", "This queen is attacked from c1."),
    ("queens", {}, ["a1", "c2"], ["cell 2,1"], "b3", "This queen is attacked from c2."),
    ("queens", {}, [], ["cell 3,3"], "d4", "Row 1 comes first: queens are placed row by row, from the top."),
    ("queens", {}, ["a1"], ["cell 0,3"], "d1", "Row 1 has its queen already: a1."),
    ("queens", {"fixed": [[0, 2]]}, [], ["cell 0,0"], "a1", "The queen of row 1 is fixed: c1."),
    ("hanoi", {}, [], ["peg 1"], "2-1", "Peg 2 is empty."),
    ("hanoi", {}, ["1-3"], ["peg 0", "peg 2"], "1-3", "Disc 2 is larger than disc 1, so it cannot lie on it."),
    ("hanoi", {"rule": "cyclic"}, [], ["peg 0", "peg 2"], "1-3", "The rule forbids moves from peg 1 to peg 3."),
    ("tiles:nilsson", {}, [], ["tile 2"], "2", "Tile 2 is not beside the blank."),
    ("mnk", {}, ["5"], ["cell 5"], "5", "Cell 5 already contains X."),
    ("klotski", {}, [], ["piece a"], "a up", "Block a is stuck: there is not enough free space beside it."),
    ("klotski", {}, [], ["piece h", "up"], "h up", "Block h cannot go that way: it is blocked by c. It can go: to the"),
    ("klotski", {}, [], ["piece h", "left"], "h left", "Block h cannot go that way: it is blocked by the wall. It can"),
    (RUSH, {}, [], ["piece a", "down"], "a down", "Block a slides only left and right. It can go: to the left,"),
    (RUSH, {}, [], ["piece a", "cell 5,1"], "a up", "Block a slides only left and right. It can go: to the left,"),
    (RUSH, {}, [], ["piece c", "piece *"], "c right", "Block c slides only up and down. It can go: down."),
    (
        RUSH,
        {},
        [],
        ["piece d"],
        "d left",
        "Block d slides only left and right. There is not enough free space for that now.",
    ),
]


@pytest.mark.parametrize(("name", "settings", "moves", "clicks", "typed", "told"), REFUSED)
def test_why_not(
    name: str, settings: dict[str, object], moves: list[str], clicks: list[str], typed: str, told: str
) -> None:
    """A click and a typed move are refused for the same reason; for a typed move, the legal moves are listed, too."""
    session = Session(load(name, settings))
    for move in moves:
        session.play(move)
    answer = [session.click(each) for each in clicks][-1]
    assert answer.kind == "refused"
    assert answer.text.startswith(told)
    with pytest.raises(BadInput) as refused:
        session.play(typed)
    assert str(refused.value).startswith(told)
    assert "Legal: " in str(refused.value)
    assert session.made == len(moves)


def test_in_the_language_of_the_reader() -> None:
    """The reason for a refusal is given in the current language, because the games translate it."""
    session = Session(load("queens"))
    session.play("c1")
    current_language.set("id")
    try:
        assert session.click("cell 1,2").text == "Ratu ini diserang dari c1."
    finally:
        current_language.set("en")


@pytest.mark.parametrize("name", ["queens", "hanoi", "tiles", "mnk", "klotski", "snakes"])
@pytest.mark.parametrize("text", ["", " ", "zz9", "1-", "99-99", "-", "cell 0", "peg x", "tile", "\u00b2", "h  "])
def test_nonsense_is_refused_too(name: str, text: str) -> None:
    """A meaningless text is refused as a click; as a typed move, it raises no exception other than `BadInput`."""
    session = Session(load(name), dice=False)
    assert session.click(text).kind == "refused"
    with suppress(BadInput):  # a text can be the beginning of exactly one legal move
        session.play(text)
