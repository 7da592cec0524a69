"""The panes of a search that is watched, drawn from the values that `langkah.views.playback` gives."""

from collections.abc import Callable, Sequence

import pygame
from pygame import Rect

from langkah.apps.window import fonts
from langkah.apps.window.board_view import fit_scene
from langkah.apps.window.ui import Ui, round_rect
from langkah.apps.window.watch.node_lists import draw_chip, draw_node_list
from langkah.apps.window.watch.viewer import TAB_COMMAND, TraceViewer
from langkah.language import N_, _, format_number
from langkah.tracing.record import NEVER
from langkah.views.playback import Panes
from langkah.views.sentences import name_search
from langkah.views.theme import to_rgb
from langkah.views.watch_texts import get_watch_text

TITLES = {
    "board": N_("Board"),
    "tree": N_("Tree"),
    "frontier": N_("Frontier"),
    "closed": N_("Closed"),
    "code": N_("Algorithm"),
    "effort": N_("Effort"),
    "why": N_("Why?"),
}
WALK_TITLES = {"frontier": N_("Path")}  # where a search keeps no frontier
LEAST_TREE_HEIGHT = 14  # ems: a pane that is lower has no room for a legend


def draw_pane(ui: Ui, name: str, rect: Rect, viewer: TraceViewer) -> None:
    """One pane: its ground, and what it shows."""
    pygame.draw.rect(ui.target, to_rgb(ui.tint(0.035)), rect, border_radius=round(0.6 * ui.em))
    before = ui.target.get_clip()
    ui.target.set_clip(rect)
    DRAW_BY_NAME[name](ui, rect, viewer, viewer.panes())
    ui.target.set_clip(before)


def _draw_heading(ui: Ui, rect: Rect, words: str, count: str = "") -> Rect:
    """The title of a pane, with a number on the right; what is left below."""
    em = ui.em
    y = rect.y + 1.15 * em
    room = rect.width - 1.8 * em - (ui.measure(count, 0.95) + em if count else 0)
    ui.text(words, rect.x + 0.9 * em, y, 0.9, bold=True, room=room)
    ui.text(count, rect.right - 0.9 * em, y, 0.95, role="faint", align=1.0)
    return Rect(rect.x, rect.y + round(2.2 * em), rect.width, max(1, rect.height - round(2.4 * em)))


def _draw_board_pane(ui: Ui, rect: Rect, viewer: TraceViewer, panes: Panes) -> None:
    """The board of the node that is shown, and how it was reached."""
    em, playback = ui.em, viewer.playback
    if panes.node == NEVER:
        return
    scene = playback.problem.scene(playback.trace.node(panes.node).state)
    room = Rect(rect.x, rect.y, rect.width, max(1, rect.height - round(2.2 * em))).inflate(-em, -em)
    ui.canvas.draw_scene(ui.target, scene, ui.theme, *fit_scene(scene, room))
    room_below = rect.width - 1.6 * em
    ui.text(panes.caption, rect.centerx, rect.bottom - 1.3 * em, 0.9, role="faint", align=0.5, room=room_below)


def _draw_tree_pane(ui: Ui, rect: Rect, viewer: TraceViewer, _panes: Panes) -> None:
    """The tree, buttons to look around in it, and what its colours mean."""
    em, view = ui.em, viewer.view
    used = round(3.1 * em)
    below = _draw_legend(ui, rect, viewer)
    room = Rect(rect.x + 3, rect.y + used, rect.width - 6, max(1, below - rect.y - used - 3))
    view.draw(ui.target, room, ui.theme, em)
    tools = ("+", "nearer"), ("−", "farther"), (_("Whole"), "fit"), (_("Boards"), "boards"), (_("Follow"), "follow")
    x = rect.right - round(0.6 * em)
    for words, command in reversed(tools):
        wide = round(max(1.9 * em, ui.measure(words, 0.85) + 1.1 * em))
        chosen = {"boards": view.painter.boards, "follow": view.following}.get(command, False)
        draw_chip(ui, round_rect(x - wide, rect.y + 0.6 * em, wide, 1.9 * em), command, words, chosen)
        x -= wide + round(0.35 * em)
    title = Rect(rect.x, rect.y + round(0.35 * em), max(1, x - rect.x), rect.height)
    if title.width > 8 * em:
        _draw_heading(ui, title, get_watch_text("tree"))


