"""The `langkah` program: finds the command, sets the language, and turns every outcome into an exit code.

Only the module of the requested command is imported, so that help and errors appear at once.
"""

import argparse
import errno
import gettext
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from importlib import import_module
from typing import Any, NoReturn, TextIO, cast

from langkah import language
from langkah.errors import BadInput, LangkahError, find_nearest_names, refuse_long_names
from langkah.language import N_, _

COMMANDS = {
    "play": N_("play in the web app, in a window or in this terminal"),
    "list": N_("show the games, their levels and settings, and the algorithms"),
    "solve": N_("find the cheapest solution of a problem, or prove that there is none"),
    "prove": N_("write a certificate of an answer, which `langkah check` can check"),
    "check": N_("check a certificate, using only the rules of the puzzle"),
    "draw": N_("draw a board as a picture or as text"),
    "trace": N_("show what a search does, step by step: as a table, a tree or a web page"),
    "compare": N_("run several algorithms on one problem, side by side"),
    "experiment": N_("run many searches on many problems, with one row of results per run; make plots and reports"),
    "worksheet": N_("make a printable worksheet, with solutions, from the steps of a search"),
    "lesson": N_("explain a search at chosen events, one after the other, with a question at the end"),
    "handout": N_("write an assignment for a class: a different instance for each student, and a separate answer key"),
    "grade": N_("mark the submissions of a class, and report the first wrong step of each"),
    "doctor": N_("look for mistakes in a puzzle definition: keys of states, heuristics, clicks, goals and more"),
    "odds": N_("compute exactly how long a game of chance takes, and each player's chance to win"),
    "audit": N_("play one player against every possible reply, and prove how many games it wins, loses and draws"),
    "match": N_("let players play many games against each other"),
    "explore": N_("explore the whole state space of a problem, and report its layers, goals and hardest starts"),
    "generate": N_("generate new and different puzzles with a given least cost, which is proved; rate each of them"),
    "hardest": N_("find the hardest start of a puzzle, proved by exploring its whole state space"),
    "map": N_("draw the whole state space of a puzzle: each state is a point, coloured by its distance to the goal"),
    "example": N_("print an example of a puzzle file, as a start for your own"),
    "store": N_("query the store of an exploration: layers, depths, shortest plans, hardest starts"),
    "reproduce": N_("recompute every number in the five papers with which Langkah began"),
    "site": N_("write the web app as static files, with Python in the browser instead of a server"),
    "demo": N_("a quick look: solve one problem of each game"),
}
INTERRUPTED, STOPPED = 130, 4
UNWRITABLE = {errno.EPIPE, errno.ENOSPC, errno.EDQUOT, errno.EIO}


class _CommandParser(argparse.ArgumentParser):
    """An argument parser that raises errors instead of exiting."""

    def error(self, message: str) -> NoReturn:
        raise BadInput(message, _("Try: {command}").format(command=f"{self.prog} --help"))


def _make_parser(chosen: str, *, whole: bool) -> _CommandParser:
    """The argument parser. If `whole`, it knows all commands, for the help; otherwise it knows only the chosen one,
    which is much faster.
    """
    top = _CommandParser(
        prog="langkah",
        description=_("Play, solve and understand puzzles and games."),
        epilog=_(
            "A problem is GAME, GAME:LEVEL, FILE.toml, FILE.jsonl:LINE or FILE.py:CLASS, then settings as name=value."
        ),
        allow_abbrev=False,
    )
    top.add_argument("--version", action="store_true", help=_("show the version"))
    top.add_argument("--lang", choices=language.LANGUAGES, help=_("the language of all texts"))
    commands = top.add_subparsers(dest="command", metavar=_("COMMAND"), title=_("commands"))
    for name in COMMANDS if whole else (chosen,):
        about = _(COMMANDS[name])
        sub = commands.add_parser(name, help=about, description=about, allow_abbrev=False)
        if name == chosen:
            sub.add_argument("--lang", choices=language.LANGUAGES, default=argparse.SUPPRESS, help=_("the language"))
            import_module(f"langkah.apps.cli.commands.{name}").add_arguments(sub)
            sub.add_argument("--json", action="store_true", help=_("print one JSON object"))
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program with these arguments (by default, those of the command line), and return its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    before = os.environ.get("LANGUAGE")
    token = language.current_language.set(_choose_language(words))
    code: int | None = None
    try:
        _open_streams()
        with _keep_streams_open(words), _reserve_stdout("--json" in words):
            try:
                code = _run_guarded(words)
                sys.stdout.flush()
            except KeyboardInterrupt:
                code = report_interrupt(words)
        return code
    except OSError as error:
        return _handle_lost_output(error)
    except KeyboardInterrupt:  # before the command started, or after all output
        return report_interrupt(words) if code is None else INTERRUPTED
    finally:
        language.current_language.reset(token)
        os.environ.pop("LANGUAGE", None)
        if before is not None:
            os.environ["LANGUAGE"] = before


