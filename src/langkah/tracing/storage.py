"""Traces as plain JSON and back: for a page, a file or other programs.

Nodes are stored as columns, with one entry per node in the order of their numbers; equal states are stored once. An
event is a letter (the first of its kind) and a node; fields that only some events have are in `notes`, by the index of
the event:

    costs    whether the frontier is ordered by cost
    seconds  the time of each event, or null
    states   [{label, text, board?}]            board: any picture of the state made by the caller, for example an SVG
    nodes    {state, parent, move, depth, g, h, f, rank, side}      rank: place in the frontier among all nodes ever
                                                                    opened, -1 for nodes that were never in it
    events   {kind: "otod...", node: [...], notes: {"7": {other, bound, why, alpha, beta}}}
"""

from array import array
from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import pairwise
from math import inf
from typing import Any, NamedTuple

from langkah.errors import BadInput
from langkah.language import _
from langkah.model import Cost, Problem, get_title
from langkah.settings import quote_value
from langkah.tracing.events import MAKES, Event, Kind
from langkah.tracing.record import Trace
from langkah.tracing.result import Result, Stats, Status, cost_to_json

FORM, VERSION = "langkah-trace", 1
LETTERS = {kind: kind.value[0] for kind in Kind}
KINDS = {letter: kind for kind, letter in LETTERS.items()}
COLUMNS = ("state", "parent", "move", "depth", "g", "h", "f", "rank", "side")


class StoredState(NamedTuple):
    """A state in a stored trace: its text, label and board."""

    label: str
    text: str
    board: Any = None

    def __hash__(self) -> int:
        return hash((self.label, self.text))


class StoredProblem(Problem[StoredState, str]):
    """The problem of a stored trace. It knows the texts of its states, but not its rules."""

    def __init__(self, name: str, title: str, start: StoredState) -> None:
        self.name, self.heading, self.start = name, title, start

    def text(self, state: StoredState) -> str:
        """The stored text of a state."""
        return state.text

    def label(self, state: StoredState) -> str:
        """The stored label of a state."""
        return state.label


