"""`langkah example`: lists or prints the example puzzle files that come with the program, to copy and modify."""

import argparse

from langkah.apps.cli.console import print_json, print_lines, print_table
from langkah.language import _
from langkah.tasks.context import Context
from langkah.tasks.examples import Example, ExampleRequest, ExamplesJson, ExamplesRequest
from langkah.tasks.table import ask


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    text = _("the example to print; without it, all examples are listed")
    parser.add_argument("name", nargs="?", metavar=_("NAME"), help=text)


def run(args: argparse.Namespace) -> int:
    """List the examples, or print one."""
    if args.name:
        example: Example = ask("example", ExampleRequest(args.name), Context())
        if args.json:
            print_json(example.as_dict())
        else:
            print(example.code, end="")
        return 0
    examples: ExamplesJson = ask("examples", ExamplesRequest(), Context())
    if args.json:
        print_json(examples)
        return 0
    rows = [[row["name"], row["about"]] for row in examples["rows"]]
    print_table([_("example"), _("what it is")], rows, _("Examples"))
    print()
    print_lines(_("Copy an example to begin your own: langkah example template > mine.py"))
    return 0
