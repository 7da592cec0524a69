"""The web app in a real browser: every game to its end by mouse, by finger and by keyboard, and the features around
playing.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from langkah import load, solve
from langkah.games import GAMES
from langkah.language import load_catalogue
from langkah.model import Problem
from langkah.session import Seat, Session, pack_link
from langkah.session.hint import find_middle, find_travellers
from langkah.tasks.address import read_address
from langkah.tasks.problems import ProblemCatalogue
from tests.browser import NARROW, Visit, find_box, read_address_bar, serving, wait_until

EXAMPLES = Path(__file__).parent.parent / "examples"
Open = Callable[..., Visit]

# For each game, a short problem; for a game for two also the moves of a whole game.
SHORT: dict[str, dict[str, Any]] = {
    "hanoi": {"settings": {"discs": 2}},
    "klotski:paper": {},
    "snakes:small": {"dice": False},
    "mnk": {"moves": ["1", "4", "2", "5", "3"]},
    "tiles:nilsson": {},
    "queens:paper": {},
}


def clicks(problem: Problem[Any, Any], moves: list[str], *, last: bool = False) -> Iterator[tuple[str, ...]]:
    """For each move, the handles to click in order, by the first gesture that the game lists for this move. With
    `last`, by the last gesture.
    """
    state = problem.start
    for move in moves:
        step = next(step for step in problem.steps(state) if problem.notation(step.move) == move)
        yield tuple(list(problem.gestures(state, step.move))[-1 if last else 0])
        state = step.state


@pytest.mark.parametrize("hand", ["mouse", "keys", pytest.param("finger", marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", SHORT)
def test_every_game_to_its_end(visit: Open, name: str, hand: str) -> None:
    """Each game is opened by a link and played click by click to the end card."""
    chosen = dict(SHORT[name])
    problem = load(name, chosen.get("settings", {}))
    moves = chosen.pop("moves", None) or list(solve(problem).notation)
    seen = visit(has_touch=True, viewport=NARROW) if hand == "finger" else visit()
    seen.open(name, **chosen)
    for count, gesture in enumerate(clicks(problem, moves, last=hand == "keys"), 1):
        for handle in gesture:
            getattr(seen, hand)(handle)
        seen.made(count)
    seen.over()


@pytest.mark.parametrize("touch", [False, True])
def test_dragging(visit: Open, touch: bool) -> None:
    """A disc is dragged onto a peg, a block by one cell and by two cells, and a tile into the blank."""
    seen = visit(has_touch=touch, viewport=NARROW) if touch else visit()
    seen.open("hanoi", {"discs": 2})
    seen.drag("peg 0", seen.box("peg 2"), touch=touch)
    seen.made(1)
    seen.open("klotski:classic")
    x, y = seen.point("piece h")
    unit = seen.box("piece i")[0] - seen.box("piece h")[0]
    seen.drag("piece h", (x + unit / 3 * 0.8, y), touch=touch)
    seen.made(1)
    seen.open("klotski:classic", moves=[])
    seen.drag("piece h", (x + unit / 3 * 1.9, y), touch=touch)
    seen.made(2)
    seen.open("tiles:nilsson")
    tiles = load("tiles:nilsson")
    step = solve(tiles).path[0]
    pairs = find_travellers(tiles.scene(tiles.start), tiles.scene(step.state), tiles.moved(tiles.start, step.move))
    old, new = next((old, new) for old, new in pairs if old.role.startswith("piece"))
    unit = seen.page.evaluate("document.querySelector('.board').getScreenCTM().a")
    (x, y), (dx, dy) = (
        seen.point(old.handle),
        ((b - a) * unit * 0.8 for a, b in zip(find_middle(old), find_middle(new), strict=True)),
    )
    seen.drag(old.handle, (x + dx, y + dy), touch=touch)
    seen.made(1)


def test_an_illegal_move_says_why(visit: Open) -> None:
    """A large disc on a smaller one is refused with a reason, also for screen readers, and the number of moves stays
    the same.
    """
    seen = visit()
    seen.open("hanoi", {"discs": 2}, moves=["1-3"])
    seen.mouse("peg 0")
    seen.mouse("peg 2")
    seen.said("larger than disc 1")
    expect(seen.page.locator("#said")).to_contain_text("larger than disc 1")
    assert seen.number("made") == "1"


def test_a_hint_takes_the_place_of_a_refusal(visit: Open) -> None:
    """A hint replaces the message of an earlier refusal."""
    seen = visit()
    seen.open("hanoi", {"discs": 3})
    seen.mouse("peg 1")
    seen.said("Peg 2 is empty.")
    seen.do("hint")
    expect(seen.page.locator(".message .hint")).to_be_visible()


def test_targets_light_up(visit: Open) -> None:
    """The selected piece and its possible targets are highlighted, and their labels tell screen readers the same."""
    seen = visit()
    seen.open("hanoi", {"discs": 2}, moves=["1-3"])
    seen.mouse("peg 0")
    expect(seen.page.locator(".light.selected")).to_have_count(1)
    expect(seen.page.locator(".light.option")).to_have_count(1)
    expect(seen.page.locator('.spot[data-spot="peg 1"]')).to_have_attribute("aria-label", "peg 2, can go here")
    seen.page.keyboard.press("Tab")
    seen.mouse("peg 0")
    expect(seen.page.locator(".light")).to_have_count(0)


def test_the_solution_from_a_position_made_by_hand(visit: Open) -> None:
    """After two moves by hand, the solver plays an optimal solution from the current position to the end."""
    seen = visit()
    seen.open("hanoi", {"discs": 3})
    seen.least(7)
    for handle in ("peg 0", "peg 1", "peg 0", "peg 2"):
        seen.mouse(handle)
    seen.made(2)
    seen.least(5)
    for _click in range(3):
        seen.page.get_by_title("Faster").click()
    seen.do("solve")
    seen.said("proved to be the least")
    seen.made(7)
    found = read_address(ProblemCatalogue(), read_address_bar(seen.page).partition("#")[2])
    assert found["moves"] == ["1-2", "1-3", *solve(load("hanoi", discs=3).at((1, 2, 0))).notation]
    seen.least(0)


def test_playing_back_and_forth(visit: Open) -> None:
    """A recorded game is played and paused, stepped forward and back, and moved to any position by the slider."""
    seen = visit()
    seen.open("hanoi", {"discs": 3}, moves=list(solve(load("hanoi", discs=3)).notation), made=0)
    seen.do("forward")
    seen.made(1)
    seen.do("forward")
    seen.made(2)
    seen.do("back")
    seen.made(1)
    seen.page.locator(".tape").fill("5")
    seen.made(5)
    seen.do("play")
    expect(seen.page.locator('[data-do="play"]')).to_have_attribute("title", "Pause")
    expect(seen.page.locator('[data-figure="made"] dd')).to_have_text(re.compile("6|7"))
    if seen.page.locator('[data-do="play"]').get_attribute("title") == "Pause":
        seen.do("play")
    expect(seen.page.locator('[data-do="play"]')).to_have_attribute("title", "Play")


def test_undo_redo_and_start_again(visit: Open) -> None:
    """Undo and redo work by button and by key. Start again resets the game, and a new move disables redo."""
    seen = visit()
    seen.open("hanoi", {"discs": 3})
    for handle in ("peg 0", "peg 1", "peg 0", "peg 2"):
        seen.mouse(handle)
    seen.made(2)
    seen.do("undo")
    seen.made(1)
    seen.do("redo")
    seen.made(2)
    seen.page.keyboard.press("u")
    seen.made(1)
    seen.page.keyboard.press("y")
    seen.made(2)
    seen.do("restart")
    seen.made(0)
    seen.mouse("peg 0")
    seen.mouse("peg 2")
    seen.made(1)
    expect(seen.page.locator('[data-do="redo"]')).to_be_disabled()


def test_the_focus_stays_on_a_button(visit: Open) -> None:
    """The Undo button keeps the focus when it is pressed by keyboard."""
    seen = visit()
    seen.open("hanoi", {"discs": 3}, moves=["1-3", "1-2", "3-2"])
    seen.page.locator('[data-do="undo"]').focus()
    for made in (2, 1):
        seen.page.keyboard.press("Enter")
        seen.made(made)
        expect(seen.page.locator('[data-do="undo"]')).to_be_focused()


def test_hints_stay_and_grow_plainer(visit: Open) -> None:
    """A hint has three grades with different texts, the last one naming the move. It is shown until the move is made,
    and every hint is counted.
    """
    seen = visit()
    seen.open("hanoi", {"discs": 3, "goal": "peg 3"})
    texts = []
    for count in (1, 2, 3):
        seen.do("hint")
        expect(seen.page.locator('[data-figure="hints"] dd')).to_have_text(str(count))
        texts.append(seen.page.locator(".message .hint").inner_text())
    assert len(set(texts)) == 3
    assert "1-3" in texts[-1]
    expect(seen.page.locator(".light.hint").first).to_be_visible()
    expect(seen.page.locator('[data-do="hint"]')).to_be_disabled()
    seen.mouse("peg 0")
    seen.mouse("peg 2")
    seen.made(1)
    expect(seen.page.locator(".message .hint")).to_have_count(0)
    expect(seen.page.locator('[data-figure="hints"] dd')).to_have_text("3")


def test_marks(visit: Open) -> None:
    """Every legal move is marked on the board and in the list of moves."""
    seen = visit()
    seen.open("hanoi", {"discs": 3, "goal": "peg 3"})
    seen.do("marks")
    expect(seen.page.locator(".badge").first).to_be_visible()
    chips = seen.page.locator(".move-choices .chip")
    expect(chips).to_have_count(2)
    expect(chips.locator(".sign.better")).to_have_count(1)
    seen.page.locator('.chip[data-move="1-3"]').click()
    seen.made(1)


def test_review_names_what_lost_ground(visit: Open) -> None:
    """The review lists a detour at the start of the game, with the better move. A click on the entry leads to its
    position.
    """
    seen = visit()
    seen.open("hanoi", {"discs": 2}, moves=["1-3", "3-2", "1-3"])
    seen.mouse("peg 1")
    seen.mouse("peg 2")
    seen.made(4)
    seen.over()
    expect(seen.page.locator(".tally")).to_have_text("Moves: 4, minimum: 3")
    seen.do("review")
    expect(seen.page.locator(".review li")).to_have_count(1)
    expect(seen.page.locator(".review li")).to_contain_text("better")
    seen.page.locator(".review li button").click()
    expect(seen.page.locator(".ending .sheet")).to_be_hidden()


def test_against_an_opponent(visit: Open) -> None:
    """The perfect player answers by itself and its move is announced. Undo takes back both moves; no player answers
    while the game is at an earlier position; two computer players finish a game alone.
    """
    seen = visit()
    seen.open("mnk", seats=["human", "perfect"])
    seen.mouse("cell 1")
    seen.made(2)
    seen.said("Perfect played 5.")
    seen.do("undo")
    seen.made(0)
    seen.mouse("cell 1")
    seen.made(2)
    seen.do("back")
    seen.made(1)
    seen.page.wait_for_timeout(300)  # at an earlier position, the opponent does not answer
    assert seen.number("made") == "1"
    seen.do("forward")
    seen.made(2)
    seen.page.locator('[data-seat="0"]').select_option("random")
    seen.over()  # two computer players move slowly, so that people can follow
    assert int(seen.number("made")) >= 5


def rolled(seed: int) -> int:
    """The number of rolls in a race of three players with this seed."""
    session = Session(load("snakes:small"), seats=[Seat()] * 3, seed=seed)
    while not session.over:
        session.roll()
    return session.made


def test_a_race_with_dice(visit: Open) -> None:
    """Three players with tokens of different colours take turns until one arrives. A change of the number of players
    begins a new race.
    """
    seen = visit()
    seed = min(range(60), key=rolled)
    seen.open("snakes:small", seats=["human"] * 3, seed=seed)
    expect(seen.page.locator('.board .shape[data-id^="token"]')).to_have_count(3)
    fills = seen.page.evaluate(
        """[...document.querySelectorAll('.board .shape[data-id^="token"]')].map((each) =>
           getComputedStyle(each.querySelector("circle:nth-child(2)")).fill)"""
    )
    assert len(set(fills)) == 3
    for roll in range(1, rolled(seed) + 1):
        seen.do("roll")
        seen.made(roll)
    seen.over()
    expect(seen.page.locator(".die")).to_be_disabled()
    seen.page.locator(".ending .corner").click()
    seen.page.locator('[data-players="2"]').click()
    expect(seen.page.locator('.board .shape[data-id^="token"]')).to_have_count(2)
    seen.made(0)


def test_levels_and_settings(visit: Open) -> None:
    """The gallery leads to a game, a picture opens a level, and settings can be changed within their limits."""
    seen = visit()
    seen.home()
    expect(seen.page.locator(".card")).to_have_count(len(GAMES))
    seen.page.locator('[data-game="klotski"]').click()
    seen.page.locator('[data-level="klotski:paper"]').click()
    seen.least(4)
    seen.page.locator("#tab-settings").click()
    how = seen.page.get_by_role("group", name="what counts as one move")
    expect(how.get_by_role("button", name="one piece moves one cell steps")).to_have_attribute("aria-pressed", "true")
    how.get_by_role("button", name="one piece moves any distance, also around corners moves").click()
    expect(seen.page.locator('button[name="metric"][value="moves"]')).to_have_attribute("aria-pressed", "true")
    seen.home()
    seen.page.locator('[data-game="hanoi"]').click()
    seen.page.locator("#tab-settings").click()
    discs = seen.page.locator('[data-setting="discs"]')
    discs.fill("4")
    discs.press("Enter")
    seen.least(15)
    discs.fill("900")
    discs.press("Enter")
    seen.refused = True
    expect(seen.page.locator(".drawer .refusal")).to_contain_text("a whole number from 1 to 64")


def test_languages(visit: Open) -> None:
    """The language switch changes the texts, keeps the position, and is remembered."""
    seen = visit()
    seen.open("hanoi", {"discs": 3}, moves=["1-3"])
    seen.page.locator('.tongues [lang="id"]').click()
    expect(seen.page.locator("html")).to_have_attribute("lang", "id")
    words = load_catalogue("id").gettext
    expect(seen.page.locator('[data-do="undo"] .words')).to_have_text(words("Undo"))
    expect(seen.page.locator("h1.problem")).to_have_text(words("Tower of Hanoi"))
    expect(seen.page.locator("#tab-share")).to_have_text(words("Share"))
    seen.made(1)
    seen.page.reload()
    seen.page.wait_for_selector(".board .shape")
    expect(seen.page.locator("html")).to_have_attribute("lang", "id")
    expect(seen.page.locator('[data-do="hint"] .words')).to_have_text(words("Hint"))


def test_a_link_alone_reopens_the_position(visit: Open) -> None:
    """A link reopens the position in another browser. A damaged link shows a message, which disappears when a game is
    opened.
    """
    seen = visit()
    seen.open("klotski:paper")
    for handle in next(clicks(load("klotski:paper"), [solve(load("klotski:paper")).notation[0]])):
        seen.mouse(handle)
    seen.made(1)
    seen.page.locator("#tab-share").click()
    link = seen.page.locator(".address").input_value()
    assert link.endswith("#klotski:paper?moves=g+up")
    other = visit(viewport=NARROW)
    other.page.goto(link)
    other.made(1)
    assert other.page.locator("#board-text").inner_text() == seen.page.locator("#board-text").inner_text()
    other.refused = True
    other.page.goto("about:blank")
    exact = pack_link({"langkah": 1, "problem": "klotski:paper", "moves": ["g up"]})
    other.page.goto(f"{other.address}#{exact[:-9]}")
    expect(other.page.locator(".notice")).to_have_text("This link is damaged or cut short.")
    other.page.goto(f"{other.address}#garbage-1")
    expect(other.page.get_by_role("alert")).to_contain_text("damaged")
    wait_until(other.page, "() => !document.getAnimations().length")  # no animation is about to remove the message
    expect(other.page.locator(".notice")).to_be_in_viewport()
    other.page.locator('[data-game="mnk"]').click()
    expect(other.page.locator(".notice")).to_have_count(0)


def test_drawing_a_board_of_blocks(visit: Open, tmp_path: Path) -> None:
    """A board of blocks is drawn, a mistake is reported and corrected, and the board is checked, saved, played and
    reopened from its file.
    """
    seen = visit()
    seen.refused = True
    seen.open("klotski:paper")
    page = seen.page
    page.locator("#tab-edit").click()
    expect(page.locator(".letters .line")).to_have_count(5)
    page.locator('[data-brush="."]').click()
    for cell in ("0,0", "0,1"):
        page.locator(f'[data-cell="{cell}"]').click()
    for key in ("ArrowDown", ".", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    page.locator('[data-do="check"]').click()
    expect(page.locator(".verdict")).to_contain_text("The board can be solved")
    page.locator('[data-brush="#"]').click()
    page.locator('[data-cell="4,1"]').click()
    expect(page.locator(".errors")).not_to_be_empty()
    expect(page.locator('[data-do="play-draft"]')).to_be_disabled()
    page.locator('[data-brush="*"]').click()
    page.locator('[data-cell="4,1"]').click()
    expect(page.locator(".errors")).to_be_empty()
    with page.expect_download() as kept:
        page.locator('[data-do="save-draft"]').click()
    file = tmp_path / "mine.toml"
    kept.value.save_as(file)
    assert load(str(file)).text(load(str(file)).start).startswith("..")
    page.locator('[data-do="play-draft"]').click()
    expect(page.locator('.board .shape[data-id="piece a"]')).to_have_count(0)
    drawn = page.locator("#board-text").inner_text()
    seen.home()
    page.locator('[data-game="klotski"]').click()
    page.locator("#tab-share").click()
    page.locator('[data-file="load"]').set_input_files(file)
    expect(page.locator("#board-text")).to_have_text(drawn)


def test_drawing_snakes_and_ladders(visit: Open) -> None:
    """A ladder is drawn by dragging, removed by a click, and another one added by a form."""
    seen = visit()
    seen.open("snakes:small")
    page = seen.page
    page.locator("#tab-edit").click()
    expect(page.locator('[data-jump="3"]')).to_be_visible()
    before = page.locator("[data-jump]").count()
    first, last = (f'.jumps .shape[data-id="square {number}"]' for number in (2, 24))
    page.locator(first).scroll_into_view_if_needed()
    page.mouse.move(*find_box(page, first).middle)
    page.mouse.down()
    page.mouse.move(*find_box(page, last).middle, steps=4)
    page.mouse.up()
    expect(page.locator('[data-jump="2"]')).to_contain_text("2 → 24")
    expect(page.locator("[data-jump]")).to_have_count(before + 1)
    page.locator('[data-do="check"]').click()
    expect(page.locator(".verdict")).to_contain_text("the minimum is 2")
    page.locator('[data-jump="2"]').click()
    expect(page.locator("[data-jump]")).to_have_count(before)
    page.locator('[name="from"]').fill("5")
    page.locator('[name="to"]').fill("25")
    page.locator('[data-do="add-jump"]').click()
    page.locator('[data-do="play-draft"]').click()
    seen.least(2)


def test_a_narrow_screen(visit: Open) -> None:
    """On a narrow screen, no tab of any game makes the page scroll sideways, and the dark theme follows the browser's
    setting.
    """
    seen = visit(viewport=NARROW, has_touch=True, color_scheme="dark")
    seen.home()
    wide = "document.documentElement.scrollWidth <= window.innerWidth"
    assert seen.page.evaluate(wide)
    assert seen.page.locator("html").get_attribute("data-theme") == "dark"
    for name in SHORT:
        seen.open(name)
        for tab in seen.page.locator("[role=tab]:visible").all():
            tab.click()
            assert seen.page.evaluate(wide), (name, tab.inner_text())


def test_a_puzzle_of_ones_own(visit: Open) -> None:
    """A puzzle class from a Python file is played to its end through the list of moves."""
    with serving(f"{EXAMPLES / 'river.py'}:River") as address:
        seen = visit(address=address)
        seen.page.goto(address)
        seen.page.wait_for_selector(".board .shape")
        plan = solve(load(f"{EXAMPLES / 'river.py'}:River")).notation
        for count, move in enumerate(plan, 1):
            seen.page.locator(".move-choices .chip", has_text=re.compile(f"^{re.escape(move)}$")).first.click()
            seen.made(count)
        seen.over()
        seen.page.goto("about:blank")  # the page must leave before its server stops
