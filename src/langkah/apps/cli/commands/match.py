"""`langkah match`: players against players, many games, with how far the result can be trusted."""

import argparse
from typing import Any

from langkah.apps.cli import arguments
from langkah.apps.cli.commands.solve import CODES
from langkah.apps.cli.console import Figure, ProgressLine, print_json, print_lines, print_table
from langkah.errors import BadInput
from langkah.language import _, format_number
from langkah.match import Match, match
from langkah.model import Game
from langkah.players import PLAYERS, make_player, require_game
from langkah.trace import Status

MOST_GAMES = 10**7


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this command."""
    known = _("NAME or NAME:STRENGTH, several separated by commas: {names}").format(names=", ".join(PLAYERS))
    parser.add_argument("one", metavar="A", help=known)
    parser.add_argument("other", metavar="B", help=_("the opponents of A"))
    arguments.add_problem(parser)
    parser.add_argument(
        "--games", type=arguments.parse_whole, default=100, metavar="N", help=_("games of each pair (default 100)")
    )
    parser.add_argument(
        "--seed", type=arguments.parse_whole, default=0, metavar="S", help=_("the same seed, the same games")
    )
    parser.add_argument(
        "--show", type=arguments.parse_whole, default=0, metavar="N", help=_("show the first N games, move by move")
    )
    arguments.add_limits(parser, _("of each pair of players"))
    arguments.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Play and print."""
    game = require_game(arguments.load_problem(args))
    pairs = [(one, other) for one in arguments.split_names(args.one) for other in arguments.split_names(args.other)]
    if not pairs:
        raise BadInput(_("name two players, as in: match perfect random"))
    if not 1 <= args.games <= MOST_GAMES:
        raise BadInput(_("--games {n}: this must be from 1 to {most}").format(n=args.games, most=MOST_GAMES))
    for name in dict.fromkeys(name for pair in pairs for name in pair):
        make_player(name, game)  # says at once what is wrong with any of them
    found: list[Match] = []
    with ProgressLine() as progress:
        for pair in pairs:
            limit = arguments.read_limit(args)
            found.append(match(game, pair, args.games, args.seed, show=args.show, limit=limit, progress=progress))
            if found[-1].limit == "interrupt":
                break
    if args.json:
        rows = [{**each.as_dict(), **_games_to_json(game, each)} for each in found]
        print_json(rows[0] if len(rows) == 1 else {"problem": rows[0]["problem"], "matches": rows})
    else:
        _print_matches(found)
        for each in found:
            print_lines(*_format_games(game, each))
    return _get_match_exit_code(found)


def _games_to_json(game: Game[Any, Any], found: Match) -> dict[str, Any]:
    """The games that were asked for, as plain JSON values."""
    games = [
        {"winner": each.winner, "moves": [game.notation(move) for move in each.moves], "reasons": list(each.reasons)}
        for each in found.shown
    ]
    return {"shown": games} if games else {}


def _format_games(game: Game[Any, Any], found: Match) -> list[str]:
    """The games that were asked for, move by move, with the reason for each."""
    lines: list[str] = []
    for index, each in enumerate(found.shown):
        names = found.players if index % 2 == 0 else found.players[::-1]
        lines += ["", _("{first} - {second}").format(first=names[0], second=names[1])]
        state = game.start
        for ply, (move, reason) in enumerate(zip(each.moves, each.reasons, strict=True), 1):
            name = names[game.player(state)]
            lines.append(f"  {ply}. {game.notation(move)}  {name}: {reason}")
            state = next(step.state for step in game.steps(state) if step.move == move)
        outcome = game.outcome(state)
        lines += [
            "",
            *("  " + row for row in game.text(state).splitlines()),
            "  " + (outcome.reason if outcome else ""),
        ]
    return lines


def _get_match_exit_code(found: list[Match]) -> int:
    """0 if all games were played, 4 if a limit came first, 130 if interrupted."""
    if any(each.limit == "interrupt" for each in found):
        return 130
    return CODES[Status.STOPPED if any(each.limit for each in found) else Status.SOLVED]


def _print_matches(found: list[Match]) -> None:
    """The matches as a table."""
    headers = ["A", "B", _("games"), _("won"), _("drawn"), _("lost"), _("score of A"), _("95 % interval")]
    headers += [_("as first"), _("as second"), _("different games"), _("moves a game")]
    rows = []
    for each in found:
        low, high = each.interval
        total = each.total
        seats = [f"{seat.wins}-{seat.draws}-{seat.losses}" for seat in each.seats]
        counts = [total.games, total.wins, total.draws, total.losses, Figure(total.score, ".1%")]
        between = f"{format_number(low, '.1%')} - {format_number(high, '.1%')}"
        rows.append([*each.players, *counts, between, *seats, each.different, Figure(each.plies, ".1f")])
    print_table(headers, rows, found[0].problem, named=2)
    for each in found:
        if each.why:
            print_lines(f"{each.players[0]} - {each.players[1]}: {each.why}")
