"""`langkah experiment`: runs many searches on many problems, stores one row of results per run, and evaluates these
rows.
"""

import argparse
import json
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from langkah.apps.cli import arguments
from langkah.apps.cli.console import print_json, print_lines, print_table
from langkah.apps.cli.exit_codes import INTERRUPTED, STOPPED
from langkah.errors import BadInput
from langkah.experiments.one_run import Row
from langkah.experiments.result import ExperimentResult
from langkah.experiments.summary import Difference
from langkah.language import _, format_number, format_plural
from langkah.output_file import write_file
from langkah.views.theme import THEMES

PLOT_PIXELS = 48.0  # per unit of a plot
MOST_CHANGES = 20  # differing rows that are listed


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    text = _("FILE.toml: an experiment to run; FOLDER: the results of an experiment")
    parser.add_argument("what", metavar=_("FILE.toml|FOLDER"), nargs="?", help=text)
    parser.add_argument(
        "-o",
        "--output",
        metavar=_("FOLDER"),
        help=_("the folder for the results; its runs.jsonl has one row for each run"),
    )
    group = parser.add_argument_group(_("running the experiment"))
    group.add_argument("--resume", action="store_true", help=_("continue an interrupted experiment"))
    arguments.add_whole(group, "--workers", _("number of processes (default: one for each core)"))
    text = _("a Dask cluster that executes the runs: tcp://host:8786, local:2 or slurm:16")
    group.add_argument("--cluster", metavar=_("CLUSTER"), default="", help=text)
    group = parser.add_argument_group(_("evaluation"))
    text = _("write a report: .html with all plots, or .tex with tables")
    group.add_argument("--report", metavar=_("FILE"), help=text)
    group.add_argument("--plot", metavar=_("KIND=FILE"), action="append", default=[], help=_describe_plots())
    text = _("configurations for a scatter plot, by their numbers in the table (default 1,2)")
    group.add_argument("--pair", metavar="A,B", default="1,2", help=text)
    group.add_argument("--theme", choices=THEMES, default="light", help=_("the colours of a plot"))
    group.add_argument(
        "--against", metavar=_("FOLDER"), help=_("compare with the rows of the experiment in this folder")
    )
    arguments.add_whole(group, "--row", _("repeat only run N, and compare its results with those recorded in its row"))
    group.add_argument("--suites", action="store_true", help=_("list the sets of instances that come with Langkah"))


def _describe_plots() -> str:
    from langkah.views.experiment_plots import PLOTS

    return _("draw a plot: KIND is one of {kinds}, FILE ends in .svg or .png").format(kinds=", ".join(PLOTS))


def run(args: argparse.Namespace) -> int:
    """Run an experiment, or evaluate the rows of one that was run before."""
    if args.suites:
        return _list_suites(args)
    if not args.what:
        raise BadInput(_("give an experiment: FILE.toml to run it, or the FOLDER with its results"))
    path = Path(args.what)
    if path.suffix == ".toml" and not path.is_dir():
        return _run_experiment(args, path)
    if args.resume or args.cluster or args.workers:
        raise BadInput(_("{path} is a folder of results: to run the experiment, give its FILE.toml").format(path=path))
    found = ExperimentResult.open(path)
    if args.row is not None:
        return _repeat_row(args, found)
    if args.against:
        return _show_difference(args, found)
    _write_pictures(args, found)
    if args.json:
        print_json(found.as_dict())
    elif not args.report and not args.plot:
        _print_summary(found)
    return 0


def _run_experiment(args: argparse.Namespace, path: Path) -> int:
    from langkah.experiments.definition import Experiment

    if not args.output:
        raise BadInput(_("give a folder for the rows of results: -o FOLDER"))
    experiment, folder = Experiment.read(path), Path(args.output)
    began = args.resume and not (folder / "experiment.json").exists()
    if began:
        print(
            _("{path} contains no experiment yet: this one starts from the beginning").format(path=folder),
            file=sys.stderr,
        )
    with _RowProgress() as progress:
        found = experiment.run(
            folder, workers=args.workers or None, cluster=args.cluster, resume=args.resume, progress=progress
        )
    _write_pictures(args, found)
    if args.json:
        print_json(found.as_dict())
    else:
        _print_summary(found)
        if not found.complete:
            print_lines(_("{n} of {runs} rows are in {path}: continue with --resume").format(
                n=format_number(len(found.rows)), runs=format_number(found.runs), path=folder
            ))  # fmt: skip
    return INTERRUPTED if found.ended == "interrupt" else 0 if found.complete else STOPPED


