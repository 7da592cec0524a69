"""A worker process that runs one task at a time. It reads lines of JSON, and writes lines with a keyword and JSON.

    <- ready {}
    -> {"task": "solve", "values": {"saved": {...}}, "seconds": null, "language": "id"}
    -> {"cancel": true}
    <- refused ["..."]                          if the request is not valid; otherwise:
    <- accepted {}, then any number of progress {...}, and finally
    <- result {...}, lasting {...} (a result that will never change) or error ["..."]

A thread reads the lines, so that a task can be cancelled at once, and the process ends as soon as its parent ends. A
task uses memory and processor time only in this process.
"""

import json
import os
import queue
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from langkah.apps.process_bounds import set_bounds
from langkah.errors import BadInput, LangkahError, MissingExtra, describe_exception
from langkah.language import _, current_language
from langkah.tasks.context import Context
from langkah.tasks.problems import ProblemCatalogue
from langkah.tasks.table import MEMORY, TASKS, answer_request, read_request
from langkah.tracing import Limit, Stats

PROGRESS_SECONDS = 0.2  # between two progress messages

Send = Callable[[str, object], None]  # sends a keyword with its value


class _Inbox:
    """The incoming tasks, and whether the current one was cancelled."""

    def __init__(self) -> None:
        self.waiting: queue.Queue[dict[str, Any]] = queue.Queue()
        self.off = threading.Event()

    def listen(self) -> None:
        """Read lines until the parent process ends; then exit."""
        for line in sys.stdin:
            message = json.loads(line)
            if message.get("cancel"):
                self.off.set()
            else:
                self.off.clear()
                self.waiting.put(message)
        os._exit(0)


def _send(word: str, content: object) -> None:
    sys.stdout.write(f"{word} {json.dumps(content, allow_nan=False, separators=(',', ':'))}\n")
    sys.stdout.flush()


def make_reporter(send: Send) -> Callable[[Stats], None]:
    """A function that sends the progress of a search: at most once every `PROGRESS_SECONDS`, but at once if the engine
    changes.
    """
    last, engine = time.monotonic(), "python"

    def report(stats: Stats) -> None:
        nonlocal last, engine
        now = time.monotonic()
        if now - last >= PROGRESS_SECONDS or stats.engine != engine:
            last, engine = now, stats.engine
            send("progress", {name: getattr(stats, name) for name in ("expanded", "generated", "seconds", "engine")})

    return report


def describe_surprise(error: Exception) -> list[str]:
    """The message about an unexpected error. If an optional dependency is missing, the message is the text of `error`
    itself.
    """
    if isinstance(error, MissingExtra):
        return list(error.lines)
    return [_("Unexpected error: {what}").format(what=describe_exception(error))]


def run_message(
    catalogue: ProblemCatalogue,
    message: dict[str, Any],
    send: Send,
    cancelled: Callable[[], bool],
    describe: Callable[[Exception], list[str]] = describe_surprise,
) -> None:
    """Run the task that a message requests, until `cancelled` returns true. Calls `send(keyword, value)` for each
    progress message, and at the end for the answer or an error. `describe` puts an unexpected error into words.
    """
    name = message["task"]
    current_language.set(message["language"])
    seconds = min(message.get("seconds") or TASKS[name].seconds, TASKS[name].seconds)
    limit = Limit(seconds=seconds, memory=MEMORY)
    context = Context(limit, make_reporter(send), cancelled, lambda part: send("progress", part))
    refusal = "refused"
    try:
        request = read_request(name, message["values"], catalogue)
        refusal = "error"
        send("accepted", {})
        answer, lasting = answer_request(name, request, context)
        send("lasting" if lasting else "result", answer)
    except MissingExtra as error:
        send(refusal, describe(error))
    except BadInput as error:
        send(refusal, error.lines)
    except LangkahError as error:
        send("error", [str(error)])
    except MemoryError:
        send("error", [_("there was not enough memory for this computation")])
    except Exception as error:  # raised by the user's own puzzle, or a defect of ours: it must be reported
        send("error", describe(error))


def main() -> None:
    """Run tasks until the parent process ends."""
    set_bounds()
    catalogue, inbox = ProblemCatalogue(tuple(sys.argv[1:])), _Inbox()
    threading.Thread(target=inbox.listen, daemon=True).start()
    _send("ready", {})
    while True:
        run_message(catalogue, inbox.waiting.get(), _send, inbox.off.is_set)


if __name__ == "__main__":
    main()
