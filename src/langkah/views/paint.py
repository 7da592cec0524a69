"""The look of a scene: each shape becomes a few plain strokes with colours, ready for any canvas.

Only this module decides the look: pieces are tiles with a thickness, the ground (shapes that are part of the board) is
flat, labels are large and centred unless a shape wants a small one in the corner, and illegible details are omitted.
The SVG, PNG and window renderers only draw these strokes.
"""

from collections.abc import Callable, Iterator, Mapping
from math import hypot, sin
from typing import NamedTuple

from langkah.scene import Disc, Path, Rect, Scene, Shape, Text, is_ground
from langkah.views.theme import Paint

ACROSS = ("up", "down")  # lines from one square to another
WHOLE, NAMELESS, NAME = "whole", "nameless", "name"  # kinds of parts
CORNER = 0.1  # the radius of an outlined piece's corners
THICK = 0.07  # height of the visible side of a piece below its face
SHORT_LETTERS = 4  # letters that fit a small cell
LEAST_LETTER_SIZE = 0.12  # units; smaller labels are not drawn
LETTER_WIDTH = 0.56  # width of a letter, relative to its height
SHINE = "#ffffff"
WOOD = "piece:wood"  # prefix of the roles of wooden blocks
GRAIN_GAP = 0.17  # distance of the lines of wood grain, in units
ROOM = ((-0.3, -0.3), (0.3, -0.3), (-0.3, 0.3), (0.3, 0.3))  # clearance around the label of an outlined piece
LABEL_STEP, MOST_LABEL_STEPS = 0.25, 80  # grid of candidate label positions, and steps in each direction

Palette = Callable[[str], Paint]
Point = tuple[float, float]


class Box(NamedTuple):
    """A rectangle; an empty colour means no fill or no outline."""

    x: float
    y: float
    width: float
    height: float
    round: float = 0.0
    fill: str = ""
    stroke: str = ""
    line: float = 0.0
    dashed: bool = False
    opacity: float = 1.0  # of the fill


class Circle(NamedTuple):
    """A circle, filled or as a ring."""

    x: float
    y: float
    radius: float
    fill: str = ""
    stroke: str = ""
    line: float = 0.0
    opacity: float = 1.0  # of the fill


class Line(NamedTuple):
    """A line through points with round ends and corners; closed and filled if `fill` is a colour."""

    points: tuple[Point, ...]
    stroke: str
    line: float
    fill: str = ""
    opacity: float = 1.0  # of the stroke if open, of the fill if closed


class Words(NamedTuple):
    """Text centred on a point. If `name` is set, the text only names a shape and may be omitted where names are not
    needed.
    """

    x: float
    y: float
    text: str
    size: float
    colour: str
    bold: bool = True
    name: bool = False


Stroke = Box | Circle | Line | Words


class PaintedShape(NamedTuple):
    """A shape, its place, and the strokes that draw it, relative to that place."""

    shape: Shape
    x: float
    y: float
    marks: tuple[Stroke, ...]


class Part(NamedTuple):
    """A part of a picture that is drawn at once: a whole shape, a shape without its name, only the name of a shape, or
    a ring around it. Equal parts look the same in every scene.
    """

    shape: Shape
    kind: str = WHOLE  # one of the kinds above, or the role of a ring


def paint_scene(scene: Scene, palette: Palette, highlights: Mapping[str, str] | None = None) -> Iterator[PaintedShape]:
    """Every shape with its strokes, from back to front. `highlights` maps ids or handles of shapes to the roles of
    rings around them.
    """
    painted = (paint_part(part, palette) for part in order_parts(scene, highlights))
    return (each for each in painted if each.marks or not isinstance(each.shape, Text))


def order_parts(scene: Scene, highlights: Mapping[str, str] | None = None) -> Iterator[Part]:
    """The parts of a scene, from back to front.

    Rings of ground shapes are above all of the ground and below the pieces; the ring of the selection is in front. The
    names of squares are drawn above lines that cross them.
    """
    rings = _find_rings(scene.shapes, highlights or {})
    crossed = any(shape.role in ACROSS for shape in scene.shapes)
    under: list[Part] = []
    names: list[Part] = []
    last: list[Part] = []
    for index, shape in enumerate(scene.shapes):
        # In front of the ground: the rings of ground shapes, then the names of squares
        ground = is_ground(shape.role)
        if not ground:
            yield from under
            under.clear()
        if not ground and shape.role not in ACROSS:
            yield from names
            names.clear()
        # The shape itself
        if crossed and ground and shape.label:
            names.append(Part(shape, NAME))
            yield Part(shape, NAMELESS)
        else:
            yield Part(shape)
        # Its rings
        for role in rings.get(index, ()):
            (last if role == "selected" else under).append(Part(shape, role))
            if not ground:
                yield from under
                under.clear()
    yield from (*under, *names, *last)


