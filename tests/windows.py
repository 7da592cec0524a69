"""Windows without a screen, and helpers for tests: open a window, run frames, press a key."""

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

Windows = Callable[..., "MeasuredWindow"]  # takes a session or the words that name one, and the window's options


class MeasuredWindow(Window):
    """A window that records the processor time of each drawn frame, in milliseconds."""

    def __init__(self, session: Session, **more: Any) -> None:
        super().__init__(session, **more)
        self.costs: list[float] = []
        self.drawn_at = -1.0  # the time of the last drawing; below 0 if the last frame drew nothing

    def frame(self) -> None:
        """Run a frame, and record its processor time if it was drawn."""
        self.drawn_at, began = -1.0, time.thread_time()
        super().frame()
        if self.drawn_at >= 0:
            self.costs.append((time.thread_time() - began) * 1000)

    def draw(self, now: float, look: object) -> None:
        """Draw the window, and record the time of the drawing."""
        super().draw(now, look)
        self.drawn_at = now


@contextmanager
def screenless() -> Iterator[None]:
    """Run pygame with a dummy video driver."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()
    pygame.font.init()
    yield
    pygame.quit()
    fonts.clear_font_caches()


@contextmanager
def opening() -> Iterator[Windows]:
    """Yield a function that opens windows in English; close all windows at the end."""
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
    """A session of a problem, which is named as on the command line, after some moves."""
    name, *given = words.split()
    found = Session(load(name, parse_settings(given)), **more)
    for move in moves:
        found.play(move)
    return found


def wait(window: Window, fits: Callable[[], Any], seconds: float = 60.0) -> None:
    """Run frames until a condition is true."""
    ends = time.monotonic() + seconds
    while not fits():
        assert time.monotonic() < ends, "still not so"
        window.frame()


def key(window: Window, name: int, sign: str = "", mod: int = 0) -> None:
    """Press a key."""
    window.handle(pygame.event.Event(pygame.KEYDOWN, key=name, unicode=sign, mod=mod))
