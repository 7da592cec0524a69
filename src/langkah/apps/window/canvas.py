"""Draws the strokes of a picture as sprites, which are cached.

pygame draws without antialiasing. Therefore each shape is drawn several times as large as shown, and scaled down once
to a sprite. After that, showing the shape at any position costs only one copy. Sprites hold premultiplied colours, so
that their soft edges blend correctly with the background.
"""

from collections.abc import Iterator
from itertools import groupby, pairwise
from math import hypot
from typing import NamedTuple

import pygame
from pygame import Surface

from langkah.apps.window import fonts
from langkah.apps.window.picture_cache import PictureCache
from langkah.scene import Scene
from langkah.views.paint import Box, Circle, Line, PaintedShape, Point, Stroke, Words, paint_scene
from langkah.views.theme import Theme, to_rgb

MOST_KEPT_SPRITES = 1500
PAD_PIXELS = 2  # around a sprite
DASH_UNITS, GAP_UNITS = 0.16, 0.12  # length of dashes, and of the gaps between them

Colour = tuple[int, int, int, int]


class _Sprite(NamedTuple):
    """The bitmap of a shape, and the offset of the bitmap's corner from the position of the shape, in units."""

    surface: Surface
    x: float
    y: float


def _find_bounds(marks: tuple[Stroke, ...], unit: float) -> tuple[float, float, float, float]:
    frames = [_find_mark_bounds(mark, unit) for mark in marks] or [(0.0, 0.0, 0.0, 0.0)]
    left, top, right, bottom = zip(*frames, strict=True)
    return min(left), min(top), max(right), max(bottom)


def _find_mark_bounds(mark: Stroke, unit: float) -> tuple[float, float, float, float]:
    match mark:
        case Box():
            half = mark.line / 2 if mark.stroke else 0.0
            return mark.x - half, mark.y - half, mark.x + mark.width + half, mark.y + mark.height + half
        case Circle():
            reach = mark.radius + (mark.line / 2 if mark.stroke else 0.0)
            return mark.x - reach, mark.y - reach, mark.x + reach, mark.y + reach
        case Line():
            across, down = zip(*mark.points, strict=True)
            half = mark.line / 2
            return min(across) - half, min(down) - half, max(across) + half, max(down) + half
        case Words():
            size = _compute_letter_size(mark.size, unit)
            half = fonts.measure_text(mark.text, size, mark.bold) / 2 / unit
            high = sum(fonts.measure_font(size, mark.bold)) / unit
            return mark.x - half, mark.y - high, mark.x + half, mark.y + high


def _compute_letter_size(size: float, unit: float) -> int:
    return max(5, round(size * unit))


def _shift_mark(mark: Stroke, dx: float, dy: float) -> Stroke:
    """Move a stroke by (dx, dy). Its coordinates are rounded, so that equal strokes compare as equal."""
    if isinstance(mark, Line):
        return mark._replace(points=tuple((round(x + dx, 4), round(y + dy, 4)) for x, y in mark.points))
    return mark._replace(x=round(mark.x + dx, 4), y=round(mark.y + dy, 4))


