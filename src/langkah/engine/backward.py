"""From the goals backwards through a directed space that has been explored."""

from typing import Any

from langkah.engine import layout as at
from langkah.engine.blocks import Bytes, Words
from langkah.engine.compiler import load_kernel
from langkah.engine.kernels.backward import note_predecessors, search_backward, sum_counts
from langkah.engine.kernels.breadth_first_wide import insert
from langkah.engine.own_functions import get_wide_functions
from langkah.engine.space import OutOfMemory, Space
from langkah.memory import measure_memory
from langkah.run import Run

PORTION = 1 << 18  # states between two looks at the limits


class BackwardSearch:
    """The walk against the steps, with the lists it needs."""

    def __init__(self, space: Space, run: Run[Any, Any]) -> None:
        self.space, self.run, self.count = space, run, space.now[at.TAIL]
        size = max((2 * self.count).bit_length(), 4)
        self._need((1 << size) + 3 * self.count)
        self.slots, self.shift = Words(1 << size, huge=True), 64 - size
        self.bounds, self.into = Words(self.count + 2), Words(1)
        self.queue, self.seen, self.ends = Words(self.count), Bytes(self.count), Words(self.count + 1)

    def _need(self, numbers: int) -> None:
        """Make sure that there is memory for so many numbers."""
        if measure_memory() + 8 * numbers > self.space.memory:
            raise OutOfMemory

    def go(self) -> tuple[int, list[int], int]:
        """The largest distance, the numbers of the states that have it, and how many states reach a goal at all."""
        space, count, words = self.space, self.count, self.space.words
        load_kernel(insert)(space.states, 0, count, self.slots, self.shift, 0, words)
        steps = self._note(fill=False)
        self._need(steps)
        self.into = Words(steps + 1)
        load_kernel(sum_counts)(self.bounds, count)
        self._note(fill=True)
        kernel = load_kernel(search_backward, **get_wide_functions(space.packed, "goal"))
        lists = (self.bounds, self.into, self.queue, self.seen, self.ends)
        depth = kernel(space.states, count, space.here, space.data, words, *lists)
        first, last = self.ends[depth - 1] if depth else 0, self.ends[depth]
        return depth, self.queue.read(first, last), last

    def _note(self, *, fill: bool) -> int:
        """Count the steps into every state, or list where they come from; how many steps there are."""
        space, mine = self.space, self.space.buffers[0]
        kernel = load_kernel(note_predecessors, **get_wide_functions(space.packed, "expand"))
        own = (self.slots, self.shift, mine.ring, mine.out, space.here, space.data, space.words)
        steps = 0
        for first in range(0, self.count, PORTION):
            last = min(first + PORTION, self.count)
            steps += kernel(space.states, first, last, *own, self.bounds, self.into, int(fill))
            self.run.check()
        return steps
