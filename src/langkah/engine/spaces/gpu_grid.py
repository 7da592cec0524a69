"""The values of all positions of a game of marks and lines (such as noughts and crosses), computed on a GPU. This
module is for boards whose positions do not fit into one table.

Only two layers are stored, with two bits per position: the layer being computed, and the layer with one mark more. The
index of a position combines two ranks: that of the set of cells marked by the side to move, among all sets of this
size; and that of the set marked by the other side, among all sets of its size within the remaining cells. So a layer
has one entry for each pair of disjoint sets of these two sizes.
"""

from math import comb
from typing import Any

import numpy as np

from langkah.engine.gpu import retrograde_kernels as kernels
from langkah.engine.gpu.jit import cuda
from langkah.engine.space import Moment
from langkah.engine.spaces.grid import GridLayers, list_free_cells
from langkah.errors import DoesNotFit
from langkah.language import _, format_number
from langkah.packed import Grid

MOST_BLOCKS = 1 << 16
MOST_CELLS = 30  # sets of cells are 32-bit numbers
SPARE_BYTES = 1 << 28  # GPU memory that stays free


def measure_layers(grid: Grid) -> int:
    """The bytes of memory for the two consecutive layers that need the most together, and for two bits per set of
    cells, which tell for each player whether the set contains a line.
    """
    cells = len(list_free_cells(grid))
    sizes = [-(-comb(cells, marks) * comb(marks, marks // 2) // 4) for marks in range(cells + 1)]
    return max(one + two for one, two in zip(sizes, [*sizes[1:], 0], strict=True)) + (2 << cells) // 8


def require_room(grid: Grid, name: str) -> None:
    """Raise `DoesNotFit` if a board has too many cells, or needs more memory than the GPU has free."""
    free, _total = cuda.current_context().get_memory_info()
    needed = measure_layers(grid)
    if needed > free - SPARE_BYTES or len(list_free_cells(grid)) > MOST_CELLS:
        text = _("{problem} needs {needed} GB on the GPU, which has {free} GB free")
        words = {"needed": format_number(needed / 1e9, ",.1f"), "free": format_number(free / 1e9, ",.1f")}
        raise DoesNotFit(text.format(problem=name, **words))


class GpuGridSpace(GridLayers):
    """The values of all positions that can follow from the start, computed backwards: first those with a full board,
    then those with one mark less, and so on.
    """

    engine = "gpu retrograde"

    def __init__(self, grid: Grid) -> None:
        super().__init__(grid)
        size = kernels.SIZE
        table = [[comb(row, column) for column in range(size)] for row in range(size)]
        self.binomials = cuda.to_device(np.array(table, np.int32).reshape(-1))
        self.won = [self._find_lines(player) for player in (0, 1)]
        self.later = cuda.device_array(1, np.uint8)

    def _find_lines(self, player: int) -> Any:
        """One bit for each set of free cells: whether marking these cells gives a player a complete line."""
        lines = self.list_lines(player)
        found = cuda.device_array(max((1 << self.cells) // 32, 1), np.uint32)
        listed = cuda.to_device(np.array(lines or [0], np.uint32))
        self._launch(kernels.mark_lines, found.size, found, listed, len(lines))
        return found

    def _launch(self, kernel: Any, count: int, *arguments: Any) -> None:
        """Run a kernel on `count` items, with one thread for each item. If there are too many items, there are fewer
        threads, and each handles several items.
        """
        kernel[min(MOST_BLOCKS, -(-count // kernels.THREADS)), kernels.THREADS](*arguments)

    def advance(self, most: int) -> Moment:
        """Evaluate the next layer. The first layer holds the full boards; each further layer has one mark less than the
        layer before.
        """
        del most
        first, second, turn = self.count_marks()
        mine, others = (first, second) if turn == 0 else (second, first)
        count = comb(self.cells, mine) * comb(self.cells - mine, others)
        layer = cuda.device_array(-(-count // 4), np.uint8)
        counts = cuda.to_device(np.zeros(5, np.int64))
        self._launch(
            kernels.evaluate_layer, layer.size, layer, self.later, self.won[turn], self.won[1 - turn], self.binomials,
            self.cells, mine, others, count, counts,
        )  # fmt: skip
        found = counts.copy_to_host().tolist()
        self.later = layer
        return self.add_layer(found)

    def close(self) -> None:
        """Free all memory."""
        del self.later, self.won
