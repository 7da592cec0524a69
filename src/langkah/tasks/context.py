"""What every task is handed besides its request: a limit, and whom to tell how far it is."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from typing import Any

from langkah.run import Deadline
from langkah.tracing import Cancelled, Limit, Progress

Values = dict[str, Any]


@dataclass(frozen=True)
class Context:
    """Where a task must stop, who hears of its progress, and who may call it off. All of it may be left out."""

    limit: Limit = field(default_factory=Limit)
    progress: Progress | None = None
    cancelled: Cancelled | None = None
    partial: Callable[[Values], None] | None = None  # hears each part of the answer as soon as it is known
    guard: Callable[[], AbstractContextManager[None]] = nullcontext  # an alarm that stands by at each of many searches

    def tighten(self, limit: Limit) -> "Context":
        """The same within another limit too."""
        return replace(self, limit=self.limit.tighten(limit))

    def make_deadline(self) -> Deadline:
        """A question to ask on the way: whether the time is up or the task was cancelled."""
        return Deadline(self.limit.seconds, self.cancelled)
