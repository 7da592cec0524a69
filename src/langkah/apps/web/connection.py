"""One connection to the page: a head that does not come in time, and a body in very many pieces, are cut.

Each piece of a body takes time of the one loop that serves everybody, however small it is. A packet of one-byte chunks
has tens of thousands of them.
"""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 10.0  # in which the head of a request must have come
MOST_PIECES = 2_000  # of a body; the largest one comes in about 300 packets
TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
TOO_MANY = b"HTTP/1.1 413 Content Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class _TooManyPieces(Exception):
    """A body in more pieces than any that is meant well."""


class _CountingReader(h11.Connection):
    """Reads requests, and counts the pieces of each body."""

    pieces = 0

    def next_event(self) -> Any:
        """The next head, piece or end; raises where there are too many pieces."""
        event = super().next_event()
        if isinstance(event, h11.Request):
            self.pieces = 0
        elif isinstance(event, h11.Data):
            self.pieces += 1
            if self.pieces > MOST_PIECES:
                raise _TooManyPieces
        return event


class Connection(H11Protocol):
    """A connection with a clock that runs while a head is on its way, and a count of what follows it."""

    _clock: asyncio.TimerHandle | None = None
    _has_begun = False  # whether anything of the head is there

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first head."""
        super().connection_made(transport)
        self.conn = _CountingReader(h11.SERVER)
        self._clock = self.loop.call_later(HEAD_SECONDS, self._give_up)

    def data_received(self, data: bytes) -> None:
        """Something of a head, or what follows it."""
        before: Any = self.cycle
        if self._clock is None and (before is None or before.response_complete):
            self._clock = self.loop.call_later(HEAD_SECONDS, self._give_up)
        self._has_begun = True
        try:
            super().data_received(data)
        except _TooManyPieces:
            self._cut(TOO_MANY)
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
        self._cut(TOO_SLOW if self._has_begun else b"")

    def _cut(self, last_words: bytes) -> None:
        if not self.transport.is_closing():
            self.transport.write(last_words)
            self.transport.close()
