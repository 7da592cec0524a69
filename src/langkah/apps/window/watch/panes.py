"""The panes of a search that is watched, drawn from the values that `langkah.views.watch` gives."""

from collections.abc import Callable, Sequence

import pygame
from pygame import Rect

from langkah.apps.window import fonts
from langkah.apps.window.board_view import MARGIN, WHOLE_PIXELS_FROM
from langkah.apps.window.ui import ClickArea, Ui
from langkah.apps.window.watch.viewer import NODE_COMMAND, TAB_COMMAND, TraceViewer
from langkah.language import N_, _, format_number
from langkah.scene import Scene
from langkah.trace.record import NEVER
from langkah.views.paint import paint_scene
from langkah.views.playback import COUNTED, ListEntry, Panes
from langkah.views.theme import choose_ink, mix_colours, to_rgb
from langkah.views.watch_texts import WATCH_TEXTS, get_watch_text

TITLES = {
    "board": N_("Board"),
    "tree": N_("Tree"),
    "frontier": N_("Frontier"),
    "closed": N_("Closed"),
    "code": N_("Algorithm"),
    "effort": N_("Effort"),
    "why": N_("Why?"),
}
NODE_ROW_HEIGHT = 1.65  # of a list, in ems
LARGEST = 0.3  # of the pane's shorter side: a unit of the board is never larger


def draw_pane(ui: Ui, name: str, rect: Rect, viewer: TraceViewer) -> None:
    """One pane: its ground, and what it shows."""
    ground = to_rgb(mix_colours(ui.theme.page, ui.ink(), 0.035))
    pygame.draw.rect(ui.target, ground, rect, border_radius=round(0.6 * ui.em))
    before = ui.target.get_clip()
    ui.target.set_clip(rect)
    DRAW_BY_NAME[name](ui, rect, viewer, viewer.panes())
    ui.target.set_clip(before)


def _draw_heading(ui: Ui, rect: Rect, words: str, count: str = "") -> Rect:
    """The title of a pane, with a number on the right; what is left below."""
    em = ui.em
    y = rect.y + 1.15 * em
    room = rect.width - 1.8 * em - (ui.wide(count, 0.95) + em if count else 0)
    ui.text(fonts.truncate_text(words, ui.size(0.9), round(room), bold=True), rect.x + 0.9 * em, y, 0.9, bold=True)
    if count:
        ui.text(count, rect.right - 0.9 * em, y, 0.95, role="faint", align=1.0)
    return Rect(rect.x, rect.y + round(2.2 * em), rect.width, max(1, rect.height - round(2.4 * em)))


def _draw_board_pane(ui: Ui, rect: Rect, viewer: TraceViewer, panes: Panes) -> None:
    """The board of the node that is shown, and how it was reached."""
    em = ui.em
    if panes.node == NEVER:
        return
    playback = viewer.playback
    scene = playback.problem.scene(playback.trace.node(panes.node).state)
    room = Rect(rect.x, rect.y, rect.width, max(1, rect.height - round(2.2 * em))).inflate(-em, -em)
    _draw_scene_in(ui, scene, room)
    words = fonts.truncate_text(panes.caption, ui.size(0.9), round(rect.width - 1.6 * em))
    ui.text(words, rect.centerx, rect.bottom - 1.3 * em, 0.9, role="faint", align=0.5)


def _draw_scene_in(ui: Ui, scene: Scene, room: Rect) -> None:
    """A scene in the middle of a room, as large as it allows."""
    wide, high = room.width / (scene.width + 2 * MARGIN), room.height / (scene.height + 2 * MARGIN)
    unit = min(wide, high, LARGEST * min(room.size))
    unit = float(int(unit)) if unit >= WHOLE_PIXELS_FROM else max(unit, 1.0)
    origin = room.centerx - scene.width * unit / 2, room.centery - scene.height * unit / 2
    for item in paint_scene(scene, ui.theme.of):
        ui.canvas.put(ui.target, item, unit, origin)


