"""`langkah doctor`: examine a puzzle definition, one's own above all. Exit code 0: healthy; 2: a defect was found,
which is for the author of the puzzle to mend, like any other bad input."""

import argparse
from typing import Any

from langkah.apps.cli import arguments
from langkah.apps.cli.console import get_screen_width, print_json, print_lines, print_table
from langkah.doctor import CHECKS, CheckResult, Finding, Report, describe_exception, examine
from langkah.errors import LangkahError
from langkah.language import N_, _, format_number, format_plural
from langkah.model import Problem
from langkah.search.run import Stopped

SICK = 2
SECONDS, STATES = 10.0, 20_000
PATIENCE = 5.0  # seconds after the examination should have ended
BASICS = N_("it can be built, and its steps are steps")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this command."""
    arguments.add_problem(parser)
    parser.epilog = _("Exit code: 0 if no defect was found, 2 if there is one.")
    group = parser.add_argument_group(_("limits"))
    text = _("survey for this many seconds, and check for as many again (default {n:g})").format(n=SECONDS)
    group.add_argument("--limit-seconds", type=arguments.parse_positive, default=SECONDS, metavar="S", help=text)
    text = _("look at this many states (default {n})").format(n=format_number(STATES))
    group.add_argument("--limit-nodes", type=arguments.parse_whole, default=STATES, metavar="N", help=text)
    arguments.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Examine and report."""
    try:
        problem: Problem[Any, Any] = arguments.load_problem(args)
    except LangkahError:
        raise
    except Exception as error:
        built = CheckResult("constructor", ((Finding(True, describe_exception(error)), 1),))
        report = Report(args.problem, 0, 0, 0, False, 0.0, (built,))
    else:
        try:
            with arguments.limit_time(args, 2 * args.limit_seconds + PATIENCE):
                report = examine(problem, max(args.limit_nodes, 1), args.limit_seconds)
        except Stopped:
            text = _("one of its methods does not come to an end")
            report = Report(args.problem, 0, 0, 0, False, 0.0, (CheckResult("steps", ((Finding(True, text), 1),)),))
    if args.json:
        print_json(report.as_dict())
    else:
        _print_report(report)
    return 0 if report.healthy else SICK


def _print_report(report: Report) -> None:
    """The report as people read it."""
    words = {"ok": _("fine"), "note": _("note"), "defect": _("DEFECT")}
    rows = [
        [check.name, _(CHECKS[check.name].about if check.name in CHECKS else BASICS), words[check.status]]
        for check in report.checks
    ]
    print_table([_("check"), _("what it means"), _("result")], rows, report.problem)
    for check in report.checks:
        for finding, count in check.findings:
            often = " " + _("({n} times)").format(n=format_number(count)) if count > 1 else ""
            print_lines("", f"{words['defect' if finding.defect else 'note']} {check.name}: {finding.text}{often}")
            print(*_indent_boards(finding.boards), sep="\n", end="\n" if finding.boards else "")
    print()
    if report.states:
        print_lines(report.coverage())
    for check in report.checks:
        if 0 < check.looked < report.states:
            text = _("{check}: time was short, so only {states} could be checked")
            states = format_plural("{n} state", "{n} states", check.looked)
            print_lines(text.format(check=check.name, states=states))
    print(_("healthy: no defect was found") if report.healthy else _("sick: see above"))


def _indent_boards(boards: tuple[str, ...]) -> list[str]:
    """Boards side by side where they fit, else one below the other."""
    blocks = [board.split("\n") for board in boards]
    widths = [max(map(len, block)) for block in blocks]
    if sum(widths) + 4 * len(widths) > get_screen_width():
        return [f"    {line}" for block in blocks for line in [*block, ""]][:-1]
    height = max(map(len, blocks), default=0)
    padded = [[*block, *[""] * (height - len(block))] for block in blocks]
    lines = zip(*padded, strict=True)
    return [
        ("    " + "    ".join(part.ljust(width) for part, width in zip(line, widths, strict=True))).rstrip()
        for line in lines
    ]
