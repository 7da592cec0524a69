"""The nodes of a compiled best-first search, stored in memory that grows on demand, and their paths from the start."""

from array import array
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from langkah.engine.blocks import Block, Halves, Words
from langkah.engine.compiler import load_kernel
from langkah.engine.fingerprint import NotCompilable
from langkah.engine.kernels import best_first
from langkah.engine.kernels import best_first_control as at
from langkah.engine.space import OutOfMemory
from langkah.engine.spaces.packed_loop import Estimator, PackedLoop
from langkah.engine.spaces.state_table import HUGE_SLOT_BITS
from langkah.language import _
from langkah.memory import measure_memory
from langkah.packed import DEAD_END, Packed

FIRST_SLOT_BITS = 12  # log2 of the slots of a new table
KEY_BITS = 26  # log2 of the number of lists in the queue
TIE_BITS = 12  # of these, the bits for the depth of a node, if depth breaks ties
MOST_NODES = (1 << 31) - 2


class NodeOrder(NamedTuple):
    """The order in which nodes are expanded: by `cost_weight` * path cost + `estimate_weight` * estimate, the node with
    the least sum first.
    """

    cost_weight: int = 1
    estimate_weight: int = 1
    reopen: bool = True
    depth_sign: int = 0  # among nodes of equal rank: 1 shorter path first, -1 longer path first
    newest: bool = False  # among the remaining ties: newest first instead of oldest first


class NodeTable(PackedLoop):
    """A compiled best-first search from one or more states."""

    kernel = best_first.search

    def __init__(
        self,
        packed: Packed[Any],
        estimator: Estimator,
        order: NodeOrder,
        starts: Sequence[int],
        *,
        deepest: int | None = None,
        memory: int | None = None,
        is_over: Callable[[], bool] | None = None,
    ) -> None:
        super().__init__(packed, estimator, deepest=deepest, memory=memory, is_over=is_over)
        self.stride = packed.words + at.NODE_WORDS
        self.capacity = min(max(self.memory // (8 * self.stride), 1 << FIRST_SLOT_BITS), MOST_NODES)
        self.nodes = Words(self.capacity * self.stride)
        self.heads, self.tails = Halves(1 << KEY_BITS), Halves(1 << KEY_BITS)
        self.places, now = Words(packed.branching + 1), self.now
        now[at.COST_WEIGHT], now[at.ESTIMATE_WEIGHT] = order.cost_weight, order.estimate_weight
        now[at.REOPEN], now[at.NEWEST], now[at.DEPTH_SIGN] = order.reopen, order.newest, order.depth_sign
        now[at.DEPTH_BITS], now[at.KEYS] = TIE_BITS if order.depth_sign else 0, 1 << KEY_BITS
        self.slots = Words(1)
        self._allocate(FIRST_SLOT_BITS)
        self._begin(starts)

    def list_blocks(self) -> tuple[Block, ...]:
        """The memory blocks that are passed to the compiled loop."""
        return self.nodes, self.slots, self.heads, self.tails, self.places, *super().list_blocks()

    def _begin(self, starts: Sequence[int]) -> None:
        """Add the states in `starts`, which are distinct, as roots."""
        now = self.now
        while len(starts) > now[at.ROOM]:
            self._grow()
        now[at.LOWEST] = (1 << KEY_BITS) - 1
        for number, word in enumerate(starts):
            guess = self.estimator.guess(word)
            is_dead = guess >= DEAD_END
            value = at.NO_GOAL if is_dead else int(guess)
            if value > at.NO_GOAL:
                raise NotCompilable(_("an estimate exceeds 2**31"))
            base, parts = number * self.stride, [*self.cut(word), value << 32, 0, int(is_dead)]
            self.nodes.numbers[base : base + self.stride] = array("q", parts)
            if is_dead:
                now[at.PRUNED], now[at.CUT_BY_ESTIMATE] = now[at.PRUNED] + 1, 1
            else:
                self._enqueue_root(number, value)
        now[at.USED] = now[at.GENERATED] = len(starts)
        self._index(0, len(starts))

    def _enqueue_root(self, number: int, value: int) -> None:
        now, bits = self.now, self.now[at.DEPTH_BITS]
        rank = now[at.ESTIMATE_WEIGHT] * value
        key = ((rank + 1) << bits) - 1 if now[at.DEPTH_SIGN] < 0 else rank << bits
        if key >= now[at.KEYS]:
            raise NotCompilable(_("an estimate is too large for the queue of compiled code"))
        link = number * self.stride + self.words + at.LINKS
        if now[at.NEWEST] or not self.heads[key]:
            self.nodes[link] |= self.heads[key] << 32
            self.heads[key] = number + 1
        else:
            self.nodes[(self.tails[key] - 1) * self.stride + self.words + at.LINKS] |= (number + 1) << 32
        self.tails[key] = number + 1
        now[at.LIVE], now[at.LOWEST] = now[at.LIVE] + 1, min(now[at.LOWEST], key)
        now[at.HIGHEST] = max(now[at.HIGHEST], key)

    def _index(self, first: int, last: int) -> None:
        words = self.words
        kernel = load_kernel(best_first.index_nodes, count_words=lambda: words)
        kernel(self.nodes, first, last, self.slots, self.now[at.SHIFT])

    def _allocate(self, size: int) -> None:
        """Allocate an empty table of 2**size slots."""
        self.slots.close()
        self.slots = Words((self.words + 1) << size, huge=size >= HUGE_SLOT_BITS)
        self.now[at.SHIFT] = 64 - size
        self.now[at.ROOM] = min(1 << size - 1, self.capacity)

    def _grow(self) -> None:
        """Enlarge the hash table, keeping its states."""
        size = 64 - self.now[at.SHIFT]
        larger = size + (2 if size < 22 else 1)
        if self.now[at.ROOM] >= self.capacity or (
            size >= HUGE_SLOT_BITS and measure_memory() + (8 * (self.words + 1) << larger) > self.memory
        ):
            raise OutOfMemory
        self._allocate(larger)
        self._index(0, self.now[at.USED])

    def advance(self, most: int) -> int:
        """Expand at most `most` more nodes; returns a code that tells why the loop stopped."""
        why = self.run_loop(most)
        if why == at.FULL:
            self._grow()
        self.compare_sample(self.read_word, self.now[at.USED])
        return why

    def read_word(self, node: int) -> int:
        """The state of a node."""
        return self.packed.joined(self.nodes.read(node * self.stride, node * self.stride + self.words))

    def read_cost(self, node: int) -> int:
        """The path cost of a node."""
        return self.nodes[node * self.stride + self.words + at.VALUES] & at.HALF

    def list_chain(self, node: int) -> list[tuple[int, int]]:
        """The states from the start to a node, each with its path cost."""
        found = [(self.read_word(node), self.read_cost(node))]
        while parent := self.nodes[node * self.stride + self.words + at.LINKS] & at.HALF:
            node = parent - 1
            found.append((self.read_word(node), self.read_cost(node)))
        return found[::-1]
