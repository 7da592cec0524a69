"""The reports of a search: typed events while it runs, one result with the answer and the effort at its end, and the
record of all events, used for stepping, rewinding and drawing. Viewers read the record, so that they need not pause a
search.

    events      Kind, Event, Observer
    result      Limit, Status, Stats, Tried, Result; Progress and Cancelled, the callbacks of long work
    snapshot    Snapshot: the frontier and the closed set at one moment
    record      Trace: all events, with queries about them; Cursor: a position in it that moves both ways
    storage     a trace as plain JSON, and back
"""

from langkah.tracing.events import Event, Kind, Observer
from langkah.tracing.record import Cursor, Reason, Trace
from langkah.tracing.result import (
    BUILDING_PATTERNS,
    COMPILING,
    EXPLORING,
    LAYING_OUT,
    Cancelled,
    Limit,
    Progress,
    Result,
    Stats,
    Status,
    Tried,
    cost_to_json,
    format_code,
    format_cost,
    simplify_cost,
)
from langkah.tracing.snapshot import Snapshot

__all__ = [
    "BUILDING_PATTERNS",
    "COMPILING",
    "EXPLORING",
    "LAYING_OUT",
    "Cancelled",
    "Cursor",
    "Event",
    "Kind",
    "Limit",
    "Observer",
    "Progress",
    "Reason",
    "Result",
    "Snapshot",
    "Stats",
    "Status",
    "Trace",
    "Tried",
    "cost_to_json",
    "format_code",
    "format_cost",
    "simplify_cost",
]
