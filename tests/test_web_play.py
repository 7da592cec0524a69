"""Comfort of play: keyboard focus on arrival, the back button, saved progress, readable links, and a stable layout."""

import json
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from langkah import load, solve
from langkah.scene import Text, draw_text_box
from tests.browser import NARROW, SOON, Visit, find_box, find_still, wait_until
from tests.test_web_page import Open, clicks

# The positions and sizes of the parts of the page, in pixels.
PLACES = """(_given) => [".board", ".message", ".actions", ".move-choices", ".transport", ".tablist"].map((name) => {
  const { x, y, width, height } = document.querySelector(name).getBoundingClientRect();
  return [name, ...[x, y, width, height].map(Math.round)];
})"""


def go(seen: Visit, address: str) -> Page:
    """Open an address in a fresh page and return the page."""
    seen.page.goto("about:blank")
    seen.page.goto(f"{seen.address}#{address}")
    seen.page.wait_for_selector(".board .shape")
    return seen.page


def play(seen: Visit, name: str, moves: list[str]) -> None:
    """Make moves by mouse."""
    for count, gesture in enumerate(clicks(load(name), moves), 1):
        for handle in gesture:
            seen.mouse(handle)
        seen.made(count)


def test_keys_work_on_arrival(visit: Open) -> None:
    """The board has the focus on arrival. After a move by mouse, Enter acts on the board and not on the last button;
    Escape deselects a piece; Shift+Tab reaches the board from a button.
    """
    seen = visit()
    page = go(seen, "hanoi?discs=3")
    assert seen.focused() == "peg 0"
    for key in ("1", "2"):
        page.keyboard.press(key)
    seen.made(1)
    page.locator('[data-do="restart"]').click()
    seen.made(0)
    for handle in ("peg 0", "peg 2"):
        seen.mouse(handle)
    seen.made(1)
    page.keyboard.press("Enter")
    expect(page.locator(".light.selected")).to_have_count(1)
    assert seen.number("made") == "1"
    page.locator("#tab-moves").focus()
    page.keyboard.press("Escape")
    expect(page.locator(".light")).to_have_count(0)
    page.locator('[data-do="hint"]').focus()
    page.keyboard.press("Shift+Tab")
    for _tab in range(30):
        if seen.focused():
            break
        page.keyboard.press("Shift+Tab")
    assert seen.focused()


def test_two_keys_at_once_are_both_heard(visit: Open) -> None:
    """Several key presses within the same moment all take effect: three steps forward, and three hints."""
    seen = visit()
    seen.open("hanoi", {"discs": 3}, moves=list(solve(load("hanoi", discs=3)).notation), made=0)
    press = """(keys) => keys.forEach((key) =>
      document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })))"""
    seen.page.evaluate(press, [".", ".", "."])
    seen.made(3)
    seen.page.evaluate(press, ["h", "h", "h"])
    expect(seen.page.locator('[data-figure="hints"] dd')).to_have_text("3")


def test_back_leads_to_the_game_before(visit: Open) -> None:
    """The browser's back button returns to the earlier game with its moves after a change of a setting, and closes the
    Watch view.
    """
    seen = visit()
    page = go(seen, "hanoi?discs=3")
    play(seen, "hanoi", ["1-2"])
    page.locator("#tab-settings").click()
    page.locator('[data-setting="discs"]').fill("4")
    page.locator('[data-setting="discs"]').press("Enter")
    seen.least(15)
    expect(page.locator('[data-do="old-game"]')).to_be_visible()
    page.go_back()
    seen.made(1)
    expect(page.locator('.board .shape[data-id^="disc"]')).to_have_count(3)
    page.locator("#tab-watch").click()
    page.locator('[data-do="record"]').click()
    expect(page.locator("dialog.studio")).to_be_visible(timeout=SOON)
    page.go_back()
    expect(page.locator("dialog.studio")).to_have_count(0)
    seen.made(1)
    page.locator('[data-do="record"]').click()
    expect(page.locator("dialog.studio")).to_be_visible(timeout=SOON)
    page.locator('[data-do="close-studio"]').click()
    expect(page.locator("dialog.studio")).to_have_count(0)
    seen.made(1)


