"""The middle end: a problem being played, for every front end and every game alike."""

from langkah.session.advice import QUICK, Advisor, Lapse, Least, Mark
from langkah.session.hint import Hint
from langkah.session.play import Answer, Choice, Ending, Player, Seat, Session, Turn, seated
from langkah.session.share import Load, Opponents, packed, reopened, restored, saved, token, unpacked

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
    "packed",
    "reopened",
    "restored",
    "saved",
    "seated",
    "token",
    "unpacked",
]
