"""The key `w` of the window: it watches a search in the web app from the window's current position. Without a browser,
the window shows the equivalent terminal command.
"""

import json
import shlex
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING, Any
from urllib.error import URLError

import pygame
import pytest

from langkah.apps.cli.commands.play import _offer_page
from langkah.apps.cli.main import main
from langkah.apps.window.page_opener import format_trace_command, make_watch_link
from langkah.errors import BadInput, MissingExtra
from langkah.games import load
from langkah.language import current_language
from langkah.session import open_link, unpack_link
from langkah.tasks.request import find_problem_here
from tests.screen import Pilot
from tests.windows import Windows, key, session, wait

if TYPE_CHECKING:
    from tests.browser import Visit

EXAMPLES = Path(__file__).parent.parent / "examples"
RIVER = f"{EXAMPLES / 'river.py'}:River"
PLAYED: dict[str, int] = {  # the problem, and the number of moves to play
    "hanoi discs=3": 2,
    "klotski:classic": 3,
    "snakes:paper-2": 2,
    "mnk rows=2 cols=3 k=2": 1,
    "tiles rows=2 cols=3 start=[4,5,0,3,1,2]": 2,
    "queens n=5": 1,
    "klotski board=a../... goal={a=[[1,1]]}": 0,
    RIVER: 1,
}


def play_moves(words: str) -> Any:
    """A session after the number of moves in `PLAYED`, plus one more move that is undone."""
    found = session(words)
    for number in range(PLAYED[words] + 1):
        if found.over:
            break
        if found.dice:
            found.roll()
        else:
            found.play(found.choices()[0].label)
        if number == PLAYED[words]:
            found.undo()
    return found


# The link and the command


@pytest.mark.parametrize("words", PLAYED)
def test_the_link_holds_the_position(words: str) -> None:
    """The link to the Watch view contains the current position and an algorithm."""
    played = play_moves(words)
    token, way, algorithm = make_watch_link(played).split("&")
    assert open_link(token, load).state == played.state
    assert unpack_link(token)["problem"] == played.problem.origin[0]
    assert way == "watch"
    assert algorithm.startswith("algorithm=")


