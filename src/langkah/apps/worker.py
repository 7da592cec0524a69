"""One process that works on tasks, one at a time: a line of JSON in, lines of JSON out.

    <- {"ready": true}
    -> {"task": "solve", "saved": {...}, "options": {...}, "language": "id"}
    -> {"cancel": true}
    <- {"progress": {...}} ... then {"result": {...}} or {"error": ["..."]}

A thread reads the lines, so that a task hears at once when it is called off and the process ends at once when
whoever started it has gone. Whatever a task does to memory or time, it does it here.
"""

import contextlib
import json
import os
import queue
import sys
import threading
import time
from typing import Any

from langkah.errors import LangkahError
from langkah.games.files import describe_exception
from langkah.language import _, current_language
from langkah.tasks.context import Context
from langkah.tasks.table import MEMORY, TASKS, RememberingStore, run_task
from langkah.trace import Limit, Stats

ADDRESS_SPACE = 6 << 30  # bytes; far above what a task may hold, since compiled code reserves more than it uses
EVERY = 0.2  # seconds between two words about progress
NICE = 12  # solving makes way for answering


class _Inbox:
    """The tasks that came in, and whether the one under way was called off."""

    def __init__(self) -> None:
        self.waiting: queue.Queue[dict[str, Any]] = queue.Queue()
        self.off = threading.Event()

    def listen(self) -> None:
        """Read lines until whoever sends them is gone; then nobody is left to work for."""
        for line in sys.stdin:
            message = json.loads(line)
            if message.get("cancel"):
                self.off.set()
            else:
                self.off.clear()
                self.waiting.put(message)
        os._exit(0)


def _send_line(message: dict[str, Any]) -> None:
    """Send one line."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def _make_reporter() -> Any:
    """A listener that passes on how far a search is, now and then."""
    last = time.monotonic()

    def tell(stats: Stats) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= EVERY:
            last = now
            _send_line({"progress": {name: getattr(stats, name) for name in ("expanded", "generated", "seconds")}})

    return tell


def _run_message(bench: RememberingStore, message: dict[str, Any], calls: _Inbox) -> dict[str, Any]:
    """Do one task; whatever happens becomes a line."""
    current_language.set(message["language"])
    options = message["options"]
    seconds = min(options.get("seconds") or TASKS[message["task"]].seconds, TASKS[message["task"]].seconds)
    limit = Limit(seconds=seconds, memory=MEMORY)
    kit = Context(limit, options, _make_reporter(), calls.off.is_set, lambda part: _send_line({"progress": part}))
    try:
        return {"result": run_task(bench, message["task"], message["saved"], kit)}
    except LangkahError as error:
        return {"error": list(getattr(error, "lines", [str(error)]))}
    except MemoryError:
        return {"error": [_("there was not enough memory for this")]}
    except Exception as error:  # somebody's own puzzle, or a defect of ours: whoever asked must hear of it
        return {"error": [_("Something went wrong that should not: {what}").format(what=describe_exception(error))]}


def _set_bounds() -> None:
    """Set bounds that the system enforces, where it can."""
    with contextlib.suppress(ImportError, OSError, ValueError, AttributeError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    with contextlib.suppress(OSError, AttributeError):
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICE)


def main() -> None:
    """Work until whoever started this is gone."""
    _set_bounds()
    bench, calls = RememberingStore(tuple(sys.argv[1:])), _Inbox()
    threading.Thread(target=calls.listen, daemon=True).start()
    _send_line({"ready": True})
    while True:
        message = calls.waiting.get()
        _send_line(_run_message(bench, message, calls))


if __name__ == "__main__":
    main()