@pytest.mark.slow
def test_progress_is_kept(visit: Open, tmp_path: Path) -> None:
    """A solved level is ticked with its best result, and an unfinished game can be continued. Both can be exported to a
    file and imported in another browser; an invalid file is refused.
    """
    seen = visit()
    page = go(seen, "klotski:paper")
    play(seen, "klotski:paper", list(solve(load("klotski:paper")).notation))
    seen.over()
    expect(page.locator('[data-card="klotski:paper"] .tick')).to_have_text("★★★best: 4")
    expect(page.locator('[data-figure="best"] dd')).to_have_text("4")
    go(seen, "hanoi")
    play(seen, "hanoi", ["1-2", "1-3"])
    seen.home()
    with page.expect_download() as kept:
        page.locator('[data-do="export"]').click()
    file = tmp_path / "progress.json"
    kept.value.save_as(file)
    assert json.loads(file.read_text())["solved"] == {"klotski:paper": {"best": 4, "least": True, "alone": True}}
    page.locator('[data-place="hanoi"]').click()
    seen.made(2)
    other = visit(viewport=NARROW)
    other.home()
    bad = tmp_path / "bad.json"
    bad.write_text('{"langkah": 1, "solved": {"a": {"best": "many"}}, "places": {}}')
    other.page.locator('[data-file="progress"]').set_input_files(bad)
    expect(other.page.locator(".kept .refusal")).to_contain_text("no saved progress")
    other.page.locator('[data-file="progress"]').set_input_files(file)
    expect(other.page.locator('[data-place="hanoi"]')).to_be_visible()
    expect(other.page.locator(".kept")).to_contain_text("Solved so far: 1")


@pytest.mark.slow
def test_what_the_solver_did_is_no_best(visit: Open) -> None:
    """A level solved with the help of the solver is ticked without a best result."""
    seen = visit()
    plan = list(solve(load("klotski:paper")).notation)
    page = go(seen, "klotski:paper")
    page.evaluate("localStorage.setItem('speed', '4')")
    page = go(seen, "klotski:paper")
    seen.do("solve")
    seen.made(len(plan))
    seen.do("back")
    seen.made(len(plan) - 1)
    *_rest, last = clicks(load("klotski:paper"), plan)
    for handle in last:
        seen.mouse(handle)
    seen.over()
    expect(page.locator('[data-card="klotski:paper"] .tick')).to_have_text("★☆☆solved")


@pytest.mark.slow
def test_level_cards(visit: Open) -> None:
    """The card of a level shows its least cost in the metric and the translation of its title. The card's button has
    its title as its name, and levels are grouped.
    """
    seen = visit()
    page = go(seen, "klotski")
    card = page.locator('[data-card="klotski:classic"]')
    expect(card).to_contain_text("116 steps")
    expect(card).to_contain_text("Sword drawn, horse reined in")
    page.get_by_role("button", name=card.locator(".level").inner_text(), exact=True).click()
    expect(card.locator(".level")).to_have_attribute("aria-pressed", "true")
    assert page.locator(".group h2").count() >= 2


def test_readable_links(visit: Open) -> None:
    """A typed link with settings opens. The address stays readable after a move, and a link to an unknown level shows a
    message with a suggestion.
    """
    seen = visit()
    page = go(seen, "hanoi?discs=5&goal=peg%203")
    expect(page.locator('.board .shape[data-id^="disc"]')).to_have_count(5)
    expect(page).to_have_url(f"{seen.address}#hanoi?discs=5&goal=peg%203")
    play(seen, "hanoi", ["1-2"])
    expect(page).to_have_url(f"{seen.address}#hanoi?discs=5&goal=peg%203&moves=1-2")
    go(seen, "mnk:fork")
    page.locator("#tab-share").click()
    expect(page.locator(".address")).to_have_value(f"{seen.address}#mnk:fork")
    expect(page).to_have_url(f"{seen.address}#mnk:fork")
    expect(page.locator('[data-seat="1"]')).to_have_value("medium")
    seen.refused = True
    page.goto(f"{seen.address}#klotski:clasic")
    expect(page.locator(".notice")).to_contain_text("There is no level 'clasic' in Klotski.")
    expect(page.locator(".notice .chip").first).to_contain_text("Heng Dao Li Ma")


