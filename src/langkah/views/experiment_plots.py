"""Plots of an experiment's rows: two configurations against each other; effort over the instances, easiest first; the
share of instances solved within a number of nodes; cost against effort of weighted searches; and effort against the
least cost.
"""

from collections.abc import Callable, Mapping, Sequence
from math import ceil
from statistics import fmean, median, quantiles
from typing import Any

from langkah.experiments.result import ExperimentResult
from langkah.experiments.summary import group_rows
from langkah.language import _, format_number
from langkah.scene import Path, Scene, Shape, Text
from langkah.settings import make_unknown_name
from langkah.views.plot_axes import (
    ABOVE,
    HEIGHT,
    LEFT,
    TICK,
    WIDTH,
    Axis,
    Frame,
    draw_empty,
    draw_mark,
    get_role,
    make_log_axis,
)

Row = dict[str, Any]
MOST_GROUPS = 12  # maximum number of boxes; with more depths, adjacent depths share a box
MOST_MARKED = 40  # lines with more points have markers on some of them only


def _is_solved(row: Row) -> bool:
    return bool(row["status"] == "solved")


def find_least_costs(rows: Sequence[Row]) -> dict[str, float]:
    """The least cost of each instance for which some run proved it."""
    return {str(row["instance"]): row["cost"] for row in rows if row["optimal"] and row["cost"] is not None}


def draw_scatter(found: ExperimentResult, pair: tuple[int, int]) -> Scene:
    """A scatter plot of two configurations on logarithmic axes. Each mark is an instance; its coordinates are the
    numbers of nodes that the two configurations expanded.
    """
    groups = list(group_rows(found.rows).items())
    title = _("Nodes expanded on each instance")
    if len(groups) < 2:
        return draw_empty(title, _("a scatter plot needs two configurations"))
    (x_name, x_rows), (y_name, y_rows) = groups[pair[0]], groups[pair[1]]
    other = {row["instance"]: row for row in y_rows}
    pairs = [(row, other[row["instance"]]) for row in x_rows if row["instance"] in other]
    pairs = [(one, two) for one, two in pairs if one["expanded"] is not None and two["expanded"] is not None]
    if not pairs:
        return draw_empty(title, _("no instance was searched by both configurations"))
    axis = make_log_axis([row["expanded"] for both in pairs for row in both])
    frame = Frame(axis, axis)
    shapes = frame.draw(title, x_name, y_name)
    shapes.append(Path((frame.at(axis.low, axis.low), frame.at(axis.high, axis.high)), "faint", width=0.05))
    kinds = [0 if _is_solved(one) and _is_solved(two) else 1 for one, two in pairs]
    names = [_("solved by both"), _("not solved by one or both")][: max(kinds) + 1]
    for kind, (one, two) in zip(kinds, pairs, strict=True):
        told = f"{one['instance']}: {format_number(one['expanded'])}, {format_number(two['expanded'])}"
        shapes.append(draw_mark(kind, *frame.at(max(one["expanded"], 1), max(two["expanded"], 1)), told=told))
    return frame.finish(shapes, names, title)


def draw_sorted(found: ExperimentResult, _pair: tuple[int, int]) -> Scene:
    """A line for each configuration: the nodes expanded on each instance that it solved, easiest instance first."""
    title = _("Nodes expanded on each instance, easiest first")
    lines = {
        name: sorted(max(row["expanded"], 1) for row in rows if _is_solved(row))
        for name, rows in group_rows(found.rows).items()
    }
    if not any(lines.values()):
        return draw_empty(title, _("no run found a solution"))
    most = max(map(len, lines.values()))
    frame = Frame(Axis(1, max(most, 2)), make_log_axis([each for line in lines.values() for each in line]))
    shapes = frame.draw(title, _("instances solved"), _("nodes expanded"))
    for number, line in enumerate(lines.values()):
        shapes += _draw_line(number, [frame.at(place, value) for place, value in enumerate(line, 1)])
    return frame.finish(shapes, list(lines), title)


