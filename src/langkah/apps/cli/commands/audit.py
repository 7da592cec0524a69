"""`langkah audit`: plays one computer player against every possible reply, and proves its record of wins, draws and
losses.
"""

import argparse

from langkah.apps.cli import arguments
from langkah.apps.cli.console import join_boards, print_json, print_lines
from langkah.apps.cli.exit_codes import get_exit_code
from langkah.language import _, format_number, format_plural
from langkah.tasks.audit import PLAYERS, SEATS, AuditAnswer, AuditRequest
from langkah.tasks.table import ask
from langkah.tracing import Status

SHOWN_LINES, JSON_LINES = 10, 1000  # default numbers of losing lines: shown as boards, and written as JSON


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    text = _("NAME or NAME:STRENGTH: {names}").format(names=", ".join(PLAYERS))
    parser.add_argument("player", metavar=_("PLAYER"), help=text)
    arguments.add_problem(parser)
    parser.add_argument(
        "--seat", choices=SEATS, default="second", help=_("whether the player moves first or second (default: second)")
    )
    arguments.add_whole(parser, "--seed", _("seed for players that choose at random"), 0, "S")
    arguments.add_whole(parser, "--lines", _("show at most N lines of play that the player loses"))
    arguments.add_limits(parser)


def run(args: argparse.Namespace) -> int:
    """Audit the player, and print its record."""
    lines = (JSON_LINES if args.json else SHOWN_LINES) if args.lines is None else args.lines
    request = AuditRequest(arguments.load_problem(args), args.player, args.seat, args.seed, lines)
    with arguments.open_context(args) as context:
        answer: AuditAnswer = ask("audit", request, context)
    if args.json:
        print_json(answer.as_dict())
    else:
        print_lines(*_format_audit(answer))
    return get_exit_code(answer.record.status, answer.record.limit)


def _format_audit(answer: AuditAnswer) -> list[str]:
    game, record = answer.game, answer.record
    verdict = _("proved never to lose") if record.unbeaten else _("can be beaten")
    lines = [
        _("{player} as {seat} on {problem}: {verdict}").format(
            player=record.player,
            seat=_(game.players[record.seat]),
            problem=record.problem,
            verdict=verdict if record.status is Status.SOLVED else record.why,
        ),
        "  "
        + _("{games}: {wins} won, {losses} lost, {draws} drawn").format(
            games=format_plural("{n} game", "{n} games", record.games),
            wins=format_number(record.player_wins),
            losses=format_number(record.opponent_wins),
            draws=format_number(record.draws),
        ),
        "  "
        + _("{positions} examined, longest game {plies}, {seconds} s").format(
            positions=format_plural("{n} position", "{n} positions", record.positions),
            plies=format_plural("{n} move", "{n} moves", record.longest),
            seconds=format_number(record.stats.seconds, ",.3f"),
        ),
    ]
    if not record.deterministic:
        lines.append("  " + _("The player is not deterministic: every move that it may choose was examined."))
    for moves, states in zip(record.losing_lines, record.losing_states, strict=True):
        lines += ["", _("a game lost by the player: {moves}").format(moves=" ".join(moves))]
        lines += join_boards([game.text(each) for each in states], margin=2, gap=3)
    left_out = record.opponent_wins - len(record.losing_lines)
    if left_out:
        text = format_plural(
            "{n} more losing line of play is not shown", "{n} more losing lines of play are not shown", left_out
        )
        lines += ["", text + " (" + _("--lines N shows more") + ")"]
    return lines
