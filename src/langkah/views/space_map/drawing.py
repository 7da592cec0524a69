"""A map as a picture: PNG, or SVG with one path for all states of a colour, which keeps files with thousands of states
small.

Notable states have a shape besides their colour: goals are diamonds, the hardest starts triangles, bottlenecks rings,
the start a square.
"""

import io
from html import escape
from math import sqrt
from typing import Any

from langkah.errors import BadInput
from langkah.language import _, format_number
from langkah.settings import make_unknown_name
from langkah.views.graph_layout import SIDE
from langkah.views.png import OVERSAMPLING, load_font, load_pillow
from langkah.views.space_map import SpaceMap
from langkah.views.space_map.colours import choose_colour, choose_dead_colour
from langkah.views.svg import FONT
from langkah.views.theme import THEMES, Theme, mix_colours

SHADES = 24  # colours of distances in an SVG
MOST_SVG_STATES, MOST_PNG_EDGES = 200_000, 4_000_000
SIZE, MARGIN, LEGEND = 900, 24, 64  # side of the picture, its margin, and the height of the legend, in pixels
Point = tuple[float, float]


def choose_radius(states: int, size: float = SIZE) -> float:
    """The radius with which each state is drawn, in pixels. It gets smaller as the number of states grows."""
    return max(0.55, min(7.0, 0.17 * size / sqrt(states)))


class _Sheet:
    """The positions, sizes and colours of everything on the picture of a map. Positions and sizes are in pixels."""

    def __init__(self, drawn: SpaceMap, theme: str, size: float) -> None:
        if theme not in THEMES:
            raise make_unknown_name(_("Theme"), theme, THEMES)
        self.drawn, self.theme, self.size = drawn, THEMES[theme], size
        top = min(y for _x, y in drawn.places)
        scale = (size - 2 * MARGIN) / SIDE
        self.points = [(MARGIN + x * scale, MARGIN + (y - top) * scale) for x, y in drawn.places]
        self.height = max(y for _x, y in self.points) + MARGIN + LEGEND
        self.radius = choose_radius(len(drawn.graph), size)
        self.edge_colour = mix_colours(self.theme.page, self.theme.of("faint").fill, 0.35)

    def list_shades(self) -> dict[str, list[int]]:
        """For each colour, the states that are drawn in this colour. Colours are in the order in which they are drawn:
        the least important first, so that others are drawn over them.
        """
        farthest = max(self.drawn.graph.farthest, 1)
        found: dict[str, list[int]] = {choose_dead_colour(self.theme.name): []}
        for shade in range(SHADES - 1, -1, -1):
            found[choose_colour(shade / (SHADES - 1), self.theme.name)] = []
        colours = list(found)
        for number, distance in enumerate(self.drawn.graph.distances):
            shade = 0 if distance < 0 else SHADES - round(distance / farthest * (SHADES - 1))
            found[colours[shade]].append(number)
        return found

    def list_marks(self) -> list[tuple[str, str, str, list[int]]]:
        """The marks of notable states: for each kind the shape, the colour, the meaning and the states."""
        drawn, paint = self.drawn, self.theme.of
        kinds = [
            ("ring", paint("text").fill, _("bottleneck"), drawn.list_bottlenecks()),
            ("triangle", paint("piece:3").fill, _("hardest start"), drawn.list_hardest()),
            ("diamond", paint("piece:2").fill, _("goal"), drawn.list_goals()),
            ("square", paint("selected").fill, _("start"), [0]),
        ]
        return [kind for kind in kinds if kind[3]]


def outline_mark(shape: str, x: float, y: float, radius: float) -> list[Point]:
    """The corners of a mark of the given shape, centred on (x, y)."""
    if shape == "diamond":
        return [(x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y)]
    if shape == "triangle":
        return [(x, y - radius), (x + 0.9 * radius, y + 0.6 * radius), (x - 0.9 * radius, y + 0.6 * radius)]
    side = 0.75 * radius
    return [(x - side, y - side), (x + side, y - side), (x + side, y + side), (x - side, y + side)]


def _choose_mark_radius(sheet: _Sheet, count: int) -> float:
    return max(sheet.radius * 1.5, 6.0 if count <= 40 else 3.0)


# SVG


def draw_map_svg(drawn: SpaceMap, *, theme: str = "light", size: float = SIZE) -> str:
    """The map as an SVG document. Raises `BadInput` if the map has too many states for an SVG."""
    if len(drawn.graph) > MOST_SVG_STATES:
        text = _("an SVG of {n} states is too large: use a .png, which has no such limit")
        raise BadInput(text.format(n=format_number(len(drawn.graph))))
    sheet = _Sheet(drawn, theme, size)
    points = [f"{x:.1f} {y:.1f}" for x, y in sheet.points]
    lines = "".join(f"M{points[one]}L{points[other]}" for one, other in drawn.graph.edges)
    width = min(1.2, sheet.radius * 0.5)
    body = [f'<path d="{lines}" stroke="{sheet.edge_colour}" stroke-width="{width:.2f}" fill="none"/>']
    for colour, numbers in sheet.list_shades().items():
        if numbers:
            dots = "".join(f"M{points[number]}h0" for number in numbers)
            look = f'stroke="{colour}" stroke-width="{2 * sheet.radius:.2f}" stroke-linecap="round"'
            body.append(f'<path d="{dots}" {look}/>')
    if len(drawn.trail) > 1:
        way = "L".join(points[number] for number in drawn.trail)
        look = f'stroke="{sheet.theme.of("piece:5").fill}" stroke-width="3" stroke-linejoin="round" fill="none"'
        body.append(f'<path d="M{way}" {look}/>')
    for shape, colour, _words, numbers in sheet.list_marks():
        radius = _choose_mark_radius(sheet, len(numbers))
        body += [_draw_svg_mark(shape, colour, sheet.theme, *sheet.points[number], radius) for number in numbers]
    body += _draw_svg_legend(sheet)
    title = escape(f"{drawn.name}: {drawn.describe()}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="langkah" role="img" viewBox="0 0 {size:g} {sheet.height:.0f}" '
        f'width="{size:g}" height="{sheet.height:.0f}" font-family="{FONT}"><title>{title}</title>'
        f'<rect width="100%" height="100%" fill="{sheet.theme.page}"/>{"".join(body)}</svg>'
    )


