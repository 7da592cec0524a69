"""`langkah grade`: marks the submissions of a class, each in isolation, and writes the files that course systems
import.
"""

import argparse
import sys
from pathlib import Path

from langkah.apps.cli import arguments
from langkah.apps.cli.console import print_json, print_lines, print_table
from langkah.errors import BadInput
from langkah.language import _
from langkah.output_file import write_file


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("file", metavar=_("FILE.toml"), help=_("the assignment"))
    parser.add_argument(
        "submissions",
        metavar=_("SUBMISSIONS"),
        help=_("a folder with one folder or zip file per student, named after the student's id"),
    )
    parser.add_argument("-o", "--output", metavar=_("FOLDER"), required=True, help=_("where to write"))
    arguments.add_whole(
        parser, "--seconds", _("the time limit in seconds for the code of one task of one student (default 20)"), 20
    )


def run(args: argparse.Namespace) -> int:
    """Mark all submissions, and write the files. Exit code 0 means that all were marked, regardless of the marks."""
    from langkah.course import reports
    from langkah.course.assignment_file import read_assignment
    from langkah.course.grading import grade, match_submissions
    from langkah.course.kernel_locks import can_lock

    assignment, folder = read_assignment(Path(args.file)), Path(args.output)
    if folder.resolve().is_relative_to(Path(args.submissions).resolve()):
        raise BadInput(
            _("-o {folder}: this folder lies inside the folder of submissions; give another one").format(folder=folder)
        )
    if not can_lock():
        text = _(
            "this system cannot isolate a submission (isolation needs Linux with Landlock): grade in a virtual machine"
        )
        print(text, file=sys.stderr)
    _found, unmatched = match_submissions(assignment, Path(args.submissions))
    for line in unmatched:
        print(line, file=sys.stderr)
    marks = grade(assignment, Path(args.submissions), seconds=args.seconds)
    folder.mkdir(parents=True, exist_ok=True)
    for each in marks:
        own = folder / each.id
        own.mkdir(exist_ok=True)
        write_file(own / "results.json", reports.write_gradescope(assignment, each))
        write_file(own / "report.html", reports.write_report(assignment, each))
        for task, mark in zip(assignment.tasks, each.tasks, strict=True):
            if mark.replay:
                write_file(own / f"{task.slug}.html", mark.replay)
    write_file(folder / "marks.csv", reports.write_marks(assignment, marks))
    write_file(folder / "canvas.csv", reports.write_canvas(assignment, marks))
    write_file(folder / "marks.xml", reports.write_junit(assignment, marks))
    write_file(folder / "summary.html", reports.write_summary(assignment, marks, unmatched))
    if args.json:
        told = {"title": assignment.title, "folder": str(folder), "unmatched": unmatched}
        print_json({**told, "marks": [each.as_dict() for each in marks]})
        return 0
    rows = [[each.id, *(f"{mark.points:g}" for mark in each.tasks), f"{each.points:g}"] for each in marks]
    print_table(["id", *(task.name for task in assignment.tasks), _("points")], rows, assignment.title)
    print_lines(_("written: {path}").format(path=folder / "marks.csv"))
    return 0
