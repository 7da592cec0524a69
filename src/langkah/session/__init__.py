"""Sessions: a problem being played, with one interface for every front end and every game."""

from langkah.session.advice import QUICK, Advisor, Lapse, Least, Mark
from langkah.session.hint import Hint
from langkah.session.play import Session
from langkah.session.seats import Answer, Choice, Ending, Player, Seat, Turn, make_seat
from langkah.session.share import (
    Load,
    Opponents,
    make_token,
    open_link,
    pack_link,
    restore_session,
    save_session,
    unpack_link,
)

__all__ = [
    "QUICK",
    "Advisor",
    "Answer",
    "Choice",
    "Ending",
    "Hint",
    "Lapse",
    "Least",
    "Load",
    "Mark",
    "Opponents",
    "Player",
    "Seat",
    "Session",
    "Turn",
    "make_seat",
    "make_token",
    "open_link",
    "pack_link",
    "restore_session",
    "save_session",
    "unpack_link",
]
