"""GPU kernels that explore one region of a tower on four pegs level by level, with one and a half bits per position.

A region is entered and left through its gates (see `engine.spaces.towers`). As on the processor
(`kernels.tower_regions`), a word encodes the three smallest discs and a block the next three. The four positions that
differ only in the smallest disc form a group: they are reached within one level of each other. Therefore a group stores
which of its positions were reached first (four bits of `first`), and the level of these positions modulo 3, or a mark
that the group is older (two bits of `ages`).

A block stores the level until which its frontier matters: three levels after the last new position. The rest of a group
is reached one level after its first positions, and can be expanded one level later. A block is due only while some of
its groups were not reached, and its own frontier or that of a neighbour matters. The list of due blocks says which of
these frontiers matter; words that none of these frontiers can reach are not read. Each block is processed by one warp.

An outdated age may remain in place: all successors of such a position have been reached, so it adds nothing. Only the
ages of words that positions enter are cleared first; otherwise an old group could be mistaken for a new one.
"""

from typing import Any

import numpy as np

from langkah.engine.gpu.jit import (
    WARP,
    cuda,
    gpu_function,
    gpu_kernel,
    gpu_kernel_with,
    int64,
    sum_over_warp,
    synchronize_warp,
    uint32,
    uint64,
)
from langkah.engine.kernels.tower_regions import LEAVES, PAIRS, make_targets

THREADS = 256
GROUPS = 1024  # groups in a block
NEVER = 0xFFFFFFFF
LASTS = 3  # the number of levels for which a frontier matters
FULL = 0x8000  # in `levels`: all groups of the block are reached
UNTIL = 0x7FFF  # in `levels`: the bits of the level before which the frontier matters
ALL_OLD = uint32(0xFFFFFFFF)
OLD = uint32(3)
DUE, HERE, LATER = 0, 1, 2  # indices in `counts`


def _make_masks() -> tuple[tuple[Any, ...], ...]:
    """Three masks of positions in a word for each pair of pegs. In the positions of the first mask, none of the three
    discs is on the pair; in those of the second mask, the second disc can move between the two pegs; in those of the
    third mask, the third disc can.
    """
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
ZERO, ONE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT = map(np.uint64, range(9))
FIFTEEN, SIXTEEN, SIXTY_THREE = map(np.uint64, (15, 16, 63))
FOURS, EIGHTS, WIDE, HALF = map(
    np.uint64, (0x0F0F0F0F0F0F0F0F, 0x00FF00FF00FF00FF, 0x0000FFFF0000FFFF, 0x3333333333333333)
)
SMALL_PLACES, LARGE_PLACES = np.uint64(0x000F000F000F000F), np.uint64(0xFFFF)
EACH_AGE = uint32(0x55555555)
THREE_DISCS = np.uint64(0x15)
FIRST_PEGS, OTHER_PEGS = (
    np.uint64(sum(pair[place] << 2 * number for number, pair in enumerate(PAIRS))) for place in range(2)
)  # both pegs of each pair, two bits each; the pegs off pair number n are pair number 5 - n
FREE_WORDS = np.array(FREE)
STRIDE = 65  # words per block in shared memory: 64, and one that stays empty
SHARED_WORDS = STRIDE * THREADS // WARP
PLACE = np.uint64(127)
NEAR, SIXTY_FOUR, BLOCK = np.uint64(40), np.uint64(64), np.uint64((1 << 40) - 1)


def _make_inside() -> Any:
    """For each word of a block and each pair of pegs, a number of seven bits. It is the word from which a move of one
    of the next three discs between these pegs leads to this word. If none of these discs is on the pair, the number is
    64, the empty word.
    """
    targets = [64 if target == LEAVES else target for target in make_targets()]
    return np.array([sum(targets[6 * word + pair] << 7 * pair for pair in range(6)) for word in range(64)], np.uint64)


INSIDE = _make_inside()


@gpu_function
def _spread_ages(ages: Any) -> Any:
    """Convert a mask in the layout of `ages` (one bit of every two) to the layout of `first` (all four bits of each
    group).
    """
    x = uint64(ages)
    x = (x | (x << SIXTEEN)) & WIDE
    x = (x | (x << EIGHT)) & EIGHTS
    x = (x | (x << FOUR)) & FOURS
    x = (x | (x << TWO)) & NIBBLES
    return x * FIFTEEN


