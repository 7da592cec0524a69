"""Links that people can read and type, besides those that hold an exact position: `klotski:classic`, `hanoi?discs=5`.

Behind the name of a game or a level stand settings, written as on the command line and joined by `&`; an `&` in place
of the `?` is understood, too. The second seat of a game for two belongs to the computer. Moves follow as in
`hanoi?discs=3&moves=1-3,1-2` while that is short; else, and where dice were thrown, only an exact link says it all.
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

LINK_CHARACTERS = 300  # of a link that can still be called readable
MOVES_CHARACTERS = 120  # of the moves in one
NAME_LETTERS = 20  # of what looks like the name of a game; exact links are longer
MOVES = "moves"
FRESH = {"langkah", "problem", "settings", "seats", "seed"}  # what is told of a game in which nothing was done


def read_address(catalogue: ProblemCatalogue, text: str) -> dict[str, Any]:
    """What a link says, readable or exact, as a saved session."""
    name, mark, words = text.partition("?")
    if not mark:
        name, mark, words = text.partition("&")
    name = unquote(name)
    if not (mark or ":" in name or name in catalogue.own or name in GAMES or name in ALIASES):
        if len(name) <= NAME_LETTERS and name.isalpha() and name.islower():
            get_game_class(name)  # says that there is no such game
        return unpack_link(text)
    given = [word for word in words.split("&") if word]
    moves = [word.partition("=")[2] for word in given if word.startswith(f"{MOVES}=")]
    settings = _parse_words([word for word in given if not word.startswith(f"{MOVES}=")])
    found = {"problem": name, "settings": settings, "seats": list_usual_seats(catalogue.load(name, settings))}
    return {**found, "moves": [unquote_plus(label) for label in moves[-1].split(",")]} if moves else found


def _parse_words(words: Sequence[str]) -> dict[str, object]:
    return parse_settings([unquote(word) for word in words])


def list_usual_seats(problem: Problem[Any, Any]) -> list[str]:
    """Who plays where nobody said so: a person, in a game for two against the computer. Empty: as the game has it."""
    return [HUMAN, USUAL] if isinstance(problem, Game) and can_play(USUAL, problem) else []


def format_address(session: Session) -> str:
    """The readable link to a game, with the few moves that were made; "" where only an exact link says it all."""
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
    """Settings behind the question mark; those that are no plain words or numbers will not be read back the same."""
    plain = {each: str(value).lower() if isinstance(value, bool) else str(value) for each, value in given.items()}
    return [f"{each}={quote(value)}" for each, value in plain.items()]
