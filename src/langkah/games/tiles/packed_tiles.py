"""The packed form of sliding tiles: a state is a whole number, divided into lanes of equal width. Lane 0 holds the cell
of the blank, lane 1 + c the tile on cell c.

A slide swaps a tile with the zero on the blank's cell, so it is one multiplication and one exclusive or. The plain
functions are compiled unchanged. Their `data` holds the bits per lane, the lanes per word, the words per state and the
offset of the goal, then for each cell of the blank the offset of a list. This list holds the number of directions, and
for each direction the number of cells that the blank can reach and these cells, nearest first. The methods that run in
Python use tables with the same content.
"""

from collections.abc import Sequence
from math import factorial
from typing import Any

from langkah.packed import Packed

State = tuple[int, ...]
Ways = tuple[tuple[int, ...], ...]  # the cells that the blank can reach in each direction, nearest first

HEAD = 4  # numbers in `data` before the offsets


def _expand_tiles(state: int, out: Any, data: Any) -> int:
    """Write to `out` the state after moving the blank to each cell that `data` lists for it, and return the number of
    states.
    """
    bits = data[0]
    mask = (1 << bits) - 1
    place = data[HEAD + (state & mask)]
    count = 0
    for _way in range(data[place]):
        place += 1
        now, hole = state, state & mask
        for _cell in range(data[place]):
            place += 1
            cell = data[place]
            tile = now >> bits * (cell + 1) & mask
            now ^= tile << bits * (cell + 1) ^ tile << bits * (hole + 1) ^ cell ^ hole
            hole = cell
            out[count] = now
            count += 1
    return count


def _is_tiles_goal(state: int, data: Any) -> bool:
    return bool(state == data[data[3]])


def _expand_tiles_wide(state: Any, out: Any, data: Any) -> int:
    """Like `_expand_tiles`, with the lanes in several words."""
    bits, held, words = data[0], data[1], data[2]
    mask = (1 << bits) - 1
    blank = state[0] & mask
    place = data[HEAD + blank]
    first = 0  # offset of the current successor
    for _way in range(data[place]):
        place += 1
        hole, before = blank, -1
        for _cell in range(data[place]):
            place += 1
            cell = data[place]
            for word in range(words):
                out[first + word] = state[word] if before < 0 else out[before + word]
            source, sink = cell + 1, hole + 1
            tile = out[first + source // held] >> bits * (source % held) & mask
            out[first + source // held] ^= tile << bits * (source % held)
            out[first + sink // held] ^= tile << bits * (sink % held)
            out[first] ^= cell ^ hole
            hole, before = cell, first
            first += words
    return int(first // words)


def _is_tiles_goal_wide(state: Any, data: Any) -> bool:
    same = True
    for word in range(data[2]):
        same = same and state[word] == data[data[3] + word]
    return same


class PackedTiles(Packed[State]):
    """The packed form of sliding tiles."""

    unit_cost = True

    def __init__(self, start: State, target: State, ways: Sequence[Ways]) -> None:
        self.cells, self.bits = len(start), max(1, (len(start) - 1).bit_length())
        self.mask = (1 << self.bits) - 1
        held = 63 // self.bits
        self.words, self.word_bits = -(-(self.cells + 1) // held), held * self.bits
        self.branching = max(sum(map(len, each)) for each in ways)
        self.size = factorial(self.cells)
        self.start, self.target = self.pack(start), self.pack(target)
        self.data = _make_tile_data([self.bits, held, self.words], ways, self.cut(self.target))
        self.expand, self.goal = (
            (_expand_tiles, _is_tiles_goal) if self.words == 1 else (_expand_tiles_wide, _is_tiles_goal_wide)
        )
        self.slides = [
            [[self._slide(hole, cell) for hole, cell in zip((blank, *way), way, strict=False)] for way in each]
            for blank, each in enumerate(ways)
        ]

    def _slide(self, hole: int, cell: int) -> tuple[int, int, int]:
        """The numbers that describe the slide of the tile on `cell` into `hole`: the lane of the tile, the factor that
        changes both lanes at once, and the change of the blank's cell.
        """
        here, there = self.bits * (cell + 1), self.bits * (hole + 1)
        return here, 1 << here | 1 << there, cell ^ hole

    def pack(self, state: State) -> int:
        """The number of a state: the cell of the blank, then the tile on each cell."""
        lanes = (state.index(0), *state)
        return sum(number << lane * self.bits for lane, number in enumerate(lanes))

    def unpack(self, word: int) -> State:
        """The state with this number: the tile on each cell."""
        return tuple(word >> lane * self.bits & self.mask for lane in range(1, self.cells + 1))

    def successors(self, word: int) -> Sequence[int]:
        """The numbers of the states one step away, by table lookup."""
        mask, found = self.mask, []
        for way in self.slides[word & mask]:
            now = word
            for lane, both, swap in way:
                now ^= (now >> lane & mask) * both ^ swap
                found.append(now)
        return found

    def is_goal(self, word: int) -> bool:
        """Whether every tile is on the cell that it has in the goal."""
        return word == self.target


def _make_tile_data(head: Sequence[int], ways: Sequence[Ways], target: int | Sequence[int]) -> list[int]:
    """The list `data` that the compiled functions read; it begins with the numbers in `head`."""
    pointers: list[int] = []
    lists: list[int] = []
    begin = HEAD + len(ways)
    for each in ways:
        pointers.append(begin + len(lists))
        lists.append(len(each))
        for way in each:
            lists += [len(way), *way]
    ends = [target] if isinstance(target, int) else target
    return [*head, begin + len(lists), *pointers, *lists, *ends]
