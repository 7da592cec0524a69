"""Draws the controls around the board: title, counters and players above it; moves, notes and toolbar below it."""

from pygame import Rect

from langkah.apps.keys import KEYS
from langkah.apps.window import targets
from langkah.apps.window.board_view import fit_scene
from langkah.apps.window.keys import TOOLBAR
from langkah.apps.window.play_controller import PlayController
from langkah.apps.window.session_setup import (
    describe_reply,
    find_number_setting,
    list_lineups,
    name_seat,
    read_number,
)
from langkah.apps.window.ui import Ui, round_rect
from langkah.language import _, format_number, format_plural
from langkah.model import Game, Puzzle, get_title
from langkah.scene import Scene
from langkah.tracing import BUILDING_PATTERNS, COMPILING
from langkah.views.json_form import list_player_names
from langkah.views.theme import choose_ink

HEADER_HEIGHT, NOTE_HEIGHT, TOOLBAR_HEIGHT = 4.6, 2.6, 3.4  # heights in ems
MOVE_LIST_SHARE = 0.4  # height of the list of moves, as a share of the window's height
MOVE_ROW_HEIGHT, MOVE_GAP = 2.3, 0.4  # of the list of moves, in ems
NEXT_PAGE = "…"
GOAL_SIDE = 9.0  # the side of the small board with the goal, in ems

MoveRows = list[list[tuple[str, int]]]  # the names of moves and the widths of their buttons


def compute_em(size: tuple[int, int]) -> float:
    """The em, the unit of text and controls, in pixels for a window of this `size`."""
    return max(11.0, min(size[0] / 58, size[1] / 41))


def compute_board_area(ui: Ui, play: PlayController) -> Rect:
    """The part of the window that is left for the board."""
    return _split_board_area(ui, play)[0]


