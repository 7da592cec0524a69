"""An application served for tests: real sockets on this machine, in a thread of this process."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx

from langkah.apps.web.limits import App
from langkah.apps.web.pool import Pool
from langkah.apps.web.server import Server, listen_on


@contextmanager
def running(application: App, pool: Pool | None = None) -> Iterator[httpx.Client]:
    """A client of an application that is being served, with the pool that it works with if that matters."""
    ear = listen_on("127.0.0.1", [0])
    server = Server(application, pool or Pool())
    thread = threading.Thread(target=server.run, args=([ear],), daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{ear.getsockname()[1]}", timeout=60) as client:
            yield client
    finally:
        server.should_exit = True
        thread.join(10)
