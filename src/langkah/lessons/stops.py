"""Finds the event of each stop in the recording. The result is the number of events up to and including that event. A
stop is named like this:

    12                             after event number 12
    start, end                     before the first event; after the last event
    first prune, next cut          the first event of that kind; the first such event after the previous stop
    2nd duplicate, last goal       the second event of that kind; the last one
    second round                   when the first node of the second round is generated
    node 7 is expanded             when node 7 gets this status
    the goal is generated          when the goal at which the search ends gets this status

A `the` at the beginning is ignored. If an event never occurs, the error lists the events that do occur.
"""

import re
from collections.abc import Iterator, Sequence

from langkah.errors import BadInput
from langkah.language import _
from langkah.settings import quote_value
from langkah.tracing import Kind, Trace
from langkah.tracing.record import NEVER

KINDS = {
    "expansion": Kind.TAKE,
    "duplicate": Kind.DUPLICATE,
    "prune": Kind.PRUNE,
    "goal": Kind.GOAL,
    "round": Kind.RESTART,
    "value": Kind.VALUE,
    "update": Kind.UPDATE,
    "cut": Kind.CUT,
    "back": Kind.BACK,
}
FATES = {  # the status of a node, and the field of its history
    "generated": "made",
    "expanded": "taken",
    "dropped": "dropped",
    "a goal": "goal",
    "valued": "valued",
    "cut": "cut",
    "taken back": "back",
}
PLACES = {"first": 1, "second": 2, "third": 3}
EVENT = re.compile(r"(?:the )?(first|second|third|last|next|(\d{1,6})(?:st|nd|rd|th)) (\w+)")
NODE = re.compile(r"node (\d{1,6}) is ([a-z ]+)")
GOAL = re.compile(r"(?:the )?goal is ([a-z ]+)")


class MomentsNotFound(BadInput):
    """Raised if the moment of a stop does not occur in the search, or occurs before the previous stop. `found` has the
    number of each such stop, from 1, and the reason.
    """

    def __init__(self, found: Sequence[tuple[int, str]]) -> None:
        super().__init__(*(_("stop {n}: ").format(n=number) + line for number, line in found))
        self.found = found


def find_stops(trace: Trace, moments: Sequence[int | str]) -> list[int]:
    """For each stop, the number of events up to it. Raises `MomentsNotFound` with one line for each stop that is not
    found or comes too early.
    """
    found: list[int] = []
    lines: list[tuple[int, str]] = []
    for number, at in enumerate(moments, 1):
        try:
            count = _find_stop(trace, at, found[-1] if found else 0)
            if found and count < found[-1]:
                text = _(
                    "this stop is after event {n}, but the previous stop is after event {m}: sort the stops by event"
                )
                raise BadInput(text.format(n=count, m=found[-1]))
            found.append(count)
        except BadInput as error:
            lines += [(number, f"{quote_value(at)}: {line}") for line in error.lines]
    if lines:
        raise MomentsNotFound(lines)
    return found


def _find_stop(trace: Trace, at: int | str, after: int) -> int:
    """The number of events up to and including the event of one stop; `after` is the number of events up to the
    previous stop.
    """
    if isinstance(at, int):
        if 0 <= at <= len(trace):
            return at
        raise BadInput(_("this search has events 0 to {n}").format(n=len(trace)))
    words = " ".join(at.split())
    if words in ("start", "end"):
        return 0 if words == "start" else len(trace)
    if found := EVENT.fullmatch(words):
        return _find_event(trace, found, after)
    if found := NODE.fullmatch(words):
        return _find_fate(trace, int(found[1]), found[2])
    if found := GOAL.fullmatch(words):
        goals = trace.goals()
        if not goals:
            raise BadInput(_("this search reaches no goal"))
        return _find_fate(trace, goals[-1], found[1])
    raise BadInput(_("this event is not known; write {legal}").format(legal=_describe_legal()))


def _describe_legal() -> str:
    text = _(
        "the number of an event, start, end, 'first KIND' (also next, second, 3rd, last), 'node 7 is STATUS' or 'the "
        "goal is STATUS', where KIND is one of {kinds} and STATUS is one of {fates}"
    )
    return text.format(kinds=", ".join(KINDS), fates=", ".join(FATES))


def _find_event(trace: Trace, found: "re.Match[str]", after: int) -> int:
    """The number of events up to and including an event such as `2nd prune`, which `found` has matched with `EVENT`;
    `after` is the number of events up to the previous stop.
    """
    place, number, name = found[1], found[2], found[3]
    if name not in KINDS:
        raise BadInput(_("this event is not known; write {legal}").format(legal=_describe_legal()))
    places = [count for count, event in enumerate(trace.events, 1) if event.kind is KINDS[name]]
    if KINDS[name] is Kind.RESTART:  # when the first node of the round is generated: before, there is no tree to show
        places = [min(count + 1, len(trace)) for count in places]
    if place == "next":
        later = [count for count in places if count > after]
        if not later:
            raise BadInput(
                _("this event does not occur after the previous stop; {met}").format(met=_describe_met(trace))
            )
        return later[0]
    index = (len(places) if place == "last" else int(number) if number else PLACES[place]) - 1
    if not 0 <= index < len(places):
        text = _("there is no event with this number: this search has only {n} of this kind; {met}")
        raise BadInput(text.format(n=len(places), met=_describe_met(trace)))
    return places[index]


def _describe_met(trace: Trace) -> str:
    """A line of text with the kinds of events in this search and their counts."""
    return _("events in this search: {kinds}").format(kinds=", ".join(_count_kinds(trace)))


def _count_kinds(trace: Trace) -> Iterator[str]:
    for name, kind in KINDS.items():
        count = sum(event.kind is kind for event in trace.events)
        if count:
            yield f"{name} ({count})"


def _find_fate(trace: Trace, node: int, fate: str) -> int:
    """The number of events up to and including the event that gives a node the status `fate`. Raises `BadInput` if no
    event does.
    """
    if fate not in FATES:
        raise BadInput(
            _("there is no status {fate}; write one of these: {fates}").format(
                fate=quote_value(fate), fates=", ".join(FATES)
            )
        )
    histories = trace.index().histories
    if node not in histories:
        raise BadInput(_("this search has nodes #0 to #{n}").format(n=len(histories) - 1))
    event: int = getattr(histories[node], FATES[fate])
    if event == NEVER:
        raise BadInput(_("#{n} never has this status: {why}").format(n=node, why=trace.why(node).text))
    return event + 1
