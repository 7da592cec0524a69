"""Floods one region of a tower on four pegs (see `engine/spaces/towers`): finds all positions of its small discs, level
by level. The search starts from gates, the positions with all small discs on two pegs; each gate is entered from
another region at a given level.

The three smallest discs are encoded as a bit within a 64-bit word (bit d0 + 4 * d1 + 16 * d2), the next three as the
index of a word in a block of 64, the others as the index of the block. A block is due if it has a frontier, or if moves
from a neighbour's frontier can reach it. A due block collects its part of the next level from its own frontier and from
those of its neighbours, of which there are at most six. It writes only to itself, so threads need no synchronisation. A
bit mask marks the words of a block with a frontier, so that sparse blocks cost little and dense ones are processed as a
whole.

A frontier that is two levels old need not be erased: all its successors have been visited, so it adds nothing.

`pairs` is the number of pairs of pegs between which discs can move; they are the first ones in PAIRS. These are all six
or, on a star, the three that contain the centre, peg 0. Loops over them have a constant end and a break, so that the
compiler unrolls them.
"""

from typing import Any

from langkah.engine.blocks import Bytes, Halves, Words
from langkah.engine.kernels import kernel
from langkah.engine.kernels.instructions import add_atomically, count_ones, find_lowest_bit, shift_right, widen

LOW = 0x5555555555555555  # the low bit of every disc
NIBBLES = 0x1111111111111111
PAIRS = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
STAR_PAIRS = 3  # the first of PAIRS, which contain the centre of a star
BLOCKS_AT_A_TIME = 256  # the portion of a thread
DENSE = 12  # words with a frontier from which on a block is processed as a whole
NEVER = 0xFFFFFFFF  # the time of an unreached entry or arrival
LEAVES = 255  # in `targets`: the disc to move is not one of those that index the words of a block

FIRST, OTHER = map(tuple, zip(*PAIRS, strict=True))
APART = tuple(one ^ two for one, two in PAIRS)
PLANE = tuple(0 if two & ~one & 1 else 1 for one, two in PAIRS)  # a bit that is set only in the second peg of a pair


def to_signed(word: int) -> int:
    """A 64-bit word as a signed number."""
    return word - (1 << 64) if word >> 63 else word


def make_masks(one: int, two: int) -> list[int]:
    """Three bit masks of positions for the pair of pegs `one` and `two`, then the difference two - one. The first mask
    holds the positions in which none of the three smallest discs is on the pair; the second, those in which the second
    disc can move from `one` to `two`; the third, those in which the third disc can.
    """
    free = second = third = 0
    for bit in range(64):
        small, middle, large = bit & 3, bit >> 2 & 3, bit >> 4
        if small not in (one, two):
            second |= (middle == one) << bit
            if middle not in (one, two):
                third |= (large == one) << bit
                free |= (large not in (one, two)) << bit
    return [to_signed(free), to_signed(second), to_signed(third), two - one]


FREE, SECOND, THIRD, DISTANCE = map(tuple, zip(*(make_masks(*pair) for pair in PAIRS), strict=True))


def move_small_discs(x: int) -> Any:
    """The positions that one move of one of the three smallest discs reaches from the positions in `x`. Positions of
    `x` itself may be among them.
    """
    some = (x | shift_right(x, 1) | shift_right(x, 2) | shift_right(x, 3)) & NIBBLES
    found = some * 15
    for pair in range(6):
        found |= move_second_and_third(x, pair)
    return found


def move_on_star(x: int) -> Any:
    """Like `move_small_discs`, but for a star, where discs move only to and from peg 0."""
    leaves = shift_right(x, 1) | shift_right(x, 2) | shift_right(x, 3)
    found = leaves & NIBBLES | (x & NIBBLES) * 14
    for pair in range(STAR_PAIRS):
        found |= move_second_and_third(x, pair)
    return found


