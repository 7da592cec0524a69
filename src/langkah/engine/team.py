"""Threads that run kernels (compiled functions). Memory is never freed while a thread still works in it.

The exception that a signal raises would unwind the waiting thread and free memory that other threads still use. So
signals are held back until all threads have ended. If a thread never ends, because a puzzle's own code does not, it is
abandoned together with its memory.
"""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from typing import Any

POLL_SECONDS = 0.05  # between two checks whether to continue waiting
HAS_THREADS = sys.platform != "emscripten"  # a browser's Python has none
END_SECONDS = 3.0  # the time that a cancelled kernel has to return


class NeverReturned(Exception):
    """A kernel did not return; its thread and the memory that it uses must be abandoned."""


def count_threads() -> int:
    """The number of cores available to this process."""
    if not HAS_THREADS:
        return 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def hold_signals() -> Iterator[list[int]]:
    """Hold back Ctrl-C and alarms, and deliver the first of them at the end; yields the list of held signals. Outside
    the main thread, which alone receives signals, this does nothing.
    """
    came: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield came
        return
    kinds = [getattr(signal, name) for name in ("SIGINT", "SIGALRM") if hasattr(signal, name)]
    before = {kind: signal.signal(kind, lambda number, _frame: came.append(number)) for kind in kinds}
    try:
        yield came
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)
        for number in came[:1]:
            signal.raise_signal(number)


def make_watch(limit: float | None, began: float, cancelled: Callable[[], bool] | None) -> Callable[[], bool]:
    """A function that tells whether the result is no longer needed: the time is up, or the work was cancelled."""

    def is_over() -> bool:
        late = limit is not None and time.perf_counter() - began > limit
        return late or (cancelled is not None and cancelled())

    return is_over


class Team:
    """A pool of threads that wait for work and end with the program."""

    def __init__(self, threads: int) -> None:
        self.threads, self.started = threads, 0
        self.waiting: SimpleQueue[Any] = SimpleQueue()
        self.answers: SimpleQueue[tuple[int, int | BaseException]] = SimpleQueue()
        self.lost = False  # whether a kernel failed to return

    def run(
        self,
        kernel: Callable[..., int],
        parts: list[tuple[Any, ...]],
        stop: Callable[[], None] | None = None,
        is_over: Callable[[], bool] | None = None,
    ) -> list[int]:
        """Run a kernel once for each part of the work, and return the results. If a kernel raises an exception, this
        method raises it, too.

        `stop` makes the kernels end early; it is called after a signal, or when `is_over` returns True because the
        result is no longer needed. `is_over` is given only if the kernel may never return.
        """
        if not HAS_THREADS or (len(parts) == 1 and stop is None and is_over is None):
            return [kernel(*part) for part in parts]
        with hold_signals() as came:
            while self.started < min(len(parts), self.threads):
                threading.Thread(target=self._work, daemon=True).start()
                self.started += 1
            for number, part in enumerate(parts):
                self.waiting.put((number, kernel, part))
            answers = self._gather(len(parts), came, stop, is_over)
        for answer in answers:
            if isinstance(answer, BaseException):
                raise answer
        return [answer for answer in answers if isinstance(answer, int)]

    def _gather(
        self, count: int, came: list[int], stop: Callable[[], None] | None, is_over: Callable[[], bool] | None
    ) -> list[int | BaseException]:
        """Wait for all results; after a signal, or after `is_over` has returned True, call `stop`. If `is_over` is
        given and the kernels do not end within a few seconds after that, raise `NeverReturned`.
        """
        answers: dict[int, int | BaseException] = {}
        until: float | None = None
        while len(answers) < count:
            try:
                number, answer = self.answers.get(timeout=POLL_SECONDS)
                answers[number] = answer
            except Empty:
                if until is None and (came or (is_over is not None and is_over())):
                    until = time.monotonic() + END_SECONDS
                    if stop is not None:
                        stop()
                if until is not None and is_over is not None and time.monotonic() > until:
                    self.lost = True
                    raise NeverReturned from None
        return [answers[number] for number in range(count)]

    def _work(self) -> None:
        while (task := self.waiting.get()) is not None:
            number, kernel, part = task
            try:
                answer: int | BaseException = kernel(*part)
            except BaseException as error:
                answer = error
            del task, part
            self.answers.put((number, answer))

    def close(self) -> None:
        """Let the threads of the pool end."""
        for _thread in range(self.started):
            self.waiting.put(None)
        self.started = 0
