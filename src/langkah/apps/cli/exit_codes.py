"""Exit codes: 0 answered, 2 bad input (see `langkah.errors`), 3 impossible, 4 stopped, 130 interrupted."""

from langkah.tracing import Status

IMPOSSIBLE, STOPPED, INTERRUPTED = 3, 4, 130
_CODES = {Status.SOLVED: 0, Status.IMPOSSIBLE: IMPOSSIBLE, Status.STOPPED: STOPPED}


def get_exit_code(status: Status, limit: str = "") -> int:
    """The exit code of an answer; `limit` names the limit that stopped the search, if any."""
    return INTERRUPTED if limit == "interrupt" else _CODES[status]
