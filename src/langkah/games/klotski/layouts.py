"""Lists every arrangement of a set of blocks on a board, reachable from the start or not. Some blocks can be fixed."""

from collections.abc import Iterator, Sequence

from langkah.games.klotski.blocks import Board, Kind
from langkah.games.klotski.slides import State


def list_layouts(board: Board, kinds: Sequence[Kind], kind_of: Sequence[int], fixed: dict[int, int]) -> Iterator[State]:
    """Every state in which the pieces in `fixed` (piece number: place) are at these places, and all others anywhere.
    Blocks of one kind are interchangeable, so that each arrangement occurs once.
    """
    places = [[board.covered(kind, anchor) for anchor in range(len(board.cells))] for kind in kinds]
    taken = [cell for piece, anchor in fixed.items() for cell in places[kind_of[piece]][anchor]]
    if len(set(taken)) < len(taken):
        return
    left = [0] * len(kinds)
    for piece, kind in enumerate(kind_of):
        left[kind] += piece not in fixed
    anchors: list[list[int]] = [[] for _kind in kinds]
    empty = len(board.cells) - sum(len(kinds[kind].shape) for kind in kind_of)
    for _found in _fill(0, set(taken), empty, left, anchors, places):
        free = [iter(group) for group in anchors]
        yield tuple(fixed[piece] if piece in fixed else next(free[kind]) for piece, kind in enumerate(kind_of))


def _fill(
    cell: int, taken: set[int], empty: int, left: list[int], anchors: list[list[int]], places: list[list[list[int]]]
) -> Iterator[None]:
    """Fill the board from `cell` on in every possible way, and yield once for each. Each cell that is not in `taken` is
    either left empty or becomes the first cell of a block, whose place is then added to `anchors`.
    """
    size = len(places[0])
    while cell < size and cell in taken:
        cell += 1
    if cell == size:
        if not any(left):
            yield
        return
    if empty:
        yield from _fill(cell + 1, taken, empty - 1, left, anchors, places)
    for kind, count in enumerate(left):
        covered = places[kind][cell]
        if count and covered and taken.isdisjoint(covered):
            left[kind] -= 1
            anchors[kind].append(cell)
            yield from _fill(cell + 1, taken | set(covered), empty, left, anchors, places)
            anchors[kind].pop()
            left[kind] += 1
