"""The setup of a session: the number that the arrow keys change, and the lineup (the player in each seat)."""

from typing import Any

from langkah.apps.window.keys import find_next
from langkah.errors import BadInput
from langkah.games import load
from langkah.games.files import list_settings
from langkah.language import _, capitalize, format_plural
from langkah.model import Game, Problem
from langkah.players import PLAYERS, list_players
from langkah.session import Seat, Session, make_seat
from langkah.session.seats import HUMAN, MOST_TOKENS
from langkah.settings import Setting
from langkah.tasks.address import list_usual_seats


def find_number_setting(problem: Problem[Any, Any]) -> Setting | None:
    """The first setting of a problem that is a whole number; None if there is none."""
    return next((each for each in list_settings(type(problem)) if type(each.default) is int), None)


def read_number(problem: Problem[Any, Any], setting: Setting) -> int:
    """The current value of a whole-number setting."""
    found, usual = getattr(problem, setting.name, None), setting.default
    assert isinstance(usual, int)
    return found if isinstance(found, int) else usual


def change_number(session: Session, by: int) -> Session:
    """A new session with the first whole-number setting changed by `by`. Raises `BadInput` if there is no such setting,
    or if the new value is outside the range that the arrow keys may set.
    """
    setting = find_number_setting(session.problem)
    if setting is None:
        raise BadInput(_("This game has no size or other number that the arrows can change."))
    wanted = read_number(session.problem, setting) + by
    low, high = setting.handy or (setting.low, setting.high)
    if (by < 0 and low is not None and wanted < low) or (by > 0 and high is not None and wanted > high):
        raise BadInput(
            _("{about}: from {low} to {high}").format(about=_(setting.label or setting.about), low=low, high=high)
        )
    name, settings = session.problem.origin
    problem = load(name, {**settings, setting.name: wanted})
    if read_number(problem, setting) != wanted:
        raise BadInput(
            _("{about}: here, the other settings determine this value").format(about=_(setting.label or setting.about))
        )
    return reseat_session(session, problem, session.seed)


def list_lineups(session: Session) -> list[tuple[str, ...]]:
    """The possible lineups, each as the names of the players in the order of their seats. In a game for two, each
    opponent can be on either side; with dice, the number of players varies.
    """
    if isinstance(session.problem, Game):
        others = [name for name in list_players(session.problem) if name != HUMAN]
        return [(HUMAN, HUMAN), *((HUMAN, name) for name in others), *((name, HUMAN) for name in others)]
    return [(HUMAN,) * count for count in range(1, (MOST_TOKENS if session.dice else 1) + 1)]


def make_next_lineup(session: Session) -> Session:
    """A new session with the lineup that follows the current one in `list_lineups`. Raises `BadInput` if there is only
    one.
    """
    ways = list_lineups(session)
    if len(ways) < 2:
        raise BadInput(_("This puzzle has only one player."))
    now = tuple(seat.name for seat in session.seats)
    names = find_next(ways, now)
    seats = [make_seat(session.problem, name, session.seed + index) for index, name in enumerate(names)]
    return Session(session.problem, seats=seats, dice=session.dice, seed=session.seed, advisor=session.advisor)


def describe_lineup(session: Session) -> str:
    """The lineup as text: the names of both players of a game for two, otherwise the number of players."""
    if isinstance(session.problem, Game):
        return " – ".join(name_seat(seat.name) for seat in session.seats)
    return format_plural("{n} player", "{n} players", len(session.seats))


def name_seat(name: str) -> str:
    """The display name of a player in the current language, with the strength if `name` has one after a colon."""
    real, colon, strength = name.partition(":")
    row = PLAYERS.get(real)
    return _((row and (row.title or row.label)) or real) + (f" {strength}" if colon else "")


def describe_reply(session: Session, *, why: bool = False) -> str:
    """A sentence about the last move, with the reason for it if `why`; "" if the last move was not an opponent's."""
    seat = session.seats[session.last.player] if session.last else Seat()
    if seat.choose is None or session.last is None:
        return ""
    told = _("{name} played {move}.").format(name=name_seat(seat.name), move=session.last.label)
    return f"{told} {capitalize(session.reason)}." if why and session.reason else told


def reseat_session(session: Session, problem: Problem[Any, Any], seed: int) -> Session:
    """A new session for `problem`. If `problem` belongs to the same game as the session, the players stay, but a player
    that cannot play `problem` is replaced by a person. If it belongs to another game, the usual players of that game
    are chosen.
    """
    if type(problem) is not type(session.problem):
        seats = [make_seat(problem, name, seed) for name in list_usual_seats(problem)]
        return Session(problem, seats=seats, seed=seed)
    seats = []
    for index, seat in enumerate(session.seats):
        try:
            seats.append(make_seat(problem, seat.name, seed + index))
        except BadInput:
            seats.append(Seat())
    return Session(problem, seats=seats, dice=session.dice, seed=seed)
