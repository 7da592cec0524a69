"""`langkah solve`: solves a problem, and prints the answer, the plan and the effort."""

import argparse
from dataclasses import replace

from langkah.apps.cli import arguments
from langkah.apps.cli.console import fold_line, get_screen_width, print_json, print_lines, report_written
from langkah.apps.cli.exit_codes import get_exit_code
from langkah.errors import BadInput
from langkah.language import _, format_number, format_plural
from langkah.output_file import write_file
from langkah.tasks.proof import Proof, ProveRequest
from langkah.tasks.solve import DEVICES, SearchRequest, SolveAnswer, SolveRequest
from langkah.tasks.table import ask
from langkah.tracing import Status
from langkah.views.sentences import format_verdict, name_search


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    arguments.add_problem(parser)
    arguments.add_algorithm(parser)
    parser.add_argument("--states", action="store_true", help=_("show every board of the plan"))
    parser.add_argument("--animate", metavar=_("FILE"), help=_("write the solution as an animation, .gif or .svg"))
    parser.add_argument("--proof", metavar=_("FILE"), help=_("write a certificate of the answer; see `langkah check`"))
    parser.add_argument(
        "--text", action="store_true", help=_("print board and plan in the text formats of other programs")
    )
    parser.add_argument("--all", action="store_true", help=_("find all solutions (backtracking)"))
    parser.add_argument(
        "--device", choices=DEVICES, default="auto", help=_("the device for breadth-first search (default: auto)")
    )
    arguments.add_search(parser)
    arguments.add_limits(parser)


def run(args: argparse.Namespace) -> int:
    """Solve the problem, print the answer, and write the requested files."""
    problem = arguments.load_problem(args)
    search = replace(arguments.read_options(args), device=args.device, find_all=args.all)
    if args.animate:
        arguments.check_target(args.animate, (".svg", ".gif"))
    if args.proof:
        arguments.check_folder(args.proof)
    with arguments.open_context(args) as context, arguments.limit_time(args):
        answer: SolveAnswer = ask("solve", SolveRequest(problem, search), context)
    if args.animate and answer.result:
        from langkah.views.animation import write_animation

        write_animation(answer.problem, answer.result, args.animate)
        report_written(args.animate)
    if args.proof and answer.result.status is not Status.STOPPED:
        _write_proof(args, answer, search)
    if args.text:
        _print_text(answer)
    elif args.json:
        print_json(answer.as_dict(states=args.states))
    else:
        print_lines(*_format_answer(answer, states=args.states))
    return get_exit_code(answer.result.status, answer.result.limit)


def _write_proof(args: argparse.Namespace, answer: SolveAnswer, search: SearchRequest) -> None:
    """Write a certificate of an answer; the limits of the search also apply to the certificate."""
    with arguments.open_context(args) as context:
        proof: Proof = ask("prove", ProveRequest(answer.problem, search=search, result=answer.result), context)
    write_file(args.proof, proof.data)
    report_written(args.proof)


def _print_text(answer: SolveAnswer) -> None:
    """Print the board and, if there is one, the plan, in text formats that other programs can read."""
    board = answer.problem.to_text()
    if not board:
        raise BadInput(
            _("--text: {problem} has no text format that other programs can read").format(problem=answer.result.problem)
        )
    plan = answer.problem.write_plan(answer.result.path)
    print_lines(board.rstrip("\n"), *((f"Solution: {plan}",) if plan else ()))


def _format_answer(answer: SolveAnswer, *, states: bool) -> list[str]:
    problem, result, stats = answer.problem, answer.result, answer.result.stats
    lines = [f"{result.problem}: {format_verdict(problem, result)}"]
    if result.why:
        lines.append(f"  {result.why}")
    text = _("{algorithm}: {taken}, {generated} generated, frontier up to {frontier}, {seconds} s").format(
        algorithm=name_search(result),
        taken=format_plural("{n} node expanded", "{n} nodes expanded", stats.expanded),
        generated=format_number(stats.generated),
        frontier=format_number(stats.frontier_max),
        seconds=format_number(stats.seconds, ",.3f"),
    )
    lines.append(f"  {text}")
    if result.best_moves:
        lines.append("  " + _("best moves: {moves}").format(moves=", ".join(map(problem.notation, result.best_moves))))
    if result.notation:
        lines += _wrap_moves([f"{index}. {move}" for index, move in enumerate(result.notation, 1)])
    if states:
        lines += ["", *(problem.text(state) + "\n" for state in result.states)]
    return lines


def _wrap_moves(words: list[str]) -> list[str]:
    text = "  ".join(word.replace(" ", "\0") for word in words)
    return [line.replace("\0", " ") for line in fold_line("  " + text, get_screen_width(), 0)]
