"""Queens in regions: one queen in each row, column and coloured region, and no two of them touch, not even diagonally.

Newspapers print this puzzle as Star Battle with one star; it is also an exercise of the course IF2211, whose text
format is supported: a square of letters, one per region. The slots for queens are the rows, the columns or the regions,
as the setting `order` says; a search fills them one after another. A state holds the cells of the queens placed so far,
in the order of their slots. The setting `tree` says how much a step checks before it places a queen. In each tree,
backtracking tries every cell of the next slot and rejects cells that break a rule (`attempts`). Players may place and
remove queens in any order.
"""

from bisect import bisect
from collections.abc import Iterator, Sequence
from functools import cached_property
from math import inf
from random import Random
from re import fullmatch
from typing import Self

from langkah.editor import Editor
from langkah.games.board_text import name_cell, parse_cell, read_rows
from langkah.games.random_regions import draw_regions
from langkah.language import N_, _
from langkah.model import NAMELESS, Cost, Estimate, Puzzle, Step
from langkah.scene import Disc, Path, Rect, Scene, Shape
from langkah.settings import Mistakes, Setting, quote_value
from langkah.start_settings import Order

State = tuple[int, ...]

MOST_SIDE = 26
LEAST_READ = 4  # rows of a plain text: smaller squares of letters may be words, and have no solution except 1 x 1
QUEEN = "#"
COLOURS = 16  # colours of regions; neighbours get different ones
FIRST = "AAAAABBC/ADDABBBC/ADDDBBCC/AEEDDBCF/EEEDDBBF/EEEDGGHH/EEGGGGHH/GGGGHHHH"


