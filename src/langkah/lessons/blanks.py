"""Fills in the `{blanks}` in the texts of a lesson, with values from the recording at the event of a stop."""

from collections.abc import Mapping
from string import Formatter
from typing import Any

from langkah.errors import BadInput
from langkah.language import _, format_number
from langkah.model import Problem
from langkah.settings import make_unknown_name, quote_value
from langkah.tracing import Result, Trace, format_cost
from langkah.tracing.points import format_points, get_level


def list_values(
    problem: Problem[Any, Any], trace: Trace, result: Result[Any, Any], others: Mapping[str, Result[Any, Any]], at: int
) -> dict[str, str]:
    """The values of all blanks after the first `at` events, by name.

    They describe the node of the latest event, all nodes so far, the whole search, and the searches `others`.
    """
    counters, found = trace.counters(at), {"event": format_number(at)}
    found |= {
        "expanded": format_number(counters.expanded),
        "generated": format_number(counters.generated),
        "duplicates": format_number(counters.skipped),
        "pruned": format_number(counters.pruned),
    }
    if not trace.keeps_path():
        frontier = trace.after(at).frontier(1)
        found["waiting"] = format_number(counters.frontier)
        found |= _describe_node(problem, trace, frontier[0].node, at, "first_") if frontier else {}
    begin = trace.index().round_at(at)[0]
    if begin:
        found["bound"] = format_cost(trace.events[begin - 1].bound or 0)
    event = trace.events[at - 1] if at else None
    if event is not None and event.node >= 0:
        found |= _describe_node(problem, trace, event.node, at, "")
        found |= {"why": event.why} if event.why else {}
        found |= _describe_node(problem, trace, event.other, at, "other_") if event.other >= 0 else {}
        parent = trace.node(event.node).parent
        found |= _describe_node(problem, trace, parent, at, "parent_") if parent >= 0 else {}
    for name, each in {"total": result, **others}.items():
        found |= _describe_result(each, f"{name}_")
    return found


def _describe_node(problem: Problem[Any, Any], trace: Trace, node: int, at: int, prefix: str) -> dict[str, str]:
    """Values about a node: its number, state, move, depth and costs. In a game, also the player to move, the bounds
    alpha and beta, and the value of the node, if they are known.
    """
    event = trace.node(node)
    found = {"node": f"#{node}", "state": problem.label(event.state), "g": format_cost(event.cost)}
    found |= {"depth": str(event.depth), "player": get_level(event)}
    found |= {"f": format_cost(event.total)} if event.total else {}
    found |= {"h": format_cost(event.estimate)} if event.estimate or event.total else {}
    found |= {} if event.move is None else {"move": problem.notation(event.move)}
    bounds = trace.bounds(node, at)
    if bounds:
        found["alpha"], found["beta"] = map(format_points, bounds)
    value = trace.value(node, at)
    found |= {} if value is None else {"value": trace.events[trace.history(node).valued].why}
    return {prefix + name: text for name, text in found.items() if text}


def _describe_result(result: Result[Any, Any], prefix: str) -> dict[str, str]:
    """Values about a whole search: its counters, plan and cost."""
    stats = result.stats
    found = {"expanded": stats.expanded, "generated": stats.generated, "duplicates": stats.skipped}
    told = {name: format_number(count) for name, count in {**found, "pruned": stats.pruned}.items()}
    told |= {"moves": format_number(len(result.notation)), "way": " ".join(result.notation)} if result.notation else {}
    told |= {} if result.cost is None else {"cost": format_cost(result.cost)}
    return {prefix + name: text for name, text in told.items()}


def fill_blanks(text: str, values: Mapping[str, str]) -> str:
    """Fill in the blanks of a text. Raises `BadInput` with one line for each unknown blank."""
    try:
        parts = list(Formatter().parse(text))
    except ValueError as error:
        raise BadInput(
            _("{text}: {why}; write {{{{ for {{ and }}}} for }}").format(text=quote_value(text), why=error)
        ) from None
    names = [name for _literal, name, _form, _conversion in parts if name is not None]
    lines = [make_unknown_name(_("Blank"), name, values).lines[0] for name in names if name not in values]
    if lines:
        raise BadInput(*lines)
    return "".join(literal + (values[name] if name is not None else "") for literal, name, _form, _conversion in parts)
