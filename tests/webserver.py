"""An application served for tests: real sockets on this machine, in a thread of this process."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import uvicorn

from langkah.apps.web.limits import App
from langkah.apps.web.server import listening


@contextmanager
def running(application: App) -> Iterator[httpx.Client]:
    """A client of an application that is being served."""
    ear = listening("127.0.0.1", [0])
    settings: dict[str, Any] = {"log_level": "warning", "access_log": False, "ws": "none"}
    server = uvicorn.Server(uvicorn.Config(application, timeout_graceful_shutdown=1, **settings))
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
