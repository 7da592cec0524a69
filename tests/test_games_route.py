"""Route: costs against a Dijkstra search that reads the settings itself, heuristics against true distances, the map of
Romania, levels, and bad settings.
"""

import heapq
import math
import tomllib
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from langkah import BadInput, Puzzle, load, solve
from langkah.apps.cli.main import main
from langkah.games import LEVELS, get_game_class, list_levels, read_level_text
from langkah.games.route.route import Route
from langkah.session import Session

Graph = dict[Any, list[tuple[Any, Fraction]]]
MOST_DIAGONAL = Fraction(14, 10)


def read_board(rows: list[str], *, diagonal: bool) -> tuple[Graph, Any, Any]:
    """The squares of a board as a graph with costs, the start and the goal."""
    open_cells = {(r, c): sign for r, row in enumerate(rows) for c, sign in enumerate(row) if sign != "#"}
    graph: Graph = {cell: [] for cell in open_cells}
    for r, c in open_cells:
        for down, right in [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]:
            there, beside = (r + down, c + right), [(r + down, c), (r, c + right)]
            slanted = bool(down and right)
            if there not in open_cells or (slanted and not (diagonal and all(each in open_cells for each in beside))):
                continue
            price = Fraction(int(open_cells[there])) if open_cells[there].isdigit() else Fraction(1)
            graph[r, c].append((there, price * MOST_DIAGONAL if slanted else price))
    ends = {sign: cell for cell, sign in open_cells.items() if sign in "SG"}
    return graph, ends["S"], ends["G"]


def measure(graph: Graph, start: Any) -> dict[Any, Fraction]:
    """The least cost from a place to every reachable place, by Dijkstra's algorithm."""
    found: dict[Any, Fraction] = {}
    heap = [(Fraction(0), start)]
    while heap:
        cost, place = heapq.heappop(heap)
        if place not in found:
            found[place] = cost
            for there, more in graph[place]:
                heapq.heappush(heap, (cost + more, there))
    return found


def turn_round(graph: Graph) -> Graph:
    """The graph with all edges reversed."""
    back: Graph = {place: [] for place in graph}
    for place, ways in graph.items():
        for there, cost in ways:
            back[there].append((place, cost))
    return back


def check(problem: Route, graph: Graph, start: Any, goal: Any, names: dict[Any, str]) -> None:
    """Check that the steps are those of the graph, that the answer is the least cost, and that no admissible heuristic
    is too high at any place.
    """
    left = measure(turn_round(graph), goal)
    result = solve(problem)
    assert (result.status == "solved") == (start in left)
    for place, name in names.items():
        assert sorted((names[to], cost) for to, cost in graph[place]) == sorted(
            (step.state, step.cost) for step in problem.steps(name)
        )
        for estimate in problem.all_estimates():
            assert not estimate.admissible or place not in left or estimate.of(problem, name) <= left[place]
    if start in left:
        assert (result.cost, result.optimal) == (left[start], True)
        for estimate in problem.estimates:
            found = solve(problem, "a-star", estimate=estimate.name)
            assert found.cost == left[start] or not estimate.admissible


@st.composite
def boards(draw: st.DrawFn) -> list[str]:
    """Small boards with walls and terrain."""
    height, width = draw(st.integers(1, 5)), draw(st.integers(2, 6))
    signs = draw(st.lists(st.sampled_from("....##0249"), min_size=height * width, max_size=height * width))
    start, goal = draw(st.permutations(range(height * width)))[:2]
    signs[start], signs[goal] = "S", "G"
    return ["".join(signs[at : at + width]) for at in range(0, len(signs), width)]


@settings(max_examples=60, deadline=None)
@given(boards(), st.booleans())
def test_boards(rows: list[str], diagonal: bool) -> None:
    """The steps, costs and estimates of a board agree with the graph, with and without diagonal steps."""
    graph, start, goal = read_board(rows, diagonal=diagonal)
    problem = Route(board=rows, diagonal=diagonal)
    assert set(problem.map.places) == {f"{'abcdefgh'[column]}{row + 1}" for row, column in graph}
    check(problem, graph, start, goal, {(r, c): f"{'abcdefgh'[c]}{r + 1}" for r, c in graph})
    assert not (diagonal and problem.estimates[-1].admissible), "straight steps count too much where one may go askew"


