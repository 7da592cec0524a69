"""Playing in a terminal: in this process, as a script through a pipe, and as a person at a pseudo-terminal."""

import contextlib
import os
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

from langkah import language, load
from langkah.apps.cli.main import main
from langkah.apps.terminal.play import COMMANDS, TerminalPlay
from langkah.games import GAMES
from langkah.session import Seat, Session, make_seat, make_token
from tests.goldens import same_as_golden

pty = pytest.importorskip("pty")
termios = pytest.importorskip("termios")

SOON = 60.0  # seconds; test machines are busy
LOCAL = 3  # the index of the local modes in the attributes of a terminal
EXAMPLES = Path(__file__).parent.parent / "examples"


def played(session: Session, *lines: str) -> str:
    """The output of a session while these lines are typed. After the last line, the input ends, as by Ctrl-D."""
    shown: list[str] = []
    typed = iter(lines)

    def read(prompt: str) -> str:
        try:
            line = next(typed)
        except StopIteration:
            raise EOFError from None
        shown.append(prompt + line)
        return line

    assert TerminalPlay(session, read=read, write=shown.append).run() == 0
    return "\n".join(shown)


def test_the_papers_dialogue() -> None:
    """In tic-tac-toe, cells are numbered from 1, bad input is refused, and the paper's player replies.

    The person wins with a fork, by the cells 1, 9, 7 and 8. As the second player, the paper's player loses only four
    games.
    """
    game = load("tictactoe")
    session = Session(game, seats=[Seat(), make_seat(game, "paper")])
    shown = played(session, "1", "0", "10", "5", "hello", "", "9", "7", "8", "quit")
    same_as_golden("dialogue.txt", shown + "\n")
    ending = session.ending()
    assert ending is not None
    assert ending.winner == 0


def test_solving_by_hand_and_by_help() -> None:
    """Hints, marks, the solution, undo, redo, the end and the review of a puzzle are printed as in the golden file."""
    session = Session(load("hanoi", discs=2))
    words = "moves 1-3 hint hint hint marks undo redo solve auto review history"
    same_as_golden("terminal-hanoi.txt", played(session, *words.split()) + "\n")
    assert session.over


@pytest.mark.parametrize("name", GAMES)
def test_every_word_in_every_game(name: str) -> None:
    """Every command works in every game, at the start and at the end; after `quit`, no input is read."""
    session = Session(load(name), seed=2)
    words = [word for word in COMMANDS if word != "quit"]
    shown = played(session, *words, *(["roll"] * 200 if session.dice else ["auto"]), *words, "quit", "never read")
    assert "never read" not in shown
    assert shown.endswith("Goodbye.")
    assert session.turns


def test_moves_with_other_signs_between() -> None:
    """The moves 1-2, 1-3 and 2-3 can be typed as `1 2`, `13` and `2,3`. An illegal move is refused with the rule that
    it breaks.
    """
    session = Session(load("hanoi", discs=3))
    shown = played(session, "1 2", "13", "2,3", "1 3")
    assert [turn.label for turn in session.turns] == ["1-2", "1-3", "2-3"]
    assert "Disc 3 is larger than disc 1, so it cannot lie on it." in shown


def test_keys_are_words_too() -> None:
    """The keys of the window and the web app are commands in the terminal, unless a move begins with the letter."""
    session = Session(load("hanoi", discs=2))
    shown = played(session, "?", "h", "1-3", "u")
    assert "the words that you can type" in shown
    assert "Move “1”." in shown
    assert session.made == 0
    blocks = Session(load("klotski:classic"))
    assert "could mean h right" in played(blocks, "h") or blocks.made == 1


@pytest.mark.parametrize("width", [40, 80])
def test_lines_are_broken_between_words(width: int) -> None:
    """On a terminal, lines are broken between words, so that no line is wider than the terminal."""
    shown: list[str] = []
    typed = iter(["help", "hello"])

    def read(_prompt: str) -> str:
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    TerminalPlay(Session(load("tiles")), read=read, write=shown.append, width=width, wraps=True).run()
    lines = "\n".join(shown).splitlines()
    assert max(map(len, lines)) <= width
    assert "help, moves, hint, marks, solve, auto, undo" in " ".join("\n".join(shown).split())


def test_dice_are_thrown_by_enter() -> None:
    """An empty line rolls the dice; the players take turns."""
    session = Session(load("snakes"), seats=[Seat()] * 3, seed=1)
    shown = played(session, "", "", "", "", "3", "undo", "solve")
    assert [int(number) for number in re.findall(r"player (\d) throws", shown)] == [1, 2, 3, 1]
    assert "Here the dice decide: roll." in shown
    assert "Fewest rolls from here" in shown
    assert session.made == 3


