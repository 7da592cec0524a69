"""The question 'can this player be beaten?': one player against every possible reply."""

from dataclasses import dataclass
from typing import Any

from langkah.errors import DoesNotFit
from langkah.language import _
from langkah.model import Game, Problem
from langkah.player_audit import SEATS, Audit, audit
from langkah.players import PLAYERS, make_player, parse_player, require_game
from langkah.settings import make_unknown_name
from langkah.tasks.context import Context

__all__ = ["PLAYERS", "SEATS", "AuditAnswer", "AuditRequest", "audit_player"]


@dataclass(frozen=True)
class AuditRequest:
    """A player by name, the game, and where the player sits; at most so many losing lines are written out."""

    problem: Problem[Any, Any]
    player: str
    seat: str = "second"
    seed: int = 0
    lines: int = 1000


@dataclass(frozen=True)
class AuditAnswer:
    """The game, and the record that was proved."""

    game: Game[Any, Any]
    record: Audit[Any]

    def as_dict(self) -> dict[str, Any]:
        """The answer as plain JSON values."""
        return self.record.as_dict(self.game)


def audit_player(request: AuditRequest, context: Context) -> AuditAnswer:
    """Play one player against every reply."""
    name, _strength = parse_player(request.player)
    game = require_game(request.problem)
    if request.seat not in SEATS:
        raise make_unknown_name(_("Seat"), request.seat, SEATS)
    if not PLAYERS[name].audited:
        raise DoesNotFit(_("{player} cannot be audited: nobody knows what a person will do.").format(player=name))
    record = audit(
        make_player(request.player, game, request.seed),
        game,
        SEATS.index(request.seat),
        name=request.player,
        lines=request.lines,
        limit=context.limit,
        progress=context.progress,
        cancelled=context.cancelled,
    )
    return AuditAnswer(game, record)
