"""The desktop window: `langkah play --window [PROBLEM]`.

    Keyboard, Mouse --> PlayController (session, automatic mode, advice) --> BoardView, transition --> Canvas (sprites)
                           |--> WorkerClient (a process that solves)    controls, dialogs, LevelChooser --'
                           '--> PageOpener (the page in a browser: watching, lessons)

It contains no code for a particular game: it draws scenes, clicks handles and changes settings.
"""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")  # copying pixels to the screen directly is faster
os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")

import pygame

from langkah.apps.window import fonts
from langkah.apps.window.page_opener import OpenPage
from langkah.apps.window.window import Window
from langkah.errors import BadInput
from langkah.games import GAMES, load
from langkah.language import _
from langkah.session import Session

__all__ = ["show_window"]

BLIND_DRIVERS = (
    "offscreen",
    "dummy",
    "evdev",
    "kmsdrm",
)  # SDL's fallback drivers without a visible window


def show_window(session: Session | None = None, *, theme: str = "light", open_page: OpenPage | None = None) -> int:
    """Open a window in which the user plays `session`; without a session, the user first chooses a game. `open_page`
    opens the web page, for watching searches and for lessons. Returns the exit code. Raises `BadInput` if no window can
    be opened here.
    """
    try:
        pygame.display.init()
        pygame.font.init()
    except pygame.error as error:
        raise BadInput(_("No window can be opened here: {why}").format(why=error)) from None
    if pygame.display.get_driver() in BLIND_DRIVERS and not os.environ.get("SDL_VIDEODRIVER"):
        pygame.quit()
        raise BadInput(_("No window can be opened here: there is no screen. Try the web app: langkah play"))
    try:
        chosen = session or Session(load(next(iter(GAMES))))
        return Window(chosen, theme=theme, choosing=session is None, open_page=open_page).run()
    finally:
        pygame.quit()
        fonts.clear_font_caches()
