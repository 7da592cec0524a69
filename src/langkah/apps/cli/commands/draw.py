"""`langkah draw`: the picture of a problem's start, or of a position of a shared session, as a file."""

import argparse
from collections.abc import Callable
from pathlib import Path

from langkah.apps.cli import arguments
from langkah.apps.cli.console import print_json, report_written
from langkah.errors import BadInput
from langkah.language import _
from langkah.scene import Scene
from langkah.session import Session
from langkah.views.json_form import scene_to_json
from langkah.views.png import draw_png
from langkah.views.svg import draw_svg
from langkah.views.text import draw_text
from langkah.views.theme import THEMES

SIZE = 48.0

Writer = Callable[[Scene, str, float], bytes]
WRITERS: dict[str, Writer] = {
    ".svg": lambda scene, theme, size: draw_svg(scene, theme=theme, size=size, page=True).encode(),
    ".png": lambda scene, theme, size: draw_png(scene, theme=theme, size=size),
    ".txt": lambda scene, _theme, _size: (draw_text(scene) + "\n").encode(),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this command."""
    arguments.add_problem(parser)
    known = ", ".join(WRITERS)
    parser.add_argument(
        "-o",
        "--output",
        metavar=_("FILE"),
        default="-",
        help=_("the file, which ends in one of {kinds}; without it the board is printed").format(kinds=known),
    )
    parser.add_argument("--theme", choices=THEMES, default="light", help=_("the colours (default: light)"))
    parser.add_argument(
        "--size",
        type=arguments.parse_positive,
        default=SIZE,
        metavar="N",
        help=_("pixels for a unit of the board (default {n})").format(n=round(SIZE)),
    )
    arguments.add_json(parser)
    parser.add_argument("--moves", metavar=_("MOVES"), default="", help=_("moves to make first, as in '1-2, 1-3'"))


def run(args: argparse.Namespace) -> int:
    """Draw and write."""
    session = Session(arguments.load_problem(args), dice=False)
    for move in filter(None, map(str.strip, args.moves.split(","))):
        session.play(move)
    scene = session.scene()
    if args.output != "-":
        write_scene(args.output, scene, args.theme, args.size)
    if args.json:
        print_json({"problem": session.problem.name, "file": args.output, "scene": scene_to_json(scene)})
    elif args.output == "-":
        print(draw_text(scene))
    return 0


def write_scene(target: str, scene: Scene, theme: str, size: float) -> None:
    """Write the picture in the form that the end of the name asks for."""
    path = Path(target)
    writer = WRITERS.get(path.suffix.lower())
    if writer is None:
        known = ", ".join(WRITERS)
        raise BadInput(_("'{path}': the end of the name must be one of {known}").format(path=path, known=known))
    data = writer(scene, theme, size)
    try:
        path.write_bytes(data)
    except OSError as error:
        raise BadInput(_("{path} cannot be written: {why}").format(path=path, why=error.strerror)) from None
    report_written(target)
