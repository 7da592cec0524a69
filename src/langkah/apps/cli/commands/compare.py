"""`langkah compare`: several algorithms on one problem or on many, in one table; every sentence below it follows from
its figures."""

import argparse
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from langkah import language
from langkah.apps.cli import arguments
from langkah.apps.cli.console import (
    FORMATS,
    Figure,
    ProgressLine,
    format_cell,
    print_json,
    print_lines,
    print_table,
    write_output,
)
from langkah.apps.cli.picture_files import write_picture
from langkah.compare import (
    ANSWERS,
    ComparisonRow,
    Entry,
    Summary,
    can_take_part,
    explain_misled,
    find_least_cost,
    list_entries,
    measure_entry,
    summarize_rows,
    write_remarks,
)
from langkah.errors import BadInput
from langkah.games import list_levels, load, parse_settings
from langkah.language import _
from langkah.model import Problem
from langkah.trace import Status, cost_to_json
from langkah.views.compare_chart import Bars, draw_comparison

SECONDS, SECONDS_OF_MANY = 5.0, 3.0  # for each run, when nothing else is said
TWICE = 2  # a search runs once for its time and once more for its memory
ALL = "all"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this command."""
    arguments.add_problem(parser)
    parser.add_argument("--algorithms", metavar="A,B", help=_("which ones (default: all that fit)"))
    parser.add_argument(
        "--estimates",
        metavar="A,B",
        help=_("run with each of these, or `all` (default: the usual one, and those that are not admissible)"),
    )
    group = parser.add_argument_group(_("many problems"))
    group.add_argument("--levels", metavar="A,B", help=_("these levels of the game, or `all`"))
    group.add_argument(
        "--random", type=arguments.parse_whole, metavar="N", help=_("so many random starts of the problem")
    )
    group.add_argument(
        "--seed", type=arguments.parse_whole, default=0, metavar="S", help=_("of the random starts (default 0)")
    )
    group = parser.add_argument_group(_("output"))
    for name in FORMATS:
        text = _("write the table as {format} to a file (- for standard output)").format(format=name)
        group.add_argument(f"--{name}", metavar=_("FILE"), help=text)
    group.add_argument("--chart", metavar=_("FILE"), help=_("draw the figures: .svg or .png"))
    group.add_argument("--no-memory", action="store_true", help=_("do not run again to measure memory"))
    arguments.add_search(parser)
    default = language.format_number(SECONDS, "g"), language.format_number(SECONDS_OF_MANY, "g")
    arguments.add_limits(
        parser,
        _("of each algorithm alone; without them {n} seconds, with many problems {few}").format(
            n=default[0], few=default[1]
        ),
    )
    arguments.add_json(parser)


class _Comparison(NamedTuple):
    """All rows, the problem of each, and what was said about them."""

    rows: list[ComparisonRow]
    problems: dict[str, Problem[Any, Any]]
    sentences: list[str]
    summaries: list[Summary]

    @property
    def many(self) -> bool:
        """Whether there is more than one problem."""
        return len(self.problems) > 1


def run(args: argparse.Namespace) -> int:
    """Run each algorithm on each problem, and print the table."""
    found = _run_comparison(args)
    interrupted = any(row.interrupted for row in found.rows)
    if args.json:
        print_json(_comparison_to_json(found))
        return 130 if interrupted else 0
    wanted = [name for name in FORMATS if getattr(args, name)]
    for name in wanted:
        write_output(
            getattr(args, name), FORMATS[name](_make_headers(found), [_make_row(row, found) for row in found.rows])
        )
    if args.chart:
        write_picture(args.chart, lambda: draw_comparison(_make_title(found), _make_bars(found)))
    if not wanted and not args.chart:
        _print_comparison(found)
    return 130 if interrupted else 0


def _run_comparison(args: argparse.Namespace) -> _Comparison:
    """Run everything that was asked for."""
    problems = list(_load_problems(args))
    rows: list[ComparisonRow] = []
    chosen = None if args.algorithms is None else arguments.split_names(args.algorithms)
    limit = arguments.read_limit(args, SECONDS if len(problems) == 1 else SECONDS_OF_MANY)
    with ProgressLine() as progress:
        for problem in problems:
            for entry in _pick_entries(problem, chosen, args.estimates, many=len(problems) > 1):
                options_of = arguments.read_search_options(args)
                with arguments.limit_time(argparse.Namespace(), TWICE * (limit.seconds or SECONDS)):
                    row = measure_entry(
                        problem, entry, limit, memory=not args.no_memory, progress=progress, **options_of
                    )
                rows.append(row)
                if rows[-1].interrupted:
                    break
            if rows and rows[-1].interrupted:
                break
    named = {problem.name: problem for problem in problems}
    if len(problems) > 1:
        return _Comparison(rows, named, [], summarize_rows(rows))
    return _Comparison(rows, named, [*write_remarks(rows), *explain_misled(problems[0], rows)], [])


def _load_problems(args: argparse.Namespace) -> Iterator[Problem[Any, Any]]:
    """The problems: the one that was named, some of its levels, or random starts of it."""
    settings = parse_settings(args.settings)
    if args.levels is not None:
        if ":" in args.problem:
            text = _("--levels goes with the name of a game alone, not with '{problem}'")
            raise BadInput(text.format(problem=args.problem))
        known = list_levels(args.problem)
        names = known if args.levels == ALL else arguments.split_names(args.levels)
        if not names:
            raise BadInput(_("'{problem}' has no levels").format(problem=args.problem))
        bases = [load(f"{args.problem}:{name}", settings) for name in names]
    else:
        bases = [load(args.problem, settings)]
    if args.random is None:
        yield from bases
        return
    if args.random < 1:
        raise BadInput(_("--random {n}: at least 1").format(n=args.random))
    random = Random(args.seed)
    for base in bases:
        for index in range(1, args.random + 1):
            other = base.random(random)
            other.name = f"{base.name} #{index}"
            yield other


def _pick_entries(
    problem: Problem[Any, Any], chosen: Sequence[str] | None, estimates: str | None, *, many: bool
) -> list[Entry]:
    """Who runs on a problem; where there are many, those that do not fit one of them sit out."""
    names = None if estimates is None else arguments.split_names(estimates)
    if names == (ALL,):
        names = tuple(each.name for each in getattr(problem, "all_estimates", tuple)())
    found = list_entries(problem, chosen, names)
    return [entry for entry in found if can_take_part(problem, entry)] if many else found


def _make_headers(found: _Comparison) -> list[str]:
    """The columns of the table."""
    return [
        *([_("problem")] if found.many else []),
        _("algorithm"),
        _("answer"),
        _("cost"),
        _("proved"),
        _("expanded"),
        _("generated"),
        _("frontier"),
        _("seconds"),
        _("MB"),
    ]


def _describe_answer(row: ComparisonRow) -> str | Figure:
    """What a search came to, in a word."""
    result = row.result
    if result.status is Status.STOPPED:
        return _(ANSWERS[result.limit or str(result.status)])
    if result.probability is not None:
        return Figure(float(result.probability), ".4g", _("chance") + " ")
    return _(ANSWERS[result.value or str(result.status)])


def _format_megabytes(memory: float | None, *, whole: bool = True) -> Figure | float | None:
    """An amount of memory; where the search was only watched for a while, as a lower bound."""
    if memory is None:
        return None
    return round(memory / 1e6, 3) if whole else Figure(memory / 1e6, ".1f", ">= ")


def _make_row(row: ComparisonRow, found: _Comparison) -> list[object]:
    """One row of the table."""
    result, stats = row.result, row.result.stats
    return [
        *([row.problem] if found.many else []),
        row.name,
        _describe_answer(row),
        cost_to_json(result.cost),
        result.optimal or result.status is Status.IMPOSSIBLE,
        stats.expanded,
        stats.generated,
        stats.frontier_max,
        stats.seconds,
        _format_megabytes(row.memory, whole=row.memory_whole),
    ]


def _print_comparison(found: _Comparison) -> None:
    """The table, and what follows from it."""
    if not found.many:
        print_table(_make_headers(found), [_make_row(row, found) for row in found.rows], _make_title(found))
        print_lines(*found.sentences)
        return
    columns = [
        _("algorithm"),
        _("solved"),
        _("proved"),
        _("least cost"),
        _("cost"),
        _("expanded"),
        _("generated"),
        _("frontier"),
        _("seconds"),
        _("MB"),
    ]
    rows = [
        [
            each.name,
            f"{each.solved} / {each.runs}",
            each.proved,
            each.least,
            each.cost,
            round(each.expanded),
            round(each.generated),
            round(each.frontier),
            each.seconds,
            _format_megabytes(each.memory),
        ]
        for each in found.summaries
    ]
    print_table(columns, rows, _make_title(found))
    print_lines(_("Costs, nodes, time and memory are medians; `least cost` counts how often nobody was cheaper."))


def _make_title(found: _Comparison) -> str:
    """What is compared."""
    names = list(found.problems)
    return (
        names[0]
        if len(names) == 1
        else _("{n} problems, from {first} to {last}").format(
            n=language.format_number(len(names)), first=names[0], last=names[-1]
        )
    )


def _make_bars(found: _Comparison) -> list[Bars]:
    """The rows as a picture shows them; of many problems the medians."""
    if found.many:
        return [
            Bars(
                each.name,
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
            else language.format_number(cost_to_json(row.result.cost))
        )
        words += " ✓" if row.result.optimal else ""
        drawn.append(Bars(row.name, words, role, (stats.expanded, stats.seconds, row.memory)))
    return drawn


def _comparison_to_json(found: _Comparison) -> dict[str, Any]:
    """The comparison as plain JSON values."""
    rows = [row.as_dict(found.problems[row.problem]) for row in found.rows]
    return {"rows": rows, "remarks": found.sentences, "medians": [each._asdict() for each in found.summaries]}
