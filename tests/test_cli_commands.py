"""A new command can be added as CONTRIBUTING.md describes."""

import json
from pathlib import Path
from typing import Any

import pytest

from langkah.apps.cli import commands
from langkah.apps.cli.main import COMMANDS

TOY = '''
"""`langkah toy`: how many moves there are."""

from langkah.apps.cli import arguments
from langkah.apps.cli.console import print_json


def add_arguments(parser):
    """The options of this command."""
    arguments.add_problem(parser)
    arguments.add_whole(parser, "--more", "so many more", 0)


def run(args):
    """Count and print."""
    problem = arguments.load_problem(args)
    print_json({"moves": len(list(problem.steps(problem.start))) + args.more})
    return 0
'''


def test_a_command_is_one_file_and_one_line(langkah: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new file among the commands and a line in their table give a command with help, options, JSON output and clear
    error messages.
    """
    (tmp_path / "toy.py").write_text(TOY, encoding="utf-8")
    monkeypatch.setattr(commands, "__path__", [*commands.__path__, str(tmp_path)])
    monkeypatch.setitem(COMMANDS, "toy", "count the moves at the start")
    assert "count the moves at the start" in langkah("--help")[1]
    assert "so many more" in langkah("toy", "--help")[1]
    assert json.loads(langkah("toy", "hanoi", "discs=3", "--more", "5", "--json")[1]) == {"moves": 7}
    assert "Did you mean toy, store?" in langkah("tyo", "hanoi")[2]
    assert langkah("toy", "hanoi", "--more", "some")[0] == 2
