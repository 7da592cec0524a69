"""The dialogs over the board: the help, and the final card with a little confetti."""

from collections.abc import Sequence
from math import cos, pi, sin
from random import Random

from pygame import Rect

from langkah.apps.keys import KEYS
from langkah.apps.window.keys import HELP_ROWS, PUSH, SETTING_ROWS
from langkah.apps.window.play_controller import PlayController
from langkah.apps.window.session_setup import find_number_setting
from langkah.apps.window.targets import can_slide
from langkah.apps.window.ui import ClickArea, Ui, round_rect
from langkah.language import _
from langkah.model import Game
from langkah.session import Session
from langkah.views.paint import Box

CONFETTI_PIECES = 90
CONFETTI_SECONDS = 2.6
COMMAND_LINES = 12  # of a command that are shown; the clipboard contains the whole command


def draw_dialog(ui: Ui, width: float, height: float, title: str = "") -> Rect:
    """Draw the sheet of a modal dialog in the middle of the window, at most `width` by `height` ems, and return its
    rectangle. A click outside the sheet closes the dialog.
    """
    wide, high = ui.target.get_size()
    width, height = min(width * ui.em, wide - ui.em), min(height * ui.em, high - ui.em)
    rect = round_rect((wide - width) / 2, (high - height) / 2, width, height)
    ui.shadow(rect)
    ui.panel(rect, ui.theme.page, ui.theme.of("cell").stroke, corner=1.0)
    ui.click_areas = [ClickArea(Rect(0, 0, wide, high), "close"), ClickArea(rect, "")]
    if title:
        draw_sheet_title(ui, title, rect.x + 2 * ui.em, rect.right - 2 * ui.em, rect.y + 2.1 * ui.em)
    return rect


def draw_sheet_title(ui: Ui, title: str, left: float, right: float, y: float) -> None:
    """Draw a sheet's title on the left, and on the right a note that Esc closes the sheet."""
    ui.text(title, left, y, 1.4, bold=True)
    ui.text(_("Esc: close"), right, y, 0.9, role="faint", align=1.0)


def draw_help(ui: Ui, play: PlayController) -> None:
    """Draw all keys of the game with their effects."""
    setting = find_number_setting(play.session.problem)
    number = _("(not in this game)") if setting is None else _(setting.label or setting.about) or setting.name
    rows: list[tuple[tuple[str, ...], str]] = [((key.sign,), _(key.about)) for key in KEYS]
    shift = ("Shift",) if can_slide(play.session) else ()
    rows += [((*shift, *pair), _(about)) for pair, about in zip((("←", "→"), ("↑", "↓")), SETTING_ROWS, strict=True)]
    rows.append((("←", "→", "↑", "↓") if shift else ("Shift", "←"), _(PUSH)))
    rows += [(signs, _(about)) for signs, about in HELP_ROWS]
    draw_key_help(ui, [(signs, about.format(number=number)) for signs, about in rows])


