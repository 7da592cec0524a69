"""Peg solitaire for compiled searches: jumps as lists of numbers, with an option to merge rotated or reflected
positions.

The data list begins with the number of jumps, the number of symmetries besides the identity, the number of chunks per
position, the bits per chunk, and the required last hole (-1: any). Then follow the fields `need` and `have` of every
`Jump` and, for each symmetry and each chunk, a table of the images of that chunk of bits.
"""

from collections.abc import Sequence
from typing import Any

from langkah.games.solitaire.peg_board import PegBoard

JUMPS, SYMMETRIES, CHUNKS, BITS, LAST, FIRST = range(6)
CHUNK_BITS = 7  # tables of 128 numbers per chunk: a few thousand numbers for a whole board


def make_data(board: PegBoard, symmetries: Sequence[Sequence[int]], last: int) -> list[int]:
    """The list `data` that the functions below read, for a board. `symmetries` gives the image of each hole under each
    symmetry; `last` is the required last hole, -1 for any.
    """
    chunks = -(-len(board.cells) // CHUNK_BITS)
    data = [len(board.jumps), len(symmetries), chunks, CHUNK_BITS, last]
    for jump in board.jumps:
        data += [jump.need, jump.have]
    for onto in symmetries:
        for chunk in range(chunks):
            holes = onto[chunk * CHUNK_BITS : (chunk + 1) * CHUNK_BITS]
            for bits in range(1 << CHUNK_BITS):
                data.append(sum(1 << hole for place, hole in enumerate(holes) if bits >> place & 1))
    return data


def merge_position(state: int, data: Any) -> int:
    """The least number among the positions that are equal to the position `state` under rotation or reflection."""
    least = state
    row, bits = FIRST + 2 * data[JUMPS], data[BITS]
    for _symmetry in range(data[SYMMETRIES]):
        turned = 0
        for chunk in range(data[CHUNKS]):
            turned |= data[row + (state >> chunk * bits & (1 << bits) - 1)]
            row += 1 << bits
        least = min(least, turned)
    return int(least)


def expand_pegs(state: int, out: Any, data: Any) -> int:
    """Write to `out` the position after each possible jump, and return the number of positions."""
    count = 0
    for row in range(FIRST, FIRST + 2 * data[JUMPS], 2):
        if state & data[row] == data[row + 1]:
            out[count] = merge_position(state ^ data[row], data)
            count += 1
    return count


def is_last_peg(state: int, data: Any) -> bool:
    """Whether only one peg is left and, if the last hole is prescribed, it is in this hole."""
    return bool(state.bit_count() == 1 and (data[LAST] < 0 or state >> data[LAST] == 1))