def paint_part(part: Part, palette: Palette) -> PaintedShape:
    """One part of a shape with its place, and the strokes that draw it."""
    shape, kind = part
    x, y = (0.0, 0.0) if isinstance(shape, Path) else (shape.x, shape.y)
    if kind not in (WHOLE, NAMELESS, NAME):
        return PaintedShape(Text(x, y, ""), x, y, (_paint_ring(shape, palette(kind).fill),))
    marks = tuple(paint_shape(shape, palette))
    if kind == WHOLE:
        return PaintedShape(shape, x, y, marks)
    body = marks[:-1] if isinstance(marks[-1], Words) else marks
    return (
        PaintedShape(shape, x, y, body) if kind == NAMELESS else PaintedShape(Text(x, y, ""), x, y, marks[len(body) :])
    )


def paint_shape(shape: Shape, palette: Palette) -> Iterator[Stroke]:
    """The strokes of one shape, relative to its own place."""
    colours = palette(shape.role)
    match shape:
        case Text():
            yield Words(0, 0, shape.text, shape.size, colours.fill, shape.size >= 0.3)
        case Path():
            yield from _paint_path(shape, colours, palette)
        case Rect():
            yield from _paint_tile(shape, colours)
            yield from _paint_label(shape, colours)
        case Disc():
            yield from _paint_disc(shape, colours)
            yield from _paint_label(shape, colours)


def _paint_tile(shape: Rect, colours: Paint) -> Iterator[Stroke]:
    width, height, corner = shape.width, shape.height, shape.round
    if is_ground(shape.role):
        goal = shape.role == "goal"
        yield Box(0, 0, width, height, corner, colours.fill, colours.stroke, 0.05 if goal else 0.03, goal)
        return
    thick = min(THICK, height / 6)
    edge = max(corner, 0.1)
    yield Box(0, 0, width, height, corner, colours.stroke)
    yield Box(0, 0, width, height - thick, corner, colours.fill)
    if width > 2 * edge + 0.1:
        yield Line(((edge, thick * 1.1), (width - edge, thick * 1.1)), SHINE, thick * 0.6, opacity=0.35)
    if shape.role.startswith(WOOD):
        top = height - thick
        yield from _paint_grain(((0, 0), (width, 0), (width, top), (0, top)), colours.stroke)


def _paint_grain(points: tuple[Point, ...], colour: str) -> Iterator[Line]:
    """Wood grain for an outline with upright and level edges: faint wavy lines along its longer side."""
    across, down = zip(*points, strict=True)
    if max(down) - min(down) > max(across) - min(across):
        yield from (
            line._replace(points=tuple((y, x) for x, y in line.points))
            for line in _paint_grain(tuple((y, x) for x, y in points), colour)
        )
        return
    edges = list(zip(points, (*points[1:], points[0]), strict=True))
    level, number = min(down) + GRAIN_GAP, 0
    while level < max(down) - GRAIN_GAP / 2:
        sides = sorted(a[0] for a, b in edges if min(a[1], b[1]) < level < max(a[1], b[1]))
        for left, right in zip(sides[::2], sides[1::2], strict=True):
            start, end = left + 0.1 + 0.05 * (number % 3), right - 0.1 - 0.07 * (number % 2)
            steps = max(2, round((end - start) / 0.15))
            xs = (start + (end - start) * step / steps for step in range(steps + 1))
            wave = tuple((x, level + 0.025 * sin(2.6 * x + 1.9 * number)) for x in xs)
            yield Line(wave, colour, 0.02, opacity=0.3)
        level, number = level + GRAIN_GAP, number + 1


def _paint_disc(shape: Disc, colours: Paint) -> Iterator[Stroke]:
    radius = shape.radius
    if shape.role.startswith("mark"):
        yield Circle(0, 0, radius, stroke=colours.fill, line=radius * 0.36)
    elif is_ground(shape.role) or shape.role == "faint":
        yield Circle(0, 0, radius, colours.fill, colours.stroke, 0.02)
    else:
        yield Circle(0, min(THICK, radius / 4), radius, colours.stroke)
        yield Circle(0, 0, radius, colours.fill)
        yield Circle(0, 0, radius * 0.78, stroke=colours.stroke, line=radius * 0.06)


