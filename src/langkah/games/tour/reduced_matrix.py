"""The reduced cost matrix: a lower bound on the cost of a tour, as in textbooks on branch and bound.

The smallest entry is subtracted from every row, then from every column. Every tour leaves and enters each city once, so
a tour costs at least the sum of the subtracted numbers. Extending a path from city i to city j closes row i, column j
and the road from j back to the first city. The bound of the longer path is the bound of the shorter one, plus the
reduced entry (i, j), plus the numbers that the next reduction subtracts.
"""

from math import inf
from typing import NamedTuple

from langkah.model import Cost

Path = tuple[int, ...]  # the cities in order of visit, the first always 0
MOST_KEPT = 20_000  # cached matrices; a search often asks for the children of the same node


class Reduction(NamedTuple):
    """The reduced matrix of a path, and its bound. The bound is the sum of the bound of the path without its last city,
    the matrix entry of the last step, and the amounts subtracted from rows and columns.
    """

    matrix: tuple[tuple[Cost, ...], ...]
    bound: Cost
    parent_bound: Cost
    entry: Cost
    rows: tuple[Cost, ...]  # subtracted from the row of each city still to leave, in the order of the cities
    columns: tuple[Cost, ...]


class ReducedMatrix:
    """Computes the reduced cost matrix of a path, and caches it."""

    def __init__(self, costs: tuple[tuple[Cost, ...], ...]) -> None:
        self.costs, self.size = costs, len(costs)
        self._kept: dict[Path, Reduction] = {}

    def reduce(self, path: Path) -> Reduction:
        """The reduced matrix of a path. Its bound is infinite if no tour begins with this path."""
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
        if len(path) == self.size:  # only the road back to the first city is left, which costs nothing more
            return Reduction(tuple(map(tuple, matrix)), parent.bound + entry, parent.bound, entry, (), ())
        return self._subtract(matrix, parent.bound, entry, path)

    def _subtract(self, matrix: list[list[Cost]], bound: Cost, entry: Cost, path: Path) -> Reduction:
        """Subtract the smallest entry from the row of every city that the tour must still leave, then from the column
        of every city that it must still enter. `bound` is the bound of the path without its last city, `entry` the
        matrix entry of the last step. The new bound is infinite if a row or column has only infinite entries.
        """
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
