"""Talking to a worker process: what is said to it and how its answers are read, for every front end that has one.

`Conversation` is that talk without any input or output; the server of the page carries it over asyncio (see
`langkah.apps.web.pool`). `WorkerClient` carries it with a thread, for a front end that asks one question at a time and
must never wait: a newer question calls off the older one, and a worker that does not obey within a moment is ended
and another one takes its place.
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

CANCEL_SECONDS = 0.8  # seconds in which a worker must obey; long, for a new one takes longer to start
WORKER_MODULE = "langkah.apps.worker"
CHECKER_MODULE = "langkah.apps.check_worker"  # for the task "check": it loads no search, and answers once


class Job(NamedTuple):
    """A task with the values of its request, and how many seconds of its time it may take."""

    task: str
    values: Values
    seconds: float | None = None

    @property
    def problem(self) -> str:
        """What the job is about: a process that has worked on it before knows more."""
        saved = self.values.get("saved", self.values)
        return json.dumps([saved.get("problem"), saved.get("settings")], sort_keys=True)


class Word(NamedTuple):
    """A word of a worker (accepted, refused, progress, result, lasting or error), and the JSON text behind it."""

    kind: str
    text: bytes

    @property
    def is_last(self) -> bool:
        """Whether nothing more will be said about the job."""
        return self.kind not in ("accepted", "progress")


class Conversation:
    """What is said to a worker and heard from it, as lines of bytes."""

    def __init__(self) -> None:
        self.ready = False  # whether it has said that it listens
        self.busy = False  # whether it works on a job

    def ask(self, job: Job) -> bytes:
        """The line that asks for a job."""
        self.busy = True
        return json.dumps({**job._asdict(), "language": current_language.get()}).encode() + b"\n"

    def cancel(self) -> bytes:
        """The line that calls off what is under way."""
        return b'{"cancel": true}\n'

    def hear(self, line: bytes) -> Word | None:
        """What a line says about the job; None where it only says that the worker is ready."""
        kind, _space, text = line.rstrip().partition(b" ")
        word = Word(kind.decode(), text)
        if word.kind == "ready":
            self.ready = True
            return None
        self.busy = not word.is_last
        return word


def make_command(own: tuple[str, ...], task: str = "") -> list[str]:
    """The command that starts a worker; `own` are problems that do not come with Langkah, which it may open."""
    return [sys.executable, "-m", CHECKER_MODULE if task == "check" else WORKER_MODULE, *own]


class Question(NamedTuple):
    """A task, on a saved session if it is about one, and who hears the answer: a word (progress, result or error) and
    what it says."""

    task: str
    saved: Mapping[str, object] | None
    hear: Callable[[str, Any], None]
    options: Values = {}

    @property
    def job(self) -> Job:
        """What the worker is told."""
        return Job(self.task, {**({} if self.saved is None else {"saved": self.saved}), **self.options})


class WorkerClient:
    """Asks one worker one question at a time."""

    def __init__(self, own: tuple[str, ...] = ()) -> None:
        self.own = own
        self.process: subprocess.Popen[bytes] | None = None
        self.asked: Question | None = None  # what the worker works on
        self._talk = Conversation()
        self._lines: SimpleQueue[bytes] = SimpleQueue()
        self._next: Question | None = None  # what it will be asked when it has obeyed
        self._called_off: float | None = None  # when it was told to stop

    @property
    def task(self) -> str:
        """What is being worked on; "" when nothing is."""
        question = self._next or (None if self._called_off is not None else self.asked)
        return question.task if question else ""

    def ask(self, question: Question) -> None:
        """Ask a question, calling off the one before."""
        self.cancel()
        self._next = question
        self.attend()

    def cancel(self) -> None:
        """Call off whatever is under way; its answer will not be heard."""
        self._next = None
        if self.asked is not None and self._called_off is None:
            self._called_off = time.monotonic()
            self._send(self._talk.cancel())

    def attend(self) -> None:
        """Hear what the worker has said, end it if it does not obey, and ask what waits. Never blocks."""
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
        """Nothing will be asked any more."""
        self._next = None
        self._end()

    def _heed(self, line: bytes) -> None:
        """One line from the worker; an empty one is its end."""
        question, listens = self.asked, self._called_off is None
        word = self._talk.hear(line) if line else Word("error", b"")
        if not line:
            if question is None:
                question, self._next = self._next, None
            self._end()
        elif word is not None and word.is_last:
            self.asked = self._called_off = None
        if question is not None and listens and word is not None and word.kind != "accepted":
            died = [_("the search was ended; it may have needed too much memory")]
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
            start_new_session=True,  # Ctrl-C in the terminal is the front end's business, which ends its worker
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
    """Pass on every line, and an empty one at the end."""
    with stream:
        for line in stream:
            lines.put(line)
    lines.put(b"")
