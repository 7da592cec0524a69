"""The shape of a piece with several cells: its connected parts, and the outline of each as one closed line."""

from collections.abc import Iterable

Cell = tuple[int, int]  # row and column
Point = tuple[int, int]  # a corner or a direction, across and down

BESIDE = ((-1, 0), (0, -1), (0, 1), (1, 0))


def find_parts(cells: Iterable[Cell]) -> list[set[Cell]]:
    """Split cells into connected parts; two cells are connected if they share an edge."""
    left = set(cells)
    found = []
    while left:
        part, queue = set(), [min(left)]
        while queue:
            cell = queue.pop()
            if cell in left:
                left.remove(cell)
                part.add(cell)
                queue += [(cell[0] + down, cell[1] + right) for down, right in BESIDE]
        found.append(part)
    return found


def trace_outline(
    part: set[Cell], inset: float, seams: frozenset[Cell] = frozenset()
) -> tuple[tuple[float, float], ...]:
    """The outline of connected cells as one closed line, moved inwards by `inset`, a share of a cell's side.

    A hole would need a second line. Instead, the cells are cut apart along a seam, which leads from the upper left
    corner of the hole straight up to the next edge. `seams` holds the cells that are cut off from their left neighbour.
    """
    edges: dict[Point, list[Point]] = {}  # from each corner, the directions of its outgoing edges, clockwise
    for row, column in sorted(part):
        sides = {
            ((column, row), (1, 0)): (row - 1, column) in part,
            ((column + 1, row), (0, 1)): (row, column + 1) in part - seams,
            ((column + 1, row + 1), (-1, 0)): (row + 1, column) in part,
            ((column, row + 1), (0, -1)): (row, column - 1) in part and (row, column) not in seams,
        }
        for (corner, edge), joined in sides.items():
            if not joined:
                edges.setdefault(corner, []).append(edge)
    ring = _follow_edges(edges, inset)
    if not edges:
        return tuple(ring)
    column, row = min(edges, key=lambda corner: (corner[1], corner[0]))
    cut = set()
    while {(row - 1, column - 1), (row - 1, column)} <= part:
        row -= 1
        cut.add((row, column))
    return trace_outline(part, inset, seams | cut)


def _follow_edges(edges: dict[Point, list[Point]], inset: float) -> list[tuple[float, float]]:
    """Follow the edges from the first corner until the line returns to this corner, removing the followed edges from
    `edges`. Returns the corners where the line turns, each moved inwards by `inset`.
    """
    x, y = first = next(iter(edges))
    dx, dy = 1, 0
    ring: list[tuple[float, float]] = []
    while True:
        edges[x, y].remove((dx, dy))
        if not edges[x, y]:
            del edges[x, y]
        x, y = x + dx, y + dy
        open_ways = edges.get((x, y), [])
        turned = next((way for way in ((-dy, dx), (dx, dy), (dy, -dx)) if way in open_ways), (1, 0))
        if turned != (dx, dy):
            ring.append((x - inset * (dy + turned[1]), y + inset * (dx + turned[0])))
        if (x, y) == first:
            return ring
        dx, dy = turned
