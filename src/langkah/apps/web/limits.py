"""Limits on requests: size of the body, concurrency, rate, and allowed host names.

This is plain ASGI around the application, so that a request is refused before the application reads it. A request is
passed on only when it is complete: a slow sender delays no other client. Every refusal is a JSON object with a
sentence.
"""

import asyncio
import json
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from contextlib import contextmanager
from typing import Any

from starlette.exceptions import HTTPException

from langkah.language import LANGUAGES, _, current_language

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LARGEST_BODY = 400_000  # bytes
BODY_SECONDS = 10.0  # time for the body of a request to arrive
MOST_AT_ONCE = 256  # requests being answered
MOST_ARRIVING = 512  # requests whose body is arriving
RATE, BURST = 200.0, 600.0  # requests per second from one address, and the burst allowed after a pause
MOST_ADDRESSES = 10_000

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
        "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


class Refused(HTTPException):
    """A refused request: the HTTP status and the sentence of the answer."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(status, text, {"retry-after": "1"} if status in (429, 503) else None)


class Buckets:
    """A token bucket for each client address. A bucket has a number of tokens, which grows over time up to `burst`;
    each request takes one.
    """

    def __init__(self, rate: float = RATE, burst: float = BURST, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self.clock = rate, burst, clock
        self.left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, address: str) -> bool:
        """Take a token from an address's bucket; returns whether there was one."""
        now = self.clock()
        left, then = self.left.pop(address, (self.burst, now))
        left = min(self.burst, left + (now - then) * self.rate)
        self.left[address] = (max(left - 1, 0), now)
        if len(self.left) > MOST_ADDRESSES:
            self.left.popitem(last=False)
        return left >= 1


class Bounded:
    """The application, protected by all limits. Each request is answered in its own language, and all answers get the
    standard headers.
    """

    def __init__(self, app: App, hosts: frozenset[str] | None = None, buckets: Buckets | None = None) -> None:
        self.app, self.hosts = app, hosts
        self.buckets = buckets or Buckets()
        self.arriving = self.under_way = 0  # requests whose body is still arriving, and those being answered

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        current_language.set(_find_language(scope))
        begun = False

        async def sending(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                message["headers"] = [*message["headers"], *_find_missing_headers(message["headers"])]
            await send(message)

        try:
            self.check(scope)
            with self._count("arriving", MOST_ARRIVING):
                whole = await _read_body(receive)
            with self._count("under_way", MOST_AT_ONCE):
                await self.app(scope, whole, sending)
        except Refused as refusal:
            await _send_refusal(refusal, sending)
        except ConnectionResetError:  # the client has disconnected, so no answer is needed
            pass
        except asyncio.CancelledError:  # the server is closing, and waits no longer for requests in progress
            if not begun:
                await _send_refusal(Refused(503, _("the server is closing")), sending)

    @contextmanager
    def _count(self, what: str, most: int) -> Iterator[None]:
        """Count one more concurrent request during this context, in the attribute `what`. Refuse the request if this
        makes the count greater than `most`.
        """
        setattr(self, what, getattr(self, what) + 1)
        try:
            if getattr(self, what) > most:
                raise Refused(503, _("Too many people are using this server at once; please try again in a moment."))
            yield
        finally:
            setattr(self, what, getattr(self, what) - 1)

    def check(self, scope: Scope) -> None:
        """Raise `Refused` in three cases: the request names a host that is not allowed, its address makes too many
        requests, or its headers announce a body that is too large.
        """
        headers = dict(scope["headers"])
        host = headers.get(b"host", b"").decode("latin-1").rsplit(":", 1)[0].strip("[]").lower()
        if self.hosts is not None and host not in self.hosts:
            raise Refused(
                400,
                _("This server accepts only requests to these addresses: {names}.").format(
                    names=", ".join(sorted(self.hosts))
                ),
            )
        if not self.buckets.take(scope["client"][0] if scope.get("client") else ""):
            raise Refused(429, _("Too many requests; please try again in a moment."))
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or len(length) > 12 or int(length) > LARGEST_BODY:
            raise _make_too_large()


def _make_too_large() -> Refused:
    return Refused(413, _("The request is larger than {n} bytes.").format(n=LARGEST_BODY))


async def _read_body(receive: Receive) -> Receive:
    """Read the whole body of a request, and return a function from which the application receives it. A body that is
    too large or too slow is refused.
    """
    body, more = bytearray(), True
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise ConnectionResetError
                body += message.get("body", b"")
                more = message.get("more_body", False)
                if len(body) > LARGEST_BODY:
                    raise _make_too_large()
    except TimeoutError:
        raise Refused(408, _("The request was sent too slowly.")) from None
    first = iter([{"type": "http.request", "body": bytes(body), "more_body": False}])

    async def receiving() -> Message:
        return next(first, None) or await receive()

    return receiving


def _find_language(scope: Scope) -> str:
    """The first language that the request asks for and Langkah supports; English if there is none."""
    asked = dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1")
    codes = (part.split(";")[0].strip()[:2].lower() for part in asked.split(","))
    return next((code for code in codes if code in LANGUAGES), "en")


def _find_missing_headers(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """The standard headers that an answer does not have yet."""
    there = {name.lower() for name, _value in headers}
    own = ((name.encode(), value.encode()) for name, value in HEADERS.items())
    return [(name, value) for name, value in own if name not in there]


async def _send_refusal(refusal: Refused, send: Send) -> None:
    body = json.dumps({"error": [refusal.detail]}).encode()
    told = {"content-type": "application/json", "content-length": str(len(body)), **(refusal.headers or {})}
    told["connection"] = "close"  # because the rest of the request is not read
    headers = [(name.encode(), value.encode()) for name, value in told.items()]
    await send({"type": "http.response.start", "status": refusal.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": body})
