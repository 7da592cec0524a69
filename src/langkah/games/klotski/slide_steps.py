"""Sliding blocks for compiled searches: the slides of a board as one list of numbers, and plain functions that read it.

In every metric the functions find the same moves in the same order as `slides.SlideTable`; a test compares them. They
run in Python, and are compiled unchanged.

The list `data` begins with the bits per cell, the words per position, the number of cells, the cells per word, a number
with the lowest bit of every cell set, the offset of the scratch space in `out`, the offset of the cell pointers, and
the offset of the place pointers. Then follows the goal: `need` and `have`.

The pointer of a cell is the index of a list of slides: those for which it is the first empty cell that they fill. The
pointer of a place is the index of a list with the indices of the slides that start there. Both lists begin with the
index of their end. A slide is `need`, `have` and `flip`, each of `words` numbers. If the metric is not "steps" or a
position has several words, three numbers follow: the index of the next slide in the same direction (0: none), the start
place and the end place.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from langkah.games.klotski.slides import PackedBoard, Slide

BITS, WORDS, CELLS, HELD, ONES, ROOM, FILL, WAYS, GOAL = range(9)


def is_board_goal(state: int, data: Any) -> bool:
    """Whether every goal block is in place."""
    return bool(state & data[GOAL] == data[GOAL + 1])


def is_board_goal_wide(state: Any, data: Any) -> bool:
    """Like `is_board_goal`, for positions of several words."""
    return _can_slide(state, 0, data, GOAL)


def _expand_steps(state: int, out: Any, data: Any) -> int:
    """Write the positions after all moves of one block by one cell, and return their number. They are ordered by the
    empty cell that the block enters, from the top left.
    """
    taken = state
    for shift in range(1, data[BITS]):
        taken |= state >> shift
    empty = data[ONES] & ~taken
    count, fill = 0, data[FILL] - 1
    while empty:
        lowest = empty & -empty
        empty ^= lowest
        row = data[fill + lowest.bit_length()]
        end = data[row]
        row += 1
        while row < end:  # write first, count afterwards: this avoids a branch
            out[count] = state ^ data[row + 2]
            count += state & data[row] == data[row + 1]
            row += 3
    return count


def _expand_steps_wide(state: Any, out: Any, data: Any) -> int:
    """Like `_expand_steps`, for positions of several words."""
    return _write_steps(_copy_position(state, out, data), data)


def _expand_lines(state: int, out: Any, data: Any) -> int:
    """Write the positions after all moves of one block in one direction by any distance, and return their number."""
    out[data[ROOM]] = state
    return _write_lines(out, data)


def _expand_lines_wide(state: Any, out: Any, data: Any) -> int:
    """Like `_expand_lines`, for positions of several words."""
    return _write_lines(_copy_position(state, out, data), data)


def _expand_moves(state: int, out: Any, data: Any) -> int:
    """Write the positions after all moves of one block along any path, and return their number."""
    out[data[ROOM]] = state
    return _write_moves(out, data)


def _expand_moves_wide(state: Any, out: Any, data: Any) -> int:
    """Like `_expand_moves`, for positions of several words."""
    return _write_moves(_copy_position(state, out, data), data)


def _copy_position(state: Any, out: Any, data: Any) -> Any:
    """Copy the position to the scratch space of `out`, and return `out`."""
    for number in range(data[WORDS]):
        out[data[ROOM] + number] = state[number]
    return out


def _is_empty(out: Any, data: Any, cell: int) -> bool:
    word = out[data[ROOM] + cell // data[HELD]]
    return bool(word >> cell % data[HELD] * data[BITS] & ((1 << data[BITS]) - 1) == 0)


def _can_slide(words: Any, first: int, data: Any, row: int) -> bool:
    """Whether a slide is possible in a position. The numbers of the slide begin at data[row], and the words of the
    position at words[first].
    """
    same, size = True, data[WORDS]
    for number in range(size):
        same &= words[first + number] & data[row + number] == data[row + size + number]
    return same


def _write_slide(out: Any, first: int, data: Any, row: int, place: int) -> int:
    """Write the position after a slide to out[place], and return the offset after this position. The numbers of the
    slide begin at data[row], and the position before the slide at out[first].
    """
    size = data[WORDS]
    for number in range(size):
        out[place + number] = out[first + number] ^ data[row + 2 * size + number]
    return int(place + size)


def _write_steps(out: Any, data: Any) -> int:
    """Write the positions after all moves of one block by one cell, and return their number. The position before the
    move is in the scratch space.
    """
    place, room, size = 0, data[ROOM], data[WORDS]
    for cell in range(data[CELLS]):
        if _is_empty(out, data, cell):
            rows = data[data[FILL] + cell]
            for row in range(rows + 1, data[rows], 3 * size + 3):
                if _can_slide(out, room, data, row):
                    place = _write_slide(out, room, data, row, place)
    return int(place // size)


def _write_lines(out: Any, data: Any) -> int:
    """Write the positions after all moves of one block in one direction by any distance, nearest first, and return
    their number. The position before the move is in the scratch space.
    """
    place, room, size = 0, data[ROOM], data[WORDS]
    for cell in range(data[CELLS]):
        if _is_empty(out, data, cell):
            rows = data[data[FILL] + cell]
            for row in range(rows + 1, data[rows], 3 * size + 3):
                onward, source = row, room
                while onward > 0 and _can_slide(out, source, data, onward):
                    place = _write_slide(out, source, data, onward, place)
                    onward, source = data[onward + 3 * size], place - size
    return int(place // size)


def _write_moves(out: Any, data: Any) -> int:
    """Write the positions after all moves of one block along any path, and return their number. Each block goes once to
    every other place that it can reach, nearest first. The position before the move is in the scratch space.
    """
    place, room, size, blocks = 0, data[ROOM], data[WORDS], 0
    begun = room + size  # in `out`: the blocks already moved
    for cell in range(data[CELLS]):
        if _is_empty(out, data, cell):
            rows = data[data[FILL] + cell]
            for row in range(rows + 1, data[rows], 3 * size + 3):
                here = data[row + 3 * size + 1]
                if _can_slide(out, room, data, row) and not _is_among(out, begun, begun + blocks, here):
                    out[begun + blocks] = here
                    blocks += 1
                    place = _write_roaming(out, data, here, place)
    return int(place // size)


def _is_among(out: Any, first: int, last: int, value: int) -> bool:
    found = False
    for place in range(first, last):
        found |= out[place] == value
    return found


def _write_roaming(out: Any, data: Any, here: int, place: int) -> int:
    """Write every position in which the block at place `here` has moved to another place that it can reach. The first
    position is written to out[place]; returns the offset after the last one.
    """
    size, first = data[WORDS], place
    reached = data[ROOM] + size + data[CELLS]  # in `out`: the places visited by the block, its own first
    out[reached] = here
    source, turn, known = data[ROOM], 0, 1
    while turn < known:
        ways = data[data[WAYS] + out[reached + turn]]
        for way in range(ways + 1, data[ways]):
            row = data[way]
            there = data[row + 3 * size + 2]
            if _can_slide(out, source, data, row) and not _is_among(out, reached, reached + known, there):
                place = _write_slide(out, source, data, row, place)
                out[reached + known] = there
                known += 1
        source = first + turn * size
        turn += 1
    return place


FUNCTIONS: dict[tuple[str, bool], Callable[..., int]] = {  # by metric, and whether positions have several words
    ("steps", False): _expand_steps,
    ("lines", False): _expand_lines,
    ("moves", False): _expand_moves,
    ("steps", True): _expand_steps_wide,
    ("lines", True): _expand_lines_wide,
    ("moves", True): _expand_moves_wide,
}


class SlideData:
    """Builds the list of numbers that the functions of this module read."""

    def __init__(self, board: "PackedBoard") -> None:
        self.board = board
        self.lean = board.metric == "steps" and board.words == 1  # `expand_steps` finds its cells by their lowest bits
        bits, cells = board.bits, board.cells
        ones = sum(1 << cell * bits for cell in range(cells)) if board.words == 1 else 0
        room = (board.branching + 1) * board.words
        self.data = [bits, board.words, cells, board.word_bits // bits, ones, room, 0, 0]
        self.data += [*self.cut(board.goal_need), *self.cut(board.goal_have)]
        self.place: dict[tuple[int, str], int] = {}  # the index of each slide
        self.data[FILL] = self._pointers(cells * bits if self.lean else cells)
        self.data[WAYS] = self._pointers(0 if self.lean else max(board.table.ways, default=-1) + 1)
        for cell in range(cells):
            self._add_cell(cell)
        if not self.lean:
            self.add_ways()

    def cut(self, number: int) -> list[int]:
        """Split a number into the words of a position."""
        return [number] if self.board.words == 1 else list(self.board.cut(number))

    def _pointers(self, count: int) -> int:
        """Reserve `count` numbers for pointers; returns the index of the first."""
        self.data += [0] * count
        return len(self.data) - count

    def _add_cell(self, cell: int) -> None:
        """Add the list of slides for which `cell` is the first empty cell that they fill, and the pointer to
        this list.
        """
        end = len(self.data)
        self.data[self.data[FILL] + (cell * self.board.bits if self.lean else cell)] = end
        self.data.append(0)
        for slide in self.board.table.slides:
            if slide.cell == cell:
                self.place[slide.here, slide.heading] = len(self.data)
                self.data += self.numbers(slide)
        self.data[end] = len(self.data)

    def numbers(self, slide: "Slide") -> Iterator[int]:
        """The numbers that represent one slide."""
        for number in (slide.need, slide.have, slide.flip):
            yield from self.cut(number)
        if not self.lean:
            yield from (0, slide.here, slide.there)

    def add_ways(self) -> None:
        """Link every slide to the next one in its direction, and add for each place the list of slides that start
        there.
        """
        for place, ways in self.board.table.ways.items():
            for slide in ways.values():
                onward = self.place.get((slide.there, slide.heading), 0)
                self.data[self.place[place, slide.heading] + 3 * self.board.words] = onward
            self.data[self.data[WAYS] + place] = len(self.data)
            found = [self.place[place, heading] for heading in ways]
            self.data += [len(self.data) + 1 + len(found), *found]
