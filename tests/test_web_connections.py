"""Connections that are idle, slow, or send too many pieces."""

import contextlib
import socket
import time
from typing import Any

import pytest

pytest.importorskip("fastapi")

from langkah.apps.web import connection
from langkah.apps.web.server import make_app
from tests.webserver import running


def test_heads_that_never_end_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection with an incomplete request head is closed with status 408 after a time limit, also if an earlier
    request succeeded. A connection that sends nothing is closed without a response.
    """
    monkeypatch.setattr(connection, "HEAD_SECONDS", 2.0)
    whole = b"GET /api/texts HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with running(make_app()) as client:
        place = "127.0.0.1", client.base_url.port or 0
        silent, slow, later = (socket.create_connection(place, timeout=20) for _number in range(3))
        later.sendall(whole)
        assert later.recv(100).startswith(b"HTTP/1.1 200")
        for each in (slow, later):
            each.sendall(whole[:30])
        began = time.monotonic()
        while time.monotonic() - began < 1.6:  # sending single bytes does not extend the limit
            time.sleep(0.2)
            with contextlib.suppress(ConnectionError):  # on a busy machine, the connection may be closed already
                slow.sendall(b"x")
        assert read_all(slow).startswith(b"HTTP/1.1 408")
        assert b"HTTP/1.1 408" in read_all(later)
        assert read_all(silent) == b""
        assert time.monotonic() - began < 15
        assert client.get("/api/texts").status_code == 200


HEAD = b"POST /api/position HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"


def cut_into_chunks(body: bytes, size: int) -> bytes:
    """A body in chunked transfer encoding, with chunks of `size` bytes."""
    parts = [body[place : place + size] for place in range(0, len(body), size)]
    return b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"


def test_bodies_in_very_many_pieces_are_cut() -> None:
    """A body in too many chunks is refused with status 413, because each chunk takes time of the event loop. If the
    client keeps sending, it may see a closed connection instead. Bodies in fewer chunks are accepted, also two on the
    same connection.
    """
    body = b'{"problem": "hanoi"' + b" " * (connection.MOST_PIECES - 100) + b"}"
    with running(make_app()) as client:
        place = "127.0.0.1", client.base_url.port or 0
        with socket.create_connection(place, timeout=20) as line:
            for _time in range(2):
                line.sendall(CHUNKED + cut_into_chunks(body, 1))
                assert line.recv(100).startswith(b"HTTP/1.1 200")
                while not line.recv(65536).endswith(b"}"):
                    pass
        over = socket.create_connection(place, timeout=20)  # one chunk too many, and no bytes that the server may drop
        over.sendall(CHUNKED + b"1\r\n \r\n" * (connection.MOST_PIECES + 1))
        assert read_all(over).startswith(b"HTTP/1.1 413")
        many = socket.create_connection(place, timeout=20)
        answer = b""
        with contextlib.suppress(ConnectionError):  # the server may close the connection before everything is sent
            many.sendall(CHUNKED + cut_into_chunks(body[:-1] + b" " * 100_000 + b"}", 1))
        with contextlib.suppress(ConnectionError):
            answer = read_all(many)
        assert not answer or answer.startswith(b"HTTP/1.1 413")
        few = HEAD + b"Content-Length: %d\r\nConnection: close\r\n\r\n" % len(body) + body
        line = socket.create_connection(place, timeout=20)
        line.sendall(few)
        assert read_all(line).startswith(b"HTTP/1.1 200")


def test_pieces_are_counted_while_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server stops parsing chunks at the limit, even if one packet holds many more."""
    seen = 0
    read = connection._CountingReader.next_event

    def watch(reader: Any) -> Any:
        nonlocal seen
        seen += 1
        return read(reader)

    monkeypatch.setattr(connection._CountingReader, "next_event", watch)
    with running(make_app()) as client:
        many = socket.create_connection(("127.0.0.1", client.base_url.port or 0), timeout=20)
        with contextlib.suppress(ConnectionError):
            many.sendall(CHUNKED + cut_into_chunks(b" " * 200_000, 1))
            read_all(many)
        assert client.get("/api/texts").status_code == 200
    assert seen < connection.MOST_PIECES + 1_000


def test_who_is_refused_is_not_read_any_further() -> None:
    """If a request is refused because of its head, the server answers and closes the connection without reading the
    body.
    """
    with running(make_app()) as client:
        line = socket.create_connection(("127.0.0.1", client.base_url.port or 0), timeout=20)
        line.sendall(HEAD.replace(b"localhost", b"elsewhere") + b"Content-Length: 300000\r\n\r\n{")
        assert read_all(line).startswith(b"HTTP/1.1 400")


def read_all(line: socket.socket) -> bytes:
    """All bytes received until the server closes the connection."""
    with line:
        return b"".join(iter(lambda: line.recv(65536), b""))
