"""Heuristics given as functions: `solve(problem, estimate=function)`.

The puzzle is copied, and the copy lists the given function under a name, beside the puzzle's own heuristics. So
everything that selects heuristics by name (comparisons, traces, worksheets) can use the function.
"""

import inspect
from collections.abc import Callable
from copy import copy
from typing import Any

from langkah.errors import BadInput, DoesNotFit
from langkah.language import N_, _
from langkah.model import Cost, Estimate, Problem, Puzzle
from langkah.settings import quote_value

GivenEstimate = str | Estimate | Callable[..., Cost]  # a name, or a function of (problem, state) or (state)


def adopt_estimates(problem: Problem[Any, Any], given: list[GivenEstimate]) -> tuple[Problem[Any, Any], list[str]]:
    """A copy of the problem that also offers the heuristics in `given` (functions and `Estimate` values), and the names
    of all heuristics in `given`. If `given` contains only names, the problem itself is returned instead of a copy.
    Raises `DoesNotFit` for a function if the problem is a two-player game.
    """
    made = [each if isinstance(each, str) else _make_estimate(each) for each in given]
    if all(isinstance(each, str) for each in made):
        return problem, [str(each) for each in made]
    if not isinstance(problem, Puzzle):
        text = _("estimate '{name}': only puzzles have heuristics")
        raise DoesNotFit(text.format(name=next(each.name for each in made if isinstance(each, Estimate))))
    other, names = copy(problem), list[str]()
    known = {each.name for each in problem.all_estimates()}
    for each in made:
        if isinstance(each, Estimate):
            name = _find_free_name(each.name, known)
            known.add(name)
            other.estimates = (*other.estimates, each._replace(name=name))  # type: ignore[misc]  # of this one only
            names.append(name)
        else:
            names.append(each)
    return other, names


def _make_estimate(given: Any) -> Estimate:
    """A heuristic (`Estimate`) that calls the given function, and that does not count as admissible. An `Estimate` is
    returned unchanged.
    """
    if isinstance(given, Estimate):
        return given
    if not callable(given):
        text = _("{name} = {value}: this must be {legal}")
        legal = _("the name of a heuristic (estimate)")
        raise BadInput(text.format(name="estimate", value=quote_value(given), legal=legal))
    name = getattr(given, "__name__", "")
    count = _count_arguments(given)
    if count not in (1, 2):
        text = _("estimate = {value}: the function must take (problem, state) or (state)")
        raise BadInput(text.format(value=quote_value(name or given)))
    function: Any = given if count > 1 else lambda _problem, state: given(state)
    return Estimate(
        name if name.isidentifier() else N_("given"),
        function,
        False,
        N_("a function given as heuristic (estimate=...)"),
    )


def _count_arguments(function: Callable[..., Any]) -> int:
    """The number of arguments that a function requires."""
    try:
        wanted = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):  # built-in functions without a signature
        return 1
    places = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(each.kind in places and each.default is inspect.Parameter.empty for each in wanted)


def _find_free_name(name: str, known: set[str]) -> str:
    """A name that is not in `known`: `name` itself or, if it is taken, `name` followed by a number."""
    number, free = 2, name
    while free in known:
        number, free = number + 1, f"{name}-{number}"
    return free
