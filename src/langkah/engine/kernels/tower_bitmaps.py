"""Four pegs, any number of discs, all positions from a tower: 64 positions at a time, one of each six look-alikes.

The three smallest discs live inside a 64-bit word: bit d0 + 4 * d1 + 16 * d2. The other discs, two bits each, are the
number of the word. The three pegs on which the tower does not stand can be exchanged, so of the words that differ only
by such an exchange one is kept: the one in which, from the largest disc down, peg 1 appears before 2 and 2 before 3.
The largest discs (the prefix) are numbered by a table; only prefixes that can be kept have a number. Where the discs of
a word use fewer than two of these pegs, the exchanges that are left are carried out inside the word.

Words lie in blocks. Each layer notes which blocks it reaches, and the next one looks at no others.
"""

from typing import Any

from langkah.engine.blocks import Bytes, Halves, Words
from langkah.engine.kernels import kernel
from langkah.engine.kernels.instructions import (
    add_atomically,
    count_ones,
    find_lowest_bit,
    shift_right,
    unite_atomically,
)
from langkah.engine.layout import BLOCK

LOW = 0x5555555555555555  # the lower bit of every disc
NIBBLES = 0x1111111111111111
PAIRS = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))


def to_signed(word: int) -> int:
    """A word of 64 bits as a signed number."""
    return word - (1 << 64) if word >> 63 else word


def make_masks(one: int, two: int) -> list[int]:
    """For a pair of pegs: positions of the three smallest discs that leave both free; those in which the second or the
    third disc can go from one to two, and how far apart the pegs are."""
    free = second = third = 0
    for bit in range(64):
        small, middle, large = bit & 3, bit >> 2 & 3, bit >> 4
        if small not in (one, two):
            second |= (middle == one) << bit
            if middle not in (one, two):
                third |= (large == one) << bit
                free |= (large not in (one, two)) << bit
    return [to_signed(free), to_signed(second), to_signed(third), two - one]


FREE, SECOND, THIRD, APART = map(tuple, zip(*(make_masks(*pair) for pair in PAIRS), strict=True))


def move_small_discs(x: int) -> Any:
    """One move of one of the three smallest discs, for all positions of a word at once."""
    some = (x | shift_right(x, 1) | shift_right(x, 2) | shift_right(x, 3)) & NIBBLES
    found = some * 15
    for pair in range(6):
        one, two, by = SECOND[pair], THIRD[pair], APART[pair]
        found |= ((x & one) << (4 * by)) | (shift_right(x, 4 * by) & one)
        found |= ((x & two) << (16 * by)) | (shift_right(x, 16 * by) & two)
    return found


def rename_pegs(x: int, first: int, second: int, third: int) -> int:
    """A word in which pegs 1, 2, 3 of the three smallest discs are called otherwise."""
    for size in range(3):
        step = 1 if size == 0 else 4 if size == 1 else 16
        mask = NIBBLES if size == 0 else 0x000F000F000F000F if size == 1 else 0xFFFF
        moved = x & mask
        moved |= (shift_right(x, step) & mask) << (step * first)
        moved |= (shift_right(x, 2 * step) & mask) << (step * second)
        moved |= (shift_right(x, 3 * step) & mask) << (step * third)
        x = moved
    return x


def choose_names(word: int, discs: int) -> int:
    """What pegs 1, 2, 3 must be called: two bits each; pegs that do not appear get the names that are left."""
    found, used = 0, 0
    disc = discs - 1
    while disc >= 0 and used < 3:
        peg = shift_right(word, 2 * disc) & 3
        if peg > 0 and (found >> (2 * peg)) & 3 == 0:
            used += 1
            found |= used << (2 * peg)
        disc -= 1
    for peg in range(1, 4):
        if (found >> (2 * peg)) & 3 == 0:
            used += 1
            found |= used << (2 * peg)
    return found


def apply_names(word: int, name: int) -> int:
    """A word's number under new names."""
    low, high = word & LOW, shift_right(word, 1) & LOW
    found = 0
    for peg in range(1, 4):
        there = (low if peg & 1 else ~low) & (high if peg & 2 else ~high) & LOW
        new = (name >> (2 * peg)) & 3
        found |= (there if new & 1 else 0) | ((there << 1) if new & 2 else 0)
    return found


