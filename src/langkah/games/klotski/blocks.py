"""Reads boards of sliding blocks, and reports every mistake in them.

A board is written as rows of characters: '#' is a wall, '.' an empty cell, '-' a gate (a cell that only pieces with a
goal may enter). Any other character is a piece, which consists of all cells with that character, adjacent or not. A
board in the block codes of the klotski paper (the digits 0 to 4) is first converted to this form. Cells other than
walls are numbered row by row; the place of a piece is the number of its first cell in reading order.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import groupby
from operator import itemgetter
from string import ascii_letters, digits
from typing import NamedTuple, TypeGuard

from langkah.language import _
from langkah.settings import Mistakes, quote_value

Cell = tuple[int, int]
Shape = tuple[Cell, ...]  # cells relative to the first one, in reading order

WALL, EMPTY, GATE = "#", ".", "-"
MOST_CELLS, MOST_PIECES = 400, 60
NAMES = ascii_letters + digits
COLOURS = 8  # number of piece colours in a theme
COMMON_SIZES = ((3, 2), (1, 1), (1, 2), (2, 1), (2, 2), (1, 3), (3, 1), (2, 3))  # rows and columns, by colour

# The paper's block codes, as shapes.
CODES: dict[str, Shape] = {
    "1": ((0, 0),),
    "2": ((0, 0), (0, 1)),
    "3": ((0, 0), (1, 0)),
    "4": ((0, 0), (0, 1), (1, 0), (1, 1)),
}
GOAL_FORM = '{ "*" = [[3, 1], [3, 2], [4, 1], [4, 2]] }'
SAME_FORM = '[["1", "2", "3"]]'
CELLS_FORM = "[[3, 1], [3, 2]]"


class Kind(NamedTuple):
    """A kind of interchangeable blocks: their shape, and whether they may enter gates (cells that only pieces with a
    goal may enter).
    """

    shape: Shape
    passes: bool

    def headings(self, axis: str) -> tuple[str, ...]:
        """The directions in which blocks of this kind may slide. If `axis` is "along", a block with a longer side
        slides only along that side.
        """
        long = 1 + max(row for row, _column in self.shape)
        columns = [column for _row, column in self.shape]
        wide = 1 + max(columns) - min(columns)
        if axis == "free" or long == wide:
            return ("down", "left", "up", "right")
        return ("down", "up") if long > wide else ("left", "right")


class Board:
    """A board of sliding blocks: its cells, gates and pieces. `coded` tells whether it was given in the block codes 0
    to 4.
    """

    def __init__(self, rows: list[str], coded: bool = False) -> None:
        self.coded = coded
        self.height, self.width = len(rows), len(rows[0])
        signs = {(row, column): sign for row, line in enumerate(rows) for column, sign in enumerate(line)}
        self.walls = [cell for cell, sign in signs.items() if sign == WALL]
        self.cells = [cell for cell, sign in signs.items() if sign != WALL]
        self.number = {cell: number for number, cell in enumerate(self.cells)}
        self.gates = {cell for cell, sign in signs.items() if sign == GATE}
        pieces: dict[str, list[Cell]] = {}
        for cell, sign in signs.items():
            if sign not in (WALL, EMPTY, GATE):
                pieces.setdefault(sign, []).append(cell)
        self.names = tuple(pieces)
        self.shapes = {name: _make_shape(cells) for name, cells in pieces.items()}
        self.start = tuple(self.number[cells[0]] for cells in pieces.values())

    def covered(self, kind: Kind, anchor: int) -> list[int]:
        """The numbers of the cells that a block of this kind covers if its first cell is `anchor`; empty if the block
        does not fit or may not stand there.
        """
        row, column = self.cells[anchor]
        found = []
        for down, right in kind.shape:
            cell = (row + down, column + right)
            if cell not in self.number or (cell in self.gates and not kind.passes):
                return []
            found.append(self.number[cell])
        return found

    def spread(self, name: str, anchor: int) -> list[Cell]:
        """The cells, as (row, column), that a piece covers if its first cell is `anchor`."""
        row, column = self.cells[anchor]
        return [(row + down, column + right) for down, right in self.shapes[name]]

    def lines(self, state: Iterable[int]) -> list[str]:
        """The rows of the board as text, with the pieces where `state` puts them."""
        grid = [[WALL] * self.width for _row in range(self.height)]
        for row, column in self.cells:
            grid[row][column] = GATE if (row, column) in self.gates else EMPTY
        for name, anchor in zip(self.names, state, strict=True):
            for row, column in self.spread(name, anchor):
                grid[row][column] = name
        return ["".join(line) for line in grid]


def _make_shape(cells: list[Cell]) -> Shape:
    """The shape of a piece: its cells, given in reading order, relative to the first one."""
    row, column = cells[0]
    return tuple((down - row, right - column) for down, right in cells)


def read_board(value: object, mistakes: Mistakes) -> Board | None:
    """The board that a text or a list of rows describes; None after recording the mistakes in it."""
    rows = _read_rows(value, mistakes)
    coded = are_digits(rows)
    if coded and mistakes.are_fine("board"):
        rows = _decode_blocks(rows, mistakes)
    if not mistakes.are_fine("board"):
        return None
    board = Board(rows, coded)
    if not board.names:
        mistakes.say(_("The board has no piece: put at least one on it, named by any letter."), "board")
    if len(board.names) > MOST_PIECES:
        text = _("The board has {n} pieces; at most {most} can be handled.")
        mistakes.say(text.format(n=len(board.names), most=MOST_PIECES), "board")
    return board if mistakes.are_fine("board") else None


def _read_rows(value: object, mistakes: Mistakes) -> list[str]:
    if isinstance(value, (list, tuple)) and all(isinstance(row, str) for row in value):
        value = "\n".join(value)
    if not isinstance(value, str) or not value.strip(" \t\r\n/"):
        text = _('board = {value}: give the rows of a board, as in "a**b/a**b/ceed/cfgd/h..i", or one row per line')
        mistakes.say(text.format(value=quote_value(value)), "board")
        return []
    rows = [row.strip() for row in value.strip(" \t\r\n/").replace("/", "\n").splitlines()]
    if are_digits(rows):
        rows = ["".join(row.split()) for row in rows]
    if sum(map(len, rows)) > MOST_CELLS or len(rows) > MOST_CELLS:
        text = _("The board is too large, {n} cells: at most {most} can be handled.")
        mistakes.say(text.format(n=max(sum(map(len, rows)), len(rows)), most=MOST_CELLS), "board")
        return []
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            text = _(
                "board: row {row}, {line}, has {n} cells, but row 1 has {first}; all rows must have the same length"
            )
            mistakes.say(text.format(row=number, line=quote_value(row), n=len(row), first=len(rows[0])), "board")
        for column, sign in enumerate(row, 1):
            if sign.isspace() or not sign.isprintable():
                text = _("board: row {row}, column {column}: {sign} cannot name a piece; use '.' for an empty cell")
                mistakes.say(text.format(row=number, column=column, sign=quote_value(sign)), "board")
    return rows


def are_digits(rows: Iterable[str]) -> bool:
    """Whether the rows are written in the block codes of the klotski paper: the digits 0 to 4."""
    return set("".join("".join(rows).split())) <= set("01234")


def _decode_blocks(rows: list[str], mistakes: Mistakes) -> list[str]:
    """Convert rows of block codes to rows in which each block has a name, assigned in reading order. The 2x2 block is
    named '*' if it is the only one.
    """
    codes = {(row, column): code for row, line in enumerate(rows) for column, code in enumerate(line)}
    alone = sum(code == "4" for code in codes.values()) == 4
    names = iter(NAMES)
    signs = {cell: EMPTY for cell, code in codes.items() if code == "0"}
    for cell, code in codes.items():
        if cell in signs:
            continue
        block = [(cell[0] + down, cell[1] + right) for down, right in CODES[code]]
        if any(each in signs or codes.get(each) != code for each in block):
            text = _("board: row {row}, column {column}: this {code} does not belong to a complete block")
            legal = _("code 1 is a 1x1 block, 2 a 1x2 block (horizontal), 3 a 2x1 block (vertical), 4 a 2x2 block")
            mistakes.say(text.format(row=cell[0] + 1, column=cell[1] + 1, code=code) + "; " + legal, "board")
        name = "*" if code == "4" and alone else next(names, "?")
        signs.update({each: name for each in block if codes.get(each) == code})
    return ["".join(signs[row, column] for column in range(len(line))) for row, line in enumerate(rows)]


def _is_cells(value: object) -> TypeGuard[list[tuple[int, int]]]:
    return isinstance(value, (list, tuple)) and all(
        isinstance(cell, (list, tuple)) and len(cell) == 2 and all(type(each) is int for each in cell) for cell in value
    )


def _quote_name(name: object) -> str:
    """The name of a piece as the board shows it; a value that cannot be the name of a piece is quoted."""
    return name if isinstance(name, str) and len(name) == 1 and name.isprintable() else quote_value(name)


def _name_cells(cells: Iterable[Cell]) -> str:
    """The cells in words: rows, and the columns in each row, both counted from 1."""
    told = []
    for row, group in groupby(sorted(cells), key=itemgetter(0)):
        columns = [quote_value(column + 1) for _row, column in group]
        text = _("row {row}, columns {columns}") if len(columns) > 1 else _("row {row}, column {columns}")
        told.append(text.format(row=quote_value(row + 1), columns=", ".join(columns)))
    return "; ".join(told)


def read_cells(value: object, what: str, board: Board | None, mistakes: Mistakes) -> list[Cell]:
    """The cells in reading order; [] after recording a mistake: `value` is not a list of cells, or a cell is named
    twice, is a wall or is outside the board. Walls and the edge are not checked if `board` is None.
    """
    if not _is_cells(value) or len(value) > MOST_CELLS:
        text = _("{what} = {value}: give cells as [row, column], counted from 0, as in {form}")
        mistakes.say(text.format(what=what, value=quote_value(value), form=CELLS_FORM), what)
        return []
    cells = sorted((row, column) for row, column in value)
    for cell, times in Counter(cells).items():
        if board is not None and cell not in board.number:
            text = _("{what}: {cell} is a wall or outside the board, which has {rows} rows and {columns} columns")
            told = text.format(what=what, cell=_name_cells([cell]), rows=board.height, columns=board.width)
            mistakes.say(told, what)
        if times > 1:
            mistakes.say(_("{what}: {cell} is named twice").format(what=what, cell=_name_cells([cell])), what)
    return cells if mistakes.are_fine(what) else []


def read_goal(value: object, board: Board | None, mistakes: Mistakes) -> dict[str, int]:
    """For each goal piece, the number of the cell where its first cell must be. Pieces with a mistake are left out, and
    the mistake is recorded.

    If the board could not be read, only the form of the goal is checked, so that mistakes in both are reported
    together.
    """
    if not isinstance(value, Mapping) or not all(isinstance(name, str) for name in value):
        text = _("goal = {value}: name pieces and the cells they must cover, as in {form}")
        mistakes.say(text.format(value=quote_value(value), form=GOAL_FORM), "goal")
        return {}
    found: dict[str, int] = {}
    owner: dict[Cell, str] = {}
    for name, wanted in value.items():
        what = _("goal of piece {name}").format(name=_quote_name(name))
        cells = read_cells(wanted, what, board, mistakes)
        if board is None or _report_unknown_piece(name, "goal", board, mistakes) or not mistakes.are_fine(what):
            continue
        if not cells or _make_shape(cells) != board.shapes[name]:
            text = _("{what}: it must have the shape of the piece; the piece covers {now}, the goal covers {cells}")
            now = _name_cells(board.spread(name, board.start[board.names.index(name)]))
            mistakes.say(text.format(what=what, now=now, cells=_name_cells(cells) or _("no cell")), what)
            continue
        found[name] = board.number[cells[0]]
        for cell in cells:
            first = owner.setdefault(cell, name)
            if first != name:
                text = _(
                    "{what}: {cell} also belongs to the goal of piece {other}; two pieces cannot cover the same cell"
                )
                mistakes.say(text.format(what=what, cell=_name_cells([cell]), other=_quote_name(first)), what)
    return found


def _report_unknown_piece(name: object, what: str, board: Board, mistakes: Mistakes) -> bool:
    """Whether no piece of the board has this name; if so, record the mistake."""
    if isinstance(name, str) and name in board.shapes:
        return False
    text = _("{what}: there is no piece {name} on the board; its pieces are {names}")
    mistakes.say(text.format(what=what, name=_quote_name(name), names=" ".join(board.names)), what)
    return True


def _is_groups(value: object) -> TypeGuard[list[list[object]]]:
    """Whether a value is a list of lists, where no list has more than `MOST_PIECES` items."""
    if not isinstance(value, (list, tuple)) or len(value) > MOST_PIECES:
        return False
    return all(isinstance(each, (list, tuple)) and len(each) <= MOST_PIECES for each in value)


def read_same(value: object, board: Board | None, mistakes: Mistakes) -> list[set[str]]:
    """The groups of interchangeable pieces. Groups that share a piece are merged. Mistakes are recorded; [] if `board`
    is None.
    """
    if not _is_groups(value):
        text = _("same = {value}: give lists of interchangeable pieces, as in {form}")
        mistakes.say(text.format(value=quote_value(value), form=SAME_FORM), "same")
        return []
    groups: list[set[str]] = []
    if board is None:
        return []
    for given in value:
        group = {str(name) for name in given if not _report_unknown_piece(name, "same", board, mistakes)}
        if len({board.shapes[name] for name in group}) > 1:
            text = _("same: the pieces {names} have different shapes, so they are not interchangeable")
            mistakes.say(text.format(names=" ".join(sorted(group))), "same")
        group = group.union(*(other for other in groups if other & group))
        groups = [other for other in groups if not other & group] + [group]
    return groups


def open_gates(
    board: Board, cells: list[Cell], goal: Mapping[str, int], same: list[set[str]], mistakes: Mistakes
) -> None:
    """Add gates at `cells` to the board, and record a mistake for each piece that stands on a gate although it may not
    enter gates.
    """
    board.gates.update(cells)
    passing = set(goal).union(*(group for group in same if group & goal.keys()))
    for name, at in zip(board.names, board.start, strict=True):
        for cell in board.gates.intersection(board.spread(name, at)) if name not in passing else ():
            text = _("gates: piece {name} stands on a gate ({cell}), but only pieces that have a goal may enter a gate")
            mistakes.say(text.format(name=name, cell=_name_cells([cell])), "gates")


def sort_into_kinds(board: Board, goal: Iterable[str], same: list[set[str]]) -> tuple[list[Kind], list[int]]:
    """The kinds of blocks, and for each piece the number of its kind.

    Each goal piece forms a kind of its own, together with the pieces that `same` makes interchangeable with it. All
    other pieces of one shape form one kind. Kinds are numbered by name and shape rather than position, so that all
    layouts of the same blocks use the same numbers.
    """
    wanted = set(goal)
    special = {name: min(group) for group in same for name in group if group & wanted}
    sorts = [(special.get(name, name if name in wanted else ""), board.shapes[name]) for name in board.names]
    kinds = sorted(set(sorts), key=lambda each: (not each[0], each))
    return [Kind(form, bool(name)) for name, form in kinds], [kinds.index(each) for each in sorts]


def pick_colours(kinds: Iterable[Kind]) -> dict[Shape, int]:
    """For every shape of pieces without a goal, the number of its colour, from 0 to `COLOURS` - 1. Each shape has a
    preferred colour, regardless of the other pieces; if that colour is taken, the shape gets the next free one as long
    as there is one.
    """
    found: dict[Shape, int] = {}
    for shape in sorted({kind.shape for kind in kinds if not kind.passes}, key=lambda shape: (len(shape), shape)):
        high, wide = (1 + max(cell[side] for cell in shape) for side in (0, 1))
        colour = (COMMON_SIZES.index((high, wide)) if (high, wide) in COMMON_SIZES else 3 * high + wide) % COLOURS
        while colour in found.values() and len(found) < COLOURS:
            colour = (colour + 1) % COLOURS
        found[shape] = colour
    return found


def find_usual_goal(board: Board | None) -> dict[str, list[Cell]]:
    """The goal that the klotski paper uses for a board in block codes with an even number of columns: its only 2x2
    block must reach the bottom centre. {} for any other board.
    """
    if board is None or not board.coded or "*" not in board.shapes or board.width % 2:
        return {}
    row, column = board.height - 2, board.width // 2 - 1
    return {"*": [(row + down, column + right) for down, right in CODES["4"]]}
