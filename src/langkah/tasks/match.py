"""The task 'who is stronger?': each pair of players plays many games."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Annotated, Any, NotRequired, TypedDict, cast

from langkah.errors import BadInput
from langkah.language import _
from langkah.model import Game
from langkah.player_match import Match, match
from langkah.players import make_player, require_game
from langkah.tasks.context import Context
from langkah.tasks.request import HereRequest
from langkah.tracing import Status
from langkah.typed_json import Name, Range

__all__ = ["Match", "MatchAnswer", "MatchRequest", "play_matches"]

MOST_GAMES = 10**7


@dataclass(frozen=True)
class MatchRequest(HereRequest):
    """A request for matches: each player in `ours` plays each player in `theirs`. The answer contains the moves of the
    first `show` games of each match.
    """

    ours: Sequence[Name]
    theirs: Sequence[Name]
    games: Annotated[int, Range(1, MOST_GAMES)] = 100
    seed: Annotated[int, Range(0, 2**63 - 1)] = 0
    show: Annotated[int, Range(0, 1000)] = 0

    def check(self) -> None:
        """Refuse problems without an opponent, and unknown players."""
        game = require_game(self.problem)
        self.check_ranges("games", "seed", "show")
        if not self.ours or not self.theirs:
            raise BadInput(_("name two players, as in: match perfect random"))
        for name in dict.fromkeys([*self.ours, *self.theirs]):
            make_player(name, game)


class TallyJson(TypedDict):
    """How many games the first-named player won, drew and lost, and the share of points (`score`)."""

    games: int
    wins: int
    draws: int
    losses: int
    score: float


class ShownGameJson(TypedDict):
    """One game in full: the winner (0 or 1, null for a draw), and the moves with the reason for each."""

    winner: int | None
    moves: list[str]
    reasons: list[str]


class MatchJson(TallyJson):
    """A match of two players; `interval` is the 95 % confidence interval of the true score. `as_first` and `as_second`
    are the results by seat of the first-named player; `different_games` is the number of distinct games, and `plies`
    the average length of a game.
    """

    problem: str
    players: tuple[str, str]
    status: Status
    interval: tuple[float, float]
    as_first: TallyJson
    as_second: TallyJson
    different_games: int
    plies: float
    why: str
    limit: str | None
    seconds: float
    shown: NotRequired[list[ShownGameJson]]


class MatchesJson(TypedDict):
    """A match for each pair of players."""

    problem: str
    matches: list[MatchJson]


@dataclass(frozen=True)
class MatchAnswer:
    """The game that was played, and a match for each pair of players."""

    game: Game[Any, Any]
    matches: list[Match]

    def as_dict(self) -> MatchJson | MatchesJson:
        """The answer as plain JSON values: a single match, or a list of them."""
        rows: list[Any] = [{**each.as_dict(), **self._show_games(each)} for each in self.matches]
        return cast("MatchJson", rows[0]) if len(rows) == 1 else {"problem": rows[0]["problem"], "matches": rows}

    def _show_games(self, played: Match) -> dict[str, Any]:
        games = [
            {"winner": each.winner, "moves": list(map(self.game.notation, each.moves)), "reasons": list(each.reasons)}
            for each in played.shown
        ]
        return {"shown": games} if games else {}


def play_matches(request: MatchRequest, context: Context) -> MatchAnswer:
    """Let every pair of players play a match. The limit applies to each match."""
    game = require_game(request.problem)
    found: list[Match] = []
    for pair in product(request.ours, request.theirs):
        found.append(
            match(
                game,
                pair,
                request.games,
                request.seed,
                show=request.show,
                limit=context.limit,
                progress=context.progress,
                cancelled=context.cancelled,
            )
        )
        if found[-1].limit in ("interrupt", "cancel"):
            break
    return MatchAnswer(game, found)
