"""GPU kernels that compute the values of all positions in one layer of a game in which two players mark cells to make a
line, such as tic-tac-toe.

A set of cells is a 32-bit number. Sets of the same size are ranked in the order of these numbers: the rank is the sum
of the binomial coefficients C(cell, i), where i = 1, 2, ... counts the cells of the set from the lowest one. A
successor differs from its position by one cell, so one pass over the board gives the ranks of all successors.
"""

from typing import Any

import numpy as np

from langkah.engine.gpu.jit import cuda, gpu_function, gpu_kernel, int64, uint32
from langkah.engine.kernels.retrograde import DRAWN, LOST, WON

THREADS = 256
SIZE, PLACES = 32, 1024  # of the table of binomial coefficients: row length, number of entries
ONE = uint32(1)


@gpu_kernel
def mark_lines(found: Any, lines: Any, count: Any) -> None:
    """For each set of cells, set its bit in `found`: to 1 if the set contains a line, else to 0."""
    word = cuda.grid(1)
    while word < found.size:
        bits = uint32(0)
        for bit in range(32):
            cells = uint32(word * 32 + bit)
            for number in range(count):
                if cells & lines[number] == lines[number]:
                    bits |= ONE << uint32(bit)
        found[word] = bits
        word += cuda.gridsize(1)


@gpu_function
def _has_line(won: Any, cells: Any) -> Any:
    return (won[cells >> uint32(5)] >> (cells & uint32(31))) & ONE != uint32(0)


@gpu_function
def _is_breakable(won: Any, cells: Any) -> Any:
    """Whether the last mark can have completed the lines in a set of cells: the set has a cell without which it
    contains no line.
    """
    rest = cells
    while rest != uint32(0):
        cell = rest & (~rest + ONE)
        rest ^= cell
        if not _has_line(won, cells ^ cell):
            return True
    return False


@gpu_function
def _find_set(rank: Any, size: Any, cells: Any, binomials: Any) -> Any:
    """The set of `size` cells that has the rank `rank` among the sets of this size."""
    found, place, left = uint32(0), cells - 1, size
    while left > 0:
        below = int64(binomials[place * SIZE + left])
        if below <= rank:
            found |= ONE << uint32(place)
            rank -= below
            left -= 1
        place -= 1
    return found


@gpu_function
def _find_next_set(cells: Any) -> Any:
    """The set of cells with the next higher rank among the sets of the same size."""
    lowest = cells & (~cells + ONE)
    above = uint32(cells + lowest)
    return above | (((cells ^ above) >> uint32(2)) // lowest)


@gpu_function
def _spread_over_rest(packed: Any, mine: Any, cells: Any) -> Any:
    """Convert a set of cells from bits for the cells outside `mine` to bits for all cells."""
    found, place = uint32(0), uint32(0)
    for cell in range(cells):
        if (mine >> uint32(cell)) & ONE == uint32(0):
            found |= ((packed >> place) & ONE) << uint32(cell)
            place += ONE
    return found


@gpu_function
def _compute_value(
    mine: Any, other: Any, later: Any, won: Any, binomials: Any, cells: Any, held: Any, others: Any
) -> Any:
    """The value of a position for the side to move. `later` holds the values of the successors, each for the other
    side, which moves in them.
    """
    base, above, place, own, theirs = int64(0), int64(0), 0, 0, 0
    for cell in range(cells):  # the rank of the other set, and of my set with an added cell below all its cells
        if (other >> uint32(cell)) & ONE != uint32(0):
            theirs += 1
            base += int64(binomials[cell * SIZE + theirs])
        else:
            if (mine >> uint32(cell)) & ONE != uint32(0):
                own += 1
                above += int64(binomials[place * SIZE + own + 1])
            place += 1
    if place == held:
        return DRAWN  # no cell is free
    base *= int64(binomials[(cells - others) * SIZE + held + 1])
    value, below, place, own = LOST, int64(0), 0, 0
    for cell in range(cells):
        bit = ONE << uint32(cell)
        if other & bit != uint32(0):
            continue
        if mine & bit != uint32(0):
            own += 1
            below += int64(binomials[place * SIZE + own])
            above -= int64(binomials[place * SIZE + own + 1])
        elif _has_line(won, mine | bit):
            return WON
        else:
            index = base + below + int64(binomials[place * SIZE + own + 1]) + above
            after = (int64(later[index >> 2]) >> (2 * (index & 3))) & 3
            if after == LOST:
                return WON
            if after == DRAWN:
                value = DRAWN
        place += 1
    return value


@gpu_kernel
def evaluate_layer(  # noqa: C901 - a kernel is one piece
    layer: Any, later: Any, my_won: Any, other_won: Any, binomials: Any, cells: Any, held: Any, others: Any, count: Any,
    counts: Any,
) -> None:  # fmt: skip
    """Evaluate all positions in which the side to move has marked `held` cells and the other side `others`; store four
    values per byte.

    counts: the numbers of positions, and of finished, lost, drawn and won positions.
    """
    shared = cuda.shared.array(PLACES, dtype=np.int32)
    totals = cuda.shared.array(5, dtype=np.int64)
    # Prepare the shared memory
    thread = cuda.threadIdx.x
    number = thread
    while number < PLACES:
        shared[number] = binomials[number]
        number += cuda.blockDim.x
    if thread < 5:
        totals[thread] = 0
    cuda.syncthreads()
    inner = int64(shared[(cells - held) * SIZE + others])
    positions, over, lost, drawn, winning = 0, 0, 0, 0, 0
    place = cuda.grid(1)
    while place < layer.size:
        # The first of four positions
        index, packed = 4 * place, 0
        rest = index % inner
        mine, theirs = _find_set(index // inner, held, cells, shared), _find_set(rest, others, cells - held, shared)
        for step in range(4):
            if index + step < count:
                # Evaluate a position
                other, value = _spread_over_rest(theirs, mine, cells), 0
                if not _has_line(my_won, mine):
                    if _has_line(other_won, other):
                        if _is_breakable(other_won, other):
                            value = LOST
                            over += 1
                    else:
                        value = _compute_value(mine, other, later, my_won, shared, cells, held, others)
                        if held + others == cells:
                            over += 1
                    positions += 1 if value > 0 else 0
                    lost += 1 if value == LOST else 0
                    drawn += 1 if value == DRAWN else 0
                    winning += 1 if value == WON else 0
                # Store the value, and go to the next position
                packed |= value << (2 * step)
                rest += 1
                if rest == inner:
                    rest, theirs = 0, (ONE << uint32(others)) - ONE
                    if index + step + 1 < count:
                        mine = _find_next_set(mine)
                else:
                    theirs = _find_next_set(theirs)
        layer[place] = packed
        place += cuda.gridsize(1)
    # Add up the counters of the threads
    if positions > 0:
        cuda.atomic.add(totals, 0, positions)
        cuda.atomic.add(totals, 1, over)
        cuda.atomic.add(totals, 2, lost)
        cuda.atomic.add(totals, 3, drawn)
        cuda.atomic.add(totals, 4, winning)
    cuda.syncthreads()
    if thread < 5:
        cuda.atomic.add(counts, thread, totals[thread])
