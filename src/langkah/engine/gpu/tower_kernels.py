"""One region of a tower on four pegs on a GPU, at one and a half bits for each position.

As on the processor (`kernels.tower_regions`), a word holds the three smallest discs and a block the next three. The
four places of the smallest disc form a group: they lie within one level of each other. So a group needs which of them
were reached first (four bits of `first`) and the level of that modulo 3, or that it is older (two bits of `ages`).

A block notes the last level at which something was found in it, and how many of its groups were not reached; it is
looked at only if it or a neighbour has a frontier, or ages to be forgotten. A thread works on a word.
"""

from typing import Any

import numpy as np

from langkah.engine.gpu.jit import cuda, gpu_function, gpu_kernel, uint32, uint64
from langkah.engine.kernels.tower_bitmaps import PAIRS

THREADS = 256
GROUPS = 1024  # of a block
NEVER = 0xFFFFFFFF
NO_LEVEL = 0xFFFF
OLD = uint32(3)
DUE, HERE, LATER = 0, 1, 2  # places in `counts`


def _make_masks() -> tuple[tuple[Any, ...], ...]:
    """For each pair of pegs: positions of a word that leave both free, and those whose second or third disc can go."""
    free, second, third = [], [], []
    for pair in PAIRS:
        places = [(bit, bit & 3, bit >> 2 & 3, bit >> 4) for bit in range(64)]
        clear = [(bit, middle, large) for bit, small, middle, large in places if small not in pair]
        second.append(sum(1 << bit for bit, middle, _large in clear if middle in pair))
        third.append(sum(1 << bit for bit, middle, large in clear if middle not in pair and large in pair))
        free.append(sum(1 << bit for bit, middle, large in clear if middle not in pair and large not in pair))
    return tuple(tuple(map(np.uint64, masks)) for masks in (free, second, third))


FREE, SECOND, THIRD = _make_masks()
FIRST, OTHER = (tuple(np.uint64(pair[place]) for pair in PAIRS) for place in range(2))
PLANE = tuple(np.uint64(0 if two & ~one & 1 else 1) for one, two in PAIRS)
LOW = np.uint64(0x5555555555555555)
NIBBLES = np.uint64(0x1111111111111111)
ZERO, ONE, TWO, THREE, FOUR, SIX, EIGHT = map(np.uint64, (0, 1, 2, 3, 4, 6, 8))
FIFTEEN, SIXTEEN, SIXTY_THREE = map(np.uint64, (15, 16, 63))
FOURS, EIGHTS, WIDE, HALF = map(
    np.uint64, (0x0F0F0F0F0F0F0F0F, 0x00FF00FF00FF00FF, 0x0000FFFF0000FFFF, 0x3333333333333333)
)
SMALL_PLACES, LARGE_PLACES = np.uint64(0x000F000F000F000F), np.uint64(0xFFFF)
EACH_AGE = uint32(0x55555555)


@gpu_function
def _spread_ages(ages: Any) -> Any:
    """A bit for each group, as four bits for each."""
    x = uint64(ages)
    x = (x | (x << SIXTEEN)) & WIDE
    x = (x | (x << EIGHT)) & EIGHTS
    x = (x | (x << FOUR)) & FOURS
    x = (x | (x << TWO)) & NIBBLES
    return x * FIFTEEN


@gpu_function
def _gather_groups(x: Any) -> Any:
    """The other way round: a bit of each four, as a bit of each two."""
    x = (x | (x >> TWO)) & np.uint64(0x0505050505050505)
    x = (x | (x >> FOUR)) & np.uint64(0x0055005500550055)
    x = (x | (x >> EIGHT)) & np.uint64(0x0000555500005555)
    return uint32((x | (x >> SIXTEEN)) & np.uint64(0x55555555))


@gpu_function
def _find_age(ages: Any, age: Any) -> Any:
    """A bit for each group of this age."""
    x = ages ^ (age * EACH_AGE)
    return ~(x | (x >> uint32(1))) & EACH_AGE


@gpu_function
def _find_frontier(first: Any, word: Any, ages: Any, last: Any, before: Any) -> Any:
    """The positions of the last level: what was reached first then, and what came second of the level before."""
    new, rest = _find_age(ages, last), _find_age(ages, before)
    if new | rest == uint32(0):
        return ZERO
    reached = first[word]
    return (reached & _spread_ages(new)) | (~reached & _spread_ages(rest))


