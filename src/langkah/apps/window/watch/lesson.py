"""Lessons in the window: the sheet on which one is chosen, and the bar that goes from stop to stop to the question.

All words come with the lesson (`langkah.tasks.lesson`). Whoever wanders off on the panes comes back by the next button.
"""

from typing import Any

from pygame import Rect

from langkah.apps.window.dialogs import draw_dialog
from langkah.apps.window.ui import Ui, round_rect
from langkah.language import _
from langkah.tasks.lesson import list_lessons
from langkah.tracing.record import NEVER
from langkah.views.playback import Playback
from langkah.views.watch_texts import get_watch_text

LESSON_COMMAND, CHOICE_COMMAND = "lesson ", "choice "  # before the name of a lesson, or the place of an answer
PAGE_COMMANDS = NEXT, PREVIOUS = "lesson next", "lesson previous"
ROW_HEIGHT, LEAST_ROW_HEIGHT = 2.9, 1.75  # of the sheet, in ems
LINE_HEIGHT, CHOICE_HEIGHT = 1.4, 2.0  # of the bar
BUTTONS_WIDTH = 15.0

Values = dict[str, Any]


class LessonChooser:
    """The lessons that there are, and the one that is marked."""

    def __init__(self) -> None:
        self.lessons = list_lessons()
        self.at = 0

    @property
    def chosen(self) -> str:
        """The name of the lesson that is marked."""
        return self.lessons[self.at].name

    def move(self, by: int) -> None:
        """Mark another lesson."""
        self.at = (self.at + by) % len(self.lessons)

    def draw(self, ui: Ui, wrong: str) -> None:
        """The sheet: each lesson with what it is about."""
        em, count = ui.em, len(self.lessons)
        rect = draw_dialog(ui, 50, 5.6 + ROW_HEIGHT * count, _("Lessons"))
        line = max(LEAST_ROW_HEIGHT, min(ROW_HEIGHT, (rect.height / em - 5.4) / count))
        ui.text(wrong, rect.x + 2 * em, rect.y + 3.5 * em, 0.9, role="down", room=rect.width - 4 * em)
        for index, lesson in enumerate(self.lessons):
            place = round_rect(
                rect.x + 1.2 * em, rect.y + (4.2 + index * line) * em, rect.width - 2.4 * em, (line - 0.2) * em
            )
            ui.button(place, LESSON_COMMAND + lesson.name)
            if index == self.at:
                ui.panel(place, "", ui.ink("selected"), corner=0.55, line=0.12)
            left, room = place.x + 0.9 * em, place.width - 1.8 * em
            if line > 2.4:
                ui.text(lesson.title.say(), left, place.y + 0.85 * em, 0.95, bold=True, room=room)
                ui.text(lesson.about.say(), left, place.y + 1.95 * em, 0.8, role="faint", room=room)
            else:
                ui.text(lesson.title.say(), left, place.centery, 0.9, bold=True, room=room)


