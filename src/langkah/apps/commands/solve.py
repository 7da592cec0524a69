"""`langkah solve`: an answer, the plan, and what it took."""

import argparse
from typing import Any

from langkah.apps import options
from langkah.apps.console import Progress, columns, folded, print_json, say, say_written
from langkah.language import _, number, plural
from langkah.model import Problem
from langkah.search import solve
from langkah.trace import Result, Status
from langkah.views.sentences import verdict

CODES = {Status.SOLVED: 0, Status.IMPOSSIBLE: 3, Status.STOPPED: 4}


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this command."""
    options.add_problem(parser)
    parser.add_argument(
        "--algorithm", metavar=_("NAME"), help=_("see `langkah list`; without it, a sound one is picked")
    )
    parser.add_argument("--states", action="store_true", help=_("show every board of the plan"))
    parser.add_argument("--animate", metavar=_("FILE"), help=_("write the solution as a moving picture, .gif or .svg"))
    parser.add_argument("--all", action="store_true", help=_("find all solutions (backtracking)"))
    options.add_search(parser)
    options.add_limits(parser)
    options.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Solve and print."""
    problem = options.problem(args)
    if args.animate:
        options.check_target(args.animate, (".svg", ".gif"))
    algorithm = args.algorithm or ("backtracking" if args.all else None)
    with Progress() as progress, options.clock(args):
        result = solve(
            problem,
            algorithm,
            limit=options.limit(args),
            progress=progress,
            find_all=args.all,
            **options.search_options(args),
        )
    if args.animate and result:
        from langkah.views.animate import animate

        animate(problem, result, args.animate)
        say_written(args.animate)
    if args.json:
        print_json(result.as_dict(problem, states=args.states))
    else:
        say(*told(problem, result, states=args.states))
    return exit_code(result)


def exit_code(result: Result[Any, Any]) -> int:
    """What a shell hears: 0 solved, 3 impossible, 4 stopped, 130 interrupted."""
    return 130 if result.limit == "interrupt" else CODES[result.status]


def told(problem: Problem[Any, Any], result: Result[Any, Any], *, states: bool = False) -> list[str]:
    """A result in words."""
    lines = [f"{result.problem}: {verdict(problem, result)}"]
    if result.why:
        lines.append(f"  {result.why}")
    stats = result.stats
    lines.append(
        "  "
        + _("{algorithm}: {taken}, {generated} generated, frontier up to {frontier}, {seconds} s").format(
            algorithm=result.algorithm + (f" ({result.estimate})" if result.estimate else ""),
            taken=plural("{n} node taken", "{n} nodes taken", stats.expanded),
            generated=number(stats.generated),
            frontier=number(stats.frontier_max),
            seconds=number(stats.seconds, ",.3f"),
        )
    )
    if result.best_moves:
        lines.append("  " + _("best moves: {moves}").format(moves=", ".join(result.best_moves)))
    if result.moves:
        lines += wrapped([f"{index}. {move}" for index, move in enumerate(result.moves, 1)])
    if states:
        lines += ["", *("\n".join([problem.text(state), ""]) for state in result.states)]
    return lines


def wrapped(words: list[str]) -> list[str]:
    """Numbered moves, filled into lines."""
    text = "  ".join(word.replace(" ", "\0") for word in words)
    return [line.replace("\0", " ") for line in folded("  " + text, columns(), 0)]
