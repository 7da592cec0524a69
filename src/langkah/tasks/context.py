"""What every task is handed besides its request: a limit, and whom to tell how far it is."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from langkah.tracing import Limit, Stats

Values = dict[str, Any]


@dataclass(frozen=True)
class Context:
    """Where a task must stop, who hears of its progress, and who may call it off. All of it may be left out."""

    limit: Limit = field(default_factory=Limit)
    progress: Callable[[Stats], None] | None = None
    cancelled: Callable[[], bool] | None = None
    report: Callable[[Values], None] | None = None  # a part of the answer that is known before the rest

    def make_deadline(self) -> Callable[[], bool]:
        """A question to ask on the way: whether the time is up or the task was called off."""
        until = None if self.limit.seconds is None else time.monotonic() + self.limit.seconds
        cancelled = self.cancelled
        return lambda: (until is not None and time.monotonic() > until) or (cancelled is not None and cancelled())
