"""The web app by keyboard, for screen readers, and with delayed responses of the server."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from langkah import load, solve
from tests.browser import Held, find_box
from tests.test_web_page import Open, clicks

EXAMPLES = Path(__file__).parents[1] / "examples"


def test_words_for_screen_readers(visit: Open) -> None:
    """Screen readers get the board as text, a label for every clickable part of the board and for every control, and
    polite announcements.
    """
    seen = visit()
    seen.open("mnk")
    assert "..." in seen.page.locator("#board-text").inner_text()
    names = seen.page.locator(".spot").evaluate_all("(all) => all.map((each) => each.getAttribute('aria-label'))")
    assert len(names) == 9
    assert all(names)
    assert seen.page.locator(".message").get_attribute("aria-live") == "polite"
    unnamed = seen.page.evaluate(
        """[...document.querySelectorAll("button, input, select")].filter((each) => each.checkVisibility() &&
           !each.textContent.trim() && !each.ariaLabel && !each.labels?.length && !each.ariaHidden).length"""
    )
    assert unnamed == 0


def test_only_by_keyboard(visit: Open) -> None:
    """A game is played from arrival to its end by keyboard alone: number keys, undo, arrow keys, and the skip link to
    the board.
    """
    seen = visit()
    seen.open("hanoi", {"discs": 1, "goal": "peg 3"})
    assert seen.focused() == "peg 0"
    seen.page.locator("#skip").focus()
    seen.page.keyboard.press("Enter")
    assert seen.focused() == "peg 0"
    for key in "12":
        seen.page.keyboard.press(key)
    seen.made(1)
    seen.page.keyboard.press("u")
    seen.made(0)
    for key in ("Enter", "ArrowRight", "ArrowRight", "ArrowLeft", "Escape"):
        seen.page.keyboard.press(key)
    expect(seen.page.locator(".light")).to_have_count(0)
    for key in "13":
        seen.page.keyboard.press(key)
    seen.over()


def test_keys_faster_than_the_answers(visit: Open) -> None:
    """Keys pressed while a response is pending apply to the position in this response."""
    seen = visit()
    seen.open("hanoi", {"discs": 2, "goal": "peg 3"})
    for key in "12u" + "1213u" + "1323":
        seen.page.keyboard.press(key)
    seen.over()


def test_an_undo_while_the_answer_is_on_its_way(visit: Open) -> None:
    """Undo while the opponent's move is still pending takes back both the player's move and the opponent's move."""
    seen = visit()
    seen.open("mnk", seats=["human", "perfect"])
    held = Held(seen, "api/position")
    seen.mouse("cell 4")
    held.wait()
    seen.made(1)
    seen.do("undo")
    seen.page.wait_for_timeout(200)
    held.release()
    seen.made(0)


@pytest.mark.slow
def test_a_late_answer_does_not_bring_an_old_game_back(visit: Open) -> None:
    """A response is ignored if another level was opened after its request, both for a move and for a level."""
    seen = visit()
    seen.open("klotski:paper")
    page = seen.page
    chosen = page.locator('.level[aria-pressed="true"]')
    expect(chosen).to_have_attribute("data-level", "klotski:paper")
    tap = Held(seen, "api/act")
    for handle in next(clicks(load("klotski:paper"), [solve(load("klotski:paper")).notation[0]])):
        seen.mouse(handle)
    tap.wait()
    page.locator('[data-level="klotski:classic"]').click()
    expect(chosen).to_have_attribute("data-level", "klotski:classic")
    classic = page.locator("#board-text").inner_text()
    tap.release()
    seen.made(0)
    assert page.locator("#board-text").inner_text() == classic
    first = Held(seen, "api/position")
    page.locator('[data-level="klotski:paper"]').click()
    first.wait()
    other = page.locator('.level:not([data-level="klotski:paper"], [data-level="klotski:classic"])').first
    name = other.get_attribute("data-level")
    assert name
    other.click()
    expect(chosen).to_have_attribute("data-level", name)
    first.release()
    expect(chosen).to_have_attribute("data-level", name)
    expect(page).to_have_url(f"{seen.address}#{name}")


