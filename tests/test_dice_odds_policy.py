"""Chances that do not add up to 1 are refused everywhere; best policies are compared in exact fractions."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langkah import BadInput, Limit, Session, solve
from langkah.dice_odds import find_odds
from langkah.dice_odds.policy import find_best_policy
from langkah.games.snakes import Snakes
from langkah.model import Chance, Puzzle, Step
from tests.dice_boards import Board, boards

Outcomes = list[tuple[Any, int]]
GOAL = 3
HALF, ONE = Fraction(1, 2), Fraction(1)
TINY = Fraction(1, 10**12)


class Turns(Puzzle[int, int], Chance[int]):
    """A puzzle with the states 0, 1, 2 and the goal 3. Each state has a list of decisions, and each decision has a list
    of outcomes with chances; `chances` returns the outcomes of the first decision.
    """

    start = 0

    def __init__(self, decided: dict[int, list[Outcomes]]) -> None:
        self.decided = decided

    def steps(self, state: int) -> list[Step[int, int]]:
        """The states that the first decision can lead to."""
        return [Step(after, after) for _chance, after in self.decided[state][0]]

    def is_goal(self, state: int) -> bool:
        """Whether the state is the goal."""
        return state == GOAL

    def chances(self, state: int) -> Outcomes:
        """The outcomes of the first decision."""
        return self.decided[state][0]

    def decisions(self, state: int) -> Iterable[Outcomes]:
        """The outcomes of each decision in the state."""
        return self.decided[state]


def make_turns(last: list[Outcomes]) -> Turns:
    """A puzzle in which the last state before the goal (state 2) has the decisions `last`."""
    return Turns({0: [[(ONE, 1)]], 1: [[(HALF, 1), (HALF, 2)]], 2: last})


WRONG: list[Outcomes] = [
    [(ONE, GOAL), (ONE, GOAL), (ONE, GOAL)],
    [(HALF, GOAL)],
    [(Fraction(3, 2), GOAL), (-HALF, 0)],
    [(0.1, GOAL)] * 10,
    [(float("nan"), GOAL)],
    [(float("inf"), GOAL)],
    [("all", GOAL)],
    [(0, GOAL)],
]


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_chances_that_do_not_add_up_are_refused_in_every_state(wrong: Outcomes) -> None:
    """Expectimax, odds, policies and a session refuse chances that do not add up to 1, even in a state far from the
    start and in a decision next to a correct one.
    """
    for last in ([wrong], [[(ONE, GOAL)], wrong]):
        game = make_turns(last)
        with pytest.raises(BadInput, match=r"in state 2 the chances are .* add up to 1"):
            solve(game, "expectimax", limit=Limit(depth=20))
        with pytest.raises(BadInput, match="add up to 1"):
            find_best_policy(game)
    game = make_turns([wrong])
    with pytest.raises(BadInput, match="add up to 1"):
        find_odds(game)
    with pytest.raises(BadInput, match="add up to 1"):
        find_best_policy(make_turns([[(ONE, GOAL)]]), [("other", game)])
    with pytest.raises(BadInput, match="add up to 1"):
        Session(game.at(2)).roll()


def test_floating_point_chances_that_add_up_are_exact() -> None:
    """Halves and quarters are exact in floating point, so the result is an exact fraction."""
    game = make_turns([[(0.25, 2), (0.75, GOAL)]])
    assert solve(game, "expectimax", limit=Limit(depth=3)).probability == Fraction(3, 8)


def test_no_way_on_has_no_chance() -> None:
    """From a state without outcomes, expectimax finds that the goal is reached with probability 0; the search for the
    best policy refuses a decision without outcomes.
    """
    assert solve(make_turns([[]]), "expectimax", limit=Limit(depth=9)).probability == 0
    with pytest.raises(BadInput, match="add up to 1"):
        find_best_policy(make_turns([[(HALF, 2), (HALF, GOAL)], []]))


class Offers(Turns):
    """A puzzle with offers (rolls whose outcome the player may choose) that no snakes-and-ladders board makes."""

    def offers(self, state: int) -> list[tuple[Any, Any, Any]]:
        """The offers of a state, each as a chance, a cost and the possible next states."""
        return [(chance, *after) for chance, after in self.decided[state][0]]  # type: ignore[misc]


@pytest.mark.parametrize("offer", [(HALF, 1, (GOAL,)), (ONE, 2, (GOAL,)), (ONE, -1, (GOAL,)), (ONE, 1, ())], ids=str)
def test_offers_are_checked(offer: tuple[Any, Any, Any]) -> None:
    """An offer (a roll whose outcome the player may choose) is refused if the chances of the offers do not add up to 1,
    if its cost is neither 0 nor 1, or if it has no next state to choose.
    """
    chance, cost, states = offer
    with pytest.raises(BadInput, match="in state 0"):
        find_best_policy(Offers({0: [[(chance, (cost, states))]]}), decline=True)  # type: ignore[list-item]


@pytest.mark.parametrize("by", [TINY, Fraction(1, 10**20), Fraction(1, 10**40)])
def test_alternatives_that_hardly_differ_are_told_apart(by: Fraction) -> None:
    """The best policy chooses the better of two decisions, however small the difference, in any order; of two equal
    decisions, the first is chosen.
    """
    worse, better = [(HALF, 2), (HALF, GOAL)], [(HALF - by, 2), (HALF + by, GOAL)]
    for last in ([worse, better], [better, worse], [worse, better, worse]):
        found = find_best_policy(make_turns(last))
        assert found.expected_exact == 1 + 2 + 1 / (HALF + by)
        assert found.choices[2] == ("1" if last[0] is better else "2")
    tie = find_best_policy(make_turns([worse, list(worse)]))
    assert tie.choices[2] == "1"


@st.composite
def processes(draw: st.DrawFn) -> Turns:
    """Random puzzles with one to three decisions in each state, some of them almost equal; every decision can lead to
    the goal.
    """
    decided = {}
    for state in range(GOAL):
        decisions = []
        for _index in range(draw(st.integers(1, 3))):
            weights = draw(st.lists(st.integers(0, 3), min_size=GOAL, max_size=GOAL))
            whole = sum(weights) + 1
            near = draw(st.sampled_from([Fraction(0), TINY, TINY / 7]))
            outcomes = [(Fraction(weight, whole), place) for place, weight in enumerate(weights)]
            where = state if weights[state] else None
            moved = [(chance - near if place == where else chance, place) for chance, place in outcomes]
            rest = 1 - sum((chance for chance, _place in moved), Fraction(0))
            decisions.append([*moved, (rest, GOAL)])
        decided[state] = decisions
    return Turns(decided)


@settings(max_examples=150, deadline=None)
@given(processes())
def test_best_policies_against_every_policy(game: Turns) -> None:
    """The best policy has the least expected number of turns of all policies, each evaluated exactly by elimination."""
    found = find_best_policy(game)
    policies = product(*(game.decided[state] for state in range(GOAL)))
    assert found.expected_exact == min(find_expected_by_elimination(policy) for policy in policies)
    assert found.expected == float(found.expected_exact)


def find_expected_by_elimination(policy: Iterable[Outcomes]) -> Fraction:
    """The expected number of turns from state 0 if a policy gives the outcomes in each state, by Cramer's rule."""
    matrix = [[Fraction(int(here == there)) for there in range(GOAL)] for here in range(GOAL)]
    for here, outcomes in enumerate(policy):
        for chance, there in outcomes:
            if there != GOAL:
                matrix[here][there] -= chance
    right = [[ONE, *row[1:]] for row in matrix]
    return find_determinant(right) / find_determinant(matrix)


