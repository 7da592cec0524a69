"""A scene as SVG: one pure function from a value to a string.

Every shape with an id or a handle is a group that stands at its place by a translation and carries both as data
attributes, so that a page can catch clicks and let things glide. Pieces look like tiles with a thickness; labels of
the ground stand small in a corner, labels of pieces large in their middle. Colours come from a theme, or as CSS
variables where the surrounding page chooses ("page") or the reader's own setting does ("auto").
"""

from collections.abc import Callable, Iterable, Mapping
from html import escape
from typing import NamedTuple

from langkah.scene import Disc, Path, Rect, Scene, Shape, Text
from langkah.views.theme import DARK, LIGHT, THEMES, Paint, css, variable

GROUND = ("board", "cell", "goal", "wall")
FONT = "ui-rounded, 'Segoe UI', Inter, Roboto, 'Helvetica Neue', 'DejaVu Sans', Arial, sans-serif"
MARGIN = 0.3
THICK = 0.07  # how much of a piece's thickness is seen below it
CURVE = 0.5

Palette = Callable[[str], Paint]


class Label(NamedTuple):
    """Where the label of a shape stands, relative to the shape, and how large it is."""

    x: float
    y: float
    size: float
    small: bool


def svg(
    scene: Scene,
    *,
    theme: str = "light",
    size: float = 48.0,
    ids: bool = True,
    highlights: Mapping[str, str] | None = None,
    margin: float = MARGIN,
) -> str:
    """The picture as an SVG document: `size` pixels for a unit; `highlights` lights up handles or ids by role."""
    paint = palette(theme)
    width, height = scene.width + 2 * margin, scene.height + 2 * margin
    parts = [drawn(shape, paint, ids) for shape in scene.shapes]
    parts += [ring(shape, paint, role) for shape, role in lit(scene.shapes, highlights or {})]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="langkah" role="img" viewBox="{n(-margin)} {n(-margin)} '
        f'{n(width)} {n(height)}" width="{n(width * size)}" height="{n(height * size)}" font-family="{FONT}">'
        f"<title>{escape(scene.title)}</title>{style(theme)}{''.join(parts)}</svg>"
    )


def palette(theme: str) -> Palette:
    """Roles to colours, or to the CSS variables that hold them."""
    if theme in THEMES:
        return THEMES[theme].of

    def by_variable(role: str) -> Paint:
        known = role if role in LIGHT.paints else role.partition(":")[0]
        known = known if known in LIGHT.paints else "piece"
        return Paint(*(f"var({variable(known, part)})" for part in Paint._fields))

    return by_variable


def style(theme: str) -> str:
    """What a picture that follows the reader's setting brings along."""
    if theme != "auto":
        return ""
    night = f"@media (prefers-color-scheme:dark){{{css('svg.langkah', DARK)}}}"
    return f"<style>{css('svg.langkah', LIGHT)}{night}</style>"


def n(value: float) -> str:
    """A number, short."""
    return f"{value:.3f}".rstrip("0").rstrip(".") or "0"


def drawn(shape: Shape, paint: Palette, ids: bool) -> str:
    """One shape."""
    if isinstance(shape, Path):
        inner, place = outline(shape, paint), ""
    else:
        inner, place = figure(shape, paint), f' style="transform:translate({n(shape.x)}px,{n(shape.y)}px)"'
    named = f' data-id="{escape(shape.id)}"' if ids and shape.id else ""
    named += f' data-handle="{escape(shape.handle)}"' if ids and shape.handle else ""
    return f"<g{named}{place}>{inner}</g>"


def figure(shape: Rect | Disc | Text, paint: Palette) -> str:
    """A shape around its own origin, with its label."""
    colours = paint(shape.role)
    if isinstance(shape, Text):
        return words(shape.text, Label(0, 0, shape.size, False), colours.fill)
    body = tile(shape, colours) if isinstance(shape, Rect) else button(shape, colours)
    where = label_of(shape)
    return body + (words(shape.label, where, colours.ink) if where else "")


def is_ground(role: str) -> bool:
    """Whether a role is part of the board rather than something on it."""
    return role.partition(":")[0] in GROUND


def tile(shape: Rect, colours: Paint) -> str:
    """A rectangle: flat on the ground, with a thickness as a piece."""
    box = f'width="{n(shape.width)}" height="{n(shape.height)}" rx="{n(shape.round)}"'
    if is_ground(shape.role):
        dashes = ' stroke-dasharray=".16 .12"' if shape.role == "goal" else ""
        wide = 0.05 if shape.role == "goal" else 0.03
        return f'<rect {box} style="fill:{colours.fill};stroke:{colours.stroke}" stroke-width="{wide}"{dashes}/>'
    thick = min(THICK, shape.height / 6)
    top = f'width="{n(shape.width)}" height="{n(shape.height - thick)}" rx="{n(shape.round)}"'
    shine = (
        f'<path d="M{n(max(shape.round, 0.1))} {n(thick * 1.1)}H{n(shape.width - max(shape.round, 0.1))}" '
        f'stroke="#fff" stroke-opacity=".35" stroke-width="{n(thick * 0.7)}" stroke-linecap="round"/>'
    )
    return f'<rect {box} style="fill:{colours.stroke}"/><rect {top} style="fill:{colours.fill}"/>{shine}'


