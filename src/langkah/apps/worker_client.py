"""The solver behind the window: a process of its own, so that no frame ever waits for it.

It is the worker that serves the page: lines of JSON in, lines of JSON out. A newer question calls
off the older one; a worker that does not obey within a moment is ended and another one takes its place.
"""

import contextlib
import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import IO, Any, NamedTuple

from langkah.language import _, current_language

PATIENCE = 0.8  # seconds in which a worker must obey; long, for a new one takes longer to start
WORKER_MODULE = "langkah.apps.worker"

Values = dict[str, Any]


class Question(NamedTuple):
    """Something to work on, and who hears the answer: a word (progress, result or error) and what comes with it."""

    task: str
    saved: Values
    hear: Callable[[str, Any], None]
    options: Values = {}


class WorkerClient:
    """Asks one worker one question at a time."""

    def __init__(self, own: tuple[str, ...] = ()) -> None:
        self.own = own  # problems that do not come with Langkah, which the worker may open
        self.process: subprocess.Popen[str] | None = None
        self.ready = False  # whether it has said that it listens
        self.lines: SimpleQueue[Values] = SimpleQueue()
        self.asked: Question | None = None  # what the worker works on
        self.next: Question | None = None  # what it will be asked when it has obeyed
        self.called_off: float | None = None  # when it was told to stop

    @property
    def task(self) -> str:
        """What is being worked on; "" when nothing is."""
        question = self.next or (None if self.called_off is not None else self.asked)
        return question.task if question else ""

    def ask(self, question: Question) -> None:
        """Ask a question, calling off the one before."""
        self.cancel()
        self.next = question
        self.attend()

    def cancel(self) -> None:
        """Call off whatever is under way; its answer will not be heard."""
        self.next = None
        if self.asked is not None and self.called_off is None:
            self.called_off = time.monotonic()
            self.send({"cancel": True})

    def attend(self) -> None:
        """Hear what the worker has said, end it if it does not obey, and ask what waits. Never blocks."""
        with contextlib.suppress(Empty):
            while True:
                self.heed(self.lines.get_nowait())
        if self.called_off is not None and time.monotonic() - self.called_off > PATIENCE:
            self.end()
        if self.asked is None and self.next is not None:
            if self.process is None:
                self.start()
            if self.ready:
                self.asked, self.next = self.next, None
                task, saved, _hear, options = self.asked
                self.send({"task": task, "saved": saved, "options": options, "language": current_language.get()})

    def heed(self, message: Values) -> None:
        """One line from the worker; an empty one is its end."""
        word = next(iter(message), "")
        question, listens = self.asked, self.called_off is None
        if word == "ready":
            self.ready = True
        elif word == "":
            if question is None:
                question, self.next = self.next, None
            self.end()
            word, message = "error", {"error": [_("the search was ended; it may have needed too much memory")]}
        elif word != "progress":
            self.asked = self.called_off = None
        if question is not None and listens and word != "ready":
            question.hear(word, message[word])

    def send(self, message: Values) -> None:
        """Send one line. A worker that has just died is noticed by its reader."""
        assert self.process is not None
        assert self.process.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            self.process.stdin.write(json.dumps(message) + "\n")
            self.process.stdin.flush()

    def start(self) -> None:
        """Start a worker, and a thread that reads what it says."""
        command = [sys.executable, "-m", WORKER_MODULE, *self.own]
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            start_new_session=True,  # Ctrl-C in the terminal is the window's business, which ends its worker
        )
        assert process.stdout is not None
        self.process, self.lines = process, SimpleQueue()
        threading.Thread(target=_forward_lines, args=(process.stdout, self.lines), daemon=True).start()

    def end(self) -> None:
        """End the worker."""
        process, self.process, self.ready, self.lines = self.process, None, False, SimpleQueue()
        self.asked = self.called_off = None
        if process is not None:
            process.kill()
            process.wait()
            if process.stdin is not None:
                with contextlib.suppress(OSError):
                    process.stdin.close()

    def close(self) -> None:
        """Nothing will be asked any more."""
        self.next = None
        self.end()


def _forward_lines(stream: IO[str], lines: "SimpleQueue[Values]") -> None:
    """Pass on every line, and {} at the end."""
    with stream:
        for line in stream:
            lines.put(json.loads(line))
    lines.put({})