def _split_board_area(ui: Ui, play: PlayController) -> tuple[Rect, Rect]:
    """The area of the board, and the area of a small board with the goal, beside or above it.

    The second area is empty if the board itself shows the goal.
    """
    top, bottom = HEADER_HEIGHT * ui.em, _find_move_list_top(ui, _select_move_rows(ui, play))
    whole = round_rect(ui.em, top, ui.target.get_width() - 2 * ui.em, max(1, bottom - top))
    if find_goal_scene(play) is None:
        return whole, Rect(0, 0, 0, 0)
    side = round(GOAL_SIDE * ui.em)
    if whole.width > whole.height + side:
        aside = Rect(whole.right - side, whole.y, side, whole.height)
        return Rect(whole.x, whole.y, whole.width - side, whole.height), aside
    side = min(side, whole.height // 3)
    return Rect(whole.x, whole.y + side, whole.width, whole.height - side), Rect(whole.x, whole.y, whole.width, side)


def find_goal_scene(play: PlayController) -> Scene | None:
    """The picture of the goal; None if the board itself shows the goal."""
    problem = play.session.problem
    return problem.goal_scene() if isinstance(problem, Puzzle) else None


def _draw_goal(ui: Ui, play: PlayController) -> None:
    """Draw the small board with the goal."""
    scene, area = find_goal_scene(play), _split_board_area(ui, play)[1]
    if scene is None:
        return
    room = Rect(area.x, area.y + round(1.7 * ui.em), area.width, max(1, area.height - round(1.7 * ui.em)))
    room.height = min(room.height, round(GOAL_SIDE * ui.em))
    ui.text(_("Goal"), area.centerx, area.y + 0.9 * ui.em, 0.95, role="faint", align=0.5)
    ui.canvas.draw_scene(ui.target, scene, ui.theme, *fit_scene(scene, room))


def draw_controls(ui: Ui, play: PlayController) -> None:
    """Draw everything around the board: the header, the goal, the list of moves, the note and the toolbar."""
    _draw_header(ui, play)
    _draw_goal(ui, play)
    draw_move_list(ui, play)
    _draw_note(ui, play)
    _draw_toolbar(ui, play)


def _draw_header(ui: Ui, play: PlayController) -> None:
    em, draw_figures = ui.em, _draw_players if len(play.session.seats) > 1 else _draw_counters
    left = draw_figures(ui, play, ui.target.get_width() - 1.4 * em)
    ui.text(get_title(play.session.problem), 1.4 * em, 1.6 * em, 1.5, bold=True, room=left - 3 * em)
    _draw_second_line(ui, play, left - 2.4 * em)


def _draw_second_line(ui: Ui, play: PlayController, room: float) -> None:
    """Draw the setting that the arrow keys change, with clickable arrows. If the problem has no such setting, draw its
    name.
    """
    em, setting = ui.em, find_number_setting(play.session.problem)
    x, y = 1.4 * em, 3.4 * em
    if setting is None:
        ui.text(play.session.problem.name, x, y, 0.9, role="faint", room=room)
        return
    ui.arrow_button(round_rect(x, y - 0.8 * em, 1.6 * em, 1.6 * em), "fewer", "‹")
    ui.text(str(read_number(play.session.problem, setting)), x + 2.7 * em, y, 1.1, bold=True, align=0.5)
    ui.arrow_button(round_rect(x + 3.8 * em, y - 0.8 * em, 1.6 * em, 1.6 * em), "more", "›")
    x += 5.6 * em
    ui.text(_(setting.label or setting.about) or setting.name, x + 0.3 * em, y, 0.9, role="faint", room=room + em - x)


def _draw_counters(ui: Ui, play: PlayController, right: float) -> float:
    """Draw the number of moves and the least cost, right-aligned at `right`; returns the x coordinate of their left
    end.
    """
    session = play.session
    counters = [(str(session.made), _("rolls") if session.dice else _("moves"))]
    counters.append((_format_least(play), _("minimum from here")))
    if play.optimum is not None:
        counters.append((str(play.optimum), _("minimum from the start")))
    for count, words in reversed(counters):
        wide = max(ui.measure(words, 0.8), ui.measure(count, 1.7, bold=True), 3 * ui.em)
        ui.text(count, right - wide / 2, 1.7 * ui.em, 1.7, bold=True, align=0.5)
        ui.text(words, right - wide / 2, 3.4 * ui.em, 0.8, role="faint", align=0.5)
        right -= wide + 1.5 * ui.em
    return right


def _format_least(play: PlayController) -> str:
    if play.session.over:
        return "0"
    return "∞" if play.hopeless else "…" if play.left is None else str(play.left)


def _draw_players(ui: Ui, play: PlayController, right: float) -> float:
    """Draw the players and whose turn it is, right-aligned at `right`; returns the x coordinate of their left end."""
    session, em = play.session, ui.em
    for seat, name in reversed(list(enumerate(list_player_names(session)))):
        about = _describe_player(play, seat)
        wide = max(ui.measure(name, 1.0, bold=True), ui.measure(about, 0.8)) + 2.2 * em
        rect = round_rect(right - wide, 0.8 * em, wide, 3.3 * em)
        if session.turn == seat and not session.over:
            ui.panel(rect, ui.tint(0.13, "up"), ui.ink("up"), corner=0.5)
        role = f"mark:{seat}" if isinstance(session.problem, Game) else f"piece:{seat}"
        ui.dot(rect.x + 0.85 * em, rect.y + 1.1 * em, 0.36 * em, ui.ink(role))
        ui.text(name, rect.x + 1.5 * em, rect.y + 1.1 * em, 1.0, bold=True)
        ui.text(about, rect.x + 1.5 * em, rect.y + 2.35 * em, 0.8, role="faint")
        right -= wide + 0.4 * em
    return right


def _describe_player(play: PlayController, seat: int) -> str:
    session = play.session
    if session.dice:
        made = sum(turn.player == seat for turn in session.turns[: session.made])
        return format_plural("{n} roll", "{n} rolls", made)
    if play.worker.task == "reply" and session.turn == seat:
        return _("is thinking …")
    return name_seat(session.seats[seat].name)


def _draw_note(ui: Ui, play: PlayController) -> None:
    wide, high = ui.target.get_size()
    text, role = find_note(play)
    lines = ui.wrap(text, 1.0, wide - 3 * ui.em)[:2]
    ui.lines(lines, wide / 2, high - (TOOLBAR_HEIGHT + NOTE_HEIGHT / 2) * ui.em, 1.0, 1.3, role, align=0.5)


def find_note(play: PlayController) -> tuple[str, str]:
    """The text below the board, and its role in the theme: the current note or, if there is none, a hint, the
    opponent's last move or what the player can do.
    """
    session = play.session
    if play.note.text:
        return play.note.text, play.note.role
    if play.hint is not None:
        return str(play.hint["text"]), "hint"
    if session.over:
        return "", "text"
    if played := describe_reply(session):
        return played, "faint"
    if session.dice:
        player = list_player_names(session)[session.turn]
        return _("{player}: click the dice or press Space to roll").format(player=player), "faint"
    return _(session.problem.about), "faint"


def draw_automatic_badge(ui: Ui, play: PlayController, area: Rect) -> None:
    """Draw the badge of automatic mode above the board."""
    if not play.auto:
        return
    text = _("AUTOMATIC MODE") + f"   ×{play.pace:g}"
    if play.worker.task == "solve":
        text = _("AUTOMATIC MODE: solving …")
        if play.progress:
            looked = format_number(play.progress["expanded"])
            text = _("AUTOMATIC MODE: solving, {n} positions examined …").format(n=looked)
            engine = str(play.progress.get("engine"))
            if engine == COMPILING:
                text = _("AUTOMATIC MODE: compiling for the first time …")
            elif engine.startswith(BUILDING_PATTERNS):
                text = _("AUTOMATIC MODE: building pattern databases …")
    wide = ui.measure(text, 0.95, bold=True) + 2.4 * ui.em
    rect = round_rect(area.centerx - wide / 2, area.y - 0.4 * ui.em, wide, 2 * ui.em)
    ui.panel(rect, ui.ink("hint"), corner=1.0)
    colour = choose_ink(ui.ink("hint"))
    ui.text(text, rect.centerx, rect.centery, 0.95, colour=colour, bold=True, align=0.5)


def _draw_toolbar(ui: Ui, play: PlayController) -> None:
    """Draw buttons for the most important keys. They have labels if there is space for all labels."""
    session, gap = play.session, 0.5 * ui.em
    wide, high = ui.target.get_size()
    shared = len(list_lineups(session)) > 1
    able = {
        "undo": session.made > 0 or bool(play.earlier),
        "reset": session.made > 0,
        "redo": session.made < len(session.turns),
    }
    keys = [key for key in KEYS if key.command in TOOLBAR and (shared or key.command != "players")]
    widths = [ui.measure(_(key.word), 0.95) + 2.9 * ui.em for key in keys]
    words = sum(widths) + gap * len(keys) < wide - ui.em
    if not words:
        widths = [2.4 * ui.em] * len(keys)
    x = (wide - sum(widths) - gap * (len(keys) - 1)) / 2
    for key, width in zip(keys, widths, strict=True):
        rect = round_rect(x, high - (TOOLBAR_HEIGHT - 0.4) * ui.em, width, 2.4 * ui.em)
        word = _(key.word) if words else ""
        ui.key_button(rect, key.command, key.sign, word, lively=able.get(key.command, True))
        x += width + gap


def _select_move_rows(ui: Ui, play: PlayController) -> MoveRows:
    """The rows of the list of moves: all if they fit, otherwise one page with a button for the next page."""
    found: MoveRows = []
    left = 0.0
    for label in targets.list_unclickable_moves(play.session):
        wide = round(ui.measure(label, 1.0) + 1.6 * ui.em)
        if not found or left < wide:
            found.append([])
            left = ui.target.get_width() - 2.8 * ui.em
        found[-1].append((label, wide))
        left -= wide + MOVE_GAP * ui.em
    most = max(2, int(MOVE_LIST_SHARE * ui.target.get_height() / ui.em / MOVE_ROW_HEIGHT))
    if len(found) <= most:
        return found
    pages = -(-len(found) // (most - 1))
    first = play.page % pages * (most - 1)
    return [*found[first : first + most - 1], [(NEXT_PAGE, round(4 * ui.em))]]


def _find_move_list_top(ui: Ui, rows: MoveRows) -> float:
    return ui.target.get_height() - (NOTE_HEIGHT + TOOLBAR_HEIGHT + len(rows) * MOVE_ROW_HEIGHT) * ui.em


def draw_move_list(ui: Ui, play: PlayController) -> None:
    """Draw the list of the moves that cannot be made by clicking on the board."""
    rows, gap = _select_move_rows(ui, play), MOVE_GAP * ui.em
    y = _find_move_list_top(ui, rows)
    for row in rows:
        x = (ui.target.get_width() - sum(width for _label, width in row) - gap * (len(row) - 1)) / 2
        for label, width in row:
            command = "page" if label == NEXT_PAGE else targets.MOVE_COMMAND + label
            ui.word_button(round_rect(x, y, width, 2 * ui.em), command, label)
            x += width + gap
        y += MOVE_ROW_HEIGHT * ui.em
