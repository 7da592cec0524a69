"""Counts what only an observer of a search can count: expansions of states that were expanded before, and expanded
nodes with f below the least cost.
"""

from collections import Counter
from collections.abc import Callable, Hashable
from typing import Any

from langkah.model import Cost, Puzzle
from langkah.run import Run
from langkah.search import SearchRequest, find_algorithm
from langkah.search.single import make_options
from langkah.tracing import Event, Kind


class DetailCounter:
    """Observes one search, and counts its expansions. `reopened` is the number of expansions of a state that was
    already expanded in the same round and direction. In `count_below`, the f of a node is its path cost plus the
    unweighted estimate.
    """

    def __init__(self, problem: Puzzle[Any, Any], estimate: Callable[[Any], Cost]) -> None:
        self.key, self.estimate = problem.key, estimate
        self.reopened = 0
        self.totals: Counter[Cost] = Counter()
        self.taken: set[Hashable] = set()
        self.behind: set[int] = set()  # nodes of the backward search, if there is one

    def __call__(self, event: Event) -> None:
        """Count one event."""
        if event.kind is Kind.OPEN and event.side == "back":
            self.behind.add(event.node)
        elif event.kind is Kind.RESTART:
            self.taken.clear()
        elif event.kind is Kind.TAKE:
            key = self.key(event.state), event.node in self.behind
            self.reopened += key in self.taken
            self.taken.add(key)
            self.totals[event.cost + self.estimate(event.state)] += 1

    def count_below(self, cost: Cost) -> int:
        """The number of expansions of nodes with f below `cost`."""
        return sum(count for total, count in self.totals.items() if total < cost)


def make_estimator(problem: Puzzle[Any, Any], request: SearchRequest) -> Callable[[Any], Cost]:
    """The heuristic function that a search uses, as a function of the state; its value is always 0 if the search uses
    none.
    """
    options = make_options(problem, find_algorithm(request.algorithm), request)
    return Run(options=options).estimator(problem)
