"""Computes the distance from every state of a directed space to the nearest goal.

All states are listed and indexed by a hash table (see `breadth_first_wide`). Each step is recorded at its target, and
the search goes from the goals against the steps, layer by layer.
"""

from typing import Any

from langkah.engine.blocks import Bytes, Words
from langkah.engine.kernels import expand, goal, kernel
from langkah.engine.kernels.breadth_first_wide import find_slot
from langkah.engine.kernels.instructions import mix_word
from langkah.engine.kernels.table_control import INDEX_BITS

INDEX = (1 << INDEX_BITS) - 1


def find_number(states: Any, slots: Any, ring: Any, out: Any, each: int, shift: int, words: int) -> int:
    """The index of a successor; every successor is in the list."""
    hashed = 0
    for number in range(words):
        word = out[each * words + number]
        hashed = mix_word(hashed, word)
        ring[2 + number] = word
    ring[0] = hashed
    there: int = slots[~find_slot(states, slots, ring, 0, shift, words)]
    return (there & INDEX) - 1


@kernel
def note_predecessors(
    states: Words, first: int, last: int, slots: Words, shift: int, ring: Words, out: Words, here: Words, data: Words,
    words: int, bounds: Words, into: Words, fill: int,
) -> int:  # fmt: skip
    """Without `fill`: count the steps into each state, in bounds[index + 1]. With `fill`: list their sources from
    into[bounds[index]] on. Returns the number of steps.
    """
    steps = 0
    for index in range(first, last):
        for number in range(words):
            here[number] = states[index * words + number]
        for each in range(expand(here, out, data)):
            after = find_number(states, slots, ring, out, each, shift, words)
            if fill:
                into[bounds[after]] = index
                bounds[after] += 1
            else:
                bounds[after + 1] += 1
            steps += 1
    return steps


@kernel
def sum_counts(bounds: Words, count: int) -> int:
    """Turn counts into the offset of each list (prefix sums)."""
    for index in range(count):
        bounds[index + 1] += bounds[index]
    return 0


@kernel
def search_backward(
    states: Words, count: int, here: Words, data: Words, words: int, bounds: Words, into: Words, queue: Words, seen:
    Bytes, ends: Words,
) -> int:  # fmt: skip
    """Search backwards from all goals; bounds[index] is the end of the list of a state. Returns the number of
    layers.
    """
    tail, depth = 0, 0
    for index in range(count):
        for number in range(words):
            here[number] = states[index * words + number]
        if goal(here, data):
            seen[index] = 1
            queue[tail] = index
            tail += 1
    head, end = 0, tail
    while head < tail:
        if head == end:
            ends[depth] = end
            depth, end = depth + 1, tail
        after = queue[head]
        head += 1
        for place in range(bounds[after - 1] if after > 0 else 0, bounds[after]):
            before = into[place]
            if seen[before] == 0:
                seen[before] = 1
                queue[tail] = before
                tail += 1
    ends[depth] = tail
    return depth
