"""The screen on which searches are watched, in one of four stages: a form, on which a search is chosen; a sheet with
lessons; a search that runs in the worker; a viewer, in which its record is stepped through.

Nothing here waits: the search runs in another process, and its record is read by a thread of its own.
"""

import time
from collections.abc import Callable
from threading import Thread
from typing import Any

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from langkah.apps.window import controls, dialogs
from langkah.apps.window.canvas import Canvas
from langkah.apps.window.keys import PRESS_KEYS
from langkah.apps.window.play_controller import PlayController
from langkah.apps.window.ui import ClickArea, Ui, find_click_area, round_rect
from langkah.apps.window.watch import keys, panes, playback_controls, search_form
from langkah.apps.window.watch.layout import make_layout
from langkah.apps.window.watch.lesson import LESSON_COMMAND, PAGE_COMMANDS, LessonChooser, LessonPages
from langkah.apps.window.watch.search_choices import SearchChoices, Values
from langkah.apps.window.watch.viewer import TraceViewer
from langkah.apps.worker_client import Question
from langkah.errors import BadInput
from langkah.games.files import describe_exception
from langkah.language import N_, _, current_language
from langkah.model import get_title
from langkah.tasks.trace import list_searches
from langkah.views.board_parts import read_pictured_trace
from langkah.views.growing_tree import NONE
from langkah.views.paint import Point
from langkah.views.playback import SPEEDS, Playback
from langkah.views.sentences import format_heading
from langkah.views.theme import to_rgb

FORM, LESSONS, SEARCHING, VIEWING = "form", "lessons", "searching", "viewing"
CALM_SPEED = 25  # events a second: up to here the window may doze between them
WINDOW_COMMANDS = ("theme", "language")  # commands that are the window's own
HEADER_BUTTONS = (
    ("Esc", N_("Back"), "close"),
    ("H", N_("Keys"), "help"),
    ("L", N_("Lessons"), "lessons"),
    ("N", N_("Search"), "new"),
)


