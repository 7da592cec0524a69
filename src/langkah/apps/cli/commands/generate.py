"""`langkah generate`: makes new puzzles with a proved least cost, and writes them as files, as a booklet or as JSON."""

import argparse
import json
import re
from collections.abc import Sequence
from pathlib import Path

from langkah.apps.cli import arguments
from langkah.apps.cli.console import print_json, print_lines, print_table, report_written
from langkah.apps.cli.exit_codes import INTERRUPTED, STOPPED
from langkah.apps.cli.print_pdf import find_browser, print_pdf
from langkah.errors import BadInput
from langkah.language import _, format_number
from langkah.output_file import write_file
from langkah.tasks.generate import GenerateAnswer, GenerateRequest, format_count
from langkah.tasks.table import ask

RANGE = re.compile(r"(\d{1,7})(?:\.\.(\d{1,7})?)?")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    arguments.add_problem(parser)
    text = _("the least cost of the puzzles: 30..40 for 30 to 40, 30.. for 30 or more, 30 for exactly 30")
    parser.add_argument("--least", metavar="A..B", type=_parse_range, help=text)
    text = _("instead of --least: the difficulty, measured by the least cost in comparison with the hardest puzzles")
    parser.add_argument("--grade", choices=("easy", "medium", "hard"), default="", help=text)
    arguments.add_whole(parser, "--count", _("the number of puzzles (default 1)"), 1)
    arguments.add_whole(parser, "--seed", _("the seed: a different number gives different puzzles (default 0)"), 0, "S")
    text = _("a folder for the puzzle files, a printable booklet, and a JSON file with all results")
    parser.add_argument("-o", "--output", metavar=_("FOLDER"), help=text)
    parser.add_argument(
        "--pdf", action="store_true", help=_("also write the booklet as a PDF file (needs Chromium or Chrome)")
    )
    arguments.add_time_limit(parser)


def _parse_range(text: str) -> tuple[int, int | None]:
    found = RANGE.fullmatch(text)
    if found is None:
        raise argparse.ArgumentTypeError(_("'{text}' is not a range; write 30..40, 30.. or 30").format(text=text))
    first, last = found[1], found[2]
    return int(first), int(last) if last else None if ".." in text else int(first)


def run(args: argparse.Namespace) -> int:
    """Make the puzzles, and print or write them."""
    if args.least and args.grade:
        raise BadInput(_("give --least or --grade, not both"))
    if args.pdf and not args.output:
        raise BadInput(_("--pdf: use -o to give the folder for the PDF"))
    browser = find_browser() if args.pdf else ""
    low, high = args.least or (1, None)
    request = GenerateRequest(arguments.load_problem(args), low, high, args.grade, args.count, args.seed)
    if args.output:
        _check_python_files(request.list_python_files(), Path(args.output))
    args.limit_nodes = args.limit_depth = args.memory = None
    with arguments.open_context(args) as context, arguments.limit_time(args):
        answer: GenerateAnswer = ask("generate", request, context)
    if args.output:
        _write_folder(answer, Path(args.output), browser)
    if args.json:
        print_json(answer.as_dict())
    else:
        _print_answer(answer, files=not args.output)
    if answer.made.limit == "interrupt":
        return INTERRUPTED
    return STOPPED if answer.why else 0


def _check_python_files(files: Sequence[Path], folder: Path) -> None:
    """Raise an error if copying `files` (Python files) into `folder` would overwrite a file that has the same name but
    a different content.
    """
    for file in files:
        there = folder / file.name
        if there.exists() and not (there.is_file() and there.read_bytes() == file.read_bytes()):
            text = _(
                "{path} exists, but is not a copy of {file}, which the puzzle files need beside them: choose "
                "another folder"
            )
            raise BadInput(text.format(path=there, file=file))


def _write_folder(answer: GenerateAnswer, folder: Path, browser: str) -> None:
    """Write the output folder: a file for each puzzle, the Python files that the puzzles need, the booklet, and a JSON
    file with all results.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(_("{path} cannot be written: {why}").format(path=folder, why=error.strerror or error)) from None
    files = answer.request.list_python_files() if answer.made.puzzles else []
    _check_python_files(files, folder)
    for file in files:
        if not (folder / file.name).exists():
            write_file(folder / file.name, file.read_bytes())
    width = len(str(len(answer.made.puzzles)))
    for number, toml in enumerate(answer.list_files(), 1):
        write_file(str(folder / f"{number:0{width}}.toml"), toml)
    if answer.made.puzzles:
        write_file(str(folder / "booklet.html"), answer.make_booklet())
        if browser:
            print_pdf(browser, answer.make_booklet(), str(folder / "booklet.pdf"))
    write_file(str(folder / "puzzles.json"), json.dumps(answer.as_dict(), indent=1) + "\n")
    report_written(folder)


def _print_answer(answer: GenerateAnswer, *, files: bool) -> None:
    rows = []
    for number, puzzle in enumerate(answer.made.puzzles, 1):
        rating = puzzle.rating
        rows.append(
            (
                number, format_count(puzzle.metric, puzzle.least), rating.branching, rating.states, rating.dead_ends,
                _format_share(rating.greedy), _format_share(rating.random),
            )
        )  # fmt: skip
    heads = [_("puzzle"), _("minimum"), _("branching"), _("states"), _("dead ends"), _("greedy"), _("random")]
    if rows:
        print_table(heads, [["–" if cell is None else cell for cell in row] for row in rows])
    if files:
        for toml in answer.list_files():
            print()
            print(toml, end="")
    if answer.why:
        text = _("{found} of {wanted} puzzles generated: {why}")
        found, wanted = format_number(len(rows)), format_number(answer.request.count)
        print_lines("", text.format(found=found, wanted=wanted, why=answer.why))


def _format_share(share: float | None) -> str | None:
    return None if share is None else f"{format_number(round(100 * share))} %"
