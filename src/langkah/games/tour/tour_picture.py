"""The picture of a tour: cities on a map, the path so far, and the costs of the next steps."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist, inf

from langkah.games.amounts import format_amount
from langkah.games.map_layout import NAME_SIZE, MapLayout
from langkah.games.map_points import Point
from langkah.model import Cost
from langkah.scene import Disc, Path, Rect, Scene, Shape, Text

CITY = 0.34
SHORT = 2  # letters of a name inside its city; longer names are placed beside it
MOST_FAINT = 9  # cities up to which every road is drawn


def name_handle(city: str) -> str:
    """The text that identifies the shape of a city: both its id and the handle that clicks on it report."""
    return f"city {city}"


class TourPicture:
    """A map of cities. Its layout is computed once, and used for all tours on it."""

    def __init__(self, points: dict[str, Point], costs: Sequence[Sequence[Cost]]) -> None:
        self.cities, self.costs = list(points), costs
        self.layout = MapLayout(points)
        self.places = list(self.layout.points.values())
        self.names = self.layout.fit_names(CITY)

    def draw(self, path: Sequence[int], title: str) -> Scene:
        """The map with the path so far. Signs on the roads that can come next show their costs."""
        cities, places, costs = self.cities, self.places, self.costs
        shapes: list[Shape] = [Rect(0, 0, self.layout.width, self.layout.height, "board", id="board", round=0.15)]
        if len(cities) <= MOST_FAINT:
            pairs = [(a, b) for a in range(len(cities)) for b in range(a) if min(costs[a][b], costs[b][a]) < inf]
            shapes += [Path((places[a], places[b]), "cell", width=0.04) for a, b in pairs]
        left = [city for city in range(len(cities)) if city not in path and costs[path[-1]][city] < inf]
        for city in left:
            shapes.append(Path((places[path[-1]], places[city]), "faint", width=0.05))
        whole = [*path, path[0]] if len(path) == len(cities) else list(path)
        for place, (here, there) in enumerate(pairwise(whole)):
            ends = _shorten(places[here], places[there])
            shapes.append(Path(ends, "piece:2", id=f"road {place}", width=0.14, head=True))
        for city in left:
            shapes.append(_draw_sign(places[path[-1]], places[city], costs[path[-1]][city], name_handle(cities[city])))
        for city, name in enumerate(cities):
            shapes += self._draw_city(name, places[city], _choose_role(city, path))
        return Scene(self.layout.width, self.layout.height, tuple(shapes), title)

    def _draw_city(self, name: str, point: Point, role: str) -> Iterator[Shape]:
        handle = name_handle(name)
        yield Disc(*point, CITY, role, name if len(name) <= SHORT else "", handle, handle)
        if len(name) > SHORT:
            yield Text(*self.names[name], name, NAME_SIZE, "text", handle)


def _shorten(one: Point, other: Point) -> tuple[Point, Point]:
    """The road from `one` to `other`, shortened so that it ends at the edge of the target city and its arrow is
    visible.
    """
    far = dist(one, other)
    part = 1 - min(CITY + 0.06, far / 2) / far if far else 1
    return one, (one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part)


def _draw_sign(one: Point, other: Point, cost: Cost, handle: str) -> Shape:
    """The sign with the cost of a road, placed closer to the target than to the start."""
    label = format_amount(cost)
    wide = 0.19 * len(label) + 0.16
    x, y = one[0] + (other[0] - one[0]) * 0.64, one[1] + (other[1] - one[1]) * 0.64
    return Rect(x - wide / 2, y - 0.2, wide, 0.4, "cell", label, handle, round=0.1)


def _choose_role(city: int, path: Sequence[int]) -> str:
    if city == path[-1]:
        return "piece:0"
    return "piece:2" if city == path[0] else "piece:4" if city in path else "piece"
