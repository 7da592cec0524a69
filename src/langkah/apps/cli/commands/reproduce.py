"""`langkah reproduce`: recomputes every claim of the five papers with which Langkah began."""

import argparse
from collections import Counter

from langkah.apps.cli import arguments
from langkah.apps.cli.console import format_cell, print_json, print_lines
from langkah.apps.cli.exit_codes import get_exit_code
from langkah.language import _, format_plural
from langkah.tasks.context import Context
from langkah.tasks.reproduce import PAPERS, Claim, ReproduceAnswer, ReproduceRequest
from langkah.tasks.table import ask
from langkah.tracing import Limit, Status


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    text = _("one of {names}").format(names=", ".join(PAPERS))
    parser.add_argument("paper", nargs="?", metavar=_("PAPER"), help=text)
    arguments.add_time_limit(parser)


def run(args: argparse.Namespace) -> int:
    """Recompute the claims, and print whether they agree with the papers."""
    with arguments.limit_time(args):
        context = Context(Limit(seconds=args.limit_seconds))
        answer: ReproduceAnswer = ask("reproduce", ReproduceRequest(args.paper), context)
    if args.json:
        print_json(answer.as_dict())
    else:
        for name, claims in answer.papers.items():
            _print_paper(name, claims)
        if answer.limit:
            print(_("stopped at the time limit"))
    return get_exit_code(Status.STOPPED if answer.limit else Status.SOLVED, answer.limit)


def _print_paper(name: str, claims: list[Claim]) -> None:
    marks = Counter(claim.mark for claim in claims)
    print(f"{name}: {_(PAPERS[name])}")
    for claim in claims:
        print_lines(f"  {claim.mark} {claim.claim}: {_format_value(claim.ours)}")
        if not claim.agrees:
            print_lines("      " + _("the paper prints {value}").format(value=_format_value(claim.paper)))
        if claim.note:
            print_lines(f"      {claim.note}")
    words = [format_plural("{n} claim agrees", "{n} claims agree", marks["="])]
    words += [format_plural("{n} does not agree", "{n} do not agree", marks["≠"])] if marks["≠"] else []
    words += [format_plural("{n} value is new", "{n} values are new", marks["+"])] if marks["+"] else []
    print(f"  {', '.join(words)}\n")


def _format_value(value: object) -> str:
    return format_cell(value) if isinstance(value, int) else str(value)