def move_second_and_third(x: int, pair: int) -> Any:
    """The positions that one move of the second or the third disc between a pair of pegs reaches from the positions in
    `x`.
    """
    one, two, by = SECOND[pair], THIRD[pair], DISTANCE[pair]
    found = ((x & one) << (4 * by)) | (shift_right(x, 4 * by) & one)
    return found | ((x & two) << (16 * by)) | (shift_right(x, 16 * by) & two)


def move_inside_words(scratch: Words, pairs: int) -> None:
    """Apply one move of one of the three smallest discs to all 64 words of the second half of `scratch`; the results
    are in the first half. The loops for the two rules are separate, so that each is vectorized.
    """
    if pairs == STAR_PAIRS:
        for word in range(64):
            scratch[word] = move_on_star(scratch[64 + word])
    else:
        for word in range(64):
            scratch[word] = move_small_discs(scratch[64 + word])


def make_gate_masks() -> list[int]:
    """For each pair of pegs: a bit mask of the positions of three discs in which all three are on the pair. It applies
    to the bits of a word and to the words of a block.
    """
    places = [(bit & 3, bit >> 2 & 3, bit >> 4) for bit in range(64)]
    return [to_signed(sum(1 << bit for bit in range(64) if {*places[bit]} <= {*pair})) for pair in PAIRS]


def make_targets() -> list[int]:
    """For each word of a block and each pair of pegs: the word that is reached if a disc moves between the two pegs.
    The disc is the smallest one on the pair among the three in the index of the word; LEAVES if none of the three is on
    the pair.
    """
    found = []
    for word in range(64):
        for one, two in PAIRS:
            disc = next((disc for disc in range(3) if word >> 2 * disc & 3 in (one, two)), None)
            found.append(LEAVES if disc is None else word ^ (one ^ two) << 2 * disc)
    return found


GATE = tuple(make_gate_masks())


def find_discs_on(pair: int, block: int, every: int) -> int:
    """Of the discs that are encoded in the index of a block, those on a pair of pegs: one bit for each disc. `every` is
    the mask with the bits of all these discs.
    """
    low, high = block & every, shift_right(block, 1) & every
    if pair == 0:
        return ~high & every
    if pair == 1:
        return ~low & every
    if pair == 2:
        return ~(low ^ high) & every
    if pair == 3:
        return low ^ high
    return low if pair == 4 else high


def gather_words(now: Words, base: int, marks: int, targets: Bytes, scratch: Words, pairs: int) -> int:
    """Add to `scratch` the positions that moves inside a block reach from its frontier; `marks` is the mask of words
    that have a frontier. Returns the mask of words in `scratch` that may have changed.
    """
    touched = marks
    while marks != 0:
        word = find_lowest_bit(marks)
        marks &= marks - 1
        x = now[base + word]
        scratch[word] |= move_on_star(x) if pairs == STAR_PAIRS else move_small_discs(x)
        for pair in range(6):
            if pair == pairs:
                break
            to, free = targets[6 * word + pair], x & FREE[pair]
            if to != LEAVES and free != 0:
                scratch[to] |= free
                touched |= 1 << to
    return touched


def gather_block(now: Words, base: int, marks: int, scratch: Words, pairs: int) -> None:
    """Like `gather_words`, but process all 64 words of the block in one pass."""
    for word in range(64):
        scratch[64 + word] = now[base + word] if shift_right(marks, word) & 1 else 0
    move_inside_words(scratch, pairs)
    for pair in range(6):
        if pair == pairs:
            break
        one, two, free = FIRST[pair], OTHER[pair], FREE[pair]
        for rest in range(16):
            scratch[4 * rest + one] |= scratch[64 + 4 * rest + two] & free
            scratch[4 * rest + two] |= scratch[64 + 4 * rest + one] & free
        for small in range(4):
            if small in (one, two):
                continue
            for large in range(4):
                scratch[16 * large + 4 * one + small] |= scratch[64 + 16 * large + 4 * two + small] & free
                scratch[16 * large + 4 * two + small] |= scratch[64 + 16 * large + 4 * one + small] & free
            for middle in range(4):
                if middle not in (one, two):
                    scratch[16 * one + 4 * middle + small] |= scratch[64 + 16 * two + 4 * middle + small] & free
                    scratch[16 * two + 4 * middle + small] |= scratch[64 + 16 * one + 4 * middle + small] & free