@pytest.mark.parametrize("words", PLAYED)
def test_the_command_searches_from_the_position(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The command, pasted into a terminal, traces a search with the same state and algorithm as the link."""
    played = play_moves(words)
    program, *rest, last = shlex.split(format_trace_command(played))
    assert (program, last) == ("langkah", "--watch")
    assert main([*rest, "--json", "--limit-nodes", "5"]) in (0, 3, 4)
    told = json.loads(capsys.readouterr().out)
    assert told["rows"][0]["node"]["state"] == played.problem.label(find_problem_here(played).start)
    assert make_watch_link(played).endswith(f"&algorithm={told['algorithm']}")


def test_moves_that_cannot_be_made_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """`langkah trace --moves` refuses an illegal move and names its number."""
    assert main(["trace", "hanoi", "discs=3", "--moves", "1-2", "9-9"]) == 2
    assert "move 2" in capsys.readouterr().err


# In the window, without a screen


@pytest.mark.usefixtures("screenless")
def test_the_window_goes_on_while_the_page_opens(windows: Windows) -> None:
    """While the page opens, the window draws frames, and a second press of the key does not open another page. Then the
    window shows the address.
    """
    asked: list[str] = []
    let: list[bool] = []

    def open_page(link: str) -> str:
        asked.append(link)
        while not let:
            time.sleep(0.002)
        return "http://localhost:1/"

    window = windows(session("hanoi discs=3", ("1-2",)), open_page=open_page)
    for _time in range(2):
        key(window, pygame.K_w, "w")
        window.frame()
    wait(window, lambda: asked)
    assert "in the browser" in window.play.note.text
    let.append(True)
    wait(window, lambda: "http://localhost:1/" in window.play.note.text)
    assert asked == [make_watch_link(window.play.session)]
    assert not window.page.command
    key(window, pygame.K_e, "e")
    wait(window, lambda: len(asked) == 2)
    assert asked[1] == "lessons"


@pytest.mark.usefixtures("screenless")
@pytest.mark.parametrize("language", ["en", "id"])
def test_without_a_browser_the_command_is_shown_and_copied(windows: Windows, language: str) -> None:
    """If the browser cannot be opened, the window shows why, and shows and copies the terminal command that steps
    through the same search. Escape closes this message, and the game continues.
    """

    def open_page(_link: str) -> str:
        raise BadInput("no browser")

    window = windows(session("hanoi discs=3", ("1-2",)), open_page=open_page)
    current_language.set(language)
    for size in ((420, 380), (1280, 800)):
        window.window.size = size
        key(window, pygame.K_w, "w")
        wait(window, lambda: window.page.command)
        assert window.page.command == format_trace_command(window.play.session)
        assert window.page.why == "no browser"
        assert pygame.scrap.get_text() == window.page.command
        window.draw(time.monotonic(), object())
        inside = pygame.Rect(0, 0, *size)
        assert all(inside.contains(area.rect) for area in window.click_areas)
        assert {area.command for area in window.click_areas} == {"close", ""}
        key(window, pygame.K_ESCAPE)
        assert not window.page.command
    window.play.choose("1-3")
    assert window.play.session.made == 2


@pytest.mark.usefixtures("screenless")
def test_a_window_alone_shows_the_command(windows: Windows) -> None:
    """A window that was started without a page shows the command with a reason."""
    window = windows("hanoi discs=2")
    window.command("lessons")
    wait(window, lambda: window.page.command)
    assert window.page.command == "langkah lesson"
    assert window.page.why


def test_a_page_that_is_not_installed_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the web app is not installed, the error names the package to install."""
    for name in [name for name in sys.modules if name.startswith("langkah.apps.web")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    with _offer_page(None) as open_page, pytest.raises(MissingExtra, match=r"langkah\[web\]"):
        open_page("lessons")


# On a screen, with a browser


@pytest.mark.parametrize("words", [RIVER, "hanoi discs=3"])
def test_watching_in_a_browser(
    words: str,
    start: Callable[[str], Pilot],
    visit: Callable[..., "Visit"],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The key `w` and the button open the same address, which shows a search from the window's position, also for a
    puzzle in a Python file. When the window closes, the server stops.
    """
    asked, browser = tmp_path / "asked", tmp_path / "browser"
    browser.write_text(f"#!/bin/sh\necho \"$1\" >> '{asked}'\n", encoding="utf-8")
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    pilot = start(words)
    pilot.keys("2")
    if pilot.still()["selected"]:
        pilot.keys("1")
    pilot.keys("w")
    pilot.until(lambda facts: "http://localhost:" in facts["note"])
    pilot.click("watch")
    deadline = time.monotonic() + 60
    while len(asked.read_text(encoding="utf-8").splitlines()) < 2:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    first, second = asked.read_text(encoding="utf-8").splitlines()
    assert first == second
    home, _hash, link = first.partition("#")
    played = open_link(link.partition("&")[0], load)
    assert played.problem.text(played.state) == pilot.facts["state"]
    with urllib.request.urlopen(home) as answer:
        assert b"<title>Langkah" in answer.read()
    seen = visit(address=home)
    seen.page.goto(first)
    seen.page.wait_for_selector("dialog.studio")
    label = played.problem.label(played.state)
    assert seen.page.evaluate("document.querySelector('.studio').player.recording.data.states[0].label") == label
    assert pilot.close() == 0
    with pytest.raises(URLError):
        urllib.request.urlopen(home)


def test_no_browser_on_this_machine(
    start: Callable[[str], Pilot], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a machine without a browser, the window shows the command and the reason; Escape closes the dialog."""
    hand = which("xdotool")
    assert hand is not None
    (tmp_path / "programs").mkdir()
    (tmp_path / "programs" / "xdotool").symlink_to(hand)
    monkeypatch.setenv("PATH", str(tmp_path / "programs"))
    monkeypatch.delenv("BROWSER", raising=False)
    pilot = start("hanoi discs=3")
    pilot.click("watch")
    facts = pilot.until(lambda facts: facts["command"])
    assert facts["command"] == "langkah trace hanoi discs=3 --algorithm a-star --watch"
    assert facts["why"] == "No browser could be opened."
    pilot.keys("Escape")
    pilot.until(lambda facts: not facts["command"])
