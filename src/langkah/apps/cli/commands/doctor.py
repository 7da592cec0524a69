"""`langkah doctor`: examine a puzzle definition, usually your own.

Exit code 0: healthy; 2: a defect was found. A defect is bad input, because the author of the puzzle must fix it.
"""

import argparse

from langkah.apps.cli import arguments
from langkah.apps.cli.console import join_boards, print_json, print_lines, print_table, report_written
from langkah.apps.terminal.progress import ProgressLine
from langkah.errors import BadInput, LangkahError
from langkah.language import _, format_number, format_plural
from langkah.output_file import write_file
from langkah.tasks.context import Context
from langkah.tasks.doctor import (
    USUAL_LIMIT,
    DoctorRequest,
    Report,
    describe_check,
    report_unbuildable,
)
from langkah.tasks.proof import Proof, ProveRequest
from langkah.tasks.table import ask
from langkah.tracing import Limit

OVERTIME_SECONDS = 5.0  # how long the examination may exceed its time limit before an alarm stops it


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    arguments.add_problem(parser)
    text = _("write a certificate that the heuristic is consistent over the whole state space; see `langkah check`")
    parser.add_argument("--proof", metavar=_("FILE"), help=text)
    parser.epilog = _("Exit code: 0 if no problems were found, 2 otherwise.")
    group = parser.add_argument_group(_("limits"))
    text = _(
        "explore the states for this many seconds, then check them for as many seconds again (default {n:g})"
    ).format(n=USUAL_LIMIT.seconds)
    usual = USUAL_LIMIT.seconds
    group.add_argument("--limit-seconds", type=arguments.parse_positive, default=usual, metavar="S", help=text)
    text = _("examine at most this many states (default {n})").format(n=format_number(USUAL_LIMIT.nodes))
    arguments.add_whole(group, "--limit-nodes", text, USUAL_LIMIT.nodes)


def run(args: argparse.Namespace) -> int:
    """Examine the puzzle and print the report; on request, write a proof that the estimate is consistent."""
    if args.proof:
        arguments.check_folder(args.proof)
    report = _examine(args)
    if args.json:
        print_json(report.as_dict())
    else:
        _print_report(report)
    if args.proof and report.healthy:
        _write_proof(args)
    return 0 if report.healthy else BadInput.exit_code


def _examine(args: argparse.Namespace) -> Report:
    """The doctor's report on the puzzle. If the puzzle cannot even be created, the report says why."""
    try:
        problem = arguments.load_problem(args)
    except LangkahError:
        raise
    except Exception as error:
        return report_unbuildable(args.problem, error)
    limit = Limit(args.limit_nodes, args.limit_seconds)
    with ProgressLine() as progress, arguments.limit_time(args, 2 * args.limit_seconds + OVERTIME_SECONDS):
        report: Report = ask("doctor", DoctorRequest(problem, args.problem), Context(limit, progress))
        return report


def _write_proof(args: argparse.Namespace) -> None:
    """Write a certificate that the default estimate is consistent. The limits of the examination apply to this proof,
    too.
    """
    problem, limit = arguments.load_problem(args), Limit(args.limit_nodes, args.limit_seconds)
    with ProgressLine() as progress:
        proof: Proof = ask("prove", ProveRequest(problem, "consistent"), Context(limit, progress))
    write_file(args.proof, proof.data)
    if not args.json:
        print_lines(proof.verdict.proved)
    report_written(args.proof)


def _print_report(report: Report) -> None:
    words = {"ok": _("fine"), "note": _("note"), "defect": _("PROBLEM")}
    rows = [[check.name, describe_check(check.name), words[check.status]] for check in report.checks]
    print_table([_("check"), _("what it means"), _("result")], rows, report.problem)
    for check in report.checks:
        for finding, count in check.findings:
            often = " " + _("({n} times)").format(n=format_number(count)) if count > 1 else ""
            print_lines("", f"{words['defect' if finding.defect else 'note']} {check.name}: {finding.text}{often}")
            if finding.advice:
                print_lines("    " + _("write: {line}").format(line=finding.advice))
            print("".join(f"{line}\n" for line in join_boards(finding.boards, margin=4, gap=4)), end="")
    print()
    if report.states:
        print_lines(report.coverage())
    for check in report.checks:
        if 0 < check.looked < report.states:
            text = (
                _("{check}: the time limit was reached, so only {states} could be checked")
                if check.is_late
                else _("{check}: only {states} could be checked, because of the error above")
            )
            states = format_plural("{n} state", "{n} states", check.looked)
            print_lines(text.format(check=check.name, states=states))
    if report.healthy:
        print(_("no problems found"))
    elif report.states or any(check.status == "defect" for check in report.checks):
        print(_("problems found: see above"))
    else:
        print(_("no state was examined: the limit was reached first"))
