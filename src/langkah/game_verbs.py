"""The `langkah` commands about dice and players, as Python functions: `langkah.odds`, `audit` and `match`. See `verbs`
for the other commands.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from langkah.model import Problem
from langkah.tracing import Cancelled, Limit, Progress
from langkah.verbs import Name, make_context, open_problem

if TYPE_CHECKING:
    from langkah.dice_odds import Odds
    from langkah.player_audit import Audit
    from langkah.player_match import Match


def odds(
    problem: Problem[Any, Any] | Name,
    *,
    players: int = 1,
    at: Sequence[Any] = (),
    exact: bool = False,
    jumps: bool = False,
    alternatives: Mapping[str, object] | Iterable[tuple[str, object]] = (),
    decline: bool = False,
    simulate: int = 0,
    seed: int = 0,
    limit: Limit | None = None,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> "Odds":
    """Compute exactly how long a game of chance takes, and each player's chance to win a race.

    `at`: the players' positions, the next to move first. `exact`: use fractions for large boards, too. `jumps`: compute
    the effect of each jump on large boards, too. `alternatives`: settings that a player may choose before each turn,
    such as `{"die": 4}`. `decline`: jumps may be declined. `simulate`: also play this many random games.

    >>> odds(load("snakes", squares=2, die=2)).expected_exact
    Fraction(2, 1)
    """
    from langkah.tasks.odds_report import OddsReportRequest, report_odds

    pairs = alternatives.items() if isinstance(alternatives, Mapping) else alternatives
    request = OddsReportRequest(
        open_problem(problem, "odds"),
        players,
        at,
        exact=exact,
        jumps=jumps,
        alternatives={f"{name}={value}": (name, value) for name, value in pairs},
        decline=decline,
        games=simulate,
        seed=seed,
    )
    return report_odds(request, make_context(limit, progress, cancelled))


def audit(
    player: str,
    problem: Problem[Any, Any] | Name,
    *,
    seat: Literal["first", "second"] = "second",
    seed: int = 0,
    lines: int = 1000,
    limit: Limit | None = None,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> "Audit[Any]":
    """Play a player against every possible reply and prove its record; at most `lines` losing lines are kept.

    >>> audit("expert", "tictactoe")
    <Audit of expert as second on tictactoe: never loses; 457 games, 346 won, 111 drawn, 0 lost>
    """
    from langkah.tasks.audit import AuditRequest, audit_player

    request = AuditRequest(open_problem(problem, "audit"), player, seat, seed, lines)
    return audit_player(request, make_context(limit, progress, cancelled)).record


def match(
    one: str,
    other: str,
    problem: Problem[Any, Any] | Name,
    *,
    games: int = 100,
    seed: int = 0,
    show: int = 0,
    limit: Limit | None = None,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> "Match":
    """Let two players play many games, changing seats; the first `show` games are kept, with a reason for every move.

    >>> match("perfect", "random", "tictactoe", games=20).total.losses
    0
    """
    from langkah.tasks.match import MatchRequest, play_matches

    request = MatchRequest(open_problem(problem, "match"), [one], [other], games, seed, show)
    (found,) = play_matches(request, make_context(limit, progress, cancelled)).matches
    return found
