"""Plots of experiments: the marks agree with the rows, texts stay inside the picture, and empty plots say why."""

from itertools import pairwise
from typing import Any

import pytest

from langkah import ExperimentResult, Path, Scene, Text
from langkah.experiments.one_run import COLUMNS
from langkah.views.experiment_plots import PLOTS, draw_plot
from langkah.views.experiment_report import write_html_report, write_latex_tables
from langkah.views.plot_axes import LETTER_SHARE, Axis, make_log_axis
from langkah.views.svg import draw_svg


def make_rows(*, solved: bool = True) -> list[dict[str, Any]]:
    """Rows of three configurations with long names on four instances."""
    rows: list[dict[str, Any]] = []
    for number in range(4):
        for weight in (None, 1.5, 3.0):
            algorithm = "a-star" if weight is None else "weighted-a-star"
            row: dict[str, Any] = {"run": len(rows) + 1, "instance": f"i{number}", "algorithm": algorithm}
            row |= {"estimate": "an-estimate-with-a-very-long-name-of-its-own", "weight": weight, "seconds": 0.5}
            row |= {"status": "solved" if solved else "stopped", "optimal": solved and weight is None, "version": "0"}
            row |= {"cost": 10 + number + (weight or 0) if solved else None, "expanded": 10**number * 7}
            rows.append(dict.fromkeys(COLUMNS) | row | {"generated": 5, "frontier_max": 3})
    return rows


def list_marks(scene: Scene, role: str) -> list[Path]:
    """The closed outlines in a picture that have this colour role, including those of the legend."""
    return [shape for shape in scene.shapes if isinstance(shape, Path) and shape.closed and shape.role == role]


@pytest.mark.parametrize("kind", PLOTS)
@pytest.mark.parametrize("solved", [True, False])
def test_every_plot_fits(kind: str, solved: bool) -> None:
    """Texts and shapes stay inside the picture. Without solved rows, a plot is a sentence, except the scatter plot,
    which has marks for unsolved rows, too.
    """
    found = ExperimentResult(make_rows(solved=solved), 12, "T")
    scene = draw_plot(kind, found, (0, 2))
    for shape in scene.shapes:
        if isinstance(shape, Text):
            half = len(shape.text) * shape.size * LETTER_SHARE / 2
            assert shape.x - half >= -0.31
            assert shape.x + half <= scene.width + 0.31, shape
        elif isinstance(shape, Path):
            assert all(-0.1 <= x <= scene.width + 0.1 and -0.1 <= y <= scene.height + 0.1 for x, y in shape.points)
    assert scene.title in draw_svg(scene)
    if solved:
        names = ("piece:0", "piece:1", "piece:2") if kind != "scatter" else ("piece:0",)
        assert all(list_marks(scene, role) for role in names)
    if kind == "scatter":
        marks = list_marks(scene, "piece:0" if solved else "piece:1")
        assert len([mark for mark in marks if mark.handle]) == 4
    if kind == "sorted" and solved:
        heights = [sum(y for _x, y in mark.points) for mark in list_marks(scene, "piece:0")[:4]]
        counts = [len(mark.points) for mark in list_marks(scene, "piece:0")[:4]]
        places = [height / count for height, count in zip(heights, counts, strict=True)]
        steps = [one - two for one, two in pairwise(places)]
        assert max(steps) - min(steps) < 1e-6  # powers of ten lie equally far apart
    if not solved and kind != "scatter":
        assert len(scene.shapes) == 3


def test_axes() -> None:
    """Ticks are labelled with powers of ten, percentages, or 1, 2 and 5 times a power of ten. A log axis encloses its
    values.
    """
    assert make_log_axis([3, 4000]) == Axis(1, 10_000, log=True)
    assert [text for _value, text in make_log_axis([1, 5_000_000]).list_ticks()][-2:] == ["10⁶", "10⁷"]
    assert [text for _value, text in Axis(0, 1, percent=True).list_ticks()] == [
        "0%",
        "20%",
        "40%",
        "60%",
        "80%",
        "100%",
    ]
    assert [text for _value, text in make_log_axis([20, 80]).list_ticks()] == ["10", "20", "50", "100"]


def test_reports_hold_every_configuration() -> None:
    """The HTML report contains every plot and loads nothing; the LaTeX table has one row per configuration."""
    found = ExperimentResult(make_rows(), 12, "A & <B>")
    page, table = write_html_report(found), write_latex_tables(found)
    assert page.count("<svg") == len(PLOTS)
    assert "A &amp; &lt;B&gt;" in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert page.count("w=3<") > 1
    assert table.count("w=3 &") == 1
    assert r"\begin{tabular}{lrrrrrrrr}" in table