def _draw_tree_pane(ui: Ui, rect: Rect, viewer: TraceViewer, panes: Panes) -> None:
    """The tree, and buttons to look around in it."""
    del panes
    em = ui.em
    used = round(3.1 * em)
    viewer.view.draw(
        ui.target, Rect(rect.x + 3, rect.y + used, rect.width - 6, max(1, rect.height - used - 3)), ui.theme
    )
    tools = ("+", "nearer"), ("−", "farther"), (_("Whole"), "fit"), (_("Boards"), "boards"), (_("Follow"), "follow")
    x = rect.right - round(0.6 * em)
    for words, command in reversed(tools):
        wide = round(max(1.9 * em, ui.wide(words, 0.85) + 1.1 * em))
        place = Rect(x - wide, rect.y + round(0.6 * em), wide, round(1.9 * em))
        chosen = {"boards": viewer.view.tree.boards, "follow": viewer.view.following}.get(command, False)
        _draw_chip(ui, place, command, words, chosen=chosen)
        x -= wide + round(0.35 * em)
    room = Rect(rect.x, rect.y + round(0.35 * em), max(1, x - rect.x), rect.height)
    if room.width > 8 * em:
        _draw_heading(ui, room, get_watch_text("tree"))


def _draw_chip(ui: Ui, rect: Rect, command: str, words: str, *, chosen: bool = False) -> None:
    """A small button on the ground of a pane; dark while what it stands for is so."""
    fill = ui.ink("selected") if chosen else mix_colours(ui.theme.page, ui.ink(), 0.2 if ui.hovers(rect) else 0.1)
    ui.panel(rect, fill, corner=0.5)
    ui.write(words, rect.centerx, rect.centery, 0.85, choose_ink(fill) if chosen else ui.ink(), align=0.5)
    ui.click_areas.append(ClickArea(rect, command))


def _draw_frontier_pane(ui: Ui, rect: Rect, viewer: TraceViewer, panes: Panes) -> None:
    """What waits, the next one first."""
    below = _draw_heading(ui, rect, viewer.playback.frontier_title(), format_number(panes.waiting))
    _draw_node_list(ui, below, viewer, "frontier", panes.frontier, panes.waiting)


def _draw_closed_pane(ui: Ui, rect: Rect, viewer: TraceViewer, panes: Panes) -> None:
    """What was taken, the newest first."""
    below = _draw_heading(ui, rect, get_watch_text("closed"), format_number(panes.done))
    _draw_node_list(ui, below, viewer, "closed", panes.closed, panes.done)


def _draw_node_list(
    ui: Ui, rect: Rect, viewer: TraceViewer, name: str, entries: Sequence[ListEntry], whole: int
) -> None:
    """A list of nodes that can be scrolled and clicked."""
    em = ui.em
    rows = max(1, int(rect.height / (NODE_ROW_HEIGHT * em)))
    top = viewer.tops[name] = max(0, min(viewer.tops[name], len(entries) - rows))
    more = whole - top - rows
    shown = entries[top : top + rows - (1 if more > 0 else 0)]
    for index, entry in enumerate(shown):
        place = Rect(
            rect.x + round(0.4 * em),
            round(rect.y + index * NODE_ROW_HEIGHT * em),
            rect.width - round(0.8 * em),
            round(NODE_ROW_HEIGHT * em),
        )
        _draw_node_row(ui, place, entry, viewer)
    if more > 0:
        words = get_watch_text("more").format(n=format_number(whole - top - len(shown)))
        ui.text(words, rect.x + 0.9 * em, rect.y + (len(shown) + 0.5) * NODE_ROW_HEIGHT * em, 0.85, role="faint")


def _draw_node_row(ui: Ui, rect: Rect, entry: ListEntry, viewer: TraceViewer) -> None:
    """One node of a list: number, state, costs."""
    em, playback = ui.em, viewer.playback
    if entry.node == playback.selected:
        ui.panel(rect, mix_colours(ui.theme.page, ui.ink("hint"), 0.3), corner=0.3)
    elif entry.node == playback.subject or ui.hovers(rect):
        ui.panel(rect, mix_colours(ui.theme.page, ui.ink(), 0.1), corner=0.3)
    ui.click_areas.append(ClickArea(rect, f"{NODE_COMMAND}{entry.node}"))
    name = f"#{entry.node}"
    ui.text(name, rect.x + 0.5 * em, rect.centery, 0.85, role="faint")
    x = rect.x + max(3.4 * em, ui.wide(name, 0.85) + 1.2 * em)
    costs = ui.wide(entry.costs, 0.9) + em if entry.costs else 0
    label = f"← {entry.label}" if entry.side else entry.label
    ui.text(fonts.truncate_text(label, ui.size(0.95), round(rect.right - x - costs)), x, rect.centery, 0.95)
    ui.text(entry.costs, rect.right - 0.5 * em, rect.centery, 0.9, role="faint", align=1.0)


