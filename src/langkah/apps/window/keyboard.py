"""Handles the keyboard: commands, number keys, arrows, and the focus, which moves over everything clickable."""

import time
from math import hypot
from typing import TYPE_CHECKING

import pygame
from pygame.event import Event

from langkah.apps.keys import COMMAND_BY_SIGN
from langkah.apps.window import targets
from langkah.apps.window.keys import ARROW_STEPS, COMMAND_BY_KEY, PRESS_KEYS
from langkah.language import _
from langkah.views.paint import Point

if TYPE_CHECKING:
    from langkah.apps.window.window import Window

LEAVE_SECONDS = 3.0  # a second Escape within this time closes the window


class Keyboard:
    """Handles the keys that are pressed in a window."""

    def __init__(self, window: "Window") -> None:
        self.window = window
        self.walking = False  # whether the keyboard has the focus
        self.focus = ""  # the handle or move that Enter presses
        self.at: Point = (0.0, 0.0)  # the last position of the focus
        self.leaving = 0.0  # until when Escape closes the window

    def keep_focus(self) -> dict[str, Point]:
        """The elements that can have the focus, by name, with their positions. If the focused element no longer exists,
        the nearest one gets the focus, but only while the keyboard moves the focus.
        """
        places = self.window.find_focus_places()
        if self.focus not in places:
            x, y = self.at
            nearest = min(places, key=lambda name: hypot(places[name][0] - x, places[name][1] - y), default="")
            self.focus = nearest if self.walking else ""
        self.at = places.get(self.focus, self.at)
        return places

    def press(self, event: Event) -> None:
        """Handle a key press."""
        sign = event.unicode.lower()
        if event.key == pygame.K_ESCAPE:
            self._escape()
        elif self.window.chooser is not None:
            self._choose_level(event)
        elif event.key in ARROW_STEPS:
            self._arrow(*ARROW_STEPS[event.key], shift=bool(event.mod & pygame.KMOD_SHIFT))
        elif event.key == pygame.K_TAB:
            self._move_focus(-1 if event.mod & pygame.KMOD_SHIFT else 1)
        elif event.key in PRESS_KEYS:
            self._press_focus()
        elif sign.isascii() and sign.isdigit():
            self._press_number(int(sign) or 10)
        elif event.key in COMMAND_BY_KEY or sign in COMMAND_BY_SIGN:
            self.window.command(COMMAND_BY_KEY.get(event.key) or COMMAND_BY_SIGN[sign])

    def _escape(self) -> None:
        """Handle Escape: close or cancel the topmost element. If there is nothing to close or cancel, a second Escape
        soon afterwards closes the window.
        """
        if self.window.close_dialog():
            return
        if self.walking:
            self.walking, self.focus = False, ""
        elif not self.window.play.deselect():
            if time.monotonic() < self.leaving:
                self.window.open = False
            self.leaving = time.monotonic() + LEAVE_SECONDS
            self.window.play.say(_("Press Esc once more to leave."))

    def _choose_level(self, event: Event) -> None:
        chooser = self.window.chooser
        assert chooser is not None
        if event.key in ARROW_STEPS:
            chooser.step(*ARROW_STEPS[event.key])
        elif event.key == pygame.K_TAB:
            chooser.turn_game(-1 if event.mod & pygame.KMOD_SHIFT else 1)
        elif event.key in PRESS_KEYS:
            chooser.choose_card()
        elif event.unicode.lower() in ("l", "t", "i"):
            self.window.command(COMMAND_BY_SIGN[event.unicode.lower()])

    def _arrow(self, dx: int, dy: int, *, shift: bool) -> None:
        """Handle an arrow key. If the keyboard focus is on and Shift is not pressed, move the focus. Otherwise, push a
        piece, or change the number or the speed; Shift selects which of these.
        """
        pushes = shift or not self.walking
        if pushes and shift is not targets.can_slide(self.window.play.session):
            self._push(dx, dy)
        elif self.walking and not shift:
            places = self.keep_focus()
            self.focus = targets.find_nearest_towards(places, self.focus, dx, dy) if self.focus else ""
        else:
            names = {(-1, 0): "fewer", (1, 0): "more", (0, -1): "faster", (0, 1): "slower"}
            self.window.command(names[dx, dy])

    def _push(self, dx: int, dy: int) -> None:
        """Make the move that pushes the selected or focused piece in the direction (dx, dy); without such a piece, any
        move that pushes one. If several moves fit, the move of the fewest shapes is made in a game in which pieces
        slide; in any other game, the player is asked to choose a piece first.
        """
        play = self.window.play
        if play.session.opponent is not None:
            return
        first = (play.session.selected or (self.focus,))[0]
        found = targets.find_pushes(play.session, first, dx, dy)
        if len(found) == 1 or (found and targets.can_slide(play.session)):
            play.choose(found[0].label)
        else:
            play.say(
                _("Nothing can go that way.") if not found else _("Choose a piece first: press Tab, or click a piece.")
            )

    def _move_focus(self, by: int) -> None:
        """Move the focus to the next target, or to the previous one if `by` is -1."""
        names = list(self.keep_focus())
        if names:
            here = names.index(self.focus) + by if self.walking and self.focus in names else min(by, 0) % len(names)
            self.walking, self.focus = True, names[here % len(names)]

    def _press_focus(self) -> None:
        """Close the topmost dialog. Without a dialog, press the focused element or, if the focus is not shown, throw
        the dice.
        """
        play = self.window.play
        if self.window.close_dialog():
            return
        if self.walking:
            self.keep_focus()
            if self.focus:
                play.press(self.focus)
        elif play.session.dice and not play.session.over:
            play.halt()
            play.roll()

    def _press_number(self, number: int) -> None:
        play = self.window.play
        found = targets.find_numbered(play.session, self.window.board.scene, number)
        if found:
            play.press(found)
        else:
            play.say(_("Nothing here has the number {n}.").format(n=number))
