"""Counts the shortest paths to a goal, state by state, while layers are explored.

The number of shortest paths to a state is the sum of these numbers over its predecessors in the previous layer. A
predecessor counts once for each step to the state, so two steps between the same two states give two paths. Only the
counts of two layers are stored.
"""

from collections.abc import Hashable
from typing import Any, NamedTuple

from langkah.errors import DoesNotFit
from langkah.language import _
from langkah.model import Puzzle
from langkah.run import Run
from langkah.tracing import Limit


class ShortestWays(NamedTuple):
    """The fewest steps to a goal (None: no goal can be reached), and the number of paths of that length.

    >>> count_shortest_ways(load("hanoi", discs=4, pegs=4, goal="peg 4"))
    ShortestWays(steps=9, ways=22)
    """

    steps: int | None
    ways: int


def count_shortest_ways(problem: Puzzle[Any, Any], limit: Limit | None = None) -> ShortestWays:
    """Count the plans with the fewest steps. Raises `Stopped` at a limit, and `DoesNotFit` if the steps do not all cost
    the same.
    """
    run: Run[Any, Any] = Run(limit or Limit())
    root = run.child(None, problem.start)
    layer: dict[Hashable, tuple[Any, int]] = {problem.key(problem.start): (problem.start, 1)}
    seen, costs, steps = set(layer), set[Any](), 0
    while layer:
        ways = sum(count for state, count in layer.values() if problem.is_goal(state))
        if ways:
            return ShortestWays(steps, ways)
        after: dict[Hashable, tuple[Any, int]] = {}
        for state, count in layer.values():
            run.take(root)
            for step in problem.steps(state):
                costs.add(step.cost)
                key = problem.key(step.state)
                if key not in seen:
                    after[key] = (step.state, after[key][1] + count if key in after else count)
        if len(costs) > 1:
            raise DoesNotFit(_("shortest paths can be counted only if all steps cost the same; here the costs differ"))
        seen.update(after)
        layer, steps = after, steps + 1
    return ShortestWays(None, 0)
