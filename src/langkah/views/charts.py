"""Charts as scenes: the distribution of game lengths, and how often each place of a board is visited.

As in every scene, sizes are in board units and colours are named by role, so that every renderer can draw a chart: SVG,
PNG, a window, a page.
"""

from collections.abc import Mapping, Sequence
from math import ceil, floor, sqrt
from typing import Any

from langkah.language import _, format_number
from langkah.model import Problem
from langkah.scene import Path, Rect, Scene, Shape, Text
from langkah.session.dice import find_tokens
from langkah.views.plot_axes import round_up_nicely

BARS_WIDTH, BARS_HEIGHT = 24.0, 10.0  # size of the area with the bars
LEFT, BELOW, ABOVE = 2.4, 1.9, 2.2
MOST_BARS = 300  # in longer lists, adjacent lengths share a bar of their average height
SHOWN_SHARE = 0.999  # the share of the distribution that is drawn; the tail beyond it is omitted
SHADES = 10

Point = tuple[float, float]


def draw_distribution(
    chances: Sequence[float], marks: Mapping[str, int | None] | None = None, title: str = "", below: str = ""
) -> Scene:
    """A bar chart of the probability of each game length; `chances[n]` is the probability of length n. If there are
    many lengths, each bar shows the average of several. `marks` maps names to lengths that are marked; `below` is the
    label of the horizontal axis.
    """
    last = find_shown_length(chances)
    width = max(1, ceil((last + 1) / MOST_BARS))
    bars = [sum(chances[first : first + width]) / width for first in range(0, last + 1, width)]
    highest = max(bars, default=0.0) or 1.0
    step = round_up_nicely(highest / 4)
    lines = ceil(highest / step - 1e-9)
    top = lines * step
    shapes: list[Shape] = [Rect(LEFT, ABOVE, BARS_WIDTH, BARS_HEIGHT, "cell"), *_draw_percentages(step, lines)]
    each = BARS_WIDTH / max(1, len(bars))
    for index, bar in enumerate(bars):
        height = BARS_HEIGHT * bar / top
        if height > 0.005:
            name = f"{index * width}" if width == 1 else f"{index * width}-{index * width + width - 1}"
            told = f"{name}: {format_number(bar * width, '.4%')}"
            gap = 0.12 * each if len(bars) <= 80 else 0.0
            x, y = LEFT + index * each + gap / 2, ABOVE + BARS_HEIGHT - height
            shapes.append(Rect(x, y, each - gap, height, "cell:bar", handle=told, id=f"bar {index}"))
    shapes += _draw_lengths(last, each / width, below)
    shapes += _draw_pointers(marks or {}, last, each / width)
    shapes.append(Text(LEFT + BARS_WIDTH / 2, 0.55, title, 0.62))
    return Scene(LEFT + BARS_WIDTH + 0.8, ABOVE + BARS_HEIGHT + BELOW, tuple(shapes), title)


def find_shown_length(chances: Sequence[float]) -> int:
    """The greatest game length that a chart shows: the least length such that at least the share `SHOWN_SHARE` of all
    games are not longer.
    """
    wanted, so_far = SHOWN_SHARE * sum(chances), 0.0
    for length, chance in enumerate(chances):
        so_far += chance
        if so_far >= wanted:
            return length
    return max(0, len(chances) - 1)


def _draw_percentages(step: float, lines: int) -> list[Shape]:
    found: list[Shape] = []
    for line in range(lines + 1):
        y = ABOVE + BARS_HEIGHT * (1 - line / lines)
        if line:
            found.append(Path(((LEFT, y), (LEFT + BARS_WIDTH, y)), "cell", width=0.02))
        found.append(Text(LEFT - 1.1, y, f"{format_number(100 * step * line, '.3g')} %", 0.42, "faint"))
    return found


def _draw_lengths(last: int, unit: float, below: str) -> list[Shape]:
    base = ABOVE + BARS_HEIGHT
    found: list[Shape] = [Path(((LEFT, base), (LEFT + BARS_WIDTH, base)), "line", width=0.05)]
    step = max(1, ceil(round_up_nicely(max(last, 1) / 8)))
    for length in range(0, last + 1, step):
        x = LEFT + (length + 0.5) * unit
        found.append(Path(((x, base), (x, base + 0.15)), "line", width=0.04))
        found.append(Text(x, base + 0.5, str(length), 0.42, "faint"))
    found.append(Text(LEFT + BARS_WIDTH / 2, base + 1.35, below, 0.46))
    return found


