"""`langkah compare`: runs several algorithms on one or more problems, and shows the results in one table with
remarks.
"""

import argparse
from dataclasses import replace
from math import inf
from pathlib import Path

from langkah.apps.cli import arguments
from langkah.apps.cli.console import (
    FORMATS,
    Figure,
    format_cell,
    print_json,
    print_lines,
    print_table,
    write_output,
)
from langkah.apps.cli.exit_codes import INTERRUPTED
from langkah.apps.cli.picture_files import write_picture
from langkah.games import parse_settings
from langkah.language import _, find_chance_form, format_number
from langkah.tasks.compare import (
    ANSWERS,
    USUAL_LIMIT,
    USUAL_LIMIT_OF_MANY,
    CompareRequest,
    Comparison,
    ComparisonRow,
    find_least_cost,
    list_problems,
)
from langkah.tasks.table import ask
from langkah.tracing import Status, cost_to_json
from langkah.views.compare_chart import Bars, draw_comparison


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    arguments.add_problem(parser)
    parser.add_argument(
        "--algorithms", metavar="A,B", help=_("the algorithms to run (default: all that fit the problem)")
    )
    parser.add_argument(
        "--estimates",
        metavar="A,B",
        help=_(
            "run each algorithm that uses a heuristic with each of these, or with `all` (default: the "
            "usual heuristic and all that are not admissible)"
        ),
    )
    group = parser.add_argument_group(_("many problems"))
    group.add_argument("--levels", metavar="A,B", help=_("run on these levels of the game (`all`: every level)"))
    arguments.add_whole(group, "--random", _("run on this many random starts of the problem"))
    arguments.add_whole(group, "--seed", _("seed of the random starts (default 0)"), 0, "S")
    group = parser.add_argument_group(_("output"))
    for name in FORMATS:
        text = _("write the table as {format} to a file (- for standard output)").format(format=name)
        group.add_argument(f"--{name}", metavar=_("FILE"), help=text)
    group.add_argument("--chart", metavar=_("FILE"), help=_("draw the results as a chart: .svg or .png"))
    group.add_argument(
        "--no-memory", action="store_true", help=_("do not measure memory: each search then runs once, not twice")
    )
    arguments.add_search(parser)
    text = _("for each algorithm; default time: {n} seconds, or {few} seconds with several problems")
    usual, few = (format_number(each, "g") for each in (USUAL_LIMIT.seconds, USUAL_LIMIT_OF_MANY.seconds))
    arguments.add_limits(parser, text.format(n=usual, few=few))


def run(args: argparse.Namespace) -> int:
    """Run each algorithm on each problem, and print the table."""
    found = _run_comparison(args)
    if args.json:
        print_json(found.as_dict())
        return INTERRUPTED if found.interrupted else 0
    wanted = [name for name in FORMATS if getattr(args, name)]
    for name in wanted:
        table = FORMATS[name](_make_headers(found), [_make_row(row, found) for row in found.rows])
        write_output(getattr(args, name), table)
    if args.chart:
        write_picture(args.chart, lambda: draw_comparison(_make_title(found), _make_bars(found)))
    if not wanted and not args.chart:
        _print_comparison(found)
    return INTERRUPTED if found.interrupted else 0


def _run_comparison(args: argparse.Namespace) -> Comparison:
    """Run all requested searches. Each search may run twice, since a second run measures its memory; an alarm therefore
    stops a search only after twice its time limit.
    """
    algorithms, estimates, levels = (
        None if names is None else arguments.split_names(names)
        for names in (args.algorithms, args.estimates, args.levels)
    )
    settings = parse_settings(args.settings, Path())
    problems = list_problems(args.problem, settings, levels=levels, random=args.random, seed=args.seed)
    memory = 0.0 if args.no_memory else inf
    request = CompareRequest(problems, algorithms, estimates, arguments.read_options(args), memory)
    usual = USUAL_LIMIT if len(problems) == 1 else USUAL_LIMIT_OF_MANY
    with arguments.open_context(args, seconds=usual.seconds) as context:
        longest = 2 * (context.limit.seconds or 0.0)
        guarded = replace(context, guard=lambda: arguments.limit_time(argparse.Namespace(), longest))
        found: Comparison = ask("compare", request, guarded)
        return found


