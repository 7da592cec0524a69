"""Nim against Bouton's rule (the exclusive or of the heaps), in normal play and in misère play, in which the last coin
loses.
"""

from functools import reduce
from operator import xor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langkah import BadInput, Session, load, solve
from langkah.games.nim import Nim
from langkah.players import list_players, make_player


def is_won(heaps: tuple[int, ...], misere: bool) -> bool:
    """Whether the player to move wins, by Bouton's rule. In misère play, if no heap has more than one coin, the player
    to move wins if the number of coins is even.
    """
    if misere and max(heaps) <= 1:
        return sum(heaps) % 2 == 0
    return reduce(xor, heaps) != 0


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 5), min_size=1, max_size=4).filter(any), st.booleans())
def test_values_and_best_moves_follow_the_rule(heaps: list[int], misere: bool) -> None:
    game = Nim(heaps, misere)
    result = solve(game)
    assert result.value == ("win" if is_won(tuple(heaps), misere) else "loss")
    after = {step.move: step.state for step in game.steps(game.start)}
    winning = {move for move, (left, _turn) in after.items() if not (is_won(left, misere) if any(left) else misere)}
    if winning:
        assert set(result.best_moves) <= winning
    whole = solve(game, "retrograde")
    assert (whole.value, whole.best_moves, whole.why) == (result.value, result.best_moves, result.why)


@pytest.mark.parametrize("misere", [False, True])
def test_large_heaps_and_a_perfect_player(misere: bool) -> None:
    """Every move that the perfect player considers leaves the opponent a lost position."""
    game = Nim([4, 6, 9], misere)
    assert "perfect" in list_players(game)
    choices = make_player("perfect", game).options(game.start)
    after = {step.move: step.state for step in game.steps(game.start)}
    assert choices
    assert all(not is_won(after[choice.move][0], misere) for choice in choices)


def test_who_takes_the_last_coin() -> None:
    for misere, winner in ((False, 0), (True, 1)):
        session = Session(Nim([2], misere))
        session.play("A2")
        ending = session.ending()
        assert ending is not None
        assert ending.winner == winner
        assert "took the last coin" in ending.text


def test_clicks_typing_and_refusals() -> None:
    session = Session(Nim([3, 1]))
    assert session.click("coin A 2") == ("moved", "A2")
    assert session.state == ((1, 1), 1)
    for text, told in (("A2", "Heap A has only 1 coin"), ("C1", "There is no heap C"), ("B0", "At least one coin")):
        with pytest.raises(BadInput, match=told):
            session.play(text)
    assert session.play("b1").label == "B1"
    assert Nim([3, 1]).text(((3, 0), 0)) == "A ooo\nB"


@pytest.mark.parametrize("heaps", [[], [0, 0], [31], [-1], [True], "345", [1.5], [1] * 11], ids=str)
def test_bad_heaps(heaps: Any) -> None:
    with pytest.raises(BadInput, match=r"heaps = .*give from 1 to 10 heaps"):
        load("nim", {"heaps": heaps})
