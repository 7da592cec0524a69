"""Watching a recorded search in a terminal: one screen, redrawn after every key.

`langkah.views.watch_screen` makes the screen. This module reads single keys, which needs a terminal in raw mode. The
terminal is restored in every case, also while the program is stopped by Ctrl-Z.
"""

import os
import re
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from langkah.language import N_, _
from langkah.model import Problem
from langkah.tracing import Result, Trace
from langkah.tracing.record import NEVER
from langkah.views.playback import Playback
from langkah.views.theme import DARK
from langkah.views.watch_screen import SIMPLE, ScreenStyle, cut_line, draw_screen

FRAME_SECONDS = 0.04  # between two screens during playback
IDLE_SECONDS = 0.5  # between two checks of the terminal's size, if playback is paused
FAR_EVENTS = 20  # events
ESCAPE_SECONDS = 0.05  # after which an escape character counts as the Esc key
ENTER_SCREEN = "\x1b[?1049h\x1b[?25l"  # alternate screen, without a cursor
LEAVE_SCREEN = "\x1b[?25h\x1b[?1049l"
STOP_KEY = "control z"
ENDING_SIGNALS = [
    getattr(signal, name)
    for name in ("SIGTERM", "SIGHUP", "SIGTSTP")
    if hasattr(signal, name)  # not on every system
]
KEY_SEQUENCE = re.compile(rb"\x1b[\[O][0-9;]*[A-Za-z~]|\x1b|[\x00-\x7f]|[\xc0-\xff][\x80-\xbf]*")
KEY_NAMES = {
    b"\x1b[C": "right",
    b"\x1b[D": "left",
    b"\x1b[A": "up",
    b"\x1b[B": "down",
    b"\x1b[H": "home",
    b"\x1b[1~": "home",
    b"\x1b[7~": "home",
    b"\x1b[F": "end",
    b"\x1b[4~": "end",
    b"\x1b[8~": "end",
    b"\x1b[5~": "pageup",
    b"\x1b[6~": "pagedown",
    b"\x1b": "escape",
    b" ": "space",
    b"\r": "enter",
    b"\n": "enter",
    b"\x7f": "backspace",
    b"\x08": "backspace",
    b"\x1a": STOP_KEY,
}
KEY_ROWS = (  # of the help: labels, descriptions, and each command with its keys
    ("→ ←  n p", N_("one event forward or back"), {"forward": "right n l", "back": "left p"}),
    ("↓ ↑  N P", N_("to the next or the previous expansion"), {"next": "down N", "previous": "up P"}),
    ("PgDn PgUp", N_("twenty events forward or back"), {"far forward": "pagedown", "far back": "pageup"}),
    ("Home End", N_("to the start, to the end"), {"first": "home", "last": "end"}),
    ("Space", N_("play or pause"), {"play": "space"}),
    ("+ -", N_("faster or slower"), {"faster": "+ =", "slower": "-"}),
    ("e E", N_("to the next or the previous notable event"), {"strike": "e", "strike back": "E"}),
    ("g", N_("go to the event with a given number"), {"ask event": "g"}),
    ("G", N_("to the goal"), {"goal": "G"}),
    ("w", N_("explain the status of the node with a given number"), {"ask node": "w"}),
    ("m", N_("to the event that generated the selected node"), {"made": "m"}),
    ("Esc", N_("deselect the node"), {"deselect": "escape"}),
    ("? h", N_("show the keys"), {"help": "? h"}),
    ("q", N_("leave"), {"leave": "q"}),
)
COMMAND_BY_KEY = {
    key: command for _signs, _about, keys in KEY_ROWS for command, names in keys.items() for key in names.split()
}


def can_watch() -> bool:
    """Whether a search can be watched here: input and output must be a terminal that reports single key presses."""
    try:
        import termios  # noqa: F401 - only to check that it exists
    except ImportError:
        return False
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def explain_cannot_watch() -> str:
    """One line that says why a search cannot be watched here."""
    return _(
        "Watching needs a terminal for input and output; --html writes a web page that replays the search instead."
    )


def watch_trace(problem: Problem[Any, Any], trace: Trace, result: Result[Any, Any], at: int | None = None) -> None:
    """Let the user watch a recorded search in this process's terminal, beginning after `at` events (None: at the
    start).
    """
    coloured = not os.environ.get("NO_COLOR")
    plain = not (sys.stdout.encoding or "ascii").lower().startswith("utf")
    TerminalViewer(Playback(problem, trace, result, at or 0), ScreenStyle(plain, DARK if coloured else None)).run()