def button(shape: Disc, colours: Paint) -> str:
    """A disc: with a thickness as a piece, a plain ring as a mark."""
    r = shape.radius
    if shape.role.startswith("mark"):
        return f'<circle r="{n(r)}" fill="none" style="stroke:{colours.fill}" stroke-width="{n(r * 0.3)}"/>'
    if is_ground(shape.role):
        return f'<circle r="{n(r)}" style="fill:{colours.fill};stroke:{colours.stroke}" stroke-width="0.03"/>'
    thick = min(THICK, r / 4)
    return (
        f'<circle cy="{n(thick)}" r="{n(r)}" style="fill:{colours.stroke}"/><circle r="{n(r)}" '
        f'style="fill:{colours.fill}"/><circle r="{n(r * 0.78)}" fill="none" stroke="#fff" stroke-opacity=".35" '
        f'stroke-width="{n(r * 0.08)}"/>'
    )


def outline(shape: Path, paint: Palette) -> str:
    """A line with a casing that keeps crossing lines apart, or an area."""
    colours = paint(shape.role)
    points = " ".join(f"{n(x)},{n(y)}" for x, y in shape.points)
    if shape.closed:
        area = f'<polygon points="{points}" stroke-linejoin="round" stroke-width="{n(shape.width)}"'
        return f'{area} style="fill:{colours.fill};stroke:{colours.stroke}"/>' + path_label(shape, colours.ink)
    line = f'<polyline points="{points}" fill="none" stroke-linecap="round" stroke-linejoin="round"'
    casing = f'{line} style="stroke:{paint("cell").fill}" stroke-opacity=".8" stroke-width="{n(shape.width * 1.7)}"/>'
    inner = f'{line} style="stroke:{colours.fill}" stroke-width="{n(shape.width)}"/>'
    return (casing if shape.role in ("up", "down") else "") + inner


def path_label(shape: Path, ink: str) -> str:
    """The label of an area, in the middle of its corners."""
    if not shape.label:
        return ""
    across = sum(x for x, _y in shape.points) / len(shape.points)
    down = sum(y for _x, y in shape.points) / len(shape.points)
    return words(shape.label, Label(across, down, 0.4, False), ink)


def label_of(shape: Rect | Disc) -> Label | None:
    """Where and how large a shape's label is written, so that it fits."""
    if not shape.label:
        return None
    count = max(len(shape.label), 1)
    if isinstance(shape, Disc):
        return Label(0, 0, min(shape.radius * 0.95, shape.radius * 2.6 / count), False)
    if is_ground(shape.role):
        size = min(0.24 * max(1.0, min(shape.width, shape.height) / 3), shape.width / count / 0.62)
        wide = shape.width >= 2
        return Label(shape.width / 2 if wide else 0.07 + count * size * 0.29, 0.06 + size * 0.62, size, True)
    size = min(0.5 * min(shape.height, 1.2), shape.width * 0.86 / count / 0.58)
    return Label(shape.width / 2, (shape.height - THICK) / 2, size, False)


def words(text: str, where: Label, ink: str) -> str:
    """Text centred on a point."""
    weight = 500 if where.small else 650
    return (
        f'<text x="{n(where.x)}" y="{n(where.y)}" dy=".35em" text-anchor="middle" font-size="{n(where.size)}" '
        f'font-weight="{weight}" style="fill:{ink};pointer-events:none;user-select:none">{escape(text)}</text>'
    )


def lit(shapes: Iterable[Shape], highlights: Mapping[str, str]) -> list[tuple[Shape, str]]:
    """What to put a ring around: what is selected at its foremost shape, where it can go at the hindmost."""
    found: dict[str, tuple[Shape, str]] = {}
    for shape in shapes:
        for name in (shape.id, shape.handle):
            if name and name in highlights:
                role = highlights[name]
                if name not in found or role == "selected":
                    found[name] = shape, role
    return list(found.values())


def ring(shape: Shape, paint: Palette, role: str) -> str:
    """A ring around a shape."""
    colour = paint(role).fill
    look = f'style="fill:{colour};stroke:{colour};pointer-events:none" fill-opacity=".12" stroke-width="0.09"'
    if isinstance(shape, Rect):
        box = f'x="{n(shape.x + 0.045)}" y="{n(shape.y + 0.045)}" width="{n(shape.width - 0.09)}"'
        return f'<rect {box} height="{n(shape.height - 0.09)}" rx="{n(max(shape.round, 0.08))}" {look}/>'
    if isinstance(shape, Disc):
        return f'<circle cx="{n(shape.x)}" cy="{n(shape.y)}" r="{n(shape.radius + 0.05)}" {look}/>'
    if isinstance(shape, Path):
        points = " ".join(f"{n(x)},{n(y)}" for x, y in shape.points)
        return f'<polygon points="{points}" stroke-linejoin="round" {look}/>'
    return f'<circle cx="{n(shape.x)}" cy="{n(shape.y)}" r="{n(shape.size * 0.8)}" {look}/>'