class LessonPages:
    """A lesson that is given: its stops, and the question behind them."""

    def __init__(self, told: Values, playback: Playback, index: int = 0) -> None:
        self.told, self.playback = told, playback
        self.title: str = told["title"]
        self.question: Values | None = told["question"]
        self.index = 0
        self.answer = NEVER  # the place of the answer that was chosen
        self.go(index)

    @property
    def count(self) -> int:
        """How many pages there are."""
        return len(self.told["stops"]) + (self.question is not None)

    @property
    def stop(self) -> Values | None:
        """The stop that is shown; None where it is the question."""
        stops = self.told["stops"]
        return stops[self.index] if self.index < len(stops) else None

    @property
    def choices(self) -> list[Values]:
        """The answers that can be chosen now."""
        return self.question["choices"] if self.question is not None and self.stop is None else []

    @property
    def words(self) -> str:
        """What is said or asked on this page."""
        if self.stop is not None:
            return str(self.stop["text"])
        return "" if self.question is None else str(self.question["text"])

    @property
    def reply(self) -> tuple[str, bool]:
        """What is said to the answer that was chosen, and whether it is right."""
        if self.question is None or not 0 <= self.answer < len(self.choices):
            return "", False
        return str(self.choices[self.answer]["reply"]), bool(self.answer == self.question["answer"])

    def go(self, index: int) -> None:
        """To a stop, or to the question behind them."""
        self.index, self.answer = max(0, min(self.count - 1, index)), NEVER
        self.playback.look(NEVER)
        self.playback.go(self.playback.length if self.stop is None else self.stop["at"])

    def turn(self, by: int) -> None:
        """So many pages on."""
        self.go(self.index + by)

    def choose(self, place: int) -> None:
        """Answer the question."""
        if 0 <= place < len(self.choices):
            self.answer = place

    # Drawing

    def measure(self, ui: Ui, width: float) -> int:
        """How high the bar must be, in pixels."""
        lines = len(self._wrap(ui, self.words, width))
        answer = LINE_HEIGHT * len(self._wrap(ui, self.reply[0], width)) + 0.5 if self.reply[0] else 0.0
        whole = 2.5 + LINE_HEIGHT * lines + CHOICE_HEIGHT * len(self.choices) + answer
        return round(max(4.4, whole) * ui.em)

    def _wrap(self, ui: Ui, words: str, width: float) -> list[str]:
        return ui.wrap(words, 1.0, width - 2 * ui.em, bold=True)

    def draw(self, ui: Ui, rect: Rect) -> None:
        """The bar: title and place, what is said, the answers with their keys, and the buttons that turn pages."""
        em = ui.em
        ui.panel(rect, ui.tint(0.1, "hint"), corner=0.6)
        place = get_watch_text("lessonPlace").format(n=self.index + 1, all=self.count)
        room = rect.width - (BUTTONS_WIDTH + 2) * em
        ui.text(f"{self.title}  ·  {place}", rect.x + em, rect.y + 1.2 * em, 0.9, role="faint", room=room)
        self._draw_buttons(ui, rect)
        y = rect.y + 2.6 * em
        for line in self._wrap(ui, self.words, rect.width):
            ui.text(line, rect.x + em, y, 1.0, bold=True)
            y += LINE_HEIGHT * em
        for index, choice in enumerate(self.choices):
            box = round_rect(rect.x + em, y - 0.5 * em, rect.width - 2 * em, (CHOICE_HEIGHT - 0.25) * em)
            colour = ui.button(box, f"{CHOICE_COMMAND}{index}", strong=index == self.answer)
            words = f"{index + 1}   {choice['text']}"
            ui.text(words, box.x + 0.7 * em, box.centery, 0.95, colour=colour, room=box.width - 1.4 * em)
            y += CHOICE_HEIGHT * em
        reply, right = self.reply
        y += 0.3 * em
        for line in self._wrap(ui, reply, rect.width) if reply else ():
            ui.text(line, rect.x + em, y, 1.0, role="up" if right else "down", bold=True)
            y += LINE_HEIGHT * em

    def _draw_buttons(self, ui: Ui, rect: Rect) -> None:
        em, x, last = ui.em, rect.right - 0.6 * ui.em, len(self.told["stops"]) - 1
        if self.index == self.count - 1 and self.told["next"]:
            words = _("Next lesson")
            x -= ui.measure(words, 0.9, bold=True) + 1.6 * em
            box = round_rect(x, rect.y + 0.35 * em, rect.right - 0.6 * em - x, 1.9 * em)
            colour = ui.button(box, LESSON_COMMAND + self.told["next"]["name"], strong=True)
            ui.text(words, box.centerx, box.centery, 0.9, bold=True, align=0.5, colour=colour)
            x -= 0.4 * em
        onward = "lessonAsk" if self.index == last and self.question is not None else "lessonNext"
        for command, words, sign, able in (
            (NEXT, get_watch_text(onward), "PgDn", self.index < self.count - 1),
            (PREVIOUS, _("Back"), "PgUp", self.index > 0),
        ):
            wide = ui.measure(words, 0.9) + ui.measure(sign, 0.8, bold=True) + 2.6 * em
            x -= wide
            ui.key_button(round_rect(x, rect.y + 0.35 * em, wide, 1.9 * em), command, sign, words, 0.9, lively=able)
            x -= 0.4 * em
