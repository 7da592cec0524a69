"""Random pieces that fill a board: the board is cut up, and each part is rotated and reflected at random."""

from collections.abc import Sequence
from random import Random
from string import ascii_uppercase

from langkah.games.outline import BESIDE, Cell
from langkah.games.polyomino.pieces import Piece, list_turned, normalize, write_piece

LEAST_CELLS, MOST_CELLS = 3, 5  # bounds on the cells of a piece
MOST_DRAWS = 200


def draw_pieces(cells: Sequence[Cell], turning: str, rng: Random) -> list[str] | None:
    """Pieces, as text, that fill these cells; all different if such pieces are found. None if every attempt fails."""
    fallback = None
    for _draw in range(MOST_DRAWS):
        parts = _cut(set(cells), rng)
        if parts is None or len(parts) > len(ascii_uppercase):
            continue
        kinds = {min(list_turned(part, turning)) for part in parts}
        fallback = parts
        if len(kinds) == len(parts):
            break
    if fallback is None:
        return None
    rng.shuffle(fallback)
    shapes = [normalize(rng.choice(list_turned(part, turning))) for part in fallback]
    return [write_piece(Piece(letter, shape)) for letter, shape in zip(ascii_uppercase, shapes, strict=False)]


def _cut(left: set[Cell], rng: Random) -> list[list[Cell]] | None:
    """Cut the cells `left` into random connected parts, beginning at one end of the board; None if a part has too few
    cells.
    """
    parts = []
    while left:
        part, size = [min(left)], rng.randint(LEAST_CELLS, MOST_CELLS)
        left.remove(part[0])
        while len(part) < size:
            near = sorted({cell for row, column in part for down, right in BESIDE
                           if (cell := (row + down, column + right)) in left})  # fmt: skip
            if not near:
                break
            part.append(rng.choice(near))
            left.remove(part[-1])
        if len(part) < LEAST_CELLS:
            return None
        parts.append(part)
    return parts
