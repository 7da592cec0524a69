"""`langkah worksheet`: a page to print, with blanks to fill in and the solutions, from any search on any problem."""

import argparse
import sys
from itertools import count
from pathlib import Path

from langkah.apps.cli import arguments
from langkah.apps.cli.console import ProgressLine, print_json, write_output
from langkah.language import _
from langkah.search import solve
from langkah.trace import Trace
from langkah.views.worksheet import NODES, QUESTIONS, ROWS, make_worksheet

MOST_EVENTS = 50_000
INTERRUPTED = 130


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this command."""
    arguments.add_problem(parser)
    parser.add_argument(
        "--algorithm", metavar=_("NAME"), help=_("see `langkah list`; without it, a sound one is picked")
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar=_("FILE"),
        help=_("the HTML file; - for standard output (default: worksheet.html, unless piped)"),
    )
    parser.add_argument(
        "--rows",
        type=arguments.parse_whole,
        default=ROWS,
        metavar="N",
        help=_("iterations in the table (default {n})").format(n=ROWS),
    )
    parser.add_argument(
        "--nodes",
        type=arguments.parse_whole,
        default=NODES,
        metavar="N",
        help=_("nodes of the tree, at most (default {n})").format(n=NODES),
    )
    parser.add_argument(
        "--questions",
        type=arguments.parse_whole,
        default=QUESTIONS,
        metavar="N",
        help=_("questions to ask (default {n})").format(n=QUESTIONS),
    )
    parser.add_argument(
        "--seed",
        type=arguments.parse_whole,
        default=0,
        metavar="S",
        help=_("another number, other questions (default 0)"),
    )
    arguments.add_search(parser)
    arguments.add_limits(parser)
    arguments.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Search, record, and write the page."""
    problem = arguments.load_problem(args)
    trace = Trace(MOST_EVENTS)
    with ProgressLine() as progress:
        result = solve(
            problem,
            args.algorithm,
            limit=arguments.read_limit(args),
            observe=trace,
            progress=progress,
            **arguments.read_search_options(args),
        )
    page = make_worksheet(
        problem, trace, result, rows=max(args.rows, 1), ask=args.questions, nodes=max(args.nodes, 1), seed=args.seed
    )
    target = args.output or ("-" if args.json or not sys.stdout.isatty() else _find_free_name())
    if target != "-" or not args.json:
        write_output(target, page)
    if args.json:
        shown = {"page": page} if target == "-" else {"file": target}
        print_json({"problem": result.problem, "algorithm": result.algorithm, **shown})
    return INTERRUPTED if result.limit == "interrupt" else 0


def _find_free_name() -> str:
    """A name for the page that no file in this folder has yet."""
    names = (f"worksheet{'' if number == 1 else f'-{number}'}.html" for number in count(1))
    return next(name for name in names if not Path(name).exists())