def add_positions(after: Any, fresh: Any, place: int, bits: int, shared: int) -> None:
    """Add positions to the next layer."""
    if shared:
        unite_atomically(after, place, bits)
    else:
        after[place] |= bits
    fresh[place // BLOCK] = 1


def reach_other_word(
    free: int, word: int, seen: Any, after: Any, fresh: Any, ids: Any, discs: int, shift: int, shared: int
) -> None:
    """Reach a word that may lie under another prefix or need new names."""
    number = ids[word >> shift]
    if number & 1 == 0:
        name = choose_names(word, discs)
        word = apply_names(word, name)
        free = rename_pegs(free, (name >> 2) & 3, (name >> 4) & 3, (name >> 6) & 3)
        number = ids[word >> shift]
    place = (((number >> 1) - 1) << shift) | (word & ((1 << shift) - 1))
    free &= ~seen[place]
    if free != 0:
        add_positions(after, fresh, place, free, shared)


def reach_word(
    free: int, there: int, swap: int, full: int, place: int, near: int, seen: Any, after: Any, fresh: Any, ids: Any,
    discs: int, shift: int, shared: int,
) -> None:  # fmt: skip
    """Move the smallest of the discs `there`, those on two pegs whose numbers differ by `swap`, for all positions of a
    word whose small discs leave both pegs free. The discs `near` can move without leaving the prefix and its names."""
    if free == 0 or there == 0:
        return
    move = swap << find_lowest_bit(there)
    if there & near:
        place ^= move
        free &= ~seen[place]
        if free != 0:
            add_positions(after, fresh, place, free, shared)
    else:
        reach_other_word(free, full ^ move, seen, after, fresh, ids, discs, shift, shared)


def move_large_discs(
    x: int, full: int, place: int, near: int, seen: Any, after: Any, fresh: Any, ids: Any, discs: int, shift: int,
    shared: int,
) -> None:  # fmt: skip
    """Every move of a larger disc, for all positions of a word at once; for each pair of pegs the discs on them."""
    every = LOW & ((1 << (2 * discs)) - 1)
    low, high = full & every, shift_right(full, 1) & every
    reach_word(
        x & FREE[0], ~high & every, 1, full, place, near, seen, after, fresh, ids, discs, shift, shared
    )  # 0 and 1
    reach_word(
        x & FREE[1], ~low & every, 2, full, place, near, seen, after, fresh, ids, discs, shift, shared
    )  # 0 and 2
    reach_word(x & FREE[2], ~(low ^ high) & every, 3, full, place, near, seen, after, fresh, ids, discs, shift, shared)
    reach_word(x & FREE[3], low ^ high, 3, full, place, near, seen, after, fresh, ids, discs, shift, shared)  # 1 and 2
    reach_word(x & FREE[4], low, 2, full, place, near, seen, after, fresh, ids, discs, shift, shared)  # 1 and 3
    reach_word(x & FREE[5], high, 1, full, place, near, seen, after, fresh, ids, discs, shift, shared)  # 2 and 3


@kernel
def push_layer(
    seen: Words, now: Words, after: Words, active: Bytes, fresh: Bytes, shape: Words, ids: Halves, prefixes: Words,
    cursor: Words,
) -> int:  # fmt: skip
    """One thread's part of a layer: all moves from all its positions, block after block; each word is then forgotten.

    shape: discs besides the three smallest, bits below the prefix, words, whether threads share the work. ids[prefix]:
    0 where it cannot be kept; else twice its number + 2, and 1 more where nothing below it needs new names.
    """
    discs, shift, words, shared = shape[0], shape[1], shape[2], shape[3]
    part = (1 << shift) - 1
    while True:
        block = add_atomically(cursor, 0, 1)
        if block * BLOCK >= words:
            return 0
        if active[block] == 0:
            continue
        for place in range(block * BLOCK, min((block + 1) * BLOCK, words)):
            x = now[place]
            if x != 0:
                now[place] = 0
                found = move_small_discs(x) & ~seen[place]
                if found != 0:
                    add_positions(after, fresh, place, found, shared)
                prefix = prefixes[place >> shift]
                full, near = (prefix << shift) | (place & part), LOW & part if ids[prefix] & 1 else 0
                move_large_discs(x, full, place, near, seen, after, fresh, ids, discs, shift, shared)
        active[block] = 0


@kernel
def close_layer(after: Words, special: Words, count: int) -> int:
    """Carry out the exchanges that are left, inside the words that use fewer than two pegs; how many positions too
    many these words would be counted for if each position stood for six."""
    surplus = 0
    for number in range(count):
        x = after[special[number]]
        if x != 0:
            x |= rename_pegs(x, 1, 3, 2)
            if number == 0:  # the word whose discs are all on the first peg
                for _turn in range(2):
                    x |= rename_pegs(x, 2, 1, 3)
                    x |= rename_pegs(x, 1, 3, 2)
            after[special[number]] = x
            surplus += count_ones(x) * (5 if number == 0 else 3)
    return surplus


@kernel
def commit_layer(seen: Words, after: Words, fresh: Bytes, shape: Words, cursor: Words) -> int:
    """One thread's part of the end of a layer: what was found is seen. How many are new."""
    words, count = shape[2], 0
    while True:
        block = add_atomically(cursor, 0, 1)
        first, last = block * BLOCK, min((block + 1) * BLOCK, words)
        if first >= words:
            return count
        if fresh[block]:
            for place in range(first, last):
                found = after[place]
                seen[place] |= found
                count += count_ones(found)
