"""One HTTP connection, which is closed if its headers arrive too late or a body has too many pieces.

Each piece of a body, however small, takes time of the event loop that all clients share. A packet of one-byte chunks
has tens of thousands of pieces.
"""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 10.0  # time for the headers of a request to arrive
MOST_PIECES = 2_000  # the most pieces of a body; the largest legitimate body arrives in about 300 packets
TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
TOO_MANY = b"HTTP/1.1 413 Content Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class _TooManyPieces(Exception):
    """Raised if a body arrives in more pieces than the body of any legitimate request."""


class _CountingReader(h11.Connection):
    """A request parser that counts the pieces of each body."""

    pieces = 0

    def next_event(self) -> Any:
        """The next event of the connection, for example headers, a piece of a body or its end. Raises an error if a
        body has too many pieces.
        """
        event = super().next_event()
        if isinstance(event, h11.Request):
            self.pieces = 0
        elif isinstance(event, h11.Data):
            self.pieces += 1
            if self.pieces > MOST_PIECES:
                raise _TooManyPieces
        return event


class Connection(H11Protocol):
    """A connection that closes itself if headers arrive too late or a body has too many pieces."""

    _clock: asyncio.TimerHandle | None = None
    _has_begun = False  # whether part of the headers has arrived

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timer for the first headers."""
        super().connection_made(transport)
        self.conn = _CountingReader(h11.SERVER)
        self._clock = self.loop.call_later(HEAD_SECONDS, self._give_up)

    def data_received(self, data: bytes) -> None:
        """Handle received data. Start the timer when a new request begins, and stop it when its headers are
        complete.
        """
        before: Any = self.cycle
        if self._clock is None and (before is None or before.response_complete):
            self._clock = self.loop.call_later(HEAD_SECONDS, self._give_up)
        self._has_begun = True
        try:
            super().data_received(data)
        except _TooManyPieces:
            self._cut(TOO_MANY)
        if self.cycle is not before:  # complete headers
            self._stop_clock()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer, because the client has disconnected."""
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
