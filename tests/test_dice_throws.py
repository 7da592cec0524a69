"""The throws of dice in a state have exact chances, checked to add up to 1, and are separate from the decisions of a
player.
"""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langkah.dice_throws import check_chances, has_decisions, list_decisions, list_dice, list_unlisted_throws
from langkah.errors import BadInput
from langkah.games import load
from langkah.model import Chance

WEIGHTS = st.lists(st.integers(0, 50), min_size=1, max_size=8).filter(any)


@given(WEIGHTS)
def test_chances_that_add_up_are_exact(weights: list[int]) -> None:
    """`check_chances` returns every outcome as an exact fraction, in the given order, without outcomes of chance 0."""
    whole = sum(weights)
    found = check_chances(0, [(Fraction(each, whole), place) for place, each in enumerate(weights)])
    assert found == [(Fraction(each, whole), place) for place, each in enumerate(weights) if each]


@given(WEIGHTS, st.integers(1, 9))
def test_chances_that_do_not_add_up_are_refused(weights: list[int], more: int) -> None:
    """Chances whose sum is above 1 are refused, and so are negative chances, even if the sum is 1."""
    whole = sum(weights)
    chances = [(Fraction(each, whole), place) for place, each in enumerate(weights)]
    with pytest.raises(BadInput, match="add up to 1"):
        check_chances(0, [*chances, (Fraction(more, whole), -1)])
    with pytest.raises(BadInput, match="add up to 1"):
        check_chances(0, [*chances, (Fraction(more, whole), -1), (Fraction(-more, whole), -2)])


@pytest.mark.parametrize("chance", ["half", None, float("nan"), float("inf"), object()])
def test_what_is_no_chance_is_refused(chance: object) -> None:
    """A chance that is not a finite number is refused with a message that names the state; so is an empty list of
    outcomes.
    """
    outcomes = [(Fraction(1, 2), 1), (chance, 2)] if chance is not None else []
    with pytest.raises(BadInput, match="in state 7 the chances are"):
        check_chances(7, outcomes)


def test_dice_of_a_game_for_two() -> None:
    """In Pig, the throws after the decision to roll add up to 1. In a state in which a player moves, and in nim, there
    are no throws.
    """
    pig = load("pig")
    assert list_dice(pig, pig.start) == []
    thrown = [throws for step in pig.steps(pig.start) if (throws := list_dice(pig, step.state))]
    assert thrown
    assert all(sum(chance for chance, _after in throws) == 1 for throws in thrown)
    assert list_dice(load("nim"), load("nim").start) == []


def test_who_decides_about_dice() -> None:
    """Snakes and nim have no decisions. The only option that `list_decisions` returns for snakes is named 1 and has the
    outcomes of `chances`.
    """
    snakes = load("snakes")
    assert isinstance(snakes, Chance)
    assert not has_decisions(snakes)
    assert not has_decisions(load("nim"))
    ((name, throws),) = list_decisions(snakes, snakes.start)
    assert name == "1"
    assert check_chances(snakes.start, throws) == check_chances(snakes.start, snakes.chances(snakes.start))


def test_throws_without_a_step_are_named() -> None:
    """`list_unlisted_throws` lists each state that a throw reaches although no step does, except the current state and
    throws of chance 0.
    """
    snakes = load("snakes")
    assert isinstance(snakes, Chance)
    throws = list(snakes.chances(snakes.start))
    assert list_unlisted_throws(snakes, snakes.start, [*throws, (Fraction(1), snakes.start)]) == []
    far = next(step.state for step in snakes.steps(throws[-1][1]))
    assert list_unlisted_throws(snakes, snakes.start, [*throws, (Fraction(1, 6), far)]) == [far]
    assert list_unlisted_throws(snakes, snakes.start, [(Fraction(0), far)]) == []
