"""Pictures of the jumps on a board: ladders with rungs, and snakes with a head, eyes and a tongue."""

from collections.abc import Iterator
from math import pi, sin

from langkah.scene import Disc, Path, Shape

Point = tuple[float, float]

WAVE_LENGTH, SWAY = 1.6, 0.18  # wave of a snake, in cells
BODY_PARTS = ((1.0, 0.08), (0.8, 0.13), (0.6, 0.17))  # share of its length from the head, and thickness
HEAD_RADIUS, EYE_WIDTH, TONGUE_WIDTH = 0.17, 0.055, 0.03


def draw_ladder(foot: Point, top: Point, label: str) -> Iterator[Shape]:
    """A ladder: two rails, and rungs between them."""
    (x, y), (dx, dy) = foot, (top[0] - foot[0], top[1] - foot[1])
    length = (dx * dx + dy * dy) ** 0.5
    aside_x, aside_y = -0.14 * dy / length, 0.14 * dx / length
    for side in (-1, 1):
        rail = tuple((x + part * dx + side * aside_x, y + part * dy + side * aside_y) for part in (0, 1))
        yield Path(rail, "up", label if side > 0 else "", width=0.06)
    rungs = max(2, round(length / 0.35))
    for rung in range(1, rungs):
        at_x, at_y = x + dx * rung / rungs, y + dy * rung / rungs
        yield Path(((at_x - aside_x, at_y - aside_y), (at_x + aside_x, at_y + aside_y)), "up", width=0.05)


def draw_snake(head: Point, tail: Point, label: str) -> Iterator[Shape]:
    """A snake: a wavy body that gets thinner towards the tail, and a head that faces away from the tail, with eyes and
    a tongue.
    """
    (x, y), (dx, dy) = head, (tail[0] - head[0], tail[1] - head[1])
    length = (dx * dx + dy * dy) ** 0.5
    waves = max(1, round(length / WAVE_LENGTH))
    body: list[Point] = []
    for index in range(12 * waves + 1):
        part = index / (12 * waves)
        sway = SWAY * sin(2 * pi * waves * part) * min(1, 5 * part, 5 * (1 - part)) / length
        body.append((x + dx * part - dy * sway, y + dy * part + dx * sway))
    for share, width in BODY_PARTS:
        yield Path(tuple(body[: round(share * 12 * waves) + 1]), "down", label if share == 1 else "", width=width)
    yield from _draw_head(x, y, -dx / length, -dy / length)


def _draw_head(x: float, y: float, ahead_x: float, ahead_y: float) -> Iterator[Shape]:
    """The head of a snake at the point (x, y). It faces the direction (ahead_x, ahead_y), which is a unit vector."""

    def place(ahead: float, aside: float) -> Point:
        return x + ahead * ahead_x - aside * ahead_y, y + ahead * ahead_y + aside * ahead_x

    tip = place(HEAD_RADIUS + 0.08, 0)
    for side in (-0.06, 0.06):
        yield Path((place(HEAD_RADIUS, 0), tip, place(HEAD_RADIUS + 0.14, side)), "down", width=TONGUE_WIDTH)
    yield Disc(x, y, HEAD_RADIUS, "down")
    for side in (-0.075, 0.075):  # lines have a light casing, which becomes the white of the eye
        yield Path((place(0.05, side), place(0.06, side)), "up", width=EYE_WIDTH)
