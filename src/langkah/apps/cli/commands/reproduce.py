"""`langkah reproduce`: every claim of the five papers, recomputed."""

import argparse

from langkah.apps.cli import arguments
from langkah.apps.cli.console import format_cell, print_json, print_lines
from langkah.language import _, format_plural
from langkah.papers import PAPERS, Claim, recompute_claims
from langkah.settings import make_unknown_name


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this command."""
    parser.add_argument(
        "paper", nargs="?", metavar=_("PAPER"), help=_("one of {names}").format(names=", ".join(PAPERS))
    )
    arguments.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Recompute and print."""
    if args.paper and args.paper not in PAPERS:
        raise make_unknown_name(_("Paper"), args.paper, PAPERS)
    found = {name: recompute_claims(name) for name in ([args.paper] if args.paper else PAPERS)}
    if args.json:
        papers = [
            {"paper": name, "title": _(PAPERS[name]), "claims": [_claim_to_json(each) for each in told]}
            for name, told in found.items()
        ]
        print_json({"papers": papers})
    else:
        for name, told in found.items():
            _print_paper(name, told)
    return 0


def _claim_to_json(claim: Claim) -> dict[str, object]:
    """A claim as plain JSON values."""
    return {**claim._asdict(), "agrees": claim.agrees}


def _print_paper(name: str, told: list[Claim]) -> None:
    """One paper, claim by claim."""
    agreeing = sum(claim.agrees for claim in told)
    print(f"{name}: {_(PAPERS[name])}")
    for claim in told:
        print_lines(f"  {'=' if claim.agrees else '≠'} {claim.claim}: {_format_value(claim.ours)}")
        if not claim.agrees:
            print_lines("      " + _("the paper prints {value}").format(value=_format_value(claim.paper)))
        if claim.note:
            print_lines(f"      {claim.note}")
    slips = len(told) - agreeing
    print(
        "  "
        + format_plural("{n} claim agrees", "{n} claims agree", agreeing)
        + (", " + format_plural("{n} does not", "{n} do not", slips) if slips else "")
        + "\n"
    )


def _format_value(value: object) -> str:
    """A value as people read it."""
    return format_cell(value) if isinstance(value, int) else str(value)
