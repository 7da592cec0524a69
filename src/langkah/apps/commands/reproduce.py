"""`langkah reproduce`: every claim of the five papers, recomputed."""

import argparse

from langkah.apps import options
from langkah.apps.console import print_json, say, shown
from langkah.language import _, plural
from langkah.papers import PAPERS, Claim, claims
from langkah.settings import unknown


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this command."""
    parser.add_argument(
        "paper", nargs="?", metavar=_("PAPER"), help=_("one of {names}").format(names=", ".join(PAPERS))
    )
    options.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Recompute and print."""
    if args.paper and args.paper not in PAPERS:
        raise unknown(_("Paper"), args.paper, PAPERS)
    found = {name: claims(name) for name in ([args.paper] if args.paper else PAPERS)}
    if args.json:
        papers = [
            {"paper": name, "title": _(PAPERS[name]), "claims": [as_dict(each) for each in told]}
            for name, told in found.items()
        ]
        print_json({"papers": papers})
    else:
        for name, told in found.items():
            show(name, told)
    return 0


def as_dict(claim: Claim) -> dict[str, object]:
    """A claim as plain JSON values."""
    return {**claim._asdict(), "agrees": claim.agrees}


def show(name: str, told: list[Claim]) -> None:
    """One paper, claim by claim."""
    agreeing = sum(claim.agrees for claim in told)
    print(f"{name}: {_(PAPERS[name])}")
    for claim in told:
        say(f"  {'=' if claim.agrees else '≠'} {claim.claim}: {read(claim.ours)}")
        if not claim.agrees:
            say("      " + _("the paper prints {value}").format(value=read(claim.paper)))
        if claim.note:
            say(f"      {claim.note}")
    slips = len(told) - agreeing
    print(
        "  "
        + plural("{n} claim agrees", "{n} claims agree", agreeing)
        + (", " + plural("{n} does not", "{n} do not", slips) if slips else "")
        + "\n"
    )


def read(value: object) -> str:
    """A value as people read it."""
    return shown(value) if isinstance(value, int) else str(value)
