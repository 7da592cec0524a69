"""`langkah trace`: what a search does, for any problem and algorithm: as the queue table that the papers draw by hand,
as a tree, as one page that replays it, or as a record that can be opened again."""

import argparse
import json
import sys
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from langkah.apps import options
from langkah.apps.commands.solve import exit_code
from langkah.apps.console import FORMATS, Progress, print_json, print_table, write
from langkah.apps.pictures import write_picture
from langkah.apps.terminal_watch import impossible, possible, watch
from langkah.errors import BadInput
from langkah.games.files import read_text
from langkah.language import _, plural
from langkah.model import Problem
from langkah.search import solve
from langkah.trace import Result, Trace, as_json
from langkah.trace.stored import as_dict as stored_form
from langkah.trace.stored import from_dict
from langkah.views.sentences import verdict
from langkah.views.table import Table, queue_rows, tabulated
from langkah.views.tree import MOST_NODES, tree_dot, tree_scene

MOST_EVENTS = 1_000_000
ON_SCREEN = 200, 12  # rows, and entries of each queue
RECORD_BYTES = 500_000_000


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this command."""
    options.add_problem(parser)
    parser.add_argument(
        "--algorithm", metavar=_("NAME"), help=_("see `langkah list`; without it, a sound one is picked")
    )
    parser.add_argument(
        "--events", type=options.whole, default=MOST_EVENTS, metavar="N", help=_("record at most this many events")
    )
    add_outputs(parser)
    options.add_search(parser)
    options.add_limits(parser)
    options.add_json(parser)


def add_outputs(parser: argparse.ArgumentParser) -> None:
    """What to make of the record."""
    group = parser.add_argument_group(_("output"))
    group.add_argument(
        "--watch", action="store_true", help=_("step through it in this terminal, forward and back; ? shows the keys")
    )
    group.add_argument("--table", action="store_true", help=_("print the table, also where files are written"))
    group.add_argument(
        "--rows", type=options.whole, metavar="N", help=_("at most so many rows (0: all; without it 200 on the screen)")
    )
    group.add_argument(
        "--queue", type=options.whole, metavar="N", help=_("so much of the queue (0: all; without it 12 on the screen)")
    )
    for name in FORMATS:
        text = _("write the whole table as {format} to a file (- for standard output)").format(format=name)
        group.add_argument(f"--{name}", metavar=_("FILE"), help=text)
    group.add_argument("--html", metavar=_("FILE"), help=_("write one page that replays the search, without a server"))
    group.add_argument("--tree", metavar=_("FILE"), help=_("draw the search tree: .svg, .png or .dot"))
    group.add_argument(
        "--nodes", type=options.whole, default=MOST_NODES, metavar="N", help=_("of the tree: at most so many (0: all)")
    )
    group.add_argument("--boards", action="store_true", default=None, help=_("draw nodes as boards"))
    group.add_argument("--labels", dest="boards", action="store_false", help=_("draw nodes as labels"))
    group.add_argument(
        "--record", metavar=_("FILE.json"), help=_("store the record; `langkah trace FILE.json` opens it")
    )
    group.add_argument("--at", type=options.whole, metavar="N", help=_("tree, page, record: after so many events"))


class Traced(NamedTuple):
    """A record, and what it is a record of."""

    problem: Problem[Any, Any]
    trace: Trace
    result: Result[Any, Any]
    at: int | None


def run(args: argparse.Namespace) -> int:
    """Record a search, or open a record, and write what was asked for."""
    found = opened(args) if args.problem.endswith(".json") else recorded(args)
    if args.json:
        print_json(as_dict(found, args))
        return exit_code(found.result)
    files = write_files(found, args)
    if args.watch and possible():
        watch(found.problem, found.trace, found.result, found.at)
        return exit_code(found.result)
    if args.watch:
        print(impossible(), file=sys.stderr)
    if args.table or not files:
        show(found, args)
    elif found.trace.left_out:
        print(missing(found.trace), file=sys.stderr)
    return exit_code(found.result)


def recorded(args: argparse.Namespace) -> Traced:
    """Search, and record."""
    problem = options.problem(args)
    trace = Trace(max(args.events, 1))
    with Progress() as progress, options.clock(args):
        result = solve(
            problem,
            args.algorithm,
            limit=options.limit(args),
            observe=trace,
            progress=progress,
            **options.search_options(args),
        )
    return Traced(problem, trace, result, args.at)


def opened(args: argparse.Namespace) -> Traced:
    """Open a record."""
    try:
        stored = from_dict(json.loads(read_text(Path(args.problem), RECORD_BYTES)))
    except (json.JSONDecodeError, RecursionError) as error:
        raise BadInput(_("{path}: this is not JSON: {why}").format(path=args.problem, why=error)) from None
    return Traced(stored.problem, stored.trace, stored.ending(), args.at if args.at is not None else stored.at)


def write_files(found: Traced, args: argparse.Namespace) -> bool:
    """Write every file that was asked for; tells whether there was any."""
    wanted = [name for name in FORMATS if getattr(args, name)]
    for name in wanted:
        table = tabulated(found.problem, found.trace, rows=args.rows or None, queue=args.queue or None, full=True)
        write(getattr(args, name), FORMATS[name](table.headers, table.rows))
        if table.left_out:
            print(rows_left_out(table), file=sys.stderr)
    if args.html:
        from langkah.views.replay import replay_page

        text = verdict(found.problem, found.result) + (f" ({found.result.why})" if found.result.why else "")
        write(args.html, replay_page(found.problem, found.trace, found.result, verdict=text, at=found.at))
    if args.tree:
        draw_tree(found, args)
    if args.record:
        write(args.record, json.dumps(stored_form(found.trace, found.problem, found.result, at=found.at)))
    return bool(wanted or args.html or args.tree or args.record)


def draw_tree(found: Traced, args: argparse.Namespace) -> None:
    """Draw the tree into a file."""
    problem, trace, result, at = found
    line = [step.move for step in result.path]
    write_picture(
        args.tree,
        lambda: tree_scene(problem, trace, at, boards=args.boards, most=args.nodes or None, line=line),
        texts={".dot": lambda: tree_dot(problem, trace, at, most=args.nodes or None, line=line)},
    )
    shown = min(args.nodes or len(trace.made), len(trace.made))
    if shown < len(trace.made):
        text = _("the tree shows {shown} of {all} nodes (--nodes 0 shows all)")
        print(text.format(shown=shown, all=len(trace.made)), file=sys.stderr)


def show(found: Traced, args: argparse.Namespace) -> None:
    """The table as text, with long queues and long tables cut short; then the verdict."""
    problem, trace, result, _at = found
    rows, queue = (
        (ON_SCREEN[0] if args.rows is None else args.rows),
        (ON_SCREEN[1] if args.queue is None else args.queue),
    )
    table = tabulated(problem, trace, rows=rows or None, queue=queue or None)
    print_table(table.headers, table.rows, f"{result.problem}, {result.algorithm}")
    if table.left_out:
        print(rows_left_out(table))
    if trace.left_out:
        print(missing(trace))
    print(verdict(problem, result))
    if result.why:
        print(f"  {result.why}")


def rows_left_out(table: Table) -> str:
    """A line about rows that were not shown."""
    if table.too_long:
        text = plural("{n} row was left out", "{n} rows were left out", table.left_out)
        return text + ": " + _("queues too long to be shown (--queue N shortens them)")
    return plural(
        "... and {n} more row (--rows 0 shows all)", "... and {n} more rows (--rows 0 shows all)", table.left_out
    )


def missing(trace: Trace) -> str:
    """A line about events that were not recorded."""
    text = plural("{n} event was not recorded", "{n} events were not recorded", trace.left_out)
    return text + " (" + _("--events records more") + ")"


def as_dict(found: Traced, args: argparse.Namespace) -> dict[str, Any]:
    """The table as plain JSON values."""
    problem, trace, result, _at = found
    most = ON_SCREEN[0] if args.rows is None else args.rows
    rows = [
        {
            "iteration": each.iteration,
            "node": node(problem, each.node),
            "queue": [node(problem, event) for event in each.queue],
            "waiting": each.waiting,
            "dropped": list(each.notes),
        }
        for each in islice(queue_rows(trace, args.queue or None), most or None)
    ]
    counted = {"events": len(trace), "left_out": trace.left_out, "rows_left_out": trace.counters().expanded - len(rows)}
    return {**result.as_dict(problem), "rows": rows, **counted}


def node(problem: Problem[Any, Any], event: Any) -> dict[str, Any]:
    """A node as plain JSON values."""
    return {
        "number": event.node,
        "state": problem.label(event.state),
        "f": as_json(event.total),
        "g": as_json(event.cost),
        "h": as_json(event.estimate),
    }
