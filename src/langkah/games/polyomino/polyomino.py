"""Fill a board with pieces of joined squares, each used once: an exact cover problem.

A state gives for each piece the cells that it covers, as bits, or 0 if the piece is not on the board. Cells are
numbered along the shorter side of the board, so that a search fills the board from one end to the other. With `order =
"cell"` a step covers the first empty cell, so that every filling is found once; with `order = "piece"` it places the
next piece anywhere. Players may place and remove any piece. Backtracking prunes a state if the size of a hole is not a
sum of sizes of unused pieces, since this hole cannot be filled.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from math import inf
from random import Random
from re import fullmatch
from typing import NamedTuple, Self

from langkah.editor import Editor
from langkah.games.board_text import check_signs, name_cell, parse_cell, read_rows
from langkah.games.outline import BESIDE, Cell
from langkah.games.polyomino.exercise import MOST_SIDE, read_exercise, write_exercise
from langkah.games.polyomino.pieces import TURNINGS, Piece, list_turned, read_pieces, write_piece
from langkah.games.polyomino.random_pieces import draw_pieces
from langkah.games.polyomino.tray_picture import TrayPicture
from langkah.language import N_, _
from langkah.model import Cost, Estimate, Puzzle, Step
from langkah.scene import Scene
from langkah.settings import Mistakes, Setting
from langkah.start_settings import Order

State = tuple[int, ...]

EMPTY, OUTSIDE = ".", "#"
MOST_CELLS = 200
FIRST = "...../...../...../...../....."
FIRST_PIECES = ["AA/A", "BB/BB", " C/CC/C", "D D/DDD", "EEEE", "F/FF/FF"]


class Placement(NamedTuple):
    """A move: a piece, its orientation (0 if the piece is removed), and the cells that it covers, as bits."""

    piece: int
    way: int  # orientation from 1 (as drawn); 0 if the piece is removed
    cells: int


class Polyomino(Puzzle[State, Placement]):
    """Fill the board with all pieces."""

    title = N_("Polyominoes")
    shelf = N_("Place and fill")
    about = N_(
        "Place all pieces so that they fill the board. They may be turned and mirrored, and none overlaps another."
    )
    level_groups = (
        N_("First steps"),
        N_("Boards as in the IF2211 course exercise"),
        N_("Pentominoes"),
        N_("Impossible"),
    )
    small = {"board": ".../.../...", "pieces": ["A/AA", "B/BB", "CCC"]}
    settings = (
        Setting(
            "board",
            FIRST,
            N_("rows: . cell to be filled, # outside the board"),
            form="..../..../.##.",
            label=N_("Board"),
        ),
        Setting(
            "pieces",
            FIRST_PIECES,
            N_("the pieces, each drawn in its own letter"),
            form='["A/AA", "B/BB", "CCC"]',
            label=N_("Pieces"),
        ),
        Setting(
            "turning",
            "all",
            N_("how a piece may be placed"),
            choices=TURNINGS,
            meanings=(N_("turned and mirrored"), N_("turned, not mirrored"), N_("neither turned nor mirrored")),
            label=N_("Turning pieces"),
        ),
        Setting(
            "order",
            "cell",
            N_("what a search places next; players may choose freely"),
            choices=("cell", "piece"),
            meanings=(N_("any piece, on the first empty cell"), N_("the next piece, anywhere")),
            label=N_("What comes next"),
        ),
    )
    level_cost = True
    puzzle_orders = {
        "easy": Order((), 3, 6, ("four-by-four", "four-by-five")),
        "medium": Order((), 5, 8, ("five-by-five", "five-by-six")),
        "hard": Order((), 7, 14, ("six-by-six", "five-by-eight")),
    }
    generator_states = 2500

    def __init__(
        self,
        board: str | Sequence[str] = FIRST,
        pieces: str | Sequence[str] = FIRST_PIECES,
        turning: str = "all",
        order: str = "cell",
    ) -> None:
        mistakes = Mistakes()
        mistakes.check(self.settings, {"turning": turning, "order": order})
        rows = read_rows(board, "board", "..../..../.##.", MOST_SIDE**2, mistakes)
        check_signs(rows, "board", EMPTY + OUTSIDE, mistakes)
        if mistakes.are_fine("board") and not 1 <= "".join(rows).count(EMPTY) <= MOST_CELLS:
            text = _("board: it has {n} cells to fill; 1 to {most} are allowed")
            mistakes.say(text.format(n="".join(rows).count(EMPTY), most=MOST_CELLS), "board")
        found = read_pieces(pieces, mistakes)
        mistakes.raise_any()
        self.board, self.turning, self.order = "/".join(rows), turning, order
        self.rows, self.drawn = rows, found
        self.pieces = [write_piece(piece) for piece in found]
        wide = len(rows[0]) >= len(rows)
        cells = [(row, column) for row, line in enumerate(rows) for column, sign in enumerate(line) if sign == EMPTY]
        self.cells: list[Cell] = sorted(cells, key=lambda cell: cell[::-1] if wide else cell)
        self.number = {cell: number for number, cell in enumerate(self.cells)}
        self.full = (1 << len(cells)) - 1
        self.sizes = [len(piece.cells) for piece in found]
        self.start: State = (0,) * len(found)
        self._clicks: tuple[int, dict[int, dict[int, tuple[str, ...]]]] = 0, {}  # the last result of `_find_clicks`

    @classmethod
    def from_text(cls, text: str) -> dict[str, object] | None:
        """The settings for a text in the format of the exercise 'IQ Puzzler Pro'; None for a text in another format."""
        return read_exercise(text)

    def to_text(self) -> str:
        """Write the puzzle in the text format of the exercise 'IQ Puzzler Pro'."""
        return write_exercise(self.rows, self.drawn)

    def new_board(self, rng: Random) -> Self:
        """The same board with other random pieces that fill it; `self` if no such pieces are found."""
        pieces = draw_pieces(self.cells, self.turning, rng)
        return self if pieces is None else type(self)(self.board, pieces, self.turning, self.order)

    # Rules

    @cached_property
    def _places(self) -> list[list[list[Placement]]]:
        """For each piece and each cell, the placements of the piece for which this cell has the lowest number."""
        found = []
        for piece, drawn in enumerate(self.drawn):
            places: list[list[Placement]] = [[] for _cell in self.cells]
            for way, shape in enumerate(list_turned(drawn.cells, self.turning), 1):
                for down, right in self.cells:  # the position of the shape's first square
                    moved = [(row + down, column - shape[0][1] + right) for row, column in shape]
                    numbers = [self.number.get(cell, -1) for cell in moved]
                    if min(numbers) >= 0:
                        cells = sum(1 << number for number in numbers)
                        places[min(numbers)].append(Placement(piece, way, cells))
            found.append(places)
        return found

    def steps(self, state: State) -> Iterator[Step[State, Placement]]:
        """Every placement of an unused piece that fits: with `order = "cell"`, of any piece on the first empty cell;
        with `order = "piece"`, of the next piece anywhere.
        """
        taken = sum(state)
        if taken == self.full:
            return
        left = [piece for piece, cells in enumerate(state) if not cells]
        if self.order == "piece":
            left = left[:1]
        first = (~taken & taken + 1).bit_length() - 1
        for piece in left:
            where = [self._places[piece][first]] if self.order == "cell" else self._places[piece]
            for place in (place for places in where for place in places):
                if not place.cells & taken:
                    yield Step(place, (*state[:piece], place.cells, *state[piece + 1 :]))

    def player_steps(self, state: State) -> Iterator[Step[State, Placement]]:
        """The steps that a player may take: placing any unused piece anywhere, or removing a piece at no cost."""
        taken = sum(state)
        for piece, cells in enumerate(state):
            before, after = state[:piece], state[piece + 1 :]
            if cells:
                yield Step(Placement(piece, 0, cells), (*before, 0, *after), 0)
            else:
                for place in self._list_fitting(piece, taken):
                    yield Step(place, (*before, place.cells, *after))

    def _list_fitting(self, piece: int, taken: int) -> list[Placement]:
        """Every placement of a piece on free cells."""
        return [place for places in self._places[piece] for place in places if not place.cells & taken]

    def key(self, state: State) -> tuple[int, int]:
        """The covered cells and the used pieces, both as bits: they determine which steps are possible from here on."""
        return sum(state), sum(1 << piece for piece, cells in enumerate(state) if cells)

    def is_goal(self, state: State) -> bool:
        """Whether every cell is covered and every piece used."""
        return all(state) and sum(state) == self.full

    # Estimates

    @cached_property
    def _beside(self) -> list[int]:
        """The neighbours of each cell, as bits."""
        near = [[self.number.get((row + down, column + right)) for down, right in BESIDE] for row, column in self.cells]
        return [sum(1 << number for number in numbers if number is not None) for numbers in near]

    def list_holes(self, state: State) -> Iterator[int]:
        """The holes: connected groups of empty cells, each as bits."""
        empty = self.full & ~sum(state)
        while empty:
            hole, edge = 0, empty & -empty
            while edge:
                hole |= edge
                grown = 0
                while edge:
                    grown |= self._beside[(edge & -edge).bit_length() - 1]
                    edge &= edge - 1
                edge = grown & empty & ~hole
            empty &= ~hole
            yield hole

    def promising(self, state: State) -> bool:
        """Whether the size of every hole is a sum of sizes of unused pieces."""
        sums = 1  # one bit for each possible sum
        for size, cells in zip(self.sizes, state, strict=True):
            if not cells:
                sums |= sums << size
        return all(sums >> hole.bit_count() & 1 for hole in self.list_holes(state))

    def pieces_left(self, state: State) -> int:
        """The number of unused pieces; each of them takes one step."""
        return state.count(0)

    def look_at_holes(self, state: State) -> Cost:
        """The number of unused pieces; infinite if a hole cannot be filled."""
        return state.count(0) if self.promising(state) else inf

    estimates = (
        Estimate(
            N_("holes"),
            look_at_holes,
            True,
            N_("pieces still to be placed; infinite if a hole cannot be filled"),
            N_(
                "h = number of pieces still to be placed; ∞ if the size of a hole is not a sum of sizes of these pieces"
            ),
        ),
        Estimate(
            N_("pieces"),
            pieces_left,
            True,
            N_("pieces still to be placed"),
            N_("h = number of pieces still to be placed"),
        ),
    )

    def hopeless(self) -> str:
        """A reason why the board cannot be filled: the pieces have more or fewer cells than the board, or they cannot
        cover as many black and white cells as a chessboard of its shape has. Otherwise "".
        """
        whole = sum(self.sizes)
        if whole != len(self.cells):
            return _("the pieces have {n} cells in total, but the board has {all}").format(n=whole, all=len(self.cells))
        sums = {0}
        for piece in self.drawn:
            excess = _count_excess(piece.cells)
            sums = {each + sign * excess for each in sums for sign in (1, -1)}
        if _count_excess(self.cells) not in sums:
            return _(
                "if the board is coloured like a chessboard, no placement of the pieces covers the right "
                "numbers of black and white cells"
            )
        return ""

    def preferred(self) -> str:
        """Backtracking: all solutions have the same number of steps, so that the first one found is optimal."""
        return "backtracking"

    # Text and pictures

    def _list_cells(self, cells: int) -> list[Cell]:
        return sorted(cell for number, cell in enumerate(self.cells) if cells >> number & 1)

    def notation(self, move: Placement) -> str:
        """The piece, its orientation (1: as drawn) and its first cell in reading order, as in `A3-b2`; `-A` removes the
        piece A.
        """
        if not move.way:
            return f"-{self.drawn[move.piece].letter}"
        first = name_cell(*self._list_cells(move.cells)[0])
        return f"{self.drawn[move.piece].letter}{move.way}-{first}"

    def text(self, state: State) -> str:
        """The board with the letters of the pieces, `.` for empty cells, `#` for blocked ones."""
        grid = [list(row) for row in self.rows]
        for piece, cells in zip(self.drawn, state, strict=True):
            for row, column in self._list_cells(cells):
                grid[row][column] = piece.letter
        return "\n".join("".join(row) for row in grid)

    def likeness(self, state: State) -> str:
        """The board, then the shapes of the pieces, as text. The shapes do not depend on the orientations and letters
        in which the pieces were drawn.
        """
        shapes = sorted(min(list_turned(piece.cells, "all")) for piece in self.drawn)
        return "\n".join([self.text(state), *(write_piece(Piece("o", shape)).replace("/", "|") for shape in shapes)])

    def gestures(self, state: State, move: Placement) -> tuple[tuple[str, ...], ...]:
        """The clicks for a placement: the piece, then its cells in reverse order, from the last one on, until the
        placement is unique. A click on a placed piece removes it.
        """
        piece = f"piece {self.drawn[move.piece].letter}"
        return ((piece, *(self._find_clicks(sum(state), move.piece)[move.cells] if move.way else ())),)

    def _find_clicks(self, taken: int, piece: int) -> Mapping[int, tuple[str, ...]]:
        """For each placement of a piece on free cells, the cells to click. The result is cached until the covered cells
        change.

        Placements are sorted by their cells, last cell first. Those that begin with the same clicks are then adjacent,
        so that comparing each placement with its neighbours shows how many clicks make it unique.
        """
        if taken != self._clicks[0]:
            self._clicks = taken, {}
        if piece not in self._clicks[1]:
            ways = sorted(_list_bits_down(place.cells) for place in self._list_fitting(piece, taken))
            shared = [0, *(_count_shared(*pair) for pair in pairwise(ways)), 0]
            self._clicks[1][piece] = {
                sum(1 << cell for cell in cells): tuple(
                    self._name_handle(self.cells[cell]) for cell in cells[: max(shared[at : at + 2]) + 1]
                )
                for at, cells in enumerate(ways)
            }
        return self._clicks[1][piece]

    @staticmethod
    def _name_handle(cell: Cell) -> str:
        return f"cell {cell[0]},{cell[1]}"

    def refusal(self, state: State, clicks: Sequence[str]) -> str:
        """The message after clicks that place no piece, which says how to place a piece."""
        del state
        if not clicks or clicks[0] not in {f"piece {piece.letter}" for piece in self.drawn}:
            return _(
                "First choose a piece beside the board, then the cells that it will cover, from the bottom right "
                "towards the top left."
            )
        return _(
            "The piece cannot lie like that. Click the cells that it will cover, from the bottom right towards the "
            "top left."
        )

    def typed(self, text: str) -> tuple[str, ...]:
        """The clicks for a piece and a cell, typed as `notation` writes them."""
        found = fullmatch(r"([^\W\d_])(\d?)-?([a-z]{1,2}\d{1,2})", text.strip())
        cell = parse_cell(found[3]) if found else None
        return () if found is None or cell is None else (f"piece {found[1]}", self._name_handle(cell))

    def editor(self) -> Editor:
        """The editor in which the board is drawn character by character. The pieces can be changed only in the
        settings.
        """
        legend = ((EMPTY, "cell", _("cell")), (OUTSIDE, "wall", _("no cell")))
        return Editor("letters", "board", list(self.rows), legend)

    @cached_property
    def _picture(self) -> TrayPicture:
        return TrayPicture(self.rows, self.drawn)

    def scene(self, state: State) -> Scene:
        """The board with the placed pieces, and the unused pieces below it."""
        covered = [self._list_cells(cells) for cells in state]
        return self._picture.draw(covered)


def _list_bits_down(bits: int) -> list[int]:
    """The indices of the 1 bits, highest first."""
    return [place for place in range(bits.bit_length() - 1, -1, -1) if bits >> place & 1]


def _count_shared(one: Sequence[int], other: Sequence[int]) -> int:
    """The length of the common prefix of two sequences."""
    return next(at for at, pair in enumerate(zip(one, other, strict=True)) if pair[0] != pair[1])


def _count_excess(cells: Sequence[Cell]) -> int:
    """The difference between the numbers of black and white cells if the cells are coloured like a chessboard."""
    return abs(sum(1 if (row + column) % 2 else -1 for row, column in cells))
