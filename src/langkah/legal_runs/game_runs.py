"""Runs of searches of game trees: minimax visits every node, alpha-beta skips nodes that cannot change the answer."""

from dataclasses import dataclass, field
from math import inf, nextafter

from langkah.language import _
from langkah.legal_runs.base import LegalRun, RunNode
from langkah.model import Game, M, S
from langkah.scores import WIN, delay_score, widen_bound


@dataclass
class _Frame:
    """A node on the current path: its unvisited children, its best score so far, and its alpha-beta window."""

    number: int
    alpha: float
    beta: float
    children: list[int] = field(default_factory=list)
    best: float = -inf
    is_end: bool = False  # whether the game is over here: the score is then exact


class GameTreeRun(LegalRun[S, M]):
    """A run of a search of a game tree: finished nodes get scores, and no node is a goal."""

    def begin(self) -> None:
        self.finished: list[tuple[int, float, str]] = []  # nodes: number, score for the mover, "", "≤" or "≥"

    @property
    def game(self) -> Game[S, M]:
        """The problem, which is a two-player game."""
        assert isinstance(self.problem, Game)
        return self.problem

    def is_same_player(self, one: int, other: int) -> bool:
        """Whether the same player moves at two nodes."""
        return self.game.player(self.nodes[one].state) == self.game.player(self.nodes[other].state)

    def describe_rule(self) -> str:
        return _("a game tree is searched depth-first")

    def describe_wait(self, node: RunNode[S, M], instead: RunNode[S, M]) -> str:
        text = _("{state} comes later: {other} lies deeper, and a game tree is searched depth-first")
        return text.format(state=self.label(node), other=self.label(instead))


class MinimaxRun(GameTreeRun[S, M]):
    """A run of minimax: depth-first through the whole game tree, the children of a node in any order."""

    def begin(self) -> None:
        super().begin()
        self.due: _Frame | None = None  # the node whose children must be cut off by hand
        self.frames: list[_Frame] = []
        self.root = self.make_root().number
        self.started = False

    def find_legal(self) -> list[int]:
        if not self.started:
            return [self.root]
        return list(self.frames[-1].children) if self.frames and self.due is None else []

    def list_waiting(self) -> list[int]:
        if not self.started:
            return [self.root]
        return [number for frame in reversed(self.frames) for number in frame.children]

    def remove(self, number: int) -> None:
        if not self.started:
            self.started = True
            self.frames.append(_Frame(number, -inf, inf))
            return
        above = self.frames[-1]
        above.children.remove(number)
        self.frames.append(_Frame(number, *self._make_window(above, number)))

    def _make_window(self, above: _Frame, number: int) -> tuple[float, float]:
        """The alpha-beta window of a child, from the view of the player who moves at the child: the window of the
        parent, narrowed by the parent's best score so far. Without cuts, the window contains every score.
        """
        if not self.can_cut:
            return -inf, inf
        best = nextafter(above.best, -inf) if above.number == self.root else above.best
        alpha, beta = widen_bound(max(above.alpha, best)), widen_bound(above.beta)
        return (alpha, beta) if self.is_same_player(above.number, number) else (-beta, -alpha)

    def add_children(self, node: RunNode[S, M]) -> None:
        outcome = self.game.outcome(node.state)
        if outcome is None:
            self.frames[-1].children = [child.number for child in self.make_children(node)]
            return
        won = 0 if outcome.winner is None else WIN if outcome.winner == self.game.player(node.state) else -WIN
        self.frames[-1].best, self.frames[-1].is_end = won, True
        self._hand_up()

    def _hand_up(self) -> None:
        """Pass the values of finished nodes to their parents, and cut off branches that cannot change the answer."""
        while len(self.frames) > 1 and not self.frames[-1].children:
            done, above = self.frames.pop(), self.frames[-1]
            self._finish(done)
            score = done.best if self.is_same_player(done.number, above.number) else -done.best
            above.best = max(above.best, delay_score(score))
            if self.can_cut and above.best >= above.beta and above.children:
                if self.cuts_by_hand:
                    self.due = above
                    return
                above.children.clear()
        if len(self.frames) == 1 and not self.frames[0].children:
            self._finish(self.frames.pop())

    def _finish(self, frame: _Frame) -> None:
        """Record the score of a finished node. The score is recorded as a bound if it lies outside the
        node's window.
        """
        open_ended = self.can_cut and not frame.is_end
        sign = (
            "≤" if open_ended and frame.best <= frame.alpha else "≥" if open_ended and frame.best >= frame.beta else ""
        )
        self.finished.append((frame.number, frame.best, sign))

    def find_cuts(self) -> list[int]:
        return list(self.due.children) if self.due else []

    def cut(self, number: int) -> None:
        if number not in self.find_cuts():
            super().cut(number)
        assert self.due is not None
        self.due.children.clear()
        self.due = None
        self._hand_up()


class AlphaBetaRun(MinimaxRun[S, M]):
    """A run of alpha-beta: minimax that skips children once alpha >= beta, since they cannot change the answer."""

    can_cut = True

    def explain(self, state: S) -> str:
        """Why a state cannot be expanded now: its branch may be cut off."""
        return self.describe_flaw(state) or super().explain(state)

    def describe_flaw(self, state: S) -> str:
        key, waiting = self.problem.key(state), {self.nodes[number].key for number in self.list_waiting()}
        made = [node for node in self.nodes if node.key == key]
        if made and key not in waiting and not any(node.number in self.taken for node in made):
            return _("{state} is cut off: alpha >= beta, so it cannot change the answer").format(
                state=self.problem.label(state)
            )
        return ""
