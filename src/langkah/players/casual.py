"""Opponents for people who just want to play: easy, medium and hard (`perfect` is the fourth). They give reasons in
words.

Easy only sees an immediate win. Medium blocks a threat of the opponent, but does not foresee a double threat. Hard
looks ahead; in games with more than `WIDE_MOVES` moves at the start it uses Monte Carlo tree search instead, which is
stronger there (see `monte_carlo.py`).
"""

from collections.abc import Sequence

from langkah.language import _
from langkah.model import Chance, Game, M, S
from langkah.players.alpha_beta import AlphaBeta
from langkah.players.base import Choice, Player
from langkah.players.expectimax import Expectimax
from langkah.players.monte_carlo import MonteCarlo

LEAST_JUDGEMENT = 0.15  # an evaluation closer to 0 is called even
HARD_ALPHA_BETA_STRENGTH, HARD_MONTE_CARLO_STRENGTH = 4, 6  # the strengths of the two players behind `Hard`
WIDE_MOVES = 16  # legal moves at the start from which on looking ahead is too shallow


class Easy(Player[S, M]):
    """A player that sees a win in one move, and nothing else."""

    def options(self, state: S) -> Sequence[Choice[M]]:
        """The moves that win at once, otherwise all of them."""
        game, me, steps = self.game, self.game.player(state), list(self.game.steps(state))
        ends = [game.outcome(step.state) for step in steps]
        wins = [step for step, end in zip(steps, ends, strict=True) if end is not None and end.winner == me]
        reason = _("this move wins at once") if wins else _("it saw no immediate win, and picked a move at random")
        return [Choice(step.move, reason) for step in wins or steps]


class Medium(AlphaBeta[S, M]):
    """A player that sees its own move and the opponent's reply; in games with dice, its own move and the throw."""

    plays_dice, dice_strength = True, 1

    def __init__(self, game: Game[S, M], strength: int = 0, seed: int = 0) -> None:
        super().__init__(game, strength or 2, seed)
        self.other: Player[S, M] | None = None  # a substitute for games where looking ahead does not work well
        if isinstance(game, Chance):
            self.other = Expectimax(game, self.dice_strength, seed)

    def options(self, state: S) -> list[Choice[M]]:
        """The best moves by alpha-beta or, in games for which the player has a substitute (`other`), the moves of the
        substitute.
        """
        if self.other is None:
            return super().options(state)
        self.other.cancelled, self.other.seconds = self.cancelled, self.seconds
        return list(self.other.options(state))

    def explain(self, result: str, score: float, depth: int) -> str:
        """The reason for a move in words, without numbers."""
        if result:
            return _("it looked {n} moves ahead and saw this result: {result}").format(n=depth, result=result)
        if abs(score) < LEAST_JUDGEMENT:
            return _("it looked {n} moves ahead, and found nothing better than an even position").format(n=depth)
        if score > 0:
            return _("it looked {n} moves ahead, and this looked best for it").format(n=depth)
        return _("it looked {n} moves ahead, and everything else looked worse").format(n=depth)


class Hard(Medium[S, M]):
    """A player that looks several moves ahead, or uses Monte Carlo tree search."""

    dice_strength = 5

    def __init__(self, game: Game[S, M], strength: int = 0, seed: int = 0) -> None:
        super().__init__(game, strength or HARD_ALPHA_BETA_STRENGTH, seed)
        if self.other is None and sum(1 for _step in game.steps(game.start)) > WIDE_MOVES:
            self.other = MonteCarlo(game, HARD_MONTE_CARLO_STRENGTH, seed)
