"""The Map tab of the web app, with real clicks on the map and moves on the board."""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import langkah
from langkah import load
from langkah.lessons import BUILT_IN
from tests.axe import find_violations
from tests.browser import SOON, Visit, find_box, find_still, wait_until

Open = Callable[..., Visit]

SPOT = """
() => {
  const view = document.querySelector(".space-map")?.view ?? window.view;
  if (!view) return null;
  const state = STATE;
  const { left, top } = view.canvas.getBoundingClientRect();
  const [x, y] = view.painter.spot(state);
  return [left + x, top + y];
}
"""


FREE = """
() => {
  const go = document.querySelector(".map-go");
  const { x, y, width, height } = go.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height - 2) === go;
}
"""


def open_map(seen: Visit, problem: str, **settings: object) -> Page:
    """Open a puzzle and its Map tab, and return the page."""
    seen.open(problem, settings)
    seen.page.locator("#tab-map").click()
    expect(seen.page.locator(".map-canvas")).to_be_visible()
    return seen.page


def find_spot(page: Page, find: str) -> tuple[float, float]:
    """The position on the screen of a state of the map, once the map has stopped moving. `find` is a JavaScript
    expression over `view` that gives the state.
    """
    x, y = find_still(page, SPOT.replace("STATE", find))
    return x, y


def read_trail(page: Page) -> list[int]:
    """The states of the path drawn on the map."""
    found: list[int] = page.evaluate("document.querySelector('.space-map').view.painter.trail")
    return found


def test_a_click_goes_there(visit: Open) -> None:
    """A click on a state of the map plays the shortest path to the state; a click on the path goes back along it; the
    map follows an undone move. A goal reached by a click shows no end card.
    """
    seen = visit()
    page = open_map(seen, "hanoi", discs=4)
    expect(page.locator(".map-head")).to_contain_text("81 states")
    page.mouse.click(*find_spot(page, "view.data.marked.goals[0]"))
    seen.made(15)
    expect(page.locator(".ending .sheet")).to_be_hidden()
    wait_until(page, "() => document.querySelector('.space-map').view.painter.trail.length === 16")
    way = read_trail(page)
    page.mouse.click(*find_spot(page, f"{way[3]}"))
    seen.made(3)
    page.locator('[data-do="undo"]').click()
    wait_until(page, "() => document.querySelector('.space-map').view.painter.trail.length === 3")
    assert read_trail(page) == way[:3]


def test_pointing_shows_the_board(visit: Open) -> None:
    """Pointing at a state shows a card with its distance to a goal and its picture. The wheel zooms, a drag pans, and
    the arrow keys walk along the edges.
    """
    seen = visit()
    page = open_map(seen, "hanoi", discs=4)
    page.mouse.move(*find_spot(page, "view.data.marked.hardest[0]"))
    expect(page.locator(".map-card")).to_contain_text("steps to a goal: 15")
    expect(page.locator(".map-card .scene .shape").first).to_be_visible()
    before = find_spot(page, "view.data.marked.goals[0]")
    page.mouse.wheel(0, -300)
    expect(page.locator(".map-card")).to_be_hidden()
    assert find_spot(page, "view.data.marked.goals[0]") != before
    page.locator(".map-tools button").last.click()
    assert find_spot(page, "view.data.marked.goals[0]") == pytest.approx(before)
    box = find_box(page, ".map-canvas")
    page.mouse.move(box.x + 30, box.y + 30)
    page.mouse.down()
    page.mouse.move(box.x + 80, box.y + 50, steps=3)
    page.mouse.up()
    assert find_spot(page, "view.data.marked.goals[0]") == pytest.approx((before[0] + 50, before[1] + 20))
    page.locator(".map-canvas").focus()
    page.keyboard.press("ArrowRight")  # selects the current state
    for key in ("ArrowRight", "ArrowDown", "ArrowUp"):
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    expect(page.locator(".space-map [aria-live]")).to_contain_text("steps to a goal")
    wait_until(page, "() => document.querySelector('.space-map').view.painter.trail.length > 1")


def test_by_finger(visit: Open) -> None:
    """On a phone, a tap shows the card of a state. The button of the card is not covered by the action bar, and plays
    the path to the state.
    """
    seen = visit(has_touch=True, viewport={"width": 390, "height": 844})
    page = open_map(seen, "hanoi", discs=3)
    bar = find_box(page, ".actions")
    goal = "[...view.data.marked.goals].sort((a, b) => view.painter.spot(a)[1] - view.painter.spot(b)[1])[0]"
    page.evaluate("(down) => scrollBy(0, -down)", bar.y - 30 - find_spot(page, goal)[1])  # goal just above the bar
    page.touchscreen.tap(*find_spot(page, goal))
    expect(page.locator(".map-card strong")).to_have_text("a goal")
    expect(page.locator(".map-card .scene .shape").first).to_be_visible()
    wait_until(page, FREE)
    page.locator(".map-go").tap()
    seen.made(7)


