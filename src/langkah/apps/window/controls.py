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


def compute_board_area(pen: Ui, round_: PlayController) -> Rect:
    """What is left for the board."""
    wide, high = pen.target.get_size()
    top, bottom = (
        HEADER_HEIGHT * pen.em,
        high - (NOTE_HEIGHT + TOOLBAR_HEIGHT) * pen.em - _compute_move_list_height(pen, round_),
    )
    return Rect(round(pen.em), round(top), round(wide - 2 * pen.em), max(1, round(bottom - top)))


def draw_controls(pen: Ui, round_: PlayController) -> None:
    """Everything around the board."""
    _draw_header(pen, round_)
    draw_move_list(pen, round_)
    _draw_note(pen, round_)
    _draw_toolbar(pen, round_)


def _draw_header(pen: Ui, round_: PlayController) -> None:
    """Title and number on the left, counters on the right."""
    em, wide = pen.em, pen.target.get_width()
    left = (
        _draw_players(pen, round_, wide - 1.4 * em)
        if _has_several_seats(round_)
        else _draw_counters(pen, round_, wide - 1.4 * em)
    )
    title = get_title(round_.session.problem)
    pen.text(
        fonts.truncate_text(title, pen.size(1.5), round(left - 3 * em), bold=True), 1.4 * em, 1.6 * em, 1.5, bold=True
    )
    _draw_second_line(pen, round_, left - 2.4 * em)


def _draw_second_line(pen: Ui, round_: PlayController, room: float) -> None:
    """The number that the arrows change, with arrows to click; else how the problem was asked for."""
    em, setting = pen.em, find_number_setting(round_.session.problem)
    x, y = 1.4 * em, 3.4 * em
    if setting is None:
        name = round_.session.problem.name
        pen.text(fonts.truncate_text(name, pen.size(0.9), round(room)), x, y, 0.9, role="faint")
        return
    for sign, command in (("‹", "fewer"), ("›", "more")):
        rect = Rect(round(x), round(y - 0.8 * em), round(1.6 * em), round(1.6 * em))
        pen.button(rect, command)
        pen.text(sign, rect.centerx, rect.centery - em * 0.06, 1.2, bold=True, align=0.5)
        x += 1.8 * em
        if command == "fewer":
            value = str(read_number(round_.session.problem, setting))
            pen.text(value, x + 0.9 * em, y, 1.1, bold=True, align=0.5)
            x += 2.0 * em
    about = _(setting.about) or setting.name
    pen.text(fonts.truncate_text(about, pen.size(0.9), round(room + em - x)), x + 0.3 * em, y, 0.9, role="faint")


def _has_several_seats(round_: PlayController) -> bool:
    """Whether several people or opponents play."""
    return len(round_.session.seats) > 1


def _draw_counters(pen: Ui, round_: PlayController, right: float) -> float:
    """Moves made, and the least that is needed, from the right. Where they begin."""
    session = round_.session
    caption = _("rolls") if session.dice else _("moves")
    told = [(str(session.made), caption), (_format_least(round_), _("least from here"))]
    if round_.optimum is not None:
        told.append((str(round_.optimum), _("least in all")))
    for count, words in reversed(told):
        wide = max(pen.wide(words, 0.8), pen.wide(count, 1.7, bold=True), 3 * pen.em)
        pen.text(count, right - wide / 2, 1.7 * pen.em, 1.7, bold=True, align=0.5)
        pen.text(words, right - wide / 2, 3.4 * pen.em, 0.8, role="faint", align=0.5)
        right -= wide + 1.5 * pen.em
    return right


def _format_least(round_: PlayController) -> str:
    """The least from here in a few signs."""
    if round_.session.over:
        return "0"
    return "∞" if round_.hopeless else "…" if round_.left is None else str(round_.left)


