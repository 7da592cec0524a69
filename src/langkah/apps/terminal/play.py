"""Playing in a terminal: the board in characters, typed moves in notation, and words for all commands.

It works the same way through a pipe. Input is a move, or a command of the table below, in English or in the current
language. Any other input is refused with a line that names the legal inputs.
"""

import io
import os
import shutil
import sys
import textwrap
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from langkah.apps.keys import COMMAND_BY_SIGN
from langkah.apps.terminal.progress import ProgressLine
from langkah.errors import BadInput
from langkah.language import N_, _, format_plural, format_probability
from langkah.model import Game, get_title
from langkah.session import Session, make_token
from langkah.tasks.context import Context
from langkah.tracing import Limit, Status
from langkah.views.json_form import list_player_names
from langkah.views.text import USUAL_COLUMNS, USUAL_LINES, draw_text
from langkah.views.theme import DARK, Theme

GLANCE_LIMIT = Limit(nodes=20_000, seconds=0.3)  # for values that are shown although the player did not request them
WATCH_LIMIT = Limit(seconds=10.0)  # for a search to be watched
ASKED_LIMIT = Limit(seconds=60.0)  # for values that the player requested; Ctrl-C ends the work earlier
MOST_LAPSES = 12
LEAST_BOARD_LINES = 20  # available to a board on any terminal


class _PlayerLeft(Exception):
    """Raised when the player leaves, to end the game; it does not report an error."""


class _Command(NamedTuple):
    """A command that the player can type instead of a move: the function that does it, its description, and the name of
    its argument (`takes`) if it has one.
    """

    do: Callable[..., None]
    about: str
    takes: str = ""


