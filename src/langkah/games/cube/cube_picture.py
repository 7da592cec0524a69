"""The picture of a 2 x 2 x 2 cube: the cube seen from the front, the right and above; the unfolded cube beside it; and
a button for each turn.

Stickers can be dragged in both pictures.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from langkah.scene import Path, Rect, Scene, Shape

Point = tuple[float, float]

# The places of each face's stickers in reading order, as on the unfolded cube
STICKERS = {
    "U": ("ULB", "UBR", "UFL", "URF"),
    "L": ("ULB", "UFL", "DBL", "DLF"),
    "F": ("UFL", "URF", "DLF", "DFR"),
    "R": ("URF", "UBR", "DFR", "DRB"),
    "B": ("UBR", "ULB", "DRB", "DBL"),
    "D": ("DLF", "DFR", "DBL", "DRB"),
}
UNFOLDED = {"U": (2, 0), "L": (0, 2), "F": (2, 2), "R": (4, 2), "B": (6, 2), "D": (2, 4)}  # column and row of each face
COLOURS = {"U": "glass", "R": "piece:5", "F": "piece:2", "D": "piece:6", "L": "piece:1", "B": "piece:0"}
CUBE_CORNER = (
    0,
    1,
    3,
    2,
)  # the corner of each sticker that is a corner of the cube: its outline begins there, so that it rotates
BODY = "line"
SEEN = "UFR"  # visible faces of the perspective cube

EDGE = 1.4  # edge of a sticker on the perspective cube
ACROSS, DOWN = 0.866, 0.5  # components of an edge that leads away from the viewer
SMALL = 0.5  # edge of a sticker on the unfolded cube
GAP, ROUND = 0.045, 0.17  # gap around a sticker and radius of its corners, as shares of its edge
MARGIN = 0.4
WIDTH, HEIGHT = 3 * MARGIN + 4 * EDGE * ACROSS + 8 * SMALL, 2 * MARGIN + 4 * EDGE
FAR_CORNER = (MARGIN + 2 * EDGE * ACROSS, MARGIN)  # farthest corner of the top of the perspective cube
BUTTON, PITCH = 0.78, 0.86


def name_sticker(place: str, face: str) -> str:
    """The name of a sticker: its face, then its place, as in `U of URF`."""
    return f"{face} of {place}"


def name_handle(picture: str, sticker: str) -> str:
    """The handle of a sticker, which names it in clicks. `picture` is "cube" for the perspective cube or "flat" for the
    unfolded one.
    """
    return f"{picture} {sticker}"


def draw_cube(colours: Mapping[str, str], turns: Sequence[Sequence[str]], title: str) -> Scene:
    """The picture of a cube. `colours` gives the colour of each sticker, by the name of the sticker; a colour is named
    after its face on the solved cube. `turns` gives the names on the buttons, row by row.
    """
    shapes: list[Shape] = [Rect(0, 0, WIDTH, HEIGHT, "board", id="board", round=0.25)]
    for face, corner_and_edges in _list_seen_faces().items():
        shapes += _draw_face(face, *corner_and_edges, colours, "cube")
    left = WIDTH - MARGIN - 8 * SMALL
    for face, (column, row) in UNFOLDED.items():
        corner = (left + column * SMALL, MARGIN + row * SMALL)
        shapes += _draw_face(face, corner, (SMALL, 0.0), (0.0, SMALL), colours, "flat")
    shapes.sort(key=lambda shape: shape.role not in (BODY, "board"))  # moving stickers pass above all faces
    shapes += _draw_buttons(turns)
    return Scene(WIDTH, HEIGHT, tuple(shapes), title)


def _draw_face(
    face: str, corner: Point, right: Point, down: Point, colours: Mapping[str, str], picture: str
) -> Iterator[Path]:
    """One face: four stickers, and the body of the cube between them. The face begins at `corner`; `right` and `down`
    are the edges of a sticker as vectors.
    """
    outline = tuple(_add(corner, right, down, *at) for at in ((0, 0), (2, 0), (2, 2), (0, 2)))
    yield Path(_round(outline, 0, 0.02), BODY, id=f"{picture} {face}", width=0.06, closed=True)
    for number, place in enumerate(STICKERS[face]):
        name = name_sticker(place, face)
        x, y = number % 2, number // 2
        around = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
        first = CUBE_CORNER[number]
        outline = tuple(_add(corner, right, down, *at) for at in around[first:] + around[:first])
        role, label = COLOURS[colours[name]], colours[name]
        handle = name_handle(picture, name)
        yield Path(_round(outline, GAP, ROUND), role, label, handle, handle, 0.03, closed=True)


def _add(origin: Point, right: Point, down: Point, across: float, along: float) -> Point:
    return origin[0] + across * right[0] + along * down[0], origin[1] + across * right[1] + along * down[1]


def _list_seen_faces() -> dict[str, tuple[Point, Point, Point]]:
    """For each visible face of the perspective cube: its first corner, then two vectors, the edges of a sticker to the
    right and down.
    """
    x, y = FAR_CORNER
    away, near, below = (EDGE * ACROSS, EDGE * DOWN), (-EDGE * ACROSS, EDGE * DOWN), (0.0, EDGE)
    return {
        "U": ((x, y), away, near),
        "F": (_add((x, y), away, near, 0, 2), away, below),
        "R": (_add((x, y), away, near, 2, 2), (away[0], -away[1]), below),
    }


@cache
def _round(corners: tuple[Point, ...], gap: float, radius: float) -> tuple[Point, ...]:
    """A quadrilateral, slightly shrunk and with rounded corners; `gap` and `radius` are shares of its edges."""
    middle = (sum(x for x, _y in corners) / 4, sum(y for _x, y in corners) / 4)
    points = [_mix(point, middle, 2 * gap) for point in corners]
    found: list[Point] = []
    for number, point in enumerate(points):
        before, after = points[number - 1], points[(number + 1) % 4]
        first, last = _mix(point, before, radius), _mix(point, after, radius)
        shares = (0.0, 0.25, 0.5, 0.75, 1.0)
        found += [_mix(_mix(first, point, share), _mix(point, last, share), share) for share in shares]
    return tuple((round(x, 3), round(y, 3)) for x, y in found)


def _mix(one: Point, other: Point, share: float) -> Point:
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def _draw_buttons(turns: Sequence[Sequence[str]]) -> Iterator[Rect]:
    """A row of buttons for each turned side, in its colour, below the unfolded cube."""
    for row, names in enumerate(turns):
        wide = 8 * SMALL / len(names)
        for column, name in enumerate(names):
            x = WIDTH - MARGIN - wide * (len(names) - column)
            y = HEIGHT - MARGIN - PITCH * (len(turns) - row) + (PITCH - BUTTON)
            at = (x + 0.05, y, wide - 0.1, BUTTON)
            yield Rect(*at, COLOURS[name[0]], name, f"turn {name}", f"turn {name}", 0.2)