@gpu_function
def _gather_groups(x: Any) -> Any:
    """Convert a mask of groups from the layout of `first` (one bit of every four) to the layout of `ages` (one bit of
    every two).
    """
    x = (x | (x >> TWO)) & np.uint64(0x0505050505050505)
    x = (x | (x >> FOUR)) & np.uint64(0x0055005500550055)
    x = (x | (x >> EIGHT)) & np.uint64(0x0000555500005555)
    return uint32((x | (x >> SIXTEEN)) & np.uint64(0x55555555))


@gpu_function
def _find_age(ages: Any, age: Any) -> Any:
    """A mask of the groups that have this age: one bit of every two."""
    x = ages ^ (age * EACH_AGE)
    return ~(x | (x >> uint32(1))) & EACH_AGE


@gpu_function
def _find_frontier(first: Any, word: Any, ages: Any, last: Any, before: Any) -> Any:
    """The positions of a word that were reached at the last level: the first positions of groups with the age `last`,
    and the other positions of groups with the age `before`, which is one level older.
    """
    new, rest = _find_age(ages, last), _find_age(ages, before)
    if new | rest == uint32(0):
        return ZERO
    reached = first[word]
    return (reached & _spread_ages(new)) | (~reached & _spread_ages(rest))


def _make_moves_of_pair(pair: int) -> Any:
    """A GPU function for the moves of the second and third disc between two pegs, inside a word. There is one function
    per pair, since constants make the compiled code short.
    """
    second, third = SECOND[pair], THIRD[pair]
    one, two = FOUR * FIRST[pair], FOUR * OTHER[pair]
    far_one, far_two = SIXTEEN * FIRST[pair], SIXTEEN * OTHER[pair]

    @gpu_function
    def move(x: Any) -> Any:
        y, z = x & second, x & third
        found = (((y >> one) & SMALL_PLACES) << two) | (((y >> two) & SMALL_PLACES) << one)
        found |= ((z >> far_one) & LARGE_PLACES) << far_two
        return found | (((z >> far_two) & LARGE_PLACES) << far_one)

    return move


@gpu_function
def _find_discs_on(number: Any, one: Any, two: Any, every: Any) -> Any:
    """Of the discs that `number` encodes, those on one of two pegs: one bit for each disc."""
    low, high = number & every, (number >> ONE) & every
    on_one = (low ^ ((one & ONE) * every)) | (high ^ ((one >> ONE) * every))
    on_two = (low ^ ((two & ONE) * every)) | (high ^ ((two >> ONE) * every))
    return ~(on_one & on_two) & every


@gpu_function
def _find_neighbour(number: Any, pair: Any, every: Any) -> Any:
    """`number` after the smallest disc on a pair of pegs has moved to the other peg; unchanged if no disc is on the
    pair.
    """
    one, two = (FIRST_PEGS >> (TWO * pair)) & THREE, (OTHER_PEGS >> (TWO * pair)) & THREE
    there = _find_discs_on(number, one, two, every)
    return number ^ ((there & (~there + ONE)) * (one ^ two))


_MOVE_0, _MOVE_1, _MOVE_2, _MOVE_3, _MOVE_4, _MOVE_5 = map(_make_moves_of_pair, range(6))


@gpu_function
def _move_second_and_third(x: Any) -> Any:
    """The positions that moves of the second and third disc reach from `x`. Moves of the smallest disc stay inside a
    group.
    """
    return _MOVE_0(x) | _MOVE_1(x) | _MOVE_2(x) | _MOVE_3(x) | _MOVE_4(x) | _MOVE_5(x)


@gpu_function
def _move_next_three(frontiers: Any, base: Any, inside: Any) -> Any:
    """The positions of a word that moves of the next three discs reach; `inside` gives the source words (see
    `_make_inside`).
    """
    found = frontiers[base + int64(inside & PLACE)] & FREE[0]
    found |= frontiers[base + int64((inside >> np.uint64(7)) & PLACE)] & FREE[1]
    found |= frontiers[base + int64((inside >> np.uint64(14)) & PLACE)] & FREE[2]
    found |= frontiers[base + int64((inside >> np.uint64(21)) & PLACE)] & FREE[3]
    found |= frontiers[base + int64((inside >> np.uint64(28)) & PLACE)] & FREE[4]
    return found | (frontiers[base + int64((inside >> np.uint64(35)) & PLACE)] & FREE[5])