def _draw_code_pane(ui: Ui, rect: Rect, viewer: TraceViewer, panes: Panes) -> None:
    """The pseudo-code, the line at work lit; it scrolls where it is longer than the pane."""
    em = ui.em
    below = _draw_heading(ui, rect, get_watch_text("code"), viewer.playback.result.algorithm)
    lines: list[tuple[int, str, float]] = []  # which line, a part of its text, its indent
    for index, line in enumerate(viewer.playback.code):
        indent = 0.9 + 1.3 * line.indent
        parts = fonts.wrap_text(_(line.text), ui.size(0.95), round(below.width - (indent + 1.2) * em))
        lines += [(index, part, indent + (0.9 if place else 0)) for place, part in enumerate(parts)]
    step = max(1.35, min(1.75, below.height / em / max(1, len(lines))))
    rows = int(below.height / (step * em))
    first = next((place for place, (index, _part, _indent) in enumerate(lines) if index == panes.lit), 0)
    top = max(0, min(len(lines) - rows, first - rows // 2))
    for place, (index, part, indent) in enumerate(lines[top : top + rows]):
        y = below.y + (place + 0.5) * step * em
        lit = index == panes.lit
        if lit:
            ground = Rect(
                below.x + round(0.4 * em), round(y - step * em / 2), below.width - round(0.8 * em), round(step * em) + 1
            )
            ui.target.fill(to_rgb(mix_colours(ui.theme.page, ui.ink("piece:1"), 0.4)), ground)
        ui.text(part, below.x + indent * em, y, 0.95, bold=lit)


def _draw_effort_pane(ui: Ui, rect: Rect, viewer: TraceViewer, panes: Panes) -> None:
    """The counters, and how the frontier grew."""
    em = ui.em
    told = [(format_number(getattr(panes.counters, name)), get_watch_text(name)) for name in COUNTED]
    told += [(panes.bound, get_watch_text("bound"))] if panes.bound else []
    columns = max(1, min(len(told), int(rect.width / (8.2 * em))))
    wide = (rect.width - em) / columns
    for index, (count, words) in enumerate(told):
        line, column = divmod(index, columns)
        x, y = rect.x + 0.5 * em + (column + 0.5) * wide, rect.y + (1.3 + 3.3 * line) * em
        ui.text(fonts.truncate_text(count, ui.size(1.2), round(wide), bold=True), x, y, 1.2, bold=True, align=0.5)
        ui.text(words, x, y + 1.35 * em, 0.8, role="faint", align=0.5)
    used = round((3.3 * (-(-len(told) // columns)) + 0.3) * em)
    rest = Rect(rect.x, rect.y + used, rect.width, rect.height - used)
    viewer.chart = Rect(0, 0, 0, 0)
    if rest.height > 5 * em:
        _draw_chart(ui, rest, viewer)


def _draw_chart(ui: Ui, rect: Rect, viewer: TraceViewer) -> None:
    """The size of the frontier over time, or the depth of a walk; the moment as an upright line."""
    em, playback = ui.em, viewer.playback
    largest = max(viewer.curve, default=0)
    title = get_watch_text("depths" if playback.walks else "chart")
    below = _draw_heading(ui, rect, title, format_number(largest))
    area = viewer.chart = Rect(
        below.x + round(0.9 * em), below.y, below.width - round(1.8 * em), below.height - round(0.4 * em)
    )
    found = viewer.heights(min(area.width, 600))
    if len(found) < 2 or not largest:
        return
    wide = area.width / max(1, len(found) - 1)
    points = [(area.x + i * wide, area.bottom - each / largest * (area.height - 4)) for i, each in enumerate(found)]
    ground = [(float(area.x), float(area.bottom)), *points, (float(area.right), float(area.bottom))]
    pygame.draw.polygon(ui.target, to_rgb(mix_colours(ui.theme.page, ui.ink("piece:0"), 0.22)), ground)
    pygame.draw.aalines(ui.target, to_rgb(ui.ink("piece:0")), False, points)
    x = area.x + round(area.width * playback.at / max(1, playback.length))
    pygame.draw.line(ui.target, to_rgb(ui.ink("down")), (x, area.y), (x, area.bottom), max(1, round(em / 9)))


def _draw_why_pane(ui: Ui, rect: Rect, viewer: TraceViewer, panes: Panes) -> None:
    """What became of the node that is looked at, and why; the way to it, and where it was made and taken."""
    em, playback = ui.em, viewer.playback
    if panes.why is None:
        below = _draw_heading(ui, rect, _("Why?"))
        _draw_paragraph(ui, below, get_watch_text("askWhy"), 0, role="faint")
        return
    node = playback.selected
    below = _draw_heading(ui, rect, get_watch_text("why").format(n=node))
    foot = round(2.8 * em)
    text = Rect(below.x, below.y, below.width, below.height - foot)
    y = _draw_paragraph(ui, text, playback.entry(node).label, 0, role="faint")
    y = _draw_paragraph(ui, text, panes.why.text, y + 0.2 * em, bold=True)
    if panes.way:
        y = _draw_paragraph(
            ui, text, get_watch_text("way").format(moves=" ".join(panes.way)), y + 0.2 * em, role="faint"
        )
    x = below.x + round(0.8 * em)
    life = playback.trace.life(node)
    for words, command, event in (
        (WATCH_TEXTS["toMade"], "made", life.made),
        (WATCH_TEXTS["toTaken"], "taken", life.taken),
    ):
        room = round((below.width - 2.2 * em) / 2)
        label = fonts.truncate_text(_(words), ui.size(0.85), round(room - em))
        if event != NEVER:
            place = Rect(
                x, text.y + round(y + 0.5 * em), round(min(room, ui.wide(label, 0.85) + 1.2 * em)), round(2.0 * em)
            )
            _draw_chip(ui, place, command, label)
            x = place.right + round(0.6 * em)


def _draw_paragraph(ui: Ui, rect: Rect, words: str, y: float, *, role: str = "text", bold: bool = False) -> float:
    """Words in as many lines as they take and there is room for, from y below the top. Where they end."""
    em = ui.em
    lines = fonts.wrap_text(words, ui.size(0.95), round(rect.width - 1.8 * em), bold)
    rows = max(0, int((rect.height - y) / (1.4 * em)))
    if len(lines) > rows > 0:
        lines = [*lines[: rows - 1], lines[rows - 1] + " …"]
    for line in lines[:rows]:
        fitted = fonts.truncate_text(line, ui.size(0.95), round(rect.width - 1.2 * em), bold)
        ui.text(fitted, rect.x + 0.9 * em, rect.y + y + 0.7 * em, 0.95, role=role, bold=bold)
        y += 1.4 * em
    return y


def draw_tabs(ui: Ui, bar: Rect, names: Sequence[str], chosen: str) -> None:
    """The tabs, as wide as there is room for."""
    em = ui.em
    wide = (bar.width + 0.3 * em) / len(names)
    for index, name in enumerate(names):
        rect = Rect(round(bar.x + index * wide), bar.y, round(wide - 0.3 * em), round(bar.height - 0.5 * em))
        ui.button(rect, TAB_COMMAND + name, strong=name == chosen)
        colour = choose_ink(ui.ink("selected")) if name == chosen else ui.ink()
        words = fonts.truncate_text(_(TITLES[name]), ui.size(0.9), round(rect.width - 0.4 * em))
        ui.write(words, rect.centerx, rect.centery, 0.9, colour, align=0.5)


DRAW_BY_NAME: dict[str, Callable[[Ui, Rect, TraceViewer, Panes], None]] = {
    "board": _draw_board_pane,
    "tree": _draw_tree_pane,
    "frontier": _draw_frontier_pane,
    "closed": _draw_closed_pane,
    "code": _draw_code_pane,
    "effort": _draw_effort_pane,
    "why": _draw_why_pane,
}
