"""GPU kernels that explore any packed puzzle: one thread per state, a hash table, and a list of all states by layer.

The table uses open addressing and may have any number of slots. A state of several words claims its slot word by word,
each by compare-and-swap. A thread that finds another word there moves on to the next slot, so no lock is needed; the
thread that writes the last word has added the state. Each block of threads first counts its new states in shared
memory, so that the whole GPU does not wait for one counter.
"""

from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from langkah.engine.gpu.jit import SIMULATED, cuda, gpu_function, gpu_kernel, int64, numba, uint64
from langkah.engine.gpu.own_functions import compile_own_functions
from langkah.packed import Packed

KNOWN, NO_ROOM = -1, -2  # results of `insert` other than the slot of a new state
MOST_PROBES = 1 << 14  # slots probed for a state; only a full table would need more
BEGIN, COUNT, GOALS, STEPS, FULL, BROKEN = range(6)  # the notes on a layer, by index
NOTES = 8
FIRST_MIX, SECOND_MIX = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9)
HALF = np.uint64(32)


def _teach_bits() -> None:
    """Register `int.bit_length` and `int.bit_count` for the GPU, like `numba_instructions` for the processor."""
    extending: Any = import_module("numba.cuda.extending")

    def overload_bit_length(number: Any) -> Any:
        del number

        def measure(number: Any) -> Any:
            return int64(64) - cuda.clz(int64(number))

        return measure

    def overload_bit_count(number: Any) -> Any:
        del number

        def measure(number: Any) -> Any:
            return int64(cuda.popc(int64(number)))

        return measure

    extending.overload_method(numba.types.Integer, "bit_length")(overload_bit_length)
    extending.overload_method(numba.types.Integer, "bit_count")(overload_bit_count)


if not SIMULATED:  # the simulator runs plain Python, which has these methods
    _teach_bits()


def _multiply_high(one: int, two: int) -> int:
    """The upper 64 bits of a product, for Numba's GPU simulator."""
    return int(one) * int(two) >> 64


multiply_high: Any = _multiply_high if SIMULATED else cuda.libdevice.umul64hi


class TableKernels(NamedTuple):
    """The functions and kernels for a hash table of states with a given number of words."""

    insert: Any  # a function called by kernels
    find: Any  # likewise
    insert_all: Any
    look_up: Any


class Kernels(NamedTuple):
    """The kernels for one puzzle."""

    table: TableKernels
    expand_layer: Any
    select_goals: Any
    select_parents: Any
    label_layer: Any
    select_labelled: Any


@gpu_kernel
def fill(array: Any, value: Any) -> None:
    """Set all elements of an array to the same number."""
    index = cuda.grid(1)
    while index < array.size:
        array[index] = value
        index += cuda.gridsize(1)


