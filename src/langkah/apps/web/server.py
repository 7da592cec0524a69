"""The server of the page: assembles the parts, finds a port, opens the browser.

By default it listens on this machine only, and accepts only requests for this machine's own host names.
"""

import contextlib
import socket
import threading
import webbrowser
from collections.abc import AsyncIterator, Sequence
from typing import Any

import uvicorn
from anyio import to_thread
from fastapi import FastAPI, Request
from fastapi.responses import FileResponse, HTMLResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.types import Scope

from langkah.apps.web.api import JsonAnswer, make_routes
from langkah.apps.web.connection import Connection
from langkah.apps.web.limits import App, Bounded
from langkah.apps.web.missing_page import write_missing_page
from langkah.apps.web.openapi import describe_api
from langkah.apps.web.page_texts import STATIC
from langkah.apps.web.pool import Pool
from langkah.errors import BadInput, Malformed
from langkah.games import split_level
from langkah.language import _
from langkah.model import Problem
from langkah.session import Session, make_seat, make_token
from langkah.settings import quote_value
from langkah.tasks.address import list_usual_seats
from langkah.views.replay import FOLDER as REPLAY
from langkah.views.space_map import FOLDER as SPACE_MAP
from langkah.views.theme import DARK, LIGHT, format_css

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
PORT, TRIES = 8765, 20
CLOSING: Any = {"timeout_graceful_shutdown": 2}
THREADS = 2  # for answering requests: threads share one interpreter, so more of them would only compete
SILENT: Any = {
    "tracing": False,
    "metrics": False,
    "logs": False,
    "auto_configure": False,
}  # nothing is reported to a service


def make_app(start: Problem[Any, Any] | None = None, *, host: str = "127.0.0.1", pool: Pool | None = None) -> App:
    """The web application. `start` is the initial problem. If `start` comes from a user's Python file, the page may
    open this problem by its name. If `host` is an address of this machine only, requests for any other host name are
    refused.
    """
    own = find_own_names(start)
    link = "" if start is None else make_token(_open_session(start))
    return Bounded(_assemble(pool or Pool(own), link), LOOPBACK if host in LOOPBACK else None)


def _open_session(start: Problem[Any, Any]) -> Session:
    """A new session with the initial problem. In a game for two players, the opponent is the computer."""
    return Session(start, seats=[make_seat(start, name) for name in list_usual_seats(start)])


def find_own_names(start: Problem[Any, Any] | None) -> tuple[str, ...]:
    """The names of the user's own problems, which the page may open. If `start` comes from a Python file, this is the
    name of that problem without its level; otherwise there is none.
    """
    name = "" if start is None else start.origin[0]
    return (split_level(name)[0],) if ".py:" in name else ()


def _assemble(workers: Pool, link: str) -> FastAPI:
    """The web application with the API, the page and the error handlers."""

    @contextlib.asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        to_thread.current_default_thread_limiter().total_tokens = THREADS
        await workers.warm()
        yield
        await workers.close()

    web = FastAPI(lifespan=lifespan, docs_url=None, redoc_url=None, telemetry=SILENT)
    web.openapi = describe_api  # type: ignore[method-assign]
    web.include_router(make_routes(workers, link))
    web.add_exception_handler(BadInput, _answer_bad_input)
    web.add_exception_handler(HTTPException, _answer_missing)
    web.add_api_route("/theme.css", _serve_theme, include_in_schema=False)
    web.add_api_route("/", _serve_page, include_in_schema=False)
    web.mount("/static/replay", _Panes(directory=REPLAY))
    web.mount("/static/space_map", _Panes(directory=SPACE_MAP))
    web.mount("/static", StaticFiles(directory=STATIC))
    return web


class _Panes(StaticFiles):
    """Serves the scripts, styles and HTML templates that show a recorded search or a map, but no other file of their
    folder.
    """

    async def get_response(self, path: str, scope: Scope) -> Response:
        if not path.endswith((".js", ".css", ".html")):
            raise HTTPException(404, _("Not Found"))
        return await super().get_response(path, scope)


def _answer_bad_input(_request: Request, error: Exception) -> JsonAnswer:
    """Answer a request that cannot be used or has the wrong form."""
    assert isinstance(error, BadInput)
    status = 422 if isinstance(error, Malformed) else 400
    return JsonAnswer({"error": list(error.lines)}, status_code=status)


def _answer_missing(request: Request, error: Exception) -> Response:
    """Answer an unknown address or a wrong method: with a page for a browser, with a sentence in JSON for a program."""
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and _wants_page(request):
        return HTMLResponse(write_missing_page(request.url.path), status_code=404)
    return JsonAnswer({"error": [str(error.detail)]}, status_code=error.status_code, headers=dict(error.headers or {}))


def _wants_page(request: Request) -> bool:
    """Whether the client is a browser that opens a page: it accepts HTML and does not call the API."""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")


def _serve_theme() -> Response:
    sheets = [format_css(":root", LIGHT), format_css(':root[data-theme="dark"]', DARK)]
    return Response("\n".join(sheets), media_type="text/css")


def _serve_page() -> FileResponse:
    return FileResponse(STATIC / "index.html")


def serve(
    start: Problem[Any, Any] | None = None, *, host: str = "127.0.0.1", port: int | None = None, browser: bool = True
) -> int:
    """Serve the page until Ctrl-C; returns the exit code. Without a port, use the first free one from 8765 to 8784."""
    ear = listen_on(host, range(PORT, PORT + TRIES) if port is None else [port])
    address = f"http://{'localhost' if host in LOOPBACK else host}:{ear.getsockname()[1]}/"
    if host not in LOOPBACK:
        print(_("Warning: everyone who can reach {host} on the network can use this web app.").format(host=host))
    print(_("Langkah is running at {address} (Ctrl-C ends it)").format(address=address), flush=True)
    if browser:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    pool = Pool(find_own_names(start))
    with contextlib.suppress(KeyboardInterrupt):
        Server(make_app(start, host=host, pool=pool), pool).run([ear])
    return 0


class Server(uvicorn.Server):
    """A server that ends its tasks before it closes, so that no open connection delays the closing."""

    def __init__(self, application: App, pool: Pool) -> None:
        quiet: Any = {"log_level": "warning", "access_log": False, "ws": "none"}
        super().__init__(uvicorn.Config(application, http=Connection, **quiet, **CLOSING))
        self.pool = pool

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End all tasks, then close the server."""
        await self.pool.close()
        await super().shutdown(sockets)


def listen_on(host: str, ports: Sequence[int]) -> socket.socket:
    """A socket that listens on the first of the given ports that is free. Raises an error if none is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    why = ""
    for port in ports:
        ear = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # TCP is named: asyncio then sends at once
        ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            ear.bind((host, port))
            ear.listen(128)
        except (OSError, OverflowError) as error:
            ear.close()
            why = getattr(error, "strerror", None) or str(error)
        else:
            return ear
    text = _("Cannot listen on {host}, port {ports}: {why}. Try another --port or --host.")
    numbers = str(ports[0]) if len(ports) == 1 else f"{ports[0]}-{ports[-1]}"
    raise BadInput(text.format(host=quote_value(host), ports=numbers, why=why))
