"""Writes the cost of a solution in the unit of its metric: steps, pushes, slides, moves or cost."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from langkah.language import N_, _, format_number, format_plural
from langkah.model import Problem, Step

PROBED_STEPS = 200  # nearest to the start, examined to decide whether all steps cost 1

# How a cost is written, for each metric that problems and level files name
COUNTS: dict[str, Callable[[Any], str]] = {
    "steps": lambda n: format_plural("{n} step", "{n} steps", n),
    "pushes": lambda n: format_plural("{n} push", "{n} pushes", n),
    "tiles": lambda n: _("cost {n}").format(n=format_number(n)),
    "slides": lambda n: format_plural("{n} slide", "{n} slides", n),
    "moves": lambda n: format_plural("{n} move", "{n} moves", n),
    "cost": lambda n: _("cost {n}").format(n=format_number(n)),
}

# A request for a puzzle with a given cost, for each metric
WISHES = {
    "steps": N_("A puzzle that needs {n} steps"),
    "pushes": N_("A puzzle that needs {n} pushes"),
    "slides": N_("A puzzle that needs {n} slides"),
    "moves": N_("A puzzle that needs {n} moves"),
    "cost": N_("A puzzle whose least cost is {n}"),
}

TITLES = {
    "steps": N_("Steps"),
    "pushes": N_("Pushes"),
    "tiles": N_("Cost"),
    "slides": N_("Slides"),
    "cost": N_("Cost"),
}


def get_metric(problem: Problem[Any, Any]) -> str:
    """The metric that a problem defines. If it defines none: "moves" if all steps near the start cost 1,
    else "cost".
    """
    found = getattr(problem, "metric", "")
    if isinstance(found, str) and found in COUNTS:
        return found
    return "moves" if all(step.cost == 1 for step in islice(_list_nearest_steps(problem), PROBED_STEPS)) else "cost"


def _list_nearest_steps(problem: Problem[Any, Any]) -> Iterator[Step[Any, Any]]:
    """Yield the steps from the start, then the steps from the successors of the start, and so on."""
    waiting = [problem.start]
    met = set(waiting)
    for state in waiting:
        for step in problem.steps(state):
            yield step
            if step.state not in met:
                met.add(step.state)
                waiting.append(step.state)


def get_metric_title(problem: Problem[Any, Any]) -> str:
    """The metric of a problem, as a column heading."""
    return _(TITLES.get(get_metric(problem), N_("Moves")))


def format_wish(metrics: set[str]) -> str:
    """The text in which a person asks for a puzzle of a given cost, for example "… {n} moves". Its unit is that of the
    metric, or "cost" if `metrics` has several.
    """
    (found,) = metrics if len(metrics) == 1 else ("cost",)
    return _(WISHES.get(found, WISHES["cost"]))


def format_count(metric: str, cost: Any) -> str:
    """A cost with the unit of its metric, for example "116 steps". The unit is "moves" for an unknown metric, and
    "cost" if the cost is not a whole number.
    """
    whole = cost == int(cost)
    return COUNTS.get(metric, COUNTS["moves"])(int(cost)) if whole else COUNTS["cost"](float(cost))