def gather_neighbours(now: Words, marks: Words, block: int, every: int, scratch: Words, pairs: int) -> int:
    """Add to `scratch` the positions of this block that moves of larger discs reach from the frontiers of neighbouring
    blocks. Returns the mask of words in `scratch` that may have changed.
    """
    touched = 0
    for pair in range(6):
        if pair == pairs:
            break
        discs = find_discs_on(pair, block, every)
        if discs != 0:
            other = block ^ (APART[pair] << find_lowest_bit(discs))
            there, free = marks[other] & FREE[pair], FREE[pair]
            touched |= there
            while there != 0:
                word = find_lowest_bit(there)
                there &= there - 1
                scratch[word] |= now[64 * other + word] & free
    return touched


def compress_bits(x: int) -> int:
    """Extract every other bit, and pack these bits side by side."""
    x &= LOW
    x = (x | shift_right(x, 1)) & 0x3333333333333333
    x = (x | shift_right(x, 2)) & 0x0F0F0F0F0F0F0F0F
    x = (x | shift_right(x, 4)) & 0x00FF00FF00FF00FF
    x = (x | shift_right(x, 8)) & 0x0000FFFF0000FFFF
    return (x | shift_right(x, 16)) & 0xFFFFFFFF


def spread_bits(x: int) -> int:
    """Spread bits out with a gap after each: the inverse of `compress_bits`."""
    x = (x | (x << 16)) & 0x0000FFFF0000FFFF
    x = (x | (x << 8)) & 0x00FF00FF00FF00FF
    x = (x | (x << 4)) & 0x0F0F0F0F0F0F0F0F
    x = (x | (x << 2)) & 0x3333333333333333
    return (x | (x << 1)) & LOW


def note_arrivals(times: Halves, place: int, bits: int, pair: int, discs: int, level: int) -> None:
    """Record `level` as the arrival time at the gates in `bits`. A gate is a position with all discs on the pair of
    pegs `pair`.
    """
    while bits != 0:
        position = (place << 6) | find_lowest_bit(bits)
        bits &= bits - 1
        times[(pair << discs) | compress_bits(shift_right(position, PLANE[pair]))] = level


def finish_block(
    seen: Words, after: Words, fresh: Words, due: Bytes, full: Bytes, times: Halves, scratch: Words, block: int,
    touched: int, every: int, discs: int, level: int,
) -> int:  # fmt: skip
    """Store the new positions of a block, mark the blocks that are due next, and record arrivals at gates; returns the
    number of new positions.
    """
    base, new, count = 64 * block, 0, 0
    while touched != 0:
        word = find_lowest_bit(touched)
        touched &= touched - 1
        before = seen[base + word]
        found = scratch[word] & ~before
        scratch[word] = 0
        if found != 0:
            seen[base + word] = before | found
            after[base + word] = found
            new |= 1 << word
            count += count_ones(found)
    fresh[block] = new
    if new == 0:
        return 0
    mark_due(due, block, new, every)
    whole = -1
    for word in range(64):
        whole &= seen[base + word]
    full[block] = 1 if whole == -1 else 0
    for pair in range(6):
        if find_discs_on(pair, block, every) == every:
            words = new & GATE[pair]
            while words != 0:
                word = find_lowest_bit(words)
                words &= words - 1
                note_arrivals(times, base + word, after[base + word] & GATE[pair], pair, discs, level)
    return count


def mark_due(due: Bytes, block: int, new: int, every: int) -> None:
    """Mark a block that has a frontier as due, and also the neighbouring blocks that a move from this frontier can
    reach. `new` is the mask of the words with a frontier.
    """
    due[block] = 1
    for pair in range(6):
        discs = find_discs_on(pair, block, every)
        if discs != 0 and new & FREE[pair]:
            due[block ^ (APART[pair] << find_lowest_bit(discs))] = 1