class TerminalPlay:
    """A session in a terminal. `read` and `write` can be any functions that work like `input` and `print`."""

    def __init__(
        self,
        session: Session,
        *,
        read: Callable[[str], str] = input,
        write: Callable[[str], None] = print,
        width: int = USUAL_COLUMNS,
        height: int = USUAL_LINES,
        plain: bool = False,
        theme: Theme | None = None,
        pace: float = 0.0,
        lively: bool = False,
        wraps: bool = False,
    ) -> None:
        self.session, self.read, self.write = session, read, write
        self.width, self.height = width, height
        self.plain, self.theme, self.pace = plain, theme, pace
        self.lively = lively  # whether input and output are terminals
        self.wraps = wraps  # whether the output is a terminal

    def run(self) -> int:
        """Play until the player leaves; returns the exit code."""
        self._say(
            _("{title}. Type a move, or: {words}.").format(
                title=get_title(self.session.problem), words=self._join_command_names()
            )
        )
        self._show_board()
        try:
            while True:
                self._take_turn()
        except (_PlayerLeft, EOFError):
            self._say(_("Goodbye."))
            return 0
        except KeyboardInterrupt:
            self._say("\n" + _("Goodbye."))
            return 130

    def _say(self, text: str) -> None:
        """Print a text; on a terminal, lines break only between words."""
        lines = text.splitlines() if self.wraps else ()
        self.write("\n".join(wrap_line(line, self.width) for line in lines) if lines else text)

    def _take_turn(self) -> None:
        """Make one move of an opponent, or handle one typed line."""
        opponent = self.session.opponent
        if opponent is not None:
            falls = self.session.falls
            label = self.session.respond().label
            if falls:
                self._say(_("The dice show {move}.").format(move=label))
                self._show_board()
                return
            why = f" ({self.session.reason})" if self.session.reason else ""
            self._say(_("{player} plays {move}").format(player=opponent.name, move=label) + why + ".")
            self._show_board()
            return
        line = self.read(self._make_prompt()).strip()
        try:
            self._do_typed(line)
        except BadInput as error:
            self._say(str(error))
        except KeyboardInterrupt:
            self._say("\n" + _("interrupted"))

    def _make_prompt(self) -> str:
        session = self.session
        if session.over:
            return _("The game is over; undo, reset or quit: ")
        player = list_player_names(session)[session.turn]
        if session.dice:
            return _("{player}, press Enter to roll: ").format(player=player)
        if isinstance(session.problem, Game):
            return _("{player}, your move: ").format(player=player)
        return _("Your move: ")

    def _do_typed(self, line: str) -> None:
        """Handle a typed line: if it is the exact name of a move, make the move; else, if it is a command, run it; else
        make the move whose name begins with it.
        """
        session = self.session
        if session.dice and not line:
            line = "roll"
        choices = session.choices()
        meant = _find_typed_command(line)
        if meant is None and not any(choice.label.casefold().startswith(line.casefold()) for choice in choices):
            meant = _find_typed_command(COMMAND_BY_SIGN.get(line.casefold(), ""))
        if meant is not None and not any(choice.label.casefold() == line.casefold() for choice in choices):
            meant(self)
        elif line:
            session.play(line)
            self._show_board()

    def _show_board(self) -> None:
        """Show the board. Below the board, show the number of moves made and the least cost from the current position;
        after the end of the game, show how it ended instead.
        """
        session = self.session
        notes = {way[0]: each.label for each in session.choices() for way in each.gestures if len(way) == 1}
        self.write("")
        room = {"width": self.width, "height": self.height}
        self.write(draw_text(session.scene(), **room, ascii=self.plain, notes=notes, theme=self.theme))
        if ending := session.ending():
            self._say(ending.text)
            self._compare_with_least()
        else:
            self._say(self._format_status())

    def _format_status(self) -> str:
        session = self.session
        told = [format_plural("{n} move made", "{n} moves made", session.made)]
        if session.dice:
            told.append(_("{player} to roll").format(player=list_player_names(session)[session.turn]))
        if not isinstance(session.problem, Game):
            least = session.least(GLANCE_LIMIT)
            if least.status is Status.IMPOSSIBLE:
                told.append(_("no goal can be reached from here"))
            elif least.cost is not None and least.optimal:
                told.append(_("minimum from here: {n}").format(n=least.cost))
        return "; ".join(told)

    def _compare_with_least(self) -> None:
        """After the end of a puzzle, show the cost of the player's solution and the least possible cost."""
        session = self.session
        if isinstance(session.problem, Game) or session.dice:
            return
        least = session.advisor.least(session.problem.start, GLANCE_LIMIT)
        if least.cost is not None and least.optimal:
            in_moves = session.cost == session.made
            text = _("Moves: {made}. Minimum: {least}.") if in_moves else _("Your cost: {made}. Minimum: {least}.")
            self._say(text.format(made=session.cost, least=least.cost))

    # Commands

    def _list_commands(self) -> None:
        self._say(_("Type a move in its notation, for example: {move}.").format(move=self._find_example_move()))
        for name, word in COMMANDS.items():
            names = name if _(name) == name else f"{_(name)}, {name}"
            names += f" [{_(word.takes)}]" if word.takes else ""
            self._say(f"  {names:<20} {_(word.about)}")

    def _join_command_names(self) -> str:
        useless = {"roll": not self.session.dice, "watch": not self.lively}
        return ", ".join(_(name) for name in COMMANDS if not useless.get(name))

    def _find_example_move(self) -> str:
        choices = self.session.choices()
        return choices[0].label if choices else "-"

    def _list_moves(self) -> None:
        labels = [choice.label for choice in self.session.choices()]
        self._say(", ".join(labels) if labels else _("There are no moves to choose from here."))

    def _show_marks(self) -> None:
        names = {"better": _("better"), "equal": _("equal"), "worse": _("worse"), "unknown": _("not known")}
        for mark in self.session.marks(ASKED_LIMIT):
            rest = _(mark.value) if mark.value else "" if mark.least is None else str(mark.least)
            rest = rest if mark.chance is None else format_probability(mark.chance, ".2%")
            self._say(f"  {mark.move:<10} {names[mark.verdict]:<10} {rest}".rstrip())

    def _give_hint(self) -> None:
        with ProgressLine():
            self._say(self.session.ask(ASKED_LIMIT).text)

    def _show_solution(self) -> None:
        if self.session.dice:
            least = self.session.least(ASKED_LIMIT)
            self._say(_("Fewest rolls from here: {n}").format(n="-" if least.cost is None else least.cost))
            return
        with ProgressLine() as progress:
            result = self.session.solve(ASKED_LIMIT, progress=progress)
        if result.probability is not None:
            self._say(_("{value}: {why}").format(value=format_probability(result.probability, ".2%"), why=result.why))
        elif result.value:
            self._say(_("{value}: {why}").format(value=_(result.value), why=result.why))
        elif result.why:
            self._say(result.why)
        if result.notation:
            self._say(format_plural("{n} move", "{n} moves", len(result.notation)) + ": " + " ".join(result.notation))

    def _play_solution(self) -> None:
        with ProgressLine() as progress:
            result = self.session.solve(ASKED_LIMIT, progress=progress)
        if not result.path:
            raise BadInput(_("No solution is known from here: {why}.").format(why=result.why))
        for step in result.path:
            self.session.make(step)
            self._say(self.session.turns[self.session.made - 1].label)
            self._show_board()
            time.sleep(self.pace)

    def _watch_search(self, algorithm: str = "") -> None:
        """Run a search from the current position, and let the player step through its events; by default, choose an
        algorithm that is instructive here. Raises `BadInput` if there is no terminal to step in.
        """
        from langkah.apps.terminal.watch import can_watch, explain_cannot_watch, watch_trace
        from langkah.tasks.request import find_problem_here
        from langkah.tasks.solve import SearchRequest
        from langkah.tasks.table import ask
        from langkah.tasks.trace import RecordedSearch, TraceRequest, choose_instructive

        if not self.lively or not can_watch():
            raise BadInput(explain_cannot_watch())
        problem = find_problem_here(self.session)
        search = SearchRequest(algorithm or choose_instructive(problem), limit=WATCH_LIMIT)
        with ProgressLine() as progress:
            found: RecordedSearch = ask("record", TraceRequest(problem, search), Context(progress=progress))
        watch_trace(*found)
        self._show_board()

    def _undo(self) -> None:
        if not self.session.undo():
            raise BadInput(_("There is nothing to undo."))
        self._show_board()

    def _redo(self) -> None:
        if not self.session.redo():
            raise BadInput(_("There is nothing to redo."))
        self._show_board()

    def _reset(self) -> None:
        self.session.reset()
        self._show_board()

    def _roll(self) -> None:
        player = list_player_names(self.session)[self.session.turn]
        turn = self.session.roll()
        self._say(_("{player} throws {throw}.").format(player=player, throw=turn.label))
        self._show_board()

    def _review(self) -> None:
        with ProgressLine():
            lapses = self.session.review(ASKED_LIMIT)
        self._say(format_plural("{n} mistake", "{n} mistakes", len(lapses)))
        for lapse in lapses[:MOST_LAPSES]:
            self._say("  " + lapse.text)

    def _list_history(self) -> None:
        made = self.session.turns[: self.session.made]
        self._say(" ".join(f"{number}. {turn.label}" for number, turn in enumerate(made, 1)) or "-")

    def _show_token(self) -> None:
        self._say(make_token(self.session))

    def _quit(self) -> None:
        raise _PlayerLeft


