"""`langkah trace`: the queue table of a search, as the papers draw it by hand, for any problem and algorithm."""

import argparse
from typing import Any

from langkah.apps import options
from langkah.apps.commands.solve import exit_code, verdict
from langkah.apps.console import FORMATS, Progress, print_json, print_table, write
from langkah.language import _, plural
from langkah.model import Problem
from langkah.search import solve
from langkah.trace import Result, Trace
from langkah.views.table import QueueRow, cell, ordered_by_cost, queue_rows

MOST_EVENTS = 2_000_000


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this command."""
    options.add_problem(parser)
    parser.add_argument(
        "--algorithm", metavar=_("NAME"), help=_("see `langkah list`; without it, a sound one is picked")
    )
    parser.add_argument(
        "--rows", type=options.whole, default=200, metavar="N", help=_("show at most this many rows (0: all)")
    )
    parser.add_argument(
        "--queue", type=options.whole, default=12, metavar="N", help=_("show so much of the queue (0: all)")
    )
    group = parser.add_argument_group(_("output"))
    for name in FORMATS:
        text = _("write the whole table as {format} to a file (- for standard output)").format(format=name)
        group.add_argument(f"--{name}", metavar=_("FILE"), help=text)
    options.add_search(parser)
    options.add_limits(parser)
    options.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Record a search and print its table."""
    problem = options.problem(args)
    trace = Trace(MOST_EVENTS)
    with Progress() as progress:
        result = solve(
            problem,
            args.algorithm,
            limit=options.limit(args),
            observe=trace,
            progress=progress,
            **options.search_options(args),
        )
    costs = ordered_by_cost(trace)
    if args.json:
        print_json(as_dict(problem, trace, result, args))
        return exit_code(result)
    wanted = [name for name in FORMATS if getattr(args, name)]
    for name in wanted:
        rows = [full_row(problem, each, costs=costs) for each in queue_rows(trace)]
        write(getattr(args, name), FORMATS[name](headers(), rows))
    if not wanted:
        show(problem, trace, result, args, costs=costs)
    return exit_code(result)


def headers() -> list[str]:
    """The columns of the table."""
    return [_("iteration"), _("node"), "f", "g", "h", _("queue"), _("dropped")]


def full_row(problem: Problem[Any, Any], each: QueueRow, *, costs: bool) -> list[object]:
    """A row with its whole queue."""
    queue = " ".join(cell(problem, event, costs=costs) for event in each.queue)
    node = each.node
    numbers = [node.total, node.cost, node.estimate] if costs else [node.cost, node.cost, 0]
    return [each.iteration, problem.label(node.state), *numbers, queue, "; ".join(each.notes)]


def show(
    problem: Problem[Any, Any], trace: Trace, result: Result[Any, Any], args: argparse.Namespace, *, costs: bool
) -> None:
    """The table as text, with long queues and long tables cut short; then the verdict."""
    most = args.queue or None
    rows: list[list[object]] = []
    total = 0
    for each in queue_rows(trace, most):
        total += 1
        if not args.rows or total <= args.rows:
            queue = " ".join(cell(problem, event, costs=costs) for event in each.queue)
            more = each.waiting - len(each.queue)
            rows.append(
                [each.iteration, cell(problem, each.node, costs=costs), queue + (f" ... (+{more})" if more else "")]
            )
    print_table([_("iteration"), _("node"), _("queue")], rows, f"{result.problem}, {result.algorithm}")
    if total > len(rows):
        print(
            plural(
                "... and {n} more row (--rows 0 shows all)",
                "... and {n} more rows (--rows 0 shows all)",
                total - len(rows),
            )
        )
    if trace.left_out:
        print(plural("{n} event was not recorded", "{n} events were not recorded", trace.left_out))
    print(verdict(problem, result))
    if result.why:
        print(f"  {result.why}")


def as_dict(
    problem: Problem[Any, Any], trace: Trace, result: Result[Any, Any], args: argparse.Namespace
) -> dict[str, Any]:
    """The table as plain JSON values."""
    rows = [
        {
            "iteration": each.iteration,
            "node": node(problem, each.node),
            "queue": [node(problem, event) for event in each.queue],
            "waiting": each.waiting,
            "dropped": list(each.notes),
        }
        for each in queue_rows(trace, args.queue or None)
        if not args.rows or each.iteration <= args.rows
    ]
    return {**result.as_dict(problem), "rows": rows, "events": len(trace), "left_out": trace.left_out}


def node(problem: Problem[Any, Any], event: Any) -> dict[str, Any]:
    """A node as plain JSON values."""
    return {
        "number": event.node,
        "state": problem.label(event.state),
        "f": event.total,
        "g": event.cost,
        "h": event.estimate,
    }
