"""Boards of peg solitaire: holes, jumps, symmetries, and proofs that a position is hopeless.

Holes are numbered row by row; a position is a whole number with a bit for each hole that has a peg. A position is dead
if it cannot be solved.

Two classic arguments prove without a search that a position is dead. Colour the diagonals with three colours in turn:
every jump changes the number of pegs on each colour by one, so all three parities flip together, and whether two of
them agree never changes (Reiss, 1857). And if each hole has a weight such that no jump increases the total, a position
lighter than the goal cannot reach it (Conway's pagoda functions). Regular patterns give such weights for any board. For
well-known boards, `known_boards.toml` has better weights, found by linear programming; for the English board it also
lists the positions after nine jumps that are dead although no weight proves it. Positions with few pegs are looked up:
all solvable ones are listed by jumping backwards from the last peg.
"""

import tomllib
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import accumulate
from pathlib import Path as FilePath
from typing import Any, NamedTuple

Cell = tuple[int, int]

WAYS = ((-1, 0), (0, 1), (1, 0), (0, -1))
MOST_ENDGAMES = 60_000  # listed backwards from the last peg, in a fifth of a second
# The image of a hole when a board is rotated or reflected, from its row and column and the last row and column.
TURNS: tuple[Callable[[int, int, int, int], Cell], ...] = (
    lambda row, column, _down, _right: (row, column),
    lambda row, column, _down, right: (row, right - column),
    lambda row, column, down, _right: (down - row, column),
    lambda row, column, down, right: (down - row, right - column),
    lambda row, column, _down, _right: (column, row),
    lambda row, column, _down, right: (right - column, row),
    lambda row, column, down, _right: (column, down - row),
    lambda row, column, down, right: (right - column, down - row),
)
# Rows and columns modulo 2 or 3 with weights that no jump increases: 1, 1, 0 and 1, 0 in turn, and their products.
PATTERNS = ((1, 0), (0, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1), (1,))


class Jump(NamedTuple):
    """A jump of a peg from one hole over another into a third. It is possible if `position & need == have`, and
    `position ^ need` performs it.
    """

    start: int
    over: int
    end: int
    need: int  # the three bits
    have: int  # their required values: pegs on the first two


class Opening(NamedTuple):
    """Dead positions of a game with a given number of pegs: those that no weight proves dead. Of positions that are
    equal under rotation or reflection, only one is listed.
    """

    pegs: int
    dead: frozenset[int]


