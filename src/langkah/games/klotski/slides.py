"""Sliding blocks as whole numbers: one number per position, equivalent positions merged, and a table of unit slides.

Each cell takes `bits` bits: 0 if it is empty, the code of the block's kind if it is the first cell of a block, and all
ones if it is another cell of a block. The slide of a block of one kind from one place by one cell is then described by
three numbers: it is possible if `word & need == have`, and `word ^ flip` performs it. Each slide is stored with the
first empty cell that it fills. The slides that can fill a cell are cached by the contents of the surrounding cells, so
that a step costs two lookups.

The states that people see, with a letter for each piece, and the packed positions of fast searches use this one table,
so they cannot disagree about rules or order.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from operator import getitem
from typing import NamedTuple

from langkah.games.klotski.blocks import Board, Kind
from langkah.games.klotski.slide_steps import FUNCTIONS, SlideData
from langkah.games.klotski.slide_steps import is_board_goal as goal_test
from langkah.games.klotski.slide_steps import is_board_goal_wide as goal_test_wide
from langkah.packed import Packed

State = tuple[int, ...]

# The order of the klotski paper: for each empty cell the blocks above, right, below and left of it
HEADINGS = {"down": (1, 0), "left": (0, -1), "up": (-1, 0), "right": (0, 1)}
MOST_REMEMBERED = 5_000  # cached surroundings of one cell; more than on any ordinary board


class Slide(NamedTuple):
    """The slide of one kind of block by one cell, from the place `here` to the place `there`. Places are numbered kind
    by kind, and for each kind cell by cell.
    """

    need: int  # the bits that decide whether the slide is possible
    have: int  # the values that these bits must have
    flip: int  # the bits that change
    cell: int  # the first empty cell that the slide fills
    heading: str
    here: int
    there: int


class _Travel(NamedTuple):
    """One move in the chosen metric: its start place and end place, the directions of its unit slides, and the packed
    position after it.
    """

    here: int
    there: int
    path: tuple[str, ...]
    word: int


class _Nearby(dict[int, tuple[Slide, ...]]):
    """The slides that can fill one empty cell, in a table by the contents of the surrounding cells. An entry of the
    table is computed when it is first needed.
    """

    def __init__(self) -> None:
        super().__init__()
        self.slides: list[Slide] = []
        self.window = 0  # all bits that decide whether any of the slides is possible

    def add(self, slide: Slide) -> None:
        """Add a slide whose first filled empty cell is the cell of this table."""
        self.slides.append(slide)
        self.window |= slide.need

    def __missing__(self, local: int) -> tuple[Slide, ...]:
        found = tuple(slide for slide in self.slides if local & slide.need == slide.have)
        if len(self) < MOST_REMEMBERED:
            self[local] = found
        return found


class SlideTable:
    """Every unit slide of every kind of block on one board, and the moves of the three metrics built from them."""

    def __init__(self, board: Board, kinds: Sequence[Kind], axis: str) -> None:
        self.size = len(board.cells)
        codes = len(kinds) + any(len(kind.shape) > 1 for kind in kinds)
        self.bits = codes.bit_length()
        self.ones = sum(1 << cell * self.bits for cell in range(self.size))
        self.marks = [self.marked(board, kind, code) for code, kind in enumerate(kinds, 1)]
        self.ways: dict[int, dict[str, Slide]] = {}
        for number, kind in enumerate(kinds):
            self.add_ways(board, number, kind, axis)
        every = (slide for ways in self.ways.values() for slide in ways.values())
        order = list(HEADINGS)
        self.slides = sorted(every, key=lambda slide: (slide.cell, order.index(slide.heading)))
        self.near = {1 << cell * self.bits: _Nearby() for cell in range(self.size)}
        for slide in self.slides:
            self.near[1 << slide.cell * self.bits].add(slide)
        self.travels: Mapping[str, Callable[[int], Iterator[_Travel]]] = {
            "steps": self.steps,
            "lines": self.lines,
            "moves": self.moves,
        }

    def marked(self, board: Board, kind: Kind, code: int) -> dict[int, int]:
        """For each place where a kind of block fits: the bits that represent the block there. Its first cell holds
        `code`, its other cells are all ones.
        """
        rest = (1 << self.bits) - 1
        found = {}
        for anchor in range(self.size):
            cells = board.covered(kind, anchor)
            if cells:
                found[anchor] = sum(rest << cell * self.bits for cell in cells[1:]) | code << anchor * self.bits
        return found

    def add_ways(self, board: Board, number: int, kind: Kind, axis: str) -> None:
        """Add the slides of one kind of block, from every place in every allowed direction."""
        full, marks = (1 << self.bits) - 1, self.marks[number]
        for anchor in marks:
            ways: dict[str, Slide] = {}
            row, column = board.cells[anchor]
            old = set(board.covered(kind, anchor))
            for heading in kind.headings(axis):
                down, right = HEADINGS[heading]
                onto = board.number.get((row + down, column + right), -1)
                if onto not in marks:
                    continue
                fresh = [cell for cell in board.covered(kind, onto) if cell not in old]
                shift = anchor * self.bits
                need = sum(full << cell * self.bits for cell in fresh) | full << shift
                have, flip = (number + 1) << shift, marks[anchor] ^ marks[onto]
                here, there = number * self.size + anchor, number * self.size + onto
                ways[heading] = Slide(need, have, flip, min(fresh), heading, here, there)
            self.ways[number * self.size + anchor] = ways

    def _sliding(self, word: int) -> list[Slide]:
        """The slides by one cell that are possible in the position `word`. They are ordered by the empty cell from the
        top left, then by direction as in the klotski paper.
        """
        taken, near = word, self.near
        for shift in range(1, self.bits):
            taken |= word >> shift
        empty = self.ones & ~taken
        found: list[Slide] = []
        while empty:
            cell = empty & -empty
            empty ^= cell
            around = near[cell]
            found += around[word & around.window]
        return found

    def steps(self, word: int) -> Iterator[_Travel]:
        """Every move of a block by one cell in the position `word`."""
        for slide in self._sliding(word):
            yield _Travel(slide.here, slide.there, (slide.heading,), word ^ slide.flip)

    def lines(self, word: int) -> Iterator[_Travel]:
        """Every move of a block in one direction by any distance in the position `word`; for each block and direction,
        the nearest place first.
        """
        for first in self._sliding(word):
            slide: Slide | None = first
            path: tuple[str, ...] = ()
            after = word
            while slide is not None and after & slide.need == slide.have:
                after ^= slide.flip
                path = (*path, slide.heading)
                yield _Travel(first.here, slide.there, path, after)
                slide = self.ways[slide.there].get(slide.heading)

    def moves(self, word: int) -> Iterator[_Travel]:
        """The moves of one block along any path: to every other place that it can reach, nearest first, each by one
        shortest path.
        """
        started: set[int] = set()
        for first in self._sliding(word):
            if first.here in started:
                continue
            started.add(first.here)
            reached = {first.here}
            queue = [_Travel(first.here, first.here, (), word)]
            for travel in queue:
                for slide in self.ways[travel.there].values():
                    if slide.there not in reached and travel.word & slide.need == slide.have:
                        reached.add(slide.there)
                        path = (*travel.path, slide.heading)
                        queue.append(_Travel(first.here, slide.there, path, travel.word ^ slide.flip))
            yield from queue[1:]

    def distances(self, goal: int, metric: str) -> dict[int, int]:
        """For each place from which a block can reach the place `goal` on an otherwise empty board: the cost in this
        metric of moving the block from there to `goal`.
        """
        found = {goal: 0}
        queue = deque([goal])
        while queue:
            place = queue.popleft()
            for onto in self._alone(place, metric):
                if onto not in found:
                    found[onto] = found[place] + 1
                    queue.append(onto)
        if metric == "moves":
            return {place: min(far, 1) for place, far in found.items()}
        return found

    def _alone(self, place: int, metric: str) -> Iterator[int]:
        """The places that a block can reach in one slide on an otherwise empty board: one cell away or, if `metric` is
        "lines", any distance in one direction.
        """
        for heading, slide in self.ways[place].items():
            onward: Slide | None = slide
            while onward is not None:
                yield onward.there
                onward = self.ways[onward.there].get(heading) if metric == "lines" else None


class PackedBoard(Packed[State]):
    """The packed form of a board: each of `cells` cells takes `bits` bits, and the position `word` is a goal if `word &
    goal_need == goal_have`.

    The data for compiled searches is created on first use.
    """

    unit_cost = True

    def __init__(
        self, table: SlideTable, metric: str, kinds: Sequence[int], start: State, goal: tuple[int, int]
    ) -> None:
        self.table, self.metric, self.kinds = table, metric, kinds
        self.marks = [table.marks[kind] for kind in kinds]
        self.bits, self.cells = table.bits, table.size
        self.goal_need, self.goal_have = goal
        self.start = self.pack(start)
        self.travels = table.travels[metric]
        self.word_bits = 63 // self.bits * self.bits
        self.words = -(-self.bits * self.cells // self.word_bits)
        self.branching = len(kinds) * (4 if metric == "steps" else self.cells)
        self.scratch = self.words + 2 * self.cells + 1
        self.expand = FUNCTIONS[metric, self.words > 1]
        self.goal = goal_test if self.words == 1 else goal_test_wide

    @cached_property
    def data(self) -> list[int]:  # type: ignore[override]
        """The list of slides that compiled searches read; `slide_steps` describes it."""
        return SlideData(self).data

    def pack(self, state: State) -> int:
        """The number of a state: the sum of the bits that represent its blocks."""
        return sum(map(getitem, self.marks, state))

    def unpack(self, word: int) -> State:
        """A state with this number. Pieces of the same kind are assigned to their places in reading order."""
        full = (1 << self.bits) - 1
        codes = [word >> cell * self.bits & full for cell in range(self.cells)]
        places = {code: iter([cell for cell in range(self.cells) if codes[cell] == code]) for code in set(codes)}
        return tuple(next(places[kind + 1]) for kind in self.kinds)

    def successors(self, word: int) -> list[int]:
        """The positions after every move from the position `word`."""
        if self.metric == "steps":
            return [word ^ slide.flip for slide in self.table._sliding(word)]
        return [travel.word for travel in self.travels(word)]

    def is_goal(self, word: int) -> bool:
        """Whether every goal block is in place."""
        return word & self.goal_need == self.goal_have


def make_goal_pattern(table: SlideTable, goals: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """The goal as a pair `need, have`: a position is a goal if `word & need == have`. `goals` gives the kind and the
    first cell of each goal piece.

    If there are no goal pieces, the result is a comparison that never holds.
    """
    need = have = 0
    for kind, anchor in goals:
        need |= (1 << table.bits) - 1 << anchor * table.bits
        have |= (kind + 1) << anchor * table.bits
    return (need, have) if need else (0, 1)
