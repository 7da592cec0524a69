"""Watching a search in a terminal: the screen at any size, every key, and a user at a pseudo-terminal."""

import os
import re
import select
import shlex
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from langkah import Limit, Trace, load, solve
from langkah.apps.cli.main import main
from langkah.apps.terminal.watch import ENTER_SCREEN, KEY_ROWS, LEAVE_SCREEN, TerminalViewer, parse_keys
from langkah.games import GAMES
from langkah.language import _, current_language, format_number
from langkah.search import list_algorithms
from langkah.tracing.record import NEVER
from langkah.tracing.storage import trace_from_dict
from langkah.views.playback import SPEEDS, Playback
from langkah.views.theme import DARK
from langkah.views.watch_screen import ESCAPE, ScreenStyle, cut_line, draw_screen, measure_shown_width

fcntl = pytest.importorskip("fcntl")
pty = pytest.importorskip("pty")
termios = pytest.importorskip("termios")

EXAMPLES = Path(__file__).parent.parent / "examples"
NAMES = [*GAMES, f"{EXAMPLES / 'river.py'}:River"]
PATIENCE_SECONDS = 60.0  # test machines are busy


def playback(name: str, algorithm: str, **sizes: Any) -> Playback:
    """The playback of a short search."""
    problem, trace = load(name, sizes), Trace(3000)
    return Playback(problem, trace, solve(problem, algorithm, observe=trace, limit=Limit(nodes=300)))


FIRST = {name: playback(name, list_algorithms(load(name))[0]) for name in NAMES}


@settings(max_examples=60)
@example("knapsack", 70, 22, 0.0, True, False)  # a minus sign in the calculation of a bound
@given(st.sampled_from(NAMES), st.integers(20, 200), st.integers(8, 70), st.floats(0, 1), st.booleans(), st.booleans())
def test_the_screen_fits_any_size(
    name: str, width: int, height: int, share: float, plain: bool, coloured: bool
) -> None:
    """The screen never exceeds the given lines and columns. A plain screen is ASCII, and a screen without a theme has
    no colours.
    """
    found = FIRST[name]
    found.go(round(share * found.length))
    found.look(found.subject if share > 0.5 else NEVER)
    lines = draw_screen(found, width, height, ScreenStyle(plain, DARK if coloured else None))
    assert len(lines) <= height
    assert all(measure_shown_width(line) <= width for line in lines)
    if plain:
        assert all(ESCAPE.sub("", line).isascii() for line in lines)
    if not coloured:
        assert not any(ESCAPE.search(line) for line in lines)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
