"""A line on standard error about a search that takes its time, for commands and for playing in a terminal."""

import sys
import time
from types import TracebackType
from typing import Any, Self

from langkah.language import _, format_number, format_plural
from langkah.tracing import Stats


class ProgressLine:
    """A line on standard error about a search that takes its time. Silent for the first moment, and when piped."""

    AFTER, EVERY = 0.5, 0.1

    def __init__(self) -> None:
        self.began = self.last = time.perf_counter()
        self.status: Any = None
        self.visible = sys.stderr.isatty()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.status is not None:
            self.status.stop()

    def __call__(self, stats: Stats) -> None:
        now = time.perf_counter()
        if not self.visible or now - self.began < self.AFTER or now - self.last < self.EVERY:
            return
        self.last = now
        text = self.text(stats)
        if self.status is None:
            from rich.console import Console

            self.status = Console(stderr=True).status(text)
            self.status.start()
        self.status.update(text)

    def text(self, stats: Stats) -> str:
        """What the line says now."""
        seconds = max(time.perf_counter() - self.began, 1e-9)
        return _("{nodes}, {rate} a second, frontier up to {frontier}, {seconds} s").format(
            nodes=format_plural("{n} node", "{n} nodes", stats.expanded),
            rate=format_number(stats.expanded / seconds, ",.0f"),
            frontier=format_number(stats.frontier_max),
            seconds=format_number(seconds, ",.0f"),
        )