def _paint_path(shape: Path, colours: Paint, palette: Palette) -> Iterator[Stroke]:
    """The strokes of a path: an area with its label, or a line. A line between squares (such as a ladder) gets a wider,
    pale line behind it, which keeps the line visible where it crosses other lines.
    """
    if shape.closed:
        if is_ground(shape.role) or not _is_square_outline(shape.points):
            yield Line(shape.points, colours.stroke, shape.width, colours.fill)
        else:
            yield Line(_shrink_outline(shape.points, CORNER), colours.stroke, 2 * CORNER, colours.stroke)
            yield Line(
                _shrink_outline(_raise_outline(shape.points, THICK), CORNER), colours.fill, 2 * CORNER, colours.fill
            )
            if shape.role.startswith(WOOD):
                yield from _paint_grain(_raise_outline(shape.points, THICK), colours.stroke)
        if shape.label and not is_ground(shape.role):
            across, down = zip(*shape.points, strict=True)
            size = min(0.4, 0.5 * min(max(across) - min(across), max(down) - min(down)))
            yield Words(*_find_label_place(shape.points), shape.label, size, colours.ink, name=shape.name)
        return
    if shape.role in ACROSS:
        yield Line(shape.points, palette("cell").fill, shape.width * 1.8, opacity=0.8)
    colour = colours.stroke if is_ground(shape.role) else colours.fill
    if shape.head and (head := _make_arrow_head(shape)):
        tip, *barbs = head
        middle = (sum(x for x, _y in barbs) / 2, sum(y for _x, y in barbs) / 2)
        yield Line((*shape.points[:-1], middle), colour, shape.width)
        yield Line((tip, *barbs), colour, shape.width / 2, colour)
    else:
        yield Line(shape.points, colour, shape.width)


def _make_arrow_head(shape: Path) -> tuple[Point, Point, Point] | None:
    """The tip of an arrow and its two barbs; None if the last segment of the line has no direction."""
    (ax, ay), (bx, by) = shape.points[-2:] if len(shape.points) > 1 else (shape.points[0],) * 2
    length = hypot(bx - ax, by - ay)
    if not length:
        return None
    reach = min(length, max(0.25, 3.5 * shape.width))
    dx, dy = (bx - ax) / length * reach, (by - ay) / length * reach
    return (bx, by), (bx - dx - dy / 2, by - dy + dx / 2), (bx - dx + dy / 2, by - dy - dx / 2)


def is_level_outline(points: tuple[Point, ...]) -> bool:
    """Whether all edges of an outline are upright or level."""
    return all(a[0] == b[0] or a[1] == b[1] for a, b in zip(points, (*points[1:], points[0]), strict=True))


def _is_square_outline(points: tuple[Point, ...]) -> bool:
    """Whether all edges of an outline are upright or level, and no point occurs twice, as it would in an outline with a
    hole.
    """
    return is_level_outline(points) and len(set(points)) == len(points)


def _find_inward_ways(points: tuple[Point, ...]) -> list[tuple[int, int]]:
    """For each edge of an outline with upright and level edges, the direction (dx, dy) that leads to the inside; (0, 0)
    for edges of length 0.
    """
    edges = list(zip(points, (*points[1:], points[0]), strict=True))
    turn = 1 if sum(a[0] * b[1] - b[0] * a[1] for a, b in edges) > 0 else -1
    return [
        (turn * ((a[1] > b[1]) - (a[1] < b[1])), turn * ((b[0] > a[0]) - (b[0] < a[0])))  # a quarter turn
        for a, b in edges
    ]


def _raise_outline(points: tuple[Point, ...], by: float) -> tuple[Point, ...]:
    """The outline of the top face of a piece: the given outline with its lower edges moved up."""
    ways = _find_inward_ways(points)
    return tuple(
        (x, y - by if -1 in (ways[index - 1][1], ways[index][1]) else y) for index, (x, y) in enumerate(points)
    )


def _shrink_outline(points: tuple[Point, ...], by: float) -> tuple[Point, ...]:
    ways = _find_inward_ways(points)
    found = []
    for index, (x, y) in enumerate(points):
        before, after = ways[index - 1], ways[index]
        dx, dy = after if before == after else (before[0] + after[0], before[1] + after[1])
        found.append((x + by * dx, y + by * dy))
    return tuple(found)


