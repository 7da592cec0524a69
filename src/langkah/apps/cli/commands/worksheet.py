"""`langkah worksheet`: makes a worksheet with blanks and solutions (HTML, LaTeX or PDF) from any search on any
problem.
"""

import argparse
import sys
from itertools import count
from pathlib import Path
from typing import Literal

from langkah.apps.cli import arguments
from langkah.apps.cli.console import print_json, write_output
from langkah.apps.cli.exit_codes import INTERRUPTED
from langkah.apps.cli.print_pdf import find_browser, print_pdf
from langkah.errors import BadInput
from langkah.language import _
from langkah.tasks.table import ask
from langkah.tasks.worksheet import (
    USUAL_NODES,
    USUAL_QUESTIONS,
    USUAL_ROWS,
    WorksheetAnswer,
    WorksheetRequest,
    read_class,
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    arguments.add_problem(parser)
    arguments.add_algorithm(parser)
    text = _(
        "the output file, .html, .tex or .pdf; - for standard output (default: worksheet.html, or "
        "standard output if that is piped)"
    )
    parser.add_argument("-o", "--output", metavar=_("FILE"), help=text)
    parser.add_argument("--latex", action="store_true", help=_("write LaTeX instead of HTML"))
    parser.add_argument(
        "--pdf", metavar=_("FILE.pdf"), help=_("print the page to a PDF file too (needs Chromium or Chrome)")
    )
    text = _("write the solutions to a separate file, .html, .tex or .pdf, instead of on the sheet")
    parser.add_argument("--key", metavar=_("FILE"), help=text)
    arguments.add_whole(
        parser, "--rows", _("number of iterations in the table (default {n})").format(n=USUAL_ROWS), USUAL_ROWS
    )
    arguments.add_whole(
        parser,
        "--nodes",
        _("show at most this many nodes of the tree (default {n})").format(n=USUAL_NODES),
        USUAL_NODES,
    )
    arguments.add_whole(
        parser, "--questions", _("questions to ask (default {n})").format(n=USUAL_QUESTIONS), USUAL_QUESTIONS
    )
    arguments.add_whole(
        parser, "--seed", _("the seed: a different number gives different questions and starts (default 0)"), 0, "S"
    )
    text = _("write N sheets to one file, each with a different start")
    parser.add_argument("--variants", type=arguments.parse_whole, metavar="N", help=text)
    text = _(
        "one sheet per student in one file, each with the student's name and a different start; the CSV file needs a "
        "column `id`"
    )
    parser.add_argument("--students", metavar=_("FILE.csv"), help=text)
    text = _("with --variants or --students: draw only starts whose least cost lies in this range, as in 8..10")
    parser.add_argument("--least", metavar=_("A..B"), help=text)
    arguments.add_search(parser)
    arguments.add_limits(parser)


def run(args: argparse.Namespace) -> int:
    """Record the search, and write the worksheet."""
    pdf = args.pdf or (args.output if _ends(args.output, ".pdf") else None)
    latex = args.latex or _ends(args.output, ".tex")
    key_latex = _ends(args.key, ".tex") or (args.latex and not _ends(args.key, ".html"))
    if (pdf and latex) or (_ends(args.key, ".pdf") and key_latex):
        raise BadInput(
            _(
                "Langkah makes a PDF from HTML, not from LaTeX: leave out --latex, or leave out --pdf and "
                "run pdflatex yourself"
            )
        )
    if args.key in ("", "-") or (args.key and args.key in (args.output, args.pdf)):
        raise BadInput(
            _("--key {file}: the solutions need a file of their own, separate from the worksheet").format(file=args.key)
        )
    browser = find_browser() if pdf or _ends(args.key, ".pdf") else None
    problem, search = arguments.load_problem(args), arguments.read_options(args)
    kind: Literal["", "html", "latex"] = "" if args.key is None else "latex" if key_latex else "html"
    names, least = read_class(args.variants, args.students, args.least)
    asked = (args.rows, args.nodes, args.questions, args.seed, latex, kind, names, least)
    request = WorksheetRequest(problem, search, *asked)
    with arguments.open_context(args) as context:
        answer: WorksheetAnswer = ask("worksheet", request, context)
    if pdf and browser:
        print_pdf(browser, answer.page, pdf)
    if _ends(args.key, ".pdf") and browser:
        print_pdf(browser, answer.key, args.key)
    elif args.key:
        write_output(args.key, answer.key)
    target = args.output or pdf or ("-" if args.json or not sys.stdout.isatty() else _find_free_name(latex=latex))
    if target != pdf and (target != "-" or not args.json):
        write_output(target, answer.page)
    if args.json:
        written = {"page": answer.page} if target == "-" else {"file": target}
        written |= {"key": args.key} if args.key else {}
        print_json({"problem": answer.result.problem, "algorithm": answer.result.algorithm, **written})
    return INTERRUPTED if answer.result.limit == "interrupt" else 0


def _ends(name: str | None, ending: str) -> bool:
    return name is not None and name.lower().endswith(ending)


def _find_free_name(*, latex: bool) -> str:
    """A file name that does not yet exist in the current folder, for the page of the worksheet."""
    ending = "tex" if latex else "html"
    names = (f"worksheet{'' if number == 1 else f'-{number}'}.{ending}" for number in count(1))
    return next(name for name in names if not Path(name).exists())