@cache
def make_table_kernels(words: int) -> TableKernels:  # noqa: C901 - a kernel is one piece
    """The kernels for a hash table of states with `words` words each. Slot s begins at table[s * words]."""

    # Operations on one state
    @gpu_function
    def find_first_slot(states: Any, place: Any, slots: Any) -> Any:
        x = uint64(0)
        for number in range(words):
            x ^= uint64(states[place + number])
            x = (x ^ (x >> HALF)) * FIRST_MIX
            x = (x ^ (x >> HALF)) * SECOND_MIX
        return int64(multiply_high(uint64(x), uint64(slots)))  # no remainder, so slots need not be a power of two

    @gpu_function
    def insert(table: Any, slots: Any, states: Any, place: Any) -> Any:
        """Insert the state at offset `place` of a list; returns its slot if it is new, else `KNOWN` or `NO_ROOM`."""
        slot = find_first_slot(states, place, slots)
        for _probe in range(MOST_PROBES):
            number = 0
            while number < words:
                mine, at = states[place + number], slot * words + number
                found = table[at]
                if found == -1:
                    found = cuda.atomic.cas(table, at, int64(-1), mine)
                    if found == -1:
                        if number == words - 1:
                            return slot
                        found = mine
                if found != mine:
                    break
                number += 1
            if number == words:
                return KNOWN
            slot += 1
            if slot == slots:
                slot = int64(0)
        return NO_ROOM

    @gpu_function
    def find(table: Any, slots: Any, states: Any, place: Any) -> Any:
        """The slot of the state at offset `place` of a list; -1 if the table does not contain the state."""
        slot = find_first_slot(states, place, slots)
        for _probe in range(MOST_PROBES):
            number = 0
            while number < words and table[slot * words + number] == states[place + number]:
                number += 1
            if number == words:
                return slot
            if table[slot * words] == -1:
                return int64(-1)
            slot += 1
            if slot == slots:
                slot = int64(0)
        return int64(-1)

    # Kernels for lists of states
    @gpu_kernel
    def insert_all(table: Any, states: Any, count: Any) -> None:
        """Insert the first `count` states of a list into the table."""
        index = cuda.grid(1)
        while index < count:
            insert(table, table.size // words, states, index * words)
            index += cuda.gridsize(1)

    @gpu_kernel
    def look_up(table: Any, states: Any, flags: Any) -> None:
        """For each state of a list, set its flag to whether the table contains it."""
        index = cuda.grid(1)
        while index < flags.size:
            flags[index] = find(table, table.size // words, states, index * words) >= 0
            index += cuda.gridsize(1)

    return TableKernels(insert, find, insert_all, look_up)


def make_kernels(packed: Packed[Any]) -> Kernels:
    """The kernels for a puzzle, with its `expand` and `goal` compiled into them."""
    return Kernels(
        make_table_kernels(packed.words),
        _make_layer_kernel(packed),
        *_make_selections(packed),
        *_make_label_kernels(packed),
    )


def _make_layer_kernel(packed: Packed[Any]) -> Any:  # noqa: C901 - a kernel is one piece
    """The kernel that expands a layer."""
    expand, goal = compile_own_functions(packed)
    insert, words, branching = make_table_kernels(packed.words).insert, packed.words, packed.branching
    width = packed.out_length

    @gpu_kernel
    def expand_layer(table: Any, order: Any, notes: Any, row: Any, room: Any, data: Any) -> None:  # noqa: C901 - likewise
        """Expand one layer, and append the new states to `order`. The layer consists of notes[row, COUNT] states in
        `order`, from index notes[row, BEGIN] on. At the end, the kernel fills in notes[row + 1], which describes the
        next layer.

        If there is no room for the new states, the kernel sets notes[row, FULL]. The caller then repeats this layer
        with more room, and ignores the later rows of `notes`.
        """
        own, out = cuda.local.array(words, int64), cuda.local.array(width, int64)
        local = cuda.shared.array(4, int64)  # of this block: new states, their offset, goals, steps
        thread, first, count = cuda.threadIdx.x, notes[row, BEGIN], notes[row, COUNT]
        slots, last, goals, steps, finished = table.size // words, first + count, 0, 0, 0
        # Stop if not all states of this layer fitted into `order`
        if last > room:
            if thread == 0:
                notes[row, FULL] = 1
            return
        if thread < 4:
            local[thread] = 0
        begin = cuda.blockIdx.x * cuda.blockDim.x
        while begin < count:
            index, fresh, place = begin + thread, 0, int64(0)
            cuda.syncthreads()
            if thread == 0:
                local[0] = 0
            cuda.syncthreads()
            if index < count:
                # Read a state
                for number in range(words):
                    own[number] = order[(first + index) * words + number]
                # Expand it
                met, amount = goal(own, data), expand(own, out, data)
                if met > 0:
                    goals += 1
                if met < 0 or amount > branching or amount < 0:
                    notes[row, BROKEN] = index + 1
                    amount = 0
                steps += amount
                # Insert its successors into the table, and move the new ones to the front of `out`
                for number in range(amount):
                    legal = True
                    for each in range(words):
                        legal = legal and out[number * words + each] >= 0
                    if not legal:
                        notes[row, BROKEN] = index + 1
                        continue
                    came = insert(table, slots, out, number * words)
                    if came >= 0:
                        for each in range(words):
                            out[fresh * words + each] = out[number * words + each]
                        fresh += 1
                    elif came == NO_ROOM:
                        notes[row, FULL] = 1
                if fresh > 0:
                    place = cuda.atomic.add(local, 0, fresh)
                finished += 1
            # Reserve places in `order` for the new states of this block
            cuda.syncthreads()
            if thread == 0:
                local[1] = cuda.atomic.add(notes, (row + 1, COUNT), local[0])
            cuda.syncthreads()
            # Append the new states
            place += last + local[1]
            for number in range(fresh):
                if place + number < room:
                    for each in range(words):
                        order[(place + number) * words + each] = out[number * words + each]
            if last + local[1] + local[0] > room:
                if thread == 0:
                    notes[row, FULL] = 1
                begin = count
            begin += cuda.gridsize(1)
        # Add up the counters of this block
        cuda.syncthreads()
        if thread == 0:
            local[0] = 0
        cuda.syncthreads()
        if finished > 0:
            cuda.atomic.add(local, 0, finished)
            cuda.atomic.add(local, 2, goals)
            cuda.atomic.add(local, 3, steps)
        cuda.syncthreads()
        if thread == 0:
            if local[0] > 0:
                cuda.atomic.add(notes, (row, GOALS), local[2])
                cuda.atomic.add(notes, (row, STEPS), local[3])
            notes[row + 1, BEGIN] = last

    return expand_layer


def _make_selections(packed: Packed[Any]) -> tuple[Any, Any]:  # noqa: C901 - a kernel is one piece
    """The kernels that list goals, and the predecessors of a state."""
    expand, goal = compile_own_functions(packed)
    words, width = packed.words, packed.out_length

    @gpu_kernel
    def select_goals(order: Any, first: Any, count: Any, chosen: Any, found: Any, data: Any) -> None:
        """List the goals among the `count` states of `order` from index `first` on, as many as fit into `chosen`.
        found[0] counts all of these goals.
        """
        own, index = cuda.local.array(words, int64), cuda.grid(1)
        while index < count:
            for number in range(words):
                own[number] = order[(first + index) * words + number]
            if goal(own, data):
                place = cuda.atomic.add(found, 0, 1)
                if (place + 1) * words <= chosen.size:
                    for number in range(words):
                        chosen[place * words + number] = own[number]
            index += cuda.gridsize(1)

    @gpu_kernel
    def select_parents(
        order: Any, first: Any, count: Any, target: Any, chosen: Any, found: Any, data: Any
    ) -> None:  # fmt: skip
        """List the predecessors of `target` among the `count` states of `order` from index `first` on, as many as fit
        into `chosen`. found[0] counts all of these predecessors.
        """
        own, out = cuda.local.array(words, int64), cuda.local.array(width, int64)
        index = cuda.grid(1)
        while index < count:
            for number in range(words):
                own[number] = order[(first + index) * words + number]
            leads = False
            for each in range(expand(own, out, data)):
                same = True
                for number in range(words):
                    same = same and out[each * words + number] == target[number]
                leads = leads or same
            if leads:
                place = cuda.atomic.add(found, 0, 1)
                if (place + 1) * words <= chosen.size:
                    for number in range(words):
                        chosen[place * words + number] = own[number]
            index += cuda.gridsize(1)

    return select_goals, select_parents


def _make_label_kernels(packed: Packed[Any]) -> tuple[Any, Any]:  # noqa: C901 - a kernel is one piece
    """The kernels that search backwards from the goals. At the end of the search, labels[slot] is the distance from the
    state in this slot to the nearest goal, or -1 if no goal can be reached.
    """
    expand, goal = compile_own_functions(packed)
    find, words = make_table_kernels(packed.words).find, packed.words
    width = packed.out_length

    @gpu_kernel
    def label_layer(
        table: Any, order: Any, count: Any, labels: Any, level: Any, found: Any, data: Any
    ) -> None:  # fmt: skip
        """Give states the label `level`. If `level` is 0, these are all goals; otherwise, all unlabelled states with a
        successor whose label is `level` - 1. found[0] counts the states labelled.
        """
        own, out = cuda.local.array(words, int64), cuda.local.array(width, int64)
        index, slots, fresh = cuda.grid(1), table.size // words, 0
        while index < count:
            slot = find(table, slots, order, index * words)
            if labels[slot] < 0:
                for number in range(words):
                    own[number] = order[index * words + number]
                leads = False
                if level == 0:
                    leads = goal(own, data) != 0
                else:
                    for each in range(expand(own, out, data)):
                        leads = leads or labels[find(table, slots, out, each * words)] == level - 1
                if leads:
                    labels[slot] = level
                    fresh += 1
            index += cuda.gridsize(1)
        if fresh > 0:
            cuda.atomic.add(found, 0, fresh)

    @gpu_kernel
    def select_labelled(
        table: Any, order: Any, count: Any, labels: Any, level: Any, chosen: Any, found: Any
    ) -> None:  # fmt: skip
        """List in `chosen` the states with the label `level`; found[0] counts them."""
        index, slots = cuda.grid(1), table.size // words
        while index < count:
            if labels[find(table, slots, order, index * words)] == level:
                place = cuda.atomic.add(found, 0, 1)
                for number in range(words):
                    chosen[place * words + number] = order[index * words + number]
            index += cuda.gridsize(1)

    return label_layer, select_labelled
