"""`langkah draw`: draws the start of a problem, or the position after some moves, as a picture file or as text."""

import argparse

from langkah.apps.cli import arguments
from langkah.apps.cli.console import print_json
from langkah.apps.cli.picture_files import write_board
from langkah.language import _
from langkah.session import Session
from langkah.views.json_form import scene_to_json
from langkah.views.picture import PICTURE_ENDINGS, UNIT_PIXELS
from langkah.views.text import draw_text
from langkah.views.theme import THEMES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    arguments.add_problem(parser)
    text = _("the file to write, ending in one of {kinds}; without it, the board is printed")
    known = ", ".join(PICTURE_ENDINGS)
    parser.add_argument("-o", "--output", metavar=_("FILE"), default="-", help=text.format(kinds=known))
    parser.add_argument("--theme", choices=THEMES, default="light", help=_("the colours (default: light)"))
    text = _("pixels per unit of the board (default {n})").format(n=round(UNIT_PIXELS))
    parser.add_argument("--size", type=arguments.parse_positive, default=UNIT_PIXELS, metavar="N", help=text)
    parser.add_argument(
        "--moves", metavar=_("MOVES"), default="", help=_("make these moves before drawing, as in '1-2, 1-3'")
    )


def run(args: argparse.Namespace) -> int:
    """Draw the position, and write the picture to a file or print it as text."""
    session = Session(arguments.load_problem(args), dice=False)
    for move in filter(None, map(str.strip, args.moves.split(","))):
        session.play(move)
    scene = session.problem.scene(session.state)  # if `scene` fails, this command reports an error and draws nothing
    if args.output != "-":
        write_board(args.output, scene, args.theme, args.size)
    if args.json:
        print_json({"problem": session.problem.name, "file": args.output, "scene": scene_to_json(scene)})
    elif args.output == "-":
        print(draw_text(scene))
    return 0