def test_words_of_the_current_language() -> None:
    """Commands can be typed in the current language and in English."""
    kept = language.current_language.set("id")
    try:
        translated = [language._(word) for word in COMMANDS]
        session = Session(load("hanoi", discs=2))
        hint = translated[list(COMMANDS).index("hint")]
        shown = played(session, "hint", hint, "quit")
    finally:
        language.current_language.reset(kept)
    assert hint == "petunjuk"
    assert session.hints == 2
    assert "Pindahkan “1” ke pasak 3." in shown, "the second hint tells more, in the current language"


def test_a_move_comes_before_a_word() -> None:
    """A text that is both a move and a command is the move; a command that is only the beginning of a move is the
    command.
    """
    from tests.nim import Nim

    class Help(Nim):
        def notation(self, move: int) -> str:
            return {1: "help", 2: "hinted", 3: "moves along"}[move]

    session = Session(Help(6))
    played(session, "help")
    assert session.made == 1
    played(session, "hint", "moves")
    assert (session.made, session.hints) == (1, 1)
    played(session, "hinted")
    assert session.made == 2


def test_control_c_while_something_is_played_stops_only_that() -> None:
    """Ctrl-C during a command ends only this command; at the prompt, it ends the program."""
    session = Session(load("hanoi", discs=4))
    shown: list[str] = []
    lines = iter(["auto", "history", "quit"])

    def write(text: str) -> None:
        shown.append(text)
        if session.made == 3 and "interrupted" not in "".join(shown):
            raise KeyboardInterrupt

    assert TerminalPlay(session, read=lambda _prompt: next(lines), write=write).run() == 0
    assert session.made == 3
    assert "\ninterrupted" in shown

    def leave(_prompt: str) -> str:
        raise KeyboardInterrupt

    assert TerminalPlay(session, read=leave, write=shown.append).run() == 130


def run(*words: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """Run `langkah play --terminal` with `text` as its piped input, and return the finished process."""
    command = [sys.executable, "-m", "langkah", "play", "--terminal", *words]
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=60, check=False)


