"""The layout of a map of states: the places of the states show the shape of the state space, and are the same each
time.
"""

from math import dist

import pytest
from hypothesis import given

from langkah import load
from langkah.engine.state_graph import OutOfTime, explore_graph
from langkah.model import Puzzle
from langkah.views.graph_layout import LAYOUTS, SIDE, place_nodes
from tests.graphs import Graph, graphs


def make_hanoi(discs: int) -> Puzzle[tuple[int, ...], object]:
    """The Tower of Hanoi on three pegs."""
    found = load("hanoi", discs=discs)
    assert isinstance(found, Puzzle)
    return found


def test_hanoi_is_a_triangle() -> None:
    """The states with all discs on one peg are the corners of a triangle with sides of similar length. The states with
    the largest disc on the same peg lie together, and the middle is empty.
    """
    graph = explore_graph(make_hanoi(5), 1000)
    places = place_nodes(graph)
    number = {graph.get_state(each): each for each in range(len(graph))}
    corners = [places[number[(peg,) * 5]] for peg in range(3)]
    sides = [dist(corners[one], corners[other]) for one, other in ((0, 1), (1, 2), (2, 0))]
    assert max(sides) < 1.2 * min(sides)
    assert max(dist(one, other) for one in places for other in places) < 1.1 * max(sides)
    middle = tuple(sum(corner[axis] for corner in corners) / 3 for axis in (0, 1))
    assert min(dist(middle, place) for place in places) > 0.15 * max(sides)
    for peg in range(3):  # the peg of the largest disc
        part = [
            place for place, each in zip(places, range(len(graph)), strict=True) if graph.get_state(each)[-1] == peg
        ]
        assert max(dist(corners[peg], place) for place in part) < 0.75 * max(sides)


def test_rings_have_the_depth_as_radius() -> None:
    """In the layout `rings`, the distance of a state from the start is proportional to its depth."""
    graph = explore_graph(make_hanoi(4), 1000)
    places = place_nodes(graph, "rings")
    unit = dist(places[0], places[1])
    assert all(
        dist(places[0], place) == pytest.approx(unit * depth, abs=20)
        for place, depth in zip(places, graph.depths, strict=True)
    )
    assert len(set(places)) == len(places)


@given(graphs())
def test_any_graph_fits_and_stays(puzzle: Graph) -> None:
    """For any graph and layout, the places of all nodes lie in the square of the map and are the same each time."""
    graph = explore_graph(puzzle, 100)
    for layout in LAYOUTS:
        places = place_nodes(graph, layout)
        assert all(0 <= each <= SIDE for place in places for each in place)
        assert places == place_nodes(explore_graph(puzzle, 100), layout)


def test_a_layout_can_be_called_off() -> None:
    """A layout raises `OutOfTime` when its time is over."""
    with pytest.raises(OutOfTime):
        place_nodes(explore_graph(make_hanoi(5), 1000), is_over=lambda: True)
