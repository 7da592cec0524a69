"""Lets the user choose a game or level by its picture: the games are tabs, and the levels of the selected game are
cards.

A picture is drawn when it is first visible, and only a few pictures in each frame, so that the window stays responsive.
"""

import time
from collections.abc import Callable
from itertools import groupby

import pygame
from pygame import Rect, Surface

from langkah.apps.window.canvas import Canvas
from langkah.apps.window.dialogs import draw_sheet_title
from langkah.apps.window.keys import find_next
from langkah.apps.window.ui import ClickArea, Ui, round_rect
from langkah.games import GAMES, get_game_class, split_level
from langkah.language import _
from langkah.model import draw_scene
from langkah.scene import Scene
from langkah.tasks.levels import LevelFacts, read_level, read_level_facts, sort_levels
from langkah.tasks.problems import ProblemCatalogue

CARD_WIDTH, CARD_HEIGHT, CARD_GAP = 14.0, 13.6, 0.8  # ems
HEADING_HEIGHT = 2.2  # ems: a group's name above its cards
CARD_PITCH, ROW_PITCH = CARD_WIDTH + CARD_GAP, CARD_HEIGHT + CARD_GAP
PICTURE_SECONDS = 0.008  # time for new pictures in one frame
TAB_COMMAND, CARD_COMMAND = "tab ", "card "


