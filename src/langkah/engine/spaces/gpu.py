"""Explores any packed puzzle on a GPU with a hash table.

All states are stored in a list, layer after layer, in addition to the hash table. The list is used to rebuild a table
that has become too small, to trace a plan back to the start, and as the content of a checkpoint. One request to the GPU
expands several small layers, because a request takes longer than the expansion of a small layer. If the table and the
list together no longer fit into memory, `gpu_table` continues without the list.
"""

from typing import Any

import numpy as np

from langkah.engine.compiler import explain_failure
from langkah.engine.fingerprint import NotCompilable
from langkah.engine.gpu import hash_kernels as kernels
from langkah.engine.gpu.jit import count_multiprocessors, cuda, numba
from langkah.engine.space import Counts, Distances, LayerNumbers, Moment, OutOfMemory
from langkah.engine.spaces import gpu_memory
from langkah.engine.spaces.gpu_memory import MOST_PARENTS, GpuMemory
from langkah.engine.spaces.state_table import SAMPLE_STATES
from langkah.engine.survey import choose_shown, measure_layers
from langkah.packed import Packed
from langkah.run import Run, Stopped

BLOCKS = 6  # blocks of threads per multiprocessor, for a layer whose size is not known yet
LEAST_SLOTS, FIRST_SLOTS = 1 << 10, 1 << 25  # slots: the minimum, and the first size for spaces of unknown size
FULLEST, CROWDED = 0.55, 0.85  # largest load of the table: usually, and without memory for a larger table
ROWS, STATES_AT_ONCE = 64, 1 << 26  # bounds on one request: layers, and (about) their states


def measure_bytes(words: int, slots: int, load: float) -> int:
    """The bytes of memory for a hash table of `slots` slots and for the list of its states; `load` is the largest share
    of the slots that may be filled.
    """
    return int(8 * words * slots * (1 + load))


def choose_slots(size: int) -> int:
    """The number of slots that a hash table needs for `size` states."""
    slots = LEAST_SLOTS
    while slots * FULLEST < size:
        slots *= 2
    return slots


