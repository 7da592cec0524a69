"""The common base of plots: a frame with two axes (linear or logarithmic), markers of different shape and colour, and a
legend. Sizes are in board units and colours are named by role, so that every renderer can draw a plot.
"""

from collections.abc import Sequence
from math import ceil, cos, floor, log10, pi, sin
from typing import NamedTuple

from langkah.language import format_number
from langkah.scene import Path, Rect, Scene, Shape, Text

WIDTH, HEIGHT = 22.0, 12.0  # size of the area inside the axes
LEFT, ABOVE, RIGHT = 2.6, 2.3, 0.9
TITLE, LABEL, TICK = 0.62, 0.46, 0.42  # letter heights
LETTER_SHARE = 0.64  # average width of a letter, relative to its height
COLOURS = (0, 1, 2, 5, 3, 4, 7, 6)  # numbers N of the roles piece:N, most distinct colours first
SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
MOST_PLAIN_DECADE = 4  # 10,000 is written out; 100,000 is 10⁵
FEW_DECADES = 2  # an axis with at most this many also marks 2 and 5 times each power

Point = tuple[float, float]


class Axis(NamedTuple):
    """An axis with the range from `low` to `high`; if it is logarithmic (`log`), both are powers of ten."""

    low: float
    high: float
    log: bool = False
    percent: bool = False

    def place(self, value: float) -> float:
        """The position of a value on the axis, from 0 (`low`) to 1 (`high`)."""
        low, high, value = (log10(max(each, 1e-12)) if self.log else each for each in (self.low, self.high, value))
        return min(max((value - low) / ((high - low) or 1), 0.0), 1.0)

    def list_ticks(self) -> list[tuple[float, str]]:
        """The tick values and their labels."""
        if self.log:
            low, high = round(log10(self.low)), round(log10(self.high))
            step = max(1, ceil((high - low) / 8))
            parts = (1, 2, 5) if high - low <= FEW_DECADES else (1,)
            powers = [(part, power) for power in range(low, high + 1, step) for part in parts]
            return [
                (part * 10.0**power, _format_power(part, power))
                for part, power in powers
                if part * 10.0**power <= self.high
            ]
        gap = round_up_nicely((self.high - self.low) / 6)
        first, last = ceil(self.low / gap - 1e-9), floor(self.high / gap + 1e-9)
        form = ".0%" if self.percent else ",.6g"
        return [(number * gap, format_number(number * gap, form)) for number in range(first, last + 1)]


def _format_power(part: int, power: int) -> str:
    if 0 <= power <= MOST_PLAIN_DECADE:
        return format_number(part * 10**power)
    return (f"{part}·10" if part > 1 else "10") + str(power).translate(SUPERSCRIPTS)


def round_up_nicely(value: float) -> float:
    """The least of 1, 2, 2.5 and 5 times a power of ten that is at least `value`; 1 if `value` is not positive."""
    if value <= 0:
        return 1.0
    size = 10.0 ** floor(log10(value))
    return next(size * step for step in (1, 2, 2.5, 5, 10) if size * step >= value * (1 - 1e-9))


def make_log_axis(values: Sequence[float]) -> Axis:
    """A logarithmic axis whose ends are powers of ten that enclose all `values`; values below 1 count as 1."""
    known = [max(value, 1.0) for value in values] or [1.0, 10.0]
    low, high = floor(log10(min(known)) + 1e-9), ceil(log10(max(known)) - 1e-9)
    return Axis(10.0**low, 10.0 ** max(high, low + 1), log=True)


def fit_text(text: str, width: float, size: float, least: float = 0.4) -> tuple[str, float]:
    """Fit a text to a width: reduce its size, to `least` at the lowest, and then shorten it if necessary. Returns the
    text and its size.
    """
    size = max(min(size, width / max(len(text), 1) / LETTER_SHARE), least)
    most = max(int(width / size / LETTER_SHARE), 1)
    return (text if len(text) <= most else text[: most - 1] + "…"), size


def write_at_left(x: float, y: float, text: str, size: float, role: str = "text") -> Text:
    """A text whose left end is at x. Since scenes only have centred texts, the width is estimated from the number of
    letters.
    """
    return Text(x + len(text) * size * LETTER_SHARE / 2, y, text, size, role)


