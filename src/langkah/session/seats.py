"""What a session is made of: who sits where, the turns that were taken, the choices, what a click did, how it ended."""

from collections.abc import Callable
from typing import Any, NamedTuple

from langkah import players
from langkah.model import Cost, Problem, Step

Player = Callable[[Any], Any]  # given a state, the move it makes, or that move with the reason for it

MOST_TOKENS = 4
HUMAN = "human"


class Seat(NamedTuple):
    """Who plays: a person, or the name of a player and the function that chooses its moves."""

    name: str = HUMAN
    choose: Player | None = None


def make_seat(problem: Problem[Any, Any], name: str, seed: int = 0) -> Seat:
    """The seat of a person, or of a player from the table of players."""
    return Seat() if name == HUMAN else Seat(name, players.make_player(name, players.require_game(problem), seed))


class Turn(NamedTuple):
    """One move of the history: how it is written, who made it, and where it led."""

    label: str
    player: int
    step: Step[Any, Any]


class Choice(NamedTuple):
    """A legal move, and the click sequences that perform it."""

    label: str
    step: Step[Any, Any]
    gestures: tuple[tuple[str, ...], ...]


class Answer(NamedTuple):
    """What a click did: moved, selected, cleared or refused, and why."""

    kind: str
    text: str = ""


class Ending(NamedTuple):
    """How it ended: in words, who won (None: a draw), and the effort."""

    text: str
    winner: int | None
    made: Cost
