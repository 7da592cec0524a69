"""From the goals backwards through a directed space that has been explored."""

from typing import Any

from langkah.engine import layout as at
from langkah.engine.blocks import Block
from langkah.engine.compiler import load_kernel
from langkah.engine.space import OutOfMemory, Space, get_wide_functions
from langkah.memory import measure_memory
from langkah.search.run import Run

PORTION = 1 << 18  # states between two looks at the limits


class BackwardSearch:
    """The walk against the steps, with the lists it needs."""

    def __init__(self, space: Space, run: Run[Any, Any]) -> None:
        self.space, self.run, self.count = space, run, space.now[at.TAIL]
        size = max((2 * self.count).bit_length(), 4)
        needed = 8 * ((1 << size) + 3 * self.count + space.now[at.EDGES])
        if measure_memory() + needed > space.memory:
            raise OutOfMemory
        self.slots, self.shift = Block(1 << size, huge=True), 64 - size
        self.bounds, self.into = Block(self.count + 2), Block(space.now[at.EDGES] + 1)
        self.queue, self.seen, self.ends = Block(self.count), Block(self.count, 1), Block(self.count + 1)

    def go(self) -> tuple[int, list[int], int]:
        """The largest distance, the numbers of the states that have it, and how many states reach a goal at all."""
        space, count, words = self.space, self.count, self.space.words
        load_kernel("breadth_first_wide.insert", "piipiii")(
            space.states.address, 0, count, self.slots.address, self.shift, 0, words
        )
        self.note(fill=False)
        load_kernel("backward.sum_counts", "pi")(self.bounds.address, count)
        self.note(fill=True)
        kernel = load_kernel("backward.search_backward", "pippipppbp", **get_wide_functions(space.view, "goal"))
        depth = kernel(
            space.states.address, count, space.here.address, space.data.address, words, self.bounds.address,
            self.into.address, self.queue.address, self.seen.address, self.ends.address,
        )  # fmt: skip
        ends, last = self.ends.numbers, self.ends.numbers[depth]
        first = ends[depth - 1] if depth else 0
        return depth, self.queue.numbers[first:last].tolist(), last

    def note(self, *, fill: bool) -> None:
        """Count the steps into every state, or list where they come from."""
        space, room = self.space, self.space.rooms[0]
        kernel = load_kernel(
            "backward.note_predecessors", "piipipppp" + "ippi", **get_wide_functions(space.view, "expand")
        )
        for first in range(0, self.count, PORTION):
            kernel(
                space.states.address, first, min(first + PORTION, self.count), self.slots.address, self.shift,
                room.ring.address, room.out.address, space.here.address, space.data.address, space.words,
                self.bounds.address, self.into.address, int(fill),
            )  # fmt: skip
            self.run.check()