def is_inside(points: tuple[Point, ...], x: float, y: float) -> bool:
    """Whether a point is inside an outline, tested by counting how often a ray from the point crosses the outline."""
    odd = False
    for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            odd = not odd
    return odd


def _find_label_place(points: tuple[Point, ...]) -> Point:
    """A position for the label of an outlined piece: inside the outline with some clearance, as close to the centre of
    the piece as possible. If there is no such position, the centre.
    """
    across, down = zip(*points, strict=True)
    left, right, top, bottom = min(across), max(across), min(down), max(down)
    x, y = (left + right) / 2, (top + bottom) / 2
    if _has_room(points, x, y):
        return x, y
    columns, rows = (min(MOST_LABEL_STEPS, int(side / LABEL_STEP)) for side in (right - left, bottom - top))
    steps = [(left + LABEL_STEP * column, top + LABEL_STEP * row) for column in range(columns) for row in range(rows)]
    for share in (1, 0.6, 0.3):  # small pieces need less clearance
        roomy = [place for place in ((x, y), *steps) if _has_room(points, *place, share)]
        if roomy:
            return min(roomy, key=lambda place: (place[0] - x) ** 2 + (place[1] - y) ** 2)
    return x, y


def _has_room(points: tuple[Point, ...], x: float, y: float, share: float = 1) -> bool:
    """Whether a label at the point (x, y) fits inside an outline; `share` scales the clearance that it needs."""
    return all(is_inside(points, x + share * dx, y + share * dy) for dx, dy in ROOM)


def _paint_label(shape: Rect | Disc, colours: Paint) -> Iterator[Words]:
    """The strokes of a shape's label if the label fits. A label that is too long is not drawn; only screen readers read
    it.
    """
    count = len(shape.label)
    if not count:
        return
    if isinstance(shape, Disc):
        size = min(shape.radius * 0.95, shape.radius * 2.6 / count)
        yield Words(0, 0, shape.label, size, colours.ink)
    elif size := get_label_size(shape):
        if shape.corner:
            across = shape.width / 2 if shape.width >= 2 else 0.08 + count * size * LETTER_WIDTH / 2
            yield Words(across, 0.1 + size * 0.5, shape.label, size, colours.ink, False)
        else:
            ground = is_ground(shape.role)
            middle = (shape.width / 2, (shape.height - (0 if ground else THICK)) / 2)
            yield Words(*middle, shape.label, size, colours.ink, not ground, shape.name)


def get_label_size(shape: Rect) -> float:
    """The height of the letters on a rectangle; 0 if its label is too long to be drawn and is only meant for screen
    readers.
    """
    count = len(shape.label)
    if not count or ((shape.corner or is_ground(shape.role)) and count > SHORT_LETTERS and shape.width < 2):
        return 0.0
    if shape.corner:
        return min(0.24 if shape.width < 2 else 0.42, (shape.width - 0.14) / count / LETTER_WIDTH)
    size = min(0.5 * min(shape.height, 1.2), shape.width * 0.86 / count / LETTER_WIDTH)
    return size if size >= LEAST_LETTER_SIZE else 0.0


def _find_rings(shapes: tuple[Shape, ...], highlights: Mapping[str, str]) -> dict[int, list[str]]:
    """The rings around shapes: maps the index of a shape to the roles of its rings. If several shapes have the same
    handle, the ring of the selection is drawn around the foremost of these shapes, and any other ring around the
    rearmost.
    """
    found: dict[str, int] = {}
    for index, shape in enumerate(shapes):
        for name in (shape.id, shape.handle):
            if name in highlights and (name not in found or highlights[name] == "selected"):
                found[name] = index
    rings: dict[int, list[str]] = {}
    for name, index in found.items():
        rings.setdefault(index, []).append(highlights[name])
    return rings


def _paint_ring(shape: Shape, colour: str) -> Stroke:
    tint, line = 0.14, 0.08
    match shape:
        case Rect():
            box = (0.04, 0.04, shape.width - 0.08, shape.height - 0.08)
            return Box(*box, max(shape.round - 0.02, 0.06), colour, colour, line, opacity=tint)
        case Disc():
            return Circle(0, 0, shape.radius + 0.05, colour, colour, line, tint)
        case Text():
            return Circle(0, 0, shape.size * 0.8, colour, colour, line, tint)
        case Path():
            return Line(shape.points, colour, line, colour, tint)