def _open_streams() -> None:
    """Make the standard streams usable: characters that the encoding lacks are escaped, and closed streams are
    replaced.

    A replaced input is empty; a replaced output discards its text.
    """
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115 - for as long as we run
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115 - for as long as we run
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


class _OpenStream:
    """A wrapper around a stream that ignores attempts to close it."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def close(self) -> None:
        """Flush the output, but do not close the stream."""
        self._stream.flush()


@contextmanager
def _keep_streams_open(words: Sequence[str]) -> Iterator[None]:
    """Within this context, a user's own Python file cannot close the output streams."""
    if not any(sign in word for word in words for sign in (".py", ".toml", ".jsonl")):
        yield
        return
    out, err = sys.stdout, sys.stderr
    with redirect_stdout(cast("TextIO", _OpenStream(out))), redirect_stderr(cast("TextIO", _OpenStream(err))):
        yield


def _handle_lost_output(error: OSError) -> int:
    """Report that the output cannot be written, and return the exit code. A pipe closed by its reader, as with `|
    head`, is not an error.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        return 0
    print(_("the output cannot be written: {why}").format(why=error.strerror), file=sys.stderr)
    return BadInput.exit_code


def _choose_language(words: Sequence[str]) -> str:
    """The language requested by the option `--lang` or by the environment. Also selects this language for argparse's
    own texts.
    """
    chosen = language.detect_language()
    for index, word in enumerate(words):
        name = word.removeprefix("--lang=") if word.startswith("--lang=") else ""
        name = words[index + 1] if word == "--lang" and index + 1 < len(words) else name
        chosen = name if name in language.LANGUAGES else chosen
    os.environ["LANGUAGE"] = chosen
    gettext.bindtextdomain("langkah", str(language.LOCALE))
    gettext.textdomain("langkah")
    return chosen


def _run_guarded(words: list[str]) -> int:
    """Run a command and return its exit code. Errors are reported to the user as a few lines instead of a traceback."""
    as_json = "--json" in words
    try:
        with refuse_long_names():
            return _dispatch_command(words)
    except LangkahError as error:
        return _report_error(list(getattr(error, "lines", [str(error)])), error.exit_code, as_json=as_json)
    except KeyboardInterrupt:
        return report_interrupt(words)
    except BaseException as error:
        from langkah.tasks.solve import Stopped

        if isinstance(error, Stopped):
            return _report_stop(error.limit, STOPPED, as_json=as_json)
        from langkah.tasks.puzzle_errors import describe_failure, find_own_problem, is_raised_by_own_puzzle

        unwritable = (
            isinstance(error, OSError) and error.errno in UNWRITABLE and not is_raised_by_own_puzzle(error, words)
        )
        if os.environ.get("LANGKAH_DEBUG") or unwritable:
            raise
        if find_own_problem(words):
            return _report_error(describe_failure(error, words), BadInput.exit_code, as_json=as_json)
        return _report_error(_describe_defect(error), 1, as_json=as_json)


@contextmanager
def _reserve_stdout(as_json: bool) -> Iterator[None]:
    """If one JSON object is requested, send all other output to standard error within this context."""
    if not as_json:
        yield
        return
    from langkah.apps.cli.console import reserve_for_json

    with reserve_for_json(sys.stdout), redirect_stdout(sys.stderr):
        yield


def _dispatch_command(words: list[str]) -> int:
    before = ["", *words]
    chosen = next(
        (word for last, word in zip(before, words, strict=False) if not word.startswith("-") and last != "--lang"), ""
    )
    if chosen and chosen not in COMMANDS:
        close = find_nearest_names(chosen, COMMANDS)
        hint = " " + _("Did you mean {names}?").format(names=", ".join(close)) if close else ""
        raise BadInput(
            _("There is no command '{name}'.").format(name=chosen)
            + hint
            + " "
            + _("Known: {names}.").format(names=", ".join(COMMANDS))
        )
    asks_for_help = not chosen or not {"-h", "--help"}.isdisjoint(words[: words.index(chosen)])
    top = _make_parser(chosen, whole=asks_for_help)
    try:
        args, rest = top.parse_known_args(words)
    except SystemExit as end:  # after printing help
        return end.code if isinstance(end.code, int) else 0
    _collect_settings(top, args, rest)
    if args.version:
        from langkah import __version__

        print(f"langkah {__version__}")
        return 0
    if not args.command:
        top.print_help()
        return 0
    _announce_python_file(getattr(args, "problem", None))
    code: int = import_module(f"langkah.apps.cli.commands.{args.command}").run(args)
    return code


def _announce_python_file(problem: str | None) -> None:
    """If `problem` is a data file that names a Python file, say that this Python file runs. If the user names the
    Python file on the command line, nothing needs to be said.
    """
    if isinstance(problem, str) and re.search(r"\.(toml|txt|jsonl)(:.*)?$", problem):
        from langkah.games import find_python_file

        if file := find_python_file(problem):
            print(
                _("{path} names a Python file, which Langkah runs: {file}").format(path=problem, file=file),
                file=sys.stderr,
            )


def _collect_settings(top: _CommandParser, args: argparse.Namespace, rest: list[str]) -> None:
    """Collect the settings (name=value) that stand after options, where argparse does not look for them. Any other
    unknown argument is an error.
    """
    strange = [word for word in rest if word.startswith("-") or not hasattr(args, "settings")]
    if strange:
        top.prog = f"{top.prog} {args.command}" if args.command else top.prog
        top.error(_("unknown arguments: {words}").format(words=" ".join(strange)))
    if rest:
        args.settings = [*args.settings, *rest]


def _report_error(lines: list[str], code: int, *, as_json: bool) -> int:
    """Report an error on standard error, and as JSON on standard output if requested; returns `code`."""
    print(*lines, sep="\n", file=sys.stderr)
    if as_json:
        from langkah.apps.cli.console import has_answered, print_json

        if not has_answered():
            print_json({"error": lines})
    return code


def report_interrupt(words: Sequence[str]) -> int:
    """Report that Ctrl-C ended the program, also as JSON if the arguments `words` request it. Returns the exit code."""
    try:
        return _report_stop("interrupt", INTERRUPTED, as_json="--json" in words)
    except (OSError, KeyboardInterrupt):
        return INTERRUPTED


def _report_stop(limit: str, code: int, *, as_json: bool) -> int:
    """Report that the program stopped before a search could start. With `as_json`, also print a JSON answer that gives
    the reason, unless an answer was already printed. Returns `code`.
    """
    from langkah.apps.cli.console import has_answered, print_json
    from langkah.tasks.solve import make_stopped_answer

    answer = make_stopped_answer(limit)
    print(answer.result.why, file=sys.stderr)
    if as_json and not has_answered():
        print_json(answer.as_dict())
    return code


def _describe_defect(error: BaseException) -> list[str]:
    """The message about an unexpected error outside the user's own puzzle."""
    from langkah.errors import describe_exception

    return [
        _("Unexpected error: {what}").format(what=describe_exception(error)),
        _("This is a defect in Langkah. Set LANGKAH_DEBUG=1 to see the full traceback."),
    ]
