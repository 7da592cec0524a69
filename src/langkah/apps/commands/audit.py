"""`langkah audit`: one player against every possible reply, and what that proves."""

import argparse
from typing import Any

from langkah.apps import options
from langkah.apps.commands.solve import CODES
from langkah.apps.console import Progress, columns, print_json, say
from langkah.audit import SEATS, Audit, audit
from langkah.errors import DoesNotFit
from langkah.language import _, number, plural
from langkah.model import Game
from langkah.players import PLAYERS, player, two_player, understood
from langkah.trace import Status

SHOWN = 10  # losing lines drawn as boards unless more are asked for


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this command."""
    parser.add_argument(
        "player", metavar=_("PLAYER"), help=_("NAME or NAME:STRENGTH: {names}").format(names=", ".join(PLAYERS))
    )
    options.add_problem(parser)
    parser.add_argument("--seat", choices=SEATS, default="second", help=_("where the player sits (default: second)"))
    parser.add_argument("--seed", type=options.whole, default=0, metavar="S", help=_("for players that use chance"))
    parser.add_argument("--lines", type=options.whole, metavar="N", help=_("write out at most N losing lines"))
    options.add_limits(parser)
    options.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Audit and print."""
    name, _strength = understood(args.player)
    game = two_player(options.problem(args))
    if not PLAYERS[name].audited:
        raise DoesNotFit(_("{player} cannot be audited: nobody knows what a person will do.").format(player=name))
    with Progress() as progress:
        record = audit(
            player(args.player, game, args.seed),
            game,
            SEATS.index(args.seat),
            name=args.player,
            lines=(1000 if args.json else SHOWN) if args.lines is None else args.lines,
            limit=options.limit(args),
            progress=progress,
        )
    if args.json:
        print_json(record.as_dict(game))
    else:
        say(*told(game, record))
    return 130 if record.limit == "interrupt" else CODES[record.status]


def told(game: Game[Any, Any], record: Audit[Any]) -> list[str]:
    """The record in words, with the losing lines as boards."""
    lines = [
        _("{player} as {seat} on {problem}: {verdict}").format(
            player=record.player, seat=_(game.players[record.seat]), problem=record.problem, verdict=verdict(record)
        ),
        "  "
        + _("{games}: {wins} won, {losses} lost, {draws} drawn").format(
            games=plural("{n} game", "{n} games", record.games),
            wins=number(record.player_wins),
            losses=number(record.opponent_wins),
            draws=number(record.draws),
        ),
        "  "
        + _("{positions} looked at, longest game {plies}, {seconds} s").format(
            positions=plural("{n} position", "{n} positions", record.positions),
            plies=plural("{n} move", "{n} moves", record.longest),
            seconds=number(record.stats.seconds, ",.3f"),
        ),
    ]
    if not record.deterministic:
        lines.append("  " + _("The player varies: every move that it may choose was followed."))
    for moves, states in zip(record.losing_lines, record.losing_states, strict=True):
        lines += [
            "",
            _("lost: {moves}").format(moves=" ".join(moves)),
            *side_by_side([game.text(each) for each in states]),
        ]
    left_out = record.opponent_wins - len(record.losing_lines)
    if left_out:
        lines += ["", plural("{n} more losing line is not shown", "{n} more losing lines are not shown", left_out)]
        lines[-1] += " (" + _("--lines N shows more") + ")"
    return lines


def verdict(record: Audit[Any]) -> str:
    """The answer in one phrase."""
    if record.status is not Status.SOLVED:
        return record.why
    if record.unbeaten:
        return _("proved never to lose")
    return _("can be beaten")


def side_by_side(boards: list[str]) -> list[str]:
    """Boards in rows, as many beside each other as fit."""
    blocks = [board.splitlines() for board in boards]
    wide = max(len(line) for block in blocks for line in block) + 3
    fit = max(1, (columns() - 2) // wide)
    lines: list[str] = []
    for first in range(0, len(blocks), fit):
        row = blocks[first : first + fit]
        for index in range(max(map(len, row))):
            cells = (block[index] if index < len(block) else "" for block in row)
            lines.append(("  " + "".join(cell.ljust(wide) for cell in cells)).rstrip())
        lines.append("")
    return lines[:-1]
