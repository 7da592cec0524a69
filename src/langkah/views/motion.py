"""How shapes move between two pictures: the path of each shape, and the picture at any moment in between.

A piece with the same id in both pictures moves; shapes of the ground (the board itself) change without moving. A piece
moves in a straight line if this path is free; otherwise around a corner if that path is free. A piece that is threaded
on something (the piece overlaps a wall) moves up, then across and then down.
"""

from cmath import phase, rect
from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

from langkah.scene import Disc, Path, Rect, Scene, Shape, Text, is_ground
from langkah.views.paint import Point

SAME = 0.02  # differences below this are rounding errors

Frame = tuple[float, float, float, float]  # left, top, right, bottom


class Journey(NamedTuple):
    """The motion of one shape: the shape before and after it, and the points on its path."""

    old: Shape
    new: Shape
    route: tuple[Point, ...]


def find_journeys(before: Scene, after: Scene, renamed: Mapping[str, str] | None = None) -> dict[str, Journey]:
    """The journey of every piece that changes its place. The keys are the ids that the pieces have in the picture
    `after`.
    """
    names = renamed or {}
    ends = {shape.id: shape for shape in after.shapes if shape.id}
    found: dict[str, Journey] = {}
    for old in before.shapes:
        new = ends.get(names.get(old.id, old.id)) if old.id else None
        if new is not None and type(new) is type(old) and get_place(old) != get_place(new) and not is_ground(new.role):
            found[new.id] = Journey(old, new, _find_route(before, after, old, new))
    return found


def get_place(shape: Shape) -> Point:
    """The reference point of a shape: the top left corner of a rectangle, the first point of a path, or the centre of
    any other shape.
    """
    return shape.points[0] if isinstance(shape, Path) else (shape.x, shape.y)


def get_frame(shape: Shape) -> Frame:
    """The bounding box of a shape, as its left, top, right and bottom edges. A text counts as a point."""
    match shape:
        case Rect():
            return shape.x, shape.y, shape.x + shape.width, shape.y + shape.height
        case Disc():
            return shape.x - shape.radius, shape.y - shape.radius, shape.x + shape.radius, shape.y + shape.radius
        case Text():
            return shape.x, shape.y, shape.x, shape.y
        case Path():
            across, down = zip(*shape.points, strict=True)
            return min(across), min(down), max(across), max(down)


def _is_touching(one: Frame, other: Frame) -> bool:
    hair = 0.02
    across = one[0] + hair < other[2] and other[0] + hair < one[2]
    return across and one[1] + hair < other[3] and other[1] + hair < one[3]


def _find_route(before: Scene, after: Scene, old: Shape, new: Shape) -> tuple[Point, ...]:
    (x, y), (to_x, to_y) = get_place(old), get_place(new)
    straight = ((x, y), (to_x, to_y))
    if any(shape.role == "wall" and _is_touching(get_frame(shape), get_frame(old)) for shape in before.shapes):
        top = min(get_frame(shape)[1] for shape in before.shapes if shape.role == "wall")
        above = min(y, to_y, top - (get_frame(old)[3] - y) - 0.1)
        return (x, y), (x, above), (to_x, above), (to_x, to_y)
    still = set(before.shapes) & set(after.shapes)
    obstacles = [get_frame(shape) for shape in still if not is_ground(shape.role)]
    corners = ((x, y), (to_x, y), (to_x, to_y)), ((x, y), (x, to_y), (to_x, to_y))
    for way in (straight, *corners):
        if not any(
            _is_touching(each, swept) for swept in _list_swept_frames(get_frame(old), way) for each in obstacles
        ):
            return way
    return straight


def _list_swept_frames(start: Frame, way: tuple[Point, ...]) -> list[Frame]:
    """The bounding boxes of a shape at points along a path, to test whether the path is free. The points are about a
    quarter of a unit apart.
    """
    found: list[Frame] = []
    (home_x, home_y) = way[0]
    for (x, y), (to_x, to_y) in pairwise(way):
        count = max(1, round(4 * max(abs(to_x - x), abs(to_y - y))))
        for index in range(count + 1):
            dx = x + (to_x - x) * index / count - home_x
            dy = y + (to_y - y) * index / count - home_y
            found.append((start[0] + dx, start[1] + dy, start[2] + dx, start[3] + dy))
    return found