def _draw_legend(ui: Ui, rect: Rect, viewer: TraceViewer) -> int:
    """What the colours of the tree mean, at the foot of its pane. Where it begins."""
    em, rows, x = ui.em, 1, 0.0
    places: list[tuple[float, int]] = []
    for entry in viewer.legend:
        wide = ui.measure(entry.words, 0.85) + 2.4 * em
        if x + wide > rect.width - 1.2 * em and x:
            rows, x = rows + 1, 0.0
        places.append((x, rows))
        x += wide
    top = rect.bottom - round((1.55 * rows + 0.5) * em)
    if top - rect.y < LEAST_TREE_HEIGHT * em:
        return rect.bottom
    for entry, (x, row) in zip(viewer.legend, places, strict=True):
        y, left = top + (1.55 * row - 0.5) * em, rect.x + 0.9 * em + x
        paint = ui.theme.of(entry.role)
        ring = entry.role == "cell:current"  # which goes around nodes
        look = ("", paint.stroke, 0.25) if ring else (paint.fill, paint.stroke, 0.12)
        ui.panel(round_rect(left, y - 0.45 * em, 0.9 * em, 0.9 * em), look[0], look[1], corner=0.25, line=look[2])
        ui.text(entry.words, left + 1.3 * em, y, 0.85, role="faint")
    return top


def _draw_frontier_pane(ui: Ui, rect: Rect, viewer: TraceViewer, panes: Panes) -> None:
    """What waits, the next one first; of a walk, the way it stands on."""
    below = _draw_list_heading(ui, rect, viewer, viewer.playback.recording.frontier_title, panes.waiting)
    draw_node_list(ui, below, viewer, "frontier", panes.frontier, panes.waiting)


def _draw_closed_pane(ui: Ui, rect: Rect, viewer: TraceViewer, panes: Panes) -> None:
    """What was expanded, the newest first."""
    below = _draw_list_heading(ui, rect, viewer, viewer.playback.recording.text("closed"), panes.done)
    draw_node_list(ui, below, viewer, "closed", panes.closed, panes.done)


def _draw_list_heading(ui: Ui, rect: Rect, viewer: TraceViewer, title: str, count: int) -> Rect:
    """The title of a list, how long it is, and a button for the text form of the papers."""
    em, words = ui.em, _("Text")
    wide = round(ui.measure(words, 0.85) + 1.1 * em)
    draw_chip(
        ui, round_rect(rect.right - wide - 0.5 * em, rect.y + 0.35 * em, wide, 1.7 * em), "text", words, viewer.plain
    )
    _draw_heading(
        ui, Rect(rect.x, rect.y, rect.width - wide - round(0.6 * em), rect.height), title, format_number(count)
    )
    top = rect.y + round(2.4 * em)
    return Rect(rect.x, top, rect.width, max(1, rect.bottom - top - round(0.3 * em)))


