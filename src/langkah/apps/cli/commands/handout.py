"""`langkah handout`: writes a folder with a web page and starter files for each student, and one separate answer key.

The tasks that a web page can check by itself can also be written as a package for a course system.
"""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from langkah.apps.cli.console import print_json, print_lines, write_output
from langkah.apps.cli.print_pdf import find_browser, print_pdf
from langkah.errors import BadInput
from langkah.language import _, format_plural
from langkah.output_file import write_file

if TYPE_CHECKING:
    from langkah.course.assignment import Assignment


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("file", metavar=_("FILE.toml"), help=_("the assignment"))
    parser.add_argument("-o", "--output", metavar=_("FOLDER"), help=_("where to write a folder for each student"))
    parser.add_argument("--student", metavar=_("ID"), action="append", help=_("only this student; may be repeated"))
    text = _("print each page to a PDF file too (needs Chromium or Chrome)")
    parser.add_argument("--pdf", action="store_true", help=text)
    text = _("write a SCORM 1.2 package of the tasks that a web page can check: those of the kinds lesson, quiz and be")
    parser.add_argument("--scorm", metavar=_("FILE.zip"), help=text)


def run(args: argparse.Namespace) -> int:
    """Write the handouts, the SCORM package, or both."""
    from langkah.course.assignment_file import read_assignment
    from langkah.course.roster import ID

    if not (args.output or args.scorm):
        raise BadInput(_("say where to write: -o FOLDER, or --scorm FILE.zip"))
    assignment = read_assignment(Path(args.file))
    students = list(args.student or assignment.ids or ["everyone"])
    if wrong := [each for each in students if not ID.fullmatch(each)]:
        raise BadInput(
            _("--student {id}: an id may contain only letters, digits, '.', '_', '-' and '@'").format(id=wrong[0])
        )
    told: dict[str, object] = {}
    if args.scorm:
        from langkah.tasks.context import Context
        from langkah.tasks.course_page import pack_assignment

        write_output(args.scorm, pack_assignment(assignment, args.student[0] if args.student else "", Context()))
        told["scorm"] = args.scorm
    if args.output:
        keys = _write_folders(assignment, students, Path(args.output), pdf=args.pdf)
        told |= {"folder": args.output, "students": students, "keys": str(keys)}
    if args.json:
        print_json(told)
    elif args.output:
        said = format_plural("{n} handout", "{n} handouts", len(students))
        print_lines(
            _("{handouts} in {folder}").format(handouts=said, folder=args.output),
            _("answer keys, only for the person who grades: {path}").format(path=keys),
        )
    return 0


def _write_folders(assignment: "Assignment", students: list[str], folder: Path, *, pdf: bool) -> Path:
    """Write a folder for each student, and beside these folders one answer key for all students. With `pdf`, the page
    of each student is also printed to a PDF file. Returns the path of the answer key.
    """
    from langkah.course.handout import LESSONS, write_handout, write_keys
    from langkah.tasks.context import Context
    from langkah.tasks.course_page import write_student_page

    browser = find_browser() if pdf else None
    for student in students:
        files = write_handout(assignment, student)
        if lessons := write_student_page(assignment, student, Context()):
            files[LESSONS] = lessons
        for name, text in files.items():
            path = folder / student / name
            path.parent.mkdir(parents=True, exist_ok=True)
            write_file(path, text)
        if browser:
            print_pdf(browser, files["index.html"], str(folder / student / "index.pdf"))
    write_file(folder / "keys.html", write_keys(assignment, students))
    return folder / "keys.html"
