"""Links that people can read and type, besides those that hold an exact position: `klotski:classic`, `hanoi?discs=5`.

Behind the name of a game or a level stand settings, written as on the command line and joined by `&`. What is opened
so is a fresh game; the second seat of a game for two belongs to the computer.
"""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, unquote

from langkah.games import ALIASES, GAMES, get_game_class, parse_settings
from langkah.model import Game, Problem
from langkah.players import USUAL, list_players
from langkah.session import Session, save_session, unpack_link
from langkah.session.play import HUMAN
from langkah.tasks.problems import ProblemStore

LONGEST = 300  # characters of a link that can still be called readable
LONGEST_WORD = 20  # letters of what looks like the name of a game; exact links are longer
FRESH = {"langkah", "problem", "settings", "seats", "seed"}  # what is told of a game in which nothing was done


def read_address(store: ProblemStore, text: str) -> dict[str, Any]:
    """What a link says, readable or exact, as a saved session."""
    name, mark, words = text.partition("?")
    name = unquote(name)
    if not (mark or ":" in name or name in store.own or name in GAMES or name in ALIASES):
        if len(name) <= LONGEST_WORD and name.isalpha() and name.islower():
            get_game_class(name)  # says that there is no such game
        return unpack_link(text)
    settings = _parse_words(words)
    return {"problem": name, "settings": settings, "seats": list_usual_seats(store.load(name, settings))}


def _parse_words(words: str) -> dict[str, object]:
    return parse_settings([unquote(word) for word in words.split("&")] if words else [])


def list_usual_seats(problem: Problem[Any, Any]) -> list[str]:
    """Who plays where nobody said so: a person, in a game for two against the computer. Empty: as the game has it."""
    return [HUMAN, USUAL] if isinstance(problem, Game) and USUAL in list_players(problem) else []


def format_address(session: Session) -> str:
    """The readable link to a game in which nothing was done yet; "" where only an exact link says it all."""
    name, settings = session.problem.origin
    if name.partition(":")[0] not in GAMES or not save_session(session).keys() <= FRESH:
        return ""
    if isinstance(session.problem, Game) and [seat.name for seat in session.seats] != list_usual_seats(session.problem):
        return ""
    given = {each: value for each, value in settings.items() if value is not None}
    words = _format_words(given)
    found = f"{name}?{words}" if words else name
    return found if len(found) <= LONGEST and _parse_words(words) == given else ""


def _format_words(given: Mapping[str, object]) -> str:
    """Settings behind the question mark; those that are no plain words or numbers will not be read back the same."""
    plain = {each: str(value).lower() if isinstance(value, bool) else str(value) for each, value in given.items()}
    return "&".join(f"{each}={quote(value)}" for each, value in plain.items())
