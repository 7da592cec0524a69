"""Monte Carlo tree search, for games too large to solve: plays the game out at random, more often where it looks good.

The rule that balances curiosity and confidence is UCT (Kocsis and Szepesvári, 2006). The random numbers come from the
seed and the position alone, so that the player is deterministic: asked twice, it answers the same.
"""

from math import log, sqrt
from random import Random
from typing import Generic

from langkah.language import _
from langkah.model import Game, M, S
from langkah.players.base import Choice, Player

CURIOSITY = 1.0  # the weight of what has been tried seldom
EFFORT = 2_000  # legal moves listed in all random games of a move; each strength doubles it


class Branch(Generic[S, M]):
    """A position that the search has visited: how often, and how well it went for the player who moved into it."""

    __slots__ = ("children", "mover", "score", "state", "untried", "visits")

    def __init__(self, game: Game[S, M], state: S, mover: int) -> None:
        self.state, self.mover = state, mover
        self.untried = [] if game.outcome(state) else list(game.steps(state))
        self.children: dict[M, Branch[S, M]] = {}
        self.visits, self.score = 0, 0.0

    def promise(self, whole: float) -> float:
        """How much this branch deserves the next playout; `whole` is the logarithm of all playouts here."""
        return self.score / self.visits + CURIOSITY * sqrt(whole / self.visits)


class MonteCarlo(Player[S, M]):
    """Plays many random games and moves where most of them went."""

    def options(self, state: S) -> tuple[Choice[M]]:
        """The move that was tried most often."""
        random = Random(f"{self.seed}/{self.game.text(state)}")
        root = Branch(self.game, state, 1 - self.game.player(state))
        if len(root.untried) == 1:
            return (Choice(root.untried[0].move, _("the only legal move")),)
        random.shuffle(root.untried)
        effort = EFFORT << self.strength
        while effort > 0 or root.untried:
            effort -= self.playout(root, random)
        move, best = max(root.children.items(), key=lambda each: each[1].visits)
        reason = _("best of {n} random games: scored {share:.0%} in {visits} of them").format(
            n=root.visits, share=best.score / best.visits, visits=best.visits
        )
        return (Choice(move, reason),)

    def playout(self, root: Branch[S, M], random: Random) -> int:
        """Go down the tree, add a branch, finish the game at random, and remember how it went. Returns the effort."""
        game, path, branch = self.game, [root], root
        while not branch.untried and branch.children:
            whole = log(branch.visits)
            branch = max(branch.children.values(), key=lambda child: child.promise(whole))
            path.append(branch)
        if branch.untried:
            step = branch.untried.pop()
            child = Branch(game, step.state, game.player(branch.state))
            random.shuffle(child.untried)
            branch.children[step.move] = child
            path.append(child)
        winner, effort = finished(game, path[-1].state, random)
        for each in path:
            each.visits += 1
            each.score += 0.5 if winner is None else float(winner == each.mover)
        return effort + len(path)


def finished(game: Game[S, M], state: S, random: Random) -> tuple[int | None, int]:
    """Who wins when both go on at random, and how many moves had to be listed."""
    effort = 0
    while (outcome := game.outcome(state)) is None:
        steps = list(game.steps(state))
        effort += len(steps)
        state = random.choice(steps).state
    return outcome.winner, effort
