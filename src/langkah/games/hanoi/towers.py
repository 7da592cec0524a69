"""The Tower of Hanoi as whole numbers: a few bits for the peg of each disc, the smallest disc in the lowest bits.

The functions are plain Python and compiled unchanged. Their argument `data` holds the parameters of a problem: the
number of discs, pegs, bits per disc, discs per word and goals; then for each peg the number of pegs that can be reached
from it, and the list of these pegs, padded to the same length; then the goals.
"""

from collections.abc import Sequence
from typing import Any

from langkah.packed import Packed

State = tuple[int, ...]


def _expand_towers(state: int, out: Any, data: Any) -> int:
    """Write to `out` the state after each legal move, and return their number. The state is one word with all discs."""
    discs, pegs, bits = data[0], data[1], data[2]
    tops = pegs * (pegs - 1) + 1  # offset of the scratch space in `out`
    mask = (1 << bits) - 1
    for peg in range(pegs):
        out[tops + peg] = discs
    for disc in range(discs - 1, -1, -1):
        out[tops + (state >> disc * bits & mask)] = disc
    count = 0
    for peg in range(pegs):
        disc, row = out[tops + peg], 5 + peg * (pegs + 1)
        if disc < discs:
            for place in range(row + 1, row + 1 + data[row]):
                other = data[place]
                if disc < out[tops + other]:
                    out[count] = state ^ (peg ^ other) << disc * bits
                    count += 1
    return count


def _is_towers_goal(state: int, data: Any) -> bool:
    first = 5 + data[1] * (data[1] + 1)
    found = False
    for place in range(first, first + data[4]):
        found |= state == data[place]
    return found


def _expand_towers_wide(state: Any, out: Any, data: Any) -> int:
    """Do the same as `_expand_towers` for a state whose discs need several words."""
    discs, pegs, bits, held = data[0], data[1], data[2], data[3]
    words = (discs + held - 1) // held
    tops = (pegs * (pegs - 1) + 1) * words
    mask = (1 << bits) - 1
    for peg in range(pegs):
        out[tops + peg] = discs
    for disc in range(discs - 1, -1, -1):
        out[tops + (state[disc // held] >> disc % held * bits & mask)] = disc
    count = 0
    for peg in range(pegs):
        disc, row = out[tops + peg], 5 + peg * (pegs + 1)
        if disc < discs:
            for place in range(row + 1, row + 1 + data[row]):
                other = data[place]
                if disc < out[tops + other]:
                    for word in range(words):
                        out[count * words + word] = state[word]
                    out[count * words + disc // held] ^= (peg ^ other) << disc % held * bits
                    count += 1
    return count


def _is_towers_goal_wide(state: Any, data: Any) -> bool:
    words = (data[0] + data[3] - 1) // data[3]
    first = 5 + data[1] * (data[1] + 1)
    for number in range(data[4]):
        same = True
        for word in range(words):
            same = same and state[word] == data[first + number * words + word]
        if same:
            return True
    return False


class PackedTowers(Packed[State]):
    """The packed form of the Tower of Hanoi: the peg of each disc, side by side in one word or several."""

    unit_cost = True

    def __init__(self, start: State, pegs: int, ways: Sequence[Sequence[int]], goals: Sequence[State]) -> None:
        self.discs, self.pegs = len(start), pegs
        self.bits = (pegs - 1).bit_length()
        held = 63 // self.bits
        self.words, self.word_bits = -(-self.discs // held), held * self.bits
        self.branching, self.scratch = pegs * (pegs - 1), pegs
        self.size = pegs**self.discs
        self.start = self.pack(start)
        self.data = [self.discs, pegs, self.bits, held, len(goals)]
        for way in ways:
            self.data += [len(way), *way, *[0] * (pegs - len(way))]
        for each in goals:
            self.data += [self.pack(each)] if self.words == 1 else self.cut(self.pack(each))
        self.expand, self.goal = (
            (_expand_towers, _is_towers_goal) if self.words == 1 else (_expand_towers_wide, _is_towers_goal_wide)
        )

    def pack(self, state: State) -> int:
        """The number of a state: the pegs of all discs side by side, the smallest disc in the lowest bits."""
        return sum(peg << disc * self.bits for disc, peg in enumerate(state))

    def unpack(self, word: int) -> State:
        """The state with this number: the peg of each disc."""
        mask = (1 << self.bits) - 1
        return tuple(word >> disc * self.bits & mask for disc in range(self.discs))
