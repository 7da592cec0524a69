"""The exit codes of answers: 0 answered, 3 impossible, 4 stopped by a limit, 130 interrupted by Ctrl-C.
`langkah.errors` has the exit codes of errors.
"""

from langkah.tracing import Status

IMPOSSIBLE, STOPPED, INTERRUPTED = 3, 4, 130
_CODES = {Status.SOLVED: 0, Status.IMPOSSIBLE: IMPOSSIBLE, Status.STOPPED: STOPPED}


def get_exit_code(status: Status, limit: str = "") -> int:
    """The exit code for an answer with this status; `limit` names the limit that stopped the search, "" if there is
    none.
    """
    return INTERRUPTED if limit == "interrupt" else _CODES[status]
