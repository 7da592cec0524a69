"""Players: a player gets a position, and returns a move with its reason.

If several moves are equally good for a player, `options` lists all of them, so that an audit can follow every one.
Calling the player picks one of them by a random number that depends only on the seed and the earlier picks.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Generic, NamedTuple

from langkah.errors import DoesNotFit
from langkah.language import _
from langkah.model import Game, M, S
from langkah.run import Run, Stopped
from langkah.search.game_tree import GameTreeSearch

FORESEEN_PLIES = 8  # at most, in the line of play that a reason shows


class Choice(NamedTuple, Generic[M]):
    """A move, and the reason for it, in words."""

    move: M
    reason: str


class Player(Generic[S, M]):
    """A player. When called with a state in which the game continues, it returns its move with the reason."""

    def __init__(self, game: Game[S, M], strength: int = 0, seed: int = 0) -> None:
        self.game, self.strength, self.seed = game, strength, seed
        self.random = Random(seed)
        self.cancelled: Callable[[], bool] = lambda: False  # checked now and then by slow players
        self.seconds: float | None = None  # time for one move; then the best move so far is played; None: no limit

    def options(self, state: S) -> Sequence[Choice[M]]:
        """Every move that this player may choose in a state: only one if the player is deterministic."""
        raise NotImplementedError

    def __call__(self, state: S) -> Choice[M]:
        options = self.options(state)
        return options[0] if len(options) == 1 else self.random.choice(options)


def _format_foreseen_line(search: GameTreeSearch[S, M], move: M) -> str:
    """The line of play that a search expects after a move, in notation; a long line is truncated."""
    game = search.game
    words: list[str] = []
    state = next(step.state for step in game.steps(game.start) if step.move == move)
    line = search.scores[move][1]
    rest = None if line is None else line[1]
    while rest is not None and len(words) < FORESEEN_PLIES:
        name, rest = rest
        step = next(each for each in game.steps(state) if search.name(each.state) == name)
        words.append(game.notation(step.move))
        state = step.state
    return " ".join(words) + (" ..." if rest else "")


def explain_choice(reason: str, search: GameTreeSearch[S, M], move: M) -> Choice[M]:
    """A move chosen by a search, with its reason and the expected line of play."""
    line = _format_foreseen_line(search, move)
    return Choice(move, reason + "; " + _("then {line}").format(line=line) if line else reason)


class PlayerClock:
    """Lets slow players notice that the audit or match in which they play has reached a limit. Calling the clock
    returns whether a limit is reached; `over` is then the name of the limit.
    """

    def __init__(self, run: Run[Any, Any], *players: Player[Any, Any]) -> None:
        self.run, self.over = run, ""
        for each in players:
            each.cancelled = self

    def __call__(self) -> bool:
        try:
            self.run.check()
        except Stopped as met:
            self.over = met.limit
        return bool(self.over)


class PlayerRow(NamedTuple):
    """One row of the table of players."""

    make: Callable[[Any, int, int], Player[Any, Any]]  # called with the game, the strength and the seed
    about: str
    strengths: tuple[int, int, int] | None = None  # lowest, highest, default; None: no strength
    needs: str = ""  # what a game must provide, if the player does not play every game
    audited: bool = True  # whether `options` lists its moves without asking a person
    title: str = ""  # its name in menus; players with a title are listed first
    label: str = ""  # the name in menus of a player without a title; "": its own name
    suits: Callable[[Any], bool] = lambda _game: True  # whether to offer the player for a game


def make_misfit(name: str, game: Game[Any, Any], why: str) -> DoesNotFit:
    """The error for a player that cannot play a game."""
    title = game.name or type(game).__name__
    return DoesNotFit(_("{player} cannot play {game}: {why}.").format(player=name, game=title, why=why))
