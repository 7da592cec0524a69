"""`langkah solve`: an answer, the plan, and what it took."""

import argparse
from typing import Any

from langkah.apps.cli import arguments
from langkah.apps.cli.console import ProgressLine, fold_line, get_screen_width, print_json, print_lines, report_written
from langkah.language import _, format_number, format_plural
from langkah.model import Problem
from langkah.search import solve
from langkah.trace import Result, Status
from langkah.views.sentences import format_verdict

CODES = {Status.SOLVED: 0, Status.IMPOSSIBLE: 3, Status.STOPPED: 4}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this command."""
    arguments.add_problem(parser)
    parser.add_argument(
        "--algorithm", metavar=_("NAME"), help=_("see `langkah list`; without it, a sound one is picked")
    )
    parser.add_argument("--states", action="store_true", help=_("show every board of the plan"))
    parser.add_argument("--animate", metavar=_("FILE"), help=_("write the solution as a moving picture, .gif or .svg"))
    parser.add_argument("--all", action="store_true", help=_("find all solutions (backtracking)"))
    arguments.add_search(parser)
    arguments.add_limits(parser)
    arguments.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Solve and print."""
    problem = arguments.load_problem(args)
    if args.animate:
        arguments.check_target(args.animate, (".svg", ".gif"))
    algorithm = args.algorithm or ("backtracking" if args.all else None)
    with ProgressLine() as progress, arguments.limit_time(args):
        result = solve(
            problem,
            algorithm,
            limit=arguments.read_limit(args),
            progress=progress,
            find_all=args.all,
            **arguments.read_search_options(args),
        )
    if args.animate and result:
        from langkah.views.animation import write_animation

        write_animation(problem, result, args.animate)
        report_written(args.animate)
    if args.json:
        print_json(result.as_dict(problem, states=args.states))
    else:
        print_lines(*_format_result(problem, result, states=args.states))
    return get_exit_code(result)


def get_exit_code(result: Result[Any, Any]) -> int:
    """What a shell hears: 0 solved, 3 impossible, 4 stopped, 130 interrupted."""
    return 130 if result.limit == "interrupt" else CODES[result.status]


def _format_result(problem: Problem[Any, Any], result: Result[Any, Any], *, states: bool = False) -> list[str]:
    """A result in words."""
    lines = [f"{result.problem}: {format_verdict(problem, result)}"]
    if result.why:
        lines.append(f"  {result.why}")
    stats = result.stats
    lines.append(
        "  "
        + _("{algorithm}: {taken}, {generated} generated, frontier up to {frontier}, {seconds} s").format(
            algorithm=result.algorithm + (f" ({result.estimate})" if result.estimate else ""),
            taken=format_plural("{n} node taken", "{n} nodes taken", stats.expanded),
            generated=format_number(stats.generated),
            frontier=format_number(stats.frontier_max),
            seconds=format_number(stats.seconds, ",.3f"),
        )
    )
    if result.best_moves:
        lines.append("  " + _("best moves: {moves}").format(moves=", ".join(result.best_moves)))
    if result.moves:
        lines += _wrap_moves([f"{index}. {move}" for index, move in enumerate(result.moves, 1)])
    if states:
        lines += ["", *("\n".join([problem.text(state), ""]) for state in result.states)]
    return lines


def _wrap_moves(words: list[str]) -> list[str]:
    """Numbered moves, filled into lines."""
    text = "  ".join(word.replace(" ", "\0") for word in words)
    return [line.replace("\0", " ") for line in fold_line("  " + text, get_screen_width(), 0)]
