"""Any packed puzzle on a GPU, up to the end of its memory: a hash table of all states and nothing beside it.

Each slot has a label of one byte that names the layer of its state (see `gpu/table_kernels`), so 9 bytes hold a state
of one word. The table takes all the memory that it may have at once and never grows. It is made for a space whose
`size` says that it does not fit otherwise, or takes over from a `GpuSpace` that has become too large.
"""

from heapq import nsmallest
from typing import Any

import numpy as np

from langkah.engine.gpu import hash_kernels, table_kernels
from langkah.engine.gpu.hash_kernels import BROKEN, COUNT, FULL, GOALS, NOTES, STEPS
from langkah.engine.gpu.jit import cuda
from langkah.engine.space import Counts, Distances, Moment, OutOfMemory
from langkah.engine.spaces import gpu_memory
from langkah.engine.spaces.gpu import FULLEST, GpuSpace, choose_slots, measure_bytes
from langkah.engine.spaces.gpu_memory import MOST_PARENTS, GpuMemory
from langkah.engine.spaces.state_table import SAMPLE_STATES
from langkah.engine.survey import SHOWN, choose_shown
from langkah.language import _, format_bytes, format_number
from langkah.packed import Packed
from langkah.run import Run, Stopped

LOAD, FULL_LOAD = 0.7, 0.92  # of the table: where the number of states is known, and at most
GROWTH = 0.5  # the share of the memory into which a space with a list grows, so that its list fits beside the table
SLOTS_AT_ONCE = 1 << 31  # scanned between two looks at the limits
READ_SLOTS = 1 << 24  # scanned at once where the states of a layer are read

kernels_of: dict[str, table_kernels.TableOnlyKernels] = {}  # by the fingerprint of the puzzle's own functions


def open_space(packed: Packed[Any], run: Run[Any, Any], *, reversible: bool = False) -> "GpuSpace | GpuTableSpace":
    """A space with a list of its states where that fits as far as is known, else one without."""
    memory = GpuMemory(packed, run).memory
    if packed.size is not None and measure_bytes(packed.words, choose_slots(packed.size), FULLEST) > memory:
        return GpuTableSpace(packed, run, reversible=reversible)
    return GpuSpace(packed, run, reversible=reversible, growth=GROWTH if packed.size is None else 1.0)


class Labels:
    """The labels of all slots. Layers take the labels from `FIRST` to `LAST` in turn."""

    def __init__(self, gpu: GpuMemory, slots: int) -> None:
        self.gpu, self.array = gpu, gpu.make_array(slots, np.uint8)
        self.first_depth = 0  # of the layers that still have a label

    def get(self, depth: int) -> int:
        """The label of a layer."""
        return table_kernels.FIRST + depth - self.first_depth

    def make(self, depth: int) -> int:
        """A label for the next layer; where none is left, only the layer before it keeps one."""
        if self.get(depth) > table_kernels.LAST:
            self.gpu.launch(table_kernels.forget_layers, self.array.size, self.array, self.get(depth - 1))
            self.first_depth = depth - 1
        return self.get(depth)

    def count(self, depth: int) -> int:
        """How many states have the label of a layer."""
        found = make_counter()
        self.gpu.launch(table_kernels.count_labels, self.array.size, self.array, self.get(depth), found)
        return int(found.copy_to_host()[0])


def make_counter() -> Any:
    """A number of the GPU, 0 at first."""
    return cuda.to_device(np.zeros(1, np.int64))


