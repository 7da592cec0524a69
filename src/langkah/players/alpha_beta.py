"""Alpha-beta with a horizon: strength 1 to 10 is the number of plies it looks ahead.

It deepens ply by ply and keeps the last depth that it finished within `MOST` nodes, so that a large board makes it
weaker, never slower than a moment. Nodes are counted, not seconds: the same position gives the same answer anywhere.
"""

from langkah.language import _
from langkah.model import M, S
from langkah.players.base import Choice, Player, best_steps
from langkah.search.adversarial import Remembering, told
from langkah.search.run import Run, Stopped
from langkah.trace import Limit

MOST = 30_000


class AlphaBeta(Player[S, M]):
    """Looks as many plies ahead as it is strong."""

    def options(self, state: S) -> list[Choice[M]]:
        """The moves that look best at the deepest horizon it finished."""
        moves, score, reached = [step.move for step in self.game.steps(state)], 0.0, 0
        if len(moves) == 1:
            return [Choice(moves[0], _("the only legal move"))]
        nodes = MOST
        for depth in range(1, self.strength + 1):
            run: Run[S, M] = Run(Limit(nodes=nodes, depth=depth))
            try:
                moves, score = best_steps(Remembering(self.game, run), state)
            except Stopped:
                break
            reached, nodes = depth, nodes - run.stats.expanded
            if not run.cut_by:
                break
        reason = _("{result}, looking {n} plies ahead").format(result=told(score), n=reached)
        return [Choice(move, reason) for move in moves]
