"""Random boards for the puzzle `regions`, each with exactly one solution.

Queens are placed first, and a region grows around each queen. As long as the board has another solution, one cell of
this other solution is moved to a neighbouring region. The move removes the other solution and keeps the intended one.
"""

from random import Random
from string import ascii_uppercase

from langkah.games.outline import BESIDE

MOST_DRAWS, MOST_REPAIRS = 60, 200


def draw_regions(n: int, rng: Random) -> list[str] | None:
    """A random board of `n` rows with exactly one solution, as rows of letters, one letter for each region; None if
    this attempt leads to no such board.
    """
    queens = _draw_queens(n, rng)
    if queens is None:
        return None
    board = _Board(n, queens, rng)
    for _repair in range(MOST_REPAIRS):
        other = board.find_other_solution()
        if other is None:
            letters = [ascii_uppercase[region] for region in board.region]
            return ["".join(letters[row * n : row * n + n]) for row in range(n)]
        if not board.exclude(other, rng):
            return None
    return None


def _draw_queens(n: int, rng: Random) -> list[int] | None:
    """The column of the queen in each of `n` rows, chosen at random so that all columns differ and queens in
    neighbouring rows do not touch. None if no attempt succeeds.
    """
    for _draw in range(MOST_DRAWS):
        left, columns = list(range(n)), list[int]()
        while left:
            open_columns = [column for column in left if not columns or abs(column - columns[-1]) > 1]
            if not open_columns:
                break
            columns.append(rng.choice(open_columns))
            left.remove(columns[-1])
        if not left:
            return columns
    return None


class _Board:
    """A board under construction: the region of each cell, and the intended solution."""

    def __init__(self, n: int, queens: list[int], rng: Random) -> None:
        self.n, self.queens = n, [row * n + column for row, column in enumerate(queens)]
        self.near = [self._list_near(cell) for cell in range(n * n)]
        self.region = [-1] * (n * n)
        for number, cell in enumerate(self.queens):
            self.region[cell] = number
        edge = [(cell, near) for cell in self.queens for near in self.near[cell]]
        while edge:  # any cell may grow next, so that sizes differ
            place = rng.randrange(len(edge))
            edge[place], edge[-1] = edge[-1], edge[place]
            cell, near = edge.pop()
            if self.region[near] < 0:
                self.region[near] = self.region[cell]
                edge += [(near, each) for each in self.near[near]]

    def _list_near(self, cell: int) -> list[int]:
        row, column = divmod(cell, self.n)
        found = [(row + down, column + right) for down, right in BESIDE]
        return [line * self.n + place for line, place in found if 0 <= line < self.n and 0 <= place < self.n]

    def find_other_solution(self) -> list[int] | None:
        """The cells of a solution other than the intended one; None if there is none."""
        return self._place([], 0, 0)

    def _place(self, cells: list[int], columns: int, regions: int) -> list[int] | None:
        row = len(cells)
        if row == self.n:
            return None if cells == self.queens else cells
        before = cells[-1] % self.n if cells else -2
        for column in range(self.n):
            region = self.region[row * self.n + column]
            if columns >> column & 1 or regions >> region & 1 or abs(column - before) <= 1:
                continue
            found = self._place([*cells, row * self.n + column], columns | 1 << column, regions | 1 << region)
            if found is not None:
                return found
        return None

    def exclude(self, solution: list[int], rng: Random) -> bool:
        """Rule out an unintended solution by moving one of its cells, but no cell of the intended solution, to a
        neighbouring region. Returns False if every such move would split a region.
        """
        for cell in rng.sample(sorted(set(solution).difference(self.queens)), len(set(solution) - set(self.queens))):
            own = self.region[cell]
            others = sorted({self.region[near] for near in self.near[cell]} - {own})
            if others and self._holds_without(cell):
                self.region[cell] = rng.choice(others)
                return True
        return False

    def _holds_without(self, cell: int) -> bool:
        """Whether the region of `cell` stays connected if it loses this cell."""
        own = self.region[cell]
        rest = {each for each, region in enumerate(self.region) if region == own and each != cell}
        queue = [self.queens[own]]
        seen = set(queue)
        for each in queue:
            for near in self.near[each]:
                if near in rest and near not in seen:
                    seen.add(near)
                    queue.append(near)
        return len(seen) == len(rest)
