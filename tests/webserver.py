"""A web application served for tests: by a thread of this process, on real sockets of this machine."""

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
    """Serve an application and yield a client of the server. A test that needs the pool of worker processes makes a
    pool for the application and also gives it as `pool`.
    """
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