class Canvas:
    """Draws shapes as sprites (small bitmaps), and caches the sprites."""

    def __init__(self) -> None:
        self.sprites = PictureCache(MOST_KEPT_SPRITES)

    def put(
        self, target: Surface, painted: PaintedShape, unit: float, origin: Point, swell: float = 1.0
    ) -> pygame.Rect:
        """Draw a shape on `target`: `unit` pixels per unit, with the picture's corner at `origin`. `swell` scales the
        shape around its centre. Returns the covered part of the target.
        """
        if not painted.marks:
            return pygame.Rect(0, 0, 0, 0)
        sprite = self.sprite(painted.marks, unit)
        surface = sprite.surface
        x = origin[0] + (painted.x + sprite.x) * unit - PAD_PIXELS
        y = origin[1] + (painted.y + sprite.y) * unit - PAD_PIXELS
        if swell != 1.0:
            wide, high = surface.get_size()
            surface = pygame.transform.smoothscale(surface, (max(1, wide * swell), max(1, high * swell)))
            x, y = x + (wide - surface.get_width()) / 2, y + (high - surface.get_height()) / 2
        return target.blit(surface, (round(x), round(y)), special_flags=pygame.BLEND_PREMULTIPLIED)

    def draw_scene(self, target: Surface, scene: Scene, theme: Theme, unit: float, origin: Point) -> None:
        """Draw all shapes of a scene, with `unit` pixels per unit and the scene's top left corner at `origin`."""
        for item in paint_scene(scene, theme.of):
            self.put(target, item, unit, origin)

    def sprite(self, marks: tuple[Stroke, ...], unit: float) -> _Sprite:
        """The sprite (small bitmap) of these strokes with `unit` pixels per unit, drawn now or taken from the cache."""
        left, top, right, bottom = _find_bounds(marks, unit)
        settled = tuple(_shift_mark(mark, -left, -top) for mark in marks)
        drawn = self.sprites.get((settled, unit), lambda: _draw_marks(settled, right - left, bottom - top, unit))
        return _Sprite(drawn, left, top)