def _draw_players(pen: Ui, round_: PlayController, right: float) -> float:
    """Who plays, whose turn it is; from the right. Where it begins."""
    session, em = round_.session, pen.em
    names = list_player_names(session)
    for seat in reversed(range(len(session.seats))):
        lines = names[seat], _describe_player(round_, seat)
        wide = max(pen.wide(lines[0], 1.0, bold=True), pen.wide(lines[1], 0.8)) + 2.2 * em
        rect = Rect(round(right - wide), round(0.8 * em), round(wide), round(3.3 * em))
        turn = session.turn == seat and not session.over
        if turn:
            pen.panel(rect, mix_colours(pen.theme.page, pen.ink("up"), 0.13), pen.ink("up"), corner=0.5)
        role = f"mark:{seat}" if isinstance(session.problem, Game) else f"piece:{seat}"
        pen.dot(rect.x + 0.85 * em, rect.y + 1.1 * em, 0.36 * em, pen.ink(role))
        pen.text(lines[0], rect.x + 1.5 * em, rect.y + 1.1 * em, 1.0, bold=True)
        pen.text(lines[1], rect.x + 1.5 * em, rect.y + 2.35 * em, 0.8, role="faint")
        right -= wide + 0.4 * em
    return right


def _describe_player(round_: PlayController, seat: int) -> str:
    """A few words about a player."""
    session = round_.session
    if session.dice:
        made = sum(turn.player == seat for turn in session.turns[: session.made])
        return format_plural("{n} roll", "{n} rolls", made)
    if round_.backstage.task == "reply" and session.turn == seat:
        return _("is thinking …")
    return _(session.seats[seat].name)


def _draw_note(pen: Ui, round_: PlayController) -> None:
    """A line about what just happened, or about what can be done."""
    wide, high = pen.target.get_size()
    middle = high - (TOOLBAR_HEIGHT + NOTE_HEIGHT / 2) * pen.em
    text, role = find_note(round_)
    lines = fonts.wrap_text(text, pen.size(1.0), round(wide - 3 * pen.em))[:2]
    for index, line in enumerate(lines):
        pen.text(line, wide / 2, middle + (index - (len(lines) - 1) / 2) * 1.3 * pen.em, 1.0, role=role, align=0.5)


def find_note(round_: PlayController) -> tuple[str, str]:
    """The note, or the next thing to do, and its role."""
    session = round_.session
    if round_.note.text:
        return round_.note.text, round_.note.role
    if round_.hint is not None:
        return str(round_.hint["text"]), "hint"
    if session.over:
        return "", "text"
    if session.reason and session.made and session.seats[session.turns[session.made - 1].player].choose:
        return session.reason, "faint"
    if session.dice:
        return _("{player}: click the dice or press Space to roll").format(
            player=list_player_names(session)[session.turn]
        ), "faint"
    return _(type(session.problem).about), "faint"


def draw_automatic_badge(pen: Ui, round_: PlayController, area: Rect) -> None:
    """Automatic mode, shown above the board."""
    if not round_.auto:
        return
    text = _("AUTOMATIC MODE") + f"   ×{round_.pace:g}"
    if round_.backstage.task == "solve":
        text = _("AUTOMATIC MODE: solving …")
        if round_.progress:
            looked = format_number(round_.progress["expanded"])
            text = _("AUTOMATIC MODE: solving, {n} positions …").format(n=looked)
    wide = pen.wide(text, 0.95, bold=True) + 2.4 * pen.em
    rect = Rect(round(area.centerx - wide / 2), round(area.y - 0.4 * pen.em), round(wide), round(2 * pen.em))
    pen.panel(rect, pen.ink("hint"), corner=1.0)
    pen.write(text, rect.centerx, rect.centery, 0.95, choose_ink(pen.ink("hint")), bold=True, align=0.5)


