"""The values of all positions of a game of marks and lines (such as noughts and crosses), computed backwards from full
boards.

The table has one byte for each way to mark the initially free cells, whether a game can reach it or not. The index of a
position is computed directly, so nothing is hashed and nothing is stored twice.
"""

from functools import partial

from langkah.engine.blocks import Bytes, Words, make_words
from langkah.engine.compiler import load_kernel
from langkah.engine.kernels.retrograde import compute_places, evaluate_layer, mark_lines
from langkah.engine.space import Counts, Distances, Moment
from langkah.engine.team import Team
from langkah.memory import measure_memory
from langkah.packed import Grid

MOST_CELLS = 18  # 3**18 positions: 387 MB
VALUES = ("", "loss", "draw", "win")


def can_tabulate(grid: Grid, memory: int | None) -> bool:
    """Whether the table of all positions fits into memory."""
    cells = list_free_cells(grid)
    return len(cells) <= MOST_CELLS and (memory is None or measure_memory() + 3 ** len(cells) < memory)


def list_free_cells(grid: Grid) -> list[int]:
    """The cells that are unmarked at the start."""
    taken = grid.start[0] | grid.start[1]
    return [cell for cell in range(grid.cells) if not taken >> cell & 1]


class GridLayers:
    """The common base class of the retrograde analyses of a grid: it lists the lines of each player, and counts
    positions by layer and by value.
    """

    engine = ""

    def __init__(self, grid: Grid) -> None:
        self.grid, self.free = grid, list_free_cells(grid)
        self.cells = self.marks = len(self.free)
        self.turn = (grid.start[0].bit_count() + grid.start[1].bit_count()) % 2
        self.layers: list[list[int]] = []  # last layer first; numbers of positions, finished, lost, drawn and won

    def list_lines(self, player: int) -> list[int]:
        """For each line that a player can still complete: the set of free cells that the player must mark to complete
        this line.
        """
        mine, other = self.grid.start[player], self.grid.start[1 - player]
        return [self.renumber(line & ~mine) for line in self.grid.lines if not line & other]

    def renumber(self, cells: int) -> int:
        """Convert a bit mask of all cells to a bit mask of the free cells only; other cells are dropped."""
        return sum(1 << number for number, cell in enumerate(self.free) if cells >> cell & 1)

    def count_marks(self) -> tuple[int, int, int]:
        """For the positions of the current layer: the number of cells that each player has marked since the start, and
        the player to move.
        """
        first = (self.marks + 1 - self.turn) // 2
        return first, self.marks - first, (self.turn + self.marks) % 2

    def add_layer(self, counts: list[int]) -> Moment:
        """Record the counts of the layer just evaluated, and turn to the layer with one mark less."""
        self.layers.append(counts)
        self.marks -= 1
        states = sum(each[0] for each in self.layers)
        return Moment(states, states, 0, self.marks < 0)

    def count(self) -> Counts:
        """The counts of all layers, and the number of positions with each value. All counts are empty until the whole
        search has finished.
        """
        if self.marks >= 0:
            return Counts([], [], 0)
        layers = self.layers[::-1]
        while len(layers) > 1 and not layers[-1][0]:
            layers.pop()
        counts, over, lost, drawn, won = (list(each) for each in zip(*layers, strict=True))
        values = {"win": sum(won), "draw": sum(drawn), "loss": sum(lost)}
        return Counts(counts, over, sum(counts), (VALUES[1 + layers[0][2:].index(1)], values))

    def open_backwards(self) -> Distances | str:
        """Return an empty string instead of a backward search: a two-player game has no hardest starts, and the survey
        needs no note about this.
        """
        return ""


class GridSpace(GridLayers):
    """The values of all positions that can follow from the start, computed backwards: first those with a full board,
    then those with one mark less, and so on.
    """

    engine = "compiled retrograde"

    def __init__(self, grid: Grid, threads: int) -> None:
        super().__init__(grid)
        self.team = Team(threads)
        self.table, self.places = Bytes(3**self.cells, huge=True), Words(1 << self.cells)
        load_kernel(compute_places)(self.places, self.cells)
        self.won = [self._find_lines(player) for player in (0, 1)]
        self.cursor, self.counts = Words(8), Words(8)

    def _find_lines(self, player: int) -> Bytes:
        """For each set of free cells, whether marking these cells gives a player a complete line."""
        lines, found = self.list_lines(player), Bytes(1 << self.cells)
        load_kernel(mark_lines)(found, self.cells, make_words(lines), len(lines))
        return found

    def advance(self, most: int) -> Moment:
        """Evaluate the next layer. The first layer holds the full boards; each further layer has one mark less than the
        layer before.
        """
        del most
        self.cursor[0] = 0
        self.counts.fill([0] * 5)
        part = (self.table, self.places, *self.won, self.cells, *self.count_marks(), self.cursor, self.counts)
        stop = partial(self.cursor.fill, [1 << self.cells])
        self.team.run(load_kernel(evaluate_layer), [part] * self.team.threads, stop=stop)
        return self.add_layer(self.counts.read(0, 5))

    def find_value(self, state: tuple[int, int]) -> str:
        """The value of a position for the side to move: "loss", "draw" or "win"; "" if the position cannot follow from
        the start.
        """
        own = [self.renumber(state[player] & ~self.grid.start[player]) for player in (0, 1)]
        return VALUES[self.table[self.places[own[0]] + 2 * self.places[own[1]]]]

    def close(self) -> None:
        """End the threads; the table stays, so that its values can be queried."""
        self.team.close()