def _draw_code_pane(ui: Ui, rect: Rect, viewer: TraceViewer, panes: Panes) -> None:
    """The pseudo-code, the line at work lit; it scrolls where it is longer than the pane."""
    em, viewer.lit = ui.em, Rect(0, 0, 0, 0)
    below = _draw_heading(ui, rect, get_watch_text("code"), name_search(viewer.playback.result))
    lines: list[tuple[int, str, float]] = []  # which line, a part of its text, its indent
    for index, line in enumerate(viewer.playback.recording.code):
        indent = 0.9 + 1.3 * line.indent
        parts = ui.wrap(_(line.text), 0.95, below.width - (indent + 1.2) * em, bold=True)
        lines += [(index, part, indent + (0.9 if place else 0)) for place, part in enumerate(parts)]
    step = max(1.35, min(1.75, below.height / em / max(1, len(lines)))) * em
    rows = int(below.height / step)
    first = next((place for place, (index, _part, _indent) in enumerate(lines) if index == panes.lit), 0)
    top = max(0, min(len(lines) - rows, first - rows // 2))
    for place, (index, part, indent) in enumerate(lines[top : top + rows]):
        y, lit = below.y + (place + 0.5) * step, index == panes.lit
        if lit:
            ground = round_rect(below.x + 0.4 * em, y - step / 2, below.width - 0.8 * em, step + 1)
            viewer.lit = ground if part == lines[first][1] else viewer.lit
            ui.target.fill(to_rgb(ui.tint(0.4, "piece:1")), ground)
        ui.text(part, below.x + indent * em, y, 0.95, bold=lit)


def _draw_effort_pane(ui: Ui, rect: Rect, viewer: TraceViewer, panes: Panes) -> None:
    """The counters, and how the frontier grew."""
    em = ui.em
    recording = viewer.playback.recording
    counters = [(format_number(getattr(panes.counters, name)), recording.text(name)) for name in recording.counters()]
    counters += [(panes.bound, get_watch_text("bound"))] if panes.bound else []
    columns = max(1, min(len(counters), int(rect.width / (8.2 * em))))
    wide = (rect.width - em) / columns
    for index, (count, words) in enumerate(counters):
        line, column = divmod(index, columns)
        x, y = rect.x + 0.5 * em + (column + 0.5) * wide, rect.y + (1.3 + 3.3 * line) * em
        ui.text(count, x, y, 1.2, bold=True, align=0.5, room=wide)
        ui.text(words, x, y + 1.35 * em, 0.8, role="faint", align=0.5)
    used = round((3.3 * (-(-len(counters) // columns)) + 0.3) * em)
    viewer.chart = Rect(0, 0, 0, 0)
    if rect.height - used > 5 * em:
        _draw_chart(ui, Rect(rect.x, rect.y + used, rect.width, rect.height - used), viewer)


def _draw_chart(ui: Ui, rect: Rect, viewer: TraceViewer) -> None:
    """The size of the frontier over time, or the depth of a walk; the moment as an upright line."""
    em, playback = ui.em, viewer.playback
    largest = max(viewer.curve, default=0)
    title = get_watch_text("depths" if playback.recording.walks else "chart")
    below = _draw_heading(ui, rect, title, format_number(largest))
    area = viewer.chart = round_rect(below.x + 0.9 * em, below.y, below.width - 1.8 * em, below.height - 0.4 * em)
    found = viewer.sample_chart(min(area.width, 600))
    if len(found) < 2 or not largest:
        return
    wide = area.width / max(1, len(found) - 1)
    points = [(area.x + i * wide, area.bottom - each / largest * (area.height - 4)) for i, each in enumerate(found)]
    ground = [(float(area.x), float(area.bottom)), *points, (float(area.right), float(area.bottom))]
    pygame.draw.polygon(ui.target, to_rgb(ui.tint(0.22, "piece:0")), ground)
    pygame.draw.aalines(ui.target, to_rgb(ui.ink("piece:0")), False, points)
    x = area.x + round(area.width * playback.at / max(1, playback.length))
    pygame.draw.line(ui.target, to_rgb(ui.ink("down")), (x, area.y), (x, area.bottom), max(1, round(em / 9)))


def _draw_why_pane(ui: Ui, rect: Rect, viewer: TraceViewer, panes: Panes) -> None:
    """What became of the node that is looked at, and why; the way to it, and where it was generated and expanded."""
    em, playback = ui.em, viewer.playback
    if panes.why is None:
        _draw_paragraph(ui, _draw_heading(ui, rect, _("Why?")), get_watch_text("askWhy"), 0, role="faint")
        return
    node = playback.selected
    below = _draw_heading(ui, rect, get_watch_text("why").format(n=node))
    text = Rect(below.x, below.y, below.width, below.height - round(2.8 * em))
    y = _draw_paragraph(ui, text, playback.recording.entry(node).label, 0, role="faint")
    y = _draw_paragraph(ui, text, panes.why.text, y + 0.2 * em, bold=True)
    if panes.way:
        way = get_watch_text("way").format(moves=" ".join(panes.way))
        y = _draw_paragraph(ui, text, way, y + 0.2 * em, role="faint")
    x, life = below.x + 0.8 * em, playback.trace.history(node)
    for words, command, event in (("toMade", "made", life.made), ("toTaken", "taken", life.taken)):
        if event != NEVER:
            room = (below.width - 2.2 * em) / 2
            label = fonts.truncate_text(playback.recording.text(words), ui.size(0.85), round(room - em))
            wide = min(room, ui.measure(label, 0.85) + 1.2 * em)
            draw_chip(ui, round_rect(x, text.y + y + 0.5 * em, wide, 2.0 * em), command, label)
            x += wide + 0.6 * em


def _draw_paragraph(ui: Ui, rect: Rect, words: str, y: float, *, role: str = "text", bold: bool = False) -> float:
    """Words in as many lines as they take and there is room for, from y below the top. Where they end."""
    em = ui.em
    lines = ui.wrap(words, 0.95, rect.width - 1.8 * em, bold)
    rows = max(0, int((rect.height - y) / (1.4 * em)))
    if len(lines) > rows > 0:
        lines = [*lines[: rows - 1], lines[rows - 1] + " …"]
    for line in lines[:rows]:
        room = rect.width - 1.2 * em
        ui.text(line, rect.x + 0.9 * em, rect.y + y + 0.7 * em, 0.95, role=role, bold=bold, room=room)
        y += 1.4 * em
    return y


def draw_tabs(ui: Ui, bar: Rect, names: Sequence[str], chosen: str, *, walks: bool) -> None:
    """The tabs, as wide as there is room for."""
    titles = TITLES | WALK_TITLES if walks else TITLES
    wide, gap = (bar.width + 0.3 * ui.em) / len(names), 0.3 * ui.em
    for index, name in enumerate(names):
        rect = round_rect(bar.x + index * wide, bar.y, wide - gap, bar.height - 0.5 * ui.em)
        ui.word_button(rect, TAB_COMMAND + name, _(titles[name]), 0.9, strong=name == chosen)


DRAW_BY_NAME: dict[str, Callable[[Ui, Rect, TraceViewer, Panes], None]] = {
    "board": _draw_board_pane,
    "tree": _draw_tree_pane,
    "frontier": _draw_frontier_pane,
    "closed": _draw_closed_pane,
    "code": _draw_code_pane,
    "effort": _draw_effort_pane,
    "why": _draw_why_pane,
}
