"""The keys during play, in one table: their names, effects and descriptions.

The window and the terminal use the table; a test compares it with the keys of the web page (`web/static/keys.js`).
"""

from typing import NamedTuple

from langkah.language import N_


class Key(NamedTuple):
    """A key: its command, its label, and a short and a long description."""

    command: str
    sign: str
    word: str
    about: str


KEYS = (
    Key("solve", "S", N_("Solve"), N_("solve from here and play the solution; press again to stop")),
    Key("reset", "R", N_("Reset"), N_("back to the start")),
    Key("undo", "U", N_("Undo"), N_("take a move back (also Z)")),
    Key("redo", "Y", N_("Redo"), N_("redo the move")),
    Key("hint", "H", N_("Hint"), N_("a hint; each further hint tells more: which piece, where to, the move")),
    Key("marks", "M", N_("Rate moves"), N_("rate each legal move: better, equal or worse")),
    Key("watch", "W", N_("Watch"), N_("watch how any algorithm searches from here, in the browser")),
    Key("lessons", "E", N_("Lessons"), N_("lessons about searches, in the browser")),
    Key("players", "O", N_("Players"), N_("choose the opponents; with dice, the number of players")),
    Key("why", "V", N_("Why"), N_("why the opponent played its last move")),
    Key("new", "N", N_("New"), N_("a new game, with different rolls of the dice")),
    Key("levels", "L", N_("Levels"), N_("choose a game or a level")),
    Key("theme", "T", N_("Theme"), N_("light or dark")),
    Key("language", "I", N_("Language"), N_("English or Indonesian")),
    Key("help", "?", N_("Help"), N_("show the keys (also F1)")),
)
COMMAND_BY_SIGN = {key.sign.lower(): key.command for key in KEYS} | {"z": "undo"}
