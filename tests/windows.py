"""Windows without a screen, and what tests do with them: open one, let frames pass, press a key."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pygame

from langkah import load
from langkah.apps.window import fonts
from langkah.apps.window.window import Window
from langkah.games import parse_settings
from langkah.language import current_language
from langkah.session import Session

Windows = Callable[..., "MeasuredWindow"]  # a session or the words that name it, and whatever a window takes


class MeasuredWindow(Window):
    """A window that keeps the milliseconds of work that each of its frames took."""

    def __init__(self, session: Session, **more: Any) -> None:
        super().__init__(session, **more)
        self.costs: list[float] = []
        self.drawn_at = -1.0  # the moment that the last frame showed; below 0 where nothing was drawn

    def frame(self) -> None:
        """A frame; it counts if something was drawn."""
        self.drawn_at, began = -1.0, time.thread_time()
        super().frame()
        if self.drawn_at >= 0:
            self.costs.append((time.thread_time() - began) * 1000)

    def draw(self, now: float, look: object) -> None:
        """Draw, and note when."""
        super().draw(now, look)
        self.drawn_at = now


@contextmanager
def screenless() -> Iterator[None]:
    """pygame, drawing into nothing."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()
    pygame.font.init()
    yield
    pygame.quit()
    fonts.clear_font_caches()


@contextmanager
def opening() -> Iterator[Windows]:
    """Open windows, in English, and close them at the end."""
    found: list[MeasuredWindow] = []

    def opened(what: Session | str, **more: Any) -> MeasuredWindow:
        found.append(MeasuredWindow(session(what) if isinstance(what, str) else what, **more))
        return found[-1]

    token = current_language.set("en")
    yield opened
    current_language.reset(token)
    for window in found:
        window.play.close()
        window.window.destroy()


def session(words: str, moves: tuple[str, ...] = (), **more: Any) -> Session:
    """A session of a problem as the command line names it, some moves made."""
    name, *given = words.split()
    found = Session(load(name, parse_settings(given)), **more)
    for move in moves:
        found.play(move)
    return found


def wait(window: Window, fits: Callable[[], Any], seconds: float = 60.0) -> None:
    """Let frames pass until something is so."""
    ends = time.monotonic() + seconds
    while not fits():
        assert time.monotonic() < ends, "still not so"
        window.frame()


def key(window: Window, name: int, sign: str = "", mod: int = 0) -> None:
    """Press a key."""
    window.handle(pygame.event.Event(pygame.KEYDOWN, key=name, unicode=sign, mod=mod))
