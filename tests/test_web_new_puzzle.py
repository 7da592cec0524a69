"""Generated puzzles in the web app: their seeds in links, the puzzle of the day, the order of levels, stars, and a
board that the end card does not cover.
"""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from langkah import load, solve
from langkah.tasks.context import Context
from langkah.tasks.problems import ProblemCatalogue
from langkah.tasks.table import run_task
from langkah.tracing import Limit
from tests.browser import Visit, find_box
from tests.test_web_page import clicks

Open = Callable[..., Visit]
DESK, PHONE = {"width": 1366, "height": 680}, {"width": 390, "height": 844}
DAY = "2026-12-21"  # a Monday, which has an easy puzzle


def make(**wish: Any) -> dict[str, Any]:
    """The new puzzle that Python generates for a request."""
    return run_task("new puzzle", wish, Context(Limit()), ProblemCatalogue())


def follow(seen: Visit, place: str) -> Page:
    """Open a link in a fresh page."""
    seen.page.goto("about:blank")
    seen.page.goto(f"{seen.address}#{place}")
    seen.page.wait_for_selector(".board .shape")
    return seen.page


def play_through(seen: Visit, problem: str, settings: dict[str, Any]) -> None:
    """Play an optimal solution by mouse."""
    loaded = load(problem, settings)
    for number, handles in enumerate(clicks(loaded, list(solve(loaded).notation)), 1):
        for handle in handles:
            seen.mouse(handle)
        seen.made(number)
    seen.over()


def is_board_covered(page: Page) -> bool:
    """Whether the end card overlaps the board."""
    return find_box(page, ".ending .sheet").overlaps(find_box(page, ".stage > .board"))


def test_made_to_order_from_the_first_page(visit: Open) -> None:
    """The player opens the suggested level from the gallery, solves it, and generates another puzzle. The link of the
    new puzzle shows the same board in another browser, and the gallery counts the solved level.
    """
    seen = visit(viewport=DESK)
    seen.home()
    card = seen.page.locator('[data-game="klotski"]')
    expect(card.locator(".next")).to_contain_text("The example of the klotski paper")
    card.click()
    expect(seen.page.locator(".level-name")).to_have_text("The example of the klotski paper")
    play_through(seen, "klotski:paper", {})
    expect(seen.page.locator(".tally")).to_have_text("Steps: 4, minimum: 4")
    expect(seen.page.locator('[data-figure="made"] dt')).to_have_text("Steps")
    expect(seen.page.locator(".earned .lit")).to_have_count(3)
    assert not is_board_covered(seen.page)
    expect(seen.page.locator('[data-do="next"]')).to_be_visible()
    seen.page.locator('[data-do="another"]').click()
    seen.page.wait_for_url("**/#new/klotski/easy/*")
    seed = int(seen.page.url.rpartition("/")[2])
    made = make(problem="klotski", grade="easy", seed=seed)
    expect(seen.page.locator(".level-name")).to_contain_text(made["counts"])
    seen.least(made["least"])
    other = visit()
    follow(other, seen.page.url.partition("#")[2])
    assert other.page.locator("#board-text").inner_text() == seen.page.locator("#board-text").inner_text()
    seen.home()
    expect(seen.page.locator('[data-game="klotski"] .next')).to_have_text("Next: First steps 1")
    expect(seen.page.locator('[data-game="klotski"] .sum')).to_contain_text("3/")


@pytest.mark.parametrize("by_touch", [False, True])
def test_new_user(visit: Open, by_touch: bool) -> None:
    """On a laptop and on a phone: from the gallery to a solved level, from there to its map in one click, and to a
    generated puzzle in two clicks. The page does not scroll sideways, and on the phone the end card does not cover the
    map.
    """
    seen = visit(viewport=PHONE if by_touch else DESK, has_touch=by_touch, is_mobile=by_touch)
    page, hand = seen.page, seen.finger if by_touch else seen.mouse
    press = Locator.tap if by_touch else Locator.click
    seen.home()
    press(page.get_by_text("Play a game", exact=True))
    press(page.locator('[data-game="klotski"]'))
    page.wait_for_selector(".board .shape")
    loaded = load("klotski:paper")
    plan = solve(loaded)
    seen.least(str(plan.cost))  # after this, the layout no longer shifts
    for number, handles in enumerate(clicks(loaded, list(plan.notation)), 1):
        for handle in handles:
            hand(handle)
        seen.made(number)
    seen.over()
    press(page.locator("#tab-map"))
    expect(page.locator(".map-canvas")).to_be_visible()
    if by_touch:
        expect(page.locator(".ending .sheet")).to_be_hidden()
    press(page.locator("#tab-new"))
    press(page.locator('[data-do="new easy"]'))
    page.wait_for_url("**/#new/klotski/easy/*")
    expect(page.locator(".level-name")).to_contain_text("New puzzle")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_another_one(visit: Open) -> None:
    """At the end of a generated puzzle, one click generates another puzzle of the same grade."""
    seen = visit()
    made = make(problem="ice", grade="easy", seed=3)
    follow(seen, made["address"])
    play_through(seen, "ice", made["position"]["saved"]["settings"])
    seen.page.locator('[data-do="another"]').click()
    seen.made(0)
    expect(seen.page).to_have_url(re.compile("#new/ice/easy/"))
    expect(seen.page).not_to_have_url(re.compile(f"{made['address']}$"))


