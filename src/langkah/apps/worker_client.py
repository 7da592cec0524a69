"""The client side of a worker process: requests to it and its answers, for every front end that uses one.

`Conversation` is the protocol without input or output; the page's server runs it over asyncio (see
`langkah.apps.web.pool`). `WorkerClient` runs it with a thread, for a front end that sends one request at a time and
must never block: a newer request cancels the older one, and a worker that does not stop in time is killed and replaced.
"""

import contextlib
import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from queue import Empty, SimpleQueue
from typing import IO, Any, NamedTuple

from langkah.language import _, current_language
from langkah.tasks.context import Values

CANCEL_SECONDS = 0.8  # time for a worker to stop; long, because starting a new worker takes even longer
WORKER_MODULE = "langkah.apps.worker"
CHECKER_MODULE = "langkah.apps.check_worker"  # for the task "check"; it loads no search code, and handles one request


class Job(NamedTuple):
    """A task with the values of its request, and its time limit in seconds."""

    task: str
    values: Values
    seconds: float | None = None

    @property
    def problem(self) -> str:
        """A key for the problem of the job. A process that already worked on this problem has it in its caches."""
        saved = self.values.get("saved", self.values)
        return json.dumps([saved.get("problem"), saved.get("settings")], sort_keys=True)


class Word(NamedTuple):
    """A message of a worker: its keyword (accepted, refused, progress, result, lasting or error), and its JSON text."""

    kind: str
    text: bytes

    @property
    def is_last(self) -> bool:
        """Whether this is the last message about the job."""
        return self.kind not in ("accepted", "progress")


class Conversation:
    """The messages to and from a worker, as lines of bytes."""

    def __init__(self) -> None:
        self.ready = False  # whether the worker has reported that it is listening
        self.busy = False  # whether the worker is working on a job

    def ask(self, job: Job) -> bytes:
        """The line that requests a job."""
        self.busy = True
        return json.dumps({**job._asdict(), "language": current_language.get()}).encode() + b"\n"

    def cancel(self) -> bytes:
        """The line that cancels the current job."""
        return b'{"cancel": true}\n'

    def hear(self, line: bytes) -> Word | None:
        """Parse a line from the worker. Returns a message about the job, or None if the worker only reports that it is
        ready.
        """
        kind, _space, text = line.rstrip().partition(b" ")
        word = Word(kind.decode(), text)
        if word.kind == "ready":
            self.ready = True
            return None
        self.busy = not word.is_last
        return word


def make_command(own: tuple[str, ...], task: str = "") -> list[str]:
    """The command that starts a worker process. `own` lists the user's own problems, which the worker may open. For the
    task "check", the command starts `check_worker` instead, which only checks one certificate.
    """
    return [sys.executable, "-m", CHECKER_MODULE if task == "check" else WORKER_MODULE, *own]


class Question(NamedTuple):
    """A request to a worker: a task, and the saved session if the task needs one. `hear` receives each message as a
    keyword (progress, result or error) and its value.
    """

    task: str
    saved: Mapping[str, object] | None
    hear: Callable[[str, Any], None]
    options: Values = {}

    @property
    def job(self) -> Job:
        """The request as a job for the worker."""
        return Job(self.task, {**({} if self.saved is None else {"saved": self.saved}), **self.options})


class WorkerClient:
    """Sends one request at a time to one worker."""

    def __init__(self, own: tuple[str, ...] = ()) -> None:
        self.own = own
        self.process: subprocess.Popen[bytes] | None = None
        self.asked: Question | None = None  # the request that the worker is handling
        self._talk = Conversation()
        self._lines: SimpleQueue[bytes] = SimpleQueue()
        self._next: Question | None = None  # the next request, after the worker has stopped
        self._called_off: float | None = None  # when the current request was cancelled

    @property
    def task(self) -> str:
        """The current task; "" if there is none."""
        question = self._next or (None if self._called_off is not None else self.asked)
        return question.task if question else ""

    def ask(self, question: Question) -> None:
        """Send a request, cancelling the previous one."""
        self.cancel()
        self._next = question
        self.attend()

    def cancel(self) -> None:
        """Cancel the current request; if an answer to it still arrives, it is ignored."""
        self._next = None
        if self.asked is not None and self._called_off is None:
            self._called_off = time.monotonic()
            self._send(self._talk.cancel())

    def attend(self) -> None:
        """Handle the worker's messages, kill the worker if it has not stopped a cancelled request in time, and send the
        waiting request. Never blocks.
        """
        with contextlib.suppress(Empty):
            while True:
                self._heed(self._lines.get_nowait())
        if self._called_off is not None and time.monotonic() - self._called_off > CANCEL_SECONDS:
            self._end()
        if self.asked is None and self._next is not None:
            if self.process is None:
                self._start()
            if self._talk.ready:
                self.asked, self._next = self._next, None
                self._send(self._talk.ask(self.asked.job))

    def close(self) -> None:
        """Kill the worker and discard the waiting request."""
        self._next = None
        self._end()

    def _heed(self, line: bytes) -> None:
        """Handle one line from the worker; an empty line means that the process has ended."""
        question, listens = self.asked, self._called_off is None
        word = self._talk.hear(line) if line else Word("error", b"")
        if not line:
            if question is None:
                question, self._next = self._next, None
            self._end()
        elif word is not None and word.is_last:
            self.asked = self._called_off = None
        if question is not None and listens and word is not None and word.kind != "accepted":
            died = [_("the search process ended unexpectedly; it may have needed too much memory")]
            kind = {"lasting": "result", "refused": "error"}.get(word.kind, word.kind)
            question.hear(kind, json.loads(word.text) if word.text else died)

    def _send(self, line: bytes) -> None:
        assert self.process is not None
        assert self.process.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            self.process.stdin.write(line)
            self.process.stdin.flush()

    def _start(self) -> None:
        process = subprocess.Popen(
            make_command(self.own),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C in the terminal is handled by the front end, which ends its worker
        )
        assert process.stdout is not None
        self.process, self._lines = process, SimpleQueue()
        threading.Thread(target=_forward_lines, args=(process.stdout, self._lines), daemon=True).start()

    def _end(self) -> None:
        process, self.process = self.process, None
        self._talk, self._lines, self.asked, self._called_off = Conversation(), SimpleQueue(), None, None
        if process is not None:
            process.kill()
            process.wait()
            if process.stdin is not None:
                with contextlib.suppress(OSError):
                    process.stdin.close()


def _forward_lines(stream: IO[bytes], lines: "SimpleQueue[bytes]") -> None:
    """Forward every line of the stream, then an empty line at its end."""
    with stream:
        for line in stream:
            lines.put(line)
    lines.put(b"")
