"""A board as a picture, in the format given by the file name extension."""

from collections.abc import Callable
from pathlib import Path

from langkah.errors import BadInput
from langkah.language import _
from langkah.scene import Scene
from langkah.views.png import draw_png
from langkah.views.svg import draw_svg
from langkah.views.text import draw_text

UNIT_PIXELS = 48.0  # pixels per unit of the board

_FORMS: dict[str, Callable[[Scene, str, float], str | bytes]] = {
    ".svg": lambda scene, theme, size: draw_svg(scene, theme=theme, size=size, page=True),
    ".png": lambda scene, theme, size: draw_png(scene, theme=theme, size=size),
    ".txt": lambda scene, _theme, _size: draw_text(scene) + "\n",
}
PICTURE_ENDINGS = tuple(_FORMS)


def draw_picture(scene: Scene, target: str, *, theme: str = "light", size: float = UNIT_PIXELS) -> str | bytes:
    """The picture as the content of the file `target`, in the format of its extension."""
    draw = _FORMS.get(Path(target).suffix.lower())
    if draw is None:
        raise make_unknown_ending(target, PICTURE_ENDINGS)
    return draw(scene, theme, size)


def make_unknown_ending(target: str, known: tuple[str, ...]) -> BadInput:
    """The error for a file name with an unknown extension."""
    text = _("'{path}': the file name must end in one of {known}")
    return BadInput(text.format(path=target, known=", ".join(known)))
