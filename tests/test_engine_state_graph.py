"""The graph of a state space agrees with the puzzle's steps and with networkx."""

from itertools import pairwise
from typing import Any

import networkx  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st

from langkah import load
from langkah.engine import state_graph
from langkah.engine.state_graph import StateGraph, explore_graph, find_ordinals, follow_ordinals, make_measure
from langkah.model import Puzzle
from tests.graphs import Graph, graphs

SPACES: list[tuple[str, dict[str, Any]]] = [
    ("hanoi", {"discs": 4}),
    ("klotski", {"board": "**a/**b/..c", "goal": {"*": [[1, 0], [1, 1], [2, 0], [2, 1]]}}),
    ("sokoban", {"board": "######/#@ $.#/#    #/######"}),
    ("queens", {"n": 5}),
    ("snakes:small", {}),
]


def to_networkx(graph: StateGraph) -> Any:
    """The graph of a state space as a networkx graph."""
    found = networkx.DiGraph()
    found.add_nodes_from(range(len(graph)))
    found.add_edges_from(graph.list_steps())
    return found


def check_graph(puzzle: Puzzle[Any, Any], graph: StateGraph) -> None:
    """Check the states, the steps in their order, the goals, distances, depths and edges of a puzzle's graph, and the
    sum of the shares of shortest paths that arrive at goals.
    """
    names = [puzzle.key(graph.get_state(number)) for number in range(len(graph))]
    assert len(set(names)) == len(names)
    for number, name in enumerate(names):
        onward = graph.onward[graph.bounds[number] : graph.bounds[number + 1]]
        assert [names[each] for each in onward] == [
            puzzle.key(step.state) for step in puzzle.steps(graph.get_state(number))
        ], name
    theirs = to_networkx(graph)
    goals = [number for number in range(len(graph)) if puzzle.is_goal(graph.get_state(number))]
    assert graph.goals == goals
    far = networkx.multi_source_dijkstra_path_length(theirs.reverse(), goals) if goals else {}
    assert graph.distances == [far.get(number, -1) for number in range(len(graph))]
    shallow = networkx.single_source_shortest_path_length(theirs.to_undirected(), 0)
    assert graph.depths == [shallow[number] for number in range(len(graph))]
    if goals:  # the flow from all states that can reach a goal arrives at the goals
        arrived = sum(graph.shares[number] for number in goals) * len(graph)
        assert arrived == pytest.approx(sum(distance >= 0 for distance in graph.distances))
    assert {frozenset(edge) for edge in graph.edges} == {frozenset(edge) for edge in theirs.edges if len(set(edge)) > 1}


@pytest.mark.parametrize(("name", "settings"), SPACES, ids=[name for name, _settings in SPACES])
def test_games(name: str, settings: dict[str, Any]) -> None:
    """The graphs of games with and without a packed form, with dead ends, and with interchangeable pieces are right."""
    puzzle = load(name, settings)
    assert isinstance(puzzle, Puzzle)
    graph = explore_graph(puzzle, 10**6)
    assert graph.is_whole
    check_graph(puzzle, graph)


@given(graphs(), st.data())
def test_any_graph(puzzle: Graph, data: st.DataObject) -> None:
    """The graphs of random puzzles are right, with loops, parallel edges, dead ends or no goals. A path converted to
    ordinals (which step it takes in each state) and back is the same path.
    """
    graph = explore_graph(puzzle, 100)
    check_graph(puzzle, graph)
    state, way = puzzle.start, [puzzle.start]
    for _step in range(6):
        onward = [step.state for step in puzzle.steps(state)]
        if not onward:
            break
        state = data.draw(st.sampled_from(onward))
        way.append(state)
    ordinals = find_ordinals(puzzle, way)
    steps = follow_ordinals(puzzle, puzzle.start, ordinals)
    assert steps is not None
    assert [puzzle.start, *(step.state for step in steps)] == way
    assert follow_ordinals(puzzle, puzzle.start, [99]) is None


def test_a_part_around_states() -> None:
    """If there are too many states, the graph contains those near the start and near the given states; steps that leave
    this part lead to OUTSIDE. Making a graph raises an error if its time is over.
    """
    puzzle = load("tiles", rows=4, cols=4)
    assert isinstance(puzzle, Puzzle)
    far = puzzle.start
    for _step in range(20):
        far = list(puzzle.steps(far))[-1].state
    graph = explore_graph(puzzle, 50, around=[far])
    assert (len(graph), graph.is_whole, graph.get_state(1)) == (50, False, far)
    assert state_graph.OUTSIDE in graph.onward
    with pytest.raises(state_graph.OutOfTime):
        explore_graph(puzzle, 10**9, is_over=lambda: True)


def test_arrays_measure_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Distances computed with NumPy equal those of plain Python."""
    pytest.importorskip("numpy")
    puzzle = load("hanoi", discs=6)
    assert isinstance(puzzle, Puzzle)
    near = explore_graph(puzzle, 10**6).near
    plain = make_measure(near)
    monkeypatch.setattr(state_graph, "LEAST_ARRAY_STATES", 1)
    fast = make_measure(near)
    assert all(fast(source) == plain(source) for source in (0, 7, 728))


def test_bottlenecks_of_hanoi() -> None:
    """The first two bottlenecks of six discs are at a distance of 32 from a goal: the largest disc is on the start peg,
    and all other discs are on one other peg.
    """
    puzzle = load("hanoi", discs=6)
    assert isinstance(puzzle, Puzzle)
    graph = explore_graph(puzzle, 10**6)
    first, second = (graph.get_state(each) for each in graph.bottlenecks[:2])
    assert {graph.distances[each] for each in graph.bottlenecks[:2]} == {32}
    assert first[-1] == second[-1] == 0  # the largest disc is on the start peg
    assert all(len(set(state[:-1])) == 1 and state[0] != 0 for state in (first, second))  # all others: one other peg
    assert [graph.distances[each] for each in graph.hardest] == [63]
    assert all(a != b for a, b in pairwise(graph.bottlenecks))