class GpuTableSpace(GpuMemory):
    """A packed space on the GPU: the table, the labels, and the size of each layer."""

    engine = "gpu table"

    def __init__(
        self, packed: Packed[Any], run: Run[Any, Any], *, reversible: bool = False, full: GpuSpace | None = None
    ) -> None:
        """`full`: a space to take over, which is closed."""
        states, layers = None, [1]
        self.layers, self.goals, self.steps, self.is_done, self.is_cut = list[int](), list[int](), 0, False, False
        if full is not None:
            states, layers, self.goals, self.is_done = full.order, full.layers, full.goals, full.is_done
            self.steps = full.steps[-1] if full.steps else 0
            full.close()
        super().__init__(packed, run, 0 if states is None else states.nbytes)
        if states is None:
            states = self.upload([packed.start])
        self.reversible = reversible
        if self.fingerprint not in kernels_of:
            kernels_of[self.fingerprint] = table_kernels.make_kernels(packed)
        self.table_kernels = kernels_of[self.fingerprint]
        self.next_sample = 1  # states after which the next sample is compared with Python
        self._allocate(sum(layers))
        for depth, count in enumerate(layers):
            label, begin = self.labels.make(depth), sum(layers[:depth])
            arguments = (self.table, self.labels.array, states, begin, begin + count, label)
            self.launch(self.table_kernels.insert_labelled, count, *arguments)
            self.layers.append(count)

    @classmethod
    def take_over(cls, full: GpuSpace) -> "GpuTableSpace":
        """Continue a space that has become too large, from its last whole layer on."""
        return cls(full.packed, full.run, reversible=full.reversible, full=full)

    def _allocate(self, states: int) -> None:
        """A table for all states where their number is known, else as large as the memory; it must have room for the
        states that are there."""
        self.slots = self.memory // (8 * self.words + 1)
        if self.packed.size is not None:
            self.slots = min(self.slots, int(self.packed.size / LOAD) + table_kernels.CHUNK)
        if self.slots * FULL_LOAD <= states:
            raise OutOfMemory
        self.table: Any = self.make_array(self.slots * self.words)
        self.labels = Labels(self, self.slots)
        self.launch(hash_kernels.fill, self.table.size, self.table, -1)
        self.launch(hash_kernels.fill, self.slots, self.labels.array, table_kernels.VACANT)

    def advance(self, most: int) -> Moment:
        """The next layer."""
        del most
        if not self.is_done:
            self.is_done = not self._add_layer()
        return Moment(sum(self.layers[: len(self.goals)]), self.steps + 1, self.layers[-1], self.is_done, self.is_cut)

    def _add_layer(self) -> bool:
        """Expand the last layer; whether that found new states."""
        limit, depth, total = self.run.limit, len(self.layers) - 1, sum(self.layers)
        if limit.depth is not None and depth >= limit.depth:
            self.goals.append(self._select(self.table_kernels.select_goals, depth)[1])
            self.is_cut = True
            return False
        note = self._expand_layer(depth)
        if self.is_checked and total >= self.next_sample:
            self.next_sample = 2 * total
            words = self.join(self._read_layer(depth, 0, self.slots, SAMPLE_STATES))
            whole = (int(note[STEPS]), int(note[GOALS])) if len(words) == self.layers[-1] else None
            self.compare_sample(self.table, words, whole)
        self.goals.append(int(note[GOALS]))
        self.steps += int(note[STEPS])
        found = int(note[COUNT])
        if found and limit.nodes is not None and total + found > limit.nodes:
            raise Stopped("nodes")
        if found:
            self.layers.append(found)
        return found > 0

    def _expand_layer(self, depth: int) -> Any:
        """Scan the whole table for the states of a layer and expand them; the notes."""
        then = self.labels.make(depth + 1)
        notes = cuda.to_device(np.zeros(NOTES, np.int64))
        room = int(FULL_LOAD * self.slots) - sum(self.layers)
        for first in range(0, self.slots, SLOTS_AT_ONCE):
            last = min(first + SLOTS_AT_ONCE, self.slots)
            arguments = (first, last, self.labels.get(depth), then, room, notes, self.data)
            threads = -(-(last - first) // table_kernels.CHUNK) * gpu_memory.THREADS
            self.launch(self.table_kernels.expand_layer, threads, self.table, self.labels.array, *arguments)
            note = notes.copy_to_host()
            if note[BROKEN]:
                place = (int(note[BROKEN]) - 1) * self.words
                self.refuse(self.join(self.table[place : place + self.words].copy_to_host())[0])
            if note[FULL]:
                raise OutOfMemory(self._describe_end(depth))
            if last < self.slots:
                self.run.check()
        return note

    def _describe_end(self, depth: int) -> str:
        """What is said where the table is full."""
        text = _("layer {depth} is the last complete one: {size} of GPU memory are full")
        return text.format(depth=format_number(depth), size=format_bytes(self.table.nbytes + self.slots))

    def _select(self, kernel: Any, depth: int, *target: Any) -> tuple[list[int], int]:
        """States of a layer that a kernel selects, as far as they are listed, and how many there are."""
        chosen, found = self.make_array(MOST_PARENTS * self.words), make_counter()
        arguments = (self.labels.get(depth), *target, chosen, found, self.data)
        self.launch(kernel, self.slots, self.table, self.labels.array, *arguments)
        count = int(found.copy_to_host()[0])
        return self.join(chosen[: min(MOST_PARENTS, count) * self.words].copy_to_host()), count

    def _read_layer(self, depth: int, first: int, last: int, most: int) -> Any:
        """The words of the states of a layer in some slots, at most so many."""
        chosen, found = self.make_array(most * self.words), make_counter()
        arguments = (first, last, self.labels.get(depth), chosen, found)
        self.launch(self.table_kernels.select, last - first, self.table, self.labels.array, *arguments)
        return chosen[: min(most, int(found.copy_to_host()[0])) * self.words].copy_to_host()

    def count(self) -> Counts:
        """What was found. Goals of a last layer that was not expanded are not known."""
        return Counts(self.layers, self.goals, sum(self.layers))

    def find_chain(self, depth: int) -> list[int]:
        """States from the start to the least goal of a layer, each one step from the one before."""
        if self.labels.first_depth:
            raise OutOfMemory(_("the GPU has no room to keep the layers that a plan needs"))
        chain = [min(self._select(self.table_kernels.select_goals, depth)[0])]
        for level in reversed(range(depth)):
            target = self.upload([chain[-1]])
            chain.append(min(self._select(self.table_kernels.select_parents, level, target)[0]))
        return chain[::-1]

    def open_backwards(self) -> Distances:
        """Label the same states by their distance to a goal."""
        return GpuTableDistances(self)

    def find_least(self, depth: int) -> tuple[Any, ...]:
        """The states of a layer with the smallest numbers."""
        least = list[int]()
        for first in range(0, self.slots, READ_SLOTS):
            last = min(first + READ_SLOTS, self.slots)
            words = self._read_layer(depth, first, last, last - first)
            if self.words == 1 and words.size > SHOWN:
                words = np.partition(words, SHOWN)[:SHOWN]
            least = nsmallest(SHOWN, least + self.join(words))
        return choose_shown(self.packed, least)

    def close(self) -> None:
        """Give all memory back."""
        self.table, self.labels = None, Labels(self, 0)


class GpuTableDistances:
    """Distances to the nearest goal in a space that was explored."""

    def __init__(self, space: GpuTableSpace) -> None:
        self.space = space
        space.labels.first_depth = 0
        found = make_counter()
        space.launch(space.table_kernels.mark_goals, space.slots, space.table, space.labels.array, found, space.data)
        self.layers = [int(found.copy_to_host()[0])]

    def advance(self, most: int) -> Moment:
        """The next layer."""
        del most
        space, depth = self.space, len(self.layers) - 1
        labels, kernels = space.labels, space.table_kernels
        then, mark = labels.make(depth + 1), kernels.mark_neighbours if space.reversible else kernels.mark_predecessors
        space.launch(mark, space.slots, space.table, labels.array, labels.get(depth), then, space.data)
        found = labels.count(depth + 1)
        if found:
            self.layers.append(found)
        return Moment(0, space.steps + 1, found, found == 0)

    def count(self) -> Counts:
        """How many states are at each distance."""
        return Counts(self.layers, [], sum(self.layers))

    def show_last(self) -> tuple[Any, ...]:
        """Some of the states that are farthest away."""
        return self.space.find_least(len(self.layers) - 1)

    def close(self) -> None:
        """The space has all memory and gives it back."""
