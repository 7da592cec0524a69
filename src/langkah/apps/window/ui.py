"""What the window's own parts are drawn with: panels, writing, keys and buttons, all measured in ems.

An em grows with the window, so that everything stays readable on any screen. Whatever can be clicked is noted down as
a area while it is drawn.
"""

from functools import lru_cache
from typing import NamedTuple

import pygame
from pygame import Rect, Surface

from langkah.apps.window import fonts
from langkah.apps.window.canvas import Canvas
from langkah.scene import Text
from langkah.views.paint import Box, Circle, PaintedShape
from langkah.views.theme import Theme, mix_colours, to_rgb

NO_SHAPE = Text(0, 0, "")
SHADOW_STRENGTH = 0.1  # how much of its surroundings is left of a shadow


class ClickArea(NamedTuple):
    """A part of the window that can be clicked, and the command that this gives."""

    rect: Rect
    command: str


class Ui:
    """Draws on one surface in one theme."""

    def __init__(self, canvas: Canvas, target: Surface, theme: Theme, em: float, pointer: tuple[float, float]) -> None:
        self.canvas, self.target, self.theme, self.em, self.pointer = canvas, target, theme, em, pointer
        self.click_areas: list[ClickArea] = []

    def ink(self, role: str = "text") -> str:
        """The colour of a role."""
        return self.theme.of(role).fill

    def size(self, ems: float) -> int:
        """A size of letters in pixels."""
        return max(7, round(self.em * ems))

    def panel(
        self, rect: Rect, fill: str, stroke: str = "", corner: float = 0.5, opacity: float = 1.0, line: float = 0.07
    ) -> None:
        """A rectangle with round corners; corners and outline in ems."""
        line = max(1.0, self.em * line) if stroke else 0.0
        box = Box(0, 0, rect.width, rect.height, corner * self.em, fill, stroke, line, opacity=opacity)
        self.canvas.put(self.target, PaintedShape(NO_SHAPE, rect.x, rect.y, (box,)), 1.0, (0.0, 0.0))

    def dot(self, x: float, y: float, radius: float, fill: str) -> None:
        """A small circle."""
        self.canvas.put(self.target, PaintedShape(NO_SHAPE, x, y, (Circle(0, 0, radius, fill),)), 1.0, (0.0, 0.0))

    def text(
        self,
        text: str,
        x: float,
        y: float,
        ems: float = 1.0,
        *,
        role: str = "text",
        bold: bool = False,
        align: float = 0.0,
    ) -> Rect:
        """A line of text whose middle is at y; `align` 0: it begins at x, 0.5: centred, 1: it ends at x."""
        return self.write(text, x, y, ems, self.ink(role), bold=bold, align=align)

    def write(
        self, text: str, x: float, y: float, ems: float, colour: str, *, bold: bool = False, align: float = 0.0
    ) -> Rect:
        """The same in any colour."""
        size = self.size(ems)
        line = fonts.render_text(text, size, to_rgb(colour), bold)
        top = y + fonts.find_text_middle("HH", size, bold) - fonts.measure_line(size, bold)[0]
        corner = round(x - line.get_width() * align), round(top)
        return self.target.blit(line, corner, special_flags=pygame.BLEND_PREMULTIPLIED)

    def wide(self, text: str, ems: float, bold: bool = False) -> int:
        """How wide a text is."""
        return fonts.measure_text(text, self.size(ems), bold)

    def key(self, sign: str, x: float, y: float, *, role: str = "text") -> float:
        """A key with its sign, beginning at x, its middle at y. How wide it is."""
        wide = max(1.5 * self.em, self.wide(sign, 0.8, bold=True) + 0.7 * self.em)
        paint = self.theme.of("cell")
        rect = Rect(round(x), round(y - 0.75 * self.em), round(wide), round(1.5 * self.em))
        self.panel(rect.move(0, max(1, round(self.em / 10))), self.theme.of("cell").stroke, corner=0.3)
        self.panel(rect, paint.fill, paint.stroke, corner=0.3)
        self.text(sign, rect.centerx, rect.centery, 0.8, bold=True, align=0.5, role=role)
        return wide

    def hovers(self, rect: Rect) -> bool:
        """Whether the mouse is over a part."""
        return rect.collidepoint(self.pointer)

    def button(self, rect: Rect, command: str, *, lively: bool = True, strong: bool = False) -> None:
        """The ground of a button; it answers to clicks while it is lively."""
        page, text = self.theme.page, self.ink()
        fill = (
            self.ink("selected") if strong else mix_colours(page, text, 0.1 if lively and self.hovers(rect) else 0.045)
        )
        self.panel(rect, fill, corner=0.55)
        if lively:
            self.click_areas.append(ClickArea(rect, command))

    def shadow(self, rect: Rect) -> None:
        """The shadow of something that floats above the window."""
        shade = _make_shadow(rect.size, self.em)
        x, y = rect.centerx - shade.get_width() / 2, rect.centery - shade.get_height() / 2 + self.em / 4
        self.target.blit(shade, (round(x), round(y)))

    def veil(self) -> None:
        """Dim everything drawn so far."""
        veil = Surface(self.target.get_size(), pygame.SRCALPHA)
        veil.fill((*to_rgb(mix_colours(self.theme.page, "#000000", 0.25)), 140))
        self.target.blit(veil, (0, 0))


@lru_cache(8)
def _make_shadow(size: tuple[int, int], em: float) -> Surface:
    """The shadow of a sheet: six sheets on each other, each a little smaller, dark where many lie."""
    found = Surface((round(size[0] + 2 * em), round(size[1] + 2 * em)), pygame.SRCALPHA)
    clear = 1.0
    for step in range(6, 0, -1):
        clear *= 1 - SHADOW_STRENGTH / 2
        around = found.get_rect().inflate(round((step - 6) * em / 3), round((step - 6) * em / 3))
        pygame.draw.rect(found, (0, 0, 0, round(255 * (1 - clear))), around, border_radius=round((0.9 + step / 6) * em))
    return found