COMMANDS = {
    N_("help"): _Command(TerminalPlay._list_commands, N_("the words that you can type")),
    N_("moves"): _Command(TerminalPlay._list_moves, N_("the legal moves")),
    N_("hint"): _Command(
        TerminalPlay._give_hint, N_("a hint; each further hint tells more: which piece, where to, the move")
    ),
    N_("marks"): _Command(TerminalPlay._show_marks, N_("what each legal move does: better, equal or worse")),
    N_("solve"): _Command(TerminalPlay._show_solution, N_("the best solution from here")),
    N_("auto"): _Command(TerminalPlay._play_solution, N_("play the best solution")),
    N_("watch"): _Command(
        TerminalPlay._watch_search, N_("step through a search from here, forward and back"), N_("ALGORITHM")
    ),
    N_("undo"): _Command(TerminalPlay._undo, N_("take a move back")),
    N_("redo"): _Command(TerminalPlay._redo, N_("redo the move")),
    N_("reset"): _Command(TerminalPlay._reset, N_("back to the start")),
    N_("roll"): _Command(TerminalPlay._roll, N_("roll the dice, if the game has dice")),
    N_("review"): _Command(TerminalPlay._review, N_("the mistakes in the moves so far")),
    N_("history"): _Command(TerminalPlay._list_history, N_("the moves made")),
    N_("board"): _Command(TerminalPlay._show_board, N_("show the board again")),
    N_("share"): _Command(TerminalPlay._show_token, N_("a text that reopens this position with `langkah play --open`")),
    N_("quit"): _Command(TerminalPlay._quit, N_("leave")),
}


def _find_typed_command(line: str) -> Callable[[TerminalPlay], None] | None:
    """The function that runs the command in `line`, which may be in English or in the current language. If the user
    typed an argument, the function already contains it. None if the line is not a command.
    """
    whole = line.casefold()
    first, _blank, rest = whole.partition(" ")
    for name, word in COMMANDS.items():
        names = name, _(name).casefold()
        if whole in names:
            return word.do
        if word.takes and first in names:
            return partial(word.do, algorithm=rest.strip())
    return None


def wrap_line(line: str, width: int) -> str:
    """Wrap a line between words. All resulting lines get the indentation of the original line."""
    indent = line[: len(line) - len(line.lstrip())]
    return textwrap.fill(line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def _read_echoed_line(prompt: str) -> str:
    line = input(prompt)
    print(line)
    return line


def play_in_terminal(session: Session) -> int:
    """Play in this process's terminal, or through its pipes; returns the exit code."""
    lively = sys.stdout.isatty()
    typed = sys.stdin.isatty()
    if lively and typed:
        with suppress(ImportError):  # not available on every system
            import readline  # noqa: F401 - makes `input` remember lines and edit them
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    coloured = lively and not os.environ.get("NO_COLOR") and os.environ.get("TERM", "dumb") != "dumb"
    size = os.terminal_size((USUAL_COLUMNS, USUAL_LINES))
    size = shutil.get_terminal_size(size) if lively else size
    encoding = (sys.stdout.encoding or "ascii").lower()
    return TerminalPlay(
        session,
        read=input if typed else _read_echoed_line,
        width=size.columns,
        height=max(size.lines - 3, LEAST_BOARD_LINES),
        plain=not encoding.startswith("utf"),
        theme=DARK if coloured else None,
        pace=0.4 if lively else 0.0,
        lively=lively and typed,
        wraps=lively,
    ).run()