def _draw_pointers(marks: Mapping[str, int | None], last: int, unit: float) -> list[Shape]:
    """Thin lines at the marked lengths. Their names alternate between two rows, so that neighbouring names do not
    touch.
    """
    found: list[Shape] = []
    usable = sorted(
        ((length, name) for name, length in marks.items() if length is not None and length <= last),
        key=lambda pair: pair[0],
    )
    for index, (length, name) in enumerate(usable):
        x = LEFT + (length + 0.5) * unit
        row = 1.25 + 0.5 * (index % 2)
        found.append(Path(((x, row + 0.25), (x, ABOVE + BARS_HEIGHT)), "down", width=0.05))
        half = 0.14 * len(name)
        found.append(Text(min(max(x, half), LEFT + BARS_WIDTH + 0.8 - half), row, name, 0.42))
    return found


def draw_heat_map(problem: Problem[Any, Any], values: Mapping[Any, float], title: str = "") -> Scene:
    """The board of a problem, with each place coloured by its value. The colour depends on the square root of the
    value, so that a few large values do not dominate.
    """
    scene = problem.scene(problem.start)
    tokens = find_tokens(problem)
    most = max(values.values(), default=0.0) or 1.0
    heat = find_heat(problem, scene, values, tokens)
    shapes = tuple(
        shape._replace(role=f"cell:heat{_choose_shade(heat[index], most)}")
        if index in heat and isinstance(shape, Rect)
        else shape
        for index, shape in enumerate(scene.shapes)
        if shape.id not in tokens
    )
    return Scene(
        scene.width,
        scene.height + 1.6,
        (*shapes, *_draw_legend(scene.width, scene.height + 0.5, most)),
        title or _("how often each place is visited"),
    )


def find_heat(
    problem: Problem[Any, Any], scene: Scene, values: Mapping[Any, float], tokens: set[str]
) -> dict[int, float]:
    """For each place of the picture `scene`, the largest value among the states that have a token at this place. The
    keys are indices of shapes in the picture; `tokens` has the ids of the shapes that are tokens.
    """
    places = _find_grounds(scene, tokens)
    found: dict[int, float] = {}
    for state, value in values.items():
        spot = _find_token_place(problem.scene(state), tokens)
        index = places.get((floor(spot[0]), floor(spot[1]))) if spot else None
        if index is not None:
            found[index] = max(found.get(index, 0.0), value)
    return found


def _choose_shade(value: float, most: float) -> int:
    return round((SHADES - 1) * sqrt(max(0.0, value / most)))


def _draw_legend(width: float, y: float, most: float) -> list[Shape]:
    left, each = width * 0.15, width * 0.7 / SHADES
    swatches = [Rect(left + n * each, y, each, 0.4, f"cell:heat{n}") for n in range(SHADES)]
    values = [
        Text(left + share * each * SHADES, y + 0.75, format_number(most * share * share, ".3g"), 0.32, "faint")
        for share in (0.0, 0.5, 1.0)
    ]
    return [*swatches, *values]


def _find_grounds(scene: Scene, tokens: set[str]) -> dict[Point, int]:
    """For each unit square of the board, the index of the foremost rectangle whose centre is in this square. Only
    rectangles count that are smaller than 2 units and are not tokens.
    """
    return {
        (floor(shape.x + shape.width / 2), floor(shape.y + shape.height / 2)): index
        for index, shape in enumerate(scene.shapes)
        if isinstance(shape, Rect) and shape.id not in tokens and max(shape.width, shape.height) < 2
    }


def _find_token_place(scene: Scene, tokens: set[str]) -> Point | None:
    for shape in reversed(scene.shapes):
        if shape.id in tokens and not isinstance(shape, Path):
            half = (shape.width / 2, shape.height / 2) if isinstance(shape, Rect) else (0.0, 0.0)
            return shape.x + half[0], shape.y + half[1]
    return None
