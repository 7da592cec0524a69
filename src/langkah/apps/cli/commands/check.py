"""`langkah check`: check a certificate. Exit code 0: proved; 5: it does not hold; 2: it is not a certificate."""

import argparse
from pathlib import Path

from langkah.apps.cli import arguments
from langkah.apps.cli.console import print_json, print_lines
from langkah.errors import DoesNotHold
from langkah.language import _, format_plural
from langkah.tasks.proof import Checked, CheckRequest
from langkah.tasks.table import ask

CHECK_MEMORY = 1 << 30  # bytes, unless --memory is given


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument(
        "file", metavar=_("FILE"), help=_("a certificate that `langkah prove` wrote or, with --region, a checkpoint")
    )
    text = _(
        "the problem that the certificate is about: needed if it is in a Python file, which Langkah "
        "runs only if it is named here"
    )
    parser.add_argument("--problem", metavar=_("PROBLEM"), help=text)
    text = _(
        "if FILE is the checkpoint of a Tower of Hanoi that was explored region by region: explore "
        "this region again (`all`: every region)"
    )
    parser.add_argument("--region", metavar="NAME", default="", help=text)
    parser.epilog = _(
        "Exit code: 0 if the claim is proved, 5 if the certificate does not hold, 2 if the file is not a certificate."
    )
    arguments.add_limits(parser)


def run(args: argparse.Namespace) -> int:
    """Check a certificate, and print its claim."""
    request = CheckRequest(
        file=Path(args.file), problem=args.problem, memory=args.memory or CHECK_MEMORY, region=args.region
    )
    with arguments.open_context(args) as context, arguments.limit_time(args):
        checked: Checked = ask("check", request, context)
    if args.json:
        print_json(checked.as_dict())
    else:
        print_lines(*_describe(args.file, checked))
    return 0 if checked.failure is None else DoesNotHold.exit_code


def _describe(file: str, checked: Checked) -> list[str]:
    if checked.failure is not None:
        return [_("{file}: the certificate does not hold").format(file=file), f"  {checked.failure}"]
    told = checked.verdict
    assert told is not None
    states = format_plural("{n} state", "{n} states", told.states)
    looked = _("{states} checked, using only the rules of the puzzle")
    if told.claim == "region":
        looked = _("{states} explored again")
    return [
        _("proved: {what}").format(what=told.proved),
        "  " + looked.format(states=states),
        *("  " + _("not proved: {what}").format(what=each) for each in told.unproved),
        f"  sha256 {told.sha256}",
    ]
