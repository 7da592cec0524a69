"""Play, pause, step, jump: the slider, the buttons with their signs, and the pace."""

import pygame
from pygame import Rect

from langkah.apps.window.ui import Ui, round_rect
from langkah.apps.window.watch.viewer import TraceViewer
from langkah.language import N_, _, format_number
from langkah.views.paint import Line
from langkah.views.playback import SPEEDS
from langkah.views.theme import to_rgb
from langkah.views.watch_texts import WATCH_TEXTS, get_watch_text

Points = tuple[tuple[float, float], ...]


def _make_bar(x: float, wide: float = 0.12) -> Points:
    return (x, 0.2), (x + wide, 0.2), (x + wide, 0.8), (x, 0.8)


def _make_arrow(x: float, to: float) -> Points:
    return (x, 0.2), (to, 0.5), (x, 0.8)


STAR = (0.5, 0.1), (0.62, 0.38), (0.92, 0.41), (0.69, 0.61), (0.76, 0.9), (0.5, 0.74), (0.24, 0.9), (0.31, 0.61)
ICONS: dict[str, tuple[Points, ...]] = {
    "first": (_make_bar(0.15), _make_arrow(0.82, 0.32)),
    "previous": (_make_arrow(0.5, 0.12), _make_arrow(0.88, 0.5)),
    "back": (_make_arrow(0.72, 0.28),),
    "play": (_make_arrow(0.26, 0.84),),
    "pause": (_make_bar(0.24, 0.18), _make_bar(0.58, 0.18)),
    "forward": (_make_arrow(0.28, 0.72),),
    "next": (_make_arrow(0.12, 0.5), _make_arrow(0.5, 0.88)),
    "last": (_make_arrow(0.18, 0.68), _make_bar(0.73)),
    "strike": (
        ((0.42, 0.12), (0.58, 0.12), (0.55, 0.6), (0.45, 0.6)),
        ((0.44, 0.7), (0.56, 0.7), (0.56, 0.86), (0.44, 0.86)),
    ),
    "goal": ((*STAR, (0.08, 0.41), (0.38, 0.38)),),
    "slower": (((0.2, 0.44), (0.8, 0.44), (0.8, 0.56), (0.2, 0.56)),),
    "faster": (
        ((0.2, 0.44), (0.8, 0.44), (0.8, 0.56), (0.2, 0.56)),
        ((0.44, 0.2), (0.56, 0.2), (0.56, 0.8), (0.44, 0.8)),
    ),
}
BUTTON_NAMES = {
    "first": WATCH_TEXTS["first"],
    "previous": WATCH_TEXTS["lastTaken"],
    "back": WATCH_TEXTS["back"],
    "play": WATCH_TEXTS["play"],
    "forward": WATCH_TEXTS["forward"],
    "next": WATCH_TEXTS["nextTaken"],
    "last": WATCH_TEXTS["last"],
    "strike": N_("To the next notable event"),
    "goal": WATCH_TEXTS["toGoal"],
    "slower": WATCH_TEXTS["slower"],
    "faster": WATCH_TEXTS["faster"],
}
BUTTONS = ("first", "previous", "back", "play", "forward", "next", "last", "strike", "goal")


def draw_playback_controls(ui: Ui, rect: Rect, viewer: TraceViewer) -> None:
    """The slider above, the buttons in the middle, the place on the left and the pace on the right."""
    em, playback = ui.em, viewer.playback
    _draw_slider(ui, Rect(rect.x, rect.y, rect.width, round(1.5 * em)), viewer)
    names = [name for name in BUTTONS if name != "goal" or playback.trace.index().goals]
    gap = round(0.35 * em)
    side = min(round(2.7 * em), int((rect.width - 10.6 * em) / len(names)) - gap)
    y = rect.y + round(1.9 * em)
    whole = len(names) * (side + gap) - gap
    roomy = rect.width > whole + 40 * em
    x = rect.centerx - whole // 2 if roomy else rect.x
    for name in names:
        _draw_icon_button(ui, Rect(x, y, side, side), name, playing=playback.playing, strong=name == "play")
        x += side + gap
    place = playback.recording.text("place").format(
        at=format_number(playback.at),
        all=format_number(playback.length),
        n=format_number(playback.trace.counters(playback.at).expanded),
    )
    if roomy:
        ui.text(place, rect.x, y + side / 2, 0.95)
    elif ui.measure(place, 0.85) < rect.right - x - 10.5 * em:
        ui.text(place, x + 0.5 * em, y + side / 2, 0.85, role="faint")
    _draw_speed(ui, Rect(rect.right - round(10.2 * em), y, round(10.2 * em), side), viewer)


