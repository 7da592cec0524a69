"""Breadth-first search of packed states that have several words.

A slot holds the number of a state and some bits of its hash; where these agree the words themselves are compared, so a
state is never taken for another that has the same hash.
"""

from typing import Any

from langkah.engine.kernels.intrinsics import mixed, prefetch, shifted
from langkah.engine.kernels.turn import turned
from langkah.engine.layout import (
    BRANCHING,
    BROKEN,
    DEEPEST,
    DEPTH,
    EDGES,
    END,
    GOAL,
    HALT,
    HEAD,
    INDEX_BITS,
    KEEP,
    PRUNED,
    RING,
    ROOM,
    SHIFT,
    STOP,
    TAIL,
    WIDEST,
)

TAG = (1 << 64 - INDEX_BITS) - 1
INDEX = (1 << INDEX_BITS) - 1


def expand(state: Any, out: Any, data: Any) -> int:
    """Stands for the puzzle's own function."""
    raise NotImplementedError


def goal(state: Any, data: Any) -> bool:
    """Stands for the puzzle's own function."""
    raise NotImplementedError


def found(states: Any, slots: Any, ring: Any, place: int, shift: int, words: int) -> Any:
    """The slot of a state, as a negative number where the state is there already."""
    hashed, mask = ring[place], (1 << (64 - shift)) - 1
    slot, tag = shifted(hashed, shift), hashed & TAG
    while True:
        there = slots[slot]
        if there == 0:
            return slot
        if shifted(there, INDEX_BITS) == tag:
            base, same = ((there & INDEX) - 1) * words, True
            for number in range(words):
                same &= states[base + number] == ring[place + 2 + number]
            if same:
                return ~slot
        slot = (slot + 1) & mask


def settle(
    states: Any, parents: Any, slots: Any, ring: Any, ended: int, begun: int, control: Any, tail: int, words: int
) -> int:
    """Take states out of the ring and add those that are new; the number of states afterwards."""
    while ended < begun:
        place = (ended & (RING - 1)) * (words + 2)
        ended += 1
        slot = found(states, slots, ring, place, control[SHIFT], words)
        if slot >= 0:
            slots[slot] = ((ring[place] & TAG) << INDEX_BITS) | (tail + 1)
            for number in range(words):
                states[tail * words + number] = ring[place + 2 + number]
            if control[KEEP]:
                parents[tail] = ring[place + 1]
            tail += 1
            control[WIDEST] = max(control[WIDEST], tail - ring[place + 1] - 1)
    return tail


def queued(slots: Any, ring: Any, begun: int, out: Any, each: int, head: int, shift: int, words: int) -> bool:
    """Put a successor into the ring and ask for its slot; False where it is no legal state."""
    place, hashed, legal = (begun & (RING - 1)) * (words + 2), 0, True
    for number in range(words):
        word = out[each * words + number]
        legal &= word >= 0
        hashed = mixed(hashed, word)
        ring[place + 2 + number] = word
    prefetch(slots, shifted(hashed, shift))
    ring[place], ring[place + 1] = hashed, head
    return legal


def search(
    states: Any, parents: Any, slots: Any, ring: Any, out: Any, control: Any, ends: Any, goals: Any, data: Any,
    here: Any, words: int,
) -> int:  # fmt: skip
    """Go on with a search until it is done, meets a goal, or must stop; says which."""
    head, tail, end, edges = control[HEAD], control[TAIL], control[END], control[EDGES]
    stop, room, shift, branching = control[STOP], control[ROOM], control[SHIFT], control[BRANCHING]
    begun, ended, why = 0, 0, -1
    while why < 0:
        if head == end or head == stop or tail + begun - ended + branching > room:  # noqa: SIM109 - Numba is slow at `in`
            tail, ended = settle(states, parents, slots, ring, ended, begun, control, tail, words), begun
            why = turned(control, ends, goals, head, tail)
            if why >= 0:
                break
            end = control[END]
        for number in range(words):
            here[number] = states[head * words + number]
        if goal(here, data):
            goals[control[DEPTH]] += 1
            why = GOAL if control[HALT] else why
        if why < 0 and control[DEPTH] < control[DEEPEST]:
            count = expand(here, out, data)
            if count < 0 or count > branching:
                why = BROKEN
                break
            edges += count
            for each in range(count):
                if begun - ended == RING:
                    tail = settle(states, parents, slots, ring, ended, ended + 1, control, tail, words)
                    ended += 1
                if not queued(slots, ring, begun, out, each, head, shift, words):
                    why = BROKEN
                begun += 1
        elif why < 0:
            control[PRUNED] += 1
        head += 1
    control[TAIL] = settle(states, parents, slots, ring, ended, begun, control, tail, words)
    control[HEAD], control[EDGES] = head, edges
    return why


def insert(states: Any, first: int, last: int, slots: Any, shift: int, words: int) -> int:
    """Put states of a list into a table that does not hold them yet."""
    mask = (1 << (64 - shift)) - 1
    for index in range(first, last):
        hashed = 0
        for number in range(words):
            hashed = mixed(hashed, states[index * words + number])
        slot = shifted(hashed, shift)
        while slots[slot] != 0:
            slot = (slot + 1) & mask
        slots[slot] = ((hashed & TAG) << INDEX_BITS) | (index + 1)
    return 0


def select(states: Any, first: int, last: int, chosen: Any, count: int, here: Any, data: Any, words: int) -> int:
    """Add the goals among some states to a list; how many it then has."""
    for index in range(first, last):
        for number in range(words):
            here[number] = states[index * words + number]
        if goal(here, data):
            for number in range(words):
                chosen[count * words + number] = here[number]
            count += 1
    return count
