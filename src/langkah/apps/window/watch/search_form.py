"""The sheet on which a search is chosen, and the card while it runs."""

from pygame import Rect

from langkah.apps.window.dialogs import draw_dialog
from langkah.apps.window.ui import Ui, round_rect
from langkah.apps.window.watch.search_choices import FormRow, SearchChoices
from langkah.language import _, capitalize, format_number

FORM_ROW_HEIGHT = 2.5  # height of a row, in ems
ROW_COMMAND = "row "  # before the name of a row in the command of a click area


def draw_search_form(ui: Ui, choices: SearchChoices, title: str, wrong: str) -> None:
    """The sheet: what the algorithm does and promises, every option that it heeds, and the button that starts it."""
    em, rows = ui.em, choices.rows()
    rect = draw_dialog(ui, 46, 13.5 + FORM_ROW_HEIGHT * len(rows), _("Watch a search"))
    ui.text(title, rect.x + 2 * em, rect.y + 3.8 * em, 0.95, role="faint", room=rect.width - 4 * em)
    line = min(FORM_ROW_HEIGHT, (rect.height / em - 13.3) / len(rows))
    y = rect.y + 5.2 * em
    for index, row in enumerate(rows):
        place = round_rect(rect.x + 1.2 * em, y, rect.width - 2.4 * em, line * em)
        _draw_field(ui, place, row, chosen=index == choices.at)
        y += line * em
    y += 1.2 * em
    for words, role in _describe_choice(choices, wrong):
        for part in ui.wrap(words, 0.9, rect.width - 4 * em)[:2]:
            ui.text(part, rect.x + 2 * em, y, 0.9, role=role)
            y += 1.3 * em
    words = _("Watch this search") + "  ⏎"
    wide = ui.measure(words, 1.05, bold=True) + 4 * em
    place = round_rect(rect.centerx - wide / 2, rect.bottom - 3.4 * em, wide, 2.5 * em)
    ui.word_button(place, "record", words, 1.05, strong=True, bold=True)
    lessons = _("Lessons")
    wide = ui.measure(lessons, 0.95) + 3.2 * em
    if place.right + 0.6 * em + wide < rect.right:
        ui.key_button(round_rect(rect.right - wide - 1.4 * em, place.y, wide, place.height), "lessons", "L", lessons)


def _draw_field(ui: Ui, rect: Rect, row: FormRow, *, chosen: bool) -> None:
    """One line: its title, and what is chosen between two arrows."""
    em = ui.em
    if chosen:
        ui.panel(rect, ui.tint(0.08), ui.ink("selected"), corner=0.5, line=0.09)
    ui.text(row.title, rect.x + 0.9 * em, rect.centery, 1.0)
    left, right = rect.x + round(rect.width * 0.36), rect.right - round(0.4 * em)
    side = round(min(2.0 * em, rect.height - 0.3 * em))
    for x, sign, by in ((left, "‹", "less"), (right - side, "›", "more")):
        ui.arrow_button(Rect(x, rect.centery - side // 2, side, side), f"{ROW_COMMAND}{by} {row.name}", sign)
    room = right - left - 2 * side - 0.6 * em
    ui.text(row.value, (left + right) / 2, rect.centery, 1.0, bold=True, align=0.5, room=room)


def _describe_choice(choices: SearchChoices, wrong: str) -> list[tuple[str, str]]:
    """Why it cannot be watched; else what is chosen in this row, or what the algorithm does, and what it promises."""
    if wrong:
        return [(wrong, "down")]
    algorithm = choices.algorithm
    about = choices.rows()[choices.at].about or algorithm["about"]
    promises = _("Promises")
    return [(capitalize(about) + ".", "text"), (f"{promises}: {algorithm['promises']}.", "faint")]


def draw_search_progress(ui: Ui, algorithm: str, looked: int) -> None:
    """The card while a search runs."""
    em = ui.em
    rect = draw_dialog(ui, 30, 10)
    ui.text(_("Searching …"), rect.centerx, rect.y + 2.6 * em, 1.4, bold=True, align=0.5)
    words = _("{algorithm}, {n} positions").format(algorithm=algorithm, n=format_number(looked))
    ui.text(words, rect.centerx, rect.y + 4.9 * em, 1.0, role="faint", align=0.5)
    wide = ui.measure(_("Stop"), 1.0) + 5.0 * em
    ui.key_button(
        round_rect(rect.centerx - wide / 2, rect.bottom - 3.4 * em, wide, 2.3 * em), "close", "Esc", _("Stop"), 1.0
    )