def find_determinant(m: list[list[Fraction]]) -> Fraction:
    """The determinant of a 3 x 3 matrix."""
    return (
        m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
        - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
        + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
    )


def test_a_roll_that_costs_nothing_is_counted_exactly() -> None:
    """Two rolls that lead to the same square are counted separately, because only one of them uses up a turn."""
    for jumps, turns in (({1: 3, 2: 3}, Fraction(9, 4)), ({1: 4, 2: 4, 3: 5}, Fraction(2))):
        found = find_best_policy(Snakes(squares=6, die=2, six_again=True, jumps=jumps), decline=True)
        assert (found.expected, found.expected_exact) == (float(turns), turns)


def test_rolls_that_cost_nothing_do_not_lead_in_circles() -> None:
    """With a die of one face that always rolls again, the best policy declines the jump back, although taking it costs
    nothing.
    """
    found = find_best_policy(Snakes(squares=3, die=1, six_again=True, jumps={2: 1}), decline=True)
    assert (found.expected, found.expected_exact, found.declined) == (1.0, Fraction(1), ((1, 2),))


@settings(max_examples=60, deadline=None)
@given(boards())
def test_floats_and_fractions_agree(board: Board) -> None:
    """On random boards: if the search for the best policy finds an expected number of turns, there is an exact number
    too, and value iteration agrees with the expected number.
    """
    found = find_best_policy(board.problem(), decline=True)
    circling = board.die == 1 and board.six_again  # a turn that never ends costs nothing
    if found.expected is not None and not circling:
        assert found.expected_exact is not None
        assert found.expected == pytest.approx(value_by_rounds(board), rel=1e-6)


def value_by_rounds(board: Board) -> float:
    """The least expected number of turns if the player may decline jumps, by value iteration."""
    values = [0.0] * (board.squares + 1)
    for _round in range(5_000):
        before = list(values)
        for square in range(board.squares):
            rolls = [cost + min(before[land], before[end]) for land, end, cost in board.rolls(square)]
            values[square] = sum(rolls) / board.die
        if max(abs(now - then) for now, then in zip(values, before, strict=True)) < 1e-12:
            break
    return values[board.start]
