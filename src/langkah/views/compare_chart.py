"""A comparison as a picture: one line per search, with bars for nodes, time and memory, each on a logarithmic scale.

Colour and words show which searches found the least cost, a higher one, or nothing.
"""

from collections.abc import Sequence
from math import ceil, floor, log10
from typing import NamedTuple

from langkah.language import _, format_number
from langkah.scene import Path, Rect, Scene, Shape, Text

LINE_HEIGHT, BAR, PANEL_WIDTH, PANEL_GAP = 0.8, 0.5, 5.2, 0.7
LETTER_WIDTH = 0.175  # width of a letter at the text size of this chart


class Bars(NamedTuple):
    """The line of one search: its name, its answer in words, the colour role of its bars, and its figures, one for each
    column (None if missing).
    """

    name: str
    answer: str
    role: str
    figures: tuple[float | None, ...]


class _Panel(NamedTuple):
    """One column of bars: its title, and the unit of its figures ("s" for seconds, "B" for bytes, "" for counts)."""

    title: str
    unit: str


def _list_panels() -> tuple[_Panel, ...]:
    return _Panel(_("nodes expanded"), ""), _Panel(_("seconds"), "s"), _Panel(_("memory"), "B")


def _format_figure(value: float | None, unit: str) -> str:
    if value is None:
        return "-"
    if unit == "s":
        return f"{format_number(value, '.3g')} s" if value >= 1 else f"{format_number(value * 1000, '.3g')} ms"
    if unit == "B":
        return f"{format_number(value / 1e6, '.3g')} MB" if value >= 1e6 else f"{format_number(value / 1e3, '.3g')} KB"
    return format_number(value, ",.0f")


def draw_comparison(title: str, bars: Sequence[Bars]) -> Scene:
    """The picture of a comparison, with one line for each entry of `bars`."""
    names = max((len(each.name) for each in bars), default=1) * LETTER_WIDTH + 0.3
    answers = max((len(each.answer) for each in bars), default=1) * LETTER_WIDTH + 0.3
    left = names + answers + 0.2
    columns = _list_panels()
    width = left + len(columns) * (PANEL_WIDTH + PANEL_GAP)
    height = 1.5 + len(bars) * LINE_HEIGHT + 0.3
    shapes: list[Shape] = [_write_at_left(0, 0.35, title, 0.42)]
    for index, column in enumerate(columns):
        x = left + index * (PANEL_WIDTH + PANEL_GAP)
        figures = [each.figures[index] for each in bars]
        shapes += _draw_panel(x, column, figures, [each.role for each in bars], height)
    for row, each in enumerate(bars):
        y = 1.5 + row * LINE_HEIGHT + BAR / 2
        shapes += [_write_at_left(0, y, each.name), _write_at_left(names, y, each.answer, role="faint")]
    return Scene(width, height, tuple(shapes), title)


def _write_at_left(x: float, y: float, text: str, size: float = 0.3, role: str = "text") -> Text:
    """A text whose left end is at x. Since scenes only have centred texts, the width is estimated from the number of
    letters.
    """
    return Text(x + len(text) * LETTER_WIDTH * size / 0.3 / 2, y, text, size, role)


def _draw_panel(
    x: float, column: _Panel, figures: Sequence[float | None], roles: Sequence[str], height: float
) -> list[Shape]:
    low, high = find_decades([value for value in figures if value])
    shapes: list[Shape] = [_write_at_left(x, 0.95, column.title, 0.32)]
    long = PANEL_WIDTH - 1.4  # the longest bar; the rest of the panel is for the figure after a bar
    for power in range(low, high + 1):
        place = x + long * (power - low) / max(high - low, 1)
        shapes.append(Path(((place, 1.3), (place, height - 0.2)), "cell:1", width=0.03))
    for row, (value, role) in enumerate(zip(figures, roles, strict=True)):
        y = 1.5 + row * LINE_HEIGHT
        share = (log10(value) - low) / max(high - low, 1) if value else 0
        wide = max(0.08, long * share) if value is not None else 0.0
        if wide:
            shapes.append(Rect(x, y, wide, BAR, role, round=0.08))
        shapes.append(_write_at_left(x + wide + 0.12, y + BAR / 2, _format_figure(value, column.unit), 0.27, "faint"))
    return shapes


def find_decades(values: Sequence[float]) -> tuple[int, int]:
    """The exponents of two powers of ten such that all `values` lie between these powers."""
    if not values:
        return 0, 1
    low, high = floor(log10(min(values))), ceil(log10(max(values)))
    return low, max(high, low + 1)