class WatchScreen:
    """A search, from the choice of it to its last event. `outside` does what is no business of this screen."""

    def __init__(self, play: PlayController, canvas: Canvas, outside: Callable[[str], None], search: Values) -> None:
        self.play, self.canvas, self.outside = play, canvas, outside
        self.choices = SearchChoices(list_searches(play.session), search)
        self.viewer: TraceViewer | None = None
        self.stage = FORM
        self.help = False
        self.wrong = ""  # why the last search cannot be watched
        self.progress: Values = {}
        self.asked = 0  # how many searches were asked for: what comes for an older one is not wanted any more
        self.lesson = ""  # the name of the lesson that was asked for last, "" where it was a search
        self.chooser: LessonChooser | None = None  # once lessons were asked for
        self.at = 0  # the moment at which its record is to be shown, or the page of a lesson
        self.arrived: tuple[int, TraceViewer | str] | None = None  # for which search, and its viewer or what went wrong
        self.beat = time.monotonic()
        self.changed = 0  # counts what was done, so that it is seen
        self.click_areas: list[ClickArea] = []

    # What goes on

    @property
    def _active(self) -> TraceViewer | None:
        """The viewer while it is shown and nothing lies over it."""
        return self.viewer if self.stage == VIEWING and not self.help else None

    def tick(self, now: float) -> None:
        """Hear what the worker says, and let the record play."""
        self.play.worker.attend()
        arrived, self.arrived = self.arrived, None
        if arrived is not None and arrived[0] == self.asked:
            found = arrived[1]
            if isinstance(found, TraceViewer):
                if self.viewer is not None:  # it is shown as the last one was
                    found.tab, found.playback.speed = self.viewer.tab, self.viewer.playback.speed
                self.viewer, self.stage = found, VIEWING
            else:
                self._fail([found])
        if self.viewer is not None and self.stage == VIEWING:
            self.viewer.playback.tick(now - self.beat)
        self.beat = now

    @property
    def is_lively(self) -> bool:
        """Whether so much moves that every frame counts."""
        if self.viewer is None or self.stage != VIEWING:
            return False
        playback = self.viewer.playback
        return self.viewer.view.is_lively or (playback.playing and SPEEDS[playback.speed] > CALM_SPEED)

    def record(self, at: int = 0) -> None:
        """Let the search be made and recorded, to be shown at a moment."""
        self.lesson = ""
        self._ask("watch", self.play.saved, {"search": dict(self.choices.search)}, at)

    def open_lesson(self, name: str, page: int = 0) -> None:
        """Let the search of a lesson be made, to be shown at one of its pages."""
        self.lesson = name
        self._ask("lesson to watch", None, {"name": name}, page)

    def _ask(self, task: str, saved: Values | None, options: Values, at: int) -> None:
        self.stage, self.wrong, self.progress, self.at = SEARCHING, "", {}, at
        self.asked += 1
        number = self.asked

        def hear(word: str, found: Any) -> None:
            if word == "progress":
                self.progress = found
            elif word == "error":
                self._fail(found)
            else:
                Thread(target=self._read, args=(found, number, at, current_language.get()), daemon=True).start()

        self.play.worker.ask(Question(task, saved, hear, options))

    def _read(self, found: Values, number: int, at: int, language: str) -> None:
        """Make a viewer of a record; in a thread of its own, of which nothing is heard but what it leaves behind."""
        current_language.set(language)
        made: TraceViewer | str
        try:
            stored = read_pictured_trace(found)
            playback = Playback(stored.problem, stored.trace, stored.ending(), 0 if "lesson" in found else at)
            made = TraceViewer(playback, self.canvas, verdict=found["verdict"], left=found["left"])
            if "lesson" in found:
                made.lesson = LessonPages(found["lesson"], playback, at)
        except BadInput as error:
            made = str(error)
        except Exception as error:  # whatever it is, the screen must not wait for ever
            made = _("Something went wrong that should not: {what}").format(what=describe_exception(error))
        if number == self.asked:
            self.arrived = number, made

    def _fail(self, lines: list[str]) -> None:
        self.stage, self.wrong = LESSONS if self.lesson else FORM, "; ".join(lines)

    def leave(self) -> None:
        """Nothing that is still under way is wanted any more."""
        self.asked += 1
        self.play.worker.cancel()

    def change_language(self) -> None:
        """The language has changed: what the search said must be said again."""
        self.choices = SearchChoices(list_searches(self.play.session), self.choices.search)
        at = self.at
        if self.stage == VIEWING and self.viewer is not None:
            at = self.viewer.playback.at if self.viewer.lesson is None else self.viewer.lesson.index
        if self.stage in (SEARCHING, VIEWING) and self.lesson:
            self.open_lesson(self.lesson, at)
        elif self.stage in (SEARCHING, VIEWING):
            self.record(at)

    # What is done

    def command(self, name: str) -> bool:
        """Do what a key or a button stands for. False: leave the screen."""
        self.changed += 1
        if name == "close":
            return self._close()
        if name in WINDOW_COMMANDS:
            self.outside(name)
        elif name == "help":
            self.help = not self.help
        elif name == "record":
            self.record()
        elif name.startswith(search_form.ROW_COMMAND):
            by, row = name.removeprefix(search_form.ROW_COMMAND).split(" ", 1)
            self.choices.go(row)
            self.choices.turn(1 if by == "more" else -1)
        elif name == "new":
            self.stage, self.wrong = FORM, ""
        elif name == "lessons":
            self.stage, self.wrong, self.chooser = LESSONS, "", self.chooser or LessonChooser()
        elif name.startswith(LESSON_COMMAND) and name not in PAGE_COMMANDS:
            self.open_lesson(name.removeprefix(LESSON_COMMAND))
        elif self._active is not None:
            self._active.command(name)
        return True

    def _close(self) -> bool:
        """Put away the uppermost thing. False: there is nothing left but to leave."""
        if self.help:
            self.help = False
        elif self.stage == SEARCHING:
            self.leave()
            self.stage = LESSONS if self.lesson else FORM
        elif self.stage in (FORM, LESSONS) and self.viewer is not None:
            self.leave()
            self.stage = VIEWING
        elif self.stage == LESSONS:
            self.stage = FORM
        elif self.stage == FORM or self.viewer is None or not self.viewer.deselect():
            return False
        return True

    def handle(self, event: Event, point: Point, now: float) -> bool:
        """One thing that happened, the mouse at a point. False: leave the screen."""
        viewer, before = self._active, self.changed
        self.changed += 1
        match event.type:
            case pygame.KEYDOWN:
                return self._handle_key(event)
            case pygame.MOUSEBUTTONDOWN if event.button == 1:
                area = find_click_area(self.click_areas, point)
                if area is not None:
                    return self.command(area.command) if area.command else True
                if viewer is not None:
                    viewer.press(point)
            case pygame.MOUSEBUTTONDOWN if event.button == 3 and viewer is not None:
                viewer.fold_at(point)
            case pygame.MOUSEWHEEL if viewer is not None:
                viewer.wheel(event.y, point)
            case pygame.MOUSEMOTION if self.viewer is not None and self.viewer.grip:
                self.viewer.drag(point)
            case pygame.MOUSEBUTTONUP if event.button == 1 and self.viewer is not None and self.viewer.grip:
                self.viewer.release(point, now)
            case _:
                self.changed = before
        return True

    def _handle_key(self, event: Event) -> bool:
        if event.key == pygame.K_ESCAPE:
            return self._close()
        if self.stage == FORM and not self.help:
            return self._fill_form(event)
        if self.stage == LESSONS and not self.help:
            return self._choose_lesson(event)
        taught = self._active is not None and self._active.lesson is not None
        name = keys.find_lesson_command(event.key, event.unicode) if taught else ""
        name = name or keys.find_command(event.key, event.mod, event.unicode)
        if name and (self.stage == VIEWING or name in (*WINDOW_COMMANDS, "help")):
            return self.command(name)
        return True

    def _fill_form(self, event: Event) -> bool:
        ways = {pygame.K_UP: -1, pygame.K_DOWN: 1}
        turns = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}
        if event.key in ways:
            self.choices.move(ways[event.key])
        elif event.key == pygame.K_TAB:
            self.choices.move(-1 if event.mod & pygame.KMOD_SHIFT else 1)
        elif event.key in turns:
            self.choices.turn(turns[event.key])
        elif event.key in PRESS_KEYS:
            self.record()
        elif event.key == pygame.K_BACKSPACE:
            self.choices.type("")
        elif event.unicode.isascii() and event.unicode.isdigit():
            self.choices.type(event.unicode)
        elif event.unicode.lower() in ("t", "i", "h", "l"):
            return self.command(keys.WATCH_SIGNS[event.unicode.lower()])
        return True

    def _choose_lesson(self, event: Event) -> bool:
        ways = {pygame.K_UP: -1, pygame.K_DOWN: 1}
        if self.chooser is not None and event.key in ways:
            self.chooser.move(ways[event.key])
        elif self.chooser is not None and event.key in PRESS_KEYS:
            self.open_lesson(self.chooser.chosen)
        elif event.unicode.lower() in ("t", "i", "h", "n"):
            return self.command(keys.WATCH_SIGNS[event.unicode.lower()])
        return True

    def is_over_something(self, point: Point) -> bool:
        """Whether something that is no button can be clicked at a point: a node of the tree, the slider, the chart."""
        viewer = self._active
        if viewer is None:
            return False
        node = viewer.view.node_at(point) if viewer.find_tree_area().collidepoint(point) else NONE
        return node != NONE or any(rect.collidepoint(point) for rect in (viewer.slider, viewer.chart))

    # Drawing

    def look(self) -> object:
        """Everything that decides what is shown, apart from window, theme, language and mouse."""
        viewer = self.viewer
        at = None if viewer is None else (viewer.playback.at, viewer.playback.playing)
        return self.stage, self.help, self.changed, self.wrong, self.progress.get("expanded"), at

    def draw(self, ui: Ui, game: Surface) -> None:
        """The whole window; `game` is what lies below before there is anything to watch."""
        ui.target.fill(to_rgb(ui.theme.page))
        if self.viewer is not None:
            _draw_viewer(ui, self.viewer)
        elif game.get_size() == ui.target.get_size():
            ui.target.blit(game, (0, 0))
        if self.stage != VIEWING:
            ui.veil()
        ui.em = controls.compute_em(ui.target.get_size())  # cards are read like those of the game
        if self.stage == FORM:
            search_form.draw_search_form(ui, self.choices, get_title(self.play.session.problem), self.wrong)
        elif self.stage == LESSONS and self.chooser is not None:
            self.chooser.draw(ui, self.wrong)
        elif self.stage == SEARCHING:
            searched = _("the search of a lesson") if self.lesson else self.choices.algorithm["title"]
            search_form.draw_search_progress(ui, searched, self.progress.get("expanded", 0))
        if self.help:
            dialogs.draw_key_help(ui, [(signs, _(about)) for signs, about, _keys in keys.WATCH_ROWS])
        self.click_areas = ui.click_areas


