"""Every position of a game of marks and lines, with its value, from full boards backwards.

The table has a byte for each way to mark the cells that are free at the start, possible or not; a position's place in
it is known without a search, so nothing is hashed and nothing is stored twice.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from langkah.engine.blocks import Block
from langkah.engine.compiler import load_kernel
from langkah.engine.survey import Survey, find_nearest_goal
from langkah.memory import measure_memory
from langkah.packed import Grid
from langkah.search.run import Run, Stopped

MOST_CELLS = 18  # 3**18 positions: 387 MB
VALUES = ("", "loss", "draw", "win")


def can_tabulate(grid: Grid, memory: int | None) -> bool:
    """Whether the table is of reasonable size."""
    cells = _list_free_cells(grid)
    return len(cells) <= MOST_CELLS and (memory is None or measure_memory() + 3 ** len(cells) < memory)


def _list_free_cells(grid: Grid) -> list[int]:
    """The cells that nobody has marked at the start."""
    taken = grid.start[0] | grid.start[1]
    return [cell for cell in range(grid.cells) if not taken >> cell & 1]


class RetrogradeTable:
    """The values of all positions that can follow from a start."""

    def __init__(self, grid: Grid, threads: int) -> None:
        self.grid, self.threads, self.free = grid, threads, _list_free_cells(grid)
        self.cells = len(self.free)
        self.turn = (grid.start[0].bit_count() + grid.start[1].bit_count()) % 2
        self.table, self.places = Block(3**self.cells, 1, huge=True), Block(1 << self.cells)
        load_kernel("retrograde.compute_places", "pi")(self.places.address, self.cells)
        self.won = [self._winning(player) for player in (0, 1)]
        self.cursor, self.told = Block(8), Block(8)

    def _winning(self, player: int) -> Block:
        """For each set of free cells, whether a player who marks them has a line."""
        mine, other = self.grid.start[player], self.grid.start[1 - player]
        lines = [self._narrowed(line & ~mine) for line in self.grid.lines if not line & other]
        found, kept = Block(1 << self.cells, 1), Block(len(lines) or 1)
        kept.fill(lines)
        load_kernel("retrograde.mark_lines", "bipi")(found.address, self.cells, kept.address, len(lines))
        return found

    def _narrowed(self, cells: int) -> int:
        """A set of cells, renumbered among the free ones."""
        return sum(1 << number for number, cell in enumerate(self.free) if cells >> cell & 1)

    def go(self, run: Run[Any, Any]) -> Survey:
        """Full boards first, then one mark less at a time."""
        told: list[list[int]] = []
        limit = ""
        try:
            for marks in range(self.cells, -1, -1):
                told.append(self.layer(marks))
                run.stats.expanded = run.stats.generated = sum(each[0] for each in told)
                run.check()
        except Stopped as stop:
            limit = stop.limit
        except KeyboardInterrupt:
            limit = "interrupt"
        return self.survey(told[::-1], limit)

    def layer(self, marks: int) -> list[int]:
        """All positions with so many marks more than at the start: how many, over, lost, drawn, won."""
        mover = (self.turn + marks) % 2
        first = (marks + 1 - self.turn) // 2
        self.cursor.numbers[0] = 0
        self.told.fill([0] * 5)
        kernel: Callable[..., int] = load_kernel("retrograde.evaluate_layer", "bpbb" + "iiii" + "pp")
        arguments = (
            self.table.address, self.places.address, self.won[0].address, self.won[1].address,
            self.cells, first, marks - first, mover, self.cursor.address, self.told.address,
        )  # fmt: skip
        with ThreadPoolExecutor(self.threads) as pool:
            for part in [pool.submit(kernel, *arguments) for _thread in range(self.threads)]:
                part.result()
        return self.told.numbers[:5].tolist()

    def survey(self, told: list[list[int]], limit: str) -> Survey:
        """The counts. A search from full boards backwards that was stopped knows nothing about the start."""
        if limit:
            return Survey(engine="compiled retrograde", limit=limit)
        while len(told) > 1 and not told[-1][0]:
            told.pop()
        over = [each[1] for each in told]
        found = Survey(
            "", sum(each[0] for each in told), [each[0] for each in told], sum(over), find_nearest_goal(over), True
        )
        found.engine = "compiled retrograde"
        found.values = {
            name: sum(each[place] for each in told) for name, place in (("win", 4), ("draw", 3), ("loss", 2))
        }
        found.value = self.value(self.grid.start)
        return found

    def value(self, state: tuple[int, int]) -> str:
        """The value of a position for the side to move; "" where it cannot follow from the start."""
        own = [self._narrowed(state[player] & ~self.grid.start[player]) for player in (0, 1)]
        places = self.places.numbers
        return VALUES[self.table.numbers[places[own[0]] + 2 * places[own[1]]]]
