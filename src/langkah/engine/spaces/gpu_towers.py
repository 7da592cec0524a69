"""A breadth-first search (a flood) of one region of a tower on a GPU; `engine/spaces/towers` explains the regions."""

from typing import Any

import numpy as np

from langkah.engine.blocks import Halves
from langkah.engine.gpu import tower_kernels as kernels
from langkah.engine.gpu.jit import cuda
from langkah.engine.spaces.towers import LEAST_DISCS, measure_gates

SPARE_BYTES = 1 << 30  # GPU memory that stays free
MOST_BLOCKS = 4096  # blocks of threads in one launch: more than any GPU runs at once


def choose_region(discs: int) -> int:
    """The number of small discs whose positions form a region: at most `discs` - 2, at least `LEAST_DISCS`, and
    otherwise the largest number for which a region fits into the GPU's memory.
    """
    free, _total = cuda.current_context().get_memory_info()
    small = max(discs - 2, LEAST_DISCS)
    while small > LEAST_DISCS and measure_region(small) + measure_gates(small, 1) > free - SPARE_BYTES:
        small -= 1
    return small


def measure_region(small: int) -> int:
    """The bytes of GPU memory for all positions of `small` discs, and for the data of each block of positions."""
    blocks: int = 4 ** (small - LEAST_DISCS)
    return (64 * 12 + 14) * blocks


class GpuFlood:
    """A breadth-first search of one region on the GPU, level by level."""

    def __init__(self, small: int) -> None:
        self.small = small
        words, blocks, gates = 4 ** (small - 3), 4 ** (small - LEAST_DISCS), 6 << small
        self.first, self.ages = cuda.device_array(words, np.uint64), cuda.device_array(words, np.uint32)
        self.levels, self.left = cuda.device_array(blocks, np.uint16), cuda.device_array(blocks, np.int32)
        self.due, self.counts = cuda.device_array(blocks, np.uint64), cuda.device_array(3, np.int64)
        self.order, self.gates = cuda.device_array(gates, np.uint32), gates
        self.goals: Any = None
        self.times: Any = None  # None until a flood begins
        self.grid = min(MOST_BLOCKS, -(-words // kernels.THREADS))

    def begin(self, order: Halves, goals: list[int]) -> None:
        """Begin a new flood, with no position reached yet. `order` lists the gates by the time at which they are
        entered, and `goals` lists the positions that are goals.
        """
        self.goals = cuda.to_device(np.array(goals or [0], np.uint64))
        self.times = cuda.device_array(self.gates + len(goals), np.uint32)
        for array, value in (
            (self.first, 0),
            (self.ages, 0xFFFFFFFF),
            (self.levels, 0),
            (self.left, kernels.GROUPS),
            (self.times, kernels.NEVER),
        ):
            self._launch(kernels.fill, array.size, array, array.dtype.type(value))
        self.order.copy_to_device(np.frombuffer(order.map, np.uint32, order.count))
        self.counts.copy_to_device(np.zeros(3, np.int64))
        self.here = self.later = self.due_later = 0

    def advance(self, level: int, first: int, last: int) -> int:
        """Find the positions of the next level, including the gates that are entered at this level: order[first] to
        order[last - 1]. Returns the number of positions found.
        """
        entered = (self.order, first, last, self.small, level)
        if last > first:
            self._launch(kernels.forget_entered, last - first, self.ages, *entered)
        self._launch(kernels.find_due_blocks, self.levels.size, self.levels, self.small, level, self.due, self.counts)
        kernels.expand_level[self.grid, kernels.THREADS](
            self.first, self.ages, self.levels, self.left, self.due, self.counts, self.small, level
        )
        if last > first:
            positions = (self.first, self.ages, self.levels, self.left)
            self._launch(kernels.enter_level, last - first, *positions, *entered, self.counts)
        self._launch(
            kernels.note_arrivals, self.times.size, self.first, self.ages, self.times, self.goals, self.small, level,
            self.counts,
        )  # fmt: skip
        _due, here, later = (int(each) for each in self.counts.copy_to_host())
        count, self.due_later = here - self.here + self.due_later, later - self.later
        self.here, self.later = here, later
        return count

    def read_times(self) -> tuple[Halves, list[int]]:
        """For each gate, and for each goal: the time (level) at which it was reached, or NEVER."""
        times, block = self.times.copy_to_host(), Halves(self.gates)
        block.map[: 4 * self.gates] = times[: self.gates].tobytes()
        return block, times[self.gates :].tolist()

    def close(self) -> None:
        """Free all memory."""
        del self.first, self.ages, self.levels, self.left, self.due, self.order, self.times

    def _launch(self, kernel: Any, count: int, *arguments: Any) -> None:
        """Run a kernel with one thread for each of `count` items."""
        kernel[-(-count // kernels.THREADS), kernels.THREADS](*arguments)
