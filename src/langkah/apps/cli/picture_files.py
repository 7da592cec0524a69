"""Writing pictures to files: the end of the name says how, and the picture is made small enough for its kind."""

from collections.abc import Callable, Mapping
from pathlib import Path

from langkah.apps.cli.console import report_written
from langkah.errors import BadInput
from langkah.language import _
from langkah.scene import Scene
from langkah.views.png import FINE, draw_png
from langkah.views.png import LARGEST as MOST_PIXELS
from langkah.views.svg import LARGEST as LONGEST_SIDE
from langkah.views.svg import draw_svg

SIZE = 48.0  # pixels for a unit, where there is room
MARGIN = 0.3

Texts = Mapping[str, Callable[[], str]]  # by the end of a name: what makes the text of such a file


def write_picture(target: str, scene: Callable[[], Scene], *, texts: Texts | None = None) -> None:
    """Write a picture as .svg or .png, or one of the text forms given."""
    suffix = Path(target).suffix.lower()
    forms: dict[str, Callable[[], str | bytes]] = {
        **(texts or {}),
        ".svg": lambda: _render_svg(scene()),
        ".png": lambda: _render_png(scene()),
    }
    if suffix not in forms:
        text = _("'{path}': the end of the name must be one of {known}")
        raise BadInput(text.format(path=target, known=", ".join(sorted(forms))))
    made = forms[suffix]()
    try:
        Path(target).write_bytes(made if isinstance(made, bytes) else made.encode())
    except OSError as error:
        raise BadInput(_("{path} cannot be written: {why}").format(path=target, why=error.strerror)) from None
    report_written(target)


def _render_svg(scene: Scene) -> str:
    """A picture as SVG."""
    side = max(scene.width, scene.height) + 2 * MARGIN
    return draw_svg(scene, size=min(SIZE, LONGEST_SIDE / side), margin=MARGIN, page=True)


def _render_png(scene: Scene) -> bytes:
    """A picture as PNG."""
    area = (scene.width + 2 * MARGIN) * (scene.height + 2 * MARGIN) * FINE * FINE
    return draw_png(scene, size=min(SIZE, 0.98 * (MOST_PIXELS / area) ** 0.5), margin=MARGIN)
