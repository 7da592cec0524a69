"""`langkah audit`: one player against every possible reply, and what that proves."""

import argparse
from typing import Any

from langkah.apps.cli import arguments
from langkah.apps.cli.commands.solve import CODES
from langkah.apps.cli.console import ProgressLine, get_screen_width, print_json, print_lines
from langkah.audit import SEATS, Audit, audit
from langkah.errors import DoesNotFit
from langkah.language import _, format_number, format_plural
from langkah.model import Game
from langkah.players import PLAYERS, make_player, parse_player, require_game
from langkah.trace import Status

SHOWN = 10  # losing lines drawn as boards unless more are asked for


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this command."""
    parser.add_argument(
        "player", metavar=_("PLAYER"), help=_("NAME or NAME:STRENGTH: {names}").format(names=", ".join(PLAYERS))
    )
    arguments.add_problem(parser)
    parser.add_argument("--seat", choices=SEATS, default="second", help=_("where the player sits (default: second)"))
    parser.add_argument(
        "--seed", type=arguments.parse_whole, default=0, metavar="S", help=_("for players that use chance")
    )
    parser.add_argument("--lines", type=arguments.parse_whole, metavar="N", help=_("write out at most N losing lines"))
    arguments.add_limits(parser)
    arguments.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Audit and print."""
    name, _strength = parse_player(args.player)
    game = require_game(arguments.load_problem(args))
    if not PLAYERS[name].audited:
        raise DoesNotFit(_("{player} cannot be audited: nobody knows what a person will do.").format(player=name))
    with ProgressLine() as progress:
        record = audit(
            make_player(args.player, game, args.seed),
            game,
            SEATS.index(args.seat),
            name=args.player,
            lines=(1000 if args.json else SHOWN) if args.lines is None else args.lines,
            limit=arguments.read_limit(args),
            progress=progress,
        )
    if args.json:
        print_json(record.as_dict(game))
    else:
        print_lines(*_format_audit(game, record))
    return 130 if record.limit == "interrupt" else CODES[record.status]


def _format_audit(game: Game[Any, Any], record: Audit[Any]) -> list[str]:
    """The record in words, with the losing lines as boards."""
    lines = [
        _("{player} as {seat} on {problem}: {verdict}").format(
            player=record.player,
            seat=_(game.players[record.seat]),
            problem=record.problem,
            verdict=_format_audit_verdict(record),
        ),
        "  "
        + _("{games}: {wins} won, {losses} lost, {draws} drawn").format(
            games=format_plural("{n} game", "{n} games", record.games),
            wins=format_number(record.player_wins),
            losses=format_number(record.opponent_wins),
            draws=format_number(record.draws),
        ),
        "  "
        + _("{positions} looked at, longest game {plies}, {seconds} s").format(
            positions=format_plural("{n} position", "{n} positions", record.positions),
            plies=format_plural("{n} move", "{n} moves", record.longest),
            seconds=format_number(record.stats.seconds, ",.3f"),
        ),
    ]
    if not record.deterministic:
        lines.append("  " + _("The player varies: every move that it may choose was followed."))
    for moves, states in zip(record.losing_lines, record.losing_states, strict=True):
        lines += [
            "",
            _("lost: {moves}").format(moves=" ".join(moves)),
            *_join_boards([game.text(each) for each in states]),
        ]
    left_out = record.opponent_wins - len(record.losing_lines)
    if left_out:
        lines += [
            "",
            format_plural("{n} more losing line is not shown", "{n} more losing lines are not shown", left_out),
        ]
        lines[-1] += " (" + _("--lines N shows more") + ")"
    return lines


def _format_audit_verdict(record: Audit[Any]) -> str:
    """The answer in one phrase."""
    if record.status is not Status.SOLVED:
        return record.why
    if record.unbeaten:
        return _("proved never to lose")
    return _("can be beaten")


def _join_boards(boards: list[str]) -> list[str]:
    """Boards in rows, as many beside each other as fit."""
    blocks = [board.splitlines() for board in boards]
    wide = max(len(line) for block in blocks for line in block) + 3
    fit = max(1, (get_screen_width() - 2) // wide)
    lines: list[str] = []
    for first in range(0, len(blocks), fit):
        row = blocks[first : first + fit]
        for index in range(max(map(len, row))):
            cells = (block[index] if index < len(block) else "" for block in row)
            lines.append(("  " + "".join(cell.ljust(wide) for cell in cells)).rstrip())
        lines.append("")
    return lines[:-1]
