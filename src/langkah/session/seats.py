"""The parts of a session: seats, turns, choices, results of clicks, and endings."""

from collections.abc import Callable
from typing import Any, NamedTuple

from langkah import players
from langkah.model import Cost, Problem, Step

Player = Callable[[Any], Any]  # maps a state to a move, or to a move with its reason

MOST_TOKENS = 4
HUMAN = "human"


class Seat(NamedTuple):
    """A player: a person, or a computer player with its name and the function that chooses its moves. For a person,
    `choose` is None.
    """

    name: str = HUMAN
    choose: Player | None = None


def make_seat(problem: Problem[Any, Any], name: str, seed: int = 0) -> Seat:
    """The seat of a person, or of a computer player from the table of players."""
    return Seat() if name == HUMAN else Seat(name, players.make_player(name, players.require_game(problem), seed))


class Turn(NamedTuple):
    """One move in the history: its notation, the number of its player, and its step, which contains the resulting
    state.
    """

    label: str
    player: int
    step: Step[Any, Any]


class Choice(NamedTuple):
    """A legal move, and the sequences of clicks that perform it, each as the handles to click."""

    label: str
    step: Step[Any, Any]
    gestures: tuple[tuple[str, ...], ...]


class Answer(NamedTuple):
    """The result of a click: `kind` is moved, selected, cleared or refused; `text` is the move, the name of what was
    selected, or the reason.
    """

    kind: str
    text: str = ""


class Ending(NamedTuple):
    """How a game ended: the text to show, and the number of the winner (None: a draw). `made` is the number of moves in
    a two-player game, and otherwise their cost.
    """

    text: str
    winner: int | None
    made: Cost
