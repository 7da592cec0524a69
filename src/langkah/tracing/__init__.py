"""What a search says: typed events while it runs, one value with the answer and the effort when it ends, and the record
on which stepping, rewinding and drawing happen. Nobody ever waits inside an algorithm.

    events      Kind, Event, Observer
    result      Limit, Status, Stats, Tried, Result; Progress and Cancelled, what long work is handed
    snapshot    Snapshot: the frontier and the closed set at one moment
    record      Trace: all events, and what can be asked about them; Cursor: a place in it that moves both ways
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
