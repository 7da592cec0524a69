"""`langkah worksheet`: a page to print, with blanks to fill in and the solutions, from any search on any problem."""

import argparse
import sys
from itertools import count
from pathlib import Path

from langkah.apps.cli import arguments
from langkah.apps.cli.console import print_json, write_output
from langkah.apps.cli.exit_codes import INTERRUPTED
from langkah.language import _
from langkah.tasks.worksheet import NODES, QUESTIONS, ROWS, WorksheetRequest, write_worksheet


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this command."""
    arguments.add_problem(parser)
    arguments.add_algorithm(parser)
    text = _("the HTML file; - for standard output (default: worksheet.html, unless piped)")
    parser.add_argument("-o", "--output", metavar=_("FILE"), help=text)
    arguments.add_whole(parser, "--rows", _("iterations in the table (default {n})").format(n=ROWS), ROWS)
    arguments.add_whole(parser, "--nodes", _("nodes of the tree, at most (default {n})").format(n=NODES), NODES)
    arguments.add_whole(parser, "--questions", _("questions to ask (default {n})").format(n=QUESTIONS), QUESTIONS)
    arguments.add_whole(parser, "--seed", _("another number, other questions (default 0)"), 0, "S")
    arguments.add_search(parser)
    arguments.add_limits(parser)


def run(args: argparse.Namespace) -> int:
    """Search, record, and write the page."""
    request = WorksheetRequest(arguments.read_search(args), args.rows, args.nodes, args.questions, args.seed)
    with arguments.open_context(args) as context:
        answer = write_worksheet(request, context)
    target = args.output or ("-" if args.json or not sys.stdout.isatty() else _find_free_name())
    if target != "-" or not args.json:
        write_output(target, answer.page)
    if args.json:
        told = answer.as_dict()
        if target != "-":
            del told["page"]
            told["file"] = target
        print_json(told)
    return INTERRUPTED if answer.result.limit == "interrupt" else 0


def _find_free_name() -> str:
    """A name for the page that no file in this folder has yet."""
    names = (f"worksheet{'' if number == 1 else f'-{number}'}.html" for number in count(1))
    return next(name for name in names if not Path(name).exists())
