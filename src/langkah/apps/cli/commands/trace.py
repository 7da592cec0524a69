"""`langkah trace`: the steps of a search, for any problem and algorithm.

The output is a table of the queue as in textbooks, a tree, a web page that replays the search, or a recording.
"""

import argparse
import json
import sys
from itertools import islice
from typing import Any

from langkah.apps.cli import arguments
from langkah.apps.cli.console import FORMATS, print_json, print_table, write_output
from langkah.apps.cli.exit_codes import get_exit_code
from langkah.apps.cli.picture_files import write_picture
from langkah.apps.terminal.watch import can_watch, explain_cannot_watch, watch_trace
from langkah.language import _, format_plural
from langkah.model import Problem
from langkah.tasks.request import find_problem_here
from langkah.tasks.stored_trace import open_trace
from langkah.tasks.table import ask
from langkah.tasks.trace import RecordedSearch, TraceRequest
from langkah.tracing import Trace, cost_to_json
from langkah.tracing.storage import trace_to_dict
from langkah.views.sentences import format_verdict, name_search
from langkah.views.table import Table, list_queue_rows, make_table
from langkah.views.tree import MOST_NODES, draw_search_tree, format_dot

MOST_EVENTS = 1_000_000
ON_SCREEN = 200, 12  # rows, and entries per queue


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    arguments.add_problem(parser)
    arguments.add_algorithm(parser)
    text = _("begin the search after these moves, each in the notation of the problem")
    parser.add_argument("--moves", metavar=_("MOVE"), nargs="+", help=text)
    arguments.add_whole(parser, "--events", _("record at most this many events"), MOST_EVENTS)
    _add_outputs(parser.add_argument_group(_("output")))
    arguments.add_search(parser)
    arguments.add_limits(parser)


def _add_outputs(group: arguments.Container) -> None:
    text = _("step through the search in this terminal, forward and back; ? shows the keys")
    group.add_argument("--watch", action="store_true", help=text)
    group.add_argument("--table", action="store_true", help=_("print the table even if files are written"))
    arguments.add_whole(group, "--rows", _("at most this many rows (0: all; default 200 on the screen)"))
    arguments.add_whole(
        group, "--queue", _("at most this many nodes of the queue per row (0: all; default 12 on the screen)")
    )
    for name in FORMATS:
        text = _("write the whole table as {format} to a file (- for standard output)").format(format=name)
        group.add_argument(f"--{name}", metavar=_("FILE"), help=text)
    group.add_argument(
        "--html", metavar=_("FILE"), help=_("write one web page that replays the search and needs no server")
    )
    group.add_argument("--tree", metavar=_("FILE"), help=_("draw the search tree: .svg, .png or .dot"))
    arguments.add_whole(group, "--nodes", _("draw at most this many nodes of the tree (0: all)"), MOST_NODES)
    group.add_argument("--boards", action="store_true", default=None, help=_("draw nodes as boards"))
    group.add_argument("--labels", dest="boards", action="store_false", help=_("draw nodes as labels"))
    text = _("save the recording; `langkah trace FILE.json` opens it")
    group.add_argument("--record", metavar=_("FILE.json"), help=text)
    arguments.add_whole(group, "--at", _("in a tree, web page or recording: show the search after this many events"))


def run(args: argparse.Namespace) -> int:
    """Record a search, or open a saved trace, and write the requested output."""
    found = _open_trace(args) if args.problem.endswith(".json") else _record_search(args)
    if args.json:
        print_json(_rows_to_json(found, args))
        return get_exit_code(found.result.status, found.result.limit)
    files = _write_files(found, args)
    if args.watch and can_watch():
        watch_trace(found.problem, found.trace, found.result, args.at)
        return get_exit_code(found.result.status, found.result.limit)
    if args.watch:
        print(explain_cannot_watch(), file=sys.stderr)
    if args.table or not files:
        _print_trace(found, args)
    elif found.trace.left_out:
        print(_describe_missing_events(found.trace), file=sys.stderr)
    return get_exit_code(found.result.status, found.result.limit)


def _record_search(args: argparse.Namespace) -> RecordedSearch:
    problem = arguments.load_problem(args)
    if args.moves:
        from langkah.session import restore_session

        saved = {"problem": args.problem, "moves": args.moves}
        problem = find_problem_here(restore_session(saved, lambda *_name: problem))
    request = TraceRequest(problem, arguments.read_options(args), args.events)
    with arguments.open_context(args) as context, arguments.limit_time(args):
        found: RecordedSearch = ask("record", request, context)
    return found


