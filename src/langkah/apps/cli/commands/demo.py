"""`langkah demo`: a quick tour in the terminal that solves the default problem of each game."""

import argparse
from typing import Any

from langkah.apps.cli import arguments
from langkah.apps.cli.console import get_screen_width, print_json, print_lines
from langkah.apps.cli.exit_codes import INTERRUPTED
from langkah.games import GAMES, load
from langkah.language import _, format_number, format_plural
from langkah.model import Problem, get_title
from langkah.tasks.context import Context
from langkah.tasks.solve import SolveRequest
from langkah.tasks.table import ask
from langkah.tracing import Limit, Result
from langkah.views.sentences import format_verdict, name_search

GAME_SECONDS = 20.0  # for each game, so that the tour stays short


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """This command has no options of its own."""


def run(args: argparse.Namespace) -> int:
    """Solve one problem of each game."""
    results = []
    for name in GAMES:
        problem = load(name)
        limit = Limit(seconds=GAME_SECONDS, memory=arguments.find_free_memory())
        result: Result[Any, Any] = ask("solve", SolveRequest(problem), Context(limit)).result
        results.append(result.as_dict())
        if not args.json:
            print_lines(*_format_tour_stop(problem, result))
        if result.limit == "interrupt":
            return INTERRUPTED
    if args.json:
        print_json({"rows": results})
    else:
        print_lines(_("Continue with: langkah list, langkah solve GAME, langkah trace GAME, langkah compare GAME."))
    return 0


def _format_tour_stop(problem: Problem[Any, Any], result: Result[Any, Any]) -> list[str]:
    """The lines about one solved problem of the tour: its title, the first and the last board of the solution, and the
    verdict with the effort of the search.
    """
    first, last = (problem.text(state).split("\n") for state in (result.states[0], result.states[-1]))
    width = max(map(len, first)) + 4
    middle = len(first) // 2
    boards = [
        f"  {left:<{width}}{'→' if row == middle else ' '}    {right}"
        for row, (left, right) in enumerate(zip(first, last, strict=False))
    ]
    if max(map(len, boards)) > get_screen_width():
        boards = [f"  {line}" for line in [*first, "↓", *last]]
    nodes = format_plural("{n} node", "{n} nodes", result.stats.expanded)
    seconds = format_number(result.stats.seconds, ",.2f")
    stats = _("{algorithm}, {nodes}, {seconds} s").format(algorithm=name_search(result), nodes=nodes, seconds=seconds)
    return [get_title(problem), *boards, f"  {format_verdict(problem, result)} ({stats})", ""]