def _draw_speed(ui: Ui, rect: Rect, viewer: TraceViewer) -> None:
    side = rect.height
    _draw_icon_button(ui, Rect(rect.x, rect.y, side, side), "slower")
    _draw_icon_button(ui, Rect(rect.right - side, rect.y, side, side), "faster")
    words = get_watch_text("pace").format(n=SPEEDS[viewer.playback.speed])
    room = rect.width - 2 * side
    size = min(0.9, 0.9 * room / max(1, ui.measure(words, 0.9)))
    ui.text(words, rect.centerx, rect.centery, size, align=0.5)


def _draw_slider(ui: Ui, rect: Rect, viewer: TraceViewer) -> None:
    """Where the moment lies between the first event and the last; to be dragged."""
    em, playback = ui.em, viewer.playback
    track = viewer.slider = round_rect(rect.x + 0.6 * em, rect.centery - 0.2 * em, rect.width - 1.2 * em, 0.4 * em)
    share = playback.at / max(1, playback.length)
    done = Rect(track.x, track.y, round(track.width * share), track.height)
    for part, colour in ((track, ui.tint(0.16)), (done, ui.ink("piece:0"))):
        pygame.draw.rect(ui.target, to_rgb(colour), part, border_radius=track.height // 2)
    for event in playback.trace.index().goals[:50]:
        x = track.x + track.width * (event + 1) / playback.length
        ui.dot(x, track.centery, 0.3 * em, ui.ink("up"))
    ui.dot(track.x + track.width * share, track.centery, 0.62 * em, ui.theme.page)
    ui.dot(track.x + track.width * share, track.centery, 0.5 * em, ui.ink("piece:0"))


def _draw_icon_button(ui: Ui, rect: Rect, name: str, *, playing: bool = False, strong: bool = False) -> None:
    """A button with its sign; what it is called stands above it while the mouse is there."""
    colour, inner = ui.button(rect, name, strong=strong), rect.width * 0.56
    x, y = rect.centerx - inner / 2, rect.centery - inner / 2
    for points in ICONS["pause" if name == "play" and playing else name]:
        at = tuple((round(a * inner, 2), round(b * inner, 2)) for a, b in points)
        left, top = min(a for a, _b in at), min(b for _a, b in at)
        mark = Line(tuple((a - left, b - top) for a, b in at), colour, max(1.0, ui.em * 0.06), colour)
        ui.put(mark, x + left, y + top)


def draw_tooltip(ui: Ui, *, playing: bool) -> None:
    """What the button under the mouse is called."""
    for area in ui.click_areas:
        if area.command in BUTTON_NAMES and ui.hovers(area.rect):
            words = get_watch_text("pause") if area.command == "play" and playing else _(BUTTON_NAMES[area.command])
            wide = round(ui.measure(words, 0.85) + 1.2 * ui.em)
            x = max(4, min(ui.target.get_width() - wide - 4, area.rect.centerx - wide // 2))
            rect = Rect(x, area.rect.y - round(2.1 * ui.em), wide, round(1.8 * ui.em))
            ui.panel(rect, ui.ink(), corner=0.35)
            ui.text(words, rect.centerx, rect.centery, 0.85, colour=ui.theme.page, align=0.5)
