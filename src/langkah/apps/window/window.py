"""The window: one loop that handles events, advances the game, and draws sixty times a second while something moves.

Resting parts are drawn once into a layer. A frame consists of that layer, the moving shapes, and the dialogs above
them. While nothing moves, the loop sleeps until an event.
"""

import time
from contextlib import suppress

import pygame
from pygame import Surface
from pygame.event import Event

from langkah.apps.window import controls, dialogs, targets
from langkah.apps.window.board_view import BoardView
from langkah.apps.window.canvas import Canvas
from langkah.apps.window.highlights import FACE_SECONDS, choose_tumbling_face, find_highlights
from langkah.apps.window.keyboard import Keyboard
from langkah.apps.window.keys import find_next
from langkah.apps.window.level_chooser import LevelChooser
from langkah.apps.window.mouse import Mouse
from langkah.apps.window.page_opener import OpenPage, PageOpener
from langkah.apps.window.play_controller import PlayController, PositionChange
from langkah.apps.window.session_setup import reseat_session
from langkah.apps.window.ui import ClickArea, Ui, find_click_area
from langkah.games import load
from langkah.language import LANGUAGES, current_language
from langkah.model import get_title
from langkah.session import Session
from langkah.views.paint import Point
from langkah.views.theme import THEMES, to_rgb

FRAMES_PER_SECOND = 60  # while something moves
IDLE_MILLISECONDS = 30  # longest sleep while nothing moves
SCREEN_SHARE = 0.8  # size of a new window, as a share of the screen
SMALLEST_PIXELS, LARGEST_PIXELS = (420, 380), (2400, 1700)
TUMBLE_SECONDS = 0.6  # time for which dice tumble, at normal speed
ENDING_DELAY_SECONDS = 0.35  # time between the finished board and the final card


