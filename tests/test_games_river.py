"""River crossings: a second implementation of the rules with individual travellers, known costs, clicks and bad
settings.
"""

from collections.abc import Iterable
from itertools import combinations
from math import inf
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langkah import BadInput, Status, load, solve
from langkah.games.river import River
from langkah.session import Session
from tests import oracle

KNOWN = {
    "farmer": 7,
    "three-of-each": 11,
    "four-of-each": 9,
    "five-of-each": 11,
    "two-couples": 5,
    "three-couples": 11,
    "bridge": 17,
}


def agree(problem: River, group: tuple[str, ...]) -> bool:
    """Whether a group of travellers keeps all rules."""
    for first, second, *guards in problem.quarrels:
        if first in group and second in group and not set(guards) & set(group):
            return False
    pairs = problem.outnumber or []
    return not any(0 < group.count(second) < group.count(first) for first, second in pairs)


def list_kinds(group: Iterable[tuple[str, int]]) -> tuple[str, ...]:
    """The kinds of the travellers in a group."""
    return tuple(kind for kind, _number in group)


def find_least(problem: River) -> int | None:
    """The least cost with individual travellers, by plain relaxation over sets; None if no plan exists."""
    people = tuple((kind, number) for kind, count in problem.travellers.items() for number in range(count))
    cost = {(frozenset(people), True): 0}
    if not agree(problem, list_kinds(people)):
        return None
    queue = [(frozenset(people), True)]
    while queue:
        near, boat = state = queue.pop()
        here = near if boat else frozenset(people) - near
        for size in range(1, problem.seats + 1):
            for load_ in combinations(sorted(here), size):
                after = near - set(load_) if boat else near | set(load_)
                groups = (load_, after, frozenset(people) - after)
                rows = not problem.rowers or any(kind in problem.rowers for kind, _number in load_)
                if rows and all(agree(problem, list_kinds(group)) for group in groups):
                    price = max(problem.times[kind] for kind, _number in load_) if problem.times else 1
                    if cost[state] + price < cost.get((after, not boat), inf):
                        cost[after, not boat] = cost[state] + price
                        queue.append((after, not boat))
    return cost.get((frozenset(), False))


@st.composite
def parties(draw: st.DrawFn) -> River:
    """Up to five travellers of up to three kinds, with rules of every sort."""
    kinds = ["ant", "bee", "cat"][: draw(st.integers(1, 3))]
    travellers = {kind: draw(st.integers(1, 2)) for kind in kinds}
    pairs = [[one, two] for one in kinds for two in kinds if one != two]
    quarrels = draw(st.lists(st.sampled_from(pairs), max_size=2)) if pairs else []
    quarrels = [[*pair, *draw(st.lists(st.sampled_from(kinds), max_size=1))] for pair in quarrels]
    outnumber = draw(st.lists(st.sampled_from(pairs), max_size=1)) if pairs else []
    times = draw(st.none() | st.fixed_dictionaries({kind: st.integers(1, 9) for kind in kinds}))
    rowers = draw(st.lists(st.sampled_from(kinds), max_size=2, unique=True))
    return River(travellers, draw(st.integers(1, 3)), rowers, quarrels, outnumber, times)


@settings(max_examples=60, deadline=None)
@given(parties())
def test_costs_and_estimates(problem: River) -> None:
    """The least cost is that of individual travellers, the estimate never exceeds the true distance, and every step can
    be undone at the same cost.
    """
    assert solve(problem).cost == find_least(problem)
    for state in oracle.distances(problem):
        least = oracle.least_cost(problem.at(state))  # type: ignore[arg-type]
        assert problem.crossings_left(state) <= (inf if least is None else least)  # type: ignore[arg-type]
        for step in problem.steps(state):  # type: ignore[arg-type]
            assert (state, step.cost) in {(back.state, back.cost) for back in problem.steps(step.state)}


def test_known_crossings() -> None:
    """The levels have the costs that books give, and the level `too-many` is proved impossible."""
    assert {level: solve(load(f"river:{level}")).cost for level in KNOWN} == KNOWN
    assert solve(load("river:too-many")).status is Status.IMPOSSIBLE


@pytest.mark.parametrize(
    ("kinds", "label"),
    [(("wolf", "goat"), "2wg<"), (("cat", "cow"), "2catcow<"), (("mistress", "mister"), "2mistressmister<")],
)
def test_labels_tell_kinds_apart(kinds: tuple[str, str], label: str) -> None:
    """Labels distinguish kinds, even if the kinds begin with the same letter or the same three letters."""
    first, second = kinds
    problem = River(travellers={first: 2, second: 1}, rowers=[])
    assert problem.label(problem.start) == label


def test_clicks_and_refusals() -> None:
    """A crossing is clicks on the travellers, in any order, and then on the boat. An illegal crossing is refused with
    the reason.
    """
    session = Session(River())
    assert "First choose" in session.click("boat").text
    for click in ("kind 2", "kind 0", "boat"):
        session.click(click)
    assert session.problem.label(session.state) == "wc>"
    assert "other side" in session.click("kind 1").text
    session.play("farmer")
    for text, words in (("wolf", "None of the chosen travellers can row"), ("farmer+wolf+cabbage", "2 seats")):
        with pytest.raises(BadInput, match=words):
            session.play(text)
    session.play("farmer+wolf")
    session.click("kind 0")
    assert "wolf and goat must not be left together" in session.click("boat").text
    couple = Session(load("river:three-of-each"))
    for click in ("kind 1", "kind 1", "boat"):
        couple.click(click)
    assert couple.last is not None
    assert couple.last.label == "2 cannibal"


@pytest.mark.parametrize(
    ("given_settings", "words"),
    [
        ({"travellers": {}}, "table of 1 to 10 names"),
        ({"travellers": {"Ann": 1}}, "'Ann' is not a valid name"),
        ({"travellers": {"ann": 0}}, "ann = 0"),
        ({"travellers": {"ann": 20, "bob": 20}}, "there are 40"),
        ({"rowers": ["cat"]}, "'cat' is not one of the travellers"),
        ({"quarrels": [["wolf"]]}, "at least 2"),
        ({"quarrels": "wolf"}, "give lists of travellers"),
        ({"outnumber": [["wolf", "goat", "farmer"]]}, "at most 2"),
        ({"times": {"wolf": 1}}, "minutes that each kind of traveller needs"),
        ({"seats": 0}, "seats = 0"),
    ],
)
def test_bad_settings(given_settings: dict[str, Any], words: str) -> None:
    """The message names the mistake in the settings."""
    with pytest.raises(BadInput, match=words):
        River(**given_settings)
