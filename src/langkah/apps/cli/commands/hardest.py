"""`langkah hardest`: finds the hardest start among the reachable states of a problem, or among all arrangements of its
pieces.
"""

import argparse
from pathlib import Path

from langkah.apps.cli import arguments
from langkah.apps.cli.console import print_json, print_lines, report_written
from langkah.apps.cli.exit_codes import IMPOSSIBLE, INTERRUPTED, STOPPED
from langkah.errors import BadInput
from langkah.language import _, format_number, format_plural
from langkah.output_file import write_file
from langkah.tasks.generate import HardestAnswer, HardestRequest, format_count
from langkah.tasks.table import ask


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    arguments.add_problem(parser)
    text = _("look at all arrangements of the pieces, not only those reachable from the start")
    parser.add_argument("--layouts", action="store_true", help=text)
    parser.add_argument(
        "-o", "--output", metavar=_("FOLDER"), help=_("save the hardest starts as files in this folder")
    )
    arguments.add_limits(parser)


def run(args: argparse.Namespace) -> int:
    """Find the hardest starts, print them, and write them to a folder if requested."""
    request = HardestRequest(arguments.load_problem(args), args.layouts)
    with arguments.open_context(args) as context, arguments.limit_time(args):
        answer: HardestAnswer = ask("hardest", request, context)
    files = answer.list_files()
    if args.output and files:
        _write_folder(files, Path(args.output))
    if args.json:
        print_json(answer.as_dict())
    else:
        _print_answer(answer, [] if args.output else files)
    found = answer.found
    return INTERRUPTED if found.limit == "interrupt" else STOPPED if found.limit else IMPOSSIBLE if answer.why else 0


def _write_folder(files: list[str], folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(_("{path} cannot be written: {why}").format(path=folder, why=error.strerror or error)) from None
    for number, toml in enumerate(files, 1):
        write_file(str(folder / f"hardest-{number}.toml"), toml)
    report_written(folder)


def _print_answer(answer: HardestAnswer, files: list[str]) -> None:
    found = answer.found
    if found.least is None:
        print_lines(f"{answer.request.problem.name}: {answer.why}")
        return
    text = _("{name}: the hardest starts ({n} of {states}) need {count}")
    states = format_plural("{n} state", "{n} states", found.states)
    count = format_count(answer.metric, found.least)
    name = answer.request.problem.name
    print_lines(text.format(name=name, count=count, n=format_number(found.count), states=states))
    for toml in files:
        print()
        print(toml, end="")
