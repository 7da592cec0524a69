"""`langkah match`: lets players play many games against each other, and gives a confidence interval for the score."""

import argparse
from typing import Any

from langkah.apps.cli import arguments
from langkah.apps.cli.console import Figure, print_json, print_lines, print_table
from langkah.apps.cli.exit_codes import get_exit_code
from langkah.language import _, format_number
from langkah.model import Game
from langkah.players import PLAYERS
from langkah.tasks.match import Match, MatchAnswer, MatchRequest
from langkah.tasks.table import ask
from langkah.tracing import Status


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    known = _("NAME or NAME:STRENGTH, several separated by commas: {names}").format(names=", ".join(PLAYERS))
    parser.add_argument("one", metavar="A", help=known)
    parser.add_argument("other", metavar="B", help=_("the opponents of A, written in the same way as A"))
    arguments.add_problem(parser)
    arguments.add_whole(parser, "--games", _("games per pair of players (default 100)"), 100)
    arguments.add_whole(parser, "--seed", _("the seed: the same seed gives the same games"), 0, "S")
    arguments.add_whole(parser, "--show", _("show the first N games, move by move"), 0)
    arguments.add_limits(parser, _("for each pair of players"))


def run(args: argparse.Namespace) -> int:
    """Play the games, and print the results."""
    ours, theirs = arguments.split_names(args.one), arguments.split_names(args.other)
    request = MatchRequest(arguments.load_problem(args), ours, theirs, args.games, args.seed, args.show)
    with arguments.open_context(args) as context:
        answer: MatchAnswer = ask("match", request, context)
    if args.json:
        print_json(answer.as_dict())
    else:
        _print_matches(answer.matches)
        for each in answer.matches:
            print_lines(*_format_games(answer.game, each))
    limits = [each.limit for each in answer.matches if each.limit]
    return get_exit_code(Status.STOPPED if limits else Status.SOLVED, limits[-1] if limits else "")


def _format_games(game: Game[Any, Any], found: Match) -> list[str]:
    """The games to be shown as lines: each move with its reason, then the final board and the outcome."""
    lines: list[str] = []
    for index, each in enumerate(found.shown):
        names = found.players if index % 2 == 0 else found.players[::-1]
        lines += ["", _("{first} - {second}").format(first=names[0], second=names[1])]
        state = game.start
        for ply, (move, reason) in enumerate(zip(each.moves, each.reasons, strict=True), 1):
            lines.append(f"  {ply}. {game.notation(move)}  {names[game.player(state)]}: {reason}")
            state = next(step.state for step in game.steps(state) if step.move == move)
        outcome = game.outcome(state)
        board = ["  " + row for row in game.text(state).splitlines()]
        lines += ["", *board, "  " + (outcome.reason if outcome else "")]
    return lines


def _print_matches(found: list[Match]) -> None:
    headers = ["A", "B", _("games"), _("won"), _("drawn"), _("lost"), _("score of A"), _("95 % interval")]
    headers += [_("as first player"), _("as second player"), _("different games"), _("moves per game")]
    rows = []
    for each in found:
        total = each.total
        seats = [f"{seat.wins}-{seat.draws}-{seat.losses}" for seat in each.seats]
        counts = [total.games, total.wins, total.draws, total.losses, Figure(total.score, ".1%")]
        between = " - ".join(format_number(end, ".1%") for end in each.interval)
        rows.append([*each.players, *counts, between, *seats, each.different, Figure(each.plies, ".1f")])
    print_table(headers, rows, found[0].problem, named=2)
    print_lines(*(f"{each.players[0]} - {each.players[1]}: {each.why}" for each in found if each.why))