class Regions(Puzzle[State, int]):
    """Place a queen in every row, column and region."""

    title = N_("Queens in regions")
    shelf = N_("Place and fill")
    about = N_(
        "Place queens: one in each row, one in each column and one in each coloured region. "
        "No two may touch, not even at a corner."
    )
    level_groups = (N_("First steps"), N_("Eight by eight"), N_("Large boards"), N_("Impossible"))
    small = {"board": "AAABB/ACABB/ACDDB/CCDDE/CCCEE"}
    settings = (
        Setting(
            "board",
            FIRST,
            N_("rows of letters, one letter for each region"),
            form="AABB/ACBB/CCDD/CCDD",
            label=N_("Board"),
        ),
        Setting(
            "order",
            "rows",
            N_("which queen a search places next; players may choose freely"),
            choices=("rows", "columns", "regions"),
            meanings=(N_("row by row"), N_("column by column"), N_("region by region, the smallest first")),
            label=N_("Order of the queens"),
        ),
        Setting(
            "tree",
            "valid",
            N_("where a queen may be placed"),
            choices=("ahead", "valid", "any"),
            meanings=(
                N_("where each of the other rows, columns and regions keeps a cell for its queen"),
                N_("where no other queen excludes it"),
                N_("anywhere in its row, column or region"),
            ),
            label=N_("Where queens may stand"),
        ),
    )
    level_cost = True
    puzzle_orders = {
        "easy": Order((), 5, 6, ("first-1", "first-4")),
        "medium": Order((), 8, 8, ("eight-1",)),
        "hard": Order((), 9, 10, ("large-1",)),
    }

    def __init__(self, board: str | Sequence[str] = FIRST, order: str = "rows", tree: str = "valid") -> None:
        mistakes = Mistakes()
        mistakes.check(self.settings, {"order": order, "tree": tree})
        rows = read_rows(board, "board", "AABB/ACBB/CCDD/CCDD", MOST_SIDE**2, mistakes)
        if mistakes.are_fine("board"):
            _check_board(rows, mistakes)
        mistakes.raise_any()
        self.board, self.order, self.tree = "/".join(rows), order, tree
        self.rows, self.n = rows, len(rows)
        self.letters = list(dict.fromkeys("".join(rows)))
        self.region = [self.letters.index(letter) for row in rows for letter in row]
        self.start: State = ()

    @classmethod
    def from_text(cls, text: str) -> dict[str, object] | None:
        """The settings for a square of letters, with or without spaces between them. A text that is almost such a
        square is accepted too, so that its mistake is reported. None if the text has another format.
        """
        lines = ["".join(line.split()) for line in text.splitlines() if line.strip()]
        if lines and lines[0].isdecimal() and lines[0] == str(len(lines) - 1):  # an optional line with the size
            lines = lines[1:]
        signs = "".join(lines)
        if not LEAST_READ <= len(lines) <= MOST_SIDE or any(abs(len(line) - len(lines)) > 2 for line in lines):
            return None
        square = signs.isalpha() and {len(lines)} == set(map(len, lines))
        return {"board": "/".join(lines)} if square or sum(map(str.isupper, signs)) > 0.9 * len(signs) else None

    def to_text(self) -> str:
        """The board as letters."""
        return "\n".join(self.rows) + "\n"

    def new_board(self, rng: Random) -> Self:
        """A board of the same size with random regions and exactly one solution; `self` if this attempt failed."""
        rows = draw_regions(self.n, rng)
        return self if rows is None else type(self)(rows, self.order, self.tree)

    # Rules

    @cached_property
    def _houses(self) -> list[list[int]]:
        """Three lists: the rows, the columns and the regions, each as the bits of its cells. Every row, column and
        region must contain one queen.
        """
        n, cells = self.n, range(self.n**2)
        kinds = ([cell // n for cell in cells], [cell % n for cell in cells], self.region)
        return [[sum(1 << cell for cell in cells if kind[cell] == each) for each in range(n)] for kind in kinds]

    @cached_property
    def _slots(self) -> list[int]:
        """The lines that a search fills one after another: the rows, the columns or the regions (depending on the
        setting `order`), each as the bits of its cells.
        """
        rows, columns, regions = self._houses
        if self.order == "regions":
            return sorted(regions, key=int.bit_count)
        return rows if self.order == "rows" else columns

    @cached_property
    def _slot_of(self) -> list[int]:
        """For each cell, the index in `_slots` of the row, column or region that contains it."""
        slots = enumerate(self._slots)
        return [number for _cell, number in sorted((cell, n) for n, bits in slots for cell in _list_bits(bits))]

    @cached_property
    def _forbidden(self) -> list[int]:
        """For each cell, the cells that a queen there excludes, as bits: its row, column, region and neighbours."""
        found = []
        for cell in range(self.n**2):
            row, column = divmod(cell, self.n)
            bits = sum(1 << each for each in range(self.n**2) if _touch(row, column, *divmod(each, self.n)))
            found.append(bits | self._houses[0][row] | self._houses[1][column] | self._houses[2][self.region[cell]])
        return found

    def _find_open_cells(self, state: State) -> int:
        """The cells that no queen excludes, as bits."""
        closed = 0
        for cell in state:
            closed |= self._forbidden[cell]
        return ((1 << self.n**2) - 1) & ~closed

    def has_room(self, state: State) -> bool:
        """Whether every row, column and region without a queen still has an open cell."""
        free = self._find_open_cells(state)
        for cell in state:  # rows, columns and regions that have their queen
            free |= 1 << cell
        return all(house & free for houses in self._houses for house in houses)

    def steps(self, state: State) -> Iterator[Step[State, int]]:
        """A step for each queen that may be placed in the first row, column or region (depending on the setting
        `order`) that has no queen. The cells are in order from the top left on.
        """
        return self._list_placements(state, self._find_gap(state))

    def _find_gap(self, state: State) -> int:
        """The index in `_slots` of the first row, column or region without a queen; `n` if each has a queen."""
        return next((slot for slot, cell in enumerate(state) if self._slot_of[cell] != slot), len(state))

    def player_steps(self, state: State) -> Iterator[Step[State, int]]:
        """The moves of a player: place a queen in any row, column or region (depending on the setting `order`) that has
        none, or remove a queen at no cost.
        """
        taken = {self._slot_of[cell] for cell in state}
        for slot in range(self.n):
            if slot not in taken:
                yield from self._list_placements(state, slot)
        for at, cell in enumerate(state):
            yield Step(~cell, (*state[:at], *state[at + 1 :]), 0)

    def _list_placements(self, state: State, slot: int) -> Iterator[Step[State, int]]:
        """The steps that place the queen of the row, column or region with the index `slot` in `_slots`, on each cell
        that the setting `tree` allows.
        """
        if slot == self.n:
            return
        free = self._slots[slot] & (-1 if self.tree == "any" else self._find_open_cells(state))
        for step in self._place_queens(state, slot, free):
            if self.tree != "ahead" or self.has_room(step.state):
                yield step

    def _place_queens(self, state: State, slot: int, cells: int) -> Iterator[Step[State, int]]:
        """A step for each cell in `cells`, given as bits, which places a queen there. `slot` is the index in `_slots`
        of the row, column or region that contains the cells.
        """
        at = bisect(state, slot, key=self._slot_of.__getitem__)
        for cell in _list_bits(cells):
            yield Step(cell, (*state[:at], cell, *state[at:]))

    def attempts(self, state: State) -> Iterator[Step[State, int]]:
        """The steps that backtracking tries: a queen on every cell of the first row, column or region (depending on the
        setting `order`) without a queen, whether another queen excludes the cell or not.
        """
        slot = self._find_gap(state)
        return iter(()) if slot == self.n else self._place_queens(state, slot, self._slots[slot])

    def promising(self, state: State) -> bool:
        """Whether no two queens conflict; in the tree `ahead`, also whether every row, column and region without a
        queen has an open cell.
        """
        fine = all(not self._forbidden[cell] >> other & 1 for at, cell in enumerate(state) for other in state[:at])
        return fine and (self.tree != "ahead" or self.has_room(state))

    def is_goal(self, state: State) -> bool:
        """Whether all queens are placed without a conflict."""
        return len(state) == self.n and self.promising(state)

    # Estimates

    def queens_left(self, state: State) -> int:
        """The number of queens still to be placed: each takes a step."""
        return self.n - len(state)

    def look_ahead(self, state: State) -> Cost:
        """The number of queens still to be placed; infinite if two queens conflict or a row, column or region has no
        open cell left.
        """
        return self.n - len(state) if self.promising(state) and self.has_room(state) else inf

    estimates = (
        Estimate(
            N_("ahead"),
            look_ahead,
            True,
            N_("queens still to be placed; infinite if a row, column or region has no cell left"),
            N_("h = n − queens on the board; ∞ if a row, column or region has no cell left"),
        ),
        Estimate(N_("queens"), queens_left, True, N_("queens still to be placed"), N_("h = n − queens on the board")),
    )

    def hopeless(self) -> str:
        """A reason why there is no solution, if some row, column or region has no cell for its queen from the start;
        otherwise "".
        """
        return "" if self.has_room(self.start) else _("a row, column or region has no cell left for its queen")

    def preferred(self) -> str:
        """The default algorithm: backtracking, since all solutions have the same number of queens."""
        return "backtracking"

    # Text and pictures

    def notation(self, move: int) -> str:
        """A move as the column letter and row number of a cell, such as `c2`; `-c2` removes the queen there."""
        return name_cell(*divmod(move, self.n)) if move >= 0 else f"-{self.notation(~move)}"

    def text(self, state: State) -> str:
        """The board as letters, with `#` for each queen."""
        signs = ["#" if cell in state else self.letters[region] for cell, region in enumerate(self.region)]
        return "\n".join("".join(signs[row : row + self.n]) for row in range(0, self.n**2, self.n))

    def likeness(self, state: State) -> str:
        """The board as text, in which each region has a character from `NAMELESS` on instead of its letter, so that
        boards that differ only in their letters count as equal.
        """
        del state
        signs = [chr(NAMELESS + region) for region in self.region]
        return "\n".join("".join(signs[row : row + self.n]) for row in range(0, self.n**2, self.n))

    def label(self, state: State) -> str:
        """The cells of the queens, as in `b1 d2`; `-` if there are none."""
        return " ".join(self.notation(cell) for cell in state) or "-"

    def gestures(self, state: State, move: int) -> tuple[tuple[str], ...]:
        """The click that performs a move: on the cell where a queen is placed or removed."""
        del state
        return ((self._name_handle(max(move, ~move)),),)

    def _name_handle(self, cell: int) -> str:
        return f"cell {cell // self.n},{cell % self.n}"

    def refusal(self, state: State, clicks: Sequence[str]) -> str:
        """Why a click on a cell has no effect: a queen excludes the cell, or a row, column or region would be left
        without a cell for its queen. "" for any other click.
        """
        found = fullmatch(r"cell ([0-9]{1,2}),([0-9]{1,2})", "".join(clicks[-1:]))
        if not found or len(state) == self.n or max(map(int, found.groups())) >= self.n:
            return ""
        cell = int(found[1]) * self.n + int(found[2])
        queens = [self.notation(queen) for queen in state if self._forbidden[queen] >> cell & 1]
        if queens:
            return _("Queens that exclude this cell: {cells}.").format(cells=", ".join(queens))
        return _("A queen here leaves no cell for the queen of another row, column or region.")

    def typed(self, text: str) -> tuple[str, ...]:
        """The click for a cell typed by its name, such as `c2`; () for any other text."""
        cell = parse_cell(text)
        return () if cell is None else (f"cell {cell[0]},{cell[1]}",)

    def editor(self) -> Editor:
        """The editor in which the board is drawn as letters, one for each region."""
        text = _("region {name}")
        colours = zip(self.letters, self._colours, strict=True)
        legend = tuple((name, f"piece:{colour % 8}", text.format(name=name)) for name, colour in colours)
        return Editor("letters", "board", list(self.rows), legend, _("region"))

    @cached_property
    def _colours(self) -> list[int]:
        """For each region, the number of its colour: among the colours that no neighbouring region has, the one used
        least so far.
        """
        beside: list[set[int]] = [set() for _region in range(self.n)]
        for one, other in _list_neighbours(self.n):
            if self.region[one] != self.region[other]:
                beside[self.region[one]].add(self.region[other])
                beside[self.region[other]].add(self.region[one])
        found: list[int] = []
        for region in range(self.n):
            taken = {found[other] for other in beside[region] if other < region}
            found.append(min(range(COLOURS), key=lambda colour: (colour in taken, found.count(colour), colour)))
        return found

    def scene(self, state: State) -> Scene:
        """A map of coloured regions with thick borders, the queens, and a dot on excluded cells."""
        free, n = self._find_open_cells(state), self.n
        shapes: list[Shape] = []
        for cell, region in enumerate(self.region):
            row, column = divmod(cell, n)
            handle = self._name_handle(cell)
            label, role = self.letters[region], f"cell:area{self._colours[region]}"
            shapes.append(Rect(column, row, 1, 1, role, label, handle, handle, corner=True))
            if not free >> cell & 1 and cell not in state:
                shapes.append(Disc(column + 0.5, row + 0.5, 0.07, "faint", handle=handle))
        shapes += _draw_borders(n, self.region)
        for cell in state:
            row, column = divmod(cell, n)
            wrong = any(self._forbidden[cell] >> other & 1 for other in state if other != cell)
            role = "target" if wrong else "piece:7"
            shapes.append(
                Disc(column + 0.5, row + 0.5, 0.36, role, "♛", self._name_handle(cell), f"queen {self._slot_of[cell]}")
            )
        return Scene(n, n, tuple(shapes), _("{n} of {all} queens placed").format(n=len(state), all=n))


def _list_bits(bits: int) -> Iterator[int]:
    """The indices of the 1 bits, lowest first."""
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1


def _touch(row: int, column: int, other_row: int, other_column: int) -> bool:
    return max(abs(row - other_row), abs(column - other_column)) <= 1


def _list_neighbours(n: int) -> Iterator[tuple[int, int]]:
    """All pairs of horizontally or vertically adjacent cells of an `n` x `n` board, whose cells are numbered row by
    row.
    """
    for cell in range(n * n):
        if cell % n < n - 1:
            yield cell, cell + 1
        if cell + n < n * n:
            yield cell, cell + n


def _draw_borders(n: int, region: Sequence[int]) -> Iterator[Shape]:
    """Thick lines between regions and around the board."""
    for one, other in _list_neighbours(n):
        if region[one] != region[other]:
            row, column = divmod(other, n)
            end = (column, row + 1) if other == one + 1 else (column + 1, row)
            yield Path(((column, row), end), "line", width=0.07)
    yield Path(((0, 0), (n, 0), (n, n), (0, n), (0, 0)), "line", id="frame", width=0.09)


def _check_board(rows: list[str], mistakes: Mistakes) -> None:
    """Record mistakes unless the board is a square of letters with as many regions as rows."""
    for number, row in enumerate(rows, 1):
        column, sign = next(((at, sign) for at, sign in enumerate(row, 1) if not sign.isalpha()), (0, ""))
        if sign:
            text = _("board: row {row}, column {column} is {sign}; regions are named by letters")
            mistakes.say(text.format(row=number, column=column, sign=quote_value(sign)), "board")
    if len(rows) != len(rows[0]) or len(rows) > MOST_SIDE:
        text = _("board: it has {rows} rows and {columns} columns; it must be a square with at most {most} rows")
        mistakes.say(text.format(rows=len(rows), columns=len(rows[0]), most=MOST_SIDE), "board")
    elif len(set("".join(rows))) != len(rows):
        letters = sorted(set("".join(rows)))
        text = _("board: {n} rows need {n} regions, but there are {all}: {letters}")
        mistakes.say(text.format(n=len(rows), all=len(letters), letters=" ".join(letters[:MOST_SIDE])), "board")
