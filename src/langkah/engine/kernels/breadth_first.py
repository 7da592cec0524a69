"""Breadth-first search of packed states with one word each.

The hash table uses open addressing with linear probing. A slot holds the inverted state itself, so that 0 means empty
and hash collisions cannot mix up states. Between the prefetch of its slot and the lookup, a state waits in a ring
buffer, which hides the memory latency. The ring is first in, first out, so `search` keeps exactly the order of a queue.
"""

from typing import Any

from langkah.engine.blocks import Halves, Words
from langkah.engine.kernels import expand, goal, kernel
from langkah.engine.kernels import table_control as at
from langkah.engine.kernels.instructions import add_atomically, compare_exchange, hash_to_slot, prefetch
from langkah.engine.kernels.layers import end_layer


def settle(states: Any, parents: Any, slots: Any, ring: Any, turn: int, tail: int, mask: int, keep: bool) -> int:
    """Remove one state from the ring buffer, and add it to the list `states` if it is new. Returns the new length of
    the list.
    """
    place = (turn & (at.RING_STATES - 1)) * 3
    state, slot = ring[place], ring[place + 1]
    there = slots[slot]
    while there != 0 and there != ~state:
        slot = (slot + 1) & mask
        there = slots[slot]
    if there != 0:
        return tail
    slots[slot] = ~state
    states[tail] = state
    if keep:
        parents[tail] = ring[place + 2]
    return tail + 1


def count_expanded_before(ring: Any, turn: int) -> int:
    """The number of states that were expanded when the entry number `turn` was put into the ring. The state that has
    this entry as a successor counts as expanded.
    """
    return int(ring[(turn & (at.RING_STATES - 1)) * 3 + 2]) + 1


def drain_ring(
    states: Any, parents: Any, slots: Any, ring: Any, ended: int, begun: int, tail: int, widest: int, mask: int, keep:
    bool,
) -> tuple[int, int]:  # fmt: skip
    """Remove all states from the ring, and add those that are new to the list; returns the number of listed states, and
    the largest size of the frontier so far.
    """
    for turn in range(ended, begun):
        tail = settle(states, parents, slots, ring, turn, tail, mask, keep)
        widest = max(widest, tail - count_expanded_before(ring, turn))
    return tail, widest


def queue_successor(slots: Any, ring: Any, begun: int, state: int, head: int, shift: int) -> bool:
    """Put a successor into the ring buffer, and prefetch its slot of the hash table. Returns False if the successor is
    negative, which a state must not be.
    """
    slot = hash_to_slot(state, shift)
    prefetch(slots, slot)
    place = (begun & (at.RING_STATES - 1)) * 3
    ring[place], ring[place + 1], ring[place + 2] = state, slot, head
    return state >= 0


@kernel
def search(
    states: Words, parents: Halves, slots: Words, ring: Words, out: Words, control: Words, ends: Words, goals: Words,
    steps: Words, data: Words,
) -> int:  # fmt: skip
    """Continue a search until it is complete, reaches a goal or must stop. Returns a code for the reason."""
    head, tail, end, deepest = control[at.HEAD], control[at.TAIL], control[at.END], control[at.DEEPEST]
    stop, room, shift, branching = control[at.STOP], control[at.ROOM], control[at.SHIFT], control[at.BRANCHING]
    keep, edges, widest, mask = control[at.KEEP] != 0, control[at.EDGES], control[at.WIDEST], (1 << (64 - shift)) - 1
    depth, halt = control[at.DEPTH], control[at.HALT]
    begun, ended, why = 0, 0, -1  # number of states put into the ring and taken out of it
    while why < 0:
        if head == end or head == stop or tail + begun - ended + branching > room:  # noqa: SIM109 - Numba is slow at `in`
            tail, widest = drain_ring(states, parents, slots, ring, ended, begun, tail, widest, mask, keep)
            ended = begun
            control[at.EDGES] = edges
            why = end_layer(control, ends, goals, steps, head, tail)
            if why >= 0:
                break
            end, depth = control[at.END], control[at.DEPTH]
        state = states[head]
        if goal(state, data):
            goals[depth] += 1
            why = at.GOAL if halt else why
        if why < 0 and depth < deepest:
            count = expand(state, out, data)
            if count < 0 or count > branching:
                why = at.BROKEN
                break
            edges += count
            for number in range(count):
                if begun - ended == at.RING_STATES:
                    tail = settle(states, parents, slots, ring, ended, tail, mask, keep)
                    widest = max(widest, tail - count_expanded_before(ring, ended))
                    ended += 1
                if not queue_successor(slots, ring, begun, out[number], head, shift):
                    why = at.BROKEN
                begun += 1
        elif why < 0:
            control[at.PRUNED] += 1
        head += 1
    tail, widest = drain_ring(states, parents, slots, ring, ended, begun, tail, widest, mask, keep)
    control[at.HEAD], control[at.TAIL], control[at.EDGES], control[at.WIDEST] = head, tail, edges, widest
    return why


