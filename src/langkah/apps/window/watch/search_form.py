"""The sheet on which a search is chosen, and the card while it runs."""

from pygame import Rect

from langkah.apps.window import fonts
from langkah.apps.window.dialogs import draw_dialog
from langkah.apps.window.ui import Ui
from langkah.apps.window.watch.search_choices import FormRow, SearchChoices
from langkah.language import _, format_number
from langkah.views.theme import choose_ink, mix_colours

FORM_ROW_HEIGHT = 2.5  # height of a row, in ems
ROW_COMMAND = "row "  # before the name of a row in the command of a area


def draw_search_form(ui: Ui, choices: SearchChoices, title: str, wrong: str) -> None:
    """The sheet: what the algorithm does and promises, every option that it heeds, and the button that starts it."""
    em, rows = ui.em, choices.rows()
    rect = draw_dialog(ui, 46, 13.5 + FORM_ROW_HEIGHT * len(rows))
    ui.text(_("Watch a search"), rect.x + 2 * em, rect.y + 2.0 * em, 1.4, bold=True)
    room = rect.width - 4 * em - ui.wide(_("Esc: close"), 0.9)
    ui.text(_("Esc: close"), rect.right - 2 * em, rect.y + 2.0 * em, 0.9, role="faint", align=1.0)
    ui.text(
        fonts.truncate_text(title, ui.size(0.95), round(room)), rect.x + 2 * em, rect.y + 3.8 * em, 0.95, role="faint"
    )
    line = min(FORM_ROW_HEIGHT, (rect.height / em - 13.3) / len(rows))
    y = rect.y + 5.2 * em
    for index, row in enumerate(rows):
        _draw_field(
            ui,
            Rect(rect.x + round(1.2 * em), round(y), rect.width - round(2.4 * em), round(line * em)),
            row,
            index == choices.at,
        )
        y += line * em
    _draw_about(
        ui,
        choices,
        rows[choices.at],
        Rect(rect.x + round(2 * em), round(y + 0.5 * em), rect.width - round(4 * em), 0),
        wrong,
    )
    _draw_start_button(ui, rect)


def _draw_field(ui: Ui, rect: Rect, row: FormRow, chosen: bool) -> None:
    """One line: its title, and what is chosen between two arrows."""
    em = ui.em
    if chosen:
        ui.panel(rect, mix_colours(ui.theme.page, ui.ink(), 0.08), ui.ink("selected"), corner=0.5, line=0.09)
    ui.text(row.title, rect.x + 0.9 * em, rect.centery, 1.0)
    left, right = rect.x + round(rect.width * 0.36), rect.right - round(0.4 * em)
    side = round(min(2.0 * em, rect.height - 0.3 * em))
    for x, sign, by in ((left, "‹", "less"), (right - side, "›", "more")):
        place = Rect(x, rect.centery - side // 2, side, side)
        ui.button(place, f"{ROW_COMMAND}{by} {row.name}")
        ui.text(sign, place.centerx, place.centery - 0.06 * em, 1.2, bold=True, align=0.5)
    words = fonts.truncate_text(row.value, ui.size(1.0), right - left - 2 * side - round(0.6 * em), bold=True)
    ui.text(words, (left + right) / 2, rect.centery, 1.0, bold=True, align=0.5)


def _draw_about(ui: Ui, choices: SearchChoices, row: FormRow, rect: Rect, wrong: str) -> None:
    """What there is to know: why it cannot be watched, what is chosen here, what the algorithm does and promises."""
    algorithm = choices.algorithm
    told = row.about or algorithm["about"]
    lines = [(wrong or told[:1].upper() + told[1:] + ".", "down" if wrong else "text")]
    if not wrong:
        promises = _("Promises")
        lines.append((f"{promises}: {algorithm['promises']}.", "faint"))
    y = rect.y + 0.7 * ui.em
    for words, role in lines:
        for line in fonts.wrap_text(words, ui.size(0.9), rect.width)[:2]:
            ui.text(line, rect.x, y, 0.9, role=role)
            y += 1.3 * ui.em


def _draw_start_button(ui: Ui, rect: Rect) -> None:
    """The button that starts the search."""
    em, words = ui.em, _("Watch this search")
    wide = ui.wide(words, 1.05, bold=True) + 5 * em
    place = Rect(round(rect.centerx - wide / 2), rect.bottom - round(3.4 * em), round(wide), round(2.5 * em))
    ui.button(place, "record", strong=True)
    colour = choose_ink(ui.ink("selected"))
    ui.write(f"{words}  ⏎", place.centerx, place.centery, 1.05, colour, bold=True, align=0.5)


def draw_search_progress(ui: Ui, algorithm: str, looked: int) -> None:
    """The card while a search runs."""
    em = ui.em
    rect = draw_dialog(ui, 30, 10)
    ui.text(_("Searching …"), rect.centerx, rect.y + 2.6 * em, 1.4, bold=True, align=0.5)
    words = _("{algorithm}, {n} positions").format(algorithm=algorithm, n=format_number(looked))
    ui.text(words, rect.centerx, rect.y + 4.9 * em, 1.0, role="faint", align=0.5)
    words = _("Stop")
    wide = round(ui.wide(words, 1.0, bold=True) + 5.4 * em)
    place = Rect(rect.centerx - wide // 2, rect.bottom - round(3.4 * em), wide, round(2.3 * em))
    ui.button(place, "close")
    ui.key("Esc", place.x + 0.6 * em, place.centery)
    ui.text(words, place.x + 3.4 * em, place.centery, 1.0, bold=True)
