"""A progress line on standard error about a slow search, for commands and for playing in a terminal."""

import sys
import time
from types import TracebackType
from typing import Any, Self

from langkah.language import _, format_number, format_plural
from langkah.tracing import BUILDING_PATTERNS, COMPILING, EXPLORING, LAYING_OUT, Stats

COMPILE_SECONDS = 5  # typical time to compile a search


class ProgressLine:
    """A progress line on standard error about a slow search. Silent for the first half second, and when piped."""

    AFTER, EVERY = 0.5, 0.1  # seconds

    def __init__(self) -> None:
        self.began = self.last = time.perf_counter()
        self.engine = "python"  # of the last report
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
        is_news = stats.engine not in (self.engine, EXPLORING)
        if not self.visible or (not is_news and (now - self.began < self.AFTER or now - self.last < self.EVERY)):
            return
        self.last, self.engine = now, stats.engine
        text = self.describe(stats)
        if self.status is None:
            from rich.console import Console

            self.status = Console(stderr=True).status(text)
            self.status.start()
        self.status.update(text)

    def describe(self, stats: Stats) -> str:
        """The current text of the line. It also tells the user that code is being compiled, or that the search was
        restarted in compiled code.
        """
        if stats.engine == COMPILING:
            return _("Compiling for the first time, about {n} s").format(n=format_number(COMPILE_SECONDS))
        engine, *numbers = stats.engine.split()
        if engine == BUILDING_PATTERNS:
            text = _("Building pattern database {number} of {count}: {states} so far")
            states = format_plural("{n} state", "{n} states", stats.expanded)
            return text.format(number=numbers[0], count=numbers[1], states=states)
        if engine == EXPLORING:
            return _("Exploring: {n} positions …").format(n=format_number(stats.expanded))
        if engine == LAYING_OUT:
            return _("Laying out {n} positions …").format(n=format_number(stats.expanded))
        if stats.engine == "python":
            return self.text(stats)
        return _("restarted in compiled code: {progress}").format(progress=self.text(stats))

    def text(self, stats: Stats) -> str:
        """The progress of the search in words: nodes, rate, frontier and seconds."""
        return _("{nodes}, {rate} a second, frontier up to {frontier}, {seconds} s").format(
            nodes=format_plural("{n} node", "{n} nodes", stats.expanded),
            rate=format_number(stats.rate, ",.0f"),
            frontier=format_number(stats.frontier_max),
            seconds=format_number(time.perf_counter() - self.began, ",.0f"),
        )
