"""The table of computer players, and `make_player`, which creates one of them for a game.

A player is named `NAME` or `NAME:STRENGTH`, as in `expert` and `alpha-beta:7`. To add one, write a file beside this one
and a line here; the command line, the page and the tests read the table.
"""

from typing import Any

from langkah.errors import BadInput, DoesNotFit
from langkah.language import N_, _
from langkah.model import Game, Problem
from langkah.players import lines
from langkah.players.alpha_beta import AlphaBeta
from langkah.players.base import Choice, Player, PlayerRow
from langkah.players.casual import Easy, Hard, Medium
from langkah.players.expectimax import NEEDS, Expectimax
from langkah.players.expert import Expert
from langkah.players.human import Human
from langkah.players.monte_carlo import MonteCarlo
from langkah.players.paper import Paper
from langkah.players.perfect import Perfect, is_solvable
from langkah.players.random_moves import RandomMoves
from langkah.registry import Registry
from langkah.settings import make_unknown_name, quote_value

__all__ = [
    "PLAYERS",
    "USUAL",
    "Choice",
    "Player",
    "PlayerRow",
    "can_play",
    "list_players",
    "make_player",
    "require_game",
]

USUAL = "medium"  # the default opponent of a person

_OWN = {
    "easy": PlayerRow(Easy, N_("wins at once if it can, otherwise moves at random"), title=N_("Easy")),
    "medium": PlayerRow(Medium, N_("sees its own move and your reply"), title=N_("Medium")),
    "hard": PlayerRow(Hard, N_("looks several moves ahead"), title=N_("Hard")),
    "perfect": PlayerRow(
        Perfect,
        N_(
            "solves every position: wins as fast as possible, loses as late as possible, picks at "
            "random among equally good moves"
        ),
        title=N_("Perfect"),
        suits=is_solvable,
    ),
    "paper": PlayerRow(
        Paper,
        N_("from the tic-tac-toe paper: defends first, looks one move ahead"),
        needs=lines.NEEDS,
        label=N_("The paper's program"),
    ),
    "expert": PlayerRow(
        Expert,
        N_("follows eight rules for three in a row; the first that applies decides"),
        needs=N_("three in a row on 3 x 3 cells"),
        label=N_("Expert"),
    ),
    "alpha-beta": PlayerRow(
        AlphaBeta, N_("looks ahead; each strength level adds one move"), (1, 10, 4), label=N_("Alpha-beta")
    ),
    "expectimax": PlayerRow(
        Expectimax,
        N_("looks ahead and averages over the dice; each strength level adds two moves or throws"),
        (1, 6, 3),
        needs=NEEDS,
        label=N_("Expectimax"),
    ),
    "monte-carlo": PlayerRow(
        MonteCarlo,
        N_("tries promising moves more often; each strength level doubles the number of tries"),
        (1, 10, 5),
        label=N_("Monte Carlo"),
    ),
    "random": PlayerRow(RandomMoves, N_("any legal move"), label=N_("Random moves")),
    "human": PlayerRow(Human, N_("a person who types moves"), audited=False),
}


def _adopt_player(_name: str, found: Any) -> PlayerRow:
    if not isinstance(found, PlayerRow):
        raise TypeError(_("this object is not a player (a PlayerRow): {value}").format(value=quote_value(found)))
    return found


PLAYERS: dict[str, PlayerRow] = Registry("langkah.players", _OWN, _adopt_player)


def require_game(problem: Problem[Any, Any]) -> Game[Any, Any]:
    """The problem itself, if it is a two-player game. Raises `DoesNotFit` if it is not."""
    if not isinstance(problem, Game):
        title = problem.name or type(problem).__name__
        raise DoesNotFit(_("{problem} is not a game for two players.").format(problem=title))
    return problem


def make_player(spec: str, game: Game[Any, Any], seed: int = 0) -> Player[Any, Any]:
    """Create the player `NAME` or `NAME:STRENGTH` for a game. Raises `DoesNotFit` if this player cannot play the game.

    >>> game = load("mnk")
    >>> make_player("expert", game)(game.start).move
    4
    """
    name, strength = parse_player(spec)
    return PLAYERS[name].make(game, strength, seed)


def parse_player(spec: str) -> tuple[str, int]:
    """The name and the strength of a player, from a text of the form `NAME` or `NAME:STRENGTH`. Without a strength in
    the text, the default strength is returned; 0 if the player has no strength levels. Raises `BadInput` for an unknown
    name or strength.
    """
    name, colon, given = spec.partition(":")
    if name not in PLAYERS:
        raise make_unknown_name(_("Player"), name, PLAYERS)
    strengths = PLAYERS[name].strengths
    if strengths is None:
        if colon:
            raise BadInput(
                _("{spec}: {player} has no strength levels; write only {player}").format(
                    spec=quote_value(spec), player=name
                )
            )
        return name, 0
    low, high, default = strengths
    if not colon:
        return name, default
    if not (given.isascii() and given.isdigit() and len(given) < 4 and low <= int(given) <= high):
        text = _(
            "{spec}: the strength of {player} must be a whole number from {low} to {high}, as in {player}:{default}"
        )
        raise BadInput(text.format(spec=quote_value(spec), player=name, low=low, high=high, default=default))
    return name, int(given)


def list_players(game: Game[Any, Any]) -> list[str]:
    """The names of all players that can play a game and suit it well enough to be offered."""
    return [name for name in PLAYERS if can_play(name, game) and PLAYERS[name].suits(game)]


def can_play(name: str, game: Game[Any, Any]) -> bool:
    """Whether a player can play a game."""
    try:
        make_player(name, game)
    except DoesNotFit:
        return False
    return True
