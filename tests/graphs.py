"""Puzzles made of random graphs. They have no regular structure, so they reveal defects that the games do not."""

from collections.abc import Iterable
from typing import ClassVar

from hypothesis import strategies as st

from langkah.model import Cost, Estimate, Puzzle, Step

Edges = dict[int, list[tuple[int, int]]]  # from a node to (node, cost) pairs


class Graph(Puzzle[int, int]):
    """A puzzle: walk from node 0 to a target. Its heuristics, some of them inadmissible or inconsistent, are computed
    from the exact distances.
    """

    lists_all_goals = True
    estimates: ClassVar[tuple[Estimate, ...]] = (
        Estimate("exact", lambda graph, node: graph.exact[node], True, "the exact distance"),
        Estimate("half", lambda graph, node: graph.exact[node] // 2, True, "half of it: admissible, not consistent"),
        Estimate("wild", lambda graph, node: graph.exact[node] * ((node * 7) % 4), False, "right, too high or 0"),
        Estimate(
            "patchy", lambda graph, node: graph.exact[node] * ((node * 5) % 2), True, "right or 0: not consistent"
        ),
    )

    def __init__(self, edges: Edges, targets: frozenset[int]) -> None:
        self.edges, self.targets, self.start = edges, targets, 0
        self.exact = self.to_goal()

    def to_goal(self) -> dict[int, Cost]:
        """The cost from each node to the nearest target, by relaxing the edges until no cost changes (10**6 or more: no
        target can be reached).
        """
        far: dict[int, Cost] = {node: 0 if node in self.targets else 10**6 for node in self.edges}
        for _round in self.edges:
            for node, ways in self.edges.items():
                far[node] = min([far[node], *(cost + far[other] for other, cost in ways)])
        return far

    def steps(self, state: int) -> Iterable[Step[int, int]]:
        """A step for each edge from this node; the move is the index of the edge."""
        return [Step(index, node, cost) for index, (node, cost) in enumerate(self.edges[state])]

    def is_goal(self, state: int) -> bool:
        """Whether this node is a target."""
        return state in self.targets

    def goals(self) -> Iterable[int]:
        """The targets."""
        return self.targets

    def back(self, state: int) -> Iterable[Step[int, int]]:
        """A step back along each edge that leads to this node."""
        return [
            Step(index, node, cost)
            for node, ways in self.edges.items()
            for index, (other, cost) in enumerate(ways)
            if other == state
        ]


@st.composite
def graphs(draw: st.DrawFn, highest_cost: int = 4) -> Graph:
    """A random directed graph with loops, parallel edges and dead ends; in some graphs no goal can be reached."""
    size = draw(st.integers(1, 9))
    node = st.integers(0, size - 1)
    cost = st.integers(0 if highest_cost > 1 else 1, highest_cost)
    edges = {each: draw(st.lists(st.tuples(node, cost), max_size=4)) for each in range(size)}
    return Graph(edges, draw(st.frozensets(node, max_size=2)))
