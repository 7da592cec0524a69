"""Finds a state where the two halves of a bidirectional breadth-first search meet."""

from langkah.engine.blocks import Words
from langkah.engine.kernels import kernel
from langkah.engine.kernels import table_control as at
from langkah.engine.kernels.breadth_first_wide import INDEX, TAG, is_same_state
from langkah.engine.kernels.instructions import hash_to_slot, mix_word, shift_right


@kernel
def find_common(states: Words, first: int, last: int, slots: Words, shift: int) -> int:
    """The index of the first state, among the one-word states `first` to `last` - 1, that a hash table contains; -1 if
    it contains none of them.
    """
    mask = (1 << (64 - shift)) - 1
    for index in range(first, last):
        slot = hash_to_slot(states[index], shift)
        while slots[slot] != 0 and slots[slot] != ~states[index]:
            slot = (slot + 1) & mask
        if slots[slot] != 0:
            return index
    return -1


@kernel
def find_common_wide(
    states: Words, first: int, last: int, slots: Words, shift: int, others: Words, words: int
) -> int:  # fmt: skip
    """Like `find_common`, for multi-word states. The hash table holds the indices of states in the list `others`."""
    mask = (1 << (64 - shift)) - 1
    for index in range(first, last):
        hashed = 0
        for number in range(words):
            hashed = mix_word(hashed, states[index * words + number])
        slot = shift_right(hashed, shift)
        there = slots[slot]
        while there != 0:
            if shift_right(there, at.INDEX_BITS) == hashed & TAG and is_same_state(
                others, ((there & INDEX) - 1) * words, states, index * words, words
            ):
                return index
            slot = (slot + 1) & mask
            there = slots[slot]
    return -1
