"""Runs of negamax: alpha-beta in rounds, with a table; a position whose stored value is exact enough is not expanded.

The rules leave open the order of the children, and when a child is looked up in the table. The list of expanded nodes
does not show the lookups. So every interpretation of the list is followed: each is a `_World`, and a node is legal if
one of them expands it next. Worlds with the same continuation are merged.
"""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import inf, nextafter
from typing import NamedTuple

from langkah.language import _
from langkah.legal_runs.base import RunNode
from langkah.legal_runs.game_runs import GameTreeRun
from langkah.model import M, S
from langkah.scores import WIN, delay_score, format_score, widen_bound

FIRST_WINDOW = -2.0, 2.0  # the window of the round that finds out who wins; rounds that count moves have narrower ones


class _Entry(NamedTuple):
    """A table entry for a position: its score lies between `low` and `high`, and was computed at node `number`."""

    low: float
    high: float
    exact: bool
    number: int


@dataclass(frozen=True)
class _Frame:
    """A node on the current path: its unvisited children, its best score so far, the bounds of its true score (`low`
    and `high`), and the window in which the true score is found exactly (`floor` and `ceiling`).
    """

    number: int
    low: float
    high: float
    floor: float
    ceiling: float
    children: tuple[int, ...]
    best: float = -inf

    @property
    def enough(self) -> float:
        """The least score with which the node is finished: no other child can then change the answer, so the remaining
        children are cut off.
        """
        return min(self.ceiling, self.high)

    @property
    def alpha(self) -> float:
        """The score that a child must exceed to change the answer."""
        return max(self.floor, self.best)


@dataclass(frozen=True)
class _World:
    """One interpretation of the nodes expanded so far, with the state of the search that follows from it."""

    round: int = 0
    target: float = 0  # the score that this round tests: a win or a loss in a number of moves; 0 in the first round
    frames: tuple[_Frame, ...] = ()  # empty if the root of the round comes next
    table: Mapping[Hashable, _Entry] = field(default_factory=dict)
    stamp: int = 0  # a hash of the table's contents
    over: bool = False
    legal: tuple[int, ...] = ()
    finished: tuple[tuple[int, float, str], ...] = ()  # nodes with their scores for the mover, "", "≤" or "≥"
    known: tuple[tuple[int, int], ...] = ()  # nodes found in the table, and the nodes that stored the entries

    @property
    def identity(self) -> tuple[Hashable, ...]:
        """A value that is equal for two worlds if they have the same continuation."""
        return self.round, self.target, self.frames, self.stamp, self.over

    @property
    def window(self) -> tuple[float, float]:
        """The window of the current round."""
        return (nextafter(self.target, -inf), nextafter(self.target, inf)) if self.target else FIRST_WINDOW


