"""What a task receives besides its request: its limits, and callbacks for progress, cancelling and partial answers."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from typing import Any

from langkah.run import Deadline
from langkah.tracing import Cancelled, Limit, Progress

Values = dict[str, Any]


@dataclass(frozen=True)
class Context:
    """The limit of a task, and callbacks for progress, cancelling and partial answers. `guard` makes a context manager
    around each search, which a front end can use to limit the time. All fields are optional.
    """

    limit: Limit = field(default_factory=Limit)
    progress: Progress | None = None
    cancelled: Cancelled | None = None
    partial: Callable[[Values], None] | None = None  # receives each part of the answer as soon as it is known
    guard: Callable[[], AbstractContextManager[None]] = nullcontext  # around each search: an alarm that limits its time

    def tighten(self, limit: Limit) -> "Context":
        """The same context with an additional limit."""
        return replace(self, limit=self.limit.tighten(limit))

    def make_deadline(self) -> Deadline:
        """A callable that returns whether the time is up or the task was cancelled. The task calls it repeatedly during
        its work.
        """
        return Deadline(self.limit.seconds, self.cancelled)
