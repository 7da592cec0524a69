"""Strategies for two-player games: all positions that can arise while one side follows a plan.

A side that claims a result needs one good move in each of its positions; for the other side, all moves are considered.
These are far fewer positions than in the whole game. The plan is found by trying moves in the game's own order, best
first; the result for each position is stored. If positions repeat, all positions of the game are evaluated backwards
from the final positions instead.
"""

import sys
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from typing import Any

from langkah.errors import DoesNotFit
from langkah.language import _
from langkah.model import Game
from langkah.player_audit import SEATS
from langkah.players.base import Player
from langkah.proofs.labelling import Listing
from langkah.proofs.state_text import encode_state
from langkah.proofs.writing import Block
from langkah.run import Run, Stopped
from langkah.scores import WIN
from langkah.search.retrograde import GameValues, value_all
from langkah.tracing import Limit

MOST_DEPTH = 20_000  # recursion depth during the search for a plan
POSITIONS_PER_STATE = 50  # limit on visited positions, per state that may be listed


class PositionsRepeatError(Exception):
    """Raised if a depth-first search for a plan is impossible because positions repeat."""


class PlanSearch:
    """Decides whether one side can force a result: a win or, without `win`, at least a draw. `good` maps each position
    decided so far to whether the side can force this result from there.
    """

    def __init__(self, listing: Listing, side: int, *, win: bool) -> None:
        self.listing, self.side, self.win = listing, side, win
        self.game: Any = listing.problem
        self.good: dict[Hashable, bool] = {}
        self.open: set[Hashable] = set()  # the positions on the current path

    def holds(self, state: Any) -> bool:
        """Whether the side can force its result from a state. Raises `PositionsRepeatError` if positions repeat, and
        `Stopped` at a limit.
        """
        name = self.listing.identify(state)
        known = self.good.get(name)
        if known is not None:
            return known
        if name in self.open:
            raise PositionsRepeatError
        if len(self.good) > self.listing.most * POSITIONS_PER_STATE:
            raise Stopped("nodes")
        self.listing.look()
        self.open.add(name)
        found = self._decide(state)
        self.open.discard(name)
        self.good[name] = found
        return found

    def _decide(self, state: Any) -> bool:
        end = self.game.outcome(state)
        if end is not None:
            return bool(end.winner == self.side if self.win else end.winner != 1 - self.side)
        steps = self.game.ranked(state)
        if self.game.player(state) == self.side:
            return any(self.holds(step.state) for step in steps)
        return bool(steps) and all(self.holds(step.state) for step in steps)

    def list_positions(self) -> list[Block]:
        """Every position that can arise while the side follows its plan. Its label contains the greatest number of
        plies that the game can still last, or 0 if the plan is only for a draw.
        """
        ranks: dict[Hashable, int] = {}
        self._measure(self.game.start, ranks)
        found = ranks if self.win else dict.fromkeys(ranks, 0)
        return [([self.side, rank], states) for rank, states in self.listing.group(found.items())]

    def _measure(self, state: Any, ranks: dict[Hashable, int]) -> int:
        name = self.listing.identify(state)
        if name not in ranks:
            self.listing.add(name, state)
            after = [self._measure(each, ranks) for each in self._list_following(state)]
            ranks[name] = 1 + max(after, default=-1)
        return ranks[name]

    def _list_following(self, state: Any) -> list[Any]:
        """The states that follow a state in the plan: the one after the first good move if the side with the plan
        moves, otherwise those after every move of the opponent. The list is empty if the game is over.
        """
        if self.game.outcome(state) is not None:
            return []
        steps = self.game.ranked(state)
        if self.game.player(state) != self.side:
            return [step.state for step in steps]
        return [next(step.state for step in steps if self.holds(step.state))]


def value_positions(listing: Listing) -> GameValues[Any, Any]:
    """The values of all positions of a game with repetitions, computed backwards from the final positions."""
    limit = Limit(nodes=listing.most * POSITIONS_PER_STATE)
    game: Any = listing.problem
    return value_all(game, Run(limit, progress=listing.progress, cancelled=listing.deadline))


def list_repeating_positions(listing: Listing, values: GameValues[Any, Any], side: int, *, win: bool) -> list[Block]:
    """Every position that can arise while `side` plays the best moves by `values`. If `win` is true, the label of a
    position contains the number of plies to the end; otherwise it contains 0, since a draw may last for ever.
    """
    game, ranks, stack = values.game, dict[Hashable, int](), [values.game.start]
    while stack:
        state = stack.pop()
        name = listing.identify(state)
        if name in ranks:
            continue
        listing.add(name, state)
        score = values.scores.get(values.numbers[game.key(state)], 0)
        ranks[name] = round(WIN - abs(score)) if win else 0
        found = values.find_scores(state) if game.outcome(state) is None else []
        if game.player(state) == side and found:
            found = [max(found, key=lambda each: each[0])]
        stack += [step.state for _score, step in found]
    return [([side, rank], states) for rank, states in listing.group(ranks.items())]


@contextmanager
def deep_stack() -> Iterator[None]:
    """Allow the deep recursion that a long game needs, while this context is active."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, MOST_DEPTH))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def list_player_positions(listing: Listing, player: Player[Any, Any], side: int, name: str) -> list[Block]:
    """Every position that can arise if `player` makes any move that it may choose, and the opponent any move. The label
    of a position contains the moves that the player may choose there. Raises `DoesNotFit` if the player can lose.
    """
    game: Game[Any, Any] = player.game
    blocks: dict[tuple[str, ...], list[str]] = {}
    stack = [game.start]
    while stack:
        state = stack.pop()
        text = encode_state(state)
        if text in listing.texts:
            continue
        listing.add(text, state)
        moves: tuple[str, ...] = ()
        end = game.outcome(state)
        if end is not None and end.winner == 1 - side:
            beaten = _("{player} can lose as {seat}: `langkah audit` shows how")
            raise DoesNotFit(beaten.format(player=name, seat=SEATS[side]))
        steps = [] if end is not None else list(game.steps(state))
        if end is None and game.player(state) == side:
            chosen = {choice.move for choice in player.options(state)}
            steps = [step for step in steps if step.move in chosen]
            moves = tuple(sorted(game.notation(step.move) for step in steps))
        stack += [step.state for step in steps]
        blocks.setdefault(moves, []).append(text)
    return [([side, *moves], states) for moves, states in sorted(blocks.items())]
