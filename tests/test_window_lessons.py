"""Lessons in the window: chosen from a sheet, given stop by stop, and the question at the end; without a screen."""

import time

import pygame
import pytest
from pygame import Rect

from langkah.apps.window.watch.lesson import LessonPages
from langkah.apps.window.watch.screen import WatchScreen
from langkah.apps.window.window import Window
from langkah.apps.worker_client import Question, WorkerClient
from langkah.language import current_language
from langkah.lessons import BUILT_IN
from langkah.tasks.context import Context
from langkah.tasks.lesson import LessonRequest, give_lesson, show_lesson_for_watching
from tests.windows import Windows, key, wait

pytestmark = pytest.mark.usefixtures("screenless")


def open_sheet(window: Window) -> WatchScreen:
    """The sheet with all lessons, by keys."""
    window.frame()
    key(window, pygame.K_w, "w")
    key(window, pygame.K_l, "l")
    assert window.watch is not None
    assert window.watch.stage == "lessons"
    window.draw(time.monotonic(), object())
    return window.watch


def find_pages(watch: WatchScreen) -> LessonPages:
    """The lesson that is given."""
    assert watch.viewer is not None, watch.wrong
    assert watch.viewer.lesson is not None
    return watch.viewer.lesson


def test_a_lesson_from_the_sheet_to_the_answer(windows: Windows) -> None:
    """The third by keys: its stops with their sentences at their moments, there and back, then the question."""
    window = windows("hanoi discs=2")
    watch = open_sheet(window)
    for name in (pygame.K_DOWN, pygame.K_DOWN, pygame.K_DOWN, pygame.K_UP, pygame.K_RETURN):
        key(window, name)
    wait(window, lambda: watch.stage == "viewing")
    pages, told = find_pages(watch), give_lesson(BUILT_IN[2], Context()).told
    for number, stop in enumerate(told["stops"]):
        assert (pages.index, pages.words) == (number, stop["text"])
        assert pages.playback.at == stop["at"]
        key(window, pygame.K_RIGHT)  # whoever wanders off
        key(window, pygame.K_PAGEDOWN)
    assert pages.words == told["question"]["text"]
    assert pages.playback.at == pages.playback.length
    right = told["question"]["answer"]
    for place in (1 - right, right):
        key(window, pygame.K_1 + place, str(place + 1))
        assert pages.reply == (told["question"]["choices"][place]["reply"], place == right)
    key(window, pygame.K_PAGEDOWN)
    assert pages.stop is None, "there is nothing behind the question"
    window.draw(time.monotonic(), object())
    assert f"lesson {BUILT_IN[3]}" in {area.command for area in watch.click_areas}, "but another lesson"
    key(window, pygame.K_PAGEUP)
    assert pages.words == told["stops"][-1]["text"]
    key(window, pygame.K_ESCAPE)
    assert window.watch is None


def test_another_language_gives_the_same_page(windows: Windows) -> None:
    """The lesson is asked for again, and goes on where it was."""
    window = windows("hanoi discs=2")
    watch = open_sheet(window)
    key(window, pygame.K_RETURN)
    wait(window, lambda: watch.stage == "viewing")
    key(window, pygame.K_PAGEDOWN)
    before = find_pages(watch)
    key(window, pygame.K_i, "i")
    wait(window, lambda: watch.stage == "viewing")
    after = find_pages(watch)
    assert current_language.get() == "id"
    assert after is not before
    assert (after.index, after.playback.at) == (before.index, before.playback.at)
    assert after.words != before.words


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Question]:
    """Every question that a window asks; the test is the worker that answers."""
    found: list[Question] = []
    monkeypatch.setattr(WorkerClient, "ask", lambda _client, question: found.append(question))
    return found


def test_every_lesson_is_given_and_lies_inside_the_window(windows: Windows, asked: list[Question]) -> None:
    """All lessons, by clicks: each page is drawn in a large or a small window, nothing beside the bar or over panes."""
    window = windows("hanoi discs=2")
    watch = open_sheet(window)
    for name in BUILT_IN:
        watch.command("lessons")
        window.draw(time.monotonic(), object())
        assert f"lesson {name}" in {area.command for area in watch.click_areas}
        watch.command(f"lesson {name}")
        assert asked[-1].job.values == {"name": name}
        asked[-1].hear("result", show_lesson_for_watching(LessonRequest(name), Context()))
        ends = time.monotonic() + 60
        while watch.stage == "searching":
            assert time.monotonic() < ends
            watch.tick(time.monotonic())
        pages = find_pages(watch)
        for index in range(pages.count):
            pages.go(index)
            window.window.size = ((1280, 800), (700, 520))[index % 2]
            window.draw(time.monotonic(), object())
            assert watch.viewer is not None
            plan = watch.viewer.plan
            assert plan is not None
            assert plan.lesson.height >= 40
            assert plan.lesson.collidelist([*plan.panes.values(), plan.words]) == -1
            commands = {area.command: area.rect for area in watch.click_areas}
            assert ("lesson next" in commands) == (index < pages.count - 1)
            assert ("lesson previous" in commands) == (index > 0)
            assert sum(command.startswith("choice ") for command in commands) == len(pages.choices)
            inside = Rect(0, 0, *window.window.size)
            assert all(inside.contains(rect) for rect in commands.values())
            assert all(
                plan.lesson.contains(rect) for command, rect in commands.items() if command.startswith("choice ")
            )


def test_a_lesson_that_cannot_be_given_leads_back_to_the_sheet(windows: Windows, asked: list[Question]) -> None:
    """With what is wrong; Escape calls a search off, then leads to the form, then to the game."""
    window = windows("hanoi discs=2")
    watch = open_sheet(window)
    key(window, pygame.K_RETURN)
    asked[-1].hear("error", ["no such lesson"])
    assert (watch.stage, watch.wrong) == ("lessons", "no such lesson")
    window.draw(time.monotonic(), object())
    key(window, pygame.K_RETURN)
    assert watch.stage == "searching"
    for stage in ("lessons", "form"):
        key(window, pygame.K_ESCAPE)
        assert watch.stage == stage
    key(window, pygame.K_ESCAPE)
    assert window.watch is None
