"""The reduced cost matrix: a lower bound on the cost of a tour, as textbooks of branch and bound work it out.

From every row the smallest entry is subtracted, then from every column; whoever leaves each city once and enters each
once pays at least the sum of what was subtracted. Going from i to j closes row i, column j and the way from j back to
the first city; the bound of the child is that of its parent, the reduced entry (i, j), and what reducing again gives.
"""

from math import inf
from typing import NamedTuple

from langkah.model import Cost

Path = tuple[int, ...]  # the cities in the order in which they are visited, the first always 0
MOST_KEPT = 20_000  # matrices that are kept; a search often asks for the children of the same node


class Reduction(NamedTuple):
    """A reduced matrix, its bound, and how it was come by: the entry of the step, what rows and columns gave."""

    matrix: tuple[tuple[Cost, ...], ...]
    bound: Cost
    parent_bound: Cost
    entry: Cost
    rows: tuple[Cost, ...]  # what was subtracted from each row that is still open; in the order of the cities
    columns: tuple[Cost, ...]


class ReducedMatrix:
    """The reductions of a cost matrix along paths."""

    def __init__(self, costs: tuple[tuple[Cost, ...], ...]) -> None:
        self.costs, self.size = costs, len(costs)
        self._kept: dict[Path, Reduction] = {}

    def reduce(self, path: Path) -> Reduction:
        """The reduction at the end of a path; its bound is infinite where no tour begins like that."""
        found = self._kept.get(path)
        if found is None:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            found = self._kept[path] = self._work_out(path)
        return found

    def _work_out(self, path: Path) -> Reduction:
        if len(path) == 1:
            return self._subtract([list(row) for row in self.costs], 0, 0, path)
        parent, (here, there) = self.reduce(path[:-1]), path[-2:]
        entry = parent.matrix[here][there]
        if entry == inf or parent.bound == inf:
            return Reduction(parent.matrix, inf, parent.bound, entry, (), ())
        matrix = [list(row) for row in parent.matrix]
        matrix[here] = [inf] * self.size
        for row in matrix:
            row[there] = inf
        matrix[there][0] = inf
        if len(path) == self.size:  # all that is left is the way home, which costs nothing more
            return Reduction(tuple(map(tuple, matrix)), parent.bound + entry, parent.bound, entry, (), ())
        return self._subtract(matrix, parent.bound, entry, path)

    def _subtract(self, matrix: list[list[Cost]], bound: Cost, entry: Cost, path: Path) -> Reduction:
        """Subtract the smallest entry of every row and column that is still open."""
        closed = set(path)
        leaves = [city for city in range(self.size) if city not in closed or city == path[-1]]
        enters = [city for city in range(self.size) if city not in closed or city == 0]
        rows = []
        for city in leaves:
            least = min(matrix[city])
            if least == inf:
                return Reduction(tuple(map(tuple, matrix)), inf, bound, entry, (), ())
            rows.append(least)
            if least:
                matrix[city] = [each - least for each in matrix[city]]
        columns = []
        for city in enters:
            least = min(row[city] for row in matrix)
            if least == inf:
                return Reduction(tuple(map(tuple, matrix)), inf, bound, entry, tuple(rows), ())
            columns.append(least)
            if least:
                for row in matrix:
                    row[city] -= least
        total = bound + entry + sum(rows) + sum(columns)
        return Reduction(tuple(map(tuple, matrix)), total, bound, entry, tuple(rows), tuple(columns))
