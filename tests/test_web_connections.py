"""Connections to the page that do not ask for anything, or not in good time."""

import contextlib
import socket
import time

import pytest

pytest.importorskip("fastapi")

from langkah.apps.web import connection
from langkah.apps.web.server import make_app
from tests.webserver import running


def test_heads_that_never_end_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the first request and of later ones; who says nothing at all goes without a word."""
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
        while time.monotonic() - began < 1.6:  # a little more, now and then, does not help
            time.sleep(0.2)
            with contextlib.suppress(ConnectionError):  # given up already, on a busy machine
                slow.sendall(b"x")
        assert read_all(slow).startswith(b"HTTP/1.1 408")
        assert b"HTTP/1.1 408" in read_all(later)
        assert read_all(silent) == b""
        assert time.monotonic() - began < 15
        assert client.get("/api/texts").status_code == 200


def read_all(line: socket.socket) -> bytes:
    """Everything that comes until the other side closes."""
    with line:
        return b"".join(iter(lambda: line.recv(65536), b""))
