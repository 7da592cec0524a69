"""The keys of the window in addition to `apps/keys.py`: arrows, focus, and the rows of the toolbar and the help.

Arrow keys decrease or increase a number or the speed, as in the paper; Shift with an arrow pushes a piece. In games in
which every move slides a piece (tiles), arrows push a piece, and Shift with an arrow changes the number or the speed.
After Tab, the focus is visible, and arrow keys move it until Escape is pressed.
"""

from collections.abc import Sequence
from typing import TypeVar

import pygame

from langkah.language import N_

T = TypeVar("T")


TOOLBAR = ("solve", "reset", "undo", "redo", "hint", "watch", "players", "levels", "help")
COMMAND_BY_KEY = {pygame.K_F1: "help"}

ARROW_STEPS = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}
PRESS_KEYS = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)

SETTING_ROWS = (N_("decrease or increase: {number}"), N_("faster or slower"))  # the effects of ← → and ↑ ↓
PUSH = N_("push a piece in the arrow's direction")
HELP_ROWS = (  # keys in the help that are not commands: their labels and effects
    (("1", "2", "3"), N_("press the peg, cell, piece or move with that number")),
    (("Tab",), N_("turn on the keyboard focus: the arrow keys move it, and Enter presses the focused item")),
    (("Space",), N_("press the focused item, or roll the dice")),
    (("Esc",), N_("close a dialog, cancel, or leave")),
)


def find_next(values: Sequence[T], value: T, by: int = 1) -> T:
    """The value that is `by` positions after `value` in the list, cyclically; the first value if `value` is not in the
    list.
    """
    return values[(values.index(value) + by) % len(values)] if value in values else values[0]
