"""What stands around the board: title, counters and players above it; moves to choose from, notes and tools below."""

from pygame import Rect

from langkah.apps.window import fonts, targets
from langkah.apps.window.keys import KEYS, TOOLBAR, Key
from langkah.apps.window.play_controller import PlayController
from langkah.apps.window.session_setup import find_number_setting, list_lineups, read_number
from langkah.apps.window.ui import Ui
from langkah.language import _, format_number, format_plural
from langkah.model import Game, get_title
from langkah.views.json_form import list_player_names
from langkah.views.theme import choose_ink, mix_colours

HEADER_HEIGHT, NOTE_HEIGHT, TOOLBAR_HEIGHT = 4.6, 2.6, 3.4  # heights in ems
MOST_LISTED = 0.4  # of the window's height, for moves to choose from
MOVE_ROW_HEIGHT, MOVE_GAP = 2.3, 0.4  # of those moves, in ems
NEXT_PAGE = "…"


def compute_em(size: tuple[int, int]) -> float:
    """The measure of a window of that size."""
    return max(11.0, min(size[0] / 58, size[1] / 41))


def compute_board_area(ui: Ui, play: PlayController) -> Rect:
    """What is left for the board."""
    wide, high = ui.target.get_size()
    top, bottom = (
        HEADER_HEIGHT * ui.em,
        high - (NOTE_HEIGHT + TOOLBAR_HEIGHT) * ui.em - _compute_move_list_height(ui, play),
    )
    return Rect(round(ui.em), round(top), round(wide - 2 * ui.em), max(1, round(bottom - top)))


def draw_controls(ui: Ui, play: PlayController) -> None:
    """Everything around the board."""
    _draw_header(ui, play)
    draw_move_list(ui, play)
    _draw_note(ui, play)
    _draw_toolbar(ui, play)


def _draw_header(ui: Ui, play: PlayController) -> None:
    """Title and number on the left, counters on the right."""
    em, wide = ui.em, ui.target.get_width()
    left = (
        _draw_players(ui, play, wide - 1.4 * em)
        if _has_several_seats(play)
        else _draw_counters(ui, play, wide - 1.4 * em)
    )
    title = get_title(play.session.problem)
    ui.text(
        fonts.truncate_text(title, ui.size(1.5), round(left - 3 * em), bold=True), 1.4 * em, 1.6 * em, 1.5, bold=True
    )
    _draw_second_line(ui, play, left - 2.4 * em)


def _draw_second_line(ui: Ui, play: PlayController, room: float) -> None:
    """The number that the arrows change, with arrows to click; else how the problem was asked for."""
    em, setting = ui.em, find_number_setting(play.session.problem)
    x, y = 1.4 * em, 3.4 * em
    if setting is None:
        name = play.session.problem.name
        ui.text(fonts.truncate_text(name, ui.size(0.9), round(room)), x, y, 0.9, role="faint")
        return
    for sign, command in (("‹", "fewer"), ("›", "more")):
        rect = Rect(round(x), round(y - 0.8 * em), round(1.6 * em), round(1.6 * em))
        ui.button(rect, command)
        ui.text(sign, rect.centerx, rect.centery - em * 0.06, 1.2, bold=True, align=0.5)
        x += 1.8 * em
        if command == "fewer":
            value = str(read_number(play.session.problem, setting))
            ui.text(value, x + 0.9 * em, y, 1.1, bold=True, align=0.5)
            x += 2.0 * em
    about = _(setting.about) or setting.name
    ui.text(fonts.truncate_text(about, ui.size(0.9), round(room + em - x)), x + 0.3 * em, y, 0.9, role="faint")


def _has_several_seats(play: PlayController) -> bool:
    """Whether several people or opponents play."""
    return len(play.session.seats) > 1


def _draw_counters(ui: Ui, play: PlayController, right: float) -> float:
    """Moves made, and the least that is needed, from the right. Where they begin."""
    session = play.session
    caption = _("rolls") if session.dice else _("moves")
    told = [(str(session.made), caption), (_format_least(play), _("least from here"))]
    if play.optimum is not None:
        told.append((str(play.optimum), _("least in all")))
    for count, words in reversed(told):
        wide = max(ui.wide(words, 0.8), ui.wide(count, 1.7, bold=True), 3 * ui.em)
        ui.text(count, right - wide / 2, 1.7 * ui.em, 1.7, bold=True, align=0.5)
        ui.text(words, right - wide / 2, 3.4 * ui.em, 0.8, role="faint", align=0.5)
        right -= wide + 1.5 * ui.em
    return right