def _draw_svg_mark(shape: str, colour: str, theme: Theme, x: float, y: float, radius: float) -> str:
    if shape == "ring":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="none" stroke="{colour}" stroke-width="2"/>'
    points = " ".join(f"{a:.1f},{b:.1f}" for a, b in outline_mark(shape, x, y, radius))
    return f'<polygon points="{points}" fill="{colour}" stroke="{theme.page}" stroke-width="0.8"/>'


def _draw_svg_legend(sheet: _Sheet) -> list[str]:
    """The legend below the map, which explains the colours and marks."""
    name, base = sheet.theme.name, sheet.height - LEGEND + 14
    stops = "".join(
        f'<stop offset="{share}" stop-color="{choose_colour(share, name)}"/>' for share in (0, 0.25, 0.5, 0.75, 1)
    )
    text = f'<text fill="{sheet.theme.of("text").fill}" font-size="13"'
    found = [
        f'<linearGradient id="ramp">{stops}</linearGradient>',
        f'<rect x="{MARGIN}" y="{base}" width="140" height="10" rx="5" fill="url(#ramp)"/>',
        f'{text} x="{MARGIN + 148}" y="{base + 10}">{escape(_describe_ramp(sheet.drawn))}</text>',
    ]
    x = float(MARGIN) + 6
    for shape, colour, words, _numbers in reversed(sheet.list_marks()):
        found.append(_draw_svg_mark(shape, colour, sheet.theme, x, base + 32, 6))
        found.append(f'{text} x="{x + 12:.0f}" y="{base + 36.5}">{escape(words)}</text>')
        x += 34 + 7.2 * len(words)
    return found


def _describe_ramp(drawn: SpaceMap) -> str:
    text = _("steps to a goal: 0 to {n}")
    return text.format(n=format_number(max(drawn.graph.farthest, 0))) if drawn.graph.goals else _("no goal on this map")


# PNG


def draw_map_png(drawn: SpaceMap, *, theme: str = "light", size: float = SIZE) -> bytes:
    """The map as a PNG file, by pillow."""
    library, sheet = load_pillow(), _Sheet(drawn, theme, size)
    height = round(sheet.height)
    whole = library.Image.new("RGB", (round(size) * OVERSAMPLING, height * OVERSAMPLING), sheet.theme.page)
    pen = library.ImageDraw.Draw(whole)
    points = [(x * OVERSAMPLING, y * OVERSAMPLING) for x, y in sheet.points]
    if len(drawn.graph.edges) <= MOST_PNG_EDGES:
        width = max(1, round(min(1.2, sheet.radius * 0.5) * OVERSAMPLING))
        for one, other in drawn.graph.edges:
            pen.line((points[one], points[other]), sheet.edge_colour, width)
    radius = sheet.radius * OVERSAMPLING
    for colour, numbers in sheet.list_shades().items():
        for number in numbers:
            x, y = points[number]
            pen.ellipse((x - radius, y - radius, x + radius, y + radius), colour)
    if len(drawn.trail) > 1:
        way = [points[number] for number in drawn.trail]
        pen.line(way, sheet.theme.of("piece:5").fill, 3 * OVERSAMPLING, "curve")
    for shape, colour, _words, numbers in sheet.list_marks():
        large = _choose_mark_radius(sheet, len(numbers)) * OVERSAMPLING
        for number in numbers:
            _draw_png_mark(pen, shape, colour, *points[number], large)
    _draw_png_legend(pen, sheet)
    found = io.BytesIO()
    whole.reduce(OVERSAMPLING).save(found, "PNG", optimize=True)
    return found.getvalue()


def _draw_png_mark(pen: Any, shape: str, colour: str, x: float, y: float, radius: float) -> None:
    if shape == "ring":
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), None, colour, 2 * OVERSAMPLING)
    else:
        pen.polygon(outline_mark(shape, x, y, radius), colour)


def _draw_png_legend(pen: Any, sheet: _Sheet) -> None:
    """Draw the legend below the map, which explains the colours and marks."""
    scale, base = OVERSAMPLING, sheet.height - LEGEND + 14
    letters, ink = load_font(13 * scale, False), sheet.theme.of("text").fill
    for step in range(140):
        x, colour = (MARGIN + step) * scale, choose_colour(step / 139, sheet.theme.name)
        pen.rectangle((x, base * scale, x + scale, (base + 10) * scale), colour)
    pen.text(((MARGIN + 148) * scale, (base + 5) * scale), _describe_ramp(sheet.drawn), ink, letters, "lm")
    left = float(MARGIN) + 6
    for shape, colour, words, _numbers in reversed(sheet.list_marks()):
        _draw_png_mark(pen, shape, colour, left * scale, (base + 32) * scale, 6 * scale)
        pen.text(((left + 12) * scale, (base + 32) * scale), words, ink, letters, "lm")
        left += 34 + pen.textlength(words, letters) / scale
