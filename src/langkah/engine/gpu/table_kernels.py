"""GPU kernels for a space without a list of its states: each slot of the hash table has a label of one byte.

A label gives the layer of the state in its slot. A layer is found by scanning the labels, which take at most an eighth
of the memory of the table. States of a layer are first collected in shared memory, so that each thread of a block has a
state to expand even if the layer is sparse. Only the thread that inserts a state writes its label, so no lock is
needed.
"""

from typing import Any, NamedTuple

from langkah.engine.gpu.hash_kernels import BROKEN, COUNT, FULL, GOALS, NO_ROOM, STEPS, make_table_kernels
from langkah.engine.gpu.jit import cuda, gpu_kernel, int32, int64, uint32
from langkah.engine.gpu.own_functions import compile_own_functions
from langkah.packed import Packed

VACANT, FIRST, LAST, OLD, UNSEEN = 0, 1, 253, 254, 255  # labels: layers use those from FIRST to LAST in turn
CHUNK = 1 << 12  # slots that a block scans before it checks whether each thread has a state to expand
QUEUE = CHUNK + (1 << 10)  # the most states that a block can have collected at such a check


class TableOnlyKernels(NamedTuple):
    """The kernels for one puzzle. In their arguments, `first` and `last` are the slots to scan, `now` and `then` the
    labels of layers.
    """

    insert_labelled: Any
    expand_layer: Any
    mark_goals: Any
    mark_neighbours: Any
    mark_predecessors: Any
    select: Any
    select_goals: Any
    select_parents: Any


@gpu_kernel
def forget_layers(labels: Any, kept: Any) -> None:
    """Relabel the layer with the label `kept` as FIRST and all other layers as OLD, so that the other labels can be
    reused.
    """
    slot = cuda.grid(1)
    while slot < labels.size:
        label = labels[slot]
        if FIRST <= label <= LAST:
            labels[slot] = FIRST if label == kept else OLD
        slot += cuda.gridsize(1)


@gpu_kernel
def count_labels(labels: Any, label: Any, found: Any) -> None:
    """Add the number of slots with this label to found[0]."""
    slot, count = cuda.grid(1), 0
    while slot < labels.size:
        if labels[slot] == label:
            count += 1
        slot += cuda.gridsize(1)
    if count > 0:
        cuda.atomic.add(found, 0, count)


def make_kernels(packed: Packed[Any]) -> TableOnlyKernels:
    """The kernels for a puzzle, with its own functions compiled into them."""
    return TableOnlyKernels(
        _make_insertion(packed.words), _make_expansion(packed), *_make_marks(packed), *_make_selections(packed)
    )


def _make_insertion(words: int) -> Any:
    insert = make_table_kernels(words).insert

    @gpu_kernel
    def insert_labelled(table: Any, labels: Any, states: Any, begin: Any, end: Any, label: Any) -> None:
        """Insert the distinct states `begin` to `end` - 1 of a list, all with the same label."""
        index = begin + cuda.grid(1)
        while index < end:
            slot = insert(table, labels.size, states, index * words)
            if slot >= 0:
                labels[slot] = label
            index += cuda.gridsize(1)

    return insert_labelled


def _make_expansion(packed: Packed[Any]) -> Any:  # noqa: C901 - a kernel is one piece
    """The kernel that expands a layer."""
    expand, goal = compile_own_functions(packed)
    insert, words, branching = make_table_kernels(packed.words).insert, packed.words, packed.branching
    width = packed.out_length

    @gpu_kernel
    def expand_layer(  # noqa: C901 - likewise
        table: Any, labels: Any, first: Any, last: Any, now: Any, then: Any, room: Any, notes: Any, data: Any
    ) -> None:
        """Expand the states with the label `now`; new states get the label `then`. The kernel stops when the table is
        full: a state finds no slot, or there are more than `room` new states.
        """
        own, out = cuda.local.array(words, int64), cuda.local.array(width, int64)
        queue = cuda.shared.array(QUEUE, uint32)  # offsets of slots from the first one of this block
        local = cuda.shared.array(3, int32)  # states in the queue; new states of the block; whether the table is full
        thread, goals, steps = cuda.threadIdx.x, 0, 0
        span = (last - first + cuda.gridDim.x - 1) // cuda.gridDim.x
        begin = first + cuda.blockIdx.x * span
        scanned, end = begin, min(begin + span, last)
        while scanned < end:
            if thread == 0:
                local[0], local[1], local[2] = 0, 0, notes[FULL]
            cuda.syncthreads()
            if local[2] != 0:
                break
            # collect states of the layer until each thread has one
            held = 0
            while scanned < end and held < cuda.blockDim.x:
                slot, scanned = scanned + thread, min(scanned + CHUNK, end)
                while slot < scanned:
                    if labels[slot] == now:
                        queue[cuda.atomic.add(local, 0, 1)] = slot - begin
                    slot += cuda.blockDim.x
                cuda.syncthreads()
                held = local[0]
                cuda.syncthreads()
            # expand them
            item, fresh = thread, 0
            while item < held:
                slot = begin + int64(queue[item])
                for number in range(words):
                    own[number] = table[slot * words + number]
                met, amount = goal(own, data), expand(own, out, data)
                if met > 0:
                    goals += 1
                if met < 0 or amount > branching or amount < 0:
                    notes[BROKEN] = slot + 1
                    amount = 0
                steps += amount
                for number in range(amount):
                    legal = True
                    for each in range(words):
                        legal = legal and out[number * words + each] >= 0
                    if not legal:
                        notes[BROKEN] = slot + 1
                        continue
                    came = insert(table, labels.size, out, number * words)
                    if came >= 0:
                        labels[came] = then
                        fresh += 1
                    elif came == NO_ROOM:
                        notes[FULL] = 1
                item += cuda.blockDim.x
            if fresh > 0:
                cuda.atomic.add(local, 1, fresh)
            cuda.syncthreads()
            # count them
            if thread == 0 and local[1] > 0 and cuda.atomic.add(notes, COUNT, local[1]) + local[1] > room:
                notes[FULL] = 1
        if goals > 0:
            cuda.atomic.add(notes, GOALS, goals)
        if steps > 0:
            cuda.atomic.add(notes, STEPS, steps)

    return expand_layer


