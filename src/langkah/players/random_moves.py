"""The baseline that every other player should beat: any legal move, all equally likely."""

from langkah.language import _
from langkah.model import M, S
from langkah.players.base import Choice, Player


class RandomMoves(Player[S, M]):
    """A player that moves at random."""

    def options(self, state: S) -> list[Choice[M]]:
        """Every legal move."""
        reason = _("picked at random")
        return [Choice(step.move, reason) for step in self.game.steps(state)]
