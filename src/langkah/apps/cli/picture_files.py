"""Writing pictures to files: the end of the name says in which form."""

from collections.abc import Callable, Mapping
from pathlib import Path

from langkah.apps.cli.console import write_output
from langkah.errors import BadInput
from langkah.language import _
from langkah.scene import Scene
from langkah.views.png import LARGEST_PIXELS, OVERSAMPLING, draw_png
from langkah.views.svg import LARGEST_SIDE_PIXELS, draw_svg
from langkah.views.text import draw_text

UNIT_PIXELS = 48.0  # pixels for a unit, where there is room
MARGIN_UNITS = 0.3
BOARD_FORMS = (".svg", ".png", ".txt")

Forms = Mapping[str, Callable[[], str | bytes]]  # by the end of a name: what makes such a file


def write_picture(target: str, scene: Callable[[], Scene], *, texts: Forms | None = None) -> None:
    """Write a picture as .svg or .png, small enough for its kind, or one of the text forms given."""
    _write_form(target, {**(texts or {}), ".png": lambda: _fit_png(scene()), ".svg": lambda: _fit_svg(scene())})


def write_board(target: str, scene: Scene, theme: str, size: float) -> None:
    """Write a picture in the size that was asked for."""
    forms: list[Callable[[], str | bytes]] = [
        lambda: draw_svg(scene, theme=theme, size=size, page=True),
        lambda: draw_png(scene, theme=theme, size=size),
        lambda: draw_text(scene) + "\n",
    ]
    _write_form(target, dict(zip(BOARD_FORMS, forms, strict=True)))


def _write_form(target: str, forms: Forms) -> None:
    make = forms.get(Path(target).suffix.lower())
    if make is None:
        text = _("'{path}': the end of the name must be one of {known}")
        raise BadInput(text.format(path=target, known=", ".join(forms)))
    write_output(target, make())


def _fit_svg(scene: Scene) -> str:
    side = max(scene.width, scene.height) + 2 * MARGIN_UNITS
    return draw_svg(scene, size=min(UNIT_PIXELS, LARGEST_SIDE_PIXELS / side), margin=MARGIN_UNITS, page=True)


def _fit_png(scene: Scene) -> bytes:
    area = (scene.width + 2 * MARGIN_UNITS) * (scene.height + 2 * MARGIN_UNITS) * OVERSAMPLING * OVERSAMPLING
    return draw_png(scene, size=min(UNIT_PIXELS, 0.98 * (LARGEST_PIXELS / area) ** 0.5), margin=MARGIN_UNITS)
