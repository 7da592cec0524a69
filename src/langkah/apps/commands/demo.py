"""`langkah demo`: a short tour in the terminal. Solves the default problem of each game and shows where it ends."""

import argparse
from typing import Any

from langkah.apps import options
from langkah.apps.commands.solve import exit_code
from langkah.apps.console import columns, print_json, say
from langkah.games import GAMES, load
from langkah.language import _, number, plural
from langkah.model import Problem, titled
from langkah.search import solve
from langkah.trace import Limit, Result
from langkah.views.sentences import verdict

SECONDS = 20.0  # for each game: a tour must not get lost


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this command."""
    options.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Solve one problem of each game."""
    results = []
    for name in GAMES:
        problem = load(name)
        result = solve(problem, limit=Limit(seconds=SECONDS, memory=options.free_memory()))
        results.append(result.as_dict(problem))
        if not args.json:
            say(*stop(problem, result))
        if result.limit == "interrupt":
            return exit_code(result)
    if args.json:
        print_json({"rows": results})
    else:
        say(_("Go on with: langkah list, langkah solve GAME, langkah trace GAME, langkah compare GAME."))
    return 0


def stop(problem: Problem[Any, Any], result: Result[Any, Any]) -> list[str]:
    """One stop of the tour: the first and the last board side by side, and the verdict."""
    first, last = (problem.text(state).split("\n") for state in (result.states[0], result.states[-1]))
    width = max(map(len, first)) + 4
    middle = len(first) // 2
    boards = [
        f"  {left:<{width}}{'→' if row == middle else ' '}    {right}"
        for row, (left, right) in enumerate(zip(first, last, strict=False))
    ]
    if max(map(len, boards)) > columns():
        boards = [f"  {line}" for line in [*first, "↓", *last]]
    nodes = plural("{n} node", "{n} nodes", result.stats.expanded)
    seconds = number(result.stats.seconds, ",.2f")
    stats = _("{algorithm}, {nodes}, {seconds} s").format(algorithm=result.algorithm, nodes=nodes, seconds=seconds)
    return [titled(problem), *boards, f"  {verdict(problem, result)} ({stats})", ""]
