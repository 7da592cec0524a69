"""Two players: minimax, alpha-beta and negamax with a table.

Scores count plies, for the player to move: a win in n plies is `WIN - n`, a loss in n plies `n - WIN`, a draw 0. So the
winner hurries and the loser resists. All three search the same tree; they differ in what they do not look at.
A score between -1 and 1 that is not 0 is a guess from `evaluate`, made where the depth limit cut the game short.
"""

import sys
from collections.abc import Hashable
from math import inf
from typing import Generic, NamedTuple

from langkah.language import _
from langkah.model import Game, M, S, Step
from langkah.search.run import Node, Run
from langkah.trace import Event, Kind

WIN = 1_000_000
DEEPEST = 20_000  # frames: three for each ply of the longest game


class Verdict(NamedTuple, Generic[S, M]):
    """What a two-player search found: the score for the side to move, every best move, and a best line of play."""

    score: float
    best: tuple[M, ...]
    line: tuple[Step[S, M], ...]
    exact: bool


def later(score: float) -> float:
    """A score seen one ply earlier, by the same player: a win is one ply farther away."""
    if score >= 2:
        return score - 1
    return score + 1 if score <= -2 else score


class Adversary(Generic[S, M]):
    """One search of a game tree. `prune` cuts with alpha and beta; `table` remembers positions."""

    def __init__(self, game: Game[S, M], run: Run[S, M], *, prune: bool, table: bool) -> None:
        self.game, self.run, self.prune = game, run, prune
        self.table: dict[Hashable, tuple[float, float, float]] | None = {} if table else None  # depth left, low, high

    def score(self, node: Node[S, M], alpha: float, beta: float) -> float:
        """The score of a node for its player to move; exact where it lies between alpha and beta."""
        run, game = self.run, self.game
        run.take(node)
        ended = game.outcome(node.state)
        if ended is not None:
            return self.known(node, finished(game, node.state, ended.winner))
        left = inf if run.limit.depth is None else run.limit.depth - node.depth
        if left <= 0:
            run.cut_by = "depth"
            return self.known(node, game.evaluate(node.state))
        key = game.key(node.state)
        if self.table is not None and key in self.table:
            depth, low, high = self.table[key]
            if depth >= left and (low == high or low >= beta or high <= alpha):
                run.stats.skipped += 1
                return self.known(node, low if low == high or low >= beta else high)
        best = self.best_child(node, alpha, beta)
        if self.table is not None:
            self.table[key] = (left, best if best > alpha else -inf, best if best < beta else inf)
        return self.known(node, best)

    def best_child(self, node: Node[S, M], alpha: float, beta: float) -> float:
        """The best score among the children, looking at no more of them than needed."""
        best = -inf
        steps = list(self.game.steps(node.state))
        for index, step in enumerate(steps):
            best = max(best, self.after(node, step, max(alpha, best), beta))
            if self.prune and best >= beta and index + 1 < len(steps):
                self.run.stats.pruned += len(steps) - index - 1
                if self.run.observe is not None:
                    why = _("alpha {alpha} >= beta {beta}").format(alpha=told(best), beta=told(beta))
                    self.run.observe(Event(Kind.CUT, node.number, bound=best, why=why))
                break
        return best

    def after(self, node: Node[S, M], step: Step[S, M], alpha: float, beta: float) -> float:
        """The score of a step for the player who makes it."""
        child = self.run.child(node, step.state, step.move, node.cost + 1)
        self.run.opened(child, (-child.depth, child.number))
        self.run.frontier(child.depth + 1)
        if not self.prune:
            alpha, beta = -inf, inf
        same = self.game.player(step.state) == self.game.player(node.state)
        sign = 1 if same else -1
        low, high = (earlier(alpha), earlier(beta)) if same else (-earlier(beta), -earlier(alpha))
        return later(sign * self.score(child, low, high))

    def known(self, node: Node[S, M], score: float) -> float:
        """Report the value of a node."""
        if self.run.observe is not None:
            self.run.observe(Event(Kind.VALUE, node.number, depth=node.depth, bound=score, why=told(score)))
        return score


def earlier(score: float) -> float:
    """The bound for a child that corresponds to a bound for its parent: the inverse of `later`, rounded outward."""
    if score in (inf, -inf):
        return score
    if score >= 1:
        return score + 1
    return score - 1 if score <= -1 else score


def finished(game: Game[S, M], state: S, winner: int | None) -> float:
    """The score of a finished game for the player to move."""
    if winner is None:
        return 0
    return WIN if winner == game.player(state) else -WIN


def told(score: float) -> str:
    """A score in words."""
    if score in (inf, -inf):
        return "∞" if score > 0 else "-∞"
    if abs(score) >= 2:
        return (_("win in {n}") if score > 0 else _("loss in {n}")).format(n=int(WIN - abs(score)))
    return _("draw") if score == 0 else f"{score:+.2f}"


def verdict(game: Game[S, M], run: Run[S, M], *, prune: bool, table: bool) -> Verdict[S, M]:
    """Search a game from its start: score, best moves, best line."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), DEEPEST))
    adversary = Adversary(game, run, prune=prune, table=table)
    root = run.child(None, game.start)
    run.opened(root, (0, 0))
    if game.outcome(game.start) is not None:
        return Verdict(adversary.score(root, -inf, inf), (), (), True)
    run.take(root)
    best, moves = -inf, []
    for step in game.steps(game.start):
        score = adversary.after(root, step, best - 1 if prune and best > -inf else -inf, inf)
        if score > best:
            best, moves = score, [step.move]
        elif score == best:
            moves.append(step.move)
    adversary.known(root, best)
    return Verdict(best, tuple(moves), principal(game, adversary, moves[0]), not run.cut_by)


def principal(game: Game[S, M], adversary: Adversary[S, M], first: M) -> tuple[Step[S, M], ...]:
    """A best line of play: at each turn the first best move. A small search of its own, with pruning and table."""
    helper = Adversary(game, Run(adversary.run.limit), prune=True, table=True)
    helper.table = adversary.table if adversary.table is not None else {}
    line: list[Step[S, M]] = []
    state = game.start
    while game.outcome(state) is None:
        if helper.run.limit.depth is not None and len(line) >= helper.run.limit.depth:
            break
        step = (
            next(each for each in game.steps(state) if each.move == first)
            if not line
            else best_step(helper, state, len(line))
        )
        line.append(step)
        state = step.state
    return tuple(line)


def best_step(helper: Adversary[S, M], state: S, depth: int) -> Step[S, M]:
    """The first best step in a position `depth` plies below the root."""
    node: Node[S, M] = Node(state)
    node.depth = depth
    scored = ((helper.after(node, step, -inf, inf), step) for step in helper.game.steps(state))
    return max(scored, key=lambda pair: pair[0])[1]


def minimax(game: Game[S, M], run: Run[S, M]) -> Verdict[S, M]:
    """Look at the whole tree."""
    return verdict(game, run, prune=False, table=False)


def alpha_beta(game: Game[S, M], run: Run[S, M]) -> Verdict[S, M]:
    """Look at no branch that cannot change the answer."""
    return verdict(game, run, prune=True, table=False)


def negamax(game: Game[S, M], run: Run[S, M]) -> Verdict[S, M]:
    """Alpha-beta that remembers positions, look-alikes merged."""
    return verdict(game, run, prune=True, table=True)
