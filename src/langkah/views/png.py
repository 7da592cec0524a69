"""A scene as a PNG, by pillow: drawn at three times the size and scaled down for smooth edges.

pillow belongs to the extra `pictures` and is imported only when a picture is made.
"""

import io
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from langkah.errors import BadInput, MissingExtra
from langkah.language import _
from langkah.scene import Scene
from langkah.settings import make_unknown_name
from langkah.views.paint import Box, Circle, Line, Point, Stroke, Words, paint_scene
from langkah.views.theme import THEMES, to_rgb

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

MARGIN_UNITS = 0.3
OVERSAMPLING = 3  # pictures are drawn this many times larger
LARGEST_PIXELS = 40_000_000  # maximum before scaling down


def load_pillow() -> Any:
    """The module `PIL`. If it is not installed, raises an error that says how to install it."""
    try:
        import PIL.Image
        import PIL.ImageDraw
        import PIL.ImageFont
    except ImportError:
        raise MissingExtra(_("Raster pictures need pillow: pip install 'langkah[pictures]'")) from None
    return PIL


def draw_png(
    scene: Scene,
    *,
    theme: str = "light",
    size: float = 48.0,
    highlights: Mapping[str, str] | None = None,
    margin: float = MARGIN_UNITS,
) -> bytes:
    """The picture as a PNG file: `size` pixels per unit."""
    found = io.BytesIO()
    draw_image(scene, theme=theme, size=size, highlights=highlights, margin=margin).save(found, "PNG", optimize=True)
    return found.getvalue()


def draw_image(
    scene: Scene,
    *,
    theme: str = "light",
    size: float = 48.0,
    highlights: Mapping[str, str] | None = None,
    margin: float = MARGIN_UNITS,
) -> "Image":
    """The picture as a pillow image."""
    library = load_pillow()
    if theme not in THEMES:
        raise make_unknown_name(_("Theme"), theme, THEMES)
    width, height = (max(1, round((side + 2 * margin) * size)) for side in (scene.width, scene.height))
    if width * height * OVERSAMPLING * OVERSAMPLING > LARGEST_PIXELS:
        text = _("a picture of {width} x {height} pixels is too large; choose a smaller size")
        raise BadInput(text.format(width=width, height=height))
    whole = library.Image.new("RGB", (width * OVERSAMPLING, height * OVERSAMPLING), THEMES[theme].page)
    brush = _Brush(library.ImageDraw.Draw(whole), library.ImageDraw.Draw(whole, "RGBA"), size * OVERSAMPLING, margin)
    for each in paint_scene(scene, THEMES[theme].of, highlights):
        for mark in each.marks:
            brush.mark(mark, each.x, each.y)
    small: Image = whole.reduce(OVERSAMPLING)
    return small


class _Brush:
    """Draws strokes on a pillow canvas; `unit` pixels per unit, with an offset of `margin` units.

    pillow blends colours slowly, so only strokes that are not opaque use the blending canvas.
    """

    def __init__(self, plain: "ImageDraw", mixing: "ImageDraw", unit: float, margin: float) -> None:
        self.plain, self.mixing, self.unit, self.margin = plain, mixing, unit, margin

    def canvas(self, opacity: float) -> "ImageDraw":
        return self.plain if opacity == 1 else self.mixing

    def at(self, x: float, y: float) -> Point:
        return (x + self.margin) * self.unit, (y + self.margin) * self.unit

    def mark(self, mark: Stroke, x: float, y: float) -> None:
        match mark:
            case Box():
                self.box(mark, x + mark.x, y + mark.y)
            case Circle():
                self.circle(mark, x + mark.x, y + mark.y)
            case Line():
                self.line(mark, x, y)
            case Words():
                letters = load_font(max(4, round(mark.size * self.unit)), mark.bold)
                self.plain.text(self.at(x + mark.x, y + mark.y), mark.text, to_rgb(mark.colour), letters, "mm")

    def box(self, mark: Box, x: float, y: float) -> None:
        half = mark.line / 2 if mark.stroke else 0.0
        corners = (*self.at(x - half, y - half), *self.at(x + mark.width + half, y + mark.height + half))
        wide = max(1, round(mark.line * self.unit)) if mark.stroke else 0
        limit = min(mark.width, mark.height) / 2 + half
        # pillow fails on corners with fractional pixels
        corner = int(min(mark.round + half if mark.round else 0.0, limit) * self.unit)
        fill = _make_pixel_colour(mark.fill, mark.opacity)
        outline = None if mark.dashed else _make_pixel_colour(mark.stroke)
        self.canvas(mark.opacity).rounded_rectangle(corners, corner, fill, outline, 0 if mark.dashed else wide)
        if mark.dashed:
            left, top, right, bottom = x, y, x + mark.width, y + mark.height
            for ends in ((left, top, right, top), (right, top, right, bottom), (right, bottom, left, bottom)):
                self.dashes(*ends, mark.stroke, wide)
            self.dashes(left, bottom, left, top, mark.stroke, wide)

    def dashes(self, x: float, y: float, to_x: float, to_y: float, colour: str, wide: int) -> None:
        length = abs(to_x - x) + abs(to_y - y)
        dx, dy = (to_x - x) / length, (to_y - y) / length
        done = 0.0
        while done < length:
            end = min(done + 0.16, length)
            ends = (*self.at(x + dx * done, y + dy * done), *self.at(x + dx * end, y + dy * end))
            self.plain.line(ends, _make_pixel_colour(colour), wide)
            done += 0.28

    def circle(self, mark: Circle, x: float, y: float) -> None:
        radius = (mark.radius + (mark.line / 2 if mark.stroke else 0.0)) * self.unit
        wide = max(1, round(mark.line * self.unit)) if mark.stroke else 0
        colours = _make_pixel_colour(mark.fill, mark.opacity), _make_pixel_colour(mark.stroke)
        self.canvas(mark.opacity).circle(self.at(x, y), radius, *colours, wide)

    def line(self, mark: Line, x: float, y: float) -> None:
        points = [self.at(x + a, y + b) for a, b in mark.points]
        wide = max(1, round(mark.line * self.unit))
        if mark.fill:
            self.canvas(mark.opacity).polygon(points, _make_pixel_colour(mark.fill, mark.opacity))
            points += points[:2]
        opacity = 1.0 if mark.fill else mark.opacity
        colour = _make_pixel_colour(mark.stroke, opacity)
        self.canvas(opacity).line(points, colour, wide, "curve")
        if opacity == 1:
            for point in points:
                self.plain.circle(point, (wide - 1) / 2, colour)


def _make_pixel_colour(colour: str, opacity: float = 1.0) -> tuple[int, int, int, int] | None:
    return (*to_rgb(colour), round(255 * opacity)) if colour else None


@cache
def load_font(size: int, bold: bool) -> "FreeTypeFont":
    """A font of this `size`: DejaVu if the system has it, since it covers many characters; otherwise the default font
    of pillow.
    """
    library = load_pillow()
    found: FreeTypeFont
    try:
        found = library.ImageFont.truetype("DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf", size)
    except OSError:
        found = library.ImageFont.load_default(size)
    return found
