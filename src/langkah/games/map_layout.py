"""Compute the positions of towns and of their names on a map. Neighbouring towns are far enough apart, and each name is
placed where it covers as little of the map as possible.
"""

from collections.abc import Iterator, Sequence
from math import dist, hypot

from langkah.games.map_points import Point

LEAST_SPAN, MOST_SPAN = 8.0, 20.0  # bounds on the longer side, in units
APART = 1.9  # units between neighbouring towns, if the span allows
MARGIN = 0.9  # units around the towns
NAME_SIZE = 0.34  # the height of names
LETTER = 0.64  # the width of a letter, as a share of its height
MOST_FITTED = 80  # towns whose names are fitted; with more, names are placed on the right
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1), (0.8, 0.8), (-0.8, 0.8), (0.8, -0.8), (-0.8, -0.8))  # where a name is tried
Box = tuple[float, float, float, float]  # left, top, right, bottom
Line = tuple[Point, Point]


class MapLayout:
    """The positions of towns and the size of the map, in units of a picture whose y axis points down. `outlines` are
    further lines that must also fit on the map.
    """

    def __init__(self, points: dict[str, Point], outlines: Sequence[Sequence[Point]] = ()) -> None:
        corners = [*points.values(), *(point for outline in outlines for point in outline)]
        left, right = min(x for x, _y in corners), max(x for x, _y in corners)
        low, high = min(y for _x, y in corners), max(y for _x, y in corners)
        span = max(right - left, high - low) or 1.0
        wanted = span * APART / _find_spacing(list(points.values()), span)
        self.unit = min(max(wanted, LEAST_SPAN), MOST_SPAN) / span
        self.left, self.top = left - MARGIN / self.unit, high + MARGIN / self.unit
        self.width = round((right - left) * self.unit + 2 * MARGIN, 3)
        self.height = round((high - low) * self.unit + 2 * MARGIN, 3)
        self.points = {name: self.place(point) for name, point in points.items()}

    def place(self, point: Point) -> Point:
        """The position of a map point in the picture."""
        return round((point[0] - self.left) * self.unit, 3), round((self.top - point[1]) * self.unit, 3)

    def fit_names(self, radius: float, taken: Sequence[Box] = (), lines: Sequence[Line] = ()) -> dict[str, Point]:
        """The centre of each town's name, by town. A name is placed beside its town, on the side where it covers the
        least of the towns, the `taken` boxes, the lines and other names. On a map with more than `MOST_FITTED` towns,
        every name is to the right of its town. `radius` is the radius of a town.
        """
        boxes = [*taken, *((x - radius, y - radius, x + radius, y + radius) for x, y in self.points.values())]
        crowded, found = len(self.points) > MOST_FITTED, {}
        for name, point in self.points.items():
            places = list(_list_name_boxes(name, point, radius + 0.12))
            box = places[0] if crowded else min(places, key=lambda each: self._rate(each, boxes, lines))
            boxes.append(box)
            found[name] = round((box[0] + box[2]) / 2, 3), round((box[1] + box[3]) / 2, 3)
        return found

    def _rate(self, box: Box, taken: Sequence[Box], lines: Sequence[Line]) -> float:
        """The penalty for a name in `box`: it grows with the area and the lines that the name would cover, and with the
        length by which it would stick out of the picture.
        """
        left, top, right, bottom = box
        outside = max(0.0, -left) + max(0.0, -top) + max(0.0, right - self.width) + max(0.0, bottom - self.height)
        hidden = sum(_measure_overlap(box, each) for each in taken)
        return 20 * outside + 10 * hidden + sum(_measure_crossing(line, box) for line in lines)


def _find_spacing(points: list[Point], span: float) -> float:
    """A typical distance between neighbouring towns: about two thirds of the towns are at least this far from their
    nearest neighbour. The result is an eighth of `span` if there is one town, if there are more than `MOST_FITTED`, or
    if the distance is 0.
    """
    if len(points) < 2 or len(points) > MOST_FITTED:
        return span / 8
    nearest = sorted(min(dist(each, other) for other in points if other is not each) for each in points)
    return nearest[len(nearest) // 3] or span / 8


def _list_name_boxes(name: str, point: Point, gap: float) -> Iterator[Box]:
    """The candidate boxes for a name: right of, left of, below and above its town, then the four diagonal positions."""
    wide, high = len(name) * NAME_SIZE * LETTER, NAME_SIZE
    for across, down in SIDES:
        x = point[0] + across * gap + (wide / 2 if across > 0 else -wide / 2 if across < 0 else 0)
        y = point[1] + down * (gap + high / 2)
        yield x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def _measure_overlap(one: Box, other: Box) -> float:
    """The overlapping area of two boxes."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return max(across, 0.0) * max(down, 0.0)


def _measure_crossing(line: Line, box: Box) -> float:
    """The approximate length of a line inside a box."""
    (ax, ay), (bx, by) = line
    count = max(2, int(hypot(bx - ax, by - ay) / 0.15))
    inside = sum(
        box[0] <= ax + (bx - ax) * step / count <= box[2] and box[1] <= ay + (by - ay) * step / count <= box[3]
        for step in range(count + 1)
    )
    return inside * 0.15
