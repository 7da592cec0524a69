"""Words of a worker as server-sent events, ended at once when the reader goes away."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from typing import Any

from fastapi.responses import Response

from langkah.apps.web.limits import Receive, Scope, Send

EVENTS = "Events: any number of `progress`, then one `result` or one `error`; the data of each is a JSON object."


class Stream(Response):
    """An answer that is sent while it is made. Unlike a plain stream it also listens, so that a reader who leaves
    ends the work at once and not only when the next word is sent."""

    media_type = "text/event-stream"

    def __init__(self, words: AsyncIterator[Mapping[str, Any]] | None = None, status_code: int = 200) -> None:
        super().__init__(status_code=status_code, headers={"cache-control": "no-store"})
        del self.headers["content-length"]
        self.words = words

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        del scope
        sending = asyncio.create_task(self.sent(send))
        leaving = asyncio.create_task(_wait_until_gone(receive))
        try:
            await asyncio.wait({sending, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            leaving.cancel()
            if not sending.done():
                sending.cancel()
        await asyncio.gather(sending, leaving, return_exceptions=True)

    async def sent(self, send: Send) -> None:
        """Send every word as it comes."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        assert self.words is not None
        async for word in self.words:
            await send({"type": "http.response.body", "body": _format_event(word), "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _wait_until_gone(receive: Receive) -> None:
    """Wait until the reader has left."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _format_event(word: Mapping[str, Any]) -> bytes:
    """One event."""
    ((kind, content),) = word.items()
    data = {"error": content} if kind == "error" else content
    return f"event: {kind}\ndata: {json.dumps(data, allow_nan=False)}\n\n".encode("ascii")