class StoredTrace(NamedTuple):
    """The contents of a stored trace."""

    trace: Trace
    problem: StoredProblem
    result: dict[str, Any] | None
    at: int | None  # the number of events after which to begin showing the trace

    def ending(self) -> Result[StoredState, str]:
        """The stored result of the search, without the states of its plan. Raises `BadInput` if no complete result is
        stored.
        """
        told = self.result or {}
        try:
            return Result(
                problem=str(told["problem"]),
                algorithm=str(told["algorithm"]),
                status=Status(told["status"]),
                cost=None if told["cost"] is None else _decode_cost(told["cost"]),
                optimal=bool(told["optimal"]),
                why=str(told["why"]),
                notation=tuple(map(str, told["moves"])),
                stats=Stats(**told["stats"]),
                limit=str(told["limit"] or ""),
                estimate=str(told["estimate"] or ""),
                value=str(told.get("value") or ""),
                source=self.problem,
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            text = _("the stored trace does not say how the search ended: {why}")
            raise BadInput(text.format(why=quote_value(str(error), 80))) from None


def trace_to_dict(
    trace: Trace,
    problem: Problem[Any, Any],
    result: Result[Any, Any] | None = None,
    *,
    at: int | None = None,
    board: Callable[[Any], Any] | None = None,
) -> dict[str, Any]:
    """A trace as plain JSON values. `at` is the number of events after which a viewer begins to show the trace; `board`
    makes a picture of a state.
    """
    made = trace.made
    nodes = [made[node] for node in range(len(made))]
    opened = sorted((event for event in trace.events if event.kind is Kind.OPEN), key=lambda event: event.order)
    ranks = {event.node: rank for rank, event in enumerate(opened)}
    states: dict[Hashable, int] = {}
    columns = {
        "state": [states.setdefault(event.state, len(states)) for event in nodes],
        "parent": [event.parent for event in nodes],
        "move": ["" if event.move is None else problem.notation(event.move) for event in nodes],
        "depth": [event.depth for event in nodes],
        "g": [_encode_cost(event.cost) for event in nodes],
        "h": [_encode_cost(event.estimate) for event in nodes],
        "f": [_encode_cost(event.total) for event in nodes],
        "rank": [ranks.get(event.node, -1) for event in nodes],
        "side": [event.side for event in nodes],
    }
    return {
        "form": FORM,
        "version": VERSION,
        "problem": {"name": problem.name or repr(problem), "title": get_problem_title(problem)},
        "result": None if result is None else result.as_dict(),
        "at": at,
        "costs": trace.ordered_by_cost(),
        "seconds": None if trace.seconds is None else [round(each, 6) for each in trace.seconds],
        "left_out": trace.left_out,
        "missing": {str(kind): count for kind, count in trace.missing.items()},
        "states": [_describe_state(problem, state, board) for state in states],
        "nodes": columns,
        "events": {
            "kind": "".join(LETTERS[event.kind] for event in trace.events),
            "node": [event.node for event in trace.events],
            "notes": {str(place): told for place, event in enumerate(trace.events) if (told := _describe_event(event))},
        },
    }


def get_problem_title(problem: Problem[Any, Any]) -> str:
    """The display name of a problem, which may also come from a stored trace."""
    return problem.heading if isinstance(problem, StoredProblem) else get_title(problem)


def _describe_state(problem: Problem[Any, Any], state: Any, board: Callable[[Any], Any] | None) -> dict[str, Any]:
    found = {"label": problem.label(state), "text": problem.text(state)}
    picture = state.board if isinstance(state, StoredState) and board is None else board(state) if board else None
    return found if picture is None else {**found, "board": picture}


def _describe_event(event: Event) -> dict[str, Any]:
    told: dict[str, Any] = {"other": event.other if event.other >= 0 else None, "why": event.why or None}
    costs = {"bound": event.bound, "alpha": event.alpha, "beta": event.beta}
    told |= {name: _encode_cost(cost) for name, cost in costs.items() if cost is not None}
    return {name: value for name, value in told.items() if value is not None}


def _encode_cost(cost: Cost) -> int | float | str | None:
    return "∞" if cost == inf else "-∞" if cost == -inf else cost_to_json(cost)


def trace_from_dict(found: object) -> StoredTrace:
    """The trace that was stored as these plain JSON values. Raises `BadInput`, with one line, if they contain a
    mistake.
    """
    try:
        assert isinstance(found, dict)
        if (found["form"], found["version"]) != (FORM, VERSION):
            raise ValueError(_("format {form}, version {version}").format(form=found["form"], version=found["version"]))
        return _read_trace(found)
    except (AssertionError, KeyError, IndexError, TypeError, ValueError, AttributeError, OverflowError) as error:
        text = _("{value} is not a stored trace: {why}")
        raise BadInput(text.format(value=quote_value(found, 40), why=quote_value(str(error), 80))) from None


def _read_trace(found: Mapping[str, Any]) -> StoredTrace:
    """The trace that was stored as these JSON values, whose format and version have been checked. Raises one of several
    exceptions if the values contradict each other; `trace_from_dict` catches them.
    """
    states = [StoredState(str(each["label"]), str(each["text"]), each.get("board")) for each in found["states"]]
    nodes = _read_node_columns(found["nodes"], states, costs=bool(found["costs"]))
    kinds, numbers, notes = found["events"]["kind"], found["events"]["node"], found["events"]["notes"]
    trace = Trace(max(len(kinds), 1))
    seen: set[int] = set()
    for place, (letter, node) in enumerate(zip(kinds, numbers, strict=True)):
        event = _read_event(KINDS[letter], _read_whole_number(node), nodes, notes.get(str(place), {}))
        born = event.kind in MAKES and (event.parent < 0 or event.parent in seen)
        if event.node >= 0 and event.node not in seen and not born:
            raise ValueError(_("event {n} refers to a node that does not exist").format(n=place))
        seen.add(event.node)
        trace(event)
    trace.seconds = _read_times(found.get("seconds"), len(trace))
    trace.left_out = _read_whole_number(found["left_out"])
    trace.missing.update({Kind(kind): _read_whole_number(count) for kind, count in found["missing"].items()})
    problem = StoredProblem(
        str(found["problem"]["name"]), str(found["problem"]["title"]), states[0] if states else StoredState("", "")
    )
    at, result = found.get("at"), found.get("result")
    assert result is None or isinstance(result, dict)
    return StoredTrace(trace, problem, result, None if at is None else _read_whole_number(at))


def _read_node_columns(
    table: Mapping[str, Sequence[Any]], states: Sequence[StoredState], *, costs: bool
) -> list[Event]:
    """For each stored node, an event with all its fields. The `order` of the event, which is its place in the frontier,
    is the rank of the node or, if the frontier is ordered by cost (`costs`), the pair of its rank and its number.
    """
    found = []
    rows = zip(*(table[name] for name in COLUMNS), strict=True)
    for node, (state, parent, move, depth, g, h, f, rank, side) in enumerate(rows):
        assert -1 <= _read_whole_number(parent) < node or node == 0
        assert _read_whole_number(state) >= 0
        order = (_read_whole_number(rank), node)[: 2 if costs else 1]
        depth = _read_whole_number(depth)
        event = Event(Kind.OPEN, node, parent, states[state], str(move), depth, order=order, side=str(side))
        found.append(event._replace(cost=_decode_cost(g), estimate=_decode_cost(h), total=_decode_cost(f)))
    return found


def _read_event(kind: Kind, node: int, nodes: Sequence[Event], told: Mapping[str, Any]) -> Event:
    other, why = _read_whole_number(told.get("other", -1)), str(told.get("why", ""))
    costs = {name: _decode_cost(told[name]) for name in ("bound", "alpha", "beta") if told.get(name) is not None}
    if kind is Kind.RESTART:
        return Event(kind, -1, bound=costs["bound"], why=why)
    assert 0 <= node < len(nodes)
    alpha, beta = costs.get("alpha"), costs.get("beta")
    found = nodes[node]._replace(kind=kind, other=other, why=why, bound=costs.get("bound"))
    return found._replace(alpha=alpha, beta=beta)


def _read_times(found: Any, count: int) -> "array[float] | None":
    """The time of each event; None if no times are stored. Raises an error if there is not one time for each event, or
    if a time is earlier than the one before.
    """
    if found is None:
        return None
    seconds = array("d", found)
    if len(seconds) != count or not all(0 <= a <= b < inf for a, b in pairwise([0.0, *seconds])):
        raise ValueError(
            _("the times of the events must be seconds, one for each event, none smaller than the one before")
        )
    return seconds


def _read_whole_number(value: Any) -> int:
    if type(value) is not int:
        raise ValueError(_("{value} is not a whole number").format(value=quote_value(value)))
    return value


def _decode_cost(value: Any) -> Cost:
    if value in ("∞", "-∞"):
        return inf if value == "∞" else -inf
    if type(value) not in (int, float):
        raise ValueError(_("{value} is not a number").format(value=quote_value(value)))
    found: Cost = value
    return found