def _make_marks(packed: Packed[Any]) -> tuple[Any, Any, Any]:  # noqa: C901 - a kernel is one piece
    """The kernels that relabel states by their distance to a goal."""
    expand, goal = compile_own_functions(packed)
    find, words, width = make_table_kernels(packed.words).find, packed.words, packed.out_length

    @gpu_kernel
    def mark_goals(table: Any, labels: Any, found: Any, data: Any) -> None:
        """Give goals the label FIRST and all other states the label UNSEEN; found[0] counts the goals."""
        own, slot, count = cuda.local.array(words, int64), cuda.grid(1), 0
        while slot < labels.size:
            if labels[slot] != VACANT:
                for number in range(words):
                    own[number] = table[slot * words + number]
                labels[slot] = UNSEEN
                if goal(own, data) != 0:
                    labels[slot] = FIRST
                    count += 1
            slot += cuda.gridsize(1)
        if count > 0:
            cuda.atomic.add(found, 0, count)

    @gpu_kernel
    def mark_neighbours(table: Any, labels: Any, now: Any, then: Any, data: Any) -> None:
        """For each state with the label `now`, give its successors with the label UNSEEN the label `then`; correct only
        if every step can be undone.
        """
        own, out = cuda.local.array(words, int64), cuda.local.array(width, int64)
        slot = cuda.grid(1)
        while slot < labels.size:
            if labels[slot] == now:
                for number in range(words):
                    own[number] = table[slot * words + number]
                for each in range(expand(own, out, data)):
                    other = find(table, labels.size, out, each * words)
                    if other >= 0 and labels[other] == UNSEEN:
                        labels[other] = then
            slot += cuda.gridsize(1)

    @gpu_kernel
    def mark_predecessors(table: Any, labels: Any, now: Any, then: Any, data: Any) -> None:
        """Give each state with the label UNSEEN that has a successor with the label `now` the label `then`."""
        own, out = cuda.local.array(words, int64), cuda.local.array(width, int64)
        slot = cuda.grid(1)
        while slot < labels.size:
            if labels[slot] == UNSEEN:
                for number in range(words):
                    own[number] = table[slot * words + number]
                leads = False
                for each in range(expand(own, out, data)):
                    other = find(table, labels.size, out, each * words)
                    leads = leads or (other >= 0 and labels[other] == now)
                if leads:
                    labels[slot] = then
            slot += cuda.gridsize(1)

    return mark_goals, mark_neighbours, mark_predecessors


def _make_selections(packed: Packed[Any]) -> tuple[Any, Any, Any]:  # noqa: C901 - a kernel is one piece
    """The kernels that list certain states of a layer, as many as fit into `chosen`. found[0] counts all of them."""
    expand, goal = compile_own_functions(packed)
    words, width = packed.words, packed.out_length

    @gpu_kernel
    def select(table: Any, labels: Any, first: Any, last: Any, now: Any, chosen: Any, found: Any) -> None:
        """List in `chosen` the states with the label `now` in the slots `first` to `last` - 1."""
        slot = first + cuda.grid(1)
        while slot < last:
            if labels[slot] == now:
                place = cuda.atomic.add(found, 0, 1)
                if (place + 1) * words <= chosen.size:
                    for number in range(words):
                        chosen[place * words + number] = table[slot * words + number]
            slot += cuda.gridsize(1)

    @gpu_kernel
    def select_goals(table: Any, labels: Any, now: Any, chosen: Any, found: Any, data: Any) -> None:
        """List in `chosen` the goals with the label `now`."""
        own, slot = cuda.local.array(words, int64), cuda.grid(1)
        while slot < labels.size:
            if labels[slot] == now:
                for number in range(words):
                    own[number] = table[slot * words + number]
                if goal(own, data) != 0:
                    place = cuda.atomic.add(found, 0, 1)
                    if (place + 1) * words <= chosen.size:
                        for number in range(words):
                            chosen[place * words + number] = own[number]
            slot += cuda.gridsize(1)

    @gpu_kernel
    def select_parents(
        table: Any, labels: Any, now: Any, target: Any, chosen: Any, found: Any, data: Any
    ) -> None:  # fmt: skip
        """List in `chosen` the states with the label `now` that are predecessors of `target`."""
        own, out = cuda.local.array(words, int64), cuda.local.array(width, int64)
        slot = cuda.grid(1)
        while slot < labels.size:
            if labels[slot] == now:
                for number in range(words):
                    own[number] = table[slot * words + number]
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
            slot += cuda.gridsize(1)

    return select, select_goals, select_parents
