"""Pictures of maps: roads with towns, signs and names on land or sea, and grids with their terrain."""

from collections.abc import Iterator, Sequence

from langkah.games.amounts import format_amount
from langkah.games.map_layout import LETTER, NAME_SIZE, Box, Line, MapLayout
from langkah.games.map_points import Point
from langkah.games.route.grid_map import WALL, GridMap
from langkah.games.route.road_map import Road, RoadMap
from langkah.scene import Disc, Path, Rect, Scene, Shape, Text

TOWN, SIGN_SIZE = 0.27, 0.3
TERRAINS = ((2, "cell"), (4, "cell:grass"), (7, "cell:wood"), (10, "cell:rock"))  # by the first cost above its range


def name_handle(place: str) -> str:
    """The text that identifies the shape of a place: both its id and the handle that clicks on it report."""
    return f"place {place}"


# Grids


def get_terrain(price: int) -> str:
    """The role (see `scene`), and so the colour, of a square that costs `price` to enter."""
    return next(role for most, role in TERRAINS if price < most)


def draw_grid(grid: GridMap, goal: str) -> Scene:
    """The board without the traveller: walls, terrain with the cost of each square in its corner, and a flag at the
    goal.
    """
    rows, shapes = grid.rows, list[Shape]()
    shapes.append(Rect(0, 0, len(rows[0]), len(rows), "board", id="board"))
    for row, line in enumerate(rows):
        for column, sign in enumerate(line):
            if sign == WALL:
                shapes.append(Rect(column, row, 1, 1, "wall", id=f"wall {row},{column}"))
            else:
                name = grid.name_square(row, column)
                price, handle = grid.get_price(name), name_handle(name)
                label = "" if price == 1 else str(price)
                shapes.append(Rect(column, row, 1, 1, get_terrain(price), label, handle, handle, corner=True))
                shapes += _draw_growth(column, row, price, handle)
    row, column = grid.find_cell(goal)
    shapes += _draw_flag((column + 0.5, row + 0.5), name_handle(goal))
    return Scene(len(rows[0]), len(rows), tuple(shapes))


def _draw_growth(x: float, y: float, price: int, handle: str) -> Iterator[Shape]:
    """The grass, tree or mountain on a square, depending on the cost `price` of entering it; nothing on the cheapest
    squares.
    """
    if 2 <= price < 4:
        for across, down in ((0.5, 0.62), (0.72, 0.84), (0.3, 0.86)):
            foot = (x + across, y + down)
            for lean in (-0.08, 0.0, 0.08):
                yield Path((foot, (foot[0] + lean, foot[1] - 0.14)), "piece:2", handle=handle, width=0.035)
    elif 4 <= price < 7:
        yield Path(((x + 0.55, y + 0.74), (x + 0.55, y + 0.92)), "wall", handle=handle, width=0.09)
        for top, wide in ((0.2, 0.19), (0.42, 0.27)):
            tree = ((x + 0.55, y + top), (x + 0.55 + wide, y + top + 0.36), (x + 0.55 - wide, y + top + 0.36))
            yield Path(tree, "piece:2", handle=handle, width=0.02, closed=True)
    elif price >= 7:
        peak = ((x + 0.12, y + 0.9), (x + 0.52, y + 0.28), (x + 0.92, y + 0.9))
        yield Path(peak, "wall", handle=handle, width=0.02, closed=True)
        snow = ((x + 0.52, y + 0.28), (x + 0.65, y + 0.48), (x + 0.52, y + 0.42), (x + 0.39, y + 0.48))
        yield Path(snow, "glass", handle=handle, width=0.02, closed=True)


def _draw_flag(point: Point, handle: str) -> Iterator[Shape]:
    """A flag at a point."""
    x, y = point
    pole = ((x - 0.12, y + 0.36), (x - 0.12, y - 0.36))
    yield Path(pole, "line", handle=handle, id="pole", width=0.07)
    yield Path((pole[1], (x + 0.34, y - 0.2), (x - 0.12, y - 0.04)), "piece:2", "", handle, "flag", 0.04, closed=True)


def draw_pin(point: Point) -> tuple[Shape, ...]:
    """A pin with its tip at a point, for the traveller."""
    x, y = point
    tip = ((x, y + 0.1), (x - 0.17, y - 0.23), (x + 0.17, y - 0.23))
    return (
        Path(tip, "piece:5", id="tip", width=0.04, closed=True),
        Disc(x, y - 0.3, 0.2, "piece:5", id="traveller"),
        Disc(x, y - 0.3, 0.08, "glass", id="eye"),
    )


# Roads


class RoadPicture:
    """A map of roads. Its layout is computed once, and used for all positions of the traveller."""

    def __init__(self, roads: RoadMap, goal: str, outlines: Sequence[tuple[Point, ...]]) -> None:
        self.roads, self.goal, self.outlines = roads, goal, outlines
        self.layout = MapLayout(roads.points, outlines)
        self.points = self.layout.points
        self.lines = [(self.points[road.one], self.points[road.other]) for road in roads.roads]

    def draw(self) -> Scene:
        """The map without the traveller: land, roads with their lengths, towns, names, and a flag at the goal."""
        layout = self.layout
        role = "cell:cold" if self.outlines else "board"
        shapes: list[Shape] = [Rect(0, 0, layout.width, layout.height, role, id="board", round=0.15)]
        for number, outline in enumerate(self.outlines):
            shore = tuple(map(layout.place, outline))
            shapes.append(Path(shore, "cell:1", id=f"land {number}", width=0.06, closed=True))
        shapes += [Path(line, "faint", width=0.17) for line in self.lines]
        shapes += [Path(line, "piece", width=0.1, head=self.roads.oneway) for line in self.lines]
        signs = [_find_sign_box(road, line) for road, line in zip(self.roads.roads, self.lines, strict=True)]
        for road, (left, top, right, bottom) in zip(self.roads.roads, signs, strict=True):
            shapes.append(Rect(left, top, right - left, bottom - top, "cell", format_amount(road.length), round=0.08))
        for name, point in self.points.items():
            handle = name_handle(name)
            shapes.append(Disc(*point, TOWN + 0.05, "faint"))
            shapes.append(Disc(*point, TOWN, "goal" if name == self.goal else "cell", handle=handle, id=handle))
        for name, middle in layout.fit_names(TOWN, signs, self.lines).items():
            shapes.append(Text(*middle, name, NAME_SIZE, "text", name_handle(name)))
        x, y = self.points[self.goal]
        shapes += _draw_flag((x + 0.12, y - 0.36), name_handle(self.goal))
        return Scene(layout.width, layout.height, tuple(shapes))


def _find_sign_box(road: Road, line: Line) -> Box:
    """The rectangle of the sign that shows a road's length, at the middle of the road."""
    (ax, ay), (bx, by) = line
    wide = len(format_amount(road.length)) * SIGN_SIZE * LETTER + 0.12
    x, y = (ax + bx) / 2, (ay + by) / 2
    return x - wide / 2, y - SIGN_SIZE * 0.62, x + wide / 2, y + SIGN_SIZE * 0.62
