"""A race home, a two-player game with dice: throw, then choose which of two pieces moves; a piece that lands on an
opponent's piece sends it back.

Throws and choices alternate: `chances` gives the probabilities of a throw, and is empty if a player chooses; `steps`
lists the possible steps in both cases. `langkah play examples/race_home.py` plays it against an opponent; `langkah
solve` and `langkah odds examples/race_home.py` compute how often each player wins if both play optimally, although a
game can be arbitrarily long because pieces are sent back.
"""

from fractions import Fraction
from typing import NamedTuple

from langkah import Chance, Disc, Game, Outcome, Rect, Scene, Setting, Step, Text


class State(NamedTuple):
    """The squares of both players' pieces, the player to move, and the throw; 0: the die has not been thrown yet."""

    pieces: tuple[tuple[int, int], tuple[int, int]]
    turn: int = 0
    throw: int = 0


class RaceHome(Game[State, str], Chance[State]):
    """Throw, then move one of your two pieces. Land on an opponent's piece to send it back. Bring both pieces home
    first to win.
    """

    players = ("blue", "orange")
    settings = (
        Setting("squares", 6, "squares on the way home", low=2, high=12),
        Setting("die", 3, "faces of the die", low=2, high=6),
    )
    small = {"squares": 2, "die": 2}
    start = State(((0, 0), (0, 0)))

    def __init__(self, squares: int = 6, die: int = 3) -> None:
        self.squares, self.die = squares, die

    def player(self, state: State) -> int:
        """The player to move, who also throws the die."""
        return state.turn

    def outcome(self, state: State) -> Outcome | None:
        """A player who has brought both pieces home has won; None if neither player has."""
        for player, pieces in enumerate(state.pieces):
            if min(pieces) > self.squares:
                return Outcome(player, f"{self.players[player]} is home")
        return None

    def chances(self, state: State) -> list[tuple[Fraction, State]]:
        """The state after each face of the die, all with the same probability; empty if a player chooses."""
        if state.throw:
            return []
        return [(Fraction(1, self.die), state._replace(throw=face)) for face in range(1, self.die + 1)]

    def steps(self, state: State) -> list[Step[State, str]]:
        """The faces of the die before a throw; after it, the pieces that can move: those that are not home."""
        if self.outcome(state) is not None:
            return []
        if not state.throw:
            return [Step(str(after.throw), after) for _chance, after in self.chances(state)]
        own = state.pieces[state.turn]
        return [
            Step("ab"[piece], self.move(state, piece))
            for piece in (0, 1)
            if own[piece] <= self.squares and (piece == 0 or own[0] != own[1])
        ]

    def move(self, state: State, piece: int) -> State:
        """The state after a piece has moved on by the number thrown, at most to its home. The opponent's pieces on the
        piece's new square, unless it is home, go back to the start.
        """
        own, other = list(state.pieces[state.turn]), list(state.pieces[1 - state.turn])
        own[piece] = min(own[piece] + state.throw, self.squares + 1)
        if own[piece] <= self.squares:
            other = [0 if place == own[piece] else place for place in other]
        pair = (own[0], own[1]), (other[0], other[1])
        return State(pair if state.turn == 0 else (pair[1], pair[0]), 1 - state.turn)

    def key(self, state: State) -> tuple[object, ...]:
        """The same for states that differ only in the order of a player's two pieces, which does not matter."""
        return *(tuple(sorted(pieces)) for pieces in state.pieces), state.turn, state.throw

    def evaluate(self, state: State) -> float:
        """The lead of the player to move, between -1 and 1: the sum of the player's squares minus that of the opponent,
        scaled.
        """
        ahead = sum(state.pieces[state.turn]) - sum(state.pieces[1 - state.turn])
        return ahead / (2 * self.squares + 3)

    def text(self, state: State) -> str:
        """The squares of the pieces, and the throw."""
        rows = [f"{name} {' '.join(map(str, each))}" for name, each in zip(self.players, state.pieces, strict=True)]
        return "\n".join([*rows, f"{self.players[state.turn]} threw {state.throw or '-'}"])

    def scene(self, state: State) -> Scene:
        """The track from left to right, one row per player, with the die below."""
        wide = self.squares + 2
        shapes = [
            Rect(place, row, 1, 1, "goal" if place > self.squares else "cell:1" if place % 2 else "cell")
            for place in range(wide)
            for row in (0, 1)
        ]
        pieces = [
            Disc(place + (0.3, 0.7)[piece], row + 0.5, 0.24, ("piece:0", "piece:1")[row], "ab"[piece],
                 f"{row} {'ab'[piece]}", f"{row} {'ab'[piece]}")
            for row, both in enumerate(state.pieces)
            for piece, place in enumerate(both)
        ]  # fmt: skip
        die = Rect(wide / 2 - 0.5, 2.2, 1, 1, "piece", "" if state.throw else "?", id="die", round=0.2)
        face = Text(wide / 2, 2.68, str(state.throw or ""), 0.5, id="face")
        title = f"{self.players[state.turn]} to move; {self.text(state)}"
        return Scene(wide, 3.3, (*shapes, *pieces, die, face), title)

    def gestures(self, state: State, move: str) -> tuple[tuple[str], ...]:
        """Click the piece; throws cannot be chosen."""
        return ((f"{state.turn} {move}",),) if state.throw else ()
