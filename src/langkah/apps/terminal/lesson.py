"""A lesson in a terminal: stop by stop, the panes of the search and what is said about it; then the question.

Lines in, lines out. Where nobody can answer, everything is told at once, the right answer too.
"""

import shutil
from collections.abc import Callable, Iterator
from textwrap import wrap

from langkah.language import _
from langkah.tasks.lesson import LessonAnswer
from langkah.views.playback import Playback
from langkah.views.watch_screen import SIMPLE, ScreenStyle, draw_screen
from langkah.views.watch_texts import get_watch_text

LEAST_PANE_LINES = 16  # lines that the panes get at least


def tell_lesson(answer: LessonAnswer) -> Iterator[str]:
    """The whole lesson as lines: every stop with its event, the question, and the answer to it."""
    told = answer.told
    yield from (told["title"], told["about"], "")
    for number, stop in enumerate(told["stops"], 1):
        place = _("{n}. After event {at}:").format(n=number, at=stop["at"])
        yield from (f"{place} {stop['text']}", "")
    question = told["question"]
    if question:
        yield question["text"]
        yield from (f"  {number}. {each['text']}" for number, each in enumerate(question["choices"], 1))
        right = question["choices"][question["answer"]]
        yield _("Answer: {n}. {why}").format(n=question["answer"] + 1, why=right["reply"])
    yield from _lead_on(answer)


def _lead_on(answer: LessonAnswer) -> Iterator[str]:
    """What to type for the next lesson, where there is one."""
    onward = answer.told["next"]
    if onward:
        words = get_watch_text("lessonOnward").format(title=onward["title"])
        yield from ("", f"{words} (langkah lesson {onward['name']})")


def play_lesson(
    answer: LessonAnswer, ask: Callable[[str], str], write: Callable[[str], object], *, plain: bool
) -> None:
    """Give the lesson: `ask` reads a line, `write` shows one. Ends when the question is answered, or by q."""
    stops, index = answer.told["stops"], 0
    playback = Playback(answer.problem, answer.trace, answer.result)
    while index < len(stops):
        stop = stops[index]
        playback.go(stop["at"])
        size = shutil.get_terminal_size((80, 24))
        words = wrap(f"{index + 1}/{len(stops)}  {stop['text']}", max(20, size.columns - 1))
        height = max(LEAST_PANE_LINES, size.lines - len(words) - 3)
        for line in [*draw_screen(playback, size.columns, height, ScreenStyle(plain))[:-1], "", *words]:
            write(line.translate(SIMPLE) if plain else line)
        key = ask(_("Enter: next, b: back, q: quit") + " ").strip().lower()
        if key == "q":
            return
        index = max(0, index - 1) if key == "b" else index + 1
    if answer.told["question"]:
        _ask_question(answer, ask, write)
    for line in _lead_on(answer):
        write(line)


def _ask_question(answer: LessonAnswer, ask: Callable[[str], str], write: Callable[[str], object]) -> None:
    """The question, until it is answered rightly."""
    question = answer.told["question"]
    assert question is not None
    choices = question["choices"]
    write("")
    write(question["text"])
    for number, each in enumerate(choices, 1):
        write(f"  {number}. {each['text']}")
    while True:
        key = ask(_("Your answer, 1 to {n} (q: quit)").format(n=len(choices)) + " ").strip().lower()
        if key == "q":
            return
        if key.isdecimal() and 1 <= int(key) <= len(choices):
            write(choices[int(key) - 1]["reply"])
            if int(key) - 1 == question["answer"]:
                return