def _draw_marks(marks: tuple[Stroke, ...], width: float, height: float, unit: float) -> Surface:
    """Draw strokes as a bitmap with soft edges."""
    size = int(width * unit) + 1 + 2 * PAD_PIXELS, int(height * unit) + 1 + 2 * PAD_PIXELS
    found = Surface(size, pygame.SRCALPHA)
    for words, group in groupby(marks, key=lambda mark: isinstance(mark, Words)):
        if words:
            for mark in group:
                assert isinstance(mark, Words)
                _draw_words(found, mark, unit)
        else:
            found.blit(_draw_smooth_marks(tuple(group), size, unit), (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
    return found


def _draw_smooth_marks(marks: tuple[Stroke, ...], size: tuple[int, int], unit: float) -> Surface:
    """Draw all strokes except text, with smooth edges: they are drawn several times as large and then scaled down."""
    fine = 4 if max(size) <= 240 else 3 if max(size) <= 900 else 2
    large = Surface((size[0] * fine, size[1] * fine), pygame.SRCALPHA)
    brush = _Brush(unit * fine, PAD_PIXELS * fine)
    for mark in marks:
        if isinstance(mark, Words):
            continue
        if mark.opacity == 1:
            brush.draw(large, mark)
        else:
            glaze = Surface(large.get_size(), pygame.SRCALPHA)
            brush.draw(glaze, mark)
            large.blit(glaze, (0, 0))
    return pygame.transform.smoothscale(large.premul_alpha(), size)


def _draw_words(target: Surface, mark: Words, unit: float) -> None:
    if not mark.text:
        return
    size = _compute_letter_size(mark.size, unit)
    line = fonts.render_text(mark.text, size, to_rgb(mark.colour), mark.bold)
    baseline = mark.y * unit + PAD_PIXELS + fonts.find_text_middle(mark.text, size, mark.bold)
    corner = (
        round(mark.x * unit + PAD_PIXELS - line.get_width() / 2),
        round(baseline - fonts.measure_font(size, mark.bold)[0]),
    )
    target.blit(line, corner, special_flags=pygame.BLEND_PREMULTIPLIED)


def _make_rgba(colour: str, opacity: float = 1.0) -> Colour:
    return (*to_rgb(colour), round(255 * opacity))


class _Brush:
    """Draws strokes with hard edges, at `unit` pixels per unit, with an offset of `pad` pixels."""

    def __init__(self, unit: float, pad: float) -> None:
        self.unit, self.pad = unit, pad

    def _to_pixels(self, x: float, y: float) -> Point:
        return x * self.unit + self.pad, y * self.unit + self.pad

    def draw(self, target: Surface, mark: Box | Circle | Line) -> None:
        match mark:
            case Box():
                self._draw_box(target, mark)
            case Circle():
                self._draw_circle(target, mark)
            case Line():
                self._draw_line(target, mark)

    def _draw_box(self, target: Surface, mark: Box) -> None:
        """Draw a rectangle; half the width of its outline is outside the rectangle."""
        half = mark.line / 2 if mark.stroke and not mark.dashed else 0.0
        (left, top), (right, bottom) = (
            self._to_pixels(mark.x - half, mark.y - half),
            self._to_pixels(mark.x + mark.width + half, mark.y + mark.height + half),
        )
        rect = pygame.Rect(round(left), round(top), round(right - left), round(bottom - top))
        corner = round((mark.round + half) * self.unit) if mark.round else 0
        if mark.fill:
            pygame.draw.rect(target, _make_rgba(mark.fill, mark.opacity), rect, border_radius=corner)
        if mark.stroke and not mark.dashed:
            wide = max(1, round(mark.line * self.unit))
            pygame.draw.rect(target, _make_rgba(mark.stroke), rect, wide, border_radius=corner)
        elif mark.stroke:
            self._draw_dashes(target, mark)

    def _draw_dashes(self, target: Surface, mark: Box) -> None:
        left, top, right, bottom = mark.x, mark.y, mark.x + mark.width, mark.y + mark.height
        corners = (left, top), (right, top), (right, bottom), (left, bottom), (left, top)
        for (x, y), (to_x, to_y) in pairwise(corners):
            length = hypot(to_x - x, to_y - y)
            count = max(1, round(length / (DASH_UNITS + GAP_UNITS)))
            for index in range(count):
                shares = (index + 0.2) / count, (index + 0.8) / count
                ends = [(x + (to_x - x) * share, y + (to_y - y) * share) for share in shares]
                self._draw_stroke(target, ends, mark.line, _make_rgba(mark.stroke))

    def _draw_circle(self, target: Surface, mark: Circle) -> None:
        """Draw a circle; half the width of its outline is outside the circle."""
        centre = self._to_pixels(mark.x, mark.y)
        if mark.fill:
            pygame.draw.circle(target, _make_rgba(mark.fill, mark.opacity), centre, mark.radius * self.unit)
        if mark.stroke:
            wide = max(1, round(mark.line * self.unit))
            pygame.draw.circle(target, _make_rgba(mark.stroke), centre, (mark.radius + mark.line / 2) * self.unit, wide)

    def _draw_line(self, target: Surface, mark: Line) -> None:
        """Draw a line with round ends and corners, or a filled area with its outline."""
        points = list(mark.points)
        if mark.fill and len(points) > 2:
            pygame.draw.polygon(
                target, _make_rgba(mark.fill, mark.opacity), [self._to_pixels(*point) for point in points]
            )
            points.append(points[0])
        self._draw_stroke(target, points, mark.line, _make_rgba(mark.stroke, 1.0 if mark.fill else mark.opacity))

    def _draw_stroke(self, target: Surface, points: list[Point], line: float, colour: Colour) -> None:
        """Draw a line through points with round ends and corners."""
        half = max(0.5, line * self.unit / 2)
        for start, end in pairwise(self._to_pixels(*point) for point in points):
            pygame.draw.polygon(target, colour, tuple(_find_stroke_corners(start, end, half)))
        for point in points:
            pygame.draw.circle(target, colour, self._to_pixels(*point), half)


def _find_stroke_corners(start: Point, end: Point, half: float) -> Iterator[Point]:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy) or 1.0
    aside_x, aside_y = -dy / length * half, dx / length * half
    yield start[0] + aside_x, start[1] + aside_y
    yield end[0] + aside_x, end[1] + aside_y
    yield end[0] - aside_x, end[1] - aside_y
    yield start[0] - aside_x, start[1] - aside_y