class Window:
    """A window that shows one session."""

    def __init__(
        self, session: Session, *, theme: str = "light", choosing: bool = False, open_page: OpenPage | None = None
    ) -> None:
        self.window = pygame.Window(
            get_title(session.problem), _compute_first_size(), resizable=True, allow_high_dpi=True
        )
        self.window.minimum_size = SMALLEST_PIXELS
        # Content and event handlers
        self.theme = THEMES[theme]
        self.canvas = Canvas()
        self.board = BoardView(self.canvas)
        self.play = PlayController(session)
        self.mouse = Mouse(self.board, self.play)
        self.keyboard = Keyboard(self)
        self.page = PageOpener(self.play, open_page)
        self.clock = pygame.time.Clock()
        # State of the game in the window
        self.open = True
        self.seen = PositionChange(0)  # the last change that was shown
        self.lifted: tuple[str, ...] = ()  # the selection whose pieces are lifted
        self.tumbling = 0.0  # until when the dice tumble
        self.help = False
        self.chooser: LevelChooser | None = None
        self.put_away = -1  # the number of the change whose final card was closed
        self.ended = 0.0  # when the final card appears
        self.confetti: dialogs.Confetti | None = None
        # The last drawing
        self.click_areas: list[ClickArea] = []
        self.resting_areas: list[ClickArea] = []
        self.layer = Surface((1, 1))
        self.rested: object = None  # the cache key of the layer's content
        self.shown: object = None  # the cache key of the last frame
        self.hand = False  # whether the cursor is a hand
        self.missing = False  # whether some pictures are not drawn yet
        if choosing:
            self._toggle_levels()

    # The loop

    def run(self) -> int:
        """Play until the window is closed; returns the exit code."""
        try:
            while self.open:
                self.frame()
        except KeyboardInterrupt:
            return 130
        finally:
            self.play.close()
            self.window.destroy()
        return 0

    def frame(self) -> None:
        """Handle the pending events, advance the game, and draw a frame if anything has changed."""
        for event in self._wait_for_events():
            self.handle(event)
        now = time.monotonic()
        self._advance(now)
        look = self.look(now)
        if self.open and (look != self.shown or self.is_lively(now)):
            self.draw(now, look)

    def _wait_for_events(self) -> list[Event]:
        """The pending events; waits a short time for them if nothing moves."""
        if self.is_lively(time.monotonic()):
            self.clock.tick(FRAMES_PER_SECOND)
            return pygame.event.get()
        first = pygame.event.wait(IDLE_MILLISECONDS)
        return [first, *pygame.event.get()] if first.type != pygame.NOEVENT else []

    def is_lively(self, now: float) -> bool:
        """Whether frames must be drawn without a pause, because something is moving or some pictures of levels are
        still missing.
        """
        flying = self.confetti is not None and self.confetti.flying(now)
        return flying or self.missing or now < self.tumbling or not self.board.is_resting(now)

    def _advance(self, now: float) -> None:
        """Let the game make its next step if it is due, and start the animations of all changes."""
        self.page.tick()
        self._follow_position(now)
        self.play.tick(self.board.is_resting(now) and now >= self.tumbling)
        self._follow_position(now)
        if self.play.note.text and now > self.play.note.until:
            self.play.note = self.play.note._replace(text="")
        if self.tumbling and now >= self.tumbling:
            self._show_position(now)
        while self.play.refused:
            self.board.shake(self.play.refused.pop(), now)
        selected = self.play.session.selected
        if selected != self.lifted and not self.mouse.dragging:
            self.lifted = selected
            self.board.pose(targets.find_carried(self.play.session, selected).raised(), now, self.play.pace)
        if not self.shows_ending(now):
            self.confetti = None
        elif self.confetti is None:
            self.confetti = dialogs.Confetti(now, pieces=dialogs.count_confetti(self.play.session))

    def _follow_position(self, now: float) -> None:
        """After a change of the position, show it, or let the dice tumble first."""
        if self.play.change.number == self.seen.number:
            return
        self.seen = self.play.change
        if self.seen.faces:
            self.tumbling = now + TUMBLE_SECONDS / self.play.pace
        else:
            self._show_position(now)

    def _show_position(self, now: float) -> None:
        session, change, before = self.play.session, self.seen, self.board.scene
        self.tumbling = 0.0
        self.window.title = get_title(session.problem)
        self.lifted = session.selected
        self.board.go(session.scene(), change.renamed, now, self.play.pace)
        if change.ways:
            transition, ways = self.board.transition, tuple(reversed(change.ways))
            moving = tuple(targets.route_over_ground(before, ways, each) for each in transition.moving)
            self.board.transition = transition._replace(moving=moving)
        self.ended = now + self.board.transition.lasts + ENDING_DELAY_SECONDS

    def shows_ending(self, now: float) -> bool:
        """Whether the final card is over the board."""
        over = self.play.session.over and self.put_away != self.play.change.number
        return over and now >= self.ended and now >= self.tumbling and not self.help and self.chooser is None

    # Actions

    def handle(self, event: Event) -> None:
        """Handle one event."""
        now = time.monotonic()
        match event.type:
            case pygame.QUIT | pygame.WINDOWCLOSE:
                self.open = False
            case pygame.WINDOWEXPOSED | pygame.WINDOWSIZECHANGED:
                self.shown = None
            case pygame.KEYDOWN:
                self.keyboard.press(event)
            case pygame.MOUSEMOTION:
                self.mouse.move(self._find_pixel(event))
            case pygame.MOUSEBUTTONDOWN if event.button == 1:
                self._press_mouse(self._find_pixel(event))
            case pygame.MOUSEBUTTONUP if event.button == 1:
                self.mouse.release(self._find_pixel(event), now)
            case pygame.MOUSEWHEEL if self.chooser is not None:
                self.chooser.scroll(event.y)
                self.shown = None

    def _find_pixel(self, event: Event) -> Point:
        """The position of the mouse in pixels. Events give it in points, which are larger than pixels on some
        screens.
        """
        scale = self.window.get_surface().get_width() / self.window.size[0]
        return event.pos[0] * scale, event.pos[1] * scale

    def _press_mouse(self, point: Point) -> None:
        """Handle a mouse press: on a clickable part of the window or, if there is none at this point, on the board."""
        self.mouse.move(point)
        area = find_click_area(self.click_areas, point)
        if area is not None:
            self.command(area.command)
        else:
            self.mouse.press(point)

    def command(self, name: str) -> None:
        """Run the command of a key or a button."""
        play = self.play
        doing = {
            "solve": play.solve,
            "reset": play.reset,
            "undo": play.undo,
            "redo": play.redo,
            "hint": play.ask_hint,
            "marks": play.ask_marks,
            "players": play.change_players,
            "why": play.tell_why,
            "new": play.new,
            "page": play.turn_page,
            "fewer": lambda: play.change_number(-1),
            "more": lambda: play.change_number(1),
            "slower": lambda: play.change_speed(-1),
            "faster": lambda: play.change_speed(1),
            "watch": self.page.watch,
            "lessons": self.page.open_lessons,
            "levels": self._toggle_levels,
            "theme": self._turn_theme,
            "language": self._turn_language,
            "help": self._toggle_help,
            "close": self.close_dialog,
        }
        if self.chooser is not None and name not in ("levels", "theme", "language", "close"):
            self.chooser.click(name)
        elif name in doing:
            doing[name]()
        elif name:
            play.press(name)

    def _toggle_levels(self) -> None:
        self.play.halt()
        self.help = False
        chosen = self.play.session.problem.origin[0]
        self.chooser = LevelChooser(chosen, self._play_level) if self.chooser is None else None

    def _toggle_help(self) -> None:
        self.help = not self.help

    def _play_level(self, name: str) -> None:
        session = self.play.session
        if self.play.reopen(lambda: reseat_session(session, load(name), session.seed)):
            self.chooser = None

    def _turn_theme(self) -> None:
        self.theme = THEMES[find_next(list(THEMES), self.theme.name)]

    def _turn_language(self) -> None:
        current_language.set(find_next(list(LANGUAGES), current_language.get()))
        self._show_position(time.monotonic())

    def close_dialog(self) -> bool:
        """Close the topmost dialog; returns whether there was one."""
        if self.chooser is not None:
            self.chooser = None
        elif self.page.command:
            self.page.command = ""
        elif self.help:
            self.help = False
        elif self.shows_ending(time.monotonic()):
            self.put_away = self.play.change.number
        else:
            return False
        return True

    def find_focus_places(self) -> dict[str, Point]:
        """The handles of the board and the buttons of listed moves that can have the keyboard focus, with their
        positions in pixels. Empty while an opponent is to move and after the end of the game.
        """
        session = self.play.session
        if session.opponent is not None or session.over:
            return {}
        scene = session.scene()
        found = {name: self.board.pixels(point) for name, point in targets.find_live_handles(session, scene).items()}
        for area in self.click_areas:
            if area.command.startswith(targets.MOVE_COMMAND):
                found[area.command] = area.rect.center
        return found

    # Drawing

    def look(self, now: float) -> object:
        """The cache key of the resting parts: everything that determines their look."""
        play, mouse = self.play, self.mouse
        hovered = find_click_area(self.click_areas, mouse.at)
        around = self.window.size, self.theme.name, current_language.get(), hovered
        return (
            *around,
            (play.change.number, play.session.selected, play.auto, play.speed, play.worker.task),
            (play.page, play.note, play.progress.get("expanded"), play.left, play.optimum, play.hopeless),
            (None if play.hint is None else play.hint["text"], tuple(play.marks.items())),
            (self.keyboard.focus, self.help, self.page.command, self.shows_ending(now)),
            None if self.chooser is None else (self.chooser.game, self.chooser.at, self.chooser.top),
            (mouse.over(), self.board.is_resting(now), tuple(self.board.poses.items()) if mouse.dragging else ()),
            (self.board.transition.starts, tuple(self.board.poses)),
        )

    def draw(self, now: float, look: object) -> None:
        """Draw one frame."""
        target = self.window.get_surface()
        ui = Ui(self.canvas, target, self.theme, controls.compute_em(target.get_size()), self.mouse.at)
        self.missing = False
        if self.chooser is not None:
            self.missing = self.chooser.draw(ui)
        else:
            self._draw_board(ui, now, look)
        self.click_areas, self.shown = ui.click_areas, look
        self.window.flip()
        self._set_cursor()
        if self.keyboard.walking:
            self.keyboard.keep_focus()

    def _draw_board(self, ui: Ui, now: float, look: object) -> None:
        key = (look, ui.target.get_size(), self.find_face_up(now))
        if self.rested != key:
            self.rested = key
            self._draw_resting(ui, now)
        ui.click_areas = list(self.resting_areas)
        ui.target.blit(self.layer, (0, 0))
        self.board.draw_moving(ui.target, self.theme, now)
        controls.draw_automatic_badge(ui, self.play, self.board.area)
        if self.page.command:
            dialogs.draw_command(ui, self.page.why, self.page.command, copied=self.page.copied)
        elif self.help:
            dialogs.draw_help(ui, self.play)
        elif self.confetti is not None:
            dialogs.draw_ending(ui, self.play, self.confetti, now)

    def _draw_resting(self, ui: Ui, now: float) -> None:
        """Draw all parts that are not moving into `self.layer`, the background of the following frames."""
        if self.layer.get_size() != ui.target.get_size():
            self.layer = Surface(ui.target.get_size(), 0, ui.target)
        self.layer.fill(to_rgb(self.theme.page))
        still = Ui(self.canvas, self.layer, self.theme, ui.em, ui.pointer)
        self.board.fit(controls.compute_board_area(still, self.play))
        up = self.find_face_up(now)
        self.board.lit = {up: "selected"} if up else find_highlights(self.play, self.mouse.over())
        self.board.draw_resting(self.layer, self.theme, now)
        controls.draw_controls(still, self.play)
        self._draw_focus(still)
        self.resting_areas = still.click_areas

    def _draw_focus(self, ui: Ui) -> None:
        """Draw a ring around the keyboard focus."""
        focus = self.keyboard.focus
        frame = targets.find_outline(self.board.scene, focus)
        colour = self.theme.of("selected").fill
        chip = next((area.rect for area in ui.click_areas if area.command == focus), None)
        if focus and frame is not None:
            self.board.draw_ring(ui.target, frame, colour)
        elif focus and chip is not None:
            ui.panel(chip, "", colour, corner=0.55, line=0.15)

    def find_face_up(self, now: float) -> str:
        """The face of the die that is shown now; "" if no dice are tumbling."""
        left = (self.tumbling - now) * self.play.pace / FACE_SECONDS
        return choose_tumbling_face(self.seen, left) if left > 0 else ""

    def _set_cursor(self) -> None:
        """Set the cursor: a hand over clickable parts."""
        area = find_click_area(self.click_areas, self.mouse.at)
        hand = bool(area.command) if area else bool(self.mouse.over())
        if hand != self.hand:
            self.hand = hand
            with suppress(pygame.error):  # a screen without cursors
                pygame.mouse.set_cursor(pygame.SYSTEM_CURSOR_HAND if hand else pygame.SYSTEM_CURSOR_ARROW)


def _compute_first_size() -> tuple[int, int]:
    wide, high = pygame.display.get_desktop_sizes()[0]
    width = max(SMALLEST_PIXELS[0], min(LARGEST_PIXELS[0], int(wide * SCREEN_SHARE)))
    height = max(SMALLEST_PIXELS[1], min(LARGEST_PIXELS[1], int(high * SCREEN_SHARE)))
    return min(width, int(height * 1.5)), height
