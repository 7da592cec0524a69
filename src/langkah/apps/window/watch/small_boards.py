"""Small boards of states, drawn once for each size and look: for the nodes of the tree and the lists of nodes."""

from typing import Any

import pygame
from pygame import Surface

from langkah.apps.window.canvas import Canvas
from langkah.apps.window.picture_cache import PictureCache
from langkah.model import Problem
from langkah.views.paint import Words, paint_scene
from langkah.views.theme import Theme

MOST_KEPT = 600  # boards
LEAST_LETTERS = 4.5  # pixels: what is written smaller on a board is left away


class SmallBoards:
    """The boards of one recording."""

    def __init__(self, problem: Problem[Any, Any], state: Any, canvas: Canvas) -> None:
        self.problem, self.canvas = problem, canvas
        scene = problem.scene(state)
        self.ratio = scene.width / scene.height  # of the width to the height of a board
        self.pictures = PictureCache(MOST_KEPT)

    def __contains__(self, key: tuple[Any, int, str]) -> bool:
        return key in self.pictures

    def draw(self, state: Any, width: int, theme: Theme) -> Surface:
        """The board of a state, so many pixels wide; colours multiplied by opacity."""
        return self.pictures.get((state, width, theme.name), lambda: self._paint(state, width, theme))

    def _paint(self, state: Any, width: int, theme: Theme) -> Surface:
        height = max(1, round(width / self.ratio))
        found, scene = Surface((width, height), pygame.SRCALPHA), self.problem.scene(state)
        unit = min(width / scene.width, height / scene.height)
        corner = (width - scene.width * unit) / 2, (height - scene.height * unit) / 2
        for item in paint_scene(scene, theme.of):
            marks = (mark for mark in item.marks if not isinstance(mark, Words) or mark.size * unit >= LEAST_LETTERS)
            self.canvas.put(found, item._replace(marks=tuple(marks)), unit, corner)
        return found
