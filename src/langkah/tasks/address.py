"""Readable links such as `klotski:classic` and `hanoi?discs=5`. A second kind of link, the exact link, holds a position
as packed text (see `langkah.session.share`).

In a readable link, the name of a game or level is followed by settings, written as on the command line and joined by
`&`; an `&` instead of the `?` is accepted, too. In a two-player game, the computer has the second seat. Moves follow,
as in `hanoi?discs=3&moves=1-3,1-2`, if they are short. For longer games, and after throws of dice, only an exact link
is complete.
"""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote, quote_plus, unquote, unquote_plus

from langkah.games import ALIASES, GAMES, get_game_class, parse_settings
from langkah.model import Game, Problem
from langkah.players import USUAL, can_play
from langkah.session import Session, save_session, unpack_link
from langkah.session.seats import HUMAN
from langkah.tasks.problems import ProblemCatalogue

LINK_CHARACTERS = 300  # at most, in a readable link
MOVES_CHARACTERS = 120  # at most, for the moves in a link
NAME_LETTERS = 20  # at most, in the name of a game; exact links are longer
MOVES = "moves"
FRESH = {"langkah", "problem", "settings", "seats", "seed"}  # the fields of a saved session without moves


def read_address(catalogue: ProblemCatalogue, text: str) -> dict[str, Any]:
    """Read a link, readable or exact, as a saved session."""
    name, mark, words = text.partition("?")
    if not mark:
        name, mark, words = text.partition("&")
    name = unquote(name)
    if not (mark or ":" in name or name in catalogue.own or name in GAMES or name in ALIASES):
        if len(name) <= NAME_LETTERS and name.isalpha() and name.islower():
            get_game_class(name)  # raises an error if there is no such game
        return unpack_link(text)
    given = [word for word in words.split("&") if word]
    moves = [word.partition("=")[2] for word in given if word.startswith(f"{MOVES}=")]
    settings = _parse_words([word for word in given if not word.startswith(f"{MOVES}=")])
    found = {"problem": name, "settings": settings, "seats": list_usual_seats(catalogue.load(name, settings))}
    return {**found, "moves": [unquote_plus(label) for label in moves[-1].split(",")]} if moves else found


def _parse_words(words: Sequence[str]) -> dict[str, object]:
    return parse_settings([unquote(word) for word in words])


def list_usual_seats(problem: Problem[Any, Any]) -> list[str]:
    """The default seats: in a two-player game that the computer can play, a person against the computer; otherwise [],
    which leaves the choice to the game.
    """
    return [HUMAN, USUAL] if isinstance(problem, Game) and can_play(USUAL, problem) else []


def format_address(session: Session) -> str:
    """The readable link to a game and its moves; "" if no readable link can describe them fully."""
    name, settings = session.problem.origin
    saved = save_session(session)
    if name.partition(":")[0] not in GAMES or not saved.keys() <= {*FRESH, MOVES}:
        return ""
    if isinstance(session.problem, Game) and [seat.name for seat in session.seats] != list_usual_seats(session.problem):
        return ""
    moves = ",".join(map(quote_plus, saved.get("moves", ())))
    if len(moves) > MOVES_CHARACTERS or (moves and session.dice):
        return ""
    given = {each: value for each, value in settings.items() if value is not None}
    words = _format_words(given)
    if _parse_words(words) != given:
        return ""
    whole = "&".join([*words, *([f"{MOVES}={moves}"] if moves else [])])
    found = f"{name}?{whole}" if whole else name
    return found if len(found) <= LINK_CHARACTERS else ""


def _format_words(given: Mapping[str, object]) -> list[str]:
    """The settings as words of a link, after its question mark. Only plain words and numbers can be read back
    unchanged.
    """
    plain = {each: str(value).lower() if isinstance(value, bool) else str(value) for each, value in given.items()}
    return [f"{each}={quote(value)}" for each, value in plain.items()]
