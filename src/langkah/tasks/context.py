"""What every task is handed, apart from the session it is about."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from langkah.trace import Limit, Stats

Values = dict[str, Any]


class Context(NamedTuple):
    """What a task is handed besides the session: its limit, whom to tell how far it is, and who may call it off."""

    limit: Limit
    options: Mapping[str, Any] = {}
    progress: Callable[[Stats], None] | None = None
    cancelled: Callable[[], bool] | None = None
    tell: Callable[[Values], None] | None = None  # a part of the answer that is known before the rest