def draw_solved(found: ExperimentResult, _pair: tuple[int, int]) -> Scene:
    """A line for each configuration: the share of the instances that it solved within a number of nodes."""
    title = _("Share of instances solved within a given number of nodes")
    groups = group_rows(found.rows)
    if not any(_is_solved(row) for row in found.rows):
        return draw_empty(title, _("no run found a solution"))
    across = make_log_axis([max(row["expanded"] or 1, 1) for row in found.rows])
    frame = Frame(across, Axis(0, 1, percent=True))
    shapes = frame.draw(title, _("nodes expanded"), _("instances solved"))
    for number, rows in enumerate(groups.values()):
        effort = sorted(max(row["expanded"], 1) for row in rows if _is_solved(row))
        points = [frame.at(across.low, 0)]
        for place, value in enumerate(effort, 1):
            points += [frame.at(value, (place - 1) / len(rows)), frame.at(value, place / len(rows))]
        points.append(frame.at(across.high, len(effort) / len(rows)))
        shapes.append(Path(tuple(points), get_role(number), width=0.09))
        marked = points[2 :: max(2, 2 * ceil(len(effort) / 6))] or points[-1:]
        shapes += [draw_mark(number, *point) for point in marked]
    return frame.finish(shapes, list(groups), title)


def draw_weighted(found: ExperimentResult, _pair: tuple[int, int]) -> Scene:
    """A mark for each configuration with a weight, and for each whose heuristic gave proved results: the mean ratio of
    its costs to the least costs, against its median number of expanded nodes. A line leads from the mark of a weighted
    search to the ratio that its weight guarantees.
    """
    title = _("Weighted searches: solution cost against nodes expanded")
    least = find_least_costs(found.rows)
    groups = {
        name: [row for row in rows if _is_solved(row) and least.get(row["instance"])]
        for name, rows in group_rows(found.rows).items()
        if rows[0].get("weight") is not None or (rows[0]["estimate"] and any(row["optimal"] for row in rows))
    }
    common = set.intersection(*({row["instance"] for row in rows} for rows in groups.values())) if groups else set()
    weights = [rows[0]["weight"] for rows in groups.values() if rows and rows[0].get("weight") is not None]
    if not common or not weights:
        return draw_empty(
            title,
            _(
                "this plot needs weighted searches, and instances that all these searches solved and whose "
                "least cost is proved"
            ),
        )
    spots: dict[str, tuple[float, float, float]] = {}
    for name, rows in groups.items():
        mine = [row for row in rows if row["instance"] in common]
        ratio = fmean(row["cost"] / least[row["instance"]] for row in mine)
        effort = max(float(median(row["expanded"] for row in mine)), 1.0)
        spots[name] = effort, ratio, max(float(mine[0]["weight"] or 1), 1.0)
    top = max([1.05, *(ratio for _effort, ratio, _w in spots.values()), *(weight for *_xy, weight in spots.values())])
    frame = Frame(make_log_axis([effort for effort, *_rest in spots.values()]), Axis(1.0, top * 1.03))
    text = _("mean cost / least cost; each line ends at the ratio that the weight guarantees")
    shapes = frame.draw(title, _("median of nodes expanded"), text)
    for number, (effort, ratio, weight) in enumerate(spots.values()):
        x, y = frame.at(effort, ratio)
        end = frame.at(effort, weight)
        if weight > 1:
            shapes.append(Path(((x, y), end), get_role(number), width=0.06))
            shapes.append(Path(((x - 0.3, end[1]), (x + 0.3, end[1])), get_role(number), width=0.09))
        shapes.append(draw_mark(number, x, y, 0.26, told=format_number(ratio, ".4f")))
    return frame.finish(shapes, list(spots), title)


