"""Writes pictures to files in the format given by the file name extension."""

from collections.abc import Callable, Mapping
from pathlib import Path

from langkah.apps.cli.console import write_output
from langkah.scene import Scene
from langkah.views.picture import UNIT_PIXELS, draw_picture, make_unknown_ending
from langkah.views.png import LARGEST_PIXELS, OVERSAMPLING, draw_png
from langkah.views.svg import LARGEST_SIDE_PIXELS, draw_svg

MARGIN_UNITS = 0.3

Forms = Mapping[str, Callable[[], str | bytes]]  # by extension: a function that makes the content


def write_picture(target: str, scene: Callable[[], Scene], *, texts: Forms | None = None) -> None:
    """Write a picture as .svg or .png, in a size that fits its content. `texts` adds formats for other file name
    extensions. Raises an error for an extension without a format.
    """
    forms: Forms = {**(texts or {}), ".png": lambda: _fit_png(scene()), ".svg": lambda: _fit_svg(scene())}
    make = forms.get(Path(target).suffix.lower())
    if make is None:
        raise make_unknown_ending(target, tuple(forms))
    write_output(target, make())


def write_board(target: str, scene: Scene, theme: str, size: float) -> None:
    """Write a picture in the format given by the file name extension, with `size` pixels per unit."""
    write_output(target, draw_picture(scene, target, theme=theme, size=size))


def _fit_svg(scene: Scene) -> str:
    side = max(scene.width, scene.height) + 2 * MARGIN_UNITS
    return draw_svg(scene, size=min(UNIT_PIXELS, LARGEST_SIDE_PIXELS / side), margin=MARGIN_UNITS, page=True)


def _fit_png(scene: Scene) -> bytes:
    area = (scene.width + 2 * MARGIN_UNITS) * (scene.height + 2 * MARGIN_UNITS) * OVERSAMPLING * OVERSAMPLING
    return draw_png(scene, size=min(UNIT_PIXELS, 0.98 * (LARGEST_PIXELS / area) ** 0.5), margin=MARGIN_UNITS)
