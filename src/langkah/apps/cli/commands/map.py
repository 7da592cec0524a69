"""`langkah map`: draws the whole state space of a puzzle as a picture or a web page."""

import argparse

from langkah.apps.cli import arguments
from langkah.apps.cli.console import print_json, print_lines, write_output
from langkah.apps.cli.exit_codes import get_exit_code
from langkah.language import _, format_number
from langkah.session import Session
from langkah.tasks.space_map import LAYOUTS, MOST_STATES, MapRequest, SpaceMap
from langkah.tasks.table import ask
from langkah.tracing import Status
from langkah.views.space_map.files import MAP_ENDINGS, draw_map
from langkah.views.theme import THEMES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    arguments.add_problem(parser)
    text = _("the file to write, ending in one of {kinds}; without it, the map is described in words")
    parser.add_argument("-o", "--output", metavar=_("FILE"), help=text.format(kinds=", ".join(MAP_ENDINGS)))
    text = _(
        "how states are arranged on the map: by the shape of the space, or in rings around the start (default: shape)"
    )
    parser.add_argument("--layout", choices=LAYOUTS, default="shape", help=text)
    text = _("at most this many states on the map; a larger space is shown in part (default {n})")
    arguments.add_whole(parser, "--states", text.format(n=format_number(MOST_STATES)), MOST_STATES)
    parser.add_argument("--theme", choices=THEMES, default="light", help=_("the colours (default: light)"))
    text = _("moves whose path is drawn, as in '1-2, 1-3'")
    parser.add_argument("--moves", metavar=_("MOVES"), default="", help=text)
    arguments.add_limits(parser)


def run(args: argparse.Namespace) -> int:
    """Draw and write the map."""
    if args.output is not None:
        arguments.check_target(args.output, MAP_ENDINGS)
    session = Session(arguments.load_problem(args), dice=False)
    for move in filter(None, map(str.strip, args.moves.split(","))):
        session.play(move)
    request = MapRequest(session, args.layout, min(max(args.states, 10), MOST_STATES))
    with arguments.open_context(args) as context, arguments.limit_time(args):
        drawn: SpaceMap = ask("map", request, context)
        if args.output is not None:
            write_output(args.output, draw_map(drawn, args.output, theme=args.theme))
    if args.json:
        print_json(drawn.as_dict() | {"file": args.output})
    else:
        print_lines(f"{drawn.name}: {drawn.describe()}")
    return get_exit_code(Status.STOPPED if drawn.limit else Status.SOLVED, drawn.limit)
