"""Chances that do not add up are refused wherever they are met; best policies are compared exactly."""

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
    """States 0, 1, 2 and the goal 3. In each state there are decisions, the first of which is what chance does."""

    start = 0

    def __init__(self, decided: dict[int, list[Outcomes]]) -> None:
        self.decided = decided

    def steps(self, state: int) -> list[Step[int, int]]:
        """Wherever chance may lead."""
        return [Step(after, after) for _chance, after in self.decided[state][0]]

    def is_goal(self, state: int) -> bool:
        """At the goal."""
        return state == GOAL

    def chances(self, state: int) -> Outcomes:
        """The first decision."""
        return self.decided[state][0]

    def decisions(self, state: int) -> Iterable[Outcomes]:
        """All of them."""
        return self.decided[state]


def make_turns(last: list[Outcomes]) -> Turns:
    """A game whose last state before the goal has these decisions."""
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
    """Far from the start too, and in a decision beside one that is right: by every question that meets them."""
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
    """Halves and quarters are exact in floating point: the answer is a fraction."""
    game = make_turns([[(0.25, 2), (0.75, GOAL)]])
    assert solve(game, "expectimax", limit=Limit(depth=3)).probability == Fraction(3, 8)


def test_no_way_on_has_no_chance() -> None:
    """A state where nothing can happen is worth nothing to expectimax; as a decision it ends nothing."""
    assert solve(make_turns([[]]), "expectimax", limit=Limit(depth=9)).probability == 0
    with pytest.raises(BadInput, match="add up to 1"):
        find_best_policy(make_turns([[(HALF, 2), (HALF, GOAL)], []]))


class Offers(Turns):
    """Offers what no board offers."""

    def offers(self, state: int) -> list[tuple[Any, Any, Any]]:
        """The decisions of a state as offers: chance, cost, states."""
        return [(chance, *after) for chance, after in self.decided[state][0]]  # type: ignore[misc]


@pytest.mark.parametrize("offer", [(HALF, 1, (GOAL,)), (ONE, 2, (GOAL,)), (ONE, -1, (GOAL,)), (ONE, 1, ())], ids=str)
def test_offers_are_checked(offer: tuple[Any, Any, Any]) -> None:
    """Their chances, what they cost, and that there is something to choose."""
    chance, cost, states = offer
    with pytest.raises(BadInput, match="in state 0"):
        find_best_policy(Offers({0: [[(chance, (cost, states))]]}), decline=True)  # type: ignore[list-item]


@pytest.mark.parametrize("by", [TINY, Fraction(1, 10**20), Fraction(1, 10**40)])
def test_alternatives_that_hardly_differ_are_told_apart(by: Fraction) -> None:
    """The better of two is taken, however near they are, whichever comes first."""
    worse, better = [(HALF, 2), (HALF, GOAL)], [(HALF - by, 2), (HALF + by, GOAL)]
    for last in ([worse, better], [better, worse], [worse, better, worse]):
        found = find_best_policy(make_turns(last))
        assert found.expected_exact == 1 + 2 + 1 / (HALF + by)
        assert found.choices[2] == ("1" if last[0] is better else "2")
    tie = find_best_policy(make_turns([worse, list(worse)]))
    assert tie.choices[2] == "1"


@st.composite
def processes(draw: st.DrawFn) -> Turns:
    """Two or three decisions in each state, some of them nearly the same; a goal can always be reached."""
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
    """All policies are tried, each valued by plain elimination in fractions: none is better."""
    found = find_best_policy(game)
    policies = product(*(game.decided[state] for state in range(GOAL)))
    assert found.expected_exact == min(find_expected_by_elimination(policy) for policy in policies)
    assert found.expected == float(found.expected_exact)


def find_expected_by_elimination(policy: Iterable[Outcomes]) -> Fraction:
    """The expected number of turns from state 0, by Cramer's rule."""
    matrix = [[Fraction(int(here == there)) for there in range(GOAL)] for here in range(GOAL)]
    for here, outcomes in enumerate(policy):
        for chance, there in outcomes:
            if there != GOAL:
                matrix[here][there] -= chance
    right = [[ONE, *row[1:]] for row in matrix]
    return find_determinant(right) / find_determinant(matrix)


def find_determinant(m: list[list[Fraction]]) -> Fraction:
    """Of three rows."""
    return (
        m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
        - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
        + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
    )


def test_a_roll_that_costs_nothing_is_counted_exactly() -> None:
    """Two rolls lead to the same square, and only one of them uses up a turn."""
    for jumps, turns in (({1: 3, 2: 3}, Fraction(9, 4)), ({1: 4, 2: 4, 3: 5}, Fraction(2))):
        found = find_best_policy(Snakes(squares=6, die=2, six_again=True, jumps=jumps), decline=True)
        assert (found.expected, found.expected_exact) == (float(turns), turns)


def test_rolls_that_cost_nothing_do_not_lead_in_circles() -> None:
    """A die with one face that rolls again: the jump back must be declined, although it costs nothing to take it."""
    found = find_best_policy(Snakes(squares=3, die=1, six_again=True, jumps={2: 1}), decline=True)
    assert (found.expected, found.expected_exact, found.declined) == (1.0, Fraction(1), ((1, 2),))


@settings(max_examples=60, deadline=None)
@given(boards())
def test_floats_and_fractions_agree(board: Board) -> None:
    """On boards with every rule: what was found in floats is what fractions say."""
    found = find_best_policy(board.problem(), decline=True)
    circling = board.die == 1 and board.six_again  # turns that never end would cost nothing
    if found.expected is not None and not circling:
        assert found.expected_exact is not None
        assert found.expected == pytest.approx(value_by_rounds(board), rel=1e-6)


def value_by_rounds(board: Board) -> float:
    """The least expected number of turns where jumps may be declined, round by round."""
    values = [0.0] * (board.squares + 1)
    for _round in range(5_000):
        before = list(values)
        for square in range(board.squares):
            rolls = [cost + min(before[land], before[end]) for land, end, cost in board.rolls(square)]
            values[square] = sum(rolls) / board.die
        if max(abs(now - then) for now, then in zip(values, before, strict=True)) < 1e-12:
            break
    return values[board.start]
