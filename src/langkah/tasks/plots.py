"""The task 'what do the rows of an experiment show?': a summary of each configuration, and the plots."""

from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

from langkah.errors import BadInput
from langkah.experiments.result import ExperimentResult
from langkah.games.files import LARGEST
from langkah.language import _
from langkah.tasks.context import Context
from langkah.tasks.request import Request
from langkah.typed_json import Name, Range
from langkah.views.experiment_plots import PLOTS, draw_plot
from langkah.views.strokes import SceneJson, scene_to_strokes

MOST_CONFIGURATIONS = 10_000


@dataclass(frozen=True)
class PlotsRequest(Request):
    """A request for the plots of an experiment: the text of its file of rows (JSON lines), a title, and the numbers of
    the two configurations to compare, counted from 1.
    """

    text: Annotated[str, Range(1, LARGEST)]
    name: Name = "runs.jsonl"
    first: Annotated[int, Range(1, MOST_CONFIGURATIONS)] = 1
    second: Annotated[int, Range(1, MOST_CONFIGURATIONS)] = 2


class ConfigurationJson(TypedDict):
    """The results of one configuration over all instances; cost, nodes and seconds are medians."""

    name: str
    runs: int
    solved: int
    optimal: int
    cost: float | None
    expanded: float
    generated: float
    frontier_max: float
    seconds: float


class PlotJson(TypedDict):
    """A plot: its kind (the name of the plot) and its picture."""

    kind: str
    scene: SceneJson


class PlotsJson(TypedDict):
    """An experiment: its configurations, and every plot of its rows."""

    title: str
    rows: int
    configurations: list[ConfigurationJson]
    plots: list[PlotJson]


def draw_plots(request: PlotsRequest, context: Context) -> PlotsJson:
    """Read the rows of an experiment, and draw all plots."""
    del context
    found = ExperimentResult.parse(request.text, request.name)
    count = len(found.summaries)
    if count > 1 and max(request.first, request.second) > count:
        raise BadInput(_("--pair {text}: write two numbers from 1 to {n}, as in 1,2").format(
            text=f"{request.first},{request.second}", n=count
        ))  # fmt: skip
    pair = request.first - 1, request.second - 1
    plots: list[PlotJson] = [
        {"kind": kind, "scene": scene_to_strokes(draw_plot(kind, found, pair))} for kind in PLOTS
    ]  # fmt: skip
    summaries: Any = [each._asdict() for each in found.summaries]
    names = ConfigurationJson.__annotations__
    shown: list[Any] = [{name: each[name] for name in names} for each in summaries]
    return {"title": found.title, "rows": len(found.rows), "configurations": shown, "plots": plots}