class PegBoard:
    """A board: its holes, numbered in reading order."""

    def __init__(self, cells: Iterable[Cell]) -> None:
        self.cells = sorted(cells)
        self.number = {cell: number for number, cell in enumerate(self.cells)}

    @cached_property
    def jumps(self) -> list[Jump]:
        """Every possible jump on the board, ordered by its first hole, then by direction."""
        found = []
        for start, (row, column) in enumerate(self.cells):
            for down, right in WAYS:
                over = self.number.get((row + down, column + right))
                end = self.number.get((row + 2 * down, column + 2 * right))
                if over is not None and end is not None:
                    have = 1 << start | 1 << over
                    found.append(Jump(start, over, end, have | 1 << end, have))
        return found

    def find_symmetries(self, fixed: int | None) -> list[list[int]]:
        """For each rotation or reflection that maps the board onto itself: the image of each hole. If `fixed` is a
        hole, only the symmetries that keep it in place are listed.
        """
        down, right = (max(each) for each in zip(*self.cells, strict=True))
        found = []
        for turn in TURNS:
            onto = [self.number.get(turn(row, column, down, right), -1) for row, column in self.cells]
            if -1 not in onto and (fixed is None or onto[fixed] == fixed) and onto not in found:
                found.append(onto)
        return found

    @cached_property
    def _colours(self) -> list[int]:
        """The holes of each of the three diagonal colours, as bits, for both diagonal directions."""
        return [
            sum(1 << number for number, (row, column) in enumerate(self.cells) if (row + side * column) % 3 == colour)
            for side in (1, -1)
            for colour in range(3)
        ]

    def find_class(self, pegs: int) -> tuple[bool, ...]:
        """The properties of a position that no jump changes: for each pair of colours, whether the numbers of pegs on
        them have the same parity.
        """
        odd = [(pegs & holes).bit_count() % 2 for holes in self._colours]
        return tuple(odd[side + colour] == odd[side + (colour + 1) % 3] for side in (0, 3) for colour in range(3))

    @cached_property
    def pagodas(self) -> list[list[int]]:
        """Lists of hole weights whose total no jump increases. They combine patterns along rows and columns, and are
        checked against every jump.
        """
        found = []
        for rows in PATTERNS:
            for columns in PATTERNS:
                weights = [rows[row % len(rows)] * columns[column % len(columns)] for row, column in self.cells]
                fine = self._loses_by_every_jump(weights)
                if fine and any(weights) and not all(weights) and weights not in found:
                    found.append(weights)
        return found

    @cached_property
    def _known(self) -> dict[str, Any]:
        """The data about this board in `known_boards.toml`; empty if the file does not contain the board."""
        rows: dict[int, str] = {}
        for row, column in self.cells:
            rows[row] = rows.get(row, "").ljust(column) + "."
        shape = "/".join(rows.values())
        text = (FilePath(__file__).parent / "known_boards.toml").read_text(encoding="utf-8")
        return next((each for each in tomllib.loads(text)["board"] if each["shape"] == shape), {})

    @cached_property
    def weights(self) -> list[list[int]]:
        """All lists of hole weights: the pagoda functions, and the lists for this board in `known_boards.toml`, under
        every symmetry of the board. Only lists whose total no jump increases are used.
        """
        turns = self.find_symmetries(None)
        given = [[int(word) for word in line.split()] for line in self._known.get("weights", ())]
        turned = {tuple(each[hole] for hole in onto) for each in given for onto in turns}
        fine = [list(each) for each in sorted(turned) if self._loses_by_every_jump(each)]
        return [*self.pagodas, *(each for each in fine if each not in self.pagodas)]

    def _loses_by_every_jump(self, weights: Sequence[int]) -> bool:
        return all(weights[jump.end] <= weights[jump.start] + weights[jump.over] for jump in self.jumps)

    def list_dead(self, start: int, ends: Sequence[int]) -> Opening:
        """The dead positions that `known_boards.toml` lists for the game from `start` to a last peg in one of `ends`;
        none if the file does not contain this game.
        """
        found = self._known.get("opening", {})
        if (found.get("start"), found.get("ends")) != (start, list(ends)):
            return Opening(0, frozenset())
        return Opening(found["pegs"], frozenset(accumulate(int(word, 36) for word in found["dead"].split())))

    def find_ends(self, pegs: int, ends: Iterable[int]) -> list[int]:
        """The holes among `ends` where the last peg can still end, as far as `find_class` and the weights in `pagodas`
        tell.
        """
        kind = self.find_class(pegs)
        left = [end for end in ends if self.find_class(1 << end) == kind]
        for weights in self.pagodas if left else ():
            whole = sum(weight for number, weight in enumerate(weights) if pegs >> number & 1)
            left = [end for end in left if weights[end] <= whole]
        return left

    def list_endgames(self, ends: Iterable[int]) -> tuple[int, set[int]]:
        """A number n, and the set of all positions with at most n pegs that can be solved with the last peg in one of
        `ends`. n is as large as the limit on the size of this set allows.
        """
        layer = {1 << end for end in ends}
        found, pegs = set(layer), 1
        back = [(jump.need, 1 << jump.end) for jump in self.jumps]
        while layer:
            layer = {position ^ need for position in layer for need, end in back if position & need == end}
            if len(found) + len(layer) > MOST_ENDGAMES:
                break
            found |= layer
            pegs += 1
        return (pegs if layer else len(self.cells)), found


def turn_position(pegs: int, onto: Sequence[int]) -> int:
    """The position after a rotation or reflection of the board; `onto` gives the image of each hole."""
    return sum(1 << hole for number, hole in enumerate(onto) if pegs >> number & 1)
