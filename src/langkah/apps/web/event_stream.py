"""Messages of a worker as HTTP answers: one JSON object, or server-sent events that end when the client disconnects."""

import asyncio
from collections.abc import AsyncIterator

from fastapi.responses import Response

from langkah.apps.web.limits import Receive, Scope, Send
from langkah.apps.worker_client import Word


async def make_answer(words: AsyncIterator[Word]) -> Response:
    """The worker's last message as an HTTP answer, with status 400 if the message is a refusal or an error."""
    found = [word async for word in words][-1]
    return _make_refusal(found) if found.kind in ("refused", "error") else _make_json(found.text)


def _make_json(text: bytes, status: int = 200) -> Response:
    return Response(text, status, media_type="application/json")


def _make_refusal(word: Word) -> Response:
    return _make_json(b'{"error":%b}' % word.text, 400)


class Stream(Response):
    """A streamed answer. Unlike a plain streaming response, it also watches the connection: if the client disconnects,
    the work ends at once, not only when the next message is sent.
    """

    media_type = "text/event-stream"

    def __init__(self, words: AsyncIterator[Word] | None = None, status_code: int = 200) -> None:
        super().__init__(status_code=status_code, headers={"cache-control": "no-store"})
        del self.headers["content-length"]
        self.words = words

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        sending = asyncio.create_task(self._send_words(scope, receive, send))
        leaving = asyncio.create_task(_wait_until_gone(receive))
        try:
            await asyncio.wait({sending, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            leaving.cancel()
            if not sending.done():
                sending.cancel()
        await asyncio.gather(sending, leaving, return_exceptions=True)

    async def _send_words(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send every message of the worker as it arrives. If the first message is a refusal, send only this refusal, as
        an ordinary answer.
        """
        assert self.words is not None
        first = await anext(self.words)
        if first.kind == "refused":
            await _make_refusal(first)(scope, receive, send)
            return
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        if first.kind != "accepted":
            await send({"type": "http.response.body", "body": _format_event(first), "more_body": True})
        async for word in self.words:
            await send({"type": "http.response.body", "body": _format_event(word), "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _wait_until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _format_event(word: Word) -> bytes:
    if word.kind == "error":
        return b'event: error\ndata: {"error":%b}\n\n' % word.text
    return b"event: %b\ndata: %b\n\n" % (b"result" if word.kind == "lasting" else word.kind.encode(), word.text)
