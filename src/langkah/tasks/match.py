"""The question 'who is stronger?': players against players, many games for each pair."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from langkah.errors import BadInput
from langkah.language import _
from langkah.model import Game, Problem
from langkah.player_match import Match, match
from langkah.players import make_player, require_game
from langkah.tasks.context import Context

__all__ = ["Match", "MatchAnswer", "MatchRequest", "play_matches"]

MOST_GAMES = 10**7


@dataclass(frozen=True)
class MatchRequest:
    """Two lists of players, each of the first against each of the second; `show` keeps the first games whole."""

    problem: Problem[Any, Any]
    ours: Sequence[str]
    theirs: Sequence[str]
    games: int = 100
    seed: int = 0
    show: int = 0


@dataclass(frozen=True)
class MatchAnswer:
    """The game, and one match for each pair."""

    game: Game[Any, Any]
    matches: list[Match]

    def as_dict(self) -> dict[str, Any]:
        """The answer as plain JSON values: a single match, or a list of them."""
        rows = [{**each.as_dict(), **self._show_games(each)} for each in self.matches]
        return rows[0] if len(rows) == 1 else {"problem": rows[0]["problem"], "matches": rows}

    def _show_games(self, played: Match) -> dict[str, Any]:
        games = [
            {"winner": each.winner, "moves": list(map(self.game.notation, each.moves)), "reasons": list(each.reasons)}
            for each in played.shown
        ]
        return {"shown": games} if games else {}


def play_matches(request: MatchRequest, context: Context) -> MatchAnswer:
    """Play every pair; the limit holds for each of them."""
    game = require_game(request.problem)
    pairs = list(product(request.ours, request.theirs))
    if not pairs:
        raise BadInput(_("name two players, as in: match perfect random"))
    if not 1 <= request.games <= MOST_GAMES:
        raise BadInput(_("--games {n}: this must be from 1 to {most}").format(n=request.games, most=MOST_GAMES))
    for name in dict.fromkeys(name for pair in pairs for name in pair):
        make_player(name, game)  # says at once what is wrong with any of them
    found: list[Match] = []
    for pair in pairs:
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
