"""Breadth-first search of packed states with several words each.

A slot holds the index of a state and some bits of its hash; if these bits match, the words are compared, so that hash
collisions cannot mix up states.

Threads that share a layer reserve indices for new states in chunks. A thread writes the state first and then stores its
index in the slot atomically. At the end of a layer, the last states move into the reserved but unused indices.
"""

from typing import Any

from langkah.engine.blocks import Halves, Words
from langkah.engine.kernels import expand, goal, kernel
from langkah.engine.kernels import table_control as at
from langkah.engine.kernels.instructions import add_atomically, compare_exchange, mix_word, prefetch, shift_right
from langkah.engine.kernels.layers import end_layer

TAG = (1 << 64 - at.INDEX_BITS) - 1
INDEX = (1 << at.INDEX_BITS) - 1


def is_same_state(states: Any, base: int, others: Any, first: int, words: int) -> bool:
    """Whether two states have the same words."""
    alike = True
    for number in range(words):
        alike &= states[base + number] == others[first + number]
    return alike


def find_slot(states: Any, slots: Any, ring: Any, place: int, shift: int, words: int) -> Any:
    """The empty slot for a state from the ring. If the table already contains the state, the slot of the state with all
    bits inverted, which is a negative number.
    """
    hashed, mask = ring[place], (1 << (64 - shift)) - 1
    slot, tag = shift_right(hashed, shift), hashed & TAG
    while True:
        there = slots[slot]
        if there == 0:
            return slot
        if shift_right(there, at.INDEX_BITS) == tag and is_same_state(
            states, ((there & INDEX) - 1) * words, ring, place + 2, words
        ):
            return ~slot
        slot = (slot + 1) & mask


def settle(
    states: Any, parents: Any, slots: Any, ring: Any, ended: int, begun: int, control: Any, tail: int, words: int
) -> int:
    """Remove the entries `ended` to `begun` - 1 from the ring buffer, and add the states that are new to the list
    `states`. Returns the new length of the list.
    """
    while ended < begun:
        place = (ended & (at.RING_STATES - 1)) * (words + 2)
        ended += 1
        slot = find_slot(states, slots, ring, place, control[at.SHIFT], words)
        if slot >= 0:
            slots[slot] = ((ring[place] & TAG) << at.INDEX_BITS) | (tail + 1)
            for number in range(words):
                states[tail * words + number] = ring[place + 2 + number]
            if control[at.KEEP]:
                parents[tail] = ring[place + 1]
            tail += 1
            control[at.WIDEST] = max(control[at.WIDEST], tail - ring[place + 1] - 1)
    return tail


def queue_successor(slots: Any, ring: Any, begun: int, out: Any, each: int, head: int, shift: int, words: int) -> bool:
    """Put a successor into the ring buffer, and prefetch its slot of the hash table. Returns False if one of its words
    is negative, which a word of a state must not be.
    """
    place, hashed, legal = (begun & (at.RING_STATES - 1)) * (words + 2), 0, True
    for number in range(words):
        word = out[each * words + number]
        legal &= word >= 0
        hashed = mix_word(hashed, word)
        ring[place + 2 + number] = word
    prefetch(slots, shift_right(hashed, shift))
    ring[place], ring[place + 1] = hashed, head
    return legal


@kernel
def search(
    states: Words, parents: Halves, slots: Words, ring: Words, out: Words, control: Words, ends: Words, goals: Words,
    steps: Words, data: Words, here: Words, words: int,
) -> int:  # fmt: skip
    """Continue a search until it is complete, reaches a goal or must stop. Returns a code for the reason."""
    head, tail, end, edges = control[at.HEAD], control[at.TAIL], control[at.END], control[at.EDGES]
    stop, room, shift, branching = control[at.STOP], control[at.ROOM], control[at.SHIFT], control[at.BRANCHING]
    begun, ended, why = 0, 0, -1
    while why < 0:
        if head == end or head == stop or tail + begun - ended + branching > room:  # noqa: SIM109 - Numba is slow at `in`
            tail, ended = settle(states, parents, slots, ring, ended, begun, control, tail, words), begun
            control[at.EDGES] = edges
            why = end_layer(control, ends, goals, steps, head, tail)
            if why >= 0:
                break
            end = control[at.END]
        for number in range(words):
            here[number] = states[head * words + number]
        if goal(here, data):
            goals[control[at.DEPTH]] += 1
            why = at.GOAL if control[at.HALT] else why
        if why < 0 and control[at.DEPTH] < control[at.DEEPEST]:
            count = expand(here, out, data)
            if count < 0 or count > branching:
                why = at.BROKEN
                break
            edges += count
            for each in range(count):
                if begun - ended == at.RING_STATES:
                    tail = settle(states, parents, slots, ring, ended, ended + 1, control, tail, words)
                    ended += 1
                if not queue_successor(slots, ring, begun, out, each, head, shift, words):
                    why = at.BROKEN
                begun += 1
        elif why < 0:
            control[at.PRUNED] += 1
        head += 1
    control[at.TAIL] = settle(states, parents, slots, ring, ended, begun, control, tail, words)
    control[at.HEAD], control[at.EDGES] = head, edges
    return why