@st.composite
def road_maps(draw: st.DrawFn) -> dict[str, Any]:
    """Settings with towns at random places, roads of random lengths (some shorter than the straight line), and a table
    of random estimates.
    """
    names = [f"T{number}" for number in range(draw(st.integers(2, 6)))]
    place = st.tuples(st.integers(-9, 9), st.integers(-9, 9))
    pairs = [[a, b] for a in names for b in names if a != b]
    ends = draw(st.lists(st.sampled_from(pairs), min_size=1, max_size=9))
    lengths = st.one_of(st.integers(0, 20), st.sampled_from([0.5, 2.25, 7.1]))
    given_settings: dict[str, Any] = {
        "roads": [[*pair, draw(lengths)] for pair in ends],
        "oneway": draw(st.booleans()),
        "start": ends[0][0],
        "goal": draw(st.sampled_from(sorted({name for pair in ends for name in pair}))),
    }
    used = {name for pair in ends for name in pair}
    if draw(st.booleans()):
        given_settings["places"] = {name: list(draw(place)) for name in used}
    if draw(st.booleans()):
        given_settings["estimates"] = {name: draw(st.integers(0, 12)) for name in used}
    return given_settings


@settings(max_examples=60, deadline=None)
@given(road_maps())
def test_roads(drawn: dict[str, Any]) -> None:
    """The steps, costs and estimates of roads agree with the graph, one-way or not. Of several roads between two towns,
    the cheapest counts.
    """
    graph: Graph = {name: [] for road in drawn["roads"] for name in road[:2]}
    best: dict[tuple[str, str], Fraction] = {}
    for one, other, length in drawn["roads"]:
        for pair in [(one, other)] if drawn["oneway"] else [(one, other), (other, one)]:
            best[pair] = min(best.get(pair, Fraction(10**6)), Fraction(str(length)))
    for (one, other), length in best.items():
        graph[one].append((other, length))
    problem = Route(**drawn)
    check(problem, graph, drawn["start"], drawn["goal"], {name: name for name in graph})
    again = Route(**problem.given())  # type: ignore[arg-type]
    assert (again.given(), solve(again).cost) == (problem.given(), solve(problem).cost)


def test_romania() -> None:
    """On the map of Romania, A* expands the six towns of the textbook in order, and greedy search finds a plan of cost
    450.
    """
    problem = load("route")
    trace: list[tuple[str, Any]] = []
    result = solve(problem, "a-star", observe=lambda event: trace.append((event.kind, event)))
    taken = [event.state for kind, event in trace if kind == "take"]
    opened = {event.state: event.total for kind, event in reversed(trace) if kind == "open"}
    assert taken == ["Arad", "Sibiu", "Rimnicu Vilcea", "Fagaras", "Pitesti", "Bucharest"]
    assert [opened[town] for town in taken] == [366, 393, 413, 415, 417, 450]  # Bucharest first through Fagaras
    assert (result.cost, result.optimal, result.estimate) == (418, True, "table")
    assert solve(problem, "greedy").cost == 450
    assert solve(problem, "a-star", estimate="straight-line").optimal
    too_high = load("route", roads=[["A", "B", 3]], estimates={"A": 4}, start="A", goal="B")
    assert not solve(too_high, "a-star").optimal


@pytest.mark.parametrize("level", list_levels("route"))
def test_levels_cost_what_they_say(level: str) -> None:
    """Dijkstra's algorithm confirms the optimum in the file of each level."""
    told = tomllib.loads((LEVELS / "route" / f"{level}.toml").read_text(encoding="utf-8"))
    problem = load(f"route:{level}")
    assert isinstance(problem, Route)
    if "board" in told:
        graph, start, goal = read_board(told["board"].split(), diagonal=told.get("diagonal", False))
    else:
        roads: Any = told.get("roads") or Route().roads
        graph = {name: [] for road in roads for name in road[:2]}
        for one, other, length in roads:
            graph[one].append((other, Fraction(length)))
            graph[other].append((one, Fraction(length)))
        start, goal = told["start"], told["goal"]
    assert float(measure(graph, start)[goal]) == told["optimum"] == float(solve(problem).cost or 0)