def _format_least(play: PlayController) -> str:
    """The least from here in a few signs."""
    if play.session.over:
        return "0"
    return "∞" if play.hopeless else "…" if play.left is None else str(play.left)


def _draw_players(ui: Ui, play: PlayController, right: float) -> float:
    """Who plays, whose turn it is; from the right. Where it begins."""
    session, em = play.session, ui.em
    names = list_player_names(session)
    for seat in reversed(range(len(session.seats))):
        lines = names[seat], _describe_player(play, seat)
        wide = max(ui.wide(lines[0], 1.0, bold=True), ui.wide(lines[1], 0.8)) + 2.2 * em
        rect = Rect(round(right - wide), round(0.8 * em), round(wide), round(3.3 * em))
        turn = session.turn == seat and not session.over
        if turn:
            ui.panel(rect, mix_colours(ui.theme.page, ui.ink("up"), 0.13), ui.ink("up"), corner=0.5)
        role = f"mark:{seat}" if isinstance(session.problem, Game) else f"piece:{seat}"
        ui.dot(rect.x + 0.85 * em, rect.y + 1.1 * em, 0.36 * em, ui.ink(role))
        ui.text(lines[0], rect.x + 1.5 * em, rect.y + 1.1 * em, 1.0, bold=True)
        ui.text(lines[1], rect.x + 1.5 * em, rect.y + 2.35 * em, 0.8, role="faint")
        right -= wide + 0.4 * em
    return right


def _describe_player(play: PlayController, seat: int) -> str:
    """A few words about a player."""
    session = play.session
    if session.dice:
        made = sum(turn.player == seat for turn in session.turns[: session.made])
        return format_plural("{n} roll", "{n} rolls", made)
    if play.worker.task == "reply" and session.turn == seat:
        return _("is thinking …")
    return _(session.seats[seat].name)


def _draw_note(ui: Ui, play: PlayController) -> None:
    """A line about what just happened, or about what can be done."""
    wide, high = ui.target.get_size()
    middle = high - (TOOLBAR_HEIGHT + NOTE_HEIGHT / 2) * ui.em
    text, role = find_note(play)
    lines = fonts.wrap_text(text, ui.size(1.0), round(wide - 3 * ui.em))[:2]
    for index, line in enumerate(lines):
        ui.text(line, wide / 2, middle + (index - (len(lines) - 1) / 2) * 1.3 * ui.em, 1.0, role=role, align=0.5)


def find_note(play: PlayController) -> tuple[str, str]:
    """The note, or the next thing to do, and its role."""
    session = play.session
    if play.note.text:
        return play.note.text, play.note.role
    if play.hint is not None:
        return str(play.hint["text"]), "hint"
    if session.over:
        return "", "text"
    if session.reason and session.made and session.seats[session.turns[session.made - 1].player].choose:
        return session.reason, "faint"
    if session.dice:
        return _("{player}: click the dice or press Space to roll").format(
            player=list_player_names(session)[session.turn]
        ), "faint"
    return _(type(session.problem).about), "faint"


def draw_automatic_badge(ui: Ui, play: PlayController, area: Rect) -> None:
    """Automatic mode, shown above the board."""
    if not play.auto:
        return
    text = _("AUTOMATIC MODE") + f"   ×{play.pace:g}"
    if play.worker.task == "solve":
        text = _("AUTOMATIC MODE: solving …")
        if play.progress:
            looked = format_number(play.progress["expanded"])
            text = _("AUTOMATIC MODE: solving, {n} positions …").format(n=looked)
    wide = ui.wide(text, 0.95, bold=True) + 2.4 * ui.em
    rect = Rect(round(area.centerx - wide / 2), round(area.y - 0.4 * ui.em), round(wide), round(2 * ui.em))
    ui.panel(rect, ui.ink("hint"), corner=1.0)
    ui.write(text, rect.centerx, rect.centery, 0.95, choose_ink(ui.ink("hint")), bold=True, align=0.5)


