"""Watching a search in the window from the form to the end, without a screen."""

import re
import time
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame import Rect

from langkah.apps.window import fonts
from langkah.apps.window.watch import WatchScreen, keys
from langkah.apps.window.watch.layout import ALL_PANES
from langkah.apps.window.watch.search_choices import SearchChoices
from langkah.apps.window.watch.viewer import TraceViewer
from langkah.apps.window.window import Window
from langkah.apps.worker_client import Question, WorkerClient
from langkah.language import current_language
from langkah.tasks.context import Context
from langkah.tasks.request import SearchValues
from langkah.tasks.trace import TraceRequest, list_searches
from langkah.tasks.trace import record_for_watching as task
from langkah.tracing.record import NEVER
from langkah.views.theme import DARK, LIGHT
from tests.test_window_watch import WATCHED, direct
from tests.windows import Windows, key, session, wait

pytestmark = pytest.mark.usefixtures("screenless")

SIZES = (420, 380), (800, 600), (1280, 800), (700, 1100), (1920, 1080)


def watched(window: Window, search: dict[str, Any]) -> TraceViewer:
    """Watch a search: by the key, the form and Enter."""
    window.frame()
    key(window, pygame.K_w, "w")
    assert window.watch is not None
    window.watch.choices.search = dict(search)
    window.frame()
    key(window, pygame.K_RETURN, "\r")
    wait(window, lambda: window.watch is None or window.watch.stage != "searching")
    assert window.watch.viewer is not None, window.watch.wrong
    return window.watch.viewer