def draw_depths(found: ExperimentResult, _pair: tuple[int, int]) -> Scene:
    """Box plots of the number of expanded nodes, against the least cost of the instance. Each box shows median,
    quartiles, minimum and maximum.
    """
    title = _("Nodes expanded against the least cost of each instance")
    least = find_least_costs(found.rows)
    groups = {
        name: [row for row in rows if _is_solved(row) and row["instance"] in least]
        for name, rows in group_rows(found.rows).items()
    }
    groups = {name: rows for name, rows in groups.items() if rows}
    if not groups:
        return draw_empty(title, _("no least cost was proved"))
    bins = _bin_depths(sorted(set(least.values())))
    up = make_log_axis([max(row["expanded"], 1) for rows in groups.values() for row in rows])
    frame = Frame(Axis(0, len(bins)), up)
    shapes = frame.draw(title, _("least cost"), _("nodes expanded"), x_ticks=False)
    slot = WIDTH / len(bins)
    each = min(slot * 0.8 / len(groups), 1.2)
    for place, (low, high) in enumerate(bins):
        middle = LEFT + slot * (place + 0.5)
        text = format_number(low, ",.6g") + ("" if low == high else f"–{format_number(high, ',.6g')}")
        shapes.append(Text(middle, ABOVE + HEIGHT + 0.45, text, min(TICK, slot / max(len(text), 1) / 0.6), "faint"))
        for number, rows in enumerate(groups.values()):
            values = [max(row["expanded"], 1) for row in rows if low <= least[row["instance"]] <= high]
            if values:
                x = middle + (number - (len(groups) - 1) / 2) * each
                shapes += _draw_box(frame, number, x, each * 0.72, values)
    return frame.finish(shapes, list(groups), title)


def _bin_depths(depths: Sequence[float]) -> list[tuple[float, float]]:
    """The ranges of least costs into which the instances of a box plot are grouped, from left to right. If there are
    many different costs, the ranges are equally wide; ranges without any cost are omitted.
    """
    if len(depths) <= MOST_GROUPS:
        return [(depth, depth) for depth in depths]
    width = ceil((depths[-1] - depths[0] + 1) / MOST_GROUPS)
    first = int(depths[0])
    ranges = [(first + number * width, first + (number + 1) * width - 1) for number in range(MOST_GROUPS)]
    return [(low, high) for low, high in ranges if any(low <= depth <= high for depth in depths)]


def _draw_box(frame: Frame, number: int, x: float, width: float, values: Sequence[float]) -> list[Shape]:
    """One box of a box plot: from the lower to the upper quartile, with lines at the median, minimum and maximum."""
    low, middle, high = quantiles(values, n=4, method="inclusive") if len(values) > 1 else [values[0]] * 3
    least, bottom, centre, top, most = (
        frame.at(0, value)[1] for value in (min(values), low, middle, high, max(values))
    )
    role, left, right = get_role(number), x - width / 2, x + width / 2
    told = ", ".join(format_number(value, ",.0f") for value in (min(values), low, middle, high, max(values)))
    shapes: list[Shape] = [Path(((x, least), (x, most)), role, width=0.06)]
    shapes += [Path(((x - width / 4, y), (x + width / 4, y)), role, width=0.06) for y in (least, most)]
    if bottom - top > 0.08:
        corners = (
            (left, top),
            (right + 1e-4, top),
            (right, bottom),
            (left - 1e-4, bottom),
        )  # drawn flat, not as a raised piece
        shapes.append(Path(corners, role, handle=told, width=0.04, closed=True))
    shapes.append(Path(((left, centre), (right, centre)), "text", width=0.09))
    return [*shapes, draw_mark(number, x, centre, min(0.14, width / 3), told)]


def _draw_line(number: int, points: Sequence[tuple[float, float]]) -> list[Shape]:
    """A line with markers on all of its points or, if there are many points, on some of them."""
    if not points:
        return []
    step = ceil(len(points) / MOST_MARKED)
    marks = [draw_mark(number, *point, 0.14) for point in points[::step]]
    return [Path(tuple(points), get_role(number), width=0.08), *marks] if len(points) > 1 else list(marks)


PLOTS: Mapping[str, Callable[[ExperimentResult, tuple[int, int]], Scene]] = {
    "scatter": draw_scatter,
    "sorted": draw_sorted,
    "solved": draw_solved,
    "weighted": draw_weighted,
    "depths": draw_depths,
}


def draw_plot(kind: str, found: ExperimentResult, pair: tuple[int, int] = (0, 1)) -> Scene:
    """The plot with the name `kind`."""
    if kind not in PLOTS:
        raise make_unknown_name(_("Plot"), kind, PLOTS)
    return PLOTS[kind](found, pair)
