"""`langkah prove`: proves an answer, and writes the proof to a file that `langkah check` can check."""

import argparse
import shlex

from langkah.apps.cli import arguments
from langkah.apps.cli.console import print_json, print_lines, report_written
from langkah.language import _, format_bytes, format_plural
from langkah.output_file import write_file
from langkah.tasks.audit import PLAYERS, SEATS
from langkah.tasks.proof import CLAIMS, Proof, ProveRequest, is_own_problem
from langkah.tasks.table import ask


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    arguments.add_problem(parser)
    about = "; ".join(f"{name}: {_(row.about)}" for name, row in CLAIMS.items())
    parser.add_argument("--claim", metavar=_("CLAIM"), default="", help=about)
    parser.add_argument(
        "-o",
        "--output",
        metavar=_("FILE"),
        help=_("the certificate file to write (without it, only check that a proof exists)"),
    )
    text = _("for the claim never-loses: the player, one of {names}").format(names=", ".join(PLAYERS))
    parser.add_argument("--player", metavar=_("PLAYER"), default="", help=text)
    parser.add_argument(
        "--seat", choices=SEATS, default="second", help=_("whether the player moves first or second (default: second)")
    )
    arguments.add_whole(parser, "--seed", _("seed for players that choose at random"), 0, "S")
    text = _(
        "list each state separately, even if several have the same key: the file is larger, but the "
        "proof does not rely on the puzzle's key"
    )
    parser.add_argument("--every-state", action="store_true", help=text)
    arguments.add_algorithm(parser)
    arguments.add_search(parser)
    arguments.add_limits(parser)


def run(args: argparse.Namespace) -> int:
    """Prove the claim, and write the certificate."""
    problem = arguments.load_problem(args)
    if args.output:
        arguments.check_folder(args.output)
    request = ProveRequest(
        problem, args.claim, args.player, args.seat, arguments.read_options(args), args.seed, args.every_state
    )
    with arguments.open_context(args) as context, arguments.limit_time(args):
        proof: Proof = ask("prove", request, context)
    if args.output:
        write_file(args.output, proof.data)
    if args.json:
        print_json({**proof.verdict.as_dict(), "file": args.output, "bytes": len(proof.data)})
        return 0
    print_lines(*describe_proof(proof))
    if args.output:
        report_written(args.output)
        words = ["langkah", "check", args.output, *(["--problem", args.problem] if is_own_problem(problem) else [])]
        print_lines(_("Check it: {command}").format(command=shlex.join(words)))
    return 0


def describe_proof(proof: Proof) -> list[str]:
    """The claim of a certificate, its size, and what it does not prove, as lines."""
    told = proof.verdict
    text = _("{states} listed, {size}; checked using only the rules of the problem")
    states = format_plural("{n} state", "{n} states", told.states)
    return [
        told.proved,
        "  " + text.format(states=states, size=format_bytes(len(proof.data))),
        *("  " + _("not proved: {what}").format(what=each) for each in told.unproved),
    ]
