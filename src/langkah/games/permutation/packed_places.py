"""The packed form of permutation puzzles: a state is a whole number that holds the contents of all places side by side,
in lanes of equal width.

A move clears the lanes it changes and refills them from other lanes. `data` holds the bits per lane, the lanes per
word, the words per state, the number of moves and the offset of the goal. Then follow, for each move, the number of
lanes that it changes and a pair of lanes for each of them: the changed lane, and the lane its content comes from.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from langkah.games.permutation.cycles import Permutation
from langkah.packed import Packed

State = tuple[int, ...]

BITS, HELD, WORDS, MOVES, GOAL, FIRST = range(6)


def expand_places(state: int, out: Any, data: Any) -> int:
    """Write the state after each move to `out`; return the number of moves. A state is one word, with a lane (some
    bits) for each place.
    """
    bits, row = data[BITS], FIRST
    mask = (1 << bits) - 1
    for move in range(data[MOVES]):
        now = state
        changed = data[row]
        row += 1
        for _lane in range(changed):
            to, source = bits * data[row], bits * data[row + 1]
            now ^= ((state >> to ^ state >> source) & mask) << to
            row += 2
        out[move] = now
    return int(data[MOVES])


def is_in_order(state: int, data: Any) -> bool:
    """Whether the state is the goal: every place has the number that it has in the goal."""
    return bool(state == data[data[GOAL]])


def expand_places_wide(state: Any, out: Any, data: Any) -> int:
    """Like `expand_places`, for states of several words."""
    bits, held, words, row = data[BITS], data[HELD], data[WORDS], FIRST
    mask = (1 << bits) - 1
    for move in range(data[MOVES]):
        first = move * words
        for word in range(words):
            out[first + word] = state[word]
        changed = data[row]
        row += 1
        for _lane in range(changed):
            to, source = data[row], data[row + 1]
            before = state[to // held] >> bits * (to % held)
            after = state[source // held] >> bits * (source % held)
            out[first + to // held] ^= ((before ^ after) & mask) << bits * (to % held)
            row += 2
    return int(data[MOVES])


def is_in_order_wide(state: Any, data: Any) -> bool:
    """Like `is_in_order`, for states of several words."""
    same = True
    for word in range(data[WORDS]):
        same = same and state[word] == data[data[GOAL] + word]
    return same


class PackedPlaces(Packed[State]):
    """The packed form of a permutation puzzle."""

    unit_cost = True

    def __init__(self, start: State, goal: State, moves: Sequence[Permutation], size: int) -> None:
        self.kinds = sorted(set(goal))
        self.codes: Mapping[int, int] = {kind: code for code, kind in enumerate(self.kinds)}
        self.bits = max(1, (len(self.kinds) - 1).bit_length())
        held = 63 // self.bits
        self.words, self.word_bits = -(-len(goal) // held), held * self.bits
        self.places, self.branching, self.size = len(goal), len(moves), size
        self.start = self.pack(start)
        lists: list[int] = []
        for move in moves:
            changed = [(place, source) for place, source in enumerate(move) if place != source]
            lists += [len(changed), *(number for pair in changed for number in pair)]
        target = self.cut(self.pack(goal))
        ends = [target] if self.words == 1 else target
        self.data = [self.bits, held, self.words, len(moves), FIRST + len(lists), *lists, *ends]
        self.expand, self.goal = (
            (expand_places, is_in_order) if self.words == 1 else (expand_places_wide, is_in_order_wide)
        )

    def pack(self, state: State) -> int:
        """The number of a state: the codes of the contents of all places side by side, the first place in the lowest
        bits.
        """
        return sum(self.codes[kind] << self.bits * lane for lane, kind in enumerate(state))

    def unpack(self, word: int) -> State:
        """The state with this number: the content of each place."""
        mask = (1 << self.bits) - 1
        return tuple(self.kinds[word >> self.bits * lane & mask] for lane in range(self.places))
