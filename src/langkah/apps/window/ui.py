"""Drawing functions for the window's own parts: panels, text, keys and buttons, all measured in ems.

The em grows with the window, so that everything stays legible on any screen. Clickable parts are recorded as click
areas while they are drawn.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import pygame
from pygame import Rect, Surface

from langkah.apps.window import fonts
from langkah.apps.window.canvas import Canvas
from langkah.scene import Text
from langkah.views.paint import Box, Circle, PaintedShape, Point, Stroke
from langkah.views.theme import Theme, choose_ink, mix_colours, to_rgb

NO_SHAPE = Text(0, 0, "")
SHADOW_STRENGTH = 0.1  # opacity of the surroundings within a shadow


class ClickArea(NamedTuple):
    """A clickable part of the window, and its command."""

    rect: Rect
    command: str


def find_click_area(areas: Sequence[ClickArea], point: Point) -> ClickArea | None:
    """The foremost area under a point; None if there is none."""
    return next((area for area in reversed(areas) if area.rect.collidepoint(point)), None)


def round_rect(x: float, y: float, width: float, height: float) -> Rect:
    """A rectangle rounded to whole pixels."""
    return Rect(round(x), round(y), round(width), round(height))


class Ui:
    """Draws parts of the window on one surface, with the colours of one theme."""

    def __init__(self, canvas: Canvas, target: Surface, theme: Theme, em: float, pointer: Point) -> None:
        self.canvas, self.target, self.theme, self.em, self.pointer = canvas, target, theme, em, pointer
        self.click_areas: list[ClickArea] = []

    def ink(self, role: str = "text") -> str:
        """The theme's colour for a role, such as "text" or "selected"."""
        return self.theme.of(role).fill

    def tint(self, share: float, role: str = "text") -> str:
        """The page's background colour, mixed with a fraction `share` of the theme's colour for `role`."""
        return mix_colours(self.theme.page, self.ink(role), share)

    def size(self, ems: float) -> int:
        """A font size in pixels, from a size in ems."""
        return max(7, round(self.em * ems))

    def hovers(self, rect: Rect) -> bool:
        """Whether the mouse is over a rectangle."""
        return rect.collidepoint(self.pointer)

    # Shapes

    def put(self, mark: Stroke, x: float, y: float) -> None:
        """Draw one stroke at the point (x, y); its sizes are in pixels."""
        self.canvas.put(self.target, PaintedShape(NO_SHAPE, x, y, (mark,)), 1.0, (0.0, 0.0))

    def panel(
        self, rect: Rect, fill: str, stroke: str = "", corner: float = 0.5, opacity: float = 1.0, line: float = 0.07
    ) -> None:
        """Draw a rectangle with round corners; `corner` and `line` are in ems."""
        line = max(1.0, self.em * line) if stroke else 0.0
        self.put(
            Box(0, 0, rect.width, rect.height, corner * self.em, fill, stroke, line, opacity=opacity), rect.x, rect.y
        )

    def dot(self, x: float, y: float, radius: float, fill: str) -> None:
        """Draw a small circle."""
        self.put(Circle(0, 0, radius, fill), x, y)

    def shadow(self, rect: Rect) -> None:
        """Draw the shadow of a floating sheet."""
        shade = _make_shadow(rect.size, self.em)
        x, y = rect.centerx - shade.get_width() / 2, rect.centery - shade.get_height() / 2 + self.em / 4
        self.target.blit(shade, (round(x), round(y)))

    def veil(self) -> None:
        """Dim everything drawn so far."""
        veil = Surface(self.target.get_size(), pygame.SRCALPHA)
        veil.fill((*to_rgb(mix_colours(self.theme.page, "#000000", 0.25)), 140))
        self.target.blit(veil, (0, 0))

    # Text

    def measure(self, text: str, ems: float, bold: bool = False) -> int:
        """The width of a text in pixels."""
        return fonts.measure_text(text, self.size(ems), bold)

    def text(
        self,
        text: str,
        x: float,
        y: float,
        ems: float = 1.0,
        *,
        role: str = "text",
        colour: str = "",
        bold: bool = False,
        align: float = 0.0,
        room: float | None = None,
    ) -> None:
        """Draw a line of text, vertically centred at y, and truncate it to `room` pixels. Its colour is `colour` or,
        without one, the theme's colour for `role`.

        `align`: x is the left end of the text (0), its centre (0.5) or its right end (1).
        """
        size = self.size(ems)
        words = text if room is None else fonts.truncate_text(text, size, round(room), bold)
        line = fonts.render_text(words, size, to_rgb(colour or self.ink(role)), bold)
        top = y + fonts.find_text_middle("HH", size, bold) - fonts.measure_font(size, bold)[0]
        corner = round(x - line.get_width() * align), round(top)
        self.target.blit(line, corner, special_flags=pygame.BLEND_PREMULTIPLIED)

    def lines(
        self, texts: Iterable[str], x: float, y: float, ems: float, step: float, role: str = "text", align: float = 0.0
    ) -> None:
        """Draw lines of text, `step` ems apart. Together they are vertically centred at y."""
        texts = list(texts)
        for index, text in enumerate(texts):
            self.text(text, x, y + (index - (len(texts) - 1) / 2) * step * self.em, ems, role=role, align=align)

    def wrap(self, text: str, ems: float, room: float, bold: bool = False) -> list[str]:
        """Wrap a text to a width of `room` pixels."""
        return fonts.wrap_text(text, self.size(ems), round(room), bold)

    # Keys and buttons

    def key(self, sign: str, x: float, y: float, *, role: str = "text") -> float:
        """Draw a key with its label, starting at x, vertically centred at y; returns its width."""
        wide = max(1.5 * self.em, self.measure(sign, 0.8, bold=True) + 0.7 * self.em)
        paint = self.theme.of("cell")
        rect = round_rect(x, y - 0.75 * self.em, wide, 1.5 * self.em)
        self.panel(rect.move(0, max(1, round(self.em / 10))), paint.stroke, corner=0.3)
        self.panel(rect, paint.fill, paint.stroke, corner=0.3)
        self.text(sign, rect.centerx, rect.centery, 0.8, bold=True, align=0.5, role=role)
        return wide

    def button(self, rect: Rect, command: str, *, lively: bool = True, strong: bool = False) -> str:
        """Draw the background of a button, clickable if `lively`, in a strong colour if `strong`; returns the colour of
        its label.
        """
        fill = self.ink("selected") if strong else self.tint(0.1 if lively and self.hovers(rect) else 0.045)
        self.panel(rect, fill, corner=0.55)
        if lively:
            self.click_areas.append(ClickArea(rect, command))
        return choose_ink(fill) if strong else self.ink()

    def word_button(
        self, rect: Rect, command: str, words: str, ems: float = 1.0, *, strong: bool = False, bold: bool = False
    ) -> None:
        """Draw a button with a label."""
        colour = self.button(rect, command, strong=strong)
        room = rect.width - 0.4 * self.em
        self.text(words, rect.centerx, rect.centery, ems, colour=colour, bold=bold, align=0.5, room=room)

    def key_button(
        self, rect: Rect, command: str, sign: str, words: str, ems: float = 0.95, *, lively: bool = True
    ) -> None:
        """Draw a button that shows the key with the same effect, and beside the key the label `words` ("" if there is
        no space for it). The button is clickable if `lively`, else faint.
        """
        role = "text" if lively else "faint"
        self.button(rect, command, lively=lively)
        wide = self.key(sign, rect.x + 0.45 * self.em, rect.centery, role=role)
        self.text(words, rect.x + 0.8 * self.em + wide, rect.centery, ems, role=role)

    def arrow_button(self, rect: Rect, command: str, sign: str) -> None:
        """Draw a small button that increases or decreases something."""
        self.button(rect, command)
        self.text(sign, rect.centerx, rect.centery - 0.06 * self.em, 1.2, bold=True, align=0.5)


@lru_cache(8)
def _make_shadow(size: tuple[int, int], em: float) -> Surface:
    """The shadow of a sheet: six nested transparent sheets, darker where more of them overlap."""
    found = Surface((round(size[0] + 2 * em), round(size[1] + 2 * em)), pygame.SRCALPHA)
    clear = 1.0
    for step in range(6, 0, -1):
        clear *= 1 - SHADOW_STRENGTH / 2
        around = found.get_rect().inflate(round((step - 6) * em / 3), round((step - 6) * em / 3))
        pygame.draw.rect(found, (0, 0, 0, round(255 * (1 - clear))), around, border_radius=round((0.9 + step / 6) * em))
    return found
