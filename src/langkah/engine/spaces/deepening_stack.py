"""The stack of compiled IDA*, its current path, and the transposition table of a round."""

from array import array
from collections.abc import Callable
from typing import Any

from langkah.engine.blocks import Block, Words
from langkah.engine.compiler import load_kernel
from langkah.engine.kernels import best_first_control as at
from langkah.engine.kernels import deepening
from langkah.engine.spaces.node_table import FIRST_SLOT_BITS
from langkah.engine.spaces.packed_loop import Estimator, PackedLoop
from langkah.engine.spaces.state_table import HUGE_SLOT_BITS
from langkah.memory import measure_memory
from langkah.packed import Packed

STACK_STATES, PATH_STATES = 1 << 24, 1 << 20  # reserved; pages are committed on first use
NO_BOUND = (1 << 63) - 1


class DeepeningStack(PackedLoop):
    """Compiled IDA*, round by round. When memory runs out, no more states are added to the transposition table."""

    kernel = deepening.search

    def __init__(
        self,
        packed: Packed[Any],
        estimator: Estimator,
        *,
        remembers: bool,
        deepest: int | None = None,
        memory: int | None = None,
        is_over: Callable[[], bool] | None = None,
    ) -> None:
        super().__init__(packed, estimator, deepest=deepest, memory=memory, is_over=is_over)
        self.stack = Words(STACK_STATES * (self.words + at.FRAME_WORDS))
        self.path = Words(PATH_STATES * (self.words + 1))
        self.now[at.STACK_ROOM], self.now[at.PATH_ROOM] = STACK_STATES, PATH_STATES
        self.now[at.REMEMBERS], self.slots = int(remembers), Words(1)
        self._allocate(FIRST_SLOT_BITS if remembers else 1)

    def list_blocks(self) -> tuple[Block, ...]:
        """The memory blocks that are passed to the compiled loop."""
        return self.stack, self.path, self.slots, *super().list_blocks()

    def _allocate(self, size: int) -> None:
        """Allocate an empty table of 2**size slots."""
        self.slots = Words((self.words + 1) << size, huge=size >= HUGE_SLOT_BITS)
        self.now[at.SHIFT], self.now[at.ROOM] = 64 - size, 1 << size - 1

    def _grow(self) -> None:
        """Enlarge the transposition table; if there is no memory for that, add no more states to it."""
        size, old, words = 64 - self.now[at.SHIFT], self.slots, self.words
        larger = size + (2 if size < 22 else 1)
        if size >= HUGE_SLOT_BITS and measure_memory() + (8 * (words + 1) << larger) > self.memory // 2:
            self.now[at.REMEMBERS] = 2
            return
        self._allocate(larger)
        load_kernel(deepening.move_slots, count_words=lambda: words)(old, 1 << size, self.slots, self.now[at.SHIFT])
        old.close()

    def begin_round(self, bound: int) -> None:
        """Begin a round with this bound: clear the table, and push the start onto the stack."""
        now = self.now
        now[at.BOUND], now[at.BEYOND], now[at.LIVE] = bound, NO_BOUND, 1
        if now[at.HELD]:
            self.slots.clear()
            now[at.HELD] = 0
        root = [*self.cut(self.packed.start), 0, 0, now[at.GENERATED] & at.HALF]
        self.stack.numbers[: len(root)] = array("q", root)
        now[at.GENERATED] += 1

    def advance(self, most: int) -> int:
        """Expand at most `most` more nodes; returns a code that tells why the loop stopped."""
        why = self.run_loop(most)
        if why == at.FULL:
            self._grow()
        if why != at.GOAL:
            self.compare_sample(self._read_path, self.now[at.NODE] + 1)
        return why

    def _read_path(self, depth: int) -> int:
        base = depth * (self.words + 1)
        return self.packed.joined(self.path.read(base, base + self.words))

    def list_chain(self) -> list[tuple[int, int]]:
        """The states from the start to the current node, each with its path cost."""
        costs = [self.path[depth * (self.words + 1) + self.words] for depth in range(self.now[at.NODE] + 1)]
        return [(self._read_path(depth), cost) for depth, cost in enumerate(costs)]
