"""The picture of a permutation puzzle: numbered discs on their places, a line for each cycle, a button for each
move.
"""

from collections.abc import Mapping, Sequence
from math import cos, pi, sin
from typing import NamedTuple

from langkah.games.permutation.cycles import Cycles
from langkah.scene import Disc, Path, Rect, Scene, Shape

Point = tuple[float, float]

RADIUS = 0.4  # radius of a disc
MARGIN = 0.8
EDGE = 0.15  # width of the strip along the board's edge that lines do not enter
NEAREST = 1.25  # the smallest distance between places
RING_STEP = 1.05  # distance between places around a ring
LINE = 0.07
MOST_LINES = 160  # line segments of cycles; with more, they would hide the picture
BUTTON_WIDTH, BUTTON_HEIGHT, BUTTON_GAP = 1.1, 0.8, 0.12
BUTTONS_ACROSS = 9  # units: below a wider board, buttons are larger
LEAST_WIDTH = 5.0
LETTER = 0.24  # width of a letter on a button


class Layout(NamedTuple):
    """The geometry of the picture: the centre of each place, and the size of the board."""

    places: tuple[Point, ...]
    width: float
    height: float


def lay_out_ring(size: int) -> list[Point]:
    """The coordinates of `size` places around a ring, clockwise from the top."""
    radius = max(1.0, size * RING_STEP / (2 * pi))
    return [(radius * sin(2 * pi * place / size), -radius * cos(2 * pi * place / size)) for place in range(size)]


def lay_out(points: Sequence[Point]) -> Layout:
    """Scale the points so that the two closest places have room for their discs. Returns the layout of a board with
    these places.
    """
    pairs = [
        ((x - a) ** 2 + (y - b) ** 2) ** 0.5 for number, (x, y) in enumerate(points) for a, b in points[number + 1 :]
    ]
    scale = NEAREST / max(min(pairs, default=1.0), 1e-6)
    left, top = min(x for x, _y in points), min(y for _x, y in points)
    width = max((max(x for x, _y in points) - left) * scale + 2 * MARGIN, LEAST_WIDTH)
    aside = (width - (max(x for x, _y in points) - left) * scale) / 2
    height = (max(y for _x, y in points) - top) * scale + 2 * MARGIN
    middles = tuple((round((x - left) * scale + aside, 3), round((y - top) * scale + MARGIN, 3)) for x, y in points)
    return Layout(middles, round(width, 3), round(height, 3))


def bend_round(points: Sequence[Point], layout: Layout) -> tuple[Point, ...]:
    """A smooth closed line through the points: a Catmull-Rom spline, kept inside the board."""
    found: list[Point] = []
    for number, here in enumerate(points):
        before, after, beyond = (points[(number + step) % len(points)] for step in (-1, 1, 2))
        for share in (0.0, 0.2, 0.4, 0.6, 0.8):
            x, y = (_bend(a, b, c, d, share) for a, b, c, d in zip(before, here, after, beyond, strict=True))
            found.append(
                (round(min(max(x, EDGE), layout.width - EDGE), 3), round(min(max(y, EDGE), layout.height - EDGE), 3))
            )
    return (*found, found[0])


def _bend(before: float, here: float, after: float, beyond: float, share: float) -> float:
    slope, bow = after - before, 2 * before - 5 * here + 4 * after - beyond
    swing = 3 * (here - after) + beyond - before
    return here + 0.5 * share * (slope + share * (bow + share * swing))


def draw_places(
    layout: Layout,
    state: Sequence[int],
    goal: Sequence[int],
    looks: Mapping[int, tuple[str, str]],
    cycles: Mapping[str, Cycles],
    moves: Sequence[Sequence[str]],
    title: str,
) -> Scene:
    """The picture of a state, which gives the content of each place. `looks` has the colour role and the name of each
    number, `moves` the names on the move buttons, in groups.
    """
    shapes: list[Shape] = [Rect(0, 0, layout.width, layout.height, "board", id="board", round=0.3)]
    if sum(len(cycle) for each in cycles.values() for cycle in each) <= MOST_LINES:
        for number, (name, each) in enumerate(cycles.items()):
            for index, cycle in enumerate(each):
                points = bend_round([layout.places[place] for place in cycle], layout)
                shapes.append(Path(points, f"piece:{number % 8}", id=f"line {name} {index}", width=LINE))
    for place, (x, y) in enumerate(layout.places):
        role = "goal" if state[place] == goal[place] else "cell:1"
        shapes.append(Disc(x, y, RADIUS + 0.07, role, handle=f"place {place + 1}", id=f"place {place + 1}"))
    for place, (x, y) in enumerate(layout.places):
        role, label = looks[state[place]]
        shapes.append(Disc(x, y, RADIUS, role, label, f"place {place + 1}", f"piece {place + 1}"))
    buttons, height = _draw_buttons(moves, layout.width, layout.height + BUTTON_GAP)
    return Scene(layout.width, height, (*shapes, *buttons), title)


def _draw_buttons(moves: Sequence[Sequence[str]], width: float, top: float) -> tuple[list[Shape], float]:
    """The move buttons below the board, and the y coordinate of their lower end. Each button has the colour of the line
    of its generator; on a wide board, buttons are larger.
    """
    found: list[Shape] = []
    scale = max(1.0, width / BUTTONS_ACROSS)
    gap, high = BUTTON_GAP * scale, BUTTON_HEIGHT * scale
    x, y = 0.0, top
    for number, names in enumerate(moves):
        wide = min(scale * max(BUTTON_WIDTH, LETTER * max(map(len, names)) + 0.3), width)
        for index, name in enumerate(names):
            needed = wide if index else min(len(names) * (wide + gap) - gap, width)
            if x and x + needed > width + 0.01:
                x, y = 0.0, y + high + gap
            at = (round(x, 3), round(y, 3), round(wide, 3), round(high, 3))
            found.append(Rect(*at, f"piece:{number % 8}", name, f"turn {name}", f"turn {name}", 0.2))
            x += wide + gap
    return found, round(y + high, 3)