def _open_trace(args: argparse.Namespace) -> RecordedSearch:
    stored = open_trace(args.problem)
    args.at = stored.at if args.at is None else args.at
    return RecordedSearch(stored.problem, stored.trace, stored.ending())


def _write_files(found: RecordedSearch, args: argparse.Namespace) -> bool:
    """Write every requested file. Returns whether any file was requested."""
    wanted = [name for name in FORMATS if getattr(args, name)]
    for name in wanted:
        table = make_table(found.problem, found.trace, rows=args.rows or None, queue=args.queue or None, full=True)
        write_output(getattr(args, name), FORMATS[name](table.headers, table.rows))
        if table.left_out:
            print(_describe_left_out_rows(table), file=sys.stderr)
    if args.html:
        from langkah.views.replay import make_replay_page

        text = format_verdict(found.problem, found.result) + (f" ({found.result.why})" if found.result.why else "")
        write_output(args.html, make_replay_page(found.problem, found.trace, found.result, verdict=text, at=args.at))
    if args.tree:
        _write_tree(found, args)
    if args.record:
        write_output(args.record, json.dumps(trace_to_dict(found.trace, found.problem, found.result, at=args.at)))
    return bool(wanted or args.html or args.tree or args.record)


def _write_tree(found: RecordedSearch, args: argparse.Namespace) -> None:
    (problem, trace, result), at = found, args.at
    line = [step.move for step in result.path]
    write_picture(
        args.tree,
        lambda: draw_search_tree(problem, trace, at, boards=args.boards, most=args.nodes or None, line=line),
        texts={".dot": lambda: format_dot(problem, trace, at, most=args.nodes or None, line=line)},
    )
    shown = min(args.nodes or len(trace.made), len(trace.made))
    if shown < len(trace.made):
        text = _("the tree shows {shown} of {all} nodes (--nodes 0 shows all)")
        print(text.format(shown=shown, all=len(trace.made)), file=sys.stderr)


def _print_trace(found: RecordedSearch, args: argparse.Namespace) -> None:
    """Print the table as text, with long queues and tables truncated; below it, print the verdict."""
    problem, trace, result = found
    asked = zip((args.rows, args.queue), ON_SCREEN, strict=True)
    rows, queue = (usual if given is None else given for given, usual in asked)
    table = make_table(problem, trace, rows=rows or None, queue=queue or None)
    print_table(table.headers, table.rows, f"{result.problem}, {name_search(result)}")
    if table.left_out:
        print(_describe_left_out_rows(table))
    if trace.left_out:
        print(_describe_missing_events(trace))
    print(format_verdict(problem, result))
    if result.why:
        print(f"  {result.why}")


def _describe_left_out_rows(table: Table) -> str:
    if table.too_long:
        text = format_plural("{n} row was left out", "{n} rows were left out", table.left_out)
        return text + ": " + _("the queues are too long to show (--queue N shortens them)")
    return format_plural(
        "... and {n} more row (--rows 0 shows all)", "... and {n} more rows (--rows 0 shows all)", table.left_out
    )


def _describe_missing_events(trace: Trace) -> str:
    text = format_plural("{n} event was not recorded", "{n} events were not recorded", trace.left_out)
    return text + " (" + _("use --events to record more") + ")"


def _rows_to_json(found: RecordedSearch, args: argparse.Namespace) -> dict[str, Any]:
    problem, trace, result = found
    most = ON_SCREEN[0] if args.rows is None else args.rows
    rows = [
        {
            "iteration": each.iteration,
            "node": _node_to_json(problem, each.node),
            "queue": [_node_to_json(problem, event) for event in each.queue],
            "waiting": each.waiting,
            "dropped": list(each.notes),
        }
        for each in islice(list_queue_rows(trace, args.queue or None), most or None)
    ]
    counted = {"events": len(trace), "left_out": trace.left_out, "rows_left_out": trace.counters().expanded - len(rows)}
    return {**result.as_dict(), "rows": rows, **counted}


def _node_to_json(problem: Problem[Any, Any], event: Any) -> dict[str, Any]:
    return {
        "number": event.node,
        "state": problem.label(event.state),
        "f": cost_to_json(event.total),
        "g": cost_to_json(event.cost),
        "h": cost_to_json(event.estimate),
    }