class NegamaxRun(GameTreeRun[S, M]):
    """A run of negamax. The first round finds out who wins; the later rounds find out in how many moves. Symmetric
    states are the same position; the children of a node may come in any order.
    """

    def begin(self) -> None:
        super().begin()
        self.known: dict[int, int] = {}  # nodes found in the table, and the nodes that stored the entries
        self.roots: list[int] = []
        self.children: dict[int, tuple[int, ...]] = {}
        self.worlds = [self._begin_round(_World())]

    @property
    def over(self) -> bool:
        """Whether the search has ended in at least one interpretation."""
        return any(world.over for world in self.worlds)

    @property
    def bound(self) -> float:
        """The score that the current round tests."""
        return self.worlds[0].target

    @property
    def bound_text(self) -> str:
        """The score that the current round tests, in words."""
        return format_score(self.bound)

    def find_legal(self) -> list[int]:
        return list(dict.fromkeys(number for world in self.worlds for number in world.legal))

    def list_waiting(self) -> list[int]:
        found = dict.fromkeys(self.find_legal())
        for world in self.worlds:
            for frame in reversed(world.frames):
                found.update(dict.fromkeys(frame.children))
        return list(found)

    def add_children(self, node: RunNode[S, M]) -> None:
        """Expand the position in every world that allows it, and drop the other worlds."""
        found: dict[Hashable, _World] = {}
        for world in self.worlds:
            same = [number for number in world.legal if self.nodes[number].key == node.key]
            if same:
                number = node.number if node.number in same else same[0]
                entered = self._enter(replace(world, legal=()), self.nodes[number])
                for after in self._settle(entered):
                    found.setdefault(after.identity, after)
        self.worlds = sorted(found.values(), key=lambda world: -world.round)  # the world that is drawn comes first
        told = {number for number, _score, _sign in self.finished}
        self.finished += [each for each in self.worlds[0].finished if each[0] not in told]
        self.known.update(self.worlds[0].known)

    def _begin_round(self, world: _World) -> _World:
        if world.round == len(self.roots):
            self.roots.append(self.make_root().number)
        return replace(world, legal=(self.roots[world.round],))

    def _enter(self, world: _World, node: RunNode[S, M]) -> _World:
        """The world that `world` becomes when the node is expanded."""
        outcome = self.game.outcome(node.state)
        if outcome is not None:
            end = 0 if outcome.winner is None else WIN if outcome.winner == self.game.player(node.state) else -WIN
            return self._give(world, node.number, end) if world.frames else replace(world, over=True)
        if not world.frames:
            alpha, beta = world.window
            return replace(world, frames=(_Frame(node.number, -inf, inf, alpha, beta, self._list_children(node)),))
        alpha, beta = self._make_window(world.frames[-1], node.number)
        seen = world.table.get(node.key)
        low, high = self._find_range(node.state) if seen is None else (seen.low, seen.high)
        if low == high == 0 or low >= beta or high <= alpha:
            score: float = high if high <= alpha else low
            return self._give(world, node.number, score, self._sign(score, alpha, beta))
        floor = nextafter(low, -inf) if alpha <= low else alpha
        ceiling = nextafter(high, inf) if beta >= high else beta
        frame = _Frame(node.number, low, high, floor, ceiling, self._list_children(node))
        *others, above = world.frames
        above = replace(above, children=tuple(child for child in above.children if child != node.number))
        return replace(world, frames=(*others, above, frame))

    def _list_children(self, node: RunNode[S, M]) -> tuple[int, ...]:
        if node.number not in self.children:
            self.children[node.number] = tuple(child.number for child in self.make_children(node))
        return self.children[node.number]

    def _find_range(self, state: S) -> tuple[float, float]:
        """The lowest and the highest possible score of an unfinished game, considering which players can still win."""
        hopes, player = self.game.hopes(state), self.game.player(state)
        return (1 - WIN if hopes[1 - player] else 0), (WIN - 1 if hopes[player] else 0)

    def _make_window(self, above: _Frame, number: int) -> tuple[float, float]:
        """The window of a child. At the root, every move as good as the best one is part of the answer, so the scores
        of such moves must be exact.
        """
        is_root = self.nodes[above.number].parent < 0
        best = max(above.floor, nextafter(above.best, -inf)) if is_root else above.alpha
        alpha, beta = widen_bound(best), widen_bound(above.ceiling)
        return (alpha, beta) if self.is_same_player(above.number, number) else (-beta, -alpha)

    def _settle(self, world: _World) -> Iterator[_World]:
        """Yield every world that `world` can become before the next expansion. The results differ in which children are
        looked up in the table.
        """
        while world.frames:
            frame = world.frames[-1]
            if not frame.children or frame.best >= frame.enough:
                world = self._finish(world)
                continue
            scores = {number: score for number in frame.children if (score := self._look_up(world, number)) is not None}
            values = {number: self._see(frame, number, score) for number, score in scores.items()}
            quiet = [number for number, value in values.items() if value <= frame.alpha]
            if quiet:  # the order of these lookups makes no difference
                for number in quiet:
                    world = self._give_known(world, number, scores[number])
                continue
            if legal := tuple(number for number in frame.children if number not in scores):
                yield replace(world, legal=legal)
            for number in {value: number for number, value in values.items()}.values():
                yield from self._settle(self._give_known(world, number, scores[number]))
            return
        yield world if world.over else self._begin_round(world)

    def _look_up(self, world: _World, number: int) -> float | None:
        """The score of a child of the current node from the table; None if the table has no score of the child that is
        exact enough.
        """
        seen = world.table.get(self.nodes[number].key)
        alpha, beta = self._make_window(world.frames[-1], number)
        if seen is None or not (seen.exact or seen.low >= beta or seen.high <= alpha):
            return None
        return seen.high if seen.high <= alpha else seen.low

    def _see(self, above: _Frame, number: int, score: float) -> float:
        """The score of a child, converted to the view of its parent."""
        return delay_score(score if self.is_same_player(above.number, number) else -score)

    def _give_known(self, world: _World, number: int, score: float) -> _World:
        seen = world.table[self.nodes[number].key]
        sign = self._sign(score, *self._make_window(world.frames[-1], number))
        return self._give(replace(world, known=(*world.known, (number, seen.number))), number, score, sign)

    def _give(self, world: _World, number: int, score: float, sign: str = "") -> _World:
        """Pass the score of a child to its parent, the last frame."""
        frame = world.frames[-1]
        children = tuple(child for child in frame.children if child != number)
        after = replace(frame, children=children, best=max(frame.best, self._see(frame, number, score)))
        finished = (*world.finished, (number, score, sign))
        return replace(world, frames=(*world.frames[:-1], after), finished=finished)

    def _finish(self, world: _World) -> _World:
        """Store the result of the last frame in the table, and pass its score to its parent. At the root, end the round
        instead.
        """
        frame, best = world.frames[-1], world.frames[-1].best
        sign = self._sign(best, frame.floor, frame.ceiling)
        if len(world.frames) == 1:
            target = world.target
            world = replace(world, frames=(), finished=(*world.finished, (frame.number, best, sign)))
            if best == target or (not target and FIRST_WINDOW[0] < best < FIRST_WINDOW[1]):
                return replace(world, over=True)
            if target:
                return replace(world, round=world.round + 1, target=target - 1 if target > 0 else target + 1)
            return replace(world, round=1, target=WIN - 1 if best > 0 else 1 - WIN)
        key = self.nodes[frame.number].key
        entry = _Entry(
            best if best > frame.floor else frame.low,
            best if best < frame.ceiling else frame.high,
            frame.floor < best < frame.ceiling,
            frame.number,
        )
        stamp = world.stamp ^ hash((key, world.table.get(key, ())[:3])) ^ hash((key, entry[:3]))
        world = replace(world, frames=world.frames[:-1], table={**world.table, key: entry}, stamp=stamp)
        return self._give(world, frame.number, best, sign)

    @staticmethod
    def _sign(score: float, alpha: float, beta: float) -> str:
        return "≤" if score <= alpha else "≥" if score >= beta else ""

    def describe_wait(self, node: RunNode[S, M], instead: RunNode[S, M]) -> str:
        if node.parent != instead.parent:
            return super().describe_wait(node, instead)
        text = _(
            "{state} is not expanded: its value in the transposition table is already exact enough for this "
            "alpha-beta window; {other} comes next"
        )
        return text.format(state=self.label(node), other=self.label(instead))

    def explain(self, state: S) -> str:
        """Why a state cannot be expanded now: it may be in the table, or its branch may be cut off."""
        return self.describe_flaw(state) or super().explain(state)

    def describe_flaw(self, state: S) -> str:
        made = [node.number for node in self.nodes if node.state == state]
        if not made or made[-1] in self.taken or made[-1] in self.list_waiting():
            return ""
        text = (
            _(
                "{state} is not expanded: its value in the transposition table is already exact enough for this "
                "alpha-beta window"
            )
            if made[-1] in self.known
            else _("{state} is cut off: alpha >= beta, so it cannot change the answer")
        )
        return text.format(state=self.problem.label(state))
