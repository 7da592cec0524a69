"""Pattern databases in compiled code: tables from abstract states to their distances from the goals.

All tables share one block; the beginning of the block holds the offset and the hash parameters of each table.
"""

from typing import Any

from langkah.engine.blocks import Halves, Words
from langkah.engine.kernels import best_first_control as at
from langkah.engine.kernels import kernel
from langkah.engine.kernels.instructions import mix_word, shift_right


def find_distance(tables: Any, number: int, state: int) -> int:
    """The distance of an abstract state, from the table `number`; DEAD_END if that table does not contain the state."""
    base, shift = tables[2 * number], tables[2 * number + 1]
    slot, mask = shift_right(mix_word(0, state), shift), (1 << (64 - shift)) - 1
    while True:
        there = tables[base + 2 * slot]
        if there == ~state:
            return int(tables[base + 2 * slot + 1])
        if there == 0:
            return at.DEAD_END
        slot = (slot + 1) & mask


def add_distances(one: int, two: int) -> int:
    """The sum of two distances; DEAD_END if one of them is DEAD_END."""
    return at.DEAD_END if one >= at.DEAD_END or two >= at.DEAD_END else one + two


@kernel
def list_distances(slots: Words, count: int, states: Words, costs: Halves) -> int:
    """Copy all states in `slots`, the hash table of a best-first search with `count` slots, to the list `states`, and
    their path costs to `costs`. Returns the number of states.
    """
    found = 0
    for slot in range(count):
        if slots[2 * slot] != 0:
            states[found], costs[found] = ~slots[2 * slot], slots[2 * slot + 1] & at.HALF
            found += 1
    return found


@kernel
def fill_table(states: Words, costs: Halves, count: int, tables: Words, number: int) -> int:
    """Insert `count` states and their distances (`costs`) into the table with this number."""
    base, shift = tables[2 * number], tables[2 * number + 1]
    mask = (1 << (64 - shift)) - 1
    for index in range(count):
        slot = shift_right(mix_word(0, states[index]), shift)
        while tables[base + 2 * slot] != 0:
            slot = (slot + 1) & mask
        tables[base + 2 * slot], tables[base + 2 * slot + 1] = ~states[index], costs[index] + 0
    return 0
