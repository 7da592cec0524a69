"""Looks ahead in a game with dice: the best of the player's own moves, the worst of the opponent's moves, the average
over the dice.

An average allows no pruning, so this player sees less far than alpha-beta does in games without dice. The search
deepens iteratively and keeps the last depth that it finished within a number of nodes, so that the player is weaker
with dice of many faces, but never slow.
"""

import time

from langkah.language import N_, _, format_probability
from langkah.model import Chance, Game, M, S
from langkah.players.base import Choice, Player, make_misfit
from langkah.run import Run, Stopped
from langkah.search.expectiminimax import ChanceTree
from langkah.tracing import Limit

NEEDS = N_("a game with dice")
STRENGTH_PLIES = 2  # additional moves and throws per strength
STRENGTH_NODES = 2_000  # nodes for one move, times the square of the strength
SAME_CHANCE = 1e-9


class Expectimax(Player[S, M]):
    """A player that looks further ahead with each strength level, and averages over the dice."""

    def __init__(self, game: Game[S, M], strength: int = 3, seed: int = 0) -> None:
        super().__init__(game, strength, seed)
        if not isinstance(game, Chance):
            raise make_misfit("expectimax", game, _("this player needs {needs}").format(needs=_(NEEDS)))

    def options(self, state: S) -> list[Choice[M]]:
        """The best moves according to the deepest search that was finished."""
        moves = [step.move for step in self.game.steps(state)]
        if len(moves) == 1:
            return [Choice(moves[0], _("the only legal move"))]
        nodes, ends = STRENGTH_NODES * self.strength**2, None
        if self.seconds is not None:
            ends = time.monotonic() + self.seconds
        choices: list[Choice[M]] = []
        for depth in range(STRENGTH_PLIES, STRENGTH_PLIES * self.strength + 1, STRENGTH_PLIES):
            left = None if ends is None else max(0.0, ends - time.monotonic())
            limit = Limit(nodes, left) if choices else Limit()
            run: Run[S, M] = Run(limit, cancelled=self.cancelled)
            tree = ChanceTree(self.game.at(state), run)
            try:
                found = tree.look(depth)
            except Stopped as stop:
                if stop.limit in ("nodes", "seconds"):
                    break
                raise
            reason = _("chance to win {chance}, found by looking {n} moves and throws ahead")
            told = reason.format(chance=format_probability(tree.worth, ".0%"), n=depth)
            best = [move for move, worth in found.items() if worth >= tree.worth - SAME_CHANCE]
            choices = [Choice(move, told) for move in best]
            nodes -= run.stats.expanded
            if nodes <= 0 or not tree.is_guess:
                break
        return choices