def claim(slots: Any, ring: Any, ended: int, buffer: Any, held: int, mask: int) -> int:
    """Remove one state from the ring. If the table does not contain it, claim a slot for it and append it to the buffer
    of this thread. Returns the number of states in the buffer.
    """
    place = (ended & (at.RING_STATES - 1)) * 2
    state, slot = ring[place], ring[place + 1]
    while True:
        there = slots[slot]
        if there == 0:
            there = compare_exchange(slots, slot, 0, ~state)
            if there == 0:
                buffer[held] = state
                return held + 1
        if there == ~state:
            return held
        slot = (slot + 1) & mask


def flush(states: Any, control: Any, buffer: Any, held: int) -> int:
    """Move the `held` states of a thread's buffer to the shared list. Returns 0, the number of states left in the
    buffer.
    """
    base = add_atomically(control, at.NEXT, held)
    for number in range(held):
        states[base + number] = buffer[number]
    return 0


@kernel
def share(states: Words, slots: Words, ring: Words, out: Words, buffer: Words, control: Words, data: Words) -> int:
    """Expand one thread's share of a layer, in portions until none is left. The order of states within a layer is
    undefined. Returns a code for the reason why the loop ended.
    """
    stop, shift, branching = control[at.STOP], control[at.SHIFT], control[at.BRANCHING]
    mask = (1 << (64 - shift)) - 1
    begun, ended, held, edges, met, why = 0, 0, 0, 0, 0, at.STOPPED
    while why == at.STOPPED:
        if control[at.NEXT] > control[at.ROOM]:
            why = at.FULL
            break
        first = add_atomically(control, at.CURSOR, at.TAKEN_STATES)
        if first >= stop:
            break
        for head in range(first, min(first + at.TAKEN_STATES, stop)):
            state = states[head]
            met += 1 if goal(state, data) else 0
            count = expand(state, out, data)
            if count < 0 or count > branching:
                why = at.BROKEN
                break
            edges += count
            for number in range(count):
                if begun - ended == at.RING_STATES:
                    held = claim(slots, ring, ended, buffer, held, mask)
                    ended += 1
                state = out[number]
                if state < 0:
                    why = at.BROKEN
                slot = hash_to_slot(state, shift)
                prefetch(slots, slot)
                place = (begun & (at.RING_STATES - 1)) * 2
                ring[place], ring[place + 1] = state, slot
                begun += 1
            if held >= at.BUFFER_STATES // 2:
                held = flush(states, control, buffer, held)
    while ended < begun:
        held = claim(slots, ring, ended, buffer, held, mask)
        ended += 1
    flush(states, control, buffer, held)
    add_atomically(control, at.MET, met)
    add_atomically(control, at.STEPS, edges)
    return why


def add_to_table(slots: Any, held: int, shift: int, shared: int) -> None:
    """Insert a state that the table does not contain. `held` is the state with all bits inverted. `shared`: other
    threads may be filling the table at the same time.
    """
    slot, mask = hash_to_slot(~held, shift), (1 << (64 - shift)) - 1
    while slots[slot] != 0 or (shared and compare_exchange(slots, slot, 0, held) != 0):
        slot = (slot + 1) & mask
    if not shared:
        slots[slot] = held


@kernel
def refill(old: Words, first: int, last: int, new: Words, shift: int, shared: int) -> int:
    """Rehash the slots `first` to `last` - 1 of an old table into a larger one. `shared`: other threads may be filling
    the table at the same time.
    """
    for place in range(first, last):
        held = old[place]
        if held != 0:
            add_to_table(new, held, shift, shared)
    return 0


@kernel
def insert(states: Words, first: int, last: int, slots: Words, shift: int, shared: int) -> int:
    """Insert the listed states `first` to `last` - 1 into a table that does not contain them. `shared`: other threads
    may be filling the table at the same time.
    """
    for index in range(first, last):
        add_to_table(slots, ~states[index], shift, shared)
    return 0