def _draw_viewer(ui: Ui, viewer: TraceViewer) -> None:
    """Header, panes, what happened, and the buttons."""
    recording = viewer.playback.recording
    size, lines = ui.target.get_size(), len(recording.code)
    high = 0 if viewer.lesson is None else viewer.lesson.measure(ui, size[0] - 2 * ui.em)
    plan = viewer.plan = make_layout(size, ui.em, viewer.tab, lines, walks=recording.walks, lesson=high)
    _draw_viewer_header(ui, plan.header, viewer)
    if viewer.lesson is not None:
        viewer.lesson.draw(ui, plan.lesson)
    viewer.chart = Rect(0, 0, 0, 0)
    for name, rect in plan.panes.items():
        panes.draw_pane(ui, name, rect, viewer)
    if plan.tabs:
        shown = next(name for name in plan.tabs if name in plan.panes)
        panes.draw_tabs(ui, plan.bar, plan.tabs, shown, walks=recording.walks)
    ui.text(viewer.panes().happened, plan.words.x, plan.words.centery, 1.05, bold=True, room=plan.words.width)
    playback_controls.draw_playback_controls(ui, plan.foot, viewer)
    playback_controls.draw_tooltip(ui, playing=viewer.playback.playing)


def _draw_viewer_header(ui: Ui, rect: Rect, viewer: TraceViewer) -> None:
    """What is watched and what came out of it; buttons on the right."""
    em, x = ui.em, rect.right
    for sign, title, command in HEADER_BUTTONS:
        words = _(title)
        wide = round(ui.measure(words, 0.9) + ui.measure(sign, 0.8, bold=True) + 2.6 * em)
        ui.key_button(round_rect(x - wide, rect.y + 0.7 * em, wide, 2.3 * em), command, sign, words, 0.9)
        x -= wide + round(0.4 * em)
    room = x - rect.x - em
    heading = format_heading(viewer.playback.result)
    if viewer.lesson is not None:
        heading = _("Lesson: {title}").format(title=viewer.lesson.title)
    ui.text(heading, rect.x, rect.y + 1.25 * em, 1.2, bold=True, room=room)
    summary = " ".join(each for each in (viewer.verdict, viewer.left) if each)
    ui.text(summary, rect.x, rect.y + 2.85 * em, 0.9, role="faint", room=room)