def test_all_panes_are_on_the_screen(name: str, size: tuple[int, int]) -> None:
    """A screen of 80 columns and 24 lines shows the caption of the board, the current line of pseudo-code, both lists,
    the counters and the last event.
    """
    found = FIRST[name]
    found.go(found.length // 2)
    panes = found.panes(50)
    lines = draw_screen(found, *size)
    text = "\n".join(lines)
    assert len(lines) == size[1]
    assert lines[-3] == cut_line(panes.happened, size[0])
    words, taken = found.recording.text, format_number(panes.counters.expanded)
    assert f"{words('expanded')} {taken} " in text
    place = words("place").format(at=format_number(panes.at), all=format_number(found.length), n=taken)
    assert place in text
    assert f"({format_number(panes.waiting)})" in text
    assert f"({format_number(panes.done)})" in text
    assert "▶" in text
    assert panes.caption[:24] in text
    rows = re.findall(r"^[ *]#(\d+)" if size[0] < 116 else r"[ *]#(\d+) +", text, flags=re.MULTILINE)
    for entry in panes.frontier[:2]:
        assert str(entry.node) in rows


def test_stepping_back_and_forth_gives_the_same_screens() -> None:
    """Stepping back from the end to the start shows the same screens as stepping forward."""
    viewer = TerminalViewer(playback("hanoi", "a-star", discs=2), ScreenStyle())
    forth = [viewer.lines(80, 24)]
    while viewer.playback.at < viewer.playback.length:
        viewer.key("right")
        forth.append(viewer.lines(80, 24))
    back = [viewer.lines(80, 24)]
    while viewer.playback.at:
        viewer.key("left")
        back.append(viewer.lines(80, 24))
    assert back[::-1] == forth
    assert len({tuple(lines) for lines in forth}) == len(forth)


def test_every_key() -> None:
    """Each key does what the help says; other keys do nothing."""
    found = playback("hanoi", "breadth-first", discs=3)
    viewer = TerminalViewer(found, ScreenStyle())
    for keys, at in (
        ("n", 1),
        ("p", 0),
        ("p", 0),
        (["end"], found.length),
        (["home"], 0),
        (["pagedown"], 20),
        (["pageup"], 0),
        (["g", "7", "enter"], 7),
        (["g", "9", "9", "backspace", "enter"], 9),
        (["g", "5", "escape"], 9),
        (["g", "x", "enter"], 9),
        ("é", 9),
    ):
        for key in keys:
            viewer.key(key)
        assert found.at == at, keys
    viewer.key("down")
    assert found.trace.events[found.at - 1].kind == "take"
    viewer.key("e")
    assert found.trace.events[found.at - 1].kind == "duplicate"
    viewer.key("G")
    assert found.trace.events[found.at - 1].kind == "goal"
    for key in "w3":
        viewer.key(key)
    assert "Explain node number: 3_" in viewer.lines(80, 24)[-1]
    viewer.key("enter")
    assert any(line.startswith("Why #3? ") for line in viewer.lines(80, 24))
    viewer.key("m")
    assert found.subject == 3
    viewer.key("escape")
    assert found.selected == NEVER
    for key in ["w", *"99999", "enter"]:
        viewer.key(key)
    assert "There is no node #99999" in viewer.lines(80, 24)[-1]
    viewer.key("?")
    shown = viewer.lines(80, 24)
    assert all(any(_(about) in line for line in shown) for _signs, about, _keys in KEY_ROWS)
    viewer.key("n")
    assert not viewer.help
    speed = found.speed
    viewer.key("+")
    assert found.speed == speed + 1
    viewer.key("space")
    assert found.playing
    assert f"▶ {SPEEDS[speed + 1]} per second" in viewer.lines(80, 24)[0]
    viewer.key("q")
    assert not viewer.open


def test_no_goal() -> None:
    """If no goal was found, the key `G` shows a message that says so."""
    viewer = TerminalViewer(playback("mnk", "alpha-beta"), ScreenStyle())
    viewer.key("G")
    assert "No goal" in viewer.lines(80, 24)[-1]


def test_bytes_of_keys() -> None:
    """Keys are read from bytes: arrows in both encodings, letters, a single Escape, and several keys at once."""
    assert parse_keys(b"\x1b[C\x1bOD\x1b[1~n\x1b") == ["right", "left", "home", "n", "escape"]
    assert parse_keys("é\r\x7f".encode()) == ["é", "enter", "backspace"]
    assert parse_keys(b"O\xff") == ["O", "\ufffd"]


def test_a_stored_record_is_watched_by_its_texts() -> None:
    """A stored record contains the texts of its states; the screen shows them as boards."""
    problem, trace = load("hanoi", discs=2), Trace()
    result = solve(problem, "breadth-first", observe=trace)
    stored = trace_from_dict(trace.as_dict(problem, result))
    lines = draw_screen(Playback(stored.problem, stored.trace, stored.ending(), 5), 80, 24)
    assert any(line.startswith("[[") for line in lines)


def test_in_indonesian() -> None:
    """The screen is written in the current language."""
    kept = current_language.set("id")
    try:
        lines = draw_screen(FIRST["hanoi"], 80, 24)
    finally:
        current_language.reset(kept)
    assert any("diekspansi" in line for line in lines)


def test_through_a_pipe_there_is_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a terminal, one line says that watching needs one, and the table is printed."""
    assert main(["trace", "hanoi", "discs=2", "--algorithm", "breadth-first", "--watch", "--lang", "en"]) == 0
    told = capsys.readouterr()
    assert told.err.startswith("Watching needs a terminal")
    assert told.err.count("\n") == 1
    assert "hanoi discs=2, Breadth-first (BFS)" in told.out


def test_played_through_a_pipe() -> None:
    """In a game that is played through a pipe, the command `watch` is refused, because watching needs a terminal."""
    command = [sys.executable, "-m", "langkah", "play", "--terminal", "hanoi", "--lang", "en"]
    done = subprocess.run(command, input="watch\nwatch a-star\nquit\n", capture_output=True, text=True, timeout=60)
    assert done.returncode == 0
    assert done.stdout.count("Watching needs a terminal") == 2


class Person:
    """A user at a pseudo-terminal of a given size."""

    def __init__(self, *command: str, size: tuple[int, int] = (80, 24)) -> None:
        self.master, self.slave = pty.openpty()
        self.resize(*size)
        self.before = termios.tcgetattr(self.slave)
        place = {**os.environ, "TERM": "xterm-256color", "LANGUAGE": "en"}
        place.pop("NO_COLOR", None)
        self.process = subprocess.Popen(
            command,
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            env=place,
            preexec_fn=self.lead,  # Ctrl-C reaches the process that owns the terminal
        )
        self.seen = ""

    def lead(self) -> None:
        """In the child process: become the owner of the terminal."""
        os.setsid()
        fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)

    def resize(self, wide: int, high: int) -> None:
        """Change the size of the terminal."""
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", high, wide, 0, 0))

    def wait_for(self, *texts: str) -> str:
        """Wait until the texts appear, in this order, and return all output up to then."""
        ends = time.monotonic() + PATIENCE_SECONDS
        wanted = re.compile(".*".join(map(re.escape, texts)), re.DOTALL)
        while not wanted.search(ESCAPE.sub("", self.seen)):
            left = ends - time.monotonic()
            assert left > 0, f"{texts} did not appear in {self.seen!r}"
            if select.select([self.master], [], [], min(left, 0.2))[0]:
                self.seen += os.read(self.master, 65536).decode(errors="replace")
        found, self.seen = self.seen, ""
        return found

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self.master, keys.encode())

    def leave(self) -> tuple[int, bool]:
        """Wait for the end of the program; returns its exit code, and whether the terminal has its original modes."""
        code = self.process.wait(PATIENCE_SECONDS)
        while select.select([self.master], [], [], 0.1)[0]:
            self.seen += os.read(self.master, 65536).decode(errors="replace")
        return code, termios.tcgetattr(self.slave) == self.before


@pytest.fixture
def person(request: pytest.FixtureRequest) -> Iterator[Person]:
    """A user who starts the command in the parameter. A command that still runs at the end is killed."""
    found = Person(*request.param)
    yield found
    if found.process.poll() is None:
        found.process.kill()
        found.process.wait()
    os.close(found.master)
    os.close(found.slave)


LANGKAH = sys.executable, "-m", "langkah"
HANOI = (*LANGKAH, "trace", "hanoi", "discs=3", "--algorithm", "breadth-first", "--watch")
JOB = (  # the same command in a shell, which checks that its terminal is restored, and resumes the command after Enter
    "bash",
    "-c",
    f"""
    set -m; before=$(stty -g)
    {shlex.join(HANOI)}
    [ "$(stty -g)" = "$before" ] && echo lent as it was
    read; fg > /dev/null; echo given back
    """,
)


@pytest.mark.parametrize("person", [HANOI], indirect=True)
def test_at_a_pseudo_terminal(person: Person) -> None:
    """Arrows step, Space plays to the end, a larger terminal shows more, and q restores the terminal."""
    person.wait_for("event 0 of 78")
    person.type("\x1b[C\x1b[C")
    person.wait_for("event 2 of 78")
    person.type("\x1b[D")
    person.wait_for("event 1 of 78")
    person.type("w0\r")
    person.wait_for("Why #0?")
    person.type("\x1b")
    person.type("+++++ ")
    person.wait_for("event 78 of 78")
    person.type("g5\r")
    person.wait_for("event 5 of 78")
    person.resize(130, 40)
    shown = person.wait_for("event 5 of 78")
    assert max(measure_shown_width(line) for line in ESCAPE.sub("", shown).split("\r\n")) > 100
    person.type("q")
    assert person.leave() == (0, True)
    assert LEAVE_SCREEN in person.seen


@pytest.mark.parametrize("person", [HANOI], indirect=True)
def test_control_c_gives_the_terminal_back(person: Person) -> None:
    """Ctrl-C during playback restores the terminal, and the exit code is that of an interrupt."""
    person.wait_for("event 0 of 78")
    person.type(" ")
    person.wait_for("event 3 of 78")
    person.type("\x03")
    assert person.leave() == (130, True)
    assert LEAVE_SCREEN in person.seen


@pytest.mark.parametrize("person", [(*LANGKAH, "play", "--terminal", "hanoi", "discs=2")], indirect=True)
def test_from_play(person: Person) -> None:
    """The command `watch`, with or without an algorithm, shows a search from the current position; then the game goes
    on.
    """
    person.wait_for("Your move: ")
    person.type("1-3\r")
    person.wait_for("1 move made", "Your move: ")
    person.type("watch breadth-first\r")
    person.wait_for("Breadth-first (BFS)")
    person.type("\x1b[C")
    shown = person.wait_for("the search begins")
    assert "(━1━)" in ESCAPE.sub("", shown)
    person.type("q")
    person.wait_for("Your move: ")
    person.type("watch nothing\r")
    person.wait_for("'nothing' is not known", "Your move: ")
    person.type("watch\r")
    person.wait_for("A* (misplaced) on")
    person.type("\x03")
    person.wait_for("interrupted", "Your move: ")
    person.type("quit\r")
    person.wait_for("Goodbye.")
    assert person.process.wait(PATIENCE_SECONDS) == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("person", [HANOI], indirect=True)
def test_being_ended_gives_the_terminal_back(person: Person, number: signal.Signals) -> None:
    """A process that is ended by a signal restores the terminal first."""
    person.wait_for("event 0 of 78")
    person.process.send_signal(number)
    assert person.leave() == (-number, True)
    assert LEAVE_SCREEN in person.seen


@pytest.mark.parametrize("person", [JOB], indirect=True)
def test_control_z_lends_the_terminal_to_the_shell(person: Person) -> None:
    """Ctrl-Z, even while a number is typed, gives the shell its screen and its modes; later, watching continues."""
    person.wait_for("event 0 of 78")
    person.type("\x1b[C")
    person.wait_for("event 1 of 78")
    person.type("w1\x1a")
    assert LEAVE_SCREEN in person.wait_for("lent as it was")
    person.type("\r")
    shown = person.wait_for("event 1 of 78")
    assert ENTER_SCREEN in shown
    person.type("\x1bq")
    person.wait_for("given back")
    assert person.leave() == (0, True)
