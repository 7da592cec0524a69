"""Water jugs: a second implementation of the rules, costs by a plain search, proofs, clicks and bad settings."""

from math import inf
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langkah import BadInput, Status, load, solve
from langkah.games.jugs import Jugs
from langkah.session import Session
from tests import oracle


def pour_litre_by_litre(problem: Jugs, state: tuple[int, ...], start: int, end: int) -> tuple[int, ...]:
    """The state after pouring from one jug into another, litre by litre. As `start`, -1 is the tap; as `end`, -1 is the
    drain.
    """
    held = list(state)
    while (start < 0 or held[start] > 0) and (end < 0 or held[end] < problem.capacities[end]):
        if start >= 0:
            held[start] -= 1
        if end >= 0:
            held[end] += 1
    return tuple(held)


def find_costs_to_go(problem: Jugs) -> dict[Any, float]:
    """The least cost from every reachable state to a goal, by relaxing all steps until no cost changes."""
    states: list[Any] = list(oracle.distances(problem))
    steps = [(state, step.state, step.cost) for state in states for step in problem.steps(state)]
    cost: dict[Any, float] = {state: 0 if problem.is_goal(state) else inf for state in states}
    while better := [(one, cost[two] + price) for one, two, price in steps if cost[two] + price < cost[one]]:
        for state, found in better:
            cost[state] = min(cost[state], found)
    return cost


@st.composite
def cellars(draw: st.DrawFn) -> Jugs:
    """A few small jugs, with or without a tap, and a target for any jug or for each jug."""
    sizes = draw(st.lists(st.integers(1, 6), min_size=1, max_size=3))
    start = [draw(st.integers(0, size)) for size in sizes]
    target = draw(st.integers(1, 7) | st.tuples(*(st.integers(0, size) for size in sizes)).map(list))
    return Jugs(sizes, target, start, draw(st.booleans()), draw(st.sampled_from(["moves", "water"])))


@settings(max_examples=60, deadline=None)
@given(cellars())
def test_rules_estimates_and_costs(problem: Jugs) -> None:
    """The steps are exactly the pours that change the state, and heuristics, costs and proofs agree with a plain
    search.
    """
    jugs = range(len(problem.capacities))
    costs = find_costs_to_go(problem)
    for state, least in costs.items():
        ways = [(one, two) for one in (-1, *jugs) for two in (-1, *jugs) if one != two]
        pours = {way: pour_litre_by_litre(problem, state, *way) for way in ways if problem.tap or -1 not in way}
        steps = {step.move: step for step in problem.steps(state)}
        assert {way: after for way, after in pours.items() if after != state} == {
            move: step.state for move, step in steps.items()
        }
        for (start, end), step in steps.items():
            drawn = sum(step.state) - sum(state) if start < 0 and end >= 0 else 0
            assert step.cost == (drawn if problem.metric == "water" else 1)
        for estimate in problem.estimates:
            assert estimate.of(problem, state) <= least, estimate.name
    assert solve(problem).cost == (None if costs[problem.start] == inf else costs[problem.start])
    assert not problem.hopeless() or costs[problem.start] == inf


def test_known_jugs() -> None:
    """With jugs of 3 and 5 litres, 4 litres cost 6 moves, or 9 litres of water if water is counted. Sharing 8 litres
    with jugs of 8, 5 and 3 litres takes 7 pours. The level `even` is impossible.
    """
    assert solve(Jugs()).cost == 6
    assert solve(Jugs(metric="water")).cost == 9
    assert solve(load("jugs:share-eight")).cost == 7
    assert solve(load("jugs:even")).status is Status.IMPOSSIBLE


def test_clicks_and_refusals() -> None:
    """A move is two clicks: tap and jug, jug and drain, or two jugs. An illegal move is refused with the reason."""
    session = Session(Jugs())
    for clicks in (("tap", "jug B"), ("jug B", "jug A"), ("jug A", "drain")):
        for click in clicks:
            session.click(click)
    assert session.state == (0, 2)
    assert session.click("jug A").text.startswith("Jug A is empty")
    assert "Choose a jug or the tap first" in session.click("drain").text
    session.play("fill A")
    session.click("tap")
    assert "Jug A is full" in session.click("jug A").text
    with pytest.raises(BadInput, match="Jug A is full"):
        session.play("fill A")


@pytest.mark.parametrize(
    ("given_settings", "words"),
    [
        ({"capacities": [3, 0]}, "jug B is 0"),
        ({"capacities": []}, "size of each jug, for 1 to 6 jugs"),
        ({"capacities": "3"}, "size of each jug, for 1 to 6 jugs"),
        ({"target": "x"}, "target = 'x'"),
        ({"target": [1, 2, 3]}, "each of the 2 jugs"),
        ({"start": [4, 0]}, "start: jug A is 4; it must be a whole number from 0 to 3"),
        ({"tap": "yes"}, "true or false"),
    ],
)
def test_bad_settings(given_settings: dict[str, Any], words: str) -> None:
    """The message names the mistake in the settings."""
    with pytest.raises(BadInput, match=words):
        Jugs(**given_settings)
