"""`langkah example`: the puzzle files that come with the program, to copy and to change."""

import argparse

from langkah.apps.cli.console import print_json, print_lines, print_table
from langkah.language import _
from langkah.tasks.examples import get_example, list_examples


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this command."""
    text = _("the example to print; without it they are listed")
    parser.add_argument("name", nargs="?", metavar=_("NAME"), help=text)


def run(args: argparse.Namespace) -> int:
    """List the examples, or print one."""
    if args.name:
        example = get_example(args.name)
        if args.json:
            print_json(example.as_dict())
        else:
            print(example.code, end="")
        return 0
    examples = list_examples()
    if args.json:
        print_json({"rows": [{"name": row.name, "about": row.about} for row in examples.values()]})
        return 0
    print_table([_("example"), _("what it is")], [[row.name, row.about] for row in examples.values()], _("Examples"))
    print()
    print_lines(_("Start your own from one of them: langkah example template > mine.py"))
    return 0