@gpu_kernel
def find_due_blocks(levels: Any, discs: Any, level: Any, due: Any, counts: Any) -> None:
    """List in `due` the blocks that may gain positions at this level (the due blocks); counts[DUE] is their number.
    Each entry also has bits that tell which frontiers matter: from bit NEAR on, one bit for the neighbour on each pair
    of pegs, then one for the block itself.
    """
    local = cuda.shared.array(2, dtype=np.int32)
    if cuda.threadIdx.x == 0:
        local[0] = 0
    cuda.syncthreads()
    block, near, place = cuda.grid(1), 0, 0
    if block < levels.size:
        own = int64(levels[block])
        if own & FULL == 0:
            every = ((ONE << (TWO * uint64(discs - 6))) - ONE) & LOW
            if own > level:
                near = 64
            for pair in range(6):
                other = int64(_find_neighbour(uint64(block), uint64(pair), every))
                if other != block and int64(levels[other]) & UNTIL > level:
                    near |= 1 << pair
    if near != 0:
        place = cuda.atomic.add(local, 0, 1)
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        local[1] = cuda.atomic.add(counts, DUE, local[0])
    cuda.syncthreads()
    if near != 0:
        due[local[1] + place] = uint64(block) | (uint64(near) << NEAR)


@gpu_kernel_with(registers=48)
def expand_level(  # noqa: C901 - a kernel is one piece
    first: Any, ages: Any, levels: Any, left: Any, due: Any, counts: Any, discs: Any, level: Any
) -> None:
    """Expand all due blocks, each in three steps. Step 1 stores, in shared memory, the frontier and the moves inside
    each word. Step 2 adds the moves from other blocks. Step 3 adds the new positions to each word.

    counts[HERE] grows by the number of new positions, counts[LATER] by the number of other positions in their groups,
    which are reached one level later.
    """
    totals = cuda.shared.array(2, dtype=np.int64)
    frontiers = cuda.shared.array(SHARED_WORDS, dtype=np.uint64)
    gains = cuda.shared.array(SHARED_WORDS, dtype=np.uint64)
    inside = cuda.shared.array(64, dtype=np.uint64)
    free, known = cuda.const.array_like(FREE_WORDS), cuda.const.array_like(INSIDE)
    every = ((ONE << (TWO * uint64(discs - 6))) - ONE) & LOW
    new, last, before = uint32(level % 3), uint32((level + 2) % 3), uint32((level + 1) % 3)
    here, later = 0, 0
    thread, whole = cuda.threadIdx.x, counts[DUE]
    # Prepare the shared memory
    if thread < 2:
        totals[thread] = 0
    lane, number, base = cuda.grid(1) % WARP, cuda.grid(1) // WARP, thread // WARP * STRIDE
    frontiers[base + 64] = ZERO
    place = thread
    while place < 64:
        inside[place] = known[place]
        place += cuda.blockDim.x
    cuda.syncthreads()
    while number < whole:
        block, near = due[number] & BLOCK, due[number] >> NEAR
        # Step 1: the frontier, and the moves inside each word
        for part in range(64 // WARP):
            low, x, gained = part * WARP + lane, ZERO, ZERO
            if near & SIXTY_FOUR != ZERO:
                word = (block << SIX) | uint64(low)
                age = ages[word]
                x = _find_frontier(first, word, age, last, before)
                fresh = age | (_find_age(age, new) * OLD)
                if fresh != age:
                    ages[word] = fresh
                if x != ZERO:
                    gained = _move_second_and_third(x)
            frontiers[base + low], gains[base + low] = x, gained
        synchronize_warp()
        # Step 2: the moves from other blocks
        for part in range((47 + WARP) // WARP):
            # A pair of pegs, and one of the eight words whose three discs are off the pair.
            item = uint64(part * WARP + lane)
            pair = item >> THREE
            if item < uint64(48) and (near >> pair) & ONE != ZERO:
                low = _find_word_off(pair, item & SEVEN)
                word = (_find_neighbour(block, pair, every) << SIX) | low
                x = _find_frontier(first, word, ages[word], last, before) & free[pair]
                if x != ZERO:
                    cuda.atomic.or_(gains, base + int64(low), x)
        synchronize_warp()
        # Step 3: add the new positions to each word
        met = 0
        for part in range(64 // WARP):
            low = part * WARP + lane
            gained = gains[base + low]
            if near & SIXTY_FOUR != ZERO:
                gained |= _move_next_three(frontiers, base, inside[low])
            if gained != ZERO:
                word = (block << SIX) | uint64(low)
                reached = first[word]
                seen = (reached | (reached >> ONE) | (reached >> TWO) | (reached >> THREE)) & NIBBLES
                gained &= ~(seen * FIFTEEN)
                if gained != ZERO:
                    groups = (gained | (gained >> ONE) | (gained >> TWO) | (gained >> THREE)) & NIBBLES
                    marks, age = _gather_groups(groups), ALL_OLD
                    if near & SIXTY_FOUR != ZERO:
                        age = ages[word]
                    ages[word] = (age & ~(marks * OLD)) | (marks * new)
                    first[word] = reached | gained
                    positions, found = cuda.popc(gained), cuda.popc(groups)
                    here += positions
                    later += 4 * found - positions
                    met += found
        # Subtract the new groups from those left in this block
        met = sum_over_warp(met)
        if met > 0 and lane == 0:
            rest = left[block] - met
            left[block] = rest
            levels[block] = level + LASTS + (FULL if rest == 0 else 0)
        synchronize_warp()
        number += cuda.gridsize(1) // WARP
    # Add up the counters of the threads
    cuda.syncthreads()
    if here + later > 0:
        cuda.atomic.add(totals, 0, here)
        cuda.atomic.add(totals, 1, later)
    cuda.syncthreads()
    if thread < 2 and totals[thread] > 0:
        cuda.atomic.add(counts, HERE + thread, totals[thread])


@gpu_function
def _find_word_off(pair: Any, number: Any) -> Any:
    """One of the eight words of a block in which none of the three discs is on a pair of pegs; `number` selects it."""
    one, two = (FIRST_PEGS >> (TWO * (FIVE - pair))) & THREE, (OTHER_PEGS >> (TWO * (FIVE - pair))) & THREE
    bits = (number & ONE) | ((number & TWO) << ONE) | ((number & FOUR) << TWO)
    return (one * THREE_DISCS) ^ ((one ^ two) * bits)


@gpu_function
def _find_gate(gate: Any, discs: Any) -> Any:
    """The position of the gate with number `gate`. In it, all discs are on one pair of pegs, which the high bits of the
    number give; the low bits tell for each disc on which of the two pegs it is.
    """
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
def forget_entered(ages: Any, order: Any, begin: Any, end: Any, discs: Any, level: Any) -> None:
    """In the words that positions will enter at this level, mark groups as OLD if their outdated age could be mistaken
    for this level.
    """
    index = begin + cuda.grid(1)
    if index < end:
        word = _find_gate(order[index], discs) >> SIX
        age = ages[word]
        fresh = age | (_find_age(age, uint32(level % 3)) * OLD)
        if fresh != age:
            ages[word] = fresh


@gpu_kernel
def enter_level(
    first: Any, ages: Any, levels: Any, left: Any, order: Any, begin: Any, end: Any, discs: Any, level: Any, counts: Any
) -> None:
    """Add the positions that enter from other regions at a level. Several threads may change the same word."""
    index = begin + cuda.grid(1)
    if index >= end:
        return
    position = _find_gate(order[index], discs)
    word, bit = position >> SIX, position & SIXTY_THREE
    group = bit >> TWO
    new = uint32(level % 3)
    nibble = (first[word] >> (FOUR * group)) & FIFTEEN
    cuda.threadfence()  # a thread writes the age of a group before it adds to the group
    age = (ages[word] >> uint32(TWO * group)) & OLD
    if nibble != ZERO and age != new:
        return  # reached before
    cuda.atomic.and_(ages, word, ~((OLD ^ new) << uint32(TWO * group)))
    cuda.threadfence()
    before = cuda.atomic.or_(first, word, ONE << bit)
    if (before >> bit) & ONE:
        return
    cuda.atomic.add(counts, HERE, 1)
    if (before >> (FOUR * group)) & FIFTEEN:
        cuda.atomic.add(counts, LATER, -1)
    else:
        cuda.atomic.add(counts, LATER, 3)
        cuda.atomic.sub(left, word >> SIX, 1)
        levels[word >> SIX] = level + LASTS


@gpu_kernel
def note_arrivals(first: Any, ages: Any, times: Any, goals: Any, discs: Any, level: Any, counts: Any) -> None:
    """Record `level` as the time of the gates and goals that were reached at this level. `times` holds the times of all
    gates, then those of the goals.
    """
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
    """Set all elements of an array to the same number."""
    index = cuda.grid(1)
    if index < array.size:
        array[index] = value
