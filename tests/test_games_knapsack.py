"""Knapsack: the least cost against all choices of items, bounds against the best completion, the numbers of lectures,
and bad settings.
"""

import tomllib
from fractions import Fraction
from itertools import product
from operator import mul
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langkah import BadInput, Trace, load, solve
from langkah.games import LEVELS, list_levels
from langkah.games.knapsack.knapsack import Knapsack
from langkah.session import Session
from langkah.views.sentences import format_verdict


def try_all(capacity: int | Fraction, items: list[Any]) -> Fraction:
    """The greatest value of items that a bag can carry, by trying every choice."""
    pairs = [(Fraction(str(value)), Fraction(str(weight))) for value, weight in items]
    chosen = (
        [pair for pair, taken in zip(pairs, choice, strict=True) if taken]
        for choice in product((0, 1), repeat=len(pairs))
    )
    return max(
        sum((value for value, _w in each), Fraction(0)) for each in chosen if sum(w for _v, w in each) <= capacity
    )


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 30),
    st.lists(
        st.tuples(
            st.one_of(st.integers(0, 40), st.sampled_from([2.5, 0.1])), st.one_of(st.integers(0, 15), st.just(1.5))
        ),
        min_size=1,
        max_size=6,
    ),
    st.sampled_from(["valid", "full"]),
)
def test_least_cost_and_bounds(capacity: int, items: list[Any], tree: str) -> None:
    """Three searches find the least cost, and in no state is a bound higher than the cost of the best completion."""
    problem = Knapsack(capacity, items, tree)
    total = sum((Fraction(str(value)) for value, _weight in items), Fraction(0))
    least = total - try_all(capacity, items)
    for algorithm, estimate in (
        ("branch-and-bound", "fractional"),
        ("branch-and-bound", "next-rate"),
        ("depth-first-branch-and-bound", "fractional"),
    ):
        result = solve(problem, algorithm, estimate=estimate)
        assert (result.cost, result.optimal) == (least, True)
    waiting: list[Any] = [()]
    for state in waiting:  # `waiting` grows during the loop
        left = problem.order[len(state) :]
        room = problem.measure_room(state)
        if room < 0:
            assert not problem.promising(state)
            continue
        rest: list[Any] = [[float(item.value), float(item.weight)] for item in left]
        best = Fraction(sum(item.value for item in left)) - try_all(Fraction(room), rest)
        for each in problem.estimates:
            assert 0 <= each.of(problem, state) <= best
        waiting += [step.state for step in problem.steps(state)]


def test_the_numbers_of_lectures() -> None:
    """With four items and a bag of 16, the bounds of both heuristics, shown as value in the bag, are those of the
    lectures.
    """
    problem = load("knapsack")
    for estimate, wanted in (
        ("fractional", {"____": 154, "1___": 154, "0___": 122, "10__": 142, "01__": 122, "00__": 68}),
        ("next-rate", {"____": 160, "1___": 154, "0___": 131, "10__": 142, "01__": 126, "00__": 68}),
    ):
        trace = Trace()
        solve(problem, "branch-and-bound", estimate=estimate, observe=trace)
        found = {problem.label(event.state): 231 - event.total for event in trace.events if event.kind == "open"}
        assert {label: found[label] for label in wanted} == wanted
    result = solve(problem)
    assert (result.algorithm, result.cost, result.optimal) == ("branch-and-bound", 112, True)
    assert format_verdict(problem, result) == "solved, value in the bag 119 of 231, cost 112, proved to be the least"


def test_the_working_of_a_bound() -> None:
    """The working shows the share of each item, and the sum that gives the bound."""
    table = Knapsack(12, [[10, 4], [20, 5], [3, 7]]).working((1,))
    assert [" ".join(row) for row in table.rows] == ["2 20 5 4 1 20", "1 10 4 2.5 1 10", "3 3 7 0.43 3/7 1.29"]
    assert table.notes == (
        "Value in the bag 20, weight 5 of 12, remaining capacity 7",
        "Upper bound on the value: 20 + 11.29 = 31.29, rounded down to 31",
        "Lower bound on the value left behind: 33 − 31 = 2 = f",
    )


def test_backtracking_turns_round_where_the_bag_is_too_heavy() -> None:
    """In both trees, backtracking generates and prunes the choices that are too heavy; with `find_all`, it finds every
    choice that fits.
    """
    for tree, pruned in (("valid", 2), ("full", 2)):
        result = solve(load("knapsack", tree=tree), "backtracking")
        assert (result.cost, result.stats.pruned) == (119, pruned)
    choices = product((0, 1), repeat=4)
    light = [choice for choice in choices if sum(map(mul, choice, (10, 7, 8, 4))) <= 16]
    every = solve(load("knapsack"), "backtracking", find_all=True)
    assert (every.solutions, every.cost, every.optimal) == (len(light), 112, True)
    assert format_verdict(load("knapsack"), every) == "9 solutions; the best: value in the bag 119 of 231"


@pytest.mark.parametrize("level", list_levels("knapsack"))
def test_levels_cost_what_they_say(level: str) -> None:
    """Dynamic programming over the capacity confirms the optimum in the file of each level."""
    told = tomllib.loads((LEVELS / "knapsack" / f"{level}.toml").read_text(encoding="utf-8"))
    best = [0] * (told["capacity"] + 1)
    for value, weight in told["items"]:
        for room in range(told["capacity"], weight - 1, -1):
            best[room] = max(best[room], best[room - weight] + value)
    left = sum(value for value, _weight in told["items"]) - best[-1]
    result = solve(load(f"knapsack:{level}"))
    assert (result.cost, result.optimal) == (told["optimum"], True) == (left, True)


def test_hands() -> None:
    """A click on the next item takes the item, and a click on the floor leaves the item. Another item, or one that is
    too heavy, is refused with the reason.
    """
    session = Session(load("knapsack"))
    assert session.click("item 2").text == "Item 1 must be decided first: it has the greatest value per weight."
    session.click("item 1")
    assert session.click("bag").text == "Item 2 weighs 7; the bag carries only 6 more."
    session.click("floor")
    assert session.state == (1, 0)


@pytest.mark.parametrize(
    ("given_settings", "words"),
    [
        ({"capacity": -1}, "capacity = -1"),
        ({"items": []}, "give 1 to 60 items"),
        ({"items": [[1, 2], [3]]}, "item 2 is"),
        ({"items": [[1, -2]]}, "two numbers, each 0 or more"),
        ({"tree": "half"}, "one of valid, full"),
    ],
)
def test_bad_settings_are_explained(given_settings: dict[str, Any], words: str) -> None:
    """The message names the mistake and what is legal."""
    with pytest.raises(BadInput, match=words):
        Knapsack(**given_settings)
