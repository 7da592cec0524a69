"""Two games of Simon Tatham's collection as permutation puzzles, with their game IDs.

In Sixteen, whole rows and columns of a board are shifted cyclically; an ID is `4x4:1,2,3,...`. In Twiddle, square
blocks of a board are rotated; an ID is `3x3n2:1,2,3,...` for blocks of side 2. With the letter `r`, all tiles of a row
are equivalent, and the ID gives the row of each tile. With the letter `o`, tiles must also end upright: each tile is
then represented by four places, its corners, and a rotation moves every corner.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from langkah.errors import BadInput
from langkah.games.board_text import name_cell
from langkah.games.game_ids import GameId
from langkah.games.permutation.cycles import MOST_PLACES
from langkah.language import _

BLOCK = re.compile(r"n(?P<side>\d{1,2})(?P<letters>[ro]*)(?:m\d{1,4})?")
PUSHED = re.compile(r"(?:m\d{1,4})?")
UPRIGHT = "uldr"  # letters for the number of anticlockwise quarter turns of a tile
CORNERS = ((0, 0), (0, 1), (1, 1), (1, 0))  # corners of a tile, clockwise, as rows and columns


class TurnedBoard(NamedTuple):
    """A board of Twiddle, whose blocks are rotated, or of Sixteen, whose rows and columns are shifted."""

    rows: int
    cols: int
    side: int  # side of a rotated block; 0 if rows and columns are shifted
    alike: bool = False  # tiles of a row are equivalent
    upright: bool = False  # tiles must stand upright, too


def read_board_id(found: GameId) -> dict[str, object] | None:
    """The settings for the ID of a Sixteen or Twiddle board; None if the ID belongs to another game. Raises `BadInput`
    if the board is too large, its blocks do not fit, or the numbers of the tiles are wrong.
    """
    block = BLOCK.fullmatch(found.more)
    if block is None and not PUSHED.fullmatch(found.more):
        return None
    letters = block["letters"] if block else ""
    side = int(block["side"]) if block else 0
    board = TurnedBoard(found.height, found.width, side, "r" in letters, "o" in letters)
    form = "[0-9]{1,4}[uldr]" if board.upright else "[0-9]{1,4},"
    if not re.fullmatch(f"(?:{form})+", found.board + ("" if board.upright else ",")):
        return None
    if not board.upright and "0" in found.board.split(","):
        return None
    _check_sides(board, found)
    tiles = [(int(number), turned) for number, turned in re.findall(r"(\d+)([uldr,]?)", found.board)]
    _check_tiles(board, tiles, found)
    return _make_settings(board, tiles)


def _check_sides(board: TurnedBoard, found: GameId) -> None:
    places = board.rows * board.cols * (4 if board.upright else 1)
    if places > MOST_PLACES:
        told = _("column 1: {n} places; at most {most} are allowed")
        raise BadInput(told.format(n=places, most=MOST_PLACES))
    if board.side == 1 or board.side > min(board.rows, board.cols) or min(board.rows, board.cols) < 1:
        told = _("column 1: blocks of {side} x {side} do not fit into {width} x {height} tiles")
        raise BadInput(told.format(side=board.side, width=found.width, height=found.height))


def _check_tiles(board: TurnedBoard, tiles: list[tuple[int, str]], found: GameId) -> None:
    cells = board.rows * board.cols
    wanted = [cell // board.cols + 1 if board.alike else cell + 1 for cell in range(cells)]
    if sorted(number for number, _turned in tiles) != wanted:
        told = _("column {column}: the numbers must be {numbers}, in any order")
        shown = ", ".join(map(str, wanted)) if cells < 10 else f"1, 2, ... {wanted[-1]}"
        raise BadInput(told.format(column=found.column, numbers=shown))


def _make_settings(board: TurnedBoard, tiles: list[tuple[int, str]]) -> dict[str, object]:
    """The settings of the puzzle: generators, start, coordinates of the places, and groups of equivalent numbers.
    `tiles` lists the number of each tile with the letter of its rotation.
    """
    cells = board.rows * board.cols
    numbers = [number for number, _turned in tiles]
    if board.alike:  # the first tile of a row represents its row
        numbers = [(number - 1) * board.cols + 1 for number in numbers]
    start = numbers
    if board.upright:
        start = []
        for number, (_number, turned) in zip(numbers, tiles, strict=True):
            by = UPRIGHT.index(turned)
            start += [(number - 1) * 4 + (corner + by) % 4 + 1 for corner in range(4)]
    made: dict[str, object] = {"generators": _make_generators(board), "start": start, "places": _place(board)}
    if board.alike:
        across = [range(row * board.cols + 1, (row + 1) * board.cols + 1) for row in range(board.rows)]
        same = [list(line) for line in across if board.cols > 1]
        if board.upright:
            same = [[4 * tile - 3 + corner for tile in line] for line in across for corner in range(4)]
        made["same"] = same
    return made if cells > 1 else {**made, "generators": {}}


def _place(board: TurnedBoard) -> list[list[float]]:
    """The coordinates of each place in the picture."""
    cells = [(row, col) for row in range(board.rows) for col in range(board.cols)]
    if not board.upright:
        return [[col, row] for row, col in cells]
    return [[2.3 * col + right, 2.3 * row + down] for row, col in cells for down, right in CORNERS]


def _make_generators(board: TurnedBoard) -> dict[str, str]:
    """The generators as cycles, by name. In Sixteen each row shifts to the right and each column down; in Twiddle each
    block rotates clockwise and is named after its top left cell.
    """
    if not board.side:
        rows = {f"r{row + 1}": [(row, col) for col in range(board.cols)] for row in range(board.rows)}
        cols = {f"c{col + 1}": [(row, col) for row in range(board.rows)] for col in range(board.cols)}
        return {name: _format(board, [cells]) for name, cells in {**rows, **cols}.items() if len(cells) > 1}
    return {
        name_cell(top, left): _format(board, _turn_block(top, left, board.side))
        for top in range(board.rows - board.side + 1)
        for left in range(board.cols - board.side + 1)
    }


def _turn_block(top: int, left: int, side: int) -> list[list[tuple[int, int]]]:
    """The cycles of cells in a clockwise rotation of a block. A middle cell, which stays in place, is a cycle of one
    cell.
    """
    met: set[tuple[int, int]] = set()
    cycles = []
    for down in range(side):
        for right in range(side):
            cycle = []
            cell = (down, right)
            while cell not in met:
                met.add(cell)
                cycle.append((top + cell[0], left + cell[1]))
                cell = (cell[1], side - 1 - cell[0])
            cycles += [cycle] if cycle else []
    return cycles


def _format(board: TurnedBoard, cycles: list[list[tuple[int, int]]]) -> str:
    """Convert cycles of cells to text with cycles of places. If tiles must end upright, the corners of each tile rotate
    with the block, even if its cell stays in place.
    """
    found = []
    for cycle in cycles:
        cells = [row * board.cols + col for row, col in cycle]
        if not board.upright:
            found += [[cell + 1 for cell in cells]] if len(cells) > 1 else []
            continue
        turns = [cells[step % len(cells)] * 4 for step in range(4)]
        found += [
            [turns[step] + (corner + step) % 4 + 1 for step in range(4)] for corner in range(4 if len(cells) > 1 else 1)
        ]
    return "".join(f"({' '.join(map(str, places))})" for places in found)


def write_board_id(asked: Mapping[str, object], state: Sequence[int]) -> str:
    """The game ID for the position `state` of the puzzle with the settings `asked`, if these settings describe a
    Sixteen or Twiddle board; "" for any other puzzle.
    """
    for board in _list_boards(len(state), asked["same"] is not None):
        made = _make_settings(board, [(1, "u")] * (board.rows * board.cols))
        if all(made.get(name) == asked[name] for name in ("generators", "places", "same")):
            numbers = [(kind - 1) // (4 if board.upright else 1) + 1 for kind in state]
            numbers = numbers[:: 4 if board.upright else 1]
            shown = [(number - 1) // board.cols + 1 if board.alike else number for number in numbers]
            letters = "n" + str(board.side) + "r" * board.alike + "o" * board.upright if board.side else ""
            turned = [UPRIGHT[(kind - 1) % 4] for kind in state[::4]] if board.upright else []
            tiles = [f"{number}{letter}" for number, letter in zip_longest(shown, turned, fillvalue="")]
            return f"{board.cols}x{board.rows}{letters}:{('' if board.upright else ',').join(tiles)}\n"
    return ""


def _list_boards(places: int, alike: bool) -> Iterator[TurnedBoard]:
    """Every board of Sixteen or Twiddle with this number of places; if `alike`, with equivalent tiles in each row."""
    for upright in (False, True):
        cells = places // 4 if upright else places
        for rows in range(1, cells + 1 if cells * (4 if upright else 1) == places else 1):
            cols = cells // rows
            for side in (0, *range(2, min(rows, cols) + 1)) if rows * cols == cells else ():
                if side or not (upright or alike):
                    yield TurnedBoard(rows, cols, side, alike, upright)
