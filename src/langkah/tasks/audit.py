"""The task 'can this player be beaten?': one computer player plays against every possible reply."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypedDict, cast

from langkah.errors import DoesNotFit
from langkah.language import _
from langkah.model import Game
from langkah.player_audit import SEATS, Audit, audit
from langkah.players import PLAYERS, make_player, parse_player, require_game
from langkah.settings import make_unknown_name
from langkah.tasks.context import Context
from langkah.tasks.request import HereRequest
from langkah.tracing import Status
from langkah.typed_json import Name, Range

__all__ = ["PLAYERS", "SEATS", "AuditAnswer", "AuditRequest", "audit_player"]


@dataclass(frozen=True)
class AuditRequest(HereRequest):
    """A request to play a computer player, in a given seat of a game, against every possible reply. The answer lists at
    most `lines` lines of play that the player lost.
    """

    player: Name
    seat: Literal["first", "second"] = "second"
    seed: Annotated[int, Range(0, 2**63 - 1)] = 0
    lines: Annotated[int, Range(0, 1000)] = 1000

    def check(self) -> None:
        """Refuse problems without an opponent, and players whose moves cannot be listed."""
        name, _strength = parse_player(self.player)
        require_game(self.problem)
        self.check_ranges("seed", "lines")
        if self.seat not in SEATS:
            raise make_unknown_name(_("Seat"), self.seat, SEATS)
        if not PLAYERS[name].audited:
            raise DoesNotFit(
                _("{player} cannot be audited: the moves of a human player cannot be listed in advance.").format(
                    player=name
                )
            )


class AuditJson(TypedDict):
    """The result of an audit: how many games the player won, drew and lost against every possible reply, and lines of
    play that it lost. `longest` is the number of plies of the longest game; `deterministic` is false if the player had
    several moves to choose from, all of which were followed.
    """

    problem: str
    player: str
    seat: Literal["first", "second"]
    status: Status
    games: int
    player_wins: int
    opponent_wins: int
    draws: int
    positions: int
    longest: int
    deterministic: bool
    why: str
    losing_lines: list[list[str]]
    losing_boards: list[str]
    losing_lines_left_out: int
    limit: str | None
    seconds: float


@dataclass(frozen=True)
class AuditAnswer:
    """The game, and the result of the audit: the record of the player against every possible reply."""

    game: Game[Any, Any]
    record: Audit[Any]

    def as_dict(self) -> AuditJson:
        """The answer as plain JSON values."""
        return cast("AuditJson", self.record.as_dict())


def audit_player(request: AuditRequest, context: Context) -> AuditAnswer:
    """Play one computer player against every possible reply of the opponent."""
    game = require_game(request.problem)
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