def test_every_state_lies_on_the_map() -> None:
    """Each place has its own shape in the scene of the start."""
    for level in ("java", "terrain-3"):
        problem = load(f"route:{level}")
        assert isinstance(problem, Route)
        ids = [shape.id for shape in problem.scene(problem.start).shapes if shape.id]
        spots = [problem.map_spot(name) for name in problem.map.places]
        assert len(set(spots)) == len(spots)
        assert set(spots) <= set(ids)
        assert len(set(ids)) == len(ids)


def test_hands_and_words() -> None:
    """A click on a neighbour moves there; a click on another place is refused with the reason."""
    session = Session(load("route"))
    assert session.click("place Bucharest").text == "No road leads from Arad to Bucharest."
    session.click("place Sibiu")
    assert session.state == "Sibiu"
    assert session.problem.text("Sibiu").startswith("Sibiu – Bucharest\nSibiu: Arad 140, Fagaras 99")
    assert load("route", board="S.#/..G").text("b1") == ".S#\n..G"


@pytest.mark.parametrize(
    ("given_settings", "words"),
    [
        ({"board": "S.x/..G"}, "'x' is not allowed at row 1, column 3"),
        ({"board": "S.S/..G"}, "S occurs 2 times"),
        ({"board": "S../..."}, "board: G is missing"),
        ({"board": "S../..G", "goal": "z9"}, "goal = 'z9': give a free square"),
        ({"board": "S../..G", "roads": [["A", "B", 1]]}, "a board cannot be combined with roads"),
        ({"diagonal": True}, "roads have no diagonal steps"),
        ({"places": {"A": [0, 0]}}, "places and estimates need roads"),
        ({"roads": [["A", "B"]]}, "road 1 is"),
        ({"roads": [["A", "A", 3]]}, "road 1 is"),
        ({"roads": [["A", "B", -3]], "start": "A", "goal": "B"}, "a length, 0 or more"),
        ({"roads": []}, "give 1 to 2000 roads"),
        ({"roads": [["A", "B", 3]], "start": "C", "goal": "B"}, "start: Place 'C' is not known"),
        (
            {"roads": [["A", "B", 3]], "places": {"A": [0, 0]}, "start": "A", "goal": "B"},
            "places: give coordinates for B",
        ),
        ({"roads": [["A", "B", 3]], "places": {"A": [0], "B": [1, 2]}}, "two numbers"),
        ({"roads": [["A", "B", 3]], "estimates": {"A": "far"}, "start": "A", "goal": "B"}, "an estimate is a number"),
        ({"land": [[[0, 0], [1, 1]]]}, "outlines of the land"),
    ],
)
def test_bad_maps_are_explained(given_settings: dict[str, Any], words: str) -> None:
    """The message names the mistake and what is legal."""
    with pytest.raises(BadInput, match=words):
        Route(**given_settings)


JSON = st.recursive(
    st.sampled_from([None, True, -1, 0, 3, 2.5, float("inf"), float("nan"), 10**30, "", "A", "S.G", "S#/.G", "-"]),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.sampled_from("AB"), inner, max_size=2)),
    max_leaves=8,
)


@pytest.mark.parametrize("game", ["route", "tour", "knapsack"])
def test_any_value_makes_a_problem_or_is_refused(game: str) -> None:
    """Any settings give a problem that can be drawn, stepped and estimated, or `BadInput`, and no other error."""
    names = [setting.name for setting in get_game_class(game).settings]
    made = 0

    @settings(max_examples=150, deadline=None, derandomize=True)
    @given(st.dictionaries(st.sampled_from(names), JSON, max_size=3))
    def build(values: dict[str, Any]) -> None:
        nonlocal made
        try:
            problem = load(game, values)
        except BadInput:
            return
        made += 1
        assert isinstance(problem, Puzzle)
        states = [problem.start, *(step.state for step in problem.steps(problem.start))]
        for state in states:
            assert problem.scene(state).shapes
            assert problem.text(state)
            assert all(estimate.of(problem, state) >= 0 for estimate in problem.all_estimates())
            problem.working(state)

    build()
    assert made