def draw_key_help(ui: Ui, rows: Sequence[tuple[Sequence[str], str]]) -> None:
    """Draw keys with their effects, in two columns if there is room."""
    columns = 2 if ui.target.get_width() > 44 * ui.em else 1
    most = -(-len(rows) // columns)
    ui.veil()
    rect = draw_dialog(ui, 54 if columns == 2 else 34, 5.6 + 2.2 * most, _("Keyboard shortcuts"))
    em, line = ui.em, min(2.2, (rect.height / ui.em - 5.2) / most)
    wide = rect.width / columns
    for index, (signs, about) in enumerate(rows):
        column, row = divmod(index, most)
        x, y = rect.x + column * wide + 1.6 * em, rect.y + (4.3 + (row + 0.5) * line) * em
        across = x
        for sign in signs:
            across += ui.key(sign, across, y) + 0.2 * em
        across = max(across, x + 5.0 * em) + 0.5 * em
        ui.lines(ui.wrap(about, 0.85, x + wide - 2.4 * em - across)[:2], across, y, 0.85, 1.02)


def draw_command(ui: Ui, why: str, command: str, *, copied: bool) -> None:
    """Draw a dialog that says why the web page did not open, and shows the equivalent command for a terminal. `copied`:
    whether the command is on the clipboard.
    """
    room = min(54 * ui.em, ui.target.get_width() - ui.em) - 4 * ui.em
    parts = [(why, "faint", False), (command, "text", True)]
    parts += [(_("This line is on the clipboard."), "faint", False)] if copied else []
    wrapped = [(ui.wrap(text, 1.0, room, bold)[:COMMAND_LINES], role, bold) for text, role, bold in parts]
    ui.veil()
    height = sum(1.5 * len(lines) + 0.7 for lines, _role, _bold in wrapped)
    rect = draw_dialog(ui, 54, height + 4.6, _("In a terminal"))
    y = rect.y + 4.6 * ui.em
    for lines, role, bold in wrapped:
        for line in lines:
            ui.text(line, rect.x + 2 * ui.em, y, 1.0, role=role, bold=bold, room=room)
            y += 1.5 * ui.em
        y += 0.7 * ui.em


def draw_ending(ui: Ui, play: PlayController, confetti: "Confetti", now: float) -> None:
    """Draw the final card over the board: a heading such as STAGE CLEAR, the result, and buttons to continue."""
    lines, em = format_ending_lines(play), ui.em
    ui.veil()
    confetti.draw(ui, now)
    rect = draw_dialog(ui, 27, 9.2 + 1.7 * len(lines))
    heading = format_ending_heading(play)
    size = min(2.6, 2.6 * (rect.width - 3 * em) / ui.measure(heading, 2.6, bold=True))
    ui.text(heading, rect.centerx, rect.y + 2.9 * em, size, role="up", bold=True, align=0.5)
    for index, (text, role, bold) in enumerate(lines):
        y, room = rect.y + (5.4 + 1.7 * index) * em, rect.width - 2 * em
        ui.text(text, rect.centerx, y, 1.1, role=role, bold=bold, align=0.5, room=room)
    keys = [key for key in KEYS if key.command in ("reset", "undo", "levels")]
    widths = [ui.measure(_(key.word), 1.0, bold=True) + 2.4 * em for key in keys]
    x = rect.centerx - (sum(widths) + 0.7 * em * (len(keys) - 1)) / 2
    for index, (key, wide) in enumerate(zip(keys, widths, strict=True)):
        place = round_rect(x, rect.bottom - 3.6 * em, wide, 2.4 * em)
        ui.word_button(place, key.command, _(key.word), strong=index == 0, bold=True)
        x += wide + 0.7 * em


def format_ending_heading(play: PlayController) -> str:
    """The heading of the final card, such as STAGE CLEAR or YOU WIN."""
    session, ending = play.session, play.session.ending()
    if not isinstance(session.problem, Game):
        return _("STAGE CLEAR")
    if ending is None or ending.winner is None:
        return _("DRAW")
    people = [seat.choose is None for seat in session.seats]
    if people.count(True) != 1:
        return _("GAME OVER")
    return _("YOU WIN") if people[ending.winner] else _("YOU LOSE")


def count_confetti(session: Session) -> int:
    """The number of confetti pieces: 0 unless a human player has won or solved the puzzle."""
    ending = session.ending()
    won = ending is not None and ending.winner is not None and session.seats[ending.winner].choose is None
    return CONFETTI_PIECES if won else 0


def format_ending_lines(play: PlayController) -> list[tuple[str, str, bool]]:
    """The lines of the final card, each with its text, its role in the theme, and whether it is bold."""
    session, ending = play.session, play.session.ending()
    assert ending is not None
    if isinstance(session.problem, Game) or len(session.seats) > 1:
        return [(ending.text, "text", True)]
    best = "?" if play.optimum is None else str(play.optimum)
    text = _("{moves} rolls, minimum {optimal}") if session.dice else _("{moves} moves, minimum {optimal}")
    lines = [(text.format(moves=session.cost, optimal=best), "text", True)]
    if play.optimum is not None and session.cost == play.optimum:
        lines.append((_("You reached the minimum."), "faint", False))
    elif play.optimum is not None:
        lines.append((_("That is {n} more than the minimum.").format(n=session.cost - play.optimum), "faint", False))
    return lines


class Confetti:
    """Confetti that flies up and falls down."""

    def __init__(self, starts: float, pieces: int = CONFETTI_PIECES) -> None:
        self.starts = starts
        luck = Random(7)
        self.pieces = [
            (luck.uniform(0.25, 0.75), luck.uniform(-pi, 0), luck.uniform(0.4, 1.1), luck.randrange(7), luck.random())
            for _piece in range(pieces)
        ]

    def flying(self, now: float) -> bool:
        """Whether some confetti is still visible."""
        return bool(self.pieces) and now < self.starts + CONFETTI_SECONDS

    def draw(self, ui: Ui, now: float) -> None:
        """Draw every piece at its current place."""
        if not self.flying(now):
            return
        wide, high = ui.target.get_size()
        time = now - self.starts
        for start, angle, power, colour, phase in self.pieces:
            x = (start + cos(angle) * power * time * 0.22) * wide
            y = (0.5 + sin(angle) * power * time * 0.5 + 0.32 * time * time) * high
            flat = abs(cos(time * 7 + phase * 6))
            ui.put(Box(0, 0, 0.62 * ui.em, max(2.0, round(0.5 * ui.em * flat)), 1.0, ui.ink(f"piece:{colour}")), x, y)
