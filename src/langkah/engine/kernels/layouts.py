"""Enumerates all ways to place pieces on a board, called layouts, and finds the connected components of their state
graph.
"""

from typing import Any

from langkah.engine.blocks import Words
from langkah.engine.kernels import expand, kernel
from langkah.engine.kernels.instructions import hash_to_slot

FRAME = 5  # numbers per stack frame: cell, next choice, occupied cells, layout so far, empty cells


@kernel
def lay_pieces(
    found: Words, cells: int, kinds: int, cover: Words, marks: Words, least: Words, most: Words, empty: int, used:
    Words, stack: Words,
) -> int:  # fmt: skip
    """List all layouts with at least `empty` free cells and from `least` to `most` pieces of each kind.

    Each cell in turn is left free or becomes the first cell of a piece. cover[kind, cell]: the set of cells that a
    piece with this first cell covers, 0 if it does not fit. marks[kind, cell]: the bits that this piece sets in the
    state. Returns the number of layouts.
    """
    count, top = 0, 0
    stack[0], stack[1], stack[2], stack[3], stack[4] = 0, -1, 0, 0, 0
    while top >= 0:
        # Load the frame, and take back its last piece
        frame = top * FRAME
        cell, choice, taken, word, free = (
            stack[frame],
            stack[frame + 1],
            stack[frame + 2],
            stack[frame + 3],
            stack[frame + 4],
        )
        if choice > 0:
            used[choice - 1] -= 1
        # A full board: keep the layout if it has enough pieces and free cells
        if cell == cells:
            enough = free >= empty
            for kind in range(kinds):
                enough &= used[kind] >= least[kind]
            if enough:
                found[count] = word
                count += 1
            top -= 1
            continue
        # The next choice for this cell: nothing, then each kind of piece
        covered = (taken >> cell) & 1 == 1
        next_choice = kinds + 1 if covered and choice >= 0 else choice + 1
        stack[frame + 1] = next_choice
        if next_choice > kinds:
            top -= 1
            continue
        # Push a frame for the next cell, with or without a piece
        frame += FRAME
        stack[frame], stack[frame + 1] = cell + 1, -1
        if next_choice == 0:
            stack[frame + 2], stack[frame + 3] = taken, word
            stack[frame + 4] = free + (0 if covered else 1)
            top += 1
            continue
        place = (next_choice - 1) * cells + cell
        used[next_choice - 1] += 1
        if cover[place] != 0 and cover[place] & taken == 0 and used[next_choice - 1] <= most[next_choice - 1]:
            stack[frame + 2], stack[frame + 3], stack[frame + 4] = taken | cover[place], word | marks[place], free
            top += 1
    return count


def find_layout(state: int, slots: Any, states: Any, shift: int) -> int:
    """The index of `state` in the list of layouts, which contains it."""
    mask = (1 << (64 - shift)) - 1
    slot = hash_to_slot(state, shift)
    while states[slots[slot] - 1] != state:
        slot = (slot + 1) & mask
    return int(slots[slot]) - 1


@kernel
def number_layouts(states: Words, count: int, slots: Words, shift: int) -> int:
    """Build the hash table that finds the index of each layout."""
    mask = (1 << (64 - shift)) - 1
    for index in range(count):
        slot = hash_to_slot(states[index], shift)
        while slots[slot] != 0:
            slot = (slot + 1) & mask
        slots[slot] = index + 1
    return 0


@kernel
def find_components(
    states: Words, count: int, slots: Words, shift: int, queue: Words, part: Words, sizes: Words, out: Words, data:
    Words,
) -> int:  # fmt: skip
    """Find the connected components of a space with reversible steps. part[index] becomes the number of the component
    of each state, counted from 1; sizes[number - 1] becomes the size of each component. Returns the number of
    components.
    """
    parts = 0
    for first in range(count):
        if part[first] != 0:
            continue
        parts += 1
        part[first], queue[0] = parts, first
        head, tail = 0, 1
        while head < tail:
            state = states[queue[head]]
            head += 1
            for each in range(expand(state, out, data)):
                number = find_layout(out[each], slots, states, shift)
                if part[number] == 0:
                    part[number] = parts
                    queue[tail] = number
                    tail += 1
        sizes[parts - 1] = tail
    return parts