def test_playing_needs_no_posix_modules() -> None:
    """Without the POSIX modules, which read single keys, a game is played line by line, and `watch` is refused."""
    code = (
        "import sys; sys.modules.update(dict.fromkeys(('termios', 'tty', 'fcntl', 'pty', 'readline', 'resource')));"
        "from langkah.apps.cli.main import main; sys.exit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", code, "play", "--terminal", "hanoi", "discs=2"]
    done = subprocess.run(command, input="1-2\nwatch\nquit\n", capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "1 move made" in done.stdout
    assert "Watching needs a terminal" in done.stdout


def test_through_a_pipe() -> None:
    """Through a pipe, the output contains the boards and the input lines, no escape codes, and a goodbye at the end of
    the input.
    """
    done = run("hanoi", "discs=1", text="1-9\n1-3\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "'1-9' is not a legal move here. Legal: 1-2, 1-3." in done.stdout
    assert "Your move: 1-3\n" in done.stdout, "what was piped in is shown as if typed"
    assert "Solved: 1 move.\nMoves: 1. Minimum: 1." in done.stdout
    assert done.stdout.endswith("Goodbye.\n")
    assert "\x1b" not in done.stdout


def test_a_users_own_puzzle() -> None:
    """A user-written class is played without further code, with a board that is made from its text."""
    done = run(f"{EXAMPLES / 'river.py'}:River", text="moves\nTAKE THE GOAT\nhint\nhint\nhint\nauto\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Solved: 7 moves." in done.stdout
    assert "~~~" in done.stdout


def test_a_shared_position_is_reopened() -> None:
    """`--open` continues from the token of a session; a damaged token is refused."""
    session = Session(load("hanoi", discs=3))
    session.play("1-3")
    done = run("--open", make_token(session), text="history\n")
    assert "1. 1-3" in done.stdout
    damaged = run("--open", make_token(session)[:-4])
    assert (damaged.returncode, damaged.stdout) == (2, "")
    assert "damaged" in damaged.stderr


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ([], "Give a problem to play"),
        (["hanoi", "--players", "2"], "more than one player is possible only in a race with dice"),
        (["snakes", "--players", "5"], "the number of players must be from 1 to 4"),
        (["snakes", "--players", "0"], "the number of players must be from 1 to 4"),
        (["tictactoe", "--opponent", "nobody"], "'nobody' is not known"),
        (["tictactoe", "size=4", "--opponent", "expert"], "expert cannot play"),
        (["tictactoe", "--seat", "third"], "third"),
        (["nothing"], "'nothing' is not known"),
    ],
)
def test_mistakes(words: list[str], line: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A mistake gives exit code 2 and a clear line."""
    assert main(["play", "--terminal", *words]) == 2
    assert line in capsys.readouterr().err


def test_bytes_that_are_no_text() -> None:
    """Bytes that are not UTF-8 are refused like any other illegal move, and the game goes on."""
    command = [sys.executable, "-m", "langkah", "play", "--terminal", "hanoi", "discs=1"]
    done = subprocess.run(command, input=b"\xff\xfe\n\x00\n1-2\n", capture_output=True, timeout=60, check=False)
    assert done.returncode == 0
    assert b"Solved" in done.stdout
    assert b"Traceback" not in done.stderr


def test_terminals_without_box_characters() -> None:
    """If the terminal does not support Unicode, the board is drawn in ASCII."""
    command = [sys.executable, "-m", "langkah", "play", "--terminal", "queens"]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(command, input=b"a1\n", capture_output=True, timeout=60, check=False, env=environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"| Q |" in done.stdout


class Person:
    """A player at a pseudo-terminal."""

    def __init__(self, *words: str, width: int = 100) -> None:
        self.child, self.master = pty.fork()
        if self.child == 0:
            os.environ.update(TERM="xterm-256color", COLUMNS=str(width), LINES="50", LANGUAGE="en")
            os.environ.pop("NO_COLOR", None)
            os.execv(sys.executable, [sys.executable, "-m", "langkah", "play", "--terminal", *words])
        self.seen = ""

    def wait_for(self, text: str, seconds: float = SOON) -> str:
        """Wait for a text in the output, and return the output before it."""
        ends = time.monotonic() + seconds
        while text not in self.seen:
            left = ends - time.monotonic()
            assert left > 0, f"{text!r} did not appear in {self.seen!r}"
            if select.select([self.master], [], [], left)[0]:
                try:
                    found = os.read(self.master, 65536)
                except OSError:  # the program has ended
                    found = b""
                assert found or text in self.seen, f"it ended without {text!r}: {self.seen!r}"
                self.seen += found.decode(errors="replace")
        before, _text, self.seen = self.seen.partition(text)
        return before

    def type(self, keys: str) -> None:
        """Press keys once the line editor is ready. It is ready when it has switched off the terminal's line mode,
        which happens after the prompt appears.
        """
        ends = time.monotonic() + SOON
        while termios.tcgetattr(self.master)[LOCAL] & termios.ICANON:
            assert time.monotonic() < ends, f"nothing listens after {self.seen!r}"
            time.sleep(0.01)
        self.press(keys)

    def insist(self, keys: str, text: str) -> str:
        """Press keys until a text appears. Pressing once is enough, except on a busy machine: there, Ctrl-C can arrive
        between Python's setup of the terminal and its `select`, which does not notice earlier signals.
        """
        for _attempt in range(3):
            self.type(keys)
            with contextlib.suppress(AssertionError):
                return self.wait_for(text, SOON / 6)
        return self.wait_for(text)

    def press(self, keys: str) -> None:
        """Press keys at once."""
        os.write(self.master, keys.encode())

    def code(self) -> int:
        """Wait for the program to end, and return its exit code."""
        _child, status = os.waitpid(self.child, 0)
        os.close(self.master)
        return os.waitstatus_to_exitcode(status)


def test_at_a_pseudo_terminal() -> None:
    """A person solves a puzzle in colour, with line editing, and leaves."""
    person = Person("hanoi", "discs=2")
    first = person.wait_for("Your move: ")
    assert "\x1b[38;2;" in first, "pieces are coloured"
    assert "┌" in first
    person.type("1-9\b3\r")  # a typing mistake, corrected with backspace
    person.wait_for("1 move made; minimum from here: 2")
    person.wait_for("Your move: ")
    person.type("undo\r")
    person.wait_for("0 moves made")
    person.wait_for("Your move: ")
    person.type("auto\r")
    person.wait_for("Solved: 3 moves.")
    person.wait_for("quit: ")
    person.type("quit\r")
    person.wait_for("Goodbye.")
    assert person.code() == 0


@pytest.mark.parametrize(("keys", "code"), [("\x03", 130), ("\x04", 0)])
def test_leaving_by_control_keys(keys: str, code: int) -> None:
    """Ctrl-C and Ctrl-D end the game with a goodbye and without a traceback."""
    person = Person("snakes")
    person.wait_for("press Enter to roll: ")
    assert "Traceback" not in person.insist(keys, "Goodbye.")
    assert person.code() == code


def test_a_long_solve_is_ended_by_control_c() -> None:
    """Ctrl-C during a search ends the search and reports the interruption; then the game goes on."""
    person = Person("tiles", "rows=4", "cols=4", "start=[0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1]")
    person.wait_for("Your move: ")
    person.type("solve\r")
    person.wait_for("nodes")  # the search reports its progress
    person.press("\x03")
    person.wait_for("interrupted")
    person.wait_for("Your move: ")
    person.type("quit\r")
    person.wait_for("Goodbye.")
    assert person.code() == 0