def test_an_unknown_path_gets_a_page(visit: Open, address: str) -> None:
    """An unknown path is answered with an HTML page in the language of the browser; programs and API paths get JSON."""
    html = {"accept": "text/html", "accept-language": "id"}
    with httpx.Client(base_url=address) as client:
        answer = client.get("/nothing/<b>", headers=html)
        assert answer.status_code == 404
        assert 'lang="id"' in answer.text
        assert "<b>" not in answer.text
        assert "error" in client.get("/nothing").json()
        assert "error" in client.get("/api/nothing", headers=html).json()
    seen = visit()
    seen.page.goto(f"{address}nothing")
    assert any("404" in said for said in seen.complaints)
    seen.complaints.clear()
    seen.page.get_by_role("link").click()
    seen.page.wait_for_selector(".card .scene")


def test_the_computer_plays_and_tells_why_when_asked(visit: Open) -> None:
    """The computer answers by itself and gives its reason on request and after the game. A loss is announced without
    celebration.
    """
    seen = visit(reduced_motion="no-preference")
    page = go(seen, "mnk")
    expect(page.locator('[data-seat="1"] > option')).to_have_text(["Person", "Easy", "Medium", "Hard", "Perfect"])
    assert "Alpha-beta" in page.locator('[data-seat="1"] optgroup').inner_text()
    seen.mouse("cell 1")
    seen.made(2)
    seen.said("Medium played")
    assert "ahead" not in page.locator(".message").inner_text()
    seen.do("why")
    seen.said("ahead")
    seen.open("mnk", seats=["human", "easy"], moves=["1", "4", "2", "5", "9"], made=5)
    seen.over()
    expect(page.locator(".ending h2")).to_have_text("You lose.")
    expect(page.locator(".sky")).to_have_count(0)
    page.locator(".reasons summary").click()
    expect(page.locator(".reasons li")).to_contain_text("wins at once")


def test_the_goal_is_shown(visit: Open) -> None:
    """The goal is shown as a small board for sliding tiles, and as an outline for the Tower of Hanoi."""
    seen = visit()
    page = go(seen, "tiles:nilsson")
    expect(page.locator('[data-figure="goal"] .scene')).to_be_visible()
    go(seen, "hanoi?goal=peg 3")
    expect(page.locator('.board .shape[data-id="goal 2"]')).to_have_count(1)
    expect(page.locator('[data-figure="goal"]')).to_have_count(0)


@pytest.mark.parametrize("size", [{"width": 1440, "height": 900}, {"width": 1366, "height": 680}, NARROW])
def test_nothing_shifts(visit: Open, size: dict[str, int]) -> None:
    """A refusal, a hint, marks and the first move do not change the layout of the page."""
    seen = visit(viewport=size)
    page = go(seen, "hanoi?discs=3&goal=peg 3")
    seen.least(7)
    before = find_still(page, PLACES)
    seen.mouse("peg 1")
    seen.said("Peg 2 is empty.")
    assert find_still(page, PLACES) == before
    for _grade in range(3):
        seen.do("hint")
    expect(page.locator('[data-figure="hints"] dd')).to_have_text("3")
    assert find_still(page, PLACES) == before
    seen.do("marks")
    expect(page.locator(".badge").first).to_be_visible()
    assert find_still(page, PLACES) == before
    page.evaluate("document.querySelector('[data-do=\"marks\"]').click()")
    for handle in ("peg 0", "peg 2"):
        seen.mouse(handle)
    seen.made(1)
    assert find_still(page, PLACES) == before


def test_drawing_happens_on_the_big_board_and_odds_get_room(visit: Open) -> None:
    """The editor replaces the board and is almost as large. The Odds tab takes more than half of the width."""
    seen = visit(viewport={"width": 1440, "height": 900})
    page = go(seen, "klotski:classic")
    ground = find_box(page, ".ground")
    page.locator("#tab-edit").click()
    box = find_box(page, ".letters")
    assert box.height > 0.6 * ground.height
    assert box.x + box.width < ground.x + ground.width
    expect(page.locator(".stage > .board")).to_be_hidden()
    page.locator("#tab-levels").click()
    expect(page.locator(".stage > .board")).to_be_visible()
    go(seen, "snakes:small&odds")
    expect(page.locator('[data-do="roll"]')).to_be_visible()
    wait_until(page, "() => document.querySelector('.drawer').getBoundingClientRect().width > 720")


def test_a_puzzle_of_text_is_a_grid() -> None:
    """The characters of a text board are aligned in columns of equal width, and a blank takes up a column."""
    letters = [shape for shape in draw_text_box("iW i\nW.xi").shapes if isinstance(shape, Text)]
    places = {(letter.text, letter.y): letter.x for letter in letters}
    rows = sorted({y for _text, y in places})
    assert len(letters) == 7
    assert places["i", rows[0]] == places["i", rows[1]] == max(places.values())
    assert places["W", rows[1]] < places["W", rows[0]] == places[".", rows[1]]


