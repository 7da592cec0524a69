"""The static site for tests: built once, and served by a plain file server. One page of the site stays open, since
Python takes seconds to start in a browser.
"""

import functools
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from langkah.apps.site.build import build_site
from langkah.session import pack_link
from tests.browser import Visit

PACKAGES = Path(__file__).parents[1] / "node_modules"
STARTING = 120_000  # milliseconds for the start of Python, long enough for a busy machine
ANSWERED = 30_000  # milliseconds for everything else, such as a small request to a running Python
CONNECTION = "static/connection.js"
HANOI = {"problem": "hanoi", "settings": {"discs": 1}}
LEAST = {"task": "least", "saved": HANOI}
ASK = """
async ([module, name, path, body]) => {
  const connection = await import(module);
  try {
    return { answer: await connection[name](path, body) };
  } catch (error) {
    return { error: error.lines ?? String(error) };
  }
}
"""


def build_once(root: Path) -> Path:
    """The site in a folder that all pytest workers share: the first worker builds it, and the others wait."""
    folder, built = root / "site", root / "site-is-built"
    try:
        (root / "site-is-begun").touch(exist_ok=False)
    except FileExistsError:
        end = time.monotonic() + STARTING / 1000
        while not built.exists() and time.monotonic() < end:
            time.sleep(0.1)
    else:
        try:
            build_site(folder, PACKAGES, documents="docs/")
        finally:
            built.touch()
    return folder


class _Quiet(SimpleHTTPRequestHandler):
    def __init__(self, *given: Any, asked: list[str], **more: Any) -> None:
        self.asked = asked
        super().__init__(*given, **more)

    def log_message(self, *_words: Any) -> None:
        """Print nothing, but record the path of the request."""
        self.asked.append(self.path)


class _Server(ThreadingHTTPServer):
    def handle_error(self, *_given: Any) -> None:
        """Ignore the error: a browser that closes a page closes its connections."""


@contextmanager
def serving_files(folder: Path, asked: list[str] | None = None) -> Iterator[str]:
    """Run a plain file server, such as any web host has, and yield the address of the folder. The paths of requests are
    appended to `asked`.
    """
    handler = functools.partial(_Quiet, directory=str(folder), asked=[] if asked is None else asked)
    with _Server(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


class SiteVisit(Visit):
    """An open page of the site. Python keeps running in the page when another problem is opened."""

    def __init__(self, browser: Browser, address: str, **options: Any) -> None:
        super().__init__(browser, address, **options)
        self.context.set_default_timeout(ANSWERED)

    def close(self) -> None:
        """Close the page and the workers in which Python runs, and check that the page has logged no errors."""
        self.context.close()
        self.check()

    def start_python(self) -> None:
        """Open the gallery, and wait until both workers in which Python runs have answered a request."""
        self.home()
        for name, path, body in (("requestJson", "searches", HANOI), ("awaitResult", "work", LEAST)):
            words = [f"{self.address}{CONNECTION}", name, path, body]
            assert "answer" in self.page.wait_for_function(ASK, arg=words, timeout=STARTING).json_value()

    def open(self, problem: str, settings: dict[str, Any] | None = None, **more: Any) -> None:
        """Open a state by its link; the page is not loaded again if it is already open."""
        self.follow(pack_link({"langkah": 1, "problem": problem, "settings": settings or {}, **more}))
        self.page.wait_for_selector(".board .shape")

    def follow(self, link: str) -> None:
        """Follow a link of the site, given by its part after the #."""
        if not self.page.url.startswith(self.address):
            self.page.goto(f"{self.address}#{link}")
            return
        self.page.evaluate("() => { location.hash = '' }")
        self.page.wait_for_selector(".gallery")
        self.page.evaluate("(link) => { location.hash = link }", link)

    def ask(self, path: str, body: dict[str, Any] | None = None, *, stream: bool = False) -> dict[str, Any]:
        """Send a request in the same way as the page does: to Python or, if there is no body, to a file of the site.
        The result is {"answer": ...} or {"error": [...]}.
        """
        name, given = "awaitResult" if stream else "requestJson", [] if body is None else [body]
        found: dict[str, Any] = self.page.evaluate(ASK, [f"{self.address}{CONNECTION}", name, path, *given])
        return found
