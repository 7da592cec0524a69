"""A weighted grid as a map: rows of characters, where `#` is a wall and a digit is the cost of entering its square.

A diagonal step costs 1.4 times a straight step into the same square. This is close to the square root of 2, but exact,
so that a path can be proved to be the cheapest. Both squares beside a diagonal step must be free: no corner is cut.
"""

import heapq
from collections.abc import Collection
from fractions import Fraction
from functools import cached_property

from langkah.games.board_text import check_signs, name_cell, read_rows
from langkah.games.map_points import Point
from langkah.games.route.place_map import Link, PlaceMap
from langkah.language import _
from langkah.model import Cost
from langkah.settings import Mistakes

WALL, OPEN, START, GOAL, DIGITS = "#", ".", "S", "G", "0123456789"
SIGNS = OPEN + WALL + DIGITS + START + GOAL
MOST_CELLS = 2500
FORM = "S.3/.#./..G"
DIAGONAL = Fraction(7, 5)  # cost of a diagonal step, as a multiple of a straight one
STRAIGHT_WAYS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
DIAGONAL_WAYS = {"up-left": (-1, -1), "up-right": (-1, 1), "down-left": (1, -1), "down-right": (1, 1)}


class GridMap(PlaceMap):
    """The squares of a board that can be entered, named by column and row, with `a1` at the top left.

    Internally, a square is an index into the rows written one after the other, with walls around and between them. A
    step in a given direction then always adds the same offset, and needs no check for the edge.
    """

    def __init__(self, rows: list[str], *, diagonal: bool) -> None:
        self.rows, self.diagonal = rows, diagonal
        self.stride = len(rows[0]) + 1
        edge = WALL * self.stride
        self._signs = edge + "".join(row + WALL for row in rows) + edge + WALL
        self._names = [
            "" if sign == WALL else name_cell(index // self.stride - 1, index % self.stride)
            for index, sign in enumerate(self._signs)
        ]
        self._squares = {name: index for index, name in enumerate(self._names) if name}
        self.cheapest = min((_get_price(sign) for sign in set(self._signs) - {WALL}), default=0)
        ways = STRAIGHT_WAYS | (DIAGONAL_WAYS if diagonal else {})
        self._ways = [
            (way, *self._make_offsets(down, right), bool(down and right)) for way, (down, right) in ways.items()
        ]
        # The steps into a square, in the order of the squares where they begin: offsets are those of steps out, negated
        self._ways_back = sorted(((way, -by, -down, -right, turn) for way, by, down, right, turn in self._ways),
                                 key=lambda each: each[1])  # fmt: skip

    def _make_offsets(self, down: int, right: int) -> tuple[int, int, int]:
        """The offset of a step, and the offsets of the two squares beside it, which must be free if the step is
        diagonal.
        """
        return down * self.stride + right, down * self.stride, right

    @property
    def places(self) -> Collection[str]:
        """The names of all squares that can be entered, row by row."""
        return self._squares.keys()

    def find_cell(self, name: str) -> tuple[int, int]:
        """The row and column of a square."""
        row, column = divmod(self._squares[name], self.stride)
        return row - 1, column

    def name_square(self, row: int, column: int) -> str:
        """The name of the square in a row and column of the board; "" for a wall."""
        return self._names[(row + 1) * self.stride + column]

    def find_point(self, name: str) -> Point:
        """The position of a square, x to the right and y upwards."""
        row, column = self.find_cell(name)
        return float(column), float(-row)

    def get_price(self, name: str) -> int:
        """The cost of a straight step into a square."""
        return _get_price(self._signs[self._squares[name]])

    def find_sign(self, sign: str) -> str:
        """The name of the first square that has the character `sign` on the board; "" if there is none."""
        index = self._signs.find(sign)
        return "" if index < 0 else self._names[index]

    def list_links(self, name: str) -> list[Link]:
        """The steps from a square."""
        names, signs, here = self._names, self._signs, self._squares[name]
        return [
            Link(way, names[here + by], (DIAGONAL_PRICES if turn else PRICES)[signs[here + by]])
            for way, by, down, right, turn in self._ways
            if names[here + by] and (not turn or (names[here + down] and names[here + right]))
        ]

    def list_entries(self, name: str) -> list[Link]:
        """The steps into a square, each with the square where the step begins."""
        names, here = self._names, self._squares[name]
        sign = self._signs[here]
        return [
            Link(way, names[here + by], (DIAGONAL_PRICES if turn else PRICES)[sign])
            for way, by, down, right, turn in self._ways_back
            if names[here + by] and (not turn or (names[here + down] and names[here + right]))
        ]

    @cached_property
    def whole(self) -> bool:
        """Whether every cost is a whole number."""
        return not self.diagonal or super().whole

    def is_reversible(self) -> bool:
        """Whether every step has a reverse of the same cost."""
        return len({_get_price(sign) for sign in set(self._signs) - {WALL}}) <= 1 or super().is_reversible()

    def find_leading(self, goal: str) -> set[str]:
        """The squares from which `goal` can be reached. It suffices to follow straight steps: since no corner is cut,
        two straight steps can replace a diagonal one.
        """
        found, waiting = {self._squares[goal]}, [self._squares[goal]]
        for here in waiting:  # grows during the loop
            for there in (here - self.stride, here - 1, here + 1, here + self.stride):
                if self._names[there] and there not in found:
                    found.add(there)
                    waiting.append(there)
        return {self._names[index] for index in waiting}

    def measure_to(self, goal: str) -> dict[str, Cost]:
        """The least cost from every square that can reach `goal`. The costs are computed in fifths, so that a diagonal
        step has a whole cost, too.
        """
        names, unit = self._names, DIAGONAL.denominator
        found: dict[int, int] = {}
        best, heap = {self._squares[goal]: 0}, [(0, self._squares[goal])]
        while heap:
            far, here = heapq.heappop(heap)
            if here in found:
                continue
            found[here] = far
            price = _get_price(self._signs[here])
            for _way, by, down, right, turn in self._ways_back:
                if names[here + by] and (not turn or (names[here + down] and names[here + right])):
                    farther = far + price * (DIAGONAL.numerator if turn else unit)
                    if farther < best.get(here + by, farther + 1):
                        best[here + by] = farther
                        heapq.heappush(heap, (farther, here + by))
        return {names[index]: far // unit if far % unit == 0 else Fraction(far, unit) for index, far in found.items()}

    def measure_offsets(self, name: str, goal: str) -> tuple[int, int]:
        """The numbers of rows and columns between two squares, the larger first."""
        (row, column), (to_row, to_column) = self.find_cell(name), self.find_cell(goal)
        offsets = abs(row - to_row), abs(column - to_column)
        return max(offsets), min(offsets)

    def write_text(self, at: str, goal: str) -> str:
        """The board with `S` at the square `at` and `G` at the goal."""
        rows = [list(row.replace(START, OPEN).replace(GOAL, OPEN)) for row in self.rows]
        for name, sign in ((goal, GOAL), (at, START)):
            row, column = self.find_cell(name)
            rows[row][column] = sign
        return "\n".join(map("".join, rows))


def _get_price(sign: str) -> int:
    return int(sign) if sign in DIGITS else 1


def _price_diagonal(sign: str) -> Cost:
    price = DIAGONAL * _get_price(sign)
    return int(price) if price.denominator == 1 else price


PRICES: dict[str, Cost] = {sign: _get_price(sign) for sign in SIGNS if sign != WALL}  # of a step into a square
DIAGONAL_PRICES = {sign: _price_diagonal(sign) for sign in PRICES}


def read_grid(board: object, *, diagonal: bool, mistakes: Mistakes) -> GridMap | None:
    """The map for the rows of a board; None after recording mistakes."""
    rows = read_rows(board, "board", FORM, MOST_CELLS, mistakes)
    check_signs(rows, "board", SIGNS, mistakes)
    for sign in START + GOAL:
        count = "".join(rows).count(sign)
        if count > 1:
            mistakes.say(
                _("board: {sign} occurs {n} times; it may occur only once").format(sign=sign, n=count), "board"
            )
    return GridMap(rows, diagonal=diagonal) if rows and mistakes.are_fine("board") else None