def test_the_first_screen(visit: Open) -> None:
    """The first page has one heading, doors to play, watch and teach, and an animated search that does not shift the
    layout. With reduced motion, the search stands still.
    """
    seen = visit(reduced_motion="no-preference")
    page = seen.page
    page.goto(seen.address)
    page.wait_for_selector(".demo .dot")
    first = find_box(page, ".demo")
    grown: int = page.locator(".demo .dot").count()
    expect(page.locator(".demo .taken").nth(2)).to_be_visible()
    expect(page.locator(".demo .dot").nth(grown)).to_be_attached()
    assert find_box(page, ".demo") == first
    assert page.locator("h1").count() == 1
    page.locator('[data-door="teach"]').click()
    expect(page.locator("#teach")).to_be_in_viewport()
    page.locator('[data-door="watch"]').click()
    expect(page.locator("dialog.studio")).to_be_visible(timeout=SOON)
    page.go_back()
    expect(page.locator("dialog.studio")).to_have_count(0)
    expect(page.locator(".board")).to_be_visible()
    page.go_back()
    page.locator('[data-door="play"]').click()
    expect(page.locator("#games")).to_be_in_viewport()
    calm = visit()
    calm.home()
    expect(calm.page.locator(".demo .dot.way").first).to_be_visible()
    wait_until(calm.page, "() => document.getAnimations().length === 0")


@pytest.mark.parametrize("language", ["en", "id"])
def test_no_headline_has_a_hyphen(visit: Open, language: str) -> None:
    """No heading of the first page contains a hyphen, and the main heading is not hyphenated automatically."""
    seen = visit(locale=language, viewport=NARROW)
    seen.home()
    heads = seen.page.locator("h1, h2, .door strong, .idea strong").all_inner_texts()
    assert len(heads) > 7
    assert not [head for head in heads if "-" in head]
    assert seen.page.locator("h1").evaluate("(each) => getComputedStyle(each).hyphens") != "auto"


def test_names_begin_sentences(visit: Open) -> None:
    """A message that begins with a player's name has a capital letter. Directions of moves are shown as arrows."""
    seen = visit()
    seen.open("snakes:small", seats=["human"] * 2)
    seen.said("Player 1's turn")
    page = go(seen, "klotski:classic")
    expect(page.locator('.chip[data-move="h right"]')).to_have_text("h →")
    page.locator('.chip[data-move="h right"]').click()
    page.locator("#tab-moves").click()
    expect(page.locator(".history .chip").first).to_have_text("1h →")


@pytest.mark.parametrize("touch", [False, True])
def test_a_block_that_slides_lengthwise_says_so(visit: Open, touch: bool) -> None:
    """A block dragged sideways is refused with the directions in which it can slide, or with the reason why it cannot
    move. The last grade of the hint shows the direction as an arrow.
    """
    seen = visit(has_touch=touch, viewport=NARROW) if touch else visit()
    page = go(seen, "klotski:rush-hour-01")
    x, y = seen.point("piece a")
    unit = page.evaluate("document.querySelector('.board').getScreenCTM().a")
    seen.drag("piece a", (x, y + 4 * unit), touch=touch)
    seen.said("Block a slides only left and right. It can go: to the left, to the right.")
    if not touch:  # a finger on a block that cannot move scrolls the page
        x, y = seen.point("piece d")
        seen.drag("piece d", (x, y + unit))
        seen.said("Block d slides only left and right. There is not enough free space for that now.")
    assert seen.number("made") == "0"
    for _grade in range(3):
        seen.do("hint")
    expect(page.locator(".message .hint")).to_contain_text("Make the move a ←.")


def test_pieces_that_trade_names_leave_nothing_behind(visit: Open) -> None:
    """After each turn of the cube, the picture has the same number of stickers: stickers that are no longer visible are
    removed.
    """
    seen = visit(reduced_motion="no-preference")
    seen.open("cube", {"start": "R U F"})
    count = seen.page.locator(".board .shape[data-id^='cube ']").count()
    for made, turn in enumerate(("U", "R2", "F'"), 1):
        seen.mouse(f"turn {turn}")
        seen.made(made)
        expect(seen.page.locator(".board .shape[data-id^='cube ']")).to_have_count(count)
    seen.close()