def test_a_piece_that_was_refused_is_let_go(visit: Open) -> None:
    """A piece moved by an arrow key is deselected if its move is refused; the next move selects no piece."""
    seen = visit()
    seen.refused = True
    seen.open("klotski:classic")
    page = seen.page
    page.route("**/api/act", lambda route: route.fulfill(status=400, json={"error": ["Not now."]}), times=1)
    seen.keys("piece h")
    expect(page.locator(".light.selected")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    seen.said("Not now.")
    x, y = seen.point("piece i")
    unit = page.evaluate("document.querySelector('.board').getScreenCTM().a")
    seen.drag("piece i", (x - unit * 0.8, y))
    seen.made(1)
    expect(page.locator(".light.selected")).to_have_count(0)


def test_a_touch_stops_what_is_playing(visit: Open) -> None:
    """A click on the board during playback stops it and applies to the position where it stopped."""
    seen = visit()
    seen.open("hanoi", {"discs": 6}, moves=list(solve(load("hanoi", discs=6)).notation), made=0)
    seen.do("play")
    play = seen.page.locator('[data-do="play"]')
    expect(play).to_have_attribute("title", "Pause")
    seen.mouse("peg 0")
    expect(play).to_have_attribute("title", "Play")
    expect(seen.page.locator(".light.selected")).to_have_count(1)


def test_leaving_ends_the_work(visit: Open) -> None:
    """A long search can be stopped by the link in its message, and the next search begins at once."""
    seen = visit()
    seen.open("tiles:korf-24-01")
    seen.do("solve")
    expect(seen.page.locator(".message .spinner")).to_be_visible()
    seen.page.locator(".message .link").click()
    expect(seen.page.locator(".message .spinner")).to_have_count(0)
    seen.open("hanoi", {"discs": 3})
    seen.least(7)


def test_a_move_ends_the_search_for_the_position_before(visit: Open) -> None:
    """A move by the player cancels the search for a solution of the earlier position."""
    seen = visit()
    seen.open("tiles:korf-24-01")
    seen.do("solve")
    expect(seen.page.locator(".message .spinner")).to_be_visible()
    first = next(clicks(load("tiles:korf-24-01"), [next(iter(moves_of("tiles:korf-24-01")))]))
    for handle in first:
        seen.mouse(handle)
    seen.made(1)
    expect(seen.page.locator(".message .spinner")).to_have_count(0)


def moves_of(name: str) -> list[str]:
    """The legal moves at the start of a problem."""
    problem = load(name)
    return [problem.notation(step.move) for step in problem.steps(problem.start)]


def test_a_file_of_ones_own(visit: Open) -> None:
    """The page explains how to write a puzzle: its commands name the template that exists in the examples."""
    seen = visit()
    seen.open("mnk")
    page = seen.page
    page.locator('[data-page="write"]').click()
    commands = page.locator(".own-file pre").inner_text().splitlines()
    assert commands[0] == "langkah example template > mine.py"
    assert commands[1] == "langkah play mine.py:Template"
    assert "class Template(Puzzle" in (EXAMPLES / "template.py").read_text(encoding="utf-8")


def test_arrows_slide_tiles(visit: Open) -> None:
    """An arrow key slides a tile into the blank in its direction; with Shift, an arrow key moves only the focus."""
    seen = visit()
    seen.open("tiles", {"start": [1, 2, 3, 4, 0, 5, 7, 8, 6]})
    seen.page.keyboard.press("ArrowRight")
    seen.made(1)
    assert seen.page.locator("#board-text").inner_text().split()[-9:] == ["1", "2", "3", "0", "4", "5", "7", "8", "6"]
    seen.page.keyboard.press("Shift+ArrowRight")
    seen.page.keyboard.press("ArrowLeft")
    seen.made(2)


def test_a_disc_under_another_is_not_dragged(visit: Open) -> None:
    """Dragging a disc that lies under another one is refused with a reason. The key ? opens the list of keys."""
    seen = visit()
    seen.refused = True
    seen.open("hanoi", {"discs": 3})
    page = seen.page
    there = seen.point("peg 2")
    page.mouse.move(*find_box(page, '.board [data-id="disc 3"]').middle)
    page.mouse.down()
    page.mouse.move(*there, steps=5)
    page.mouse.up()
    seen.said("Disc 3 lies under disc 1")
    seen.made(0)
    page.keyboard.press("?")
    expect(page.locator("details.help")).to_have_attribute("open", "")


def test_an_opponent_always_moves(visit: Open) -> None:
    """On a board that it cannot solve, the perfect player is not offered in the menu. A link can still name it; it then
    moves and says that the move is not proved.
    """
    seen = visit()
    seen.open("mnk", {"rows": 10, "cols": 10, "k": 5}, seats=["human", "perfect"])
    expect(seen.page.locator('[data-seat="1"] option[value="perfect"]')).to_have_count(1)
    assert seen.page.locator('[data-seat="0"] option[value="perfect"]').count() == 0
    assert seen.page.locator('[data-seat="1"]').input_value() == "perfect"
    seen.mouse("cell 44")
    expect(seen.page.locator('[data-figure="made"] dd')).to_have_text("2")
    seen.page.locator(".message button", has_text="Why?").click()
    seen.said("Not proved")
