"""`langkah draw`: the picture of a problem's start, or of a position of a shared session, as a file."""

import argparse
from collections.abc import Callable
from pathlib import Path

from langkah.apps import options
from langkah.errors import BadInput
from langkah.language import _
from langkah.scene import Scene
from langkah.session import Session
from langkah.views.png import png
from langkah.views.svg import svg
from langkah.views.text import text
from langkah.views.theme import THEMES

SIZE = 48.0

Writer = Callable[[Scene, str, float], bytes]
WRITERS: dict[str, Writer] = {
    ".svg": lambda scene, theme, size: svg(scene, theme=theme, size=size, page=True).encode(),
    ".png": lambda scene, theme, size: png(scene, theme=theme, size=size),
    ".txt": lambda scene, _theme, _size: (text(scene) + "\n").encode(),
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this command."""
    options.add_problem(parser)
    known = ", ".join(WRITERS)
    parser.add_argument(
        "-o", "--output", metavar=_("FILE"), default="-", help=_("{kinds}; - or nothing: text").format(kinds=known)
    )
    parser.add_argument("--theme", choices=THEMES, default="light", help=_("the colours"))
    parser.add_argument("--size", type=options.positive, default=SIZE, metavar="N", help=_("pixels for a unit"))
    parser.add_argument("--moves", metavar=_("MOVES"), default="", help=_("moves to make first, as in '1-2 1-3'"))


def run(args: argparse.Namespace) -> int:
    """Draw and write."""
    session = Session(options.problem(args), dice=False)
    for move in args.moves.replace(",", " ").split():
        session.play(move)
    scene = session.scene()
    if args.output == "-":
        print(text(scene))
        return 0
    target = Path(args.output)
    writer = WRITERS.get(target.suffix.lower())
    if writer is None:
        known = ", ".join(WRITERS)
        raise BadInput(_("'{path}': the end of the name must be one of {known}").format(path=args.output, known=known))
    data = writer(scene, args.theme, args.size)
    try:
        target.write_bytes(data)
    except OSError as error:
        raise BadInput(_("{path} cannot be written: {why}").format(path=target, why=error.strerror)) from None
    return 0