class GpuSpace(GpuMemory):
    """A packed state space on the GPU: the hash table, the list of states, and the counts of each layer."""

    engine = "gpu"

    def __init__(
        self, packed: Packed[Any], run: Run[Any, Any], *, reversible: bool = False, growth: float = 1.0
    ) -> None:
        """`growth` is the share of the GPU's memory up to which the table and the list may grow."""
        super().__init__(packed, run)
        self.reversible, self.growth = reversible, growth
        self.notes = cuda.device_array((ROWS + 1, kernels.NOTES), np.int64)
        self.table: Any = None
        self.order: Any = None
        self.begin(self.upload([packed.start]), 1, packed.size)

    def begin(self, starts: Any, count: int, size: int | None) -> None:
        """Begin a new exploration from `count` distinct states. `size` is an upper bound on the number of states in the
        space, if known.
        """
        slots = choose_slots(max(size or 0, count))
        if size is None:
            slots = max(slots, FIRST_SLOTS)
        while slots > LEAST_SLOTS and self.measure(slots, FULLEST) > self.memory:
            slots //= 2
        self.table = self.order = None
        self._allocate(slots, FULLEST)
        if count > self.room:
            raise OutOfMemory
        self.order[: count * self.words].copy_to_device(starts[: count * self.words])
        self._fill_table(count)
        self.ends, self.goals, self.steps = [count], list[int](), list[int]()  # by layer; ends, steps: cumulative
        self.next_sample = 1  # states after which the next sample is compared with Python
        self.is_done = self.is_cut = False

    def measure(self, slots: int, load: float) -> int:
        """The bytes of memory for a hash table of `slots` slots and for the list of its states."""
        return measure_bytes(self.words, slots, load)

    def _allocate(self, slots: int, load: float) -> None:
        """Allocate a hash table of `slots` slots, and a list for as many states as `load` allows."""
        self.slots, self.load, self.room = slots, load, int(slots * load)
        self.table, self.order = self.make_array(slots * self.words), self.make_array(self.room * self.words)

    def _fill_table(self, count: int) -> None:
        """Clear the table, and insert the first `count` states of the list."""
        self.launch(kernels.fill, self.table.size, self.table, -1)
        self.launch(self.kernels.table.insert_all, count, self.table, self.order, count)

    @property
    def layers(self) -> list[int]:
        """The number of states in each layer found so far; the last layer may not have been expanded yet."""
        return measure_layers(self.ends)

    def advance(self, most: int) -> Moment:
        """Expand several layers by one request to the GPU."""
        del most
        if not self.is_done:
            self.is_done = not self._add_layers()
        expanded, steps = (self.ends[len(self.steps) - 1], self.steps[-1]) if self.steps else (0, 0)
        return Moment(expanded, steps + 1, self.layers[-1], self.is_done, self.is_cut)

    def _add_layers(self) -> bool:
        """Expand several layers by one request to the GPU; returns False if there is no further layer."""
        count, depth = self.layers[-1], len(self.ends) - 1
        rows = max(1, min(ROWS, STATES_AT_ONCE // count))
        if self.run.limit.depth is not None:
            rows = min(rows, self.run.limit.depth - depth)
        if rows < 1:
            return self._stop_at_depth()
        notes = np.zeros((ROWS + 1, kernels.NOTES), np.int64)
        notes[0, kernels.BEGIN], notes[0, kernels.COUNT] = self.ends[-1] - count, count
        self.notes.copy_to_device(notes)
        self._launch_rows(rows, -(-count // gpu_memory.THREADS) if rows == 1 else BLOCKS * count_multiprocessors())
        notes = self.notes.copy_to_host()
        for row in range(rows):
            if notes[row, kernels.FULL]:
                self._grow()
                break
            self._check_row(notes[row])
            if not self._add_layer(notes[row], int(notes[row + 1, kernels.COUNT])):
                return False
        return True

    def _launch_rows(self, rows: int, blocks: int) -> None:
        """Launch one kernel for each of `rows` layers. Each kernel reads the size of its layer from the results of the
        previous kernel.
        """
        expand = self.kernels.expand_layer[max(min(gpu_memory.MOST_BLOCKS, blocks), 1), gpu_memory.THREADS]
        try:
            for row in range(rows):
                expand(self.table, self.order, self.notes, row, self.room, self.data)
        except numba.core.errors.NumbaError as error:
            raise NotCompilable(explain_failure(error)) from error

    def _check_row(self, note: Any) -> None:
        """Raise an error if the puzzle's own functions failed on a layer, whose results are in `note`. At intervals,
        also compare some states of the layer with Python.
        """
        if note[kernels.BROKEN]:
            index = int(note[kernels.BEGIN] + note[kernels.BROKEN]) - 1
            self.refuse(self.read_states(index, index + 1)[0])
        if self.is_checked and self.ends[-1] >= self.next_sample:
            self.next_sample = 2 * self.ends[-1]
            self._compare_sample(note)

    def _compare_sample(self, note: Any) -> None:
        """Compare the expansion of some states of a layer on the GPU with that in Python."""
        first, count = int(note[kernels.BEGIN]), int(note[kernels.COUNT])
        words = [
            self.read_states(index, index + 1)[0] for index in range(first, first + count, count // SAMPLE_STATES + 1)
        ]
        whole = (int(note[kernels.STEPS]), int(note[kernels.GOALS])) if len(words) == count else None
        self.compare_sample(self.table, words, whole)

    def _add_layer(self, note: Any, found: int) -> bool:
        """Record the results of the last layer (`note`) and the size of the next layer (`found`); returns whether there
        is a next layer.
        """
        nodes = self.run.limit.nodes
        self.goals.append(int(note[kernels.GOALS]))
        self.steps.append((self.steps[-1] if self.steps else 0) + int(note[kernels.STEPS]))
        if not found:
            return False
        if nodes is not None and self.ends[-1] + found > nodes:
            raise Stopped("nodes")  # the next layer is not reported, because it exceeds the limit
        self.ends.append(self.ends[-1] + found)
        return True

    def _stop_at_depth(self) -> bool:
        """Count the goals of the layer at the depth limit, without expanding the layer; returns False, because there is
        no next layer.
        """
        count = self.layers[-1]
        self.goals.append(self.select_goals(self.ends[-1] - count, count, 0)[1])
        self.is_cut = True
        return False

    def _grow(self) -> None:
        """Allocate a longer list of states and a larger table or, if memory is short, a table of the same size that may
        be filled further. States after the last complete layer are dropped.
        """
        old, memory = self.order, self.memory * self.growth
        for slots, load in ((4 * self.slots, FULLEST), (2 * self.slots, FULLEST), (self.slots, CROWDED)):
            if self.measure(slots, load) + old.nbytes <= memory and int(slots * load) > self.room:
                break
        else:
            raise OutOfMemory
        self.table = self.order = None
        self._allocate(slots, load)
        count = self.ends[-1] * self.words
        self.order[:count].copy_to_device(old[:count])
        self._fill_table(self.ends[-1])

    def list_layers(self) -> LayerNumbers:
        """For each layer found so far: the index of its end in the list of states, its number of goals, and the number
        of all steps up to its end.
        """
        return LayerNumbers(self.ends, self.goals, self.steps)

    def read(self, first: int, last: int) -> memoryview:
        """A copy of the bytes of the states `first` to `last` - 1."""
        return memoryview(self.order[first * self.words : last * self.words].copy_to_host()).cast("B")

    def make_room(self, count: int) -> memoryview:
        """A buffer for the bytes of the first `count` states, which `restore` copies to the GPU."""
        if 8 * count * self.words > self.memory:
            raise OutOfMemory
        self.incoming: Any = np.empty(count * self.words, np.int64)
        room: Any = self.incoming
        return memoryview(room).cast("B")

    def restore(self, layers: LayerNumbers, *, is_done: bool) -> None:
        """Continue an earlier exploration from its `layers`, whose states are in the buffer that
        `make_room` returned.
        """
        count = layers.ends[-1]
        self.begin(self.incoming, count, max(self.packed.size or 0, 2 * count))
        self.ends, self.goals, self.steps = layers
        self.is_done = is_done
        del self.incoming

    def count(self) -> Counts:
        """The number of states and of goals in each layer so far, and the number of all visited states. The goals of
        the last layer are unknown if it was not expanded.
        """
        return Counts(self.layers, self.goals, self.ends[-1])

    def read_states(self, first: int, last: int) -> list[int]:
        """The states with indices `first` to `last` - 1."""
        return self.join(self.order[first * self.words : last * self.words].copy_to_host())

    def select_goals(self, first: int, count: int, most: int) -> tuple[Any, int]:
        """Up to `most` of the goals among the `count` states from index `first` on, and the total number of goals among
        these states.
        """
        chosen, found = self.make_array(most * self.words), cuda.to_device(np.zeros(1, np.int64))
        self.launch(self.kernels.select_goals, count, self.order, first, count, chosen, found, self.data)
        return chosen, int(found.copy_to_host()[0])

    def find_chain(self, depth: int) -> list[int]:
        """The states on a shortest path from the start to a goal in the layer `depth`: to the goal with the smallest
        packed number among at most `MOST_PARENTS` goals of this layer.
        """
        chosen, found = self.select_goals(*self._find_layer(depth), MOST_PARENTS)
        chain = [min(self.join(chosen[: min(found, MOST_PARENTS) * self.words].copy_to_host()))]
        for level in reversed(range(depth)):
            first, count = self._find_layer(level)
            target, number = self.upload([chain[-1]]), cuda.to_device(np.zeros(1, np.int64))
            arguments = (self.order, first, count, target, chosen, number, self.data)
            self.launch(self.kernels.select_parents, count, *arguments)
            found = min(int(number.copy_to_host()[0]), MOST_PARENTS)
            chain.append(min(self.join(chosen[: found * self.words].copy_to_host())))
        return chain[::-1]

    def _find_layer(self, depth: int) -> tuple[int, int]:
        """The offset of a layer in the list, and its number of states."""
        first = self.ends[depth - 1] if depth else 0
        return first, self.ends[depth] - first

    def open_backwards(self) -> Distances:
        """The backward search from all goals. If every step can be undone, it is a forward search that starts from the
        goals; otherwise it follows the steps against their direction.
        """
        if not self.reversible:
            return GpuDistances(self)
        total = sum(self.goals)
        goals, count = self.select_goals(0, self.ends[-1], total)
        assert count == total
        self.begin(goals, count, self.ends[-1])
        return self

    def show_last(self) -> tuple[Any, ...]:
        """Some states of the last layer, to be shown as boards."""
        return choose_shown(self.packed, self.read_states(self.ends[-1] - self.layers[-1], self.ends[-1]))

    def close(self) -> None:
        """Free all memory."""
        self.table = self.order = None


class GpuDistances:
    """A search from the goals of an explored space, against the direction of the steps. It labels each state with its
    distance to the nearest goal.
    """

    def __init__(self, space: GpuSpace) -> None:
        self.space, self.found = space, cuda.to_device(np.zeros(1, np.int64))
        if space.measure(space.slots, space.load) + 4 * space.slots > space.memory:
            raise OutOfMemory
        self.labels = space.make_array(space.slots, np.int32)
        space.launch(kernels.fill, space.slots, self.labels, -1)
        self.totals: list[int] = []  # the number of labelled states, after each layer

    def advance(self, most: int) -> Moment:
        """Label the states of the next layer, which are one step farther from the goals."""
        del most
        space, level = self.space, len(self.totals)
        arguments = (space.table, space.order, space.ends[-1], self.labels, level, self.found, space.data)
        space.launch(space.kernels.label_layer, space.ends[-1], *arguments)
        total, before = int(self.found.copy_to_host()[0]), self.totals[-1] if self.totals else 0
        if total > before:
            self.totals.append(total)
        return Moment(0, space.steps[-1] + 1, total - before, total == before)

    def count(self) -> Counts:
        """The number of states at each distance."""
        return Counts(measure_layers(self.totals), [], self.totals[-1] if self.totals else 0)

    def show_last(self) -> tuple[Any, ...]:
        """Some of the states farthest from the goals, to be shown as boards."""
        space, count = self.space, self.space.ends[-1]
        number, level = measure_layers(self.totals)[-1], len(self.totals) - 1
        chosen, found = space.make_array(number * space.words), cuda.to_device(np.zeros(1, np.int64))
        arguments = (space.table, space.order, count, self.labels, level, chosen, found)
        space.launch(space.kernels.select_labelled, count, *arguments)
        return choose_shown(space.packed, space.join(chosen.copy_to_host()))

    def close(self) -> None:
        """Free all memory."""
        self.labels = None
