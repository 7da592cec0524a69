"""`langkah play`: play on a web page, in a window or in a terminal."""

import argparse
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from langkah.apps.cli import arguments
from langkah.apps.cli.console import print_json
from langkah.errors import BadInput, MissingExtra
from langkah.games import load, load_shipped, parse_settings, split_level
from langkah.language import _
from langkah.model import Chance, Game, Problem
from langkah.players import USUAL
from langkah.session import Seat, Session, make_seat, open_link
from langkah.session.seats import HUMAN, MOST_TOKENS
from langkah.views.json_form import session_to_json
from langkah.views.theme import THEMES

if TYPE_CHECKING:
    from langkah.apps.web.background import BackgroundServer

SEATS = ("first", "second", "both", "none")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument(
        "problem",
        metavar=_("PROBLEM"),
        nargs="?",
        default="",
        help=_("GAME, GAME:LEVEL, FILE.toml, FILE.jsonl:LINE or FILE.py:CLASS"),
    )
    parser.add_argument("settings", metavar=_("name=value"), nargs="*", help=_("settings, as in discs=8 pegs=4"))
    where = parser.add_argument_group(_("where to play")).add_mutually_exclusive_group()
    where.add_argument("--window", action="store_true", help=_("in a window"))
    where.add_argument("--terminal", action="store_true", help=_("in this terminal"))
    page = parser.add_argument_group(_("in the web app (the default)"))
    page.add_argument("--host", default="127.0.0.1", help=_("the address to listen on (default: this machine only)"))
    page.add_argument("--port", type=arguments.parse_whole, help=_("the port to listen on"))
    page.add_argument("--no-browser", action="store_true", help=_("do not open a browser"))
    play = parser.add_argument_group(_("in a window or a terminal"))
    play.add_argument("--opponent", metavar=_("NAME"), default="", help=_("two-player games: who plays against you"))
    play.add_argument("--seat", choices=SEATS, default="first", help=_("two-player games: which side is yours"))
    play.add_argument(
        "--players",
        type=arguments.parse_whole,
        default=1,
        metavar="N",
        help=_("races with dice: the number of players, 1 to 4"),
    )
    play.add_argument("--choose", action="store_true", help=_("games with dice: choose every roll yourself"))
    play.add_argument(
        "--seed", type=arguments.parse_whole, default=0, metavar="S", help=_("seed for dice and opponents")
    )
    play.add_argument("--theme", choices=THEMES, help=_("in a window: the colours (default: light)"))
    play.add_argument(
        "--open",
        metavar=_("TEXT"),
        default="",
        help=_("reopen a shared position: the text that the command `share` prints in a terminal game"),
    )


def run(args: argparse.Namespace) -> int:
    """Start playing; with --json, only print the board and the possible actions."""
    if args.theme and not args.window:
        raise BadInput(
            _("--theme needs --window: the web app has a switch for the theme, and a terminal has its own colours")
        )
    if args.json:
        print_json(session_to_json(_open_session(args)))
        return 0
    if args.terminal:
        from langkah.apps.terminal.play import play_in_terminal

        return play_in_terminal(_open_session(args))
    if args.window:
        try:
            from langkah.apps.window import show_window
        except ImportError as error:
            raise _explain_missing_extra(
                error, _("The window needs pygame-ce: pip install 'langkah[window]'")
            ) from None
        session = _open_session(args) if args.problem or args.open else None
        with _offer_page(session.problem if session else None) as open_page:
            return show_window(session, theme=args.theme or "light", open_page=open_page)
    try:
        from langkah.apps.web.server import serve
    except ImportError as error:
        raise _explain_missing_page(error) from None
    if args.open:
        raise BadInput(_("--open needs --terminal or --window; for the web app, open the link itself"))
    start = _load_start(args) if args.problem else None
    return serve(start, host=args.host, port=args.port, browser=not args.no_browser)


@contextmanager
def _offer_page(start: Problem[Any, Any] | None) -> Iterator[Callable[[str], str]]:
    """Yield a function that opens the web page at a link. The first call of this function starts the server, which
    stops at the end of this context.
    """
    servers: list[BackgroundServer] = []

    def open_page(link: str) -> str:
        if not servers:
            try:
                from langkah.apps.web.background import BackgroundServer
            except ImportError as error:
                raise _explain_missing_page(error) from None
            servers.append(BackgroundServer(start))
        return servers[0].open_browser(link)

    try:
        yield open_page
    finally:
        for server in servers:
            server.close()


def _explain_missing_page(error: ImportError) -> Exception:
    text = _("The web app needs FastAPI and uvicorn: pip install 'langkah[web]'; or play with --terminal")
    return _explain_missing_extra(error, text)


def _explain_missing_extra(error: ImportError, line: str) -> Exception:
    """The exception to raise after a failed import: `MissingExtra` with the text `line` if a third-party package is
    missing, but `error` itself if a module of Langkah could not be imported.
    """
    return error if (error.name or "").startswith("langkah") else MissingExtra(line)


def _load_start(args: argparse.Namespace) -> Problem[Any, Any]:
    if not args.problem:
        raise BadInput(_("Give a problem to play, as in: langkah play --terminal {example}").format(example="PROBLEM"))
    return load(args.problem, parse_settings(args.settings))


def _open_session(args: argparse.Namespace) -> Session:
    """The requested session: new, or restored from a shared text.

    A shared text is untrusted: it may open only problems that come with Langkah, or the problem on the command line.
    """
    if args.open:
        named = _load_start(args).origin[0] if args.problem else ""

        def trusted(name: str, settings: Mapping[str, object]) -> Problem[Any, Any]:
            same_game = named and split_level(name)[0] == split_level(named)[0]
            return load(name, settings) if same_game else load_shipped(name, settings)

        return open_link(args.open, trusted)
    chosen = _load_start(args)
    return Session(chosen, seats=_make_seats(chosen, args), dice=not args.choose, seed=args.seed)


def _make_seats(chosen: Problem[Any, Any], args: argparse.Namespace) -> list[Seat]:
    if isinstance(chosen, Game):
        opponent = args.opponent or (USUAL if args.window else HUMAN)
        own = {"first": (True, False), "second": (False, True), "both": (True, True), "none": (False, False)}
        return [
            Seat() if mine else make_seat(chosen, opponent, args.seed + index)
            for index, mine in enumerate(own[args.seat])
        ]
    if args.players > 1 and (args.choose or not isinstance(chosen, Chance)):
        raise BadInput(
            _("--players {n}: more than one player is possible only in a race with dice, and not with --choose").format(
                n=args.players
            )
        )
    if not 1 <= args.players <= MOST_TOKENS:
        raise BadInput(
            _("--players {n}: the number of players must be from 1 to {most}").format(n=args.players, most=MOST_TOKENS)
        )
    return [Seat()] * args.players
