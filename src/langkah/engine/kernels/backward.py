"""Computes the distance from every state of a directed space to the nearest goal.

All states are listed and indexed by a hash table (see `breadth_first_wide`). For each state, its predecessors are
listed first. Then a breadth-first search follows the steps backwards from all goals.
"""

from typing import Any

from langkah.engine.blocks import Bytes, Words
from langkah.engine.kernels import expand, goal, kernel
from langkah.engine.kernels.breadth_first_wide import find_slot
from langkah.engine.kernels.instructions import mix_word
from langkah.engine.kernels.table_control import INDEX_BITS

INDEX = (1 << INDEX_BITS) - 1


def find_number(states: Any, slots: Any, ring: Any, out: Any, each: int, shift: int, words: int) -> int:
    """The index, in the list of states, of successor number `each` in `out`. The list contains every successor."""
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
    """For each step from the states `first` to `last` - 1, record its source as a predecessor of its target. Returns
    the number of steps.

    Without `fill`, only count the predecessors of each state, in bounds[state + 1]. With `fill`, append the source to
    the list of the target: store it in `into` at bounds[target], and increase bounds[target] by 1.
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
    """Replace the count of each list of predecessors by the offset of the list, which is the sum of all counts before
    it.
    """
    for index in range(count):
        bounds[index + 1] += bounds[index]
    return 0


@kernel
def search_backward(
    states: Words, count: int, here: Words, data: Words, words: int, bounds: Words, into: Words, queue: Words, seen:
    Bytes, ends: Words,
) -> int:  # fmt: skip
    """Search backwards from all goals. bounds[index] is the end of the list of predecessors of the state with this
    index. Returns the depth of the last layer; ends[depth] becomes the number of states in all layers up to this depth.
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