class Frame:
    """The frame of a plot. It converts pairs of values to positions in the picture."""

    def __init__(self, across: Axis, up: Axis) -> None:
        self.across, self.up = across, up

    def at(self, x: float, y: float) -> Point:
        """The position of a pair of values in the picture."""
        return LEFT + WIDTH * self.across.place(x), ABOVE + HEIGHT * (1 - self.up.place(y))

    def draw(self, title: str, x_label: str, y_label: str, *, x_ticks: bool = True) -> list[Shape]:
        """The shapes of the frame: its area, grid lines, numbers and titles."""
        base, right = ABOVE + HEIGHT, LEFT + WIDTH
        found: list[Shape] = [Rect(LEFT, ABOVE, WIDTH, HEIGHT, "cell")]
        for value, text in self.up.list_ticks():
            y = ABOVE + HEIGHT * (1 - self.up.place(value))
            found.append(Path(((LEFT, y), (right, y)), "cell", width=0.03))
            found.append(Text(LEFT - 0.25 - len(text) * TICK * LETTER_SHARE / 2, y, text, TICK, "faint"))
        for value, text in self.across.list_ticks() if x_ticks else ():
            x = LEFT + WIDTH * self.across.place(value)
            found.append(Path(((x, ABOVE), (x, base)), "cell", width=0.03))
            found.append(Text(x, base + 0.45, text, TICK, "faint"))
        found.append(Path(((LEFT, ABOVE), (LEFT, base), (right, base)), "line", width=0.05))
        whole = LEFT + WIDTH + RIGHT
        words, size = fit_text(title, whole - 0.4, TITLE)
        found.append(Text(whole / 2, 0.55, words, size))
        words, size = fit_text(y_label, whole - 0.4, LABEL)
        found.append(write_at_left(0.2, 1.55, words, size))
        words, size = fit_text(x_label, WIDTH, LABEL)
        found.append(Text(LEFT + WIDTH / 2, base + 1.25, words, size))
        return found

    def finish(self, shapes: Sequence[Shape], names: Sequence[str], title: str) -> Scene:
        """The whole plot as a picture: the given shapes with a legend below them."""
        legend, height = draw_legend(names, ABOVE + HEIGHT + 2.0)
        return Scene(LEFT + WIDTH + RIGHT, height, (*shapes, *legend), title)


def get_role(number: int) -> str:
    """The colour role for the data series with this number."""
    return f"piece:{COLOURS[number % len(COLOURS)]}"


def draw_mark(number: int, x: float, y: float, radius: float = 0.2, told: str = "") -> Path:
    """A small marker. Its shape (round, triangle, diamond, ...) and its colour depend on the number of the data series;
    `told` is its handle.
    """
    shape = number % 6
    if shape == 0:
        corners = _make_corners(x, y, radius, 14)
    elif shape == 1:
        corners = _make_corners(x, y, radius * 1.25, 3, -pi / 2)
    elif shape == 2:
        corners = _make_corners(x, y, radius * 1.2, 4)
    elif shape == 3:
        corners = _make_corners(x, y, radius * 1.25, 3, pi / 2)
    else:
        near = 0.45 if shape == 4 else 0.62
        points = 5 if shape == 4 else 4
        outer = _make_corners(x, y, radius * 1.35, points, -pi / 2)
        inner = _make_corners(x, y, radius * 1.35 * near, points, -pi / 2 + pi / points)
        corners = tuple(each for pair in zip(outer, inner, strict=True) for each in pair)
    return Path(corners, get_role(number), handle=told, width=0.04, closed=True)


def _make_corners(x: float, y: float, radius: float, count: int, turn: float = 0.0) -> tuple[Point, ...]:
    angles = [turn + 2 * pi * number / count for number in range(count)]
    return tuple((x + radius * cos(angle), y + radius * sin(angle)) for angle in angles)


def draw_legend(names: Sequence[str], top: float) -> tuple[list[Shape], float]:
    """The legend: markers and names in rows. Also returns the y coordinate of its lower end."""
    whole, x, y = LEFT + WIDTH + RIGHT, 0.6, top
    found: list[Shape] = []
    for number, name in enumerate(names):
        words, size = fit_text(name, whole - 2.0, LABEL)
        width = 0.5 + len(words) * size * LETTER_SHARE + 0.9
        if x + width > whole and x > 0.6:
            x, y = 0.6, y + 0.75
        found += [draw_mark(number, x, y), write_at_left(x + 0.42, y, words, size)]
        x += width
    return found, y + (0.6 if names else 0.0)


def draw_empty(title: str, text: str) -> Scene:
    """A plot without data; `text` says why it is empty."""
    whole = LEFT + WIDTH + RIGHT
    words, size = fit_text(title, whole - 0.4, TITLE)
    told, less = fit_text(text, WIDTH - 1, LABEL)
    area = Rect(LEFT, ABOVE, WIDTH, 3.0, "cell")
    return Scene(
        whole, ABOVE + 3.6, (area, Text(whole / 2, 0.55, words, size), Text(whole / 2, ABOVE + 1.5, told, less)), title
    )