@gpu_function
def _move_second_and_third(x: Any) -> Any:
    """Every move of the second and the third disc; those of the smallest stay inside a group."""
    found = ZERO
    for pair in range(6):
        one, two = FIRST[pair], OTHER[pair]
        y, z = x & SECOND[pair], x & THIRD[pair]
        found |= ((y >> (FOUR * one)) & SMALL_PLACES) << (FOUR * two)
        found |= ((y >> (FOUR * two)) & SMALL_PLACES) << (FOUR * one)
        found |= ((z >> (SIXTEEN * one)) & LARGE_PLACES) << (SIXTEEN * two)
        found |= ((z >> (SIXTEEN * two)) & LARGE_PLACES) << (SIXTEEN * one)
    return found


@gpu_function
def _find_neighbour(number: Any, pair: Any, every: Any) -> Any:
    """Where the smallest of the discs on a pair of pegs moves; the number itself where there is none."""
    low, high = number & every, (number >> ONE) & every
    if pair == 0:
        there = ~high & every
    elif pair == 1:
        there = ~low & every
    elif pair == 2:
        there = ~(low ^ high) & every
    elif pair == 3:
        there = low ^ high
    elif pair == 4:
        there = low
    else:
        there = high
    if there == ZERO:
        return number
    lowest = there & ~(there - ONE)  # its place, as a number with one bit
    return number ^ (lowest * (FIRST[pair] ^ OTHER[pair]))


@gpu_kernel
def find_due_blocks(levels: Any, left: Any, discs: Any, level: Any, due: Any, counts: Any) -> None:
    """List the blocks that must be looked at: a frontier near by, or ages to be forgotten; counts[DUE] of them."""
    local = cuda.shared.array(2, dtype=np.int32)
    if cuda.threadIdx.x == 0:
        local[0] = 0
    cuda.syncthreads()
    block = cuda.grid(1)
    is_due, place = False, 0
    if block < levels.size:
        own = int(levels[block])
        if own != NO_LEVEL and own + 4 > level:
            is_due = True
        elif left[block] > 0:
            every = ((ONE << (TWO * uint64(discs - 6))) - ONE) & LOW
            for pair in range(6):
                other = int(levels[_find_neighbour(uint64(block), pair, every)])
                if other != NO_LEVEL and other + 3 > level:
                    is_due = True
    if is_due:
        place = cuda.atomic.add(local, 0, 1)
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        local[1] = cuda.atomic.add(counts, DUE, local[0])
    cuda.syncthreads()
    if is_due:
        due[local[1] + place] = block


@gpu_function
def _gather(first: Any, ages: Any, word: Any, age: Any, open_places: Any, every: Any, last: Any, before: Any) -> Any:
    """What the last level leads to in a word, as far as it is not reached."""
    gained, x = ZERO, _find_frontier(first, word, age, last, before)
    if x != ZERO:
        gained = _move_second_and_third(x) & open_places
    for pair in range(6):
        mask = FREE[pair] & open_places
        if mask != ZERO:
            other = _find_neighbour(word, pair, every)
            if other != word:
                gained |= _find_frontier(first, other, ages[other], last, before) & mask
    return gained