@kernel
def expand_level(
    seen: Words, now: Words, after: Words, marks: Words, fresh: Words, due: Bytes, next_due: Bytes, full: Bytes,
    times: Halves, targets: Bytes, scratch: Words, cursor: Words, discs: int, level: int, pairs: int,
) -> int:  # fmt: skip
    """Expand one thread's share of the due blocks at a level, in portions; returns the number of new positions.

    cursor[0] is the first block that no thread has taken yet. Whenever a block is finished, the first half of `scratch`
    is zero again.
    """
    blocks, count = 1 << (2 * (discs - 6)), 0
    every = LOW & (blocks - 1)
    while True:
        first = add_atomically(cursor, 0, BLOCKS_AT_A_TIME)
        if first >= blocks:
            return count
        for block in range(first, min(first + BLOCKS_AT_A_TIME, blocks)):
            if due[block] == 0:
                continue
            due[block] = 0
            if full[block] != 0:
                fresh[block] = 0
                continue
            own = marks[block]
            if count_ones(own) > DENSE:
                gather_block(now, 64 * block, own, scratch, pairs)
                touched = -1
            else:
                touched = gather_words(now, 64 * block, own, targets, scratch, pairs)
            touched |= gather_neighbours(now, marks, block, every, scratch, pairs)
            count += finish_block(
                seen, after, fresh, next_due, full, times, scratch, block, touched, every, discs, level
            )


@kernel
def enter_level(
    seen: Words, after: Words, fresh: Words, due: Bytes, times: Halves, order: Halves, first: int, last: int,
    discs: int, level: int,
) -> int:  # fmt: skip
    """Add the positions that enter from other regions at a level: the gates order[first] to order[last - 1]. Returns
    the number of new positions.
    """
    every, count = LOW & ((1 << (2 * (discs - 6))) - 1), 0
    for index in range(first, last):
        gate = widen(order[index])
        pair, on = gate >> discs, gate & ((1 << discs) - 1)
        position = (FIRST[pair] * (LOW & ((1 << (2 * discs)) - 1))) ^ (APART[pair] * spread_bits(on))
        place, bit = position >> 6, 1 << (position & 63)
        if seen[place] & bit == 0:
            seen[place] |= bit
            block, word = place >> 6, 1 << (place & 63)
            after[place] = (after[place] | bit) if fresh[block] & word else bit
            fresh[block] |= word
            mark_due(due, block, word, every)
            for each in range(6):
                if find_discs_on(each, block, every) == every and word & GATE[each]:
                    note_arrivals(times, place, bit & GATE[each], each, discs, level)
            count += 1
    return count


@kernel
def sort_entries(entries: Halves, count: int, order: Halves, ends: Words, levels: int) -> int:
    """Sort gates by entry time: the gates with time t are in `order` from ends[t] up to, but not including,
    ends[t + 1].
    """
    for level in range(levels + 2):
        ends[level] = 0
    for gate in range(count):
        time = widen(entries[gate])
        if time < levels:
            ends[time + 2] += 1
    for level in range(levels):
        ends[level + 2] += ends[level + 1]
    for gate in range(count):
        time = widen(entries[gate])
        if time < levels:
            order[ends[time + 1]] = gate
            ends[time + 1] += 1
    return 0


@kernel
def hand_over(
    times: Halves, source: int, entries: Halves, known: Halves, target: int, count: int, is_mirrored: int
) -> int:
    """Pass the arrival times at the gates of a region to a neighbouring region as entry times, one move later. With
    `is_mirrored`, the neighbour numbers its gates in reverse order. Returns the earliest new entry time that is before
    the neighbour's own arrival time at the same gate (`known`), or NEVER.
    """
    lowest = NEVER
    for gate in range(count):
        time = widen(times[source + gate]) + 1
        place = target + (count - 1 - gate if is_mirrored else gate)
        if time < widen(entries[place]):
            entries[place] = time
            if time < widen(known[place]):
                lowest = min(lowest, time)
    return lowest
