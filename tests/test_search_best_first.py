"""A* that does not reopen expanded states: plans are legal, and called optimal only if the least cost is proved."""

from hypothesis import given, settings
from hypothesis import strategies as st

from langkah import Status, solve
from langkah.model import Estimate
from tests.graphs import Graph, graphs
from tests.oracle import least_cost, replay


@settings(max_examples=100)
@given(graphs(), st.sampled_from(["a-star", "weighted-a-star"]), st.sampled_from(["exact", "half", "patchy"]))
def test_closed_states_may_stay_closed(graph: Graph, algorithm: str, estimate: str) -> None:
    """Without reopening, every plan is legal, and a plan is called optimal only if it has the least cost."""
    result, least = solve(graph, algorithm, estimate=estimate, reopen=False, weight=1.0), least_cost(graph)
    assert (result.status is Status.SOLVED) == (least is not None)
    if result.cost is not None and least is not None:
        assert replay(graph, result)[1] == result.cost
        assert result.cost == least or (result.cost > least and not result.optimal and "ignored" in result.why)


def test_reopening_matters_where_an_estimate_is_not_consistent() -> None:
    """With an inconsistent heuristic, a state is first expanded by an expensive path: without reopening, the plan costs
    more and is not called optimal.
    """
    edges = {0: [(1, 1), (2, 3)], 1: [(2, 1)], 2: [(3, 4)], 3: []}
    graph = Graph(edges, frozenset({3}))
    graph.estimates = (Estimate("trap", lambda _graph, node: {1: 5}.get(node, 0), True, "too wary of node 1"),)  # type: ignore[misc]
    assert solve(graph, "a-star").cost == 6
    closed = solve(graph, "a-star", reopen=False)
    assert (closed.cost, closed.optimal) == (7, False)
    assert "1 cheaper path" in closed.why
    assert solve(graph, "uniform-cost", reopen=False).optimal, "it does not heed the option"
