"""Explores any packed puzzle on a GPU with a hash table but without a list of states, so that more states fit into
memory.

Each slot has a one-byte label that gives the layer of its state (see `gpu/table_kernels`), so a slot for a state of one
word takes 9 bytes. The table is allocated once and never grows: it is as large as the memory allows, or as the number
of states requires if this is known. The table is used if the `size` of a space shows that a table and a list do not
both fit, and it takes over from a `GpuSpace` that has become too large.
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

LOAD, FULL_LOAD = 0.7, 0.92  # load of the table: planned, if the number of states is known; and the maximum
GROWTH = 0.5  # share of the memory that a space with a list may use, so that its list fits beside the new table
SLOTS_AT_ONCE = 1 << 31  # slots scanned between two checks of the limits
READ_SLOTS = 1 << 24  # slots scanned at once to read the states of a layer

kernels_of: dict[str, table_kernels.TableOnlyKernels] = {}  # by the fingerprint of the puzzle's own functions


def open_space(packed: Packed[Any], run: Run[Any, Any], *, reversible: bool = False) -> "GpuSpace | GpuTableSpace":
    """Open a `GpuSpace`, which has a list of its states, if the list is expected to fit into memory; otherwise open a
    `GpuTableSpace`, which has none.
    """
    memory = GpuMemory(packed, run).memory
    if packed.size is not None and measure_bytes(packed.words, choose_slots(packed.size), FULLEST) > memory:
        return GpuTableSpace(packed, run, reversible=reversible)
    return GpuSpace(packed, run, reversible=reversible, growth=GROWTH if packed.size is None else 1.0)


class Labels:
    """The labels of all slots of a hash table; a label tells the layer of the state in the slot. Layers take the labels
    from `FIRST` to `LAST` in turn.
    """

    def __init__(self, gpu: GpuMemory, slots: int) -> None:
        self.gpu, self.array = gpu, gpu.make_array(slots, np.uint8)
        self.first_depth = 0  # the first layer that still has a label of its own

    def get(self, depth: int) -> int:
        """The label of the states in the layer `depth`."""
        return table_kernels.FIRST + depth - self.first_depth

    def make(self, depth: int) -> int:
        """The label for the new layer `depth`. If no label is left, all layers before the previous one get the common
        label OLD, so that their labels can be used again.
        """
        if self.get(depth) > table_kernels.LAST:
            self.gpu.launch(table_kernels.forget_layers, self.array.size, self.array, self.get(depth - 1))
            self.first_depth = depth - 1
        return self.get(depth)

    def count(self, depth: int) -> int:
        """The number of states in the layer `depth`, counted by their labels."""
        found = make_counter()
        self.gpu.launch(table_kernels.count_labels, self.array.size, self.array, self.get(depth), found)
        return int(found.copy_to_host()[0])


def make_counter() -> Any:
    """A counter in GPU memory, initially 0."""
    return cuda.to_device(np.zeros(1, np.int64))


class GpuTableSpace(GpuMemory):
    """A packed state space on the GPU without a list of its states. It consists of the hash table, the labels, and the
    size of each layer.
    """

    engine = "gpu table"

    def __init__(
        self, packed: Packed[Any], run: Run[Any, Any], *, reversible: bool = False, full: GpuSpace | None = None
    ) -> None:
        """`full`: a space whose exploration is continued here from its last complete layer. The constructor closes
        `full`.
        """
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
        """Continue the exploration of a space that has become too large, from its last complete layer."""
        return cls(full.packed, full.run, reversible=full.reversible, full=full)

    def _allocate(self, states: int) -> None:
        """Allocate a hash table for all states of the space if their number is known, or else as large as the memory
        allows. Raises `OutOfMemory` if the table is too small for the states found so far, whose number is `states`.
        """
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
        """Expand the last layer, and add the next one."""
        del most
        if not self.is_done:
            self.is_done = not self._add_layer()
        return Moment(sum(self.layers[: len(self.goals)]), self.steps + 1, self.layers[-1], self.is_done, self.is_cut)

    def _add_layer(self) -> bool:
        """Expand the last layer; returns whether there are new states."""
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
        """Scan the whole table for the states of a layer, and expand them; returns the counts of the layer."""
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
        """The message that the hash table is full, and that the layer `depth` is the last complete one."""
        text = _("layer {depth} is the last complete one: the table of {size} in GPU memory is full")
        return text.format(depth=format_number(depth), size=format_bytes(self.table.nbytes + self.slots))

    def _select(self, kernel: Any, depth: int, *target: Any) -> tuple[list[int], int]:
        """Up to `MOST_PARENTS` of the states of the layer `depth` that a kernel selects, and the total number of states
        that the kernel selects.
        """
        chosen, found = self.make_array(MOST_PARENTS * self.words), make_counter()
        arguments = (self.labels.get(depth), *target, chosen, found, self.data)
        self.launch(kernel, self.slots, self.table, self.labels.array, *arguments)
        count = int(found.copy_to_host()[0])
        return self.join(chosen[: min(MOST_PARENTS, count) * self.words].copy_to_host()), count

    def _read_layer(self, depth: int, first: int, last: int, most: int) -> Any:
        """The machine words of at most `most` states of a layer, found in the slots `first` to `last` - 1
        of the table.
        """
        chosen, found = self.make_array(most * self.words), make_counter()
        arguments = (first, last, self.labels.get(depth), chosen, found)
        self.launch(self.table_kernels.select, last - first, self.table, self.labels.array, *arguments)
        return chosen[: min(most, int(found.copy_to_host()[0])) * self.words].copy_to_host()

    def count(self) -> Counts:
        """The number of states and of goals in each layer so far, and the number of all visited states. The goals of
        the last layer are unknown if it was not expanded.
        """
        return Counts(self.layers, self.goals, sum(self.layers))

    def find_chain(self, depth: int) -> list[int]:
        """The states on a shortest path from the start to a goal in the layer `depth`: to the goal with the smallest
        packed number among at most `MOST_PARENTS` goals of this layer. Raises `OutOfMemory` if the space has more
        layers than labels, because early layers then have no label of their own.
        """
        if self.labels.first_depth:
            raise OutOfMemory(_("the search has too many layers to find a plan on the GPU"))
        chain = [min(self._select(self.table_kernels.select_goals, depth)[0])]
        for level in reversed(range(depth)):
            target = self.upload([chain[-1]])
            chain.append(min(self._select(self.table_kernels.select_parents, level, target)[0]))
        return chain[::-1]

    def open_backwards(self) -> Distances:
        """A backward search, which replaces the label of each state by one for its distance to the nearest goal."""
        return GpuTableDistances(self)

    def find_least(self, depth: int) -> tuple[Any, ...]:
        """The states of a layer that have the smallest packed numbers, to be shown as boards."""
        least = list[int]()
        for first in range(0, self.slots, READ_SLOTS):
            last = min(first + READ_SLOTS, self.slots)
            words = self._read_layer(depth, first, last, last - first)
            if self.words == 1 and words.size > SHOWN:
                words = np.partition(words, SHOWN)[:SHOWN]
            least = nsmallest(SHOWN, least + self.join(words))
        return choose_shown(self.packed, least)

    def close(self) -> None:
        """Free all memory."""
        self.table, self.labels = None, Labels(self, 0)


class GpuTableDistances:
    """A backward search that labels each state of an explored space with its distance to the nearest goal."""

    def __init__(self, space: GpuTableSpace) -> None:
        self.space = space
        space.labels.first_depth = 0
        found = make_counter()
        space.launch(space.table_kernels.mark_goals, space.slots, space.table, space.labels.array, found, space.data)
        self.layers = [int(found.copy_to_host()[0])]

    def advance(self, most: int) -> Moment:
        """Label the states of the next layer, which are one step farther from the goals."""
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
        """The number of states at each distance."""
        return Counts(self.layers, [], sum(self.layers))

    def show_last(self) -> tuple[Any, ...]:
        """Some of the states farthest from the goals, to be shown as boards."""
        return self.space.find_least(len(self.layers) - 1)

    def close(self) -> None:
        """Do nothing: the explored space owns all memory."""
