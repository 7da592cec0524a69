"""The number of shortest paths agrees with a list of all paths, and with published numbers."""

from typing import Any

import pytest
from hypothesis import given, settings

from langkah import Limit, load
from langkah.engine.shortest_ways import ShortestWays, count_shortest_ways
from langkah.errors import DoesNotFit
from langkah.model import Puzzle, Step
from langkah.run import Stopped
from tests.graphs import Graph, graphs

A143807 = (1, 2, 2, 22, 40)  # shortest ways between two towers with 4 pegs


def open_towers(discs: int, pegs: int) -> Any:
    """The Tower of Hanoi; the goal is to move all discs from the first peg to the last one."""
    return load("hanoi", discs=discs, pegs=pegs, goal=f"peg {pegs}")


def list_ends(graph: Graph, most: int) -> ShortestWays:
    """The length and the number of the shortest paths, from a list of the ends of all paths of 0, 1, 2, ... steps. The
    length is None if no target is found in fewer than `most` steps.
    """
    ends = [graph.start]
    for steps in range(most):
        if ways := sum(node in graph.targets for node in ends):
            return ShortestWays(steps, ways)
        ends = [node for end in ends for node, _cost in graph.edges[end]]
    return ShortestWays(None, 0)


@settings(max_examples=40)
@given(graphs(highest_cost=1))
def test_as_many_as_there_are(graph: Graph) -> None:
    """The counts of shortest paths are right for graphs with loops and parallel edges; parallel edges count as
    different paths.
    """
    assert count_shortest_ways(graph) == list_ends(graph, len(graph.edges))


def test_towers_are_as_published() -> None:
    """The numbers of shortest paths with four pegs equal the published ones; with three pegs, there is a single
    shortest path.
    """
    found = [count_shortest_ways(open_towers(discs, 4)).ways for discs in range(1, 6)]
    assert tuple(found) == A143807
    assert count_shortest_ways(open_towers(5, 3)) == ShortestWays(31, 1)


def test_limits_hold_and_costs_must_be_the_same() -> None:
    """The count stops at a limit, and refuses a puzzle with different step costs."""
    with pytest.raises(Stopped):
        count_shortest_ways(open_towers(8, 3), Limit(nodes=10))

    class Fares(Puzzle[int, str]):
        start = 0

        def steps(self, state: int) -> list[Step[int, str]]:
            return [Step("walk", state + 1, 1), Step("ride", state + 2, 3)]

        def is_goal(self, state: int) -> bool:
            return state == 9

    with pytest.raises(DoesNotFit):
        count_shortest_ways(Fares())