class LevelChooser:
    """A sheet over the window with games and levels. `choose` is called with the name of the chosen game or level."""

    def __init__(self, current: str, choose: Callable[[str], None]) -> None:
        game, self.choose = split_level(current)[0], choose
        self.own = () if game in GAMES else (game,)
        self.catalogue = ProblemCatalogue(self.own)
        self.games = [*self.own, *GAMES]
        self.game = game if game in self.games else self.games[0]
        self.names: list[str] = []
        self.groups: list[tuple[str, int]] = []  # groups of levels, with their sizes
        self.places: list[tuple[int, float]] = []  # for each card: its column, and its vertical position in ems
        self.at, self.top, self.columns = 0, 0.0, 1
        self.known: dict[str, LevelFacts] = {}
        self.pictures: dict[tuple[str, int, str], Surface] = {}
        self.open(self.game)
        self.at = self.names.index(current) if current in self.names else 0
        self.seeking = True  # whether to scroll to the selected card

    def open(self, game: str) -> None:
        """Show the cards of a game: first a card for the game itself, then one for each level."""
        self.game, self.at, self.top = game, 0, 0.0
        levels = sort_levels(game) if game else []
        self.names = [game, *(f"{game}:{level}" for level in levels)]
        told = [_(read_level(game, level).get("group", "")) for level in levels]
        self.groups = [("", 1), *((group, len(list(each))) for group, each in groupby(told))]

    def level(self, name: str) -> LevelFacts:
        """The facts about the level `name`, which its card shows. They are read once and cached."""
        if name not in self.known:
            self.known[name] = read_level_facts(self.catalogue, name)
        return self.known[name]

    # Choosing

    def step(self, dx: int, dy: int) -> None:
        """Select the nearest card in the direction (dx, dy), if there is one: left and right in reading order, up and
        down in the next row.
        """
        there = self.at + dx
        if dy:
            column, y = self.places[self.at]
            rows = sorted({row for _column, row in self.places if (row - y) * dy > 0}, reverse=dy < 0)
            beside = [each for each, place in enumerate(self.places) if rows and place[1] == rows[0]]
            there = min(beside, key=lambda each: abs(self.places[each][0] - column), default=-1)
        if 0 <= there < len(self.names):
            self.at, self.seeking = there, True

    def turn_game(self, by: int) -> None:
        """Show the next game, or the previous one if `by` is -1."""
        self.open(find_next(self.games, self.game, by))

    def choose_card(self) -> None:
        """Choose the game or level of the selected card."""
        self.choose(self.names[self.at])

    def click(self, command: str) -> None:
        """Handle a click on a tab or a card."""
        if command.startswith(TAB_COMMAND):
            self.open(command.removeprefix(TAB_COMMAND))
        elif command.startswith(CARD_COMMAND):
            self.at = self.names.index(command.removeprefix(CARD_COMMAND))
            self.choose_card()

    def scroll(self, by: float) -> None:
        """Scroll by steps of the mouse wheel; `draw` keeps the position within bounds."""
        self.top -= by * CARD_HEIGHT / 3

    # Drawing

    def draw(self, ui: Ui) -> bool:
        """Draw tabs and cards; returns whether pictures of visible cards are still missing."""
        em, (wide, high) = ui.em, ui.target.get_size()
        ui.target.fill(ui.theme.page)
        ui.click_areas = [ClickArea(Rect(0, 0, wide, high), "")]
        below = self._draw_tabs(ui)
        self.columns = max(1, int((wide / em - 1.6) // CARD_PITCH))
        headings, bottom = self._place_cards()
        self._scroll_to_card(high / em - below, bottom)
        left = (wide - self.columns * CARD_PITCH * em + CARD_GAP * em) / 2
        view = Rect(0, round(below * em), wide, round(high - below * em))
        ui.target.set_clip(view)
        began, missing = time.perf_counter(), False
        for group, down in headings:
            ui.text(group, left, (below + down + HEADING_HEIGHT / 2 - self.top) * em, 1.0, bold=True, align=0)
        for name, (column, down) in zip(self.names, self.places, strict=True):
            x, y = left + column * CARD_PITCH * em, (below + down - self.top) * em
            rect = round_rect(x, y, CARD_WIDTH * em, CARD_HEIGHT * em)
            if rect.colliderect(view):
                missing |= not self._draw_card(ui, rect, name, late=time.perf_counter() - began > PICTURE_SECONDS)
        ui.target.set_clip(None)
        return missing

    def _place_cards(self) -> tuple[list[tuple[str, float]], float]:
        """Give every card its place; each group of levels begins a new row. Returns the names of the groups with their
        vertical positions, and the position of the lower end.
        """
        headings: list[tuple[str, float]] = []
        self.places, y = [], 0.0
        for group, count in self.groups:
            if group:
                headings.append((group, y))
                y += HEADING_HEIGHT
            for index in range(count):
                row, column = divmod(index, self.columns)
                self.places.append((column, y + row * ROW_PITCH))
            y += -(-count // self.columns) * ROW_PITCH
        return headings, y

    def _scroll_to_card(self, room: float, bottom: float) -> None:
        """If the keyboard has moved the selection, scroll to the selected card. In any case, keep the position within
        bounds.
        """
        if self.seeking:
            y = self.places[self.at][1]
            self.top, self.seeking = max(min(self.top, y - HEADING_HEIGHT), y + ROW_PITCH - room), False
        self.top = max(0.0, min(self.top, bottom - room))

    def _draw_tabs(self, ui: Ui) -> float:
        """Draw the tabs of the games; returns their lower end in ems."""
        em, wide = ui.em, ui.target.get_width()
        draw_sheet_title(ui, _("Choose a game or a level"), 1.6 * em, wide - 1.6 * em, 1.7 * em)
        x, y = 1.6 * em, 3.3 * em
        for name in self.games:
            title = _find_title(name)
            width = ui.measure(title, 1.0, bold=True) + 2 * em
            if x > 2 * em and x + width > wide - em:
                x, y = 1.6 * em, y + 2.7 * em
            rect = round_rect(x, y, width, 2.2 * em)
            ui.word_button(rect, TAB_COMMAND + name, title, strong=name == self.game, bold=True)
            x += width + 0.5 * em
        return y / em + 3.2

    def _draw_card(self, ui: Ui, rect: Rect, name: str, *, late: bool) -> bool:
        """Draw one card: picture, title and least cost. If `late`, this frame has no time left for new pictures, so a
        card whose picture is not cached stays empty. Returns whether the card is complete.
        """
        em = ui.em
        ui.button(rect, CARD_COMMAND + name)
        if self.names[self.at] == name:
            ui.panel(rect, "", ui.ink("selected"), corner=0.55, line=0.15)
        size = rect.width - round(1.2 * em), round(8.3 * em)
        key = name, size[0], ui.theme.name
        if late and key not in self.pictures:
            return False
        level = self.level(name)
        if key not in self.pictures:
            problem = self.catalogue.load(name, {})
            self.pictures[key] = _draw_thumbnail(ui, draw_scene(problem, problem.start), size)
        corner = rect.x + round(0.6 * em), rect.y + round(0.6 * em)
        ui.target.blit(self.pictures[key], corner, special_flags=pygame.BLEND_PREMULTIPLIED)
        title = level["title"] or (_("Standard") if name in GAMES else _find_title(name))
        ui.text(title, rect.centerx, rect.y + 9.9 * em, 0.85, bold=True, align=0.5, room=size[0])
        ui.text(level["meaning"], rect.centerx, rect.y + 11.2 * em, 0.75, align=0.5, room=size[0])
        ui.text(level["counts"] or name, rect.centerx, rect.y + 12.5 * em, 0.75, role="faint", align=0.5, room=size[0])
        return True


def _find_title(name: str) -> str:
    return _(get_game_class(name).title) if name in GAMES else name.rpartition(":")[2]


def _draw_thumbnail(ui: Ui, scene: Scene, size: tuple[int, int]) -> Surface:
    found = Surface(size, pygame.SRCALPHA)
    unit = min(size[0] / (scene.width + 0.3), size[1] / (scene.height + 0.3))
    origin = (size[0] - scene.width * unit) / 2, (size[1] - scene.height * unit) / 2
    Canvas().draw_scene(found, scene, ui.theme, unit, origin)  # a separate canvas, since it is drawn only once
    return found