def _make_headers(found: Comparison) -> list[str]:
    front = [*([_("problem")] if found.many else []), _("algorithm"), _("answer"), _("cost"), _("proved")]
    return [*front, *_name_figures()]


def _name_figures() -> list[str]:
    """The headings of the columns with numbers: expanded and generated nodes, the largest frontier, seconds and
    megabytes.
    """
    return [_("expanded"), _("generated"), _("frontier"), _("seconds"), _("MB")]


def _describe_answer(row: ComparisonRow) -> str | Figure:
    result = row.result
    if result.status is Status.STOPPED:
        return _(ANSWERS[result.limit or str(result.status)])
    if result.probability is not None:
        return Figure(*find_chance_form(result.probability, ".4g"), _("chance") + " ")
    return _(ANSWERS[result.value or str(result.status)])


def _format_megabytes(memory: float | None, *, whole: bool = True) -> Figure | float | None:
    """A memory size, given in bytes, in megabytes; None if it was not measured. If the measurement is not `whole`, the
    size is only a lower bound and is shown with ">=" before it.
    """
    if memory is None:
        return None
    return round(memory / 1e6, 3) if whole else Figure(memory / 1e6, ".1f", ">= ")


def _make_row(row: ComparisonRow, found: Comparison, name: str = "") -> list[object]:
    result, stats = row.result, row.result.stats
    return [
        *([row.problem] if found.many else []),
        name or row.name,
        _describe_answer(row),
        cost_to_json(result.cost),
        result.optimal or result.status is Status.IMPOSSIBLE,
        stats.expanded,
        stats.generated,
        stats.frontier_max,
        stats.seconds,
        _format_megabytes(row.memory, whole=row.memory_whole),
    ]


def _print_comparison(found: Comparison) -> None:
    if not found.many:
        print_table(_make_headers(found), [_make_row(row, found, row.title) for row in found.rows], _make_title(found))
        print_lines(*found.remarks)
        return
    columns = [_("algorithm"), _("solved"), _("proved"), _("least cost"), _("cost"), *_name_figures()]
    rows = [
        [
            each.title,
            f"{each.solved} / {each.runs}",
            *(each.proved, each.least, each.cost),
            *(round(count) for count in (each.expanded, each.generated, each.frontier)),
            each.seconds,
            _format_megabytes(each.memory),
        ]
        for each in found.summaries
    ]
    print_table(columns, rows, _make_title(found))
    print_lines(
        _(
            "Costs, nodes, time and memory are medians; `least cost` counts the problems "
            "for which no other algorithm found a lower cost."
        )
    )


def _make_title(found: Comparison) -> str:
    names = list(found.problems)
    if not found.many:
        return names[0]
    text = _("{n} problems, from {first} to {last}")
    return text.format(n=format_number(len(names)), first=names[0], last=names[-1])


def _make_bars(found: Comparison) -> list[Bars]:
    """The rows of the bar chart of nodes, time and memory. With one problem: a row for each search. With many problems:
    a row for each algorithm and heuristic, with medians over the problems.
    """
    if found.many:
        return [
            Bars(
                each.title,
                f"{each.solved} / {each.runs}",
                "piece:0" if each.least == each.runs else "piece:5",
                (each.expanded, each.seconds, each.memory),
            )
            for each in found.summaries
        ]
    best = find_least_cost(found.rows)
    drawn = []
    for row in found.rows:
        stats = row.result.stats
        right = row.result.status is Status.SOLVED and row.result.cost == best
        role = "piece:0" if right else "piece:5" if row.solved else "piece:7"
        words = (
            format_cell(_describe_answer(row))
            if row.result.cost is None
            else format_number(cost_to_json(row.result.cost))
        )
        words += " ✓" if row.result.optimal else ""
        drawn.append(Bars(row.title, words, role, (stats.expanded, stats.seconds, row.memory)))
    return drawn