class TerminalViewer:
    """A replay of a recorded search, controlled by keys."""

    def __init__(self, playback: Playback, style: ScreenStyle) -> None:
        self.playback, self.style = playback, style
        self.asked = ""  # the meaning of the number being typed: an event or a node
        self.typed = ""
        self.note = ""  # a line shown instead of the keys
        self.help = False
        self.open = True
        self.signal = 0  # received, and deferred until the terminal is restored
        self.commands = self._make_commands()

    def _make_commands(self) -> dict[str, Callable[[], object]]:
        return {
            **self.playback.make_commands(),
            "far forward": lambda: self.playback.step(FAR_EVENTS),
            "far back": lambda: self.playback.step(-FAR_EVENTS),
            "goal": self._go_to_goal,
            "deselect": lambda: self.playback.look(NEVER),
            "ask event": lambda: self._ask_number("event"),
            "ask node": lambda: self._ask_number("node"),
            "help": self._show_help,
            "leave": self._leave,
        }

    def key(self, name: str) -> None:
        """Handle one key: stop the program, extend the number being typed, close the help, or run the key's command."""
        self.note = ""
        if name == STOP_KEY:
            self._note_signal(signal.SIGTSTP)
        elif self.asked:
            self._type_number(name)
        elif self.help:
            self.help = False
        elif name in COMMAND_BY_KEY:
            self.commands[COMMAND_BY_KEY[name]]()

    def _go_to_goal(self) -> None:
        """Go to the event that reaches the goal, or report that no goal was reached."""
        if not self.playback.to_goal():
            self.note = _("No goal was reached in this recording.")

    def _show_help(self) -> None:
        self.help = True

    def _leave(self) -> None:
        self.open = False

    def _ask_number(self, what: str) -> None:
        """Let the user type a number. `what` says what the number identifies: an event or a node."""
        self.playback.playing = False
        self.asked, self.typed = what, ""

    def _type_number(self, name: str) -> None:
        if name in ("escape", "enter"):
            what, self.asked = self.asked, ""
            if name == "enter" and self.typed:
                self._use_number(what, int(self.typed))
        elif name == "backspace":
            self.typed = self.typed[:-1]
        elif name.isascii() and name.isdigit():
            self.typed = (self.typed + name)[:9]

    def _use_number(self, what: str, number: int) -> None:
        """Use the typed number: go to an event, or select a node."""
        if what == "event":
            self.playback.go(number)
            return
        self.playback.look(number)
        if self.playback.selected == NEVER:
            most = len(self.playback.trace.index().histories) - 1
            self.note = _("There is no node #{n}; the last one is #{most}.").format(n=number, most=most)

    def _make_prompt(self) -> str:
        if not self.asked:
            return self.note
        words = _("Go to event number:") if self.asked == "event" else _("Explain node number:")
        return f"{words} {self.typed}_"

    def lines(self, width: int, height: int) -> list[str]:
        """The lines of the screen."""
        if self.help:
            keys = [f"  {signs:<12} {_(about)}" for signs, about, _keys in KEY_ROWS]
            lines = [_("Keyboard shortcuts"), "", *keys, "", _("Press any key.")]
            return [cut_line(line.translate(SIMPLE) if self.style.plain else line, width) for line in lines[:height]]
        return draw_screen(self.playback, width, height, self.style, self._make_prompt())

    # The terminal

    def _note_signal(self, number: int, _frame: object = None) -> None:
        self.signal = number

    def run(self) -> None:
        """Show screens and handle keys until the user leaves. If a signal arrives, the terminal is restored before the
        signal takes its normal effect.
        """
        fd = sys.stdin.fileno()
        while self.open:
            with _handle_signals(self._note_signal), _use_raw_terminal(fd):
                self._show_and_listen(fd)
            if self.signal:
                number, self.signal = self.signal, 0
                os.kill(0 if number == signal.SIGTSTP else os.getpid(), number)  # Ctrl-Z stops the whole job

    def _show_and_listen(self, fd: int) -> None:
        shown: object = None
        beat = time.monotonic()
        while self.open and not self.signal:
            now = time.monotonic()
            self.playback.tick(now - beat)
            beat = now
            size = os.get_terminal_size(sys.stdout.fileno())
            lines = self.lines(max(20, size.columns), max(8, size.lines))
            if lines != shown:
                shown = lines
                _print_screen(lines)
            for name in parse_keys(_read_keys(fd, FRAME_SECONDS if self.playback.playing else IDLE_SECONDS)):
                self.key(name)


@contextmanager
def _handle_signals(deed: Callable[[int, object], object]) -> Iterator[None]:
    """Within this context, call `deed` for the signals that end or stop a process. Signals that were ignored before
    stay ignored.
    """
    numbers = [number for number in ENDING_SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, deed) for number in numbers}
    try:
        yield
    finally:
        for number, usual in before.items():
            signal.signal(number, usual)


def _print_screen(lines: list[str]) -> None:
    sys.stdout.write("\x1b[H" + "\x1b[K\r\n".join(lines) + "\x1b[K\x1b[J")
    sys.stdout.flush()


@contextmanager
def _use_raw_terminal(fd: int) -> Iterator[None]:
    """Within this context, the terminal is in raw mode and shows its alternate screen; its previous state is restored
    afterwards.
    """
    import termios
    import tty

    before = termios.tcgetattr(fd)
    sys.stdout.write(ENTER_SCREEN)
    try:
        tty.setcbreak(fd, termios.TCSADRAIN)  # keeps keys that were typed ahead, here and below
        attributes = termios.tcgetattr(fd)
        attributes[6][termios.VSUSP] = b"\x00"  # read Ctrl-Z as a key: the normal screen must be restored first
        termios.tcsetattr(fd, termios.TCSADRAIN, attributes)
        yield
    finally:
        with suppress(termios.error, OSError):  # after a hangup, the terminal cannot be restored
            termios.tcsetattr(fd, termios.TCSADRAIN, before)
            sys.stdout.write(LEAVE_SCREEN)
            sys.stdout.flush()


def _read_keys(fd: int, seconds: float) -> bytes:
    """Read the bytes of pressed keys, waiting at most `seconds`. After an escape character, wait briefly for the rest
    of its escape sequence.
    """
    if not select.select([fd], [], [], seconds)[0]:
        return b""
    found = b""
    with suppress(OSError):
        found = os.read(fd, 1024)
    if not found:
        return b"q"  # the terminal was closed
    if found.endswith(b"\x1b") and select.select([fd], [], [], ESCAPE_SECONDS)[0]:
        found += os.read(fd, 1024)
    return found


def parse_keys(found: bytes) -> list[str]:
    """The names of the keys whose bytes the terminal sent; the name of a letter key is the letter itself."""
    return [
        KEY_NAMES.get(each) or KEY_NAMES.get(each.replace(b"O", b"[")) or each.decode(errors="replace")
        for each in KEY_SEQUENCE.findall(found)
    ]