def claim(states: Any, slots: Any, ring: Any, ended: int, chunk: Any, control: Any, words: int) -> None:
    """Remove one state from the ring, and add it to the list unless the table contains it or another thread is adding
    it.
    """
    if chunk[0] == chunk[1]:
        chunk[0] = add_atomically(control, at.NEXT, at.BUFFER_STATES)
        chunk[1] = chunk[0] + at.BUFFER_STATES
    place, shift, mine = (ended & (at.RING_STATES - 1)) * (words + 2), control[at.SHIFT], chunk[0]
    slot, tag, mask = shift_right(ring[place], shift), ring[place] & TAG, (1 << (64 - shift)) - 1
    while True:
        there = slots[slot]
        if there == 0:
            for number in range(words):
                states[mine * words + number] = ring[place + 2 + number]
            there = compare_exchange(slots, slot, 0, (tag << at.INDEX_BITS) | (mine + 1))
            if there == 0:
                chunk[0] = mine + 1
                return
        if shift_right(there, at.INDEX_BITS) == tag and is_same_state(
            states, ((there & INDEX) - 1) * words, ring, place + 2, words
        ):
            return
        slot = (slot + 1) & mask


@kernel
def share(
    states: Words, slots: Words, ring: Words, out: Words, chunk: Words, control: Words, data: Words, here: Words, words:
    int,
) -> int:  # fmt: skip
    """Expand one thread's share of a layer, in portions until none is left. The order of states within a layer is
    undefined. Returns a code for the reason why the loop ended.

    `chunk` holds the range of indices that this thread has reserved: its first index and its end.
    """
    stop, shift, branching = control[at.STOP], control[at.SHIFT], control[at.BRANCHING]
    begun, ended, edges, met, why = 0, 0, 0, 0, at.STOPPED
    while why == at.STOPPED:
        if control[at.NEXT] > control[at.ROOM]:
            why = at.FULL
            break
        first = add_atomically(control, at.CURSOR, at.TAKEN_STATES)
        if first >= stop:
            break
        for head in range(first, min(first + at.TAKEN_STATES, stop)):
            for number in range(words):
                here[number] = states[head * words + number]
            met += 1 if goal(here, data) else 0
            count = expand(here, out, data)
            if count < 0 or count > branching:
                why = at.BROKEN
                break
            edges += count
            for each in range(count):
                if begun - ended == at.RING_STATES:
                    claim(states, slots, ring, ended, chunk, control, words)
                    ended += 1
                if not queue_successor(slots, ring, begun, out, each, head, shift, words):
                    why = at.BROKEN
                begun += 1
    while ended < begun:
        claim(states, slots, ring, ended, chunk, control, words)
        ended += 1
    add_atomically(control, at.MET, met)
    add_atomically(control, at.STEPS, edges)
    return why


@kernel
def renumber(states: Words, slots: Words, pairs: Words, count: int, shift: int, words: int) -> int:
    """Move some states to other indices of the list, and correct the hash table. `pairs` contains the old and the new
    index of each state.
    """
    mask = (1 << (64 - shift)) - 1
    for pair in range(count):
        old, new, hashed = pairs[2 * pair], pairs[2 * pair + 1], 0
        for number in range(words):
            hashed = mix_word(hashed, states[old * words + number])
            states[new * words + number] = states[old * words + number]
        slot = shift_right(hashed, shift)
        while slots[slot] & INDEX != old + 1:
            slot = (slot + 1) & mask
        slots[slot] = ((hashed & TAG) << at.INDEX_BITS) | (new + 1)
    return 0


@kernel
def insert(states: Words, first: int, last: int, slots: Words, shift: int, shared: int, words: int) -> int:
    """Insert the listed states `first` to `last` - 1 into a table that does not contain them. `shared`: other threads
    may be filling the table at the same time.
    """
    mask = (1 << (64 - shift)) - 1
    for index in range(first, last):
        hashed = 0
        for number in range(words):
            hashed = mix_word(hashed, states[index * words + number])
        slot, held = shift_right(hashed, shift), ((hashed & TAG) << at.INDEX_BITS) | (index + 1)
        while slots[slot] != 0 or (shared and compare_exchange(slots, slot, 0, held) != 0):
            slot = (slot + 1) & mask
        if not shared:
            slots[slot] = held
    return 0


@kernel
def select_goals(
    states: Words, first: int, last: int, chosen: Words, count: int, here: Words, data: Words, words: int
) -> int:
    """Append to the list `chosen` all goals among the states `first` to `last` - 1; `count` is the length of the list.
    Returns its new length.
    """
    for index in range(first, last):
        for number in range(words):
            here[number] = states[index * words + number]
        if goal(here, data):
            for number in range(words):
                chosen[count * words + number] = here[number]
            count += 1
    return count
