"""The picture of a board with a tray of unused pieces below; each piece keeps its colour and letter."""

from collections.abc import Iterator, Sequence

from langkah.games.outline import Cell, trace_outline
from langkah.games.polyomino.pieces import Piece
from langkah.language import _
from langkah.scene import Path, Rect, Scene, Shape

TRAY_SCALE = 0.6  # scale of pieces beside the board
GAP = 0.45  # gap around pieces in the tray
INSET = 0.04
RIM = 0.25  # space above the board
EDGE = 0.02  # margin around the table
LEAST_WIDTH = 6.0
COLOURS = 8


class TrayPicture:
    """The geometry of the picture of a board. Each piece keeps its position in the tray, whichever pieces are on the
    board.
    """

    def __init__(self, rows: Sequence[str], pieces: Sequence[Piece]) -> None:
        self.rows, self.pieces = rows, pieces
        self.width = max(LEAST_WIDTH, len(rows[0]) + 2 * RIM)
        self.left = (self.width - len(rows[0])) / 2
        self.places, bottom = self._arrange(len(rows) + RIM + GAP)
        self.height = bottom + GAP / 2

    def _arrange(self, top: float) -> tuple[list[tuple[float, float]], float]:
        """The top left corner of each piece in the tray, which is filled row by row, and the y coordinate of the tray's
        lower end.
        """
        found: list[tuple[float, float]] = []
        x, tall = GAP / 2, 0.0
        for piece in self.pieces:
            high, wide = (TRAY_SCALE * (max(each) + 1) for each in zip(*piece.cells, strict=True))
            if x + wide + GAP / 2 > self.width and tall:
                x, top, tall = GAP / 2, top + tall + GAP / 2, 0.0
            found.append((x, top))
            x, tall = x + wide + GAP, max(tall, high)
        return found, top + tall

    def draw(self, covered: Sequence[Sequence[Cell]]) -> Scene:
        """The picture of the board and the tray. `covered` has for each piece the cells that it covers, or no cells if
        it lies in the tray.
        """
        shapes: list[Shape] = [
            Rect(EDGE, EDGE, self.width - 2 * EDGE, self.height - 2 * EDGE, "board", id="table", round=0.2)
        ]
        for row, line in enumerate(self.rows):
            for column, sign in enumerate(line):
                if sign == ".":
                    handle = f"cell {row},{column}"
                    shapes.append(Rect(self.left + column, RIM + row, 1, 1, "cell", handle=handle, id=handle))
        for number, cells in enumerate(covered):
            shapes += self._draw_piece(number, cells)
        placed = sum(map(bool, covered))
        title = _("{n} of {all} pieces placed").format(n=placed, all=len(self.pieces))
        return Scene(self.width, self.height, tuple(shapes), title)

    def _draw_piece(self, number: int, cells: Sequence[Cell]) -> Iterator[Shape]:
        """A piece on the board, or a smaller one in the tray."""
        piece = self.pieces[number]
        name, role = f"piece {piece.letter}", f"piece:{number % COLOURS}"
        scale, (x, y) = (1.0, (self.left, RIM)) if cells else (TRAY_SCALE, self.places[number])
        outline = trace_outline(set(cells or piece.cells), INSET)
        points = tuple((x + scale * across, y + scale * down) for across, down in outline)
        yield Path(points, role, piece.letter, name, name, 0.05, closed=True)
