"""An independent oracle for peg solitaire: all positions after each number of jumps, one for each class of symmetric
positions.
"""

from typing import Any

import numba
import numpy as np

CHUNK, CHUNK_BITS = 400_000, 11  # positions expanded at once; holes mapped by one look-up
SQUARE, MIDDLE = 7, 3
CELLS = [
    (row, column)
    for row in range(SQUARE)
    for column in range(SQUARE)
    if abs(row - MIDDLE) < 2 or abs(column - MIDDLE) < 2
]
NUMBER = {cell: number for number, cell in enumerate(CELLS)}
WHOLE = (1 << len(CELLS)) - 1


def make_jumps() -> Any:
    """For each jump, the bits of its three holes, and the bits of the two holes that must have pegs."""
    found = []
    for row, column in CELLS:
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            holes = [NUMBER.get((row + far * down, column + far * right)) for far in range(3)]
            if None not in holes:
                bits = [1 << hole for hole in holes if hole is not None]
                found.append((sum(bits), bits[0] + bits[1]))
    return np.array(found)


def make_tables() -> Any:
    """For each of the 8 symmetries of the board and each group of `CHUNK_BITS` holes, the image of every set of these
    holes, as a table.
    """
    last = SQUARE - 1
    found = np.zeros((8, 3, 1 << CHUNK_BITS), dtype=np.int64)
    for turn in range(8):
        for hole, (row, column) in enumerate(CELLS):
            to = (column, row) if turn & 1 else (row, column)
            to = (last - to[0] if turn & 2 else to[0], last - to[1] if turn & 4 else to[1])
            bits = np.arange(1 << CHUNK_BITS)
            found[turn, hole // CHUNK_BITS] |= (bits >> hole % CHUNK_BITS & 1) << NUMBER[to]
    return found


@numba.njit
def merge(positions: Any, tables: Any) -> Any:
    """For each position, the smallest number among the position and its symmetric images."""
    found = positions.copy()
    for index in range(len(positions)):
        each, mask = positions[index], (1 << CHUNK_BITS) - 1
        for turn in range(8):
            image = tables[turn, 0, each & mask] | tables[turn, 1, each >> CHUNK_BITS & mask]
            found[index] = min(found[index], image | tables[turn, 2, each >> 2 * CHUNK_BITS])
    return found


@numba.njit
def expand(positions: Any, jumps: Any) -> Any:
    """All positions after one more jump from one of these positions, with repetitions."""
    count = 0
    for each in positions:
        for jump in range(len(jumps)):
            count += each & jumps[jump, 0] == jumps[jump, 1]
    found = np.empty(count, dtype=np.int64)
    for each in positions:
        for jump in range(len(jumps)):
            if each & jumps[jump, 0] == jumps[jump, 1]:
                count -= 1
                found[count] = each ^ jumps[jump, 0]
    return found


def sort_once(positions: Any) -> Any:
    """The positions in order, without repetitions; `np.unique` takes several times as long."""
    positions.sort()
    return positions[np.concatenate(([True], positions[1:] != positions[:-1]))]


def list_layers(most: int) -> list[Any]:
    """For each number of jumps from 0 to `most`, the positions after so many jumps from the board whose middle is
    empty, one for each class of symmetric positions.
    """
    jumps, tables = make_jumps(), make_tables()
    layers = [np.array([WHOLE ^ 1 << NUMBER[MIDDLE, MIDDLE]])]
    for _jump in range(most):
        parts = np.array_split(layers[-1], -(-len(layers[-1]) // CHUNK))
        layers.append(sort_once(np.concatenate([sort_once(merge(expand(part, jumps), tables)) for part in parts])))
    return layers


def list_solvable(layer: Any) -> Any:
    """The positions that can be reduced to one peg in the middle: the complements of the positions of a layer, since a
    jump backwards is a jump with pegs and holes exchanged.
    """
    return merge(WHOLE ^ layer, make_tables())
