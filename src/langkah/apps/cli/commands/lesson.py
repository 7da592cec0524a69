"""`langkah lesson`: explains a search in several stops, with questions at the end.

Without a name, it lists the lessons. A user can also write a lesson in a file, which is checked before it is shown.
"""

import argparse
import sys

from langkah.apps.cli import arguments
from langkah.apps.cli.console import print_json, print_lines, write_output
from langkah.apps.terminal.lesson import play_lesson, tell_lesson
from langkah.language import _
from langkah.tasks.context import Context
from langkah.tasks.lesson import LessonAnswer, LessonRequest, LessonsJson, LessonsRequest, open_lesson
from langkah.tasks.table import ask
from langkah.tracing import Limit

SEARCH_SECONDS = 30.0  # for one search


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument(
        "lesson", nargs="?", metavar=_("NAME|FILE.toml"), help=_("a lesson (omit it to list all lessons)")
    )
    text = _("write the lesson as one web page that needs no server")
    parser.add_argument("--html", metavar=_("FILE"), help=text)
    text = _("write the lesson as a SCORM 1.2 package for a course system, which then records score and completion")
    parser.add_argument("--scorm", metavar=_("FILE.zip"), help=text)
    text = _("run the Python file that the lesson names, with your permissions")
    parser.add_argument("--trust", action="store_true", help=text)
    parser.add_argument(
        "--check", action="store_true", help=_("only check the lesson: report whether every stop is found")
    )


def run(args: argparse.Namespace) -> int:
    """List the lessons, or present one of them."""
    if args.lesson is None:
        return _print_list(args)
    with arguments.limit_time(args, SEARCH_SECONDS):
        context = Context(Limit(seconds=SEARCH_SECONDS, memory=arguments.find_free_memory()))
        answer: LessonAnswer = ask("lesson", LessonRequest(open_lesson(args.lesson, trust=args.trust)), context)
    if args.html:
        write_output(args.html, answer.make_page())
    if args.scorm:
        write_output(args.scorm, _pack_lesson(answer))
    if args.json:
        print_json({**answer.told, "problem": answer.result.problem, "algorithm": answer.result.algorithm})
    elif args.check:
        text = _("{name}: {n} stops, all found in a search of {m} nodes")
        print_lines(text.format(name=args.lesson, n=len(answer.told["stops"]), m=len(answer.trace.made)))
    elif args.html or args.scorm:
        pass
    elif sys.stdin.isatty() and sys.stdout.isatty():
        plain = not (sys.stdout.encoding or "ascii").lower().startswith("utf")
        try:
            play_lesson(answer, input, print, plain=plain)
        except EOFError:
            print_lines("")
    else:
        print_lines(*tell_lesson(answer))
    return 0


def _print_list(args: argparse.Namespace) -> int:
    found: LessonsJson = ask("lessons", LessonsRequest(), Context())
    if args.json:
        print_json(found)
    else:
        lines = (f"{each['name']:<20} {each['about']}" for each in found["lessons"])
        print_lines(*lines, "", _("Begin with: langkah lesson NAME"))
    return 0


def _pack_lesson(answer: LessonAnswer) -> bytes:
    from langkah.views.course_page import PageTask, make_course_page
    from langkah.views.scorm import make_scorm_package

    name, title = answer.lesson.name, answer.told["title"]
    return make_scorm_package(name, title, make_course_page(title, [PageTask(name, title, page=answer.make_page())]))
