"""The keys, in one table: what they are called, what they do, and what the toolbar and the help say about them.

The arrows are the paper's: fewer and more, faster and slower. Boards need arrows too, so one rule holds for every
game: while something has the focus of the keyboard (after Tab), the arrows move the focus; Escape gives them back.
With Shift they always push a piece.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

import pygame

from langkah.language import N_

T = TypeVar("T")


class Key(NamedTuple):
    """A key: the command it stands for, the sign on it, the word beside it, and what it does."""

    command: str
    sign: str
    word: str
    about: str


KEYS = (
    Key("solve", "S", N_("Solve"), N_("solve from here and play the solution; again: stop")),
    Key("reset", "R", N_("Reset"), N_("back to the start")),
    Key("undo", "U", N_("Undo"), N_("take a move back (also Z)")),
    Key("redo", "Y", N_("Redo"), N_("redo the move")),
    Key("hint", "?", N_("Hint"), N_("a hint: which piece, then where to, then the move")),
    Key("marks", "M", N_("Marks"), N_("mark each legal move: better, equal or worse")),
    Key("watch", "W", N_("Watch"), N_("watch any algorithm search from here, in the browser")),
    Key("lessons", "E", N_("Lessons"), N_("lessons about searches, in the browser")),
    Key("players", "O", N_("Players"), N_("who plays: opponents; with dice, how many players")),
    Key("why", "V", N_("Why"), N_("why the opponent played its last move")),
    Key("new", "N", N_("New"), N_("a new game, with other dice")),
    Key("levels", "L", N_("Levels"), N_("choose a game or a level")),
    Key("theme", "T", N_("Theme"), N_("light or dark")),
    Key("language", "I", N_("Language"), N_("English or Indonesian")),
    Key("help", "H", N_("Help"), N_("show the keys (also F1)")),
)
TOOLBAR = ("solve", "reset", "undo", "redo", "hint", "watch", "players", "levels", "help")
COMMAND_BY_SIGN = {key.sign.lower(): key.command for key in KEYS} | {"z": "undo", "/": "hint"}
COMMAND_BY_KEY = {pygame.K_F1: "help"}

ARROW_STEPS = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}
PRESS_KEYS = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)

HELP_ROWS = (  # keys of the help that are no commands: their signs and what they do
    (("1", "2", "3"), N_("press the peg, cell, piece or move with that number")),
    (("←", "→"), N_("fewer or more: {number}")),
    (("↑", "↓"), N_("faster or slower")),
    (("Tab",), N_("give the keyboard the focus: then the arrows move it and Enter presses")),
    (("Shift", "←"), N_("push a piece that way")),
    (("Space",), N_("press what has the focus, or roll the dice")),
    (("Esc",), N_("close, cancel what was begun, leave")),
)


def find_next(values: Sequence[T], value: T, by: int = 1) -> T:
    """The value that a key turns to: the next of some, all around; the first where it is none of them."""
    return values[(values.index(value) + by) % len(values)] if value in values else values[0]
