"""A weighted grid as a map: rows of characters, where `#` is a wall and a digit is the cost of entering its square.

A diagonal step costs 1.4 times a straight one into the same square: close to the square root of 2, but exact, so that a
path can be proved to be the cheapest. Both squares beside it must be free: no cutting corners.
"""

from collections.abc import Iterator
from fractions import Fraction

from langkah.games.board_text import check_signs, name_cell, read_rows
from langkah.games.route.place_map import Link, PlaceMap
from langkah.language import _
from langkah.model import Cost
from langkah.settings import Mistakes

WALL, OPEN, START, GOAL, DIGITS = "#", ".", "S", "G", "0123456789"
SIGNS = OPEN + WALL + DIGITS + START + GOAL
MOST_CELLS = 2500
FORM = "S.3/.#./..G"
DIAGONAL = Fraction(7, 5)  # times the cost of a straight step
STRAIGHT_WAYS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
DIAGONAL_WAYS = {"up-left": (-1, -1), "up-right": (-1, 1), "down-left": (1, -1), "down-right": (1, 1)}


class GridMap(PlaceMap):
    """The squares of a board that can be entered, named like cells, with `a1` at the top left."""

    def __init__(self, rows: list[str], *, diagonal: bool) -> None:
        self.rows, self.diagonal = rows, diagonal
        self.cells = {
            name_cell(row, column): (row, column)
            for row, line in enumerate(rows)
            for column, sign in enumerate(line)
            if sign != WALL
        }
        self.names = {cell: name for name, cell in self.cells.items()}
        self.points = {name: (float(column), float(-row)) for name, (row, column) in self.cells.items()}
        self.cheapest = min((self.get_price(name) for name in self.cells), default=0)
        super().__init__({name: list(self._list_links(name)) for name in self.cells})

    def get_price(self, name: str) -> int:
        """The cost of a straight step into a square."""
        row, column = self.cells[name]
        sign = self.rows[row][column]
        return int(sign) if sign in DIGITS else 1

    def find_sign(self, sign: str) -> str:
        """The square with a character, "" if there is none."""
        return next((name for name, (row, column) in self.cells.items() if self.rows[row][column] == sign), "")

    def _list_links(self, name: str) -> Iterator[Link]:
        row, column = self.cells[name]
        for way, (down, right) in (STRAIGHT_WAYS | (DIAGONAL_WAYS if self.diagonal else {})).items():
            there = self.names.get((row + down, column + right))
            if there is None:
                continue
            straight = not (down and right)
            if straight or ((row + down, column) in self.names and (row, column + right) in self.names):
                yield Link(way, there, self.get_price(there) if straight else self._price_diagonal(there))

    def _price_diagonal(self, name: str) -> Cost:
        price = DIAGONAL * self.get_price(name)
        return int(price) if price.denominator == 1 else price

    def measure_offsets(self, name: str, goal: str) -> tuple[int, int]:
        """The numbers of rows and columns between two squares, the larger first."""
        (row, column), (to_row, to_column) = self.cells[name], self.cells[goal]
        offsets = abs(row - to_row), abs(column - to_column)
        return max(offsets), min(offsets)

    def write_text(self, at: str, goal: str) -> str:
        """The board with `S` at a square and `G` at the goal."""
        marks = {self.cells[goal]: GOAL, self.cells[at]: START}

        def write(row: int, column: int) -> str:
            sign = self.rows[row][column]
            return marks.get((row, column), OPEN if sign in (START, GOAL) else sign)

        return "\n".join(
            "".join(write(row, column) for column in range(len(line))) for row, line in enumerate(self.rows)
        )


def read_grid(board: object, *, diagonal: bool, mistakes: Mistakes) -> GridMap | None:
    """The map for the rows of a board; None after recording mistakes."""
    rows = read_rows(board, "board", FORM, MOST_CELLS, mistakes)
    check_signs(rows, "board", SIGNS, mistakes)
    for sign in START + GOAL:
        count = "".join(rows).count(sign)
        if count > 1:
            mistakes.say(_("board: {sign} occurs {n} times; it may occur once").format(sign=sign, n=count), "board")
    return GridMap(rows, diagonal=diagonal) if rows and mistakes.are_fine("board") else None
