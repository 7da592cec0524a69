"""Serves the web page while another front end runs: in a thread, on this machine, at a free port, until the front end
closes the server.
"""

import threading
import webbrowser
from typing import Any

from langkah.apps.web.pool import Pool
from langkah.apps.web.server import CLOSING, Server, find_own_names, listen_on, make_app
from langkah.errors import BadInput
from langkah.language import _
from langkah.model import Problem

HOST = "127.0.0.1"


class BackgroundServer:
    """A server of the page that runs in the background of another front end. `start` is the initial problem, which may
    be the user's own.
    """

    def __init__(self, start: Problem[Any, Any] | None = None) -> None:
        listener = listen_on(HOST, [0])
        pool = Pool(find_own_names(start))
        self.address = f"http://localhost:{listener.getsockname()[1]}/"
        self._server = Server(make_app(start, pool=pool), pool)
        self._thread = threading.Thread(target=self._server.run, args=([listener],), daemon=True)
        self._thread.start()

    def open_browser(self, link: str) -> str:
        """Open a browser at a link (the text after the page's #); returns the address of the page. Raises `BadInput` if
        no browser can be opened.
        """
        if not webbrowser.open(f"{self.address}#{link}"):
            raise BadInput(_("No browser could be opened."))
        return self.address

    def close(self) -> None:
        """Stop the server and its workers."""
        self._server.should_exit = True
        self._thread.join(2 * CLOSING["timeout_graceful_shutdown"])
