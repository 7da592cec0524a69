"""A scene as SVG: one pure function from a value to a string.

Every shape is a group, moved to its place by a translation, with its id and handle as data attributes, so that a page
can handle clicks and animate shapes. Colours come from a theme, or from CSS variables set by the reader's preference
("auto") or by the surrounding page ("page").
"""

from collections.abc import Mapping
from html import escape

from langkah.errors import BadInput
from langkah.language import _
from langkah.scene import Scene
from langkah.settings import make_unknown_name
from langkah.views.paint import Box, Circle, Line, PaintedShape, Palette, Stroke, Words, paint_scene
from langkah.views.theme import DARK, LIGHT, THEMES, Paint, format_css, name_variable

FONT = "ui-rounded, 'Segoe UI', Inter, Roboto, 'Helvetica Neue', 'DejaVu Sans', Arial, sans-serif"
MARGIN_UNITS = 0.3
LARGEST_SIDE_PIXELS = 100_000  # the maximum width and height


def draw_svg(
    scene: Scene,
    *,
    theme: str = "light",
    size: float = 48.0,
    ids: bool = True,
    highlights: Mapping[str, str] | None = None,
    margin: float = MARGIN_UNITS,
    page: bool = False,
) -> str:
    """The picture as an SVG document. `size`: pixels per unit. `ids`: add the ids and handles of shapes as data
    attributes. `highlights` maps handles or ids to the roles of rings. `margin`: in units. `page`: paint the page's
    background colour.

    >>> draw_svg(load("hanoi").scene((0, 1, 2)))[:4]
    '<svg'
    """
    shapes = "".join(draw_group(each, ids) for each in paint_scene(scene, get_palette(theme), highlights))
    return make_document(scene, shapes, theme=theme, size=size, margin=margin, page=page)


def make_document(scene: Scene, content: str, *, theme: str, size: float, margin: float, page: bool) -> str:
    """An SVG document with the size and title of `scene`, and with the given content."""
    width, height = scene.width + 2 * margin, scene.height + 2 * margin
    if not 0 < size * max(width, height) <= LARGEST_SIDE_PIXELS:
        raise BadInput(_("a picture with {n} pixels per unit is too large").format(n=fmt(size)))
    corner = f"{fmt(-margin)} {fmt(-margin)} {fmt(width)} {fmt(height)}"
    box = f'x="{fmt(-margin)}" y="{fmt(-margin)}" width="{fmt(width)}" height="{fmt(height)}"'
    behind = f'<rect {box} fill="{_get_page_colour(theme)}"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="langkah" role="img" viewBox="{corner}" '
        f'width="{fmt(width * size)}" height="{fmt(height * size)}" font-family="{FONT}">'
        f"<title>{escape(scene.title)}</title>{_make_style(theme)}{behind if page else ''}{content}</svg>"
    )


def get_palette(theme: str) -> Palette:
    """The colours of all roles in a theme; for "auto" and "page", the names of the CSS variables that hold the
    colours.
    """
    if theme in THEMES:
        return THEMES[theme].of
    if theme not in ("auto", "page"):
        raise make_unknown_name(_("Theme"), theme, [*THEMES, "auto", "page"])

    def by_variable(role: str) -> Paint:
        known = role if role in LIGHT.paints else role.partition(":")[0]
        known = known if known in LIGHT.paints else "piece"
        return Paint(*(f"var({name_variable(known, part)})" for part in Paint._fields))

    return by_variable


def _get_page_colour(theme: str) -> str:
    return THEMES[theme].page if theme in THEMES else "var(--langkah-page)"


def _make_style(theme: str) -> str:
    """The style sheet for the theme "auto", in which a picture follows the reader's preference for light or dark; ""
    for any other theme.
    """
    if theme != "auto":
        return ""
    night = f"@media (prefers-color-scheme:dark){{{format_css('svg.langkah', DARK)}}}"
    return f"<style>{format_css('svg.langkah', LIGHT)}{night}</style>"


def fmt(value: float) -> str:
    """A number for SVG, rounded to three decimal places and without trailing zeros."""
    return f"{value:.3f}".rstrip("0").rstrip(".") if round(value, 3) else "0"


def draw_group(each: PaintedShape, ids: bool) -> str:
    """A shape as an SVG group that is moved to the shape's position. `ids`: add the shape's id and handle as data
    attributes.
    """
    shape = each.shape
    named = f' data-id="{escape(shape.id)}"' if ids and shape.id else ""
    named += f' data-handle="{escape(shape.handle)}"' if ids and shape.handle else ""
    named += "" if shape.handle else ' pointer-events="none"'
    place = f' transform="translate({fmt(each.x)} {fmt(each.y)})"' if each.x or each.y else ""
    return f"<g{named}{place}>{''.join(draw_stroke(one) for one in each.marks)}</g>"


def draw_stroke(one: Stroke) -> str:
    """A stroke as an SVG element."""
    match one:
        case Box():
            at = f'x="{fmt(one.x)}" y="{fmt(one.y)}" ' if one.x or one.y else ""
            dashes = ' stroke-dasharray=".16 .12"' if one.dashed else ""
            box = f'{at}width="{fmt(one.width)}" height="{fmt(one.height)}" rx="{fmt(one.round)}"'
            return f"<rect {box}{_format_look(one.fill, one.stroke, one.line, one.opacity)}{dashes}/>"
        case Circle():
            at = f'cx="{fmt(one.x)}" cy="{fmt(one.y)}" ' if one.x or one.y else ""
            return f'<circle {at}r="{fmt(one.radius)}"{_format_look(one.fill, one.stroke, one.line, one.opacity)}/>'
        case Line():
            points = " ".join(f"{fmt(x)},{fmt(y)}" for x, y in one.points)
            joined = 'stroke-linecap="round" stroke-linejoin="round"'
            if one.fill:
                return (
                    f'<polygon points="{points}" {joined}{_format_look(one.fill, one.stroke, one.line, one.opacity)}/>'
                )
            faint = f' stroke-opacity="{fmt(one.opacity)}"' if one.opacity < 1 else ""
            return f'<polyline points="{points}" {joined}{_format_look("", one.stroke, one.line)}{faint}/>'
        case Words():
            return _draw_words(one)


def _format_look(fill: str, stroke: str, line: float, opacity: float = 1.0) -> str:
    """The SVG attributes of fill and outline. The colours are in a style attribute, where CSS variables work, too."""
    faint = f' fill-opacity="{fmt(opacity)}"' if opacity < 1 and fill else ""
    wide = f' stroke-width="{fmt(line)}"' if stroke else ""
    edge = f";stroke:{stroke}" if stroke else ""
    return f' style="fill:{fill or "none"}{edge}"{wide}{faint}'


def _draw_words(one: Words) -> str:
    return (
        f'<text x="{fmt(one.x)}" y="{fmt(one.y)}" dy=".35em" text-anchor="middle" font-size="{fmt(one.size)}" '
        f'font-weight="{650 if one.bold else 500}" style="fill:{one.colour};pointer-events:none;user-select:none">'
        f"{escape(one.text)}</text>"
    )