MOVING_AI = "type octile\nheight 3\nwidth 4\nmap\n.G@T\nS.W.\n....\n"


def test_maps_of_moving_ai(tmp_path: Path) -> None:
    """A map of Moving AI is read with a start and a goal far apart, and with the diagonal steps of the collection; the
    message for a mistake names the line.
    """
    path = tmp_path / "small.map"
    path.write_text(MOVING_AI)
    problem = load(str(path))
    assert isinstance(problem, Route)
    assert (problem.board, problem.diagonal, problem.start, problem.goal) == ("..##/..#./....", True, "a1", "d2")
    assert solve(problem).cost == Fraction(27, 5)  # down, diagonal, right twice, up: no corner is cut
    assert solve(load(str(path), goal="b2")).cost == Fraction(7, 5)
    assert Route.from_text("S.G\n") is None
    for before, after, words in (
        ("height 3", "height 4", "line 2 gives 4 rows, but 3 follow"),
        ("width 4", "width 5", "line 5 has 4 squares, but line 3 gives 5 columns"),
        ("S.W.", "S.x.", "line 6, column 3: 'x'"),
        ("map\n", "", "lines 2 to 4"),
        ("height 3", "height 9999", "at most 2500"),
    ):
        with pytest.raises(BadInput, match=words):
            Route.from_text(MOVING_AI.replace(before, after))


def measure_octile_lengths(rows: list[str], start: tuple[int, int]) -> dict[tuple[int, int], float]:
    """The length of the shortest path from `start` to each free square that can be reached; the length of a diagonal
    step is the square root of 2.
    """
    free = {(row, column) for row, line in enumerate(rows) for column, sign in enumerate(line) if sign in ".GS"}
    best, queue = {start: 0.0}, [(0.0, start)]
    while queue:
        length, (row, column) = heapq.heappop(queue)
        for down, right in product((-1, 0, 1), repeat=2):
            there = row + down, column + right
            if {there, (row + down, column), (row, column + right)} <= free:
                longer = length + math.hypot(down, right)
                if longer < best.get(there, math.inf) - 1e-9:
                    best[there] = longer
                    heapq.heappush(queue, (longer, there))
    return best


def test_scenarios_of_the_moving_ai_collection(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each line of a scenario file is an instance, whose map is in the folder or in the same text. Costs agree with the
    lengths, except that a diagonal step costs 1.4.
    """
    rows = ["....T...", ".@@.....", "...@..S.", ".G......", "..WW.@.."]
    head = "\n".join(["type octile", "height 5", "width 8", "map", *rows])
    lengths = measure_octile_lengths(rows, (4, 0))
    lines = [f"0\tmaps/x.map\t8\t5\t0\t4\t{column}\t{row}\t{far:.6f}" for (row, column), far in lengths.items() if far]
    (tmp_path / "x.map").write_text(head, encoding="utf-8")
    (tmp_path / "x.map.scen").write_text("\n".join(["version 1", *lines]) + "\n", encoding="utf-8")
    found = read_level_text("\n".join([head, "version 1.0", *lines]))
    assert [each.level.line for each in found] == list(range(2, 2 + len(lines)))
    for number, line in enumerate(lines, 1):
        result = solve(load(f"{tmp_path / 'x.map.scen'}:{number}"))
        length = float(line.split()[-1])
        assert result.cost is not None
        assert float(result.cost) - 1e-5 <= length <= float(result.cost) * math.sqrt(2) / 1.4 + 1e-5
    assert main(["list", str(tmp_path / "x.map.scen")]) == 0
    assert f"x.map.scen:{len(lines)}" in capsys.readouterr().out
    for wrong, words in (
        ("0 x.map 8 5 0 4 1 1 2", "line 2 of the scenarios: the square in column 1, row 1"),
        ("0 x.map 9 5 0 4 1 3 2", "its map is 9 x 5, but this map is 8 x 5"),
        ("0 x.map 8 5 0 4 1", "line 2 of the scenarios: a scenario must have nine fields"),
    ):
        with pytest.raises(BadInput, match=words):
            read_level_text("\n".join([head, "version 1", wrong]))
    with pytest.raises(BadInput, match="put their map before them"):
        read_level_text("version 1\n" + lines[0])
