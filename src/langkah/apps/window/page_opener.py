"""Opens the web page from the window: for watching searches from the current position, and for lessons.

The program that starts the window passes a function that opens the page. Opening may take seconds, so it runs in a
thread. If the page cannot be opened (no browser, or the page is not installed), the window shows the command that steps
through the same search in a terminal.
"""

import shlex
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from contextvars import copy_context

import pygame

from langkah.apps.window.play_controller import PlayController
from langkah.errors import BadInput
from langkah.language import _
from langkah.session import Session, make_token
from langkah.tasks.files import format_toml_value
from langkah.tasks.request import find_problem_here
from langkah.tasks.trace import choose_instructive

OpenPage = Callable[[str], str]  # opens the page at a link (the text after its #); returns the address
LESSONS_LINK = "lessons"


def make_watch_link(session: Session) -> str:
    """The link to the page that shows a search from the current position of a session."""
    return f"{make_token(session)}&watch&algorithm={choose_instructive(find_problem_here(session))}"


def format_trace_command(session: Session) -> str:
    """The terminal command that steps through the search from the current position of a session."""
    name, settings = session.problem.origin
    words = ["langkah", "trace", name]
    words += [f"{key}={format_toml_value(value)}" for key, value in settings.items() if value is not None]
    if session.made:
        words += ["--moves", *(turn.label for turn in session.turns[: session.made])]
    words += ["--algorithm", choose_instructive(find_problem_here(session)), "--watch"]
    return shlex.join(words)


class PageOpener:
    """Opens the web page for a window. If that fails, it keeps the equivalent command to show to the user."""

    def __init__(self, play: PlayController, open_page: OpenPage | None) -> None:
        self.play, self.open_page = play, open_page
        self.command = ""  # the command that is shown until the dialog is closed
        self.why = ""  # why the page could not be opened
        self.copied = False  # whether the command is in the clipboard
        self._opening: Future[str] | None = None
        self._otherwise = ""  # the command to show if the page cannot be opened

    def watch(self) -> None:
        """Open the page at a search from the current position, so that the user can watch it."""
        self.play.halt()
        self.play.session.selected = ()
        self._open(make_watch_link(self.play.session), format_trace_command(self.play.session))

    def open_lessons(self) -> None:
        """Open the list of lessons."""
        self._open(LESSONS_LINK, "langkah lesson")

    def _open(self, link: str, otherwise: str) -> None:
        if self._opening is not None:
            return
        opening: Future[str] = Future()

        def work() -> None:
            try:
                if self.open_page is None:
                    raise BadInput(_("This window cannot open the web app."))
                opening.set_result(self.open_page(link))
            except Exception as error:
                opening.set_exception(error)

        self._opening, self._otherwise = opening, otherwise
        self.play.say(_("Opening the web app in the browser …"))
        threading.Thread(target=copy_context().run, args=(work,), daemon=True).start()

    def tick(self) -> None:
        """If an attempt to open the page has finished, show whether it succeeded."""
        if self._opening is None or not self._opening.done():
            return
        opening, self._opening = self._opening, None
        error = opening.exception()
        if error is None:
            self.play.say(_("In the browser: {address}").format(address=opening.result()))
            return
        self.play.say("")
        self.why, self.command, self.copied = str(error), self._otherwise, False
        with suppress(pygame.error):  # a screen without a clipboard
            pygame.scrap.put_text(self.command)
            self.copied = pygame.scrap.get_text() == self.command