def _draw_toolbar(pen: Ui, round_: PlayController) -> None:
    """The most important keys, to be clicked."""
    wide, high = pen.target.get_size()
    shared = len(list_lineups(round_.session)) > 1
    keys = [key for key in KEYS if key.command in TOOLBAR and (shared or key.command != "players")]
    whole = [_compute_tool_width(pen, key, words=True) for key in keys]
    words = sum(whole) + 0.5 * pen.em * len(keys) < wide - pen.em
    widths = whole if words else [_compute_tool_width(pen, key, words=False) for key in keys]
    gap = 0.5 * pen.em
    x = (wide - sum(widths) - gap * (len(keys) - 1)) / 2
    for key, width in zip(keys, widths, strict=True):
        rect = Rect(round(x), round(high - (TOOLBAR_HEIGHT - 0.4) * pen.em), round(width), round(2.4 * pen.em))
        _draw_tool(pen, key, rect, lively=_is_command_possible(round_, key.command), words=words)
        x += width + gap


def _compute_tool_width(pen: Ui, key: Key, *, words: bool) -> float:
    """How wide a tool is."""
    return 2.4 * pen.em + (pen.wide(_(key.word), 0.95) + 0.5 * pen.em if words else 0)


def _draw_tool(pen: Ui, key: Key, rect: Rect, *, lively: bool, words: bool) -> None:
    """One tool: its key and its word."""
    role = "text" if lively else "faint"
    pen.button(rect, key.command, lively=lively)
    pen.key(key.sign, rect.x + 0.45 * pen.em, rect.centery, role=role)
    if words:
        pen.text(_(key.word), rect.x + 2.3 * pen.em, rect.centery, 0.95, role=role)


def _is_command_possible(round_: PlayController, command: str) -> bool:
    """Whether a tool would do something now."""
    session = round_.session
    able = {"undo": session.made > 0, "reset": session.made > 0, "redo": session.made < len(session.turns)}
    return able.get(command, True)


def _arrange_move_rows(pen: Ui, round_: PlayController) -> list[list[tuple[str, int]]]:
    """The moves that are chosen from a list: names and widths of their buttons, in rows."""
    found: list[list[tuple[str, int]]] = []
    left = 0.0
    for label in targets.list_unclickable_moves(round_.session):
        wide = round(pen.wide(label, 1.0) + 1.6 * pen.em)
        if not found or left < wide:
            found.append([])
            left = pen.target.get_width() - 2.8 * pen.em
        found[-1].append((label, wide))
        left -= wide + MOVE_GAP * pen.em
    return found


def _select_shown_rows(pen: Ui, round_: PlayController) -> list[list[tuple[str, int]]]:
    """The rows there is room for: all of them, or one page and a button to the next."""
    found = _arrange_move_rows(pen, round_)
    most = max(2, int(MOST_LISTED * pen.target.get_height() / pen.em / MOVE_ROW_HEIGHT))
    if len(found) <= most:
        return found
    pages = -(-len(found) // (most - 1))
    first = round_.page % pages * (most - 1)
    return [*found[first : first + most - 1], [(NEXT_PAGE, round(4 * pen.em))]]


def _compute_move_list_height(pen: Ui, round_: PlayController) -> float:
    """How much room the moves to choose from take."""
    return len(_select_shown_rows(pen, round_)) * MOVE_ROW_HEIGHT * pen.em


def draw_move_list(pen: Ui, round_: PlayController) -> None:
    """The moves to choose from."""
    wide, high = pen.target.get_size()
    y = high - (NOTE_HEIGHT + TOOLBAR_HEIGHT) * pen.em - _compute_move_list_height(pen, round_)
    for row in _select_shown_rows(pen, round_):
        x = (wide - sum(width for _label, width in row) - MOVE_GAP * pen.em * (len(row) - 1)) / 2
        for label, width in row:
            rect = Rect(round(x), round(y), width, round(2 * pen.em))
            pen.button(rect, "page" if label == NEXT_PAGE else targets.MOVE_COMMAND + label)
            pen.text(label, rect.centerx, rect.centery, 1.0, align=0.5)
            x += width + MOVE_GAP * pen.em
        y += MOVE_ROW_HEIGHT * pen.em
