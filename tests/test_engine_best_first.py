"""Compiled best-first searches, IDA* and bidirectional search give the same results and counts as plain Python."""

from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tools.soak.tiers import compile_at_once
from tools.soak.weighted_graphs import KINDS, WeightedGraph, check_weighted_case

from langkah import BadInput, Limit, solve
from langkah.packed import Packed
from langkah.search import bidirectional
from tests.packed_graphs import Walk

pytest.importorskip("numba")


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(0, 1 << 40), min_size=4, max_size=4))
def test_both_tiers_agree(seeds: list[int]) -> None:
    """Cost, plan, `optimal` and every counter agree in plain Python and in compiled code, for weighted graphs with
    consistent, inconsistent and inadmissible heuristics.
    """
    check_weighted_case({"seeds": seeds, "kinds": KINDS[1:], "wide": False})


@pytest.mark.slow
def test_both_tiers_agree_on_many_graphs() -> None:
    """Plain Python and compiled code agree on 6,000 graphs, including states of two words and searches without a
    heuristic; compiled code runs more than 3,000 searches.
    """
    counts = check_weighted_case({"seeds": list(range(6_000)), "kinds": KINDS, "wide": True})
    assert counts["compiled"] > 3_000


class ListedWalk(Walk):
    """A graph whose `goals` lists all targets."""

    lists_all_goals = True

    def goals(self) -> list[int]:
        """All targets."""
        return sorted(self.targets)

    def packed(self) -> Packed[int]:
        """A packed form in which every step costs 1."""
        packed = super().packed()
        packed.unit_cost, packed.branching = True, 400
        return packed


def make_walk(seed: int) -> ListedWalk:
    """A random undirected graph."""
    rng = Random(seed)
    size = rng.randint(1, 60)
    ways: list[list[int]] = [
        [rng.randrange(size) for _way in range(rng.choice((0, 1, 1, 2, 3)))] for _node in range(size)
    ]
    for node, onward in enumerate([list(each) for each in ways]):
        for other in onward:
            ways[other].append(node)
    targets = frozenset(node for node in range(size) if rng.random() < 0.06)
    return ListedWalk(ways, targets, wide=False, reversible=True)


def test_bidirectional_search_agrees() -> None:
    """Bidirectional search gives the same plan, cost and counts in plain Python and in compiled code, with and without
    limits.
    """
    compiled = 0
    for seed in range(150):
        rng, graph = Random(seed), make_walk(seed)
        limit = Limit(depth=rng.choice((None, None, rng.randint(0, 6))), nodes=rng.choice((None, rng.randint(0, 30))))
        with compile_at_once():
            fast = solve(graph, "bidirectional", limit=limit)
        with patch.object(bidirectional, "find_packed_form", lambda _problem, _run: None):
            plain = solve(graph, "bidirectional", limit=limit)
        assert [step.state for step in fast.path] == [step.state for step in plain.path], seed
        for name in ("expanded", "generated", "skipped", "frontier_max"):
            assert getattr(fast.stats, name) == getattr(plain.stats, name), (seed, name)
        assert (fast.cost, fast.optimal, fast.limit) == (plain.cost, plain.optimal, plain.limit)
        compiled += fast.stats.engine == "compiled"
    assert compiled > 50


def test_a_goal_that_is_not_listed_is_refused() -> None:
    """If compiled bidirectional search meets a goal that `goals()` does not list, an error is raised, as in Python."""
    graph = ListedWalk([[1, 2], [0, 2], [0, 1, 3], [2, 4], [3]], frozenset({4}), wide=False, reversible=True)
    graph.targets = frozenset({4})
    packed = graph.packed()
    wrong = list(packed.data)
    wrong[wrong[0] + 3] = 1
    graph.is_goal = lambda state: state in (3, 4)  # type: ignore[method-assign]
    packed.data = wrong
    graph.packed = lambda: packed  # type: ignore[method-assign]
    with compile_at_once(), pytest.raises(BadInput, match="goals\\(\\) does not list it"):
        solve(graph, "bidirectional")


def make_changed_graph(**changes: Any) -> WeightedGraph:
    """A graph with changes in its packed form only, so that the packed form contradicts the graph."""
    graph = next(
        each for each in (WeightedGraph(Random(seed), "consistent", wide=False) for seed in range(99)) if each.ways[0]
    )
    packed = graph.packed()
    for name, value in changes.items():
        setattr(packed, name, value)
    graph.packed = lambda: packed  # type: ignore[method-assign]
    return graph


def test_a_packed_form_that_says_something_else_is_refused() -> None:
    """A search refuses a packed form whose estimates or step costs differ from those of the puzzle."""
    graph = make_changed_graph(estimate=lambda state: 77 + state)
    with pytest.raises(BadInput, match="differs from estimate\\(\\)"):
        solve(graph, "a-star")

    def expand_free(state: int, out: Any, data: Any) -> int:
        first, last = data[1 + state], data[2 + state]
        for number in range((last - first) // 2):
            out[number], out[-1 - number] = data[first + 2 * number], 1000
        return int((last - first) // 2)

    with pytest.raises(BadInput, match="different costs for the steps"):
        solve(make_changed_graph(expand=expand_free), "uniform-cost")


def test_a_search_can_be_cancelled() -> None:
    """A search in compiled code ends after it is cancelled, and keeps its counts. Without duplicate detection, this
    search of a triangle without a goal would never end.
    """
    graph = WeightedGraph(Random(0), "consistent", wide=False)
    graph.ways, graph.targets, graph.guesses = [[(1, 1), (2, 1)], [(0, 1), (2, 1)], [(0, 1), (1, 1)]], set(), [0, 0, 0]
    asked = []

    def cancelled() -> bool:
        asked.append(1)
        return len(asked) > 5

    with compile_at_once():
        result = solve(graph, "ida-star", duplicates=False, cancelled=cancelled)
    assert (result.limit, result.stats.engine) == ("cancel", "compiled")
    assert result.stats.expanded > 0