@pytest.mark.slow
def test_rings_a_part_and_other_puzzles(visit: Open) -> None:
    """One click switches to the layout in rings. An address opens the map of a large state space, of which only a part
    is shown that grows during play. Games for two and games with dice have no map.
    """
    seen = visit()
    page = open_map(seen, "hanoi", discs=3)
    page.locator('[data-layout="rings"]').click()
    wait_until(page, "() => document.querySelector('.space-map').view.data.layout === 'rings'")
    page.goto(f"{seen.address}#tiles:15-puzzle&map")
    expect(page.locator(".map-head")).to_contain_text("It grows as you play")
    page.locator("[data-move]").first.click()
    wait_until(page, "() => document.querySelector('.space-map').view.data.trail.length === 2")
    for game in ("mnk", "snakes"):
        seen.open(game)
        expect(page.locator("#tab-watch")).to_be_visible()
        expect(page.locator("#tab-map")).to_be_hidden()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_for_everybody(visit: Open, scheme: str) -> None:
    """axe-core finds no violations in the map, the review, and the course."""
    seen = visit(color_scheme=scheme)
    page = open_map(seen, "hanoi", discs=3)
    assert find_violations(page) == []
    page.goto(f"{seen.address}#hanoi?discs=3&moves=1-2,2-3,1-2&review")
    expect(page.locator(".curve")).to_be_visible()
    assert find_violations(page) == []
    seen.home()
    page.locator('[data-door="learn"]').click()
    expect(page.locator(".course .lessons a")).to_have_count(len(BUILT_IN))
    assert find_violations(page) == []


def test_review_like_on_chess_sites(visit: Open) -> None:
    """The review of a game shows a curve with one dot per position, coloured by the verdict, and a list of mistakes
    with better moves. The player can continue from any dot or mistake, and watch a search from the worst mistake.
    """
    seen = visit()
    page = seen.page
    page.goto(f"{seen.address}#hanoi?discs=3&moves=1-2,2-3,1-2,3-1,1-3,2-1&review")
    dots = page.locator(".curve .dot")
    expect(dots).to_have_count(7)
    expect(page.locator(".curve .dot.best")).to_have_count(2)
    expect(page.locator(".curve .dot.lost")).to_have_count(4)
    expect(page.locator('.history [data-verdict="lost"]')).to_have_count(4)
    expect(page.locator(".lapses li")).to_have_count(4)
    expect(page.locator(".lapses .worst")).to_have_text(re.compile("Move 6.*adds 2 to the least cost; better: 3-2"))
    page.locator('.lapses [data-from="1"]').click()
    seen.made(1)
    dots.nth(5).click()
    seen.made(5)
    page.locator('[data-do="watch-worst"]').click()
    expect(page.locator("dialog.studio")).to_be_visible(timeout=SOON)


@pytest.mark.slow
def test_learning_is_a_course(visit: Open) -> None:
    """The Learn door of the first page opens the course: a list of lessons with prerequisites. A completed lesson has a
    tick, and the next lesson is suggested.
    """
    seen = visit()
    page = seen.page
    seen.home()
    page.locator('[data-door="learn"]').click()
    expect(page.locator(".course-next")).to_contain_text("0 of 14 lessons done")
    expect(page.locator('[data-lesson="a-star"]')).to_contain_text(
        "after Uniform-cost search, Greedy best-first search"
    )
    page.locator(".course-next a").click()
    expect(page.locator(".lesson-bar")).to_be_visible(timeout=SOON)
    while page.locator('[data-do="lesson-next"]').is_visible():
        page.locator('[data-do="lesson-next"]').click()
    for choice in page.locator(".lesson-bar [data-choice]").all():
        if choice.is_enabled():  # choices are disabled after the right answer
            choice.click()
    page.get_by_role("link", name="All lessons").click()
    expect(page.locator(".course-next")).to_contain_text("1 of 14 lessons done")
    expect(page.locator('[data-lesson="breadth-first"].done .tick')).to_be_visible()
    expect(page.locator('[data-lesson="depth-first"].next')).to_be_visible()


@pytest.mark.parametrize("published", [False, True])
def test_links_of_the_project(visit: Open, published: bool) -> None:
    """The first page links to the documents, the source and the issues only if their addresses are published; they are
    those of the project.
    """
    root = Path(__file__).parents[1]
    urls = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
    script = (root / "src/langkah/apps/web/static/learn.js").read_text(encoding="utf-8")
    script, count = re.subn(r"(?<=const PUBLISHED = )\w+", str(published).lower(), script)
    assert count == 1
    seen = visit()
    seen.page.route("**/learn.js", lambda route: route.fulfill(body=script, content_type="text/javascript"))
    seen.home()
    links = [each.get_attribute("href") for each in seen.page.locator(".more-links a").all()]
    documents = [urls["Documentation"] + name for name in ("index.html", "tutorials/teachers.html")]
    assert links == ([*documents, urls["Source"], urls["Issues"]] if published else [])
    expect(seen.page.locator(".more-links")).to_be_visible(visible=published)


def test_a_file_of_its_own(browser: Browser, tmp_path: Path) -> None:
    """A map saved as a file makes no requests. A click on a state shows its card, draws the path to it, and puts it
    into the address.
    """
    langkah.map(load("hanoi", discs=3), tmp_path / "map.html")
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((tmp_path / "map.html").as_uri())
    wait_until(page, "() => window.view")
    page.mouse.click(*find_spot(page, "view.data.marked.goals[0]"))
    expect(page.locator(".map-card .scene .shape").first).to_be_visible()
    expect(page.locator(".map-card")).to_contain_text("a goal")
    assert len(read_trail(page)) == 8
    expect(page).to_have_url(re.compile("#state="))
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    page.close()
