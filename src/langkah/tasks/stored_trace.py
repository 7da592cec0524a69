"""Opens a trace that was saved in a file."""

import json
from pathlib import Path

from langkah.errors import BadInput
from langkah.games.files import read_text
from langkah.language import _
from langkah.tracing.storage import StoredTrace, trace_from_dict

MOST_RECORD_BYTES = 500_000_000


def open_trace(path: str) -> StoredTrace:
    """Open a trace that `langkah trace --record` saved, and attach the result of the search to it."""
    try:
        found = trace_from_dict(json.loads(read_text(Path(path), MOST_RECORD_BYTES)))
    except (json.JSONDecodeError, RecursionError) as error:
        raise BadInput(_("{path}: this is not JSON: {why}").format(path=path, why=error)) from None
    found.trace.result = found.ending()
    return found