@pytest.mark.parametrize("words", WATCHED)
def test_panes_show_the_search_itself(words: str, windows: Windows) -> None:
    """What comes through the other process is the search made here, at every event, there and back."""
    window = windows(words)
    viewer, plain = watched(window, WATCHED[words]), direct(words, WATCHED[words])
    assert viewer.playback.length == plain.length > 10
    step = max(1, plain.length // 60)
    forth = []
    for at in range(0, plain.length + 1, step):
        viewer.playback.go(at)
        plain.go(at)
        forth.append(viewer.panes())
        assert forth[-1] == plain.panes(400)
        if not plain.recording.walks:
            waiting = [event.node for event in plain.trace.after(at).frontier(400)]
            assert [entry.node for entry in forth[-1].frontier] == waiting
    for index, at in reversed(list(enumerate(range(0, plain.length + 1, step)))):
        viewer.playback.go(at)
        assert viewer.panes() == forth[index]
    node = plain.shown
    board = viewer.playback.problem.scene(viewer.playback.trace.node(node).state)
    assert board[:3] == plain.problem.scene(plain.trace.node(node).state)[:3]


@pytest.mark.parametrize("words", list(WATCHED)[::2])
def test_everything_is_drawn_at_every_size(words: str, windows: Windows) -> None:
    """By day and by night, in both languages, with every tab, the form and the help; all buttons lie inside."""
    window = windows(words)
    viewer = watched(window, WATCHED[words])
    assert window.watch is not None
    viewer.playback.go(viewer.playback.length // 2)
    viewer.playback.look(viewer.playback.shown)
    for index, (wide, high) in enumerate(SIZES):
        window.window.size = wide, high
        window.theme = (LIGHT, DARK)[index % 2]
        token = current_language.set(("en", "id")[index // 2 % 2])
        for name in (*(f"tab {tab}" for tab in ALL_PANES), "new", "help", "close", "close"):
            window.watch.command(name)
            window.draw(time.monotonic(), object())
            inside = Rect(0, 0, wide, high)
            assert all(inside.contains(area.rect) for area in window.watch.click_areas), (name, wide, high)
            assert window.watch.click_areas
        current_language.reset(token)
        assert window.watch.stage == "viewing"


@pytest.mark.parametrize(("words", "size"), [("mnk", (1280, 800)), ("queens", (640, 480))])
def test_no_word_of_what_a_walk_does_not_have(
    words: str, size: tuple[int, int], windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two players and backtracking: nothing that is written speaks of a frontier, a closed set or of waiting."""
    name = next(name for name in WATCHED if name.startswith(words))
    window, said = windows(name), set[str]()
    write = fonts.render_text
    viewer = watched(window, WATCHED[name])
    window.window.size = size

    def listen(text: str, *how: Any, **more: Any) -> pygame.Surface:
        said.add(text)
        return write(text, *how, **more)

    monkeypatch.setattr(fonts, "render_text", listen)
    for share in (0.1, 0.5, 1.0):
        viewer.playback.go(round(viewer.playback.length * share))
        for tab in ALL_PANES:
            viewer.tab = tab
            window.draw(time.monotonic(), object())
    assert "Path" in said or viewer.playback.recording.frontier_title in said
    assert not [text for text in said if re.search("frontier|closed|waiting|queue", text, re.IGNORECASE)]


def test_lists_are_small_boards_and_text_is_one_key_away(windows: Windows) -> None:
    """As many boards as there is room for, each a click on its node; x shows lines of text, and boards again."""
    window = windows("tiles rows=2 cols=3 start=[4,5,0,3,1,2]")
    viewer = watched(window, {"algorithm": "a-star"})
    window.window.size = 1280, 800
    viewer.playback.go(40)

    def list_nodes() -> dict[int, Rect]:
        window.draw(time.monotonic(), object())
        assert viewer.plan is not None
        pane = viewer.plan.panes["frontier"]
        areas = [area for area in window.click_areas if area.command.startswith("node ") and pane.contains(area.rect)]
        return {int(area.command.removeprefix("node ")): area.rect for area in areas}

    boards = list_nodes()
    assert list(boards) == [entry.node for entry in viewer.panes().frontier][: len(boards)]
    assert len({rect.y for rect in boards.values()}) < len(boards), "boards stand side by side"
    assert all(rect.height > 60 for rect in boards.values())
    key(window, pygame.K_x, "x")
    lines = list_nodes()
    assert len({rect.x for rect in lines.values()}) == 1, "lines stand below each other"
    assert all(rect.height < 30 for rect in lines.values())
    key(window, pygame.K_x, "x")
    assert list_nodes() == boards
    for node, rect in list(boards.items())[:2]:
        assert window.watch is not None
        window.watch.handle(
            pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1), (float(rect.centerx), float(rect.centery)), 0.0
        )
        assert viewer.playback.selected == node


def test_from_the_position_that_was_played(windows: Windows) -> None:
    """The search starts where the game stands; afterwards the game goes on as before."""
    window = windows(session("hanoi discs=3", ("1-2",)))
    viewer = watched(window, {"algorithm": "breadth-first"})
    assert viewer.playback.problem.text(viewer.playback.trace.node(0).state) == "[[3, 2], [1], []]"
    plain = direct("hanoi discs=3", {"algorithm": "breadth-first"}, ("1-2",))
    assert viewer.playback.length == plain.length
    key(window, pygame.K_ESCAPE)
    assert not window.watch
    wait(window, lambda: window.play.left == 6)
    window.command("watch")
    assert window.searched == {"algorithm": "breadth-first"}
    assert SearchChoices(list_searches(window.play.session), window.searched).search == window.searched


def test_escape_calls_a_search_off_and_frames_go_on(windows: Windows) -> None:
    """While a search runs the window draws on; Escape leads back to the form, once more to the game."""
    window = windows("tiles rows=4 cols=4 start=[0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1]")
    window.frame()
    key(window, pygame.K_w, "w")
    assert window.watch is not None
    window.watch.choices.search = {"algorithm": "ida-star"}
    key(window, pygame.K_SPACE, " ")
    wait(window, lambda: window.watch and window.watch.progress.get("expanded", 0) > 1000)
    assert window.watch.stage == "searching"
    key(window, pygame.K_ESCAPE)
    assert window.watch.stage == "form"
    assert not window.play.worker.task
    wait(window, lambda: window.play.worker.asked is None)
    window.frame()
    assert window.watch.viewer is None
    key(window, pygame.K_ESCAPE)
    assert window.watch is None


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Question]:
    """Every question that a window asks; the test is the worker that answers."""
    found: list[Question] = []
    monkeypatch.setattr(WorkerClient, "ask", lambda _backstage, question: found.append(question))
    return found


def choosing(windows: Windows) -> tuple[Window, WatchScreen]:
    """A window in which a search is chosen."""
    window = windows("hanoi discs=2")
    window.command("watch")
    assert window.watch is not None
    return window, window.watch


def read(watch: WatchScreen) -> None:
    """Wait, without a frame, until the thread has read what the worker answered."""
    ends = time.monotonic() + 60
    while watch.arrived is None:
        assert time.monotonic() < ends
        time.sleep(0.002)


def test_a_search_that_was_called_off_does_not_open(windows: Windows, asked: list[Question]) -> None:
    """Escape counts even if the record is already read and only waits for the next frame."""
    window, watch = choosing(windows)
    watch.command("record")
    asked[-1].hear("result", task(TraceRequest(session("hanoi discs=2"), SearchValues({})), Context()))
    read(watch)
    key(window, pygame.K_ESCAPE)
    watch.tick(time.monotonic())
    assert (watch.stage, watch.viewer) == ("form", None)


def test_whatever_fails_is_told(windows: Windows, asked: list[Question]) -> None:
    """A record that cannot be shown leads back to the form with the reason, not to a search without end."""
    watch = choosing(windows)[1]
    watch.command("record")
    found = task(TraceRequest(session("hanoi discs=2"), SearchValues({})), Context())
    del found["verdict"]
    asked[-1].hear("result", found)
    read(watch)
    watch.tick(time.monotonic())
    assert watch.stage == "form"
    assert "KeyError: 'verdict'" in watch.wrong


def test_another_language_while_it_searches(windows: Windows, asked: list[Question]) -> None:
    """The search is asked for again, and is shown at the moment that was looked at."""
    window, watch = choosing(windows)
    watch.record(5)
    old = asked[-1]
    key(window, pygame.K_i, "i")
    assert asked[-1] is not old
    asked[-1].hear("result", task(TraceRequest(session("hanoi discs=2"), SearchValues({})), Context()))
    read(watch)
    watch.tick(time.monotonic())
    assert watch.viewer is not None
    assert watch.viewer.playback.at == 5


def test_a_puzzle_that_breaks_while_it_is_searched(windows: Windows, tmp_path: Path) -> None:
    """The form says what went wrong, and another search can be chosen."""
    (tmp_path / "broken.py").write_text(BROKEN, encoding="utf-8")
    window = windows(f"{tmp_path}/broken.py:Broken")
    window.frame()
    key(window, pygame.K_w, "w")
    key(window, pygame.K_RETURN, "\r")
    wait(window, lambda: window.watch and window.watch.wrong)
    assert window.watch is not None
    assert "no such wall" in window.watch.wrong
    assert window.watch.stage == "form"
    window.frame()


BROKEN = """
from langkah import Puzzle, Step

class Broken(Puzzle):
    start = 0

    def steps(self, state):
        if state > 2:
            raise KeyError("no such wall")
        yield Step("on", state + 1)

    def is_goal(self, state):
        return False
"""


def test_long_searches_say_what_was_left_out(windows: Windows) -> None:
    """The record is bounded, and that is told."""
    viewer = watched(windows("klotski"), {"algorithm": "breadth-first"})
    assert viewer.playback.trace.left_out > 0
    assert f"{viewer.playback.length:,} events are shown" in viewer.left
    assert viewer.verdict


def test_slow_play_lets_the_window_doze(windows: Windows) -> None:
    """A few events a second are no reason to draw sixty times a second; many are. A hand shows what can be clicked."""
    window = windows("hanoi discs=3")
    viewer = watched(window, {"algorithm": "breadth-first"})
    wait(window, lambda: not viewer.view.is_lively)
    key(window, pygame.K_SPACE, " ")
    assert viewer.playback.playing
    assert not window.is_lively(time.monotonic())
    viewer.playback.faster(9)
    assert window.is_lively(time.monotonic())
    wait(window, lambda: not viewer.playback.playing)
    assert viewer.playback.at == viewer.playback.length
    assert window.watch is not None
    x, y = viewer.view.box(viewer.playback.shown).move(viewer.view.area.topleft).center
    assert window.watch.is_over_something((float(x), float(y)))
    assert window.watch.is_over_something((float(viewer.slider.centerx), float(viewer.slider.centery)))
    assert not window.watch.is_over_something((float(x), 1.0))


def test_every_key_of_the_table_does_something_known(windows: Windows) -> None:
    """Each key stands for a command that somebody answers; each sign of the help is a key."""
    window = windows("hanoi discs=2")
    viewer = watched(window, {"algorithm": "a-star"})
    outside = {"help", "theme", "language", "new", "lessons"}
    for name in {*keys.WATCH_KEYS.values(), *keys.WATCH_SIGNS.values()} - outside:
        assert viewer.command(name), name
    assert not viewer.command("nothing")
    assert keys.find_command(pygame.K_RIGHT, pygame.KMOD_LSHIFT, "") == "next"
    assert keys.find_command(pygame.K_e, pygame.KMOD_LSHIFT, "E") == "strike back"
    assert keys.find_command(pygame.K_g, 0, "g") == "goal"
    assert keys.find_command(pygame.K_c, pygame.KMOD_LCTRL, "\x03") == ""


def test_another_language_says_it_all_again(windows: Windows) -> None:
    """What the search said is said anew in the other language, at the same moment."""
    window = windows("hanoi discs=2")
    viewer = watched(window, {"algorithm": "breadth-first"})
    dropped = next(node for node, life in viewer.playback.trace.index().histories.items() if life.dropped != NEVER)
    viewer.playback.go(20)
    before = viewer.playback.trace.why(dropped).text
    key(window, pygame.K_i, "i")
    wait(window, lambda: window.watch and window.watch.stage == "viewing")
    assert window.watch is not None
    assert window.watch.viewer is not None
    assert window.watch.viewer is not viewer
    assert window.watch.viewer.playback.at == 20
    assert window.watch.viewer.playback.trace.why(dropped).text != before