def _draw_toolbar(ui: Ui, play: PlayController) -> None:
    """The most important keys, to be clicked."""
    wide, high = ui.target.get_size()
    shared = len(list_lineups(play.session)) > 1
    keys = [key for key in KEYS if key.command in TOOLBAR and (shared or key.command != "players")]
    whole = [_compute_tool_width(ui, key, words=True) for key in keys]
    words = sum(whole) + 0.5 * ui.em * len(keys) < wide - ui.em
    widths = whole if words else [_compute_tool_width(ui, key, words=False) for key in keys]
    gap = 0.5 * ui.em
    x = (wide - sum(widths) - gap * (len(keys) - 1)) / 2
    for key, width in zip(keys, widths, strict=True):
        rect = Rect(round(x), round(high - (TOOLBAR_HEIGHT - 0.4) * ui.em), round(width), round(2.4 * ui.em))
        _draw_tool(ui, key, rect, lively=_is_command_possible(play, key.command), words=words)
        x += width + gap


def _compute_tool_width(ui: Ui, key: Key, *, words: bool) -> float:
    """How wide a tool is."""
    return 2.4 * ui.em + (ui.wide(_(key.word), 0.95) + 0.5 * ui.em if words else 0)


def _draw_tool(ui: Ui, key: Key, rect: Rect, *, lively: bool, words: bool) -> None:
    """One tool: its key and its word."""
    role = "text" if lively else "faint"
    ui.button(rect, key.command, lively=lively)
    ui.key(key.sign, rect.x + 0.45 * ui.em, rect.centery, role=role)
    if words:
        ui.text(_(key.word), rect.x + 2.3 * ui.em, rect.centery, 0.95, role=role)


def _is_command_possible(play: PlayController, command: str) -> bool:
    """Whether a tool would do something now."""
    session = play.session
    able = {"undo": session.made > 0, "reset": session.made > 0, "redo": session.made < len(session.turns)}
    return able.get(command, True)


def _arrange_move_rows(ui: Ui, play: PlayController) -> list[list[tuple[str, int]]]:
    """The moves that are chosen from a list: names and widths of their buttons, in rows."""
    found: list[list[tuple[str, int]]] = []
    left = 0.0
    for label in targets.list_unclickable_moves(play.session):
        wide = round(ui.wide(label, 1.0) + 1.6 * ui.em)
        if not found or left < wide:
            found.append([])
            left = ui.target.get_width() - 2.8 * ui.em
        found[-1].append((label, wide))
        left -= wide + MOVE_GAP * ui.em
    return found


def _select_shown_rows(ui: Ui, play: PlayController) -> list[list[tuple[str, int]]]:
    """The rows there is room for: all of them, or one page and a button to the next."""
    found = _arrange_move_rows(ui, play)
    most = max(2, int(MOST_LISTED * ui.target.get_height() / ui.em / MOVE_ROW_HEIGHT))
    if len(found) <= most:
        return found
    pages = -(-len(found) // (most - 1))
    first = play.page % pages * (most - 1)
    return [*found[first : first + most - 1], [(NEXT_PAGE, round(4 * ui.em))]]


def _compute_move_list_height(ui: Ui, play: PlayController) -> float:
    """How much room the moves to choose from take."""
    return len(_select_shown_rows(ui, play)) * MOVE_ROW_HEIGHT * ui.em


def draw_move_list(ui: Ui, play: PlayController) -> None:
    """The moves to choose from."""
    wide, high = ui.target.get_size()
    y = high - (NOTE_HEIGHT + TOOLBAR_HEIGHT) * ui.em - _compute_move_list_height(ui, play)
    for row in _select_shown_rows(ui, play):
        x = (wide - sum(width for _label, width in row) - MOVE_GAP * ui.em * (len(row) - 1)) / 2
        for label, width in row:
            rect = Rect(round(x), round(y), width, round(2 * ui.em))
            ui.button(rect, "page" if label == NEXT_PAGE else targets.MOVE_COMMAND + label)
            ui.text(label, rect.centerx, rect.centery, 1.0, align=0.5)
            x += width + MOVE_GAP * ui.em
        y += MOVE_ROW_HEIGHT * ui.em
