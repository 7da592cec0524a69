"""Tour: the least cost against all orders of the cities, bounds against the best completion, the numbers of the
textbook, and settings that describe no tour.
"""

import json
import tomllib
from fractions import Fraction
from itertools import pairwise, permutations
from math import inf
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langkah import BadInput, Trace, load, solve
from langkah.games import LEVELS, list_levels
from langkah.games.tour.tour import CLASSIC, Tour
from langkah.session import Session, restore_session, save_session
from langkah.views.playback import Playback
from langkah.views.recording import Recording
from langkah.views.watch_screen import draw_screen


def try_all(costs: list[list[Any]], begin: tuple[int, ...] = (0,)) -> Any:
    """The least cost of a whole tour that begins with these cities, by trying every order; infinite if there is no such
    tour.
    """
    rest = [city for city in range(len(costs)) if city not in begin]
    orders = ([*begin, *order, 0] for order in permutations(rest))
    return min(sum(costs[a][b] for a, b in pairwise(order)) for order in orders)


def hold_and_karp(costs: list[list[Any]]) -> Any:
    """The least cost of a tour, by dynamic programming over sets of cities (Held and Karp)."""
    size = len(costs)
    best = {(1, 0): 0}
    for _visited in range(size - 1):
        layer: dict[tuple[int, int], Any] = {}
        for (cities, at), cost in best.items():
            for there in range(size):
                if not cities >> there & 1:
                    key = (cities | 1 << there, there)
                    layer[key] = min(layer.get(key, inf), cost + costs[at][there])
        best = layer
    return min(cost + costs[at][0] for (_cities, at), cost in best.items())


@st.composite
def matrices(draw: st.DrawFn) -> list[list[Any]]:
    """Costs between two to five cities, symmetric or not; some roads are missing."""
    size, symmetric = draw(st.integers(2, 5)), draw(st.booleans())
    cost = st.one_of(st.integers(0, 30), st.integers(0, 30), st.sampled_from(["-", 2.5]))
    found = [[draw(cost) for _column in range(size)] for _row in range(size)]
    if symmetric:
        found = [[found[max(a, b)][min(a, b)] for b in range(size)] for a in range(size)]
    return found


@settings(max_examples=60, deadline=None)
@given(matrices())
def test_least_cost_and_bounds(matrix: list[list[Any]]) -> None:
    """The least cost is that of trying all orders, and no bound of a path that can begin a tour exceeds the cost of the
    best completion.
    """
    problem = Tour(matrix)
    costs = [[inf if cost == "-" else Fraction(str(cost)) for cost in row] for row in matrix]
    least = try_all(costs)
    for estimate in ("reduced-matrix", "two-cheapest", "spanning-tree"):
        result = solve(problem, "branch-and-bound", estimate=estimate)
        assert (result.cost, result.optimal) == ((least, True) if least < inf else (None, False))
        assert result.status == ("solved" if least < inf else "impossible")
    waiting = [problem.start]
    for path in waiting:  # the loop appends to this list
        best = try_all(costs, path)
        spent = problem.measure_path(path)
        for each in problem.estimates:
            assert each.of(problem, path) + spent <= best
        waiting += [step.state for step in problem.steps(path)]


def test_the_textbook() -> None:
    """The five cities of Horowitz and Sahni give the textbook's bounds, tree, pruned nodes and reduced matrices."""
    problem = load("tour")
    trace = Trace()
    result = solve(problem, observe=trace)
    bounds = {problem.label(event.state): event.total for event in trace.events if event.kind == "open"}
    words = "1:25 1-2:35 1-3:53 1-4:25 1-5:31 1-4-2:28 1-4-3:50 1-4-5:36 1-4-2-3:52 1-4-2-5:28 1-4-2-5-3:28"
    assert " ".join(f"{label}:{bound}" for label, bound in bounds.items()) == words
    assert (result.algorithm, result.cost, result.optimal) == ("branch-and-bound", 28, True)
    assert (result.stats.expanded, result.stats.generated, result.stats.pruned) == (5, 11, 6)
    states: Any = Recording(problem, trace, result).as_dict()["states"]
    root = states[0]["table"]
    assert root["rows"] == (
        ("1", "∞", "10", "17", "0", "1"),
        ("2", "12", "∞", "11", "2", "0"),
        ("3", "0", "3", "∞", "0", "2"),
        ("4", "15", "3", "12", "∞", "0"),
        ("5", "11", "0", "0", "12", "∞"),
    )
    assert root["notes"] == (
        "Row reductions: 10 + 2 + 2 + 3 + 4 = 21",
        "Column reductions: 1 + 0 + 3 + 0 + 0 = 4",
        "Lower bound: 21 + 4 = 25",
    )
    third = next(state["table"] for state in states if state["label"] == "1-3")
    assert third["notes"][-1] == "Lower bound: 25 + 17 + 0 + 11 = 53"
    assert third["notes"][0] == "Entry (1, 3) of the parent's matrix: 17"
    terminal = draw_screen(Playback(problem, trace, result, 1), 100, 26)
    assert any(line.startswith("Lower bound: 21 + 4 = 25") for line in terminal)