@pytest.mark.slow
def test_needs_and_what_cannot_be_had(visit: Open) -> None:
    """A puzzle with a given least cost is generated; the label names the unit of the cost. If there is no such puzzle,
    a message says so.
    """
    seen = visit()
    follow(seen, "tiles")
    seen.page.locator("#tab-new").click()
    seen.page.locator('[data-field="needs"]').fill("7")
    seen.page.locator('[data-do="new needs"]').click()
    seen.page.wait_for_url("**/#new/tiles/7/*")
    seen.least(7)
    for game, words in (
        ("tiles", "A puzzle that needs  steps"),
        ("sokoban", "A puzzle that needs  pushes"),
        ("tour", "A puzzle whose least cost is "),
    ):
        follow(seen, game)
        seen.page.locator("#tab-new").click()
        expect(seen.page.locator(".needs label")).to_have_text(words)
    follow(seen, "hanoi")
    seen.page.locator("#tab-new").click()
    seen.page.locator('[data-field="needs"]').fill("9999")
    seen.page.locator('[data-do="new needs"]').click()
    expect(seen.page.locator("#panel-new .told")).to_contain_text("No such puzzle was found")


def test_puzzle_of_the_day(visit: Open) -> None:
    """The puzzle of the day depends only on the date. The player shares the result as a line of text, and the gallery
    shows the number of consecutive days.
    """
    made = make(day=DAY)
    saved = made["position"]["saved"]
    seen = visit(permissions=["clipboard-read", "clipboard-write"])
    days = {"2026-12-19": {"made": 9, "least": 9}, "2026-12-20": {"made": 9, "least": 9}}
    progress = json.dumps({"langkah": 1, "solved": {}, "places": {}, "days": days})
    seen.page.clock.set_fixed_time(f"{DAY}T12:00:00")
    seen.home()
    seen.page.evaluate("(text) => localStorage.setItem('progress', text)", progress)
    seen.home()
    expect(seen.page.locator(".daily")).to_contain_text("2 days in a row")
    seen.page.locator(".daily").click()
    seen.page.wait_for_selector(".board .shape")
    expect(seen.page).to_have_url(f"{seen.address}#day/{DAY}")
    expect(seen.page.locator(".level-name")).to_have_text(f"Puzzle of the day, {DAY} · {made['counts']}")
    play_through(seen, saved["problem"], saved["settings"])
    seen.page.locator('[data-do="share"]').click()
    line = f"Langkah, puzzle of {DAY}. My result: {made['least']}, minimum {made['least']}\n{seen.address}#day/{DAY}"
    expect(seen.page.locator('[data-do="share"]')).to_have_attribute("data-copied", line)
    seen.home()
    expect(seen.page.locator(".daily")).to_contain_text(f"Solved: {made['least']}")
    expect(seen.page.locator(".daily")).to_contain_text("3 days in a row")


@pytest.mark.slow
def test_names_on_demand_and_a_board_in_sight(visit: Open) -> None:
    """The names of blocks are shown during a hint and during keyboard use only. At the end of the game on a phone, the
    end card does not cover the board.
    """
    seen = visit(viewport=PHONE, has_touch=True)
    seen.home()
    seen.page.locator('[data-game="klotski"]').tap()
    name = seen.page.locator(".stage > .board text.name").first
    expect(name).to_be_hidden()
    seen.page.locator('[data-do="hint"]').click()
    expect(name).to_be_visible()
    play_through(seen, "klotski:paper", {})
    expect(name).to_be_hidden()
    expect(seen.page.locator(".praise")).to_have_text("Perfect: no solution is better.")
    expect(seen.page.locator(".earned .lit")).to_have_count(2)  # a hint costs a star
    assert not is_board_covered(seen.page)
    seen.page.keyboard.press("Escape")
    seen.page.keyboard.press("Tab")
    seen.page.locator(".spot").first.focus()
    seen.page.keyboard.press("ArrowRight")
    expect(name).to_be_visible()


@pytest.mark.parametrize("name", ["queens:paper"])
def test_praise_where_all_solutions_cost_the_same(visit: Open, name: str) -> None:
    """If all solutions have the same cost, the end card mentions no minimum and has two stars instead of three."""
    seen = visit()
    follow(seen, name)
    play_through(seen, name, {})
    expect(seen.page.locator(".tally")).to_have_text("Moves: 4, as in every solution")
    expect(seen.page.locator(".praise")).to_have_text("Solved without a hint: well done.")
    expect(seen.page.locator(".earned .stars > span")).to_have_count(2)
