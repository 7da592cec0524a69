"""Shows a lesson in a terminal: at each stop, the panes of the search and a text about it; after the stops, the
questions.

Input and output are lines of text. Without a terminal, everything is printed at once, including the right answers.
"""

import shutil
from collections.abc import Callable, Iterator
from textwrap import wrap

from langkah.apps.terminal.lesson_question import ask_question, tell_question
from langkah.language import _
from langkah.tasks.lesson import LessonAnswer
from langkah.views.playback import Playback
from langkah.views.watch_screen import SIMPLE, ScreenStyle, draw_screen
from langkah.views.watch_texts import get_watch_text

LEAST_PANE_LINES = 16  # the minimum height of the panes


def tell_lesson(answer: LessonAnswer) -> Iterator[str]:
    """Yield the whole lesson as lines: every stop with the number of its event, the questions with their answers, and
    the command for the next lesson.
    """
    told = answer.told
    yield from (told["title"], told["about"], "")
    for number, stop in enumerate(told["stops"], 1):
        place = _("{n}. After event {at}:").format(n=number, at=stop["at"])
        yield from (f"{place} {stop['text']}", "")
        for step in stop["be"]:
            yield from (*tell_question(step), "")
    for question in told["questions"]:
        yield from (*tell_question(question), "")
    yield from _lead_on(answer)


def _lead_on(answer: LessonAnswer) -> Iterator[str]:
    """A line with the command for the next lesson, if there is one."""
    onward = answer.told["next"]
    if onward:
        words = get_watch_text("lessonOnward").format(title=onward["title"])
        yield f"{words} (langkah lesson {onward['name']})"


def play_lesson(
    answer: LessonAnswer, ask: Callable[[str], str], write: Callable[[str], object], *, plain: bool
) -> None:
    """Present the lesson: `ask` reads a line, `write` prints one. With `plain`, the panes are drawn in ASCII. Ends
    after the last question, or when the user types q.
    """
    stops, index = answer.told["stops"], 0
    playback = Playback(answer.problem, answer.trace, answer.result)
    while index < len(stops):
        stop = stops[index]
        words = f"{index + 1}/{len(stops)}  {stop['text']}"
        _show_moment(playback, stop["at"], words, write, plain=plain)
        key = ask(_("Enter: next, b: back, q: quit") + " ").strip().lower()
        if key == "q":
            return
        for step in stop["be"] if key != "b" else []:
            _show_moment(playback, step["at"], "", write, plain=plain)
            if not ask_question(step, ask, write):
                return
        index = max(0, index - 1) if key == "b" else index + 1
    for question in answer.told["questions"]:
        _show_moment(playback, question["at"], "", write, plain=plain)
        if not ask_question(question, ask, write):
            return
    write("")
    for line in _lead_on(answer):
        write(line)


def _show_moment(playback: Playback, at: int, words: str, write: Callable[[str], object], *, plain: bool) -> None:
    """Show the state of the recorded search after `at` events, and below it the text `words`."""
    playback.go(at)
    size = shutil.get_terminal_size((80, 24))
    lines = wrap(words, max(20, size.columns - 1))
    height = max(LEAST_PANE_LINES, size.lines - len(lines) - 3)
    for line in [*draw_screen(playback, size.columns, height, ScreenStyle(plain))[:-1], "", *lines]:
        write(line.translate(SIMPLE) if plain else line)
