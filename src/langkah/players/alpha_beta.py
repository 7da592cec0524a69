"""Alpha-beta with a depth limit: each strength from 1 to 10 looks further ahead.

Strength 1 sees only its own move, strength 2 also the reply; each higher strength sees one more move of each player.
Depths that end after the player's own move are skipped, because they ignore the reply and are too optimistic. The
search deepens iteratively and keeps the last depth that it finished within a number of nodes, so that the player is
weaker on a large board, but never slow. Nodes are counted rather than time, so that the same position gives the same
answer on any machine, unless there is also a limit in seconds.
"""

import time

from langkah.language import _
from langkah.model import Chance, Game, M, S
from langkah.players.base import Choice, Player, explain_choice, make_misfit
from langkah.run import Run, Stopped
from langkah.scores import format_score
from langkah.search.game_tree import TableSearch, search_game
from langkah.tracing import Limit

HORIZON_PLIES = (1, 2, 4, 6, 8, 10, 12, 14, 16, 18)  # plies searched, by strength
STRENGTH_NODES = 500  # nodes for one move, times the square of the strength
REMEMBERED_POSITIONS = 10_000


class AlphaBeta(Player[S, M]):
    """A player that looks further ahead with each strength level. It caches the moves chosen in earlier positions."""

    plays_dice = False  # True in subclasses that can also play games with dice

    def __init__(self, game: Game[S, M], strength: int = 4, seed: int = 0) -> None:
        super().__init__(game, strength, seed)
        if isinstance(game, Chance) and not self.plays_dice:
            raise make_misfit(
                "alpha-beta", game, _("alpha-beta cannot prune throws of dice; expectimax can play this game")
            )
        self.thought: dict[S, list[Choice[M]]] = {}

    def options(self, state: S) -> list[Choice[M]]:
        """The best moves according to the deepest search that was finished."""
        if state not in self.thought:
            if len(self.thought) >= REMEMBERED_POSITIONS:
                self.thought.clear()
            self.thought[state] = self._think(state)
        return self.thought[state]

    def _think(self, state: S) -> list[Choice[M]]:
        moves = [step.move for step in self.game.steps(state)]
        if len(moves) == 1:
            return [Choice(moves[0], _("the only legal move"))]
        choices: list[Choice[M]] = []
        nodes = STRENGTH_NODES * self.strength**2
        ends = None if self.seconds is None else time.monotonic() + self.seconds
        for depth in HORIZON_PLIES[: self.strength]:
            limit = Limit(depth=depth)
            if depth > 1:
                limit = Limit(nodes, None if ends is None else max(0.0, ends - time.monotonic()), depth)
            run: Run[S, M] = Run(limit, cancelled=self.cancelled)
            search = TableSearch(self.game.at(state), run)
            found = search_game(search)
            if run.cut_by == "interrupt":
                raise KeyboardInterrupt
            if run.cut_by in ("nodes", "seconds"):
                break
            if run.cut_by not in ("", "depth"):
                raise Stopped(run.cut_by)
            reason = self.explain(format_score(found.score) if found.value else "", found.score, depth)
            choices = [explain_choice(reason, search, move) for move in found.best]
            nodes -= run.stats.expanded
            if found.exact:
                break
        return choices

    def explain(self, result: str, score: float, depth: int) -> str:
        """The reason for a move: the outcome of the game if the search found it, otherwise the value of
        the position.
        """
        return _("{result}, looking {n} moves ahead").format(result=result or f"{score:+.2f}", n=depth)
