"""The perfect player: solves the position, wins as fast as possible, resists as long as possible.

All moves of that kind are equally good to it; it picks one by its seed. What it found out about one position it
remembers for the next, look-alikes merged, so that a whole game or an audit costs little more than one solution.
"""

from langkah.language import _
from langkah.model import Game, M, S
from langkah.players.base import Choice, Player, best_steps
from langkah.search.adversarial import Remembering, told
from langkah.search.run import Run


class Perfect(Player[S, M]):
    """Never makes a mistake."""

    def __init__(self, game: Game[S, M], strength: int = 0, seed: int = 0) -> None:
        super().__init__(game, strength, seed)
        self.solver = Remembering(game, Run())

    def options(self, state: S) -> list[Choice[M]]:
        """Every best move, with what it leads to."""
        moves, score = best_steps(self.solver, state)
        reason = _("solved: {result} at best play").format(result=told(score))
        return [Choice(move, reason) for move in moves]