@gpu_kernel
def expand_level(first: Any, ages: Any, levels: Any, left: Any, due: Any, counts: Any, discs: Any, level: Any) -> None:
    """Every word of every block that is due: forget what is old, and add what the last level leads to.

    counts[HERE] grows by new positions, counts[LATER] by those that follow one level later, in the same group.
    """
    totals = cuda.shared.array(2, dtype=np.int64)
    every = ((ONE << (TWO * uint64(discs - 3))) - ONE) & LOW
    new, last, before = uint32(level % 3), uint32((level + 2) % 3), uint32((level + 1) % 3)
    here, later = 0, 0
    thread, whole = cuda.threadIdx.x, counts[DUE] * 64
    if thread < 2:
        totals[thread] = 0
    index = cuda.grid(1)
    while index < whole:
        block = due[index >> 6]
        word = uint64(block) * uint64(64) + uint64(index & 63)
        age, reached = ages[word], first[word]
        fresh = age | (_find_age(age, new) * OLD)
        seen = (reached | (reached >> ONE) | (reached >> TWO) | (reached >> THREE)) & NIBBLES
        if seen != NIBBLES:
            gained = _gather(first, ages, word, age, ~(seen * FIFTEEN), every, last, before)
            if gained != ZERO:
                groups = (gained | (gained >> ONE) | (gained >> TWO) | (gained >> THREE)) & NIBBLES
                marks = _gather_groups(groups)
                fresh = (fresh & ~(marks * OLD)) | (marks * new)
                first[word] = reached | gained
                positions, met = cuda.popc(gained), cuda.popc(groups)
                here += positions
                later += 4 * met - positions
                levels[block] = level
                cuda.atomic.sub(left, block, met)
        if fresh != age:
            ages[word] = fresh
        index += cuda.gridsize(1)
    cuda.syncthreads()
    if here + later > 0:
        cuda.atomic.add(totals, 0, here)
        cuda.atomic.add(totals, 1, later)
    cuda.syncthreads()
    if thread < 2 and totals[thread] > 0:
        cuda.atomic.add(counts, HERE + thread, totals[thread])


@gpu_function
def _find_gate(gate: Any, discs: Any) -> Any:
    """The position of a gate: all discs on a pair of pegs, a bit for each that lies on the second."""
    pair = gate >> discs
    x = uint64(gate & ((1 << discs) - 1))
    x = (x | (x << SIXTEEN)) & WIDE
    x = (x | (x << EIGHT)) & EIGHTS
    x = (x | (x << FOUR)) & FOURS
    x = (x | (x << TWO)) & HALF
    x = (x | (x << ONE)) & LOW
    every = LOW & ((ONE << (TWO * uint64(discs))) - ONE)
    return (FIRST[pair] * every) ^ ((FIRST[pair] ^ OTHER[pair]) * x)


@gpu_kernel
def enter_level(
    first: Any, ages: Any, levels: Any, left: Any, order: Any, begin: Any, end: Any, discs: Any, level: Any, counts: Any
) -> None:
    """Let in what arrives from other regions at a level. Entries of one word may come from several threads."""
    index = begin + cuda.grid(1)
    if index >= end:
        return
    position = _find_gate(order[index], discs)
    word, bit = position >> SIX, position & SIXTY_THREE
    group = bit >> TWO
    new = uint32(level % 3)
    nibble = (first[word] >> (FOUR * group)) & FIFTEEN
    cuda.threadfence()  # whoever adds to a group has written its age before
    age = (ages[word] >> uint32(TWO * group)) & OLD
    if nibble != ZERO and age != new:
        return  # reached before
    cuda.atomic.and_(ages, word, ~((OLD ^ new) << uint32(TWO * group)))
    cuda.threadfence()
    before = cuda.atomic.or_(first, word, ONE << bit)
    if (before >> bit) & ONE:
        return
    levels[word >> SIX] = level
    cuda.atomic.add(counts, HERE, 1)
    if (before >> (FOUR * group)) & FIFTEEN:
        cuda.atomic.add(counts, LATER, -1)
    else:
        cuda.atomic.add(counts, LATER, 3)
        cuda.atomic.sub(left, word >> SIX, 1)


@gpu_kernel
def note_arrivals(first: Any, ages: Any, times: Any, goals: Any, discs: Any, level: Any, counts: Any) -> None:
    """Write down which gates were reached at a level, and which of the goals, whose times follow those of the gates."""
    gate, gates = cuda.grid(1), 6 << discs
    if gate == 0:
        counts[DUE] = 0
    if gate >= times.size or times[gate] != uint32(NEVER):
        return
    position = goals[gate - gates] if gate >= gates else _find_gate(gate, discs)
    word, bit = position >> SIX, position & SIXTY_THREE
    age = (ages[word] >> uint32(TWO * (bit >> TWO))) & OLD
    is_first = (first[word] >> bit) & ONE
    if (age == uint32(level % 3) and is_first == ONE) or (age == uint32((level + 2) % 3) and is_first == ZERO):
        times[gate] = level


@gpu_kernel
def fill(array: Any, value: Any) -> None:
    """Write the same number everywhere."""
    index = cuda.grid(1)
    if index < array.size:
        array[index] = value
