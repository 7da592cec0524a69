"""One connection to the page: whoever does not finish the head of a request in time is told so and sent away."""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 10.0  # in which the head of a request must have come
TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Connection(H11Protocol):
    """A connection with a clock that runs while a head is on its way."""

    _clock: asyncio.TimerHandle | None = None
    _has_begun = False  # whether anything of the head is there

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first head."""
        super().connection_made(transport)
        self._clock = self.loop.call_later(HEAD_SECONDS, self._give_up)

    def data_received(self, data: bytes) -> None:
        """Something of a head, or what follows it."""
        before: Any = self.cycle
        if self._clock is None and (before is None or before.response_complete):
            self._clock = self.loop.call_later(HEAD_SECONDS, self._give_up)
        self._has_begun = True
        super().data_received(data)
        if self.cycle is not before:  # a whole head
            self._stop_clock()

    def connection_lost(self, exc: Exception | None) -> None:
        """They have gone."""
        self._stop_clock()
        super().connection_lost(exc)

    def _stop_clock(self) -> None:
        self._has_begun = False
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _give_up(self) -> None:
        if not self.transport.is_closing():
            self.transport.write(TOO_SLOW if self._has_begun else b"")
            self.transport.close()
