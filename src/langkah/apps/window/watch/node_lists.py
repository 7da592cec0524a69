"""Lists of nodes: the frontier in its order, the closed set, the way that a walk stands on. Nodes are small boards with
their numbers and costs; or lines of text, in the form of the papers."""

from collections.abc import Sequence
from math import sqrt

import pygame
from pygame import Rect

from langkah.apps.window.ui import ClickArea, Ui, round_rect
from langkah.apps.window.watch.viewer import NODE_COMMAND, TraceViewer
from langkah.language import format_number
from langkah.views.recording import ListEntry
from langkah.views.theme import choose_ink
from langkah.views.watch_texts import get_watch_text

ROW_HEIGHT = 1.65  # of a line of text, in ems
BOARD_WIDTH, BOARD_HEIGHT = 4.6, 5.4  # of a small board at most, in ems
NUMBER_HEIGHT, COSTS_HEIGHT = 1.3, 1.4  # above a board, and below
GAP = 0.35


def draw_chip(ui: Ui, rect: Rect, command: str, words: str, chosen: bool = False) -> None:
    """A small button, which may be pressed in."""
    fill = ui.ink("selected") if chosen else ui.tint(0.2 if ui.hovers(rect) else 0.1)
    ui.panel(rect, fill, corner=0.5)
    colour = choose_ink(fill) if chosen else ui.ink()
    ui.text(words, rect.centerx, rect.centery, 0.85, colour=colour, align=0.5)
    ui.click_areas.append(ClickArea(rect, command))


def draw_node_list(
    ui: Ui, rect: Rect, viewer: TraceViewer, name: str, entries: Sequence[ListEntry], whole: int
) -> None:
    """A list as far as there is room, from the row to which it was scrolled; how many more there are."""
    wide, high = (rect.width - 0.8 * ui.em, ROW_HEIGHT * ui.em) if viewer.plain else _measure_board(ui, viewer)
    columns = 1 if viewer.plain else max(1, int((rect.width - 0.8 * ui.em) / wide))
    rows = max(1, int(rect.height / high))
    top = viewer.tops[name] = max(0, min(viewer.tops[name], -(-len(entries) // columns) - rows))
    first, room = top * columns, rows * columns
    more = whole - first - room
    shown = entries[first : first + room - (1 if more > 0 else 0)]
    for index, entry in enumerate(shown):
        row, column = divmod(index, columns)
        place = round_rect(rect.x + 0.4 * ui.em + column * wide, rect.y + row * high, wide, high)
        ui.click_areas.append(ClickArea(place.clip(rect), f"{NODE_COMMAND}{entry.node}"))
        (_draw_row if viewer.plain else _draw_board)(ui, place, entry, viewer)
    if more > 0:
        row, column = divmod(len(shown), columns)
        words = get_watch_text("more").format(n=format_number(whole - first - len(shown)))
        x, y = rect.x + 0.9 * ui.em + column * wide, rect.y + (row + 0.5) * high
        ui.lines(ui.wrap(words, 0.85, wide - 0.6 * ui.em), x, y, 0.85, 1.2, role="faint")


def _mark_ground(ui: Ui, rect: Rect, entry: ListEntry, viewer: TraceViewer) -> None:
    if entry.node == viewer.playback.selected:
        ui.panel(rect, ui.tint(0.3, "hint"), corner=0.3)
    elif entry.node == viewer.playback.subject or ui.hovers(rect):
        ui.panel(rect, ui.tint(0.1), corner=0.3)


def _find_board_width(viewer: TraceViewer) -> float:
    """How wide a small board is, in ems: wide ones are wider, so that they are not too low."""
    ratio = viewer.boards.ratio
    return min(BOARD_WIDTH * max(1.0, sqrt(ratio)), BOARD_HEIGHT * ratio)


def _measure_board(ui: Ui, viewer: TraceViewer) -> tuple[int, int]:
    """The room that a node takes as a small board."""
    em, board = ui.em, _find_board_width(viewer)
    costs = "α -∞ β +99" if viewer.playback.recording.players else viewer.view.painter.longest_foot
    wide = max(board * em, ui.measure(costs, 0.8) + 0.4 * em, 3.2 * em) + GAP * em
    below = COSTS_HEIGHT if costs else 0.2
    return round(wide), round((board / viewer.boards.ratio + NUMBER_HEIGHT + below + GAP) * em)


def _draw_board(ui: Ui, rect: Rect, entry: ListEntry, viewer: TraceViewer) -> None:
    """One node: its number, its board, its costs below."""
    em = ui.em
    _mark_ground(ui, rect.inflate(-round(GAP * em / 2), -round(GAP * em / 2)), entry, viewer)
    number = f"← #{entry.node}" if entry.side else f"#{entry.node}"
    ui.text(number, rect.centerx, rect.y + 0.8 * em, 0.8, role="faint", align=0.5)
    state = viewer.playback.trace.node(entry.node).state
    board = viewer.boards.draw(state, round(_find_board_width(viewer) * em), ui.theme)
    corner = round(rect.centerx - board.get_width() / 2), round(rect.y + NUMBER_HEIGHT * em)
    ui.target.blit(board, corner, special_flags=pygame.BLEND_PREMULTIPLIED)
    y = corner[1] + board.get_height() + 0.75 * em
    ui.text(entry.costs, rect.centerx, y, 0.8, align=0.5, room=rect.width)


def _draw_row(ui: Ui, rect: Rect, entry: ListEntry, viewer: TraceViewer) -> None:
    """One node as text: number, state, costs."""
    em = ui.em
    _mark_ground(ui, rect, entry, viewer)
    name = f"#{entry.node}"
    ui.text(name, rect.x + 0.5 * em, rect.centery, 0.85, role="faint")
    x = rect.x + max(3.4 * em, ui.measure(name, 0.85) + 1.2 * em)
    costs = ui.measure(entry.costs, 0.9) + em if entry.costs else 0
    label = f"← {entry.label}" if entry.side else entry.label
    ui.text(label, x, rect.centery, 0.95, room=rect.right - x - costs)
    ui.text(entry.costs, rect.right - 0.5 * em, rect.centery, 0.9, role="faint", align=1.0)