def find_point_along(way: tuple[Point, ...], share: float) -> Point:
    """The point on a path that is reached after the fraction `share` of its length (from 0 to 1)."""
    lengths = [abs(b[0] - a[0]) + abs(b[1] - a[1]) for a, b in pairwise(way)]
    left = share * sum(lengths)
    for (a, b), length in zip(pairwise(way), lengths, strict=True):
        if left <= length and length:
            part = left / length
            return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part
        left -= length
    return way[-1]


def ease_share(share: float) -> float:
    """The fraction of the path that is covered after the fraction `share` of the time, for a motion that starts and
    ends slowly.
    """
    return share * share * (3 - 2 * share)


def draw_between(before: Scene, after: Scene, share: float, renamed: Mapping[str, str] | None = None) -> Scene:
    """The picture between two pictures, at the fraction `share` of the time (from 0 to 1). Moving shapes are in front;
    everything else changes halfway.
    """
    if share <= 0:
        return before
    if share >= 1:
        return after
    moving = find_journeys(before, after, renamed)
    left = {journey.old.id for journey in moving.values()}
    ground = after if share >= 0.5 else before
    gone = set(moving) if ground is after else left
    still = tuple(shape for shape in ground.shapes if shape.id not in gone)
    travelling = tuple(move_midway(journey, ease_share(share)) for journey in moving.values())
    return Scene(after.width, after.height, still + travelling, ground.title)


def move_midway(journey: Journey, share: float) -> Shape:
    """The shape of a journey as it looks at the fraction `share` of its path."""
    old, new = journey.old, journey.new
    x, y = find_point_along(journey.route, share)
    if isinstance(old, Path) and isinstance(new, Path):
        alike = len(new.points) == len(old.points)
        points = _turn_outline(old.points, new.points, share) if alike else old.points
        dx, dy = (0.0, 0.0) if alike and len(journey.route) == 2 else (x - points[0][0], y - points[0][1])
        return old._replace(points=tuple((a + dx, b + dy) for a, b in points), id=new.id)
    assert not isinstance(old, Path)
    moved: Shape = old._replace(x=x, y=y, id=new.id)
    if isinstance(moved, Rect) and isinstance(new, Rect):
        width, height = (a + (b - a) * share for a, b in ((moved.width, new.width), (moved.height, new.height)))
        return moved._replace(width=width, height=height)
    return moved


def _turn_outline(old: tuple[Point, ...], new: tuple[Point, ...], share: float) -> tuple[Point, ...]:
    """An outline between the outlines `old` and `new`, which have the same number of points, at the fraction `share` of
    the way. If `new` is `old` turned in the plane of its face, the outline turns; otherwise, each point moves in a
    straight line.
    """
    one, two = len(old) // 4, len(old) // 2
    frame, end = _span_frame(old, one, two), _span_frame(new, one, two)
    area = (frame[1].conjugate() * frame[2]).imag
    if abs(area) > SAME:
        turn, side = (_find_in_frame(frame, frame[0] + each) for each in end[1:])
        if abs(side - 1j * turn) + abs(abs(turn) - 1) < SAME < abs(turn - 1):
            centre, angle = _find_in_frame(frame, end[0]) / (1 - turn), phase(turn) * share
            poses = (centre + rect(1, angle) * (_find_in_frame(frame, complex(*point)) - centre) for point in old)
            places = [frame[0] + pose.real * frame[1] + pose.imag * frame[2] for pose in poses]
            return tuple((place.real, place.imag) for place in places)
    return tuple((a + (c - a) * share, b + (d - b) * share) for (a, b), (c, d) in zip(old, new, strict=True))


def _span_frame(points: tuple[Point, ...], one: int, two: int) -> tuple[complex, complex, complex]:
    """A coordinate frame for the face of an outline: one of its corners, and the vectors of two adjacent sides."""
    first, second, third = (complex(*points[at]) for at in (0, one, two))
    return first, second - first, third - second


def _find_in_frame(frame: tuple[complex, complex, complex], point: complex) -> complex:
    """The coordinates of a point in a coordinate frame that `_span_frame` made, as one complex number."""
    origin, right, down = frame
    area, to = (right.conjugate() * down).imag, point - origin
    return complex((to.conjugate() * down).imag / area, (right.conjugate() * to).imag / area)