class _RowProgress:
    """A line on standard error with the number of finished runs; nothing is shown if standard error is not a
    terminal.
    """

    def __init__(self) -> None:
        self.visible = sys.stderr.isatty()

    def __enter__(self) -> "_RowProgress":
        return self

    def __exit__(self, *_why: object) -> None:
        if self.visible:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def __call__(self, done: int, runs: int) -> None:
        if self.visible:
            text = _("{n} of {runs} runs").format(n=format_number(done), runs=format_number(runs))
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def _print_summary(found: ExperimentResult) -> None:
    columns = [
        *(_("configuration"), _("runs"), _("solved"), _("proved"), _("cost")),
        *(_("expanded"), _("generated"), _("frontier"), _("seconds")),
    ]
    rows = [
        [
            f"{number} {each.name}",
            *(each.runs, each.solved, each.optimal, each.cost),
            *(round(count) for count in (each.expanded, each.generated, each.frontier_max)),
            round(each.seconds, 6),
        ]
        for number, each in enumerate(found.summaries, 1)
    ]
    print_table(columns, rows, found.title)
    lines = [_("Costs, nodes and seconds are medians over the runs.")]
    if failed := [row for row in found.rows if row["status"] == "failed"]:
        text = format_plural("{n} run failed", "{n} runs failed", len(failed))
        lines.append(f"{text}: {failed[0]['instance']}, {failed[0]['algorithm']}: {failed[0]['why']}")
    print_lines(*lines)


def _write_pictures(args: argparse.Namespace, found: ExperimentResult) -> None:
    """Write the requested report and plots."""
    if not args.report and not args.plot:
        return
    from langkah.apps.cli.picture_files import write_board
    from langkah.views.experiment_plots import PLOTS, draw_plot
    from langkah.views.experiment_report import write_html_report, write_latex_tables

    pair = _read_pair(args.pair, len(found.summaries))
    if args.report:
        arguments.check_target(args.report, (".html", ".tex"))
        made = write_latex_tables(found) if args.report.endswith(".tex") else write_html_report(found, pair)
        write_file(args.report, made)
    for each in args.plot:
        kind, equals, target = each.partition("=")
        if kind not in PLOTS or not equals:
            text = _("--plot {value}: write KIND=FILE, where KIND is one of {names}")
            raise BadInput(text.format(value=each, names=", ".join(PLOTS)))
        write_board(target, draw_plot(kind, found, pair), args.theme, PLOT_PIXELS)


def _read_pair(text: str, count: int) -> tuple[int, int]:
    parts = arguments.split_names(text)
    numbers = [int(each) for each in parts if each.isdecimal() and 1 <= int(each) <= count]
    if count == 1:
        return 0, 0
    if len(parts) != 2 or len(numbers) != 2:
        raise BadInput(_("--pair {text}: write two numbers from 1 to {n}, as in 1,2").format(text=text, n=count))
    return numbers[0] - 1, numbers[1] - 1


def _show_difference(args: argparse.Namespace, found: ExperimentResult) -> int:
    from langkah.experiments.summary import compare_rows

    other = ExperimentResult.open(args.against)
    difference = compare_rows(found.rows, other.rows)
    if args.json:
        print_json(difference.as_dict())
        return 0
    _print_difference(difference, args.what, args.against)
    return 0


def _print_difference(difference: Difference, here: str, there: str) -> None:
    count = difference.same + len(difference.changed)
    text = _("{same} of the {n} runs in both experiments have the same results, except for times.")
    print_lines(text.format(same=format_number(difference.same), n=format_number(count)))
    for rows, name in ((difference.only_here, here), (difference.only_there, there)):
        if rows:
            print_lines(
                _("{runs} only in {path}").format(
                    runs=format_plural("{n} run", "{n} runs", len(rows)), path=name
                )
            )  # fmt: skip
    shown = [
        [one["run"], one["instance"], one["algorithm"], name, _format_value(one[name]), _format_value(two[name])]
        for one, two, names in difference.changed[:MOST_CHANGES]
        for name in names
    ]
    if shown:
        print_table([_("run"), _("instance"), _("algorithm"), _("column"), here, there], shown)
    if len(difference.changed) > MOST_CHANGES:
        print_lines(_("... and {n} more; --json lists all").format(n=len(difference.changed) - MOST_CHANGES))


def _format_value(value: object) -> str:
    return "-" if value is None else value if isinstance(value, str) else json.dumps(value)


def _repeat_row(args: argparse.Namespace, found: ExperimentResult) -> int:
    """Repeat the requested run, using only the data in its row. Print the new row and the names of the results that
    differ; returns the exit code.
    """
    from langkah.experiments.repeat import make_command, repeat_row

    rows = [row for row in found.rows if row["run"] == args.row]
    if not rows:
        raise BadInput(
            _("there is no run {n}: the runs are numbered from 1 to {most}").format(n=args.row, most=found.runs)
        )
    again, names = repeat_row(rows[0])
    command = make_command(rows[0])
    if args.json:
        print_json({"row": again, "differs": names, "command": command})
        return 0
    print_lines(shlex.join(command))
    _print_row(again)
    text = _("This run gives the same row as the experiment, except for times.")
    if names:
        text = _("The row of this run differs from that of the experiment in: {names}").format(names=", ".join(names))
    print_lines(text)
    return 0


def _print_row(row: Row) -> None:
    print_table(
        [_("column"), _("value")], [[name, _format_value(value)] for name, value in row.items() if value is not None]
    )


def _list_suites(args: argparse.Namespace) -> int:
    from langkah.experiments.suites import SUITES

    rows: Sequence[Sequence[object]] = [
        [f"suite:{name}", _(suite.about), suite.source] for name, suite in SUITES.items()
    ]
    if args.json:
        print_json({"suites": {name: suite.as_dict() for name, suite in SUITES.items()}})
    else:
        print_table([_("suite"), _("instances"), _("source")], rows)
    return 0