@pytest.mark.parametrize("level", list_levels("tour"))
def test_levels_cost_what_they_say(level: str) -> None:
    """The optimum that each level states is found, and confirmed by another algorithm (up to ten cities) or by another
    heuristic.
    """
    told = tomllib.loads((LEVELS / "tour" / f"{level}.toml").read_text(encoding="utf-8"))
    problem = load(f"tour:{level}")
    assert isinstance(problem, Tour)
    result = solve(problem)
    assert (result.cost, result.optimal) == (told["optimum"], True)
    if problem.size <= 10:
        assert hold_and_karp([list(row) for row in problem.costs]) == told["optimum"]
    else:
        assert solve(problem, "a-star", estimate="spanning-tree").cost == told["optimum"]


def test_infinity_travels(tmp_path: Path) -> None:
    """A matrix with ∞ on the diagonal, as in textbooks, is loaded, saved and restored, although JSON has no ∞."""
    path = tmp_path / "five.toml"
    rows = [[inf if row == column else cost for column, cost in enumerate(line)] for row, line in enumerate(CLASSIC)]
    path.write_text(f'game = "tour"\nmatrix = {rows}\n', encoding="utf-8")
    problem = load(str(path))
    saved = json.loads(json.dumps(save_session(Session(problem)), allow_nan=False))
    again = restore_session(saved, load).problem
    assert solve(again).cost == solve(problem).cost == 28
    assert json.loads(json.dumps(problem.given(), allow_nan=False))["matrix"][0] == ["-", 20, 30, 10, 11]


def test_tours_from_coordinates() -> None:
    """Distances are straight lines rounded to whole numbers, the best tour follows the sides of a square, and moves are
    written with the names of cities.
    """
    square = Tour(places={"A": [0, 0], "B": [0, 10], "C": [10, 10], "D": [10.3, 0]})
    assert square.costs[0][2] == 14
    assert solve(square).cost == 40
    assert square.text((0, 1)).splitlines()[0] == "A – B"
    assert square.notation(2) == "C"
    named = Tour([[0, 1, 2], [3, 0, 4], [5, 6, 0]], names=["home", "sea", "hill"])
    assert [named.notation(move) for move in solve(named).moves] == ["sea", "hill"]


@pytest.mark.parametrize(
    ("given_settings", "words"),
    [
        ({"matrix": [[0]]}, "with 2 to 30 rows"),
        ({"matrix": [[0, 1], [1]]}, "give a square matrix of costs"),
        ({"matrix": [[0, 1], ["x", 0]]}, "row 2, column 1 is 'x'"),
        ({"matrix": [[0, -1], [1, 0]]}, "row 1, column 2 is -1"),
        ({"matrix": [[0, 1], [1, 0]], "names": ["A"]}, "each of the 2 cities"),
        ({"matrix": [[0, 1], [1, 0]], "names": ["A", "A"]}, "a different name"),
        ({"matrix": [[0, 1], [1, 0]], "places": {"A": [0, 0], "B": [1, 1]}}, "leave out"),
        ({"places": {"A": [0, 0]}}, "at least 2 cities"),
        ({"places": {"A": [0, 0], "B": "far"}}, "two numbers"),
    ],
)
def test_bad_settings_are_explained(given_settings: dict[str, Any], words: str) -> None:
    """Bad settings are refused with a message that names the mistake or what is legal."""
    with pytest.raises(BadInput, match=words):
        Tour(**given_settings)
