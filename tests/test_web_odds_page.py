"""The Odds tab of the web app, in a real browser: by mouse, by keyboard, on a phone, and in both languages."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from langkah import load
from langkah.dice_odds import Odds, find_odds
from langkah.dice_odds.jumps import find_effects
from langkah.dice_odds.report import format_ratio
from tests.browser import NARROW, SOON, Held, Visit, find_box, read_address_bar

Open = Callable[..., Visit]
LONG = 2 * SOON

# A board with tens of billions of expected turns: the quick figures take a moment, the distribution takes long.
ENDLESS: dict[str, Any] = {
    "rows": 27,
    "cols": 27,
    "jumps": {str(n): n * 7 % 50 + 1 for n in range(669, 729) if n % 6},
}

# A small board with many jumps and a large die: all parts are quick, except for the effects of the jumps.
CROWDED: dict[str, Any] = {"rows": 12, "cols": 12, "die": 60, "jumps": {str(n): n + 20 for n in range(10, 120, 2)}}

# Controls that are too small for a finger.
TINY = """
[...document.querySelectorAll("#panel-odds :is(.button, .chip, input, select)")]
  .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 28)
  .map((each) => each.outerHTML)
"""


# Rolls and returns to the gallery as soon as the roll is shown, before the page requests the odds of the new position.
ROLL_AND_LEAVE = """
async () => {
  document.querySelector("[data-do=roll]").click();
  const made = () => document.querySelector("[data-figure=made] dd").textContent;
  while (made() !== "1") await new Promise((done) => setTimeout(done, 5));
  document.querySelector(".brand").click();
}
"""


def laboratory(seen: Visit) -> Page:
    """Open the Odds tab, wait until the quick figures are shown, and return the page."""
    page = seen.page
    page.locator("#tab-odds").click()
    expect(figure(page, "expected").locator("strong")).not_to_be_empty(timeout=LONG)
    expect(page.locator(".lab-parts")).not_to_have_class("lab-parts old", timeout=LONG)
    return page


def figure(page: Page, name: str) -> Locator:
    """The element of the figure with this name."""
    return page.locator(f'#panel-odds [data-odds="{name}"]')


def shows(page: Page, known: Odds, point: str = ".") -> None:
    """Wait until the page shows the figures of the library. `point` is the decimal separator."""
    wanted = f"{known.expected:.3f}".replace(".", point)
    expect(figure(page, "expected").locator("strong")).to_have_text(wanted, timeout=SOON)
    expect(figure(page, "least").locator("strong")).to_have_text(str(known.minimum))
    for name in ("median", "mode"):
        expect(figure(page, name).locator("dd")).to_have_text(str(getattr(known, name)))
    for name, value in known.quantiles.items():
        expect(figure(page, name).locator("dd")).to_have_text(str(value))


@pytest.fixture(scope="module")
def room(browser: Browser, address: str) -> Iterator[Visit]:
    """A page with the odds of the start position, shared by all tests that do not leave it."""
    seen = Visit(browser, address)
    seen.open("snakes")
    laboratory(seen)
    yield seen
    seen.close()


@pytest.fixture
def lab(room: Visit) -> Iterator[Visit]:
    """The shared page; afterwards the fixture checks that the page reported no errors."""
    yield room
    room.check()


def test_only_games_of_chance_have_odds(visit: Open) -> None:
    """A game without dice has no Odds tab, and arrow keys skip it. A link to its odds opens another tab."""
    seen = visit()
    seen.open("hanoi")
    page = seen.page
    expect(page.locator("#tab-share")).to_be_visible()
    expect(page.locator("#tab-odds")).to_be_hidden()
    page.locator("#tab-map").click()
    page.locator("#tab-map").press("ArrowRight")
    expect(page.locator("#tab-share")).to_be_focused()
    page.goto(f"{read_address_bar(page)}&odds")
    page.reload()
    expect(page.locator("#tab-settings, #tab-levels").locator("visible=true").first).to_be_visible()
    expect(page.locator("#tab-odds")).to_be_hidden()


def test_figures_and_the_whole_fraction(visit: Open) -> None:
    """The figures equal those of the library. A long fraction is folded, and can be unfolded and copied by keyboard."""
    seen = visit(permissions=["clipboard-read", "clipboard-write"])
    seen.open("snakes:paper-1")
    page = laboratory(seen)
    known = find_odds(load("snakes:paper-1"))
    shows(page, known)
    expect(figure(page, "least")).to_contain_text("0.077 %")
    expect(figure(page, "least")).to_contain_text("= 1/1296")
    fold = figure(page, "expected").locator("details")
    expect(fold.locator("code")).to_be_hidden()
    fold.locator("summary").press("Enter")
    expect(fold.locator("code")).to_have_text(str(format_ratio(known.expected_exact)))
    fold.locator('[data-do="copy-fraction"]').press("Enter")
    expect(fold).to_contain_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == format_ratio(known.expected_exact)
    expect(figure(page, "variance").locator("details summary")).to_be_visible()


@pytest.mark.slow
def test_three_players_under_way(visit: Open) -> None:
    """Each seat has its own odds. After a roll, the odds are those of the new position, and the selected seat and
    setting remain selected.
    """
    seen = visit()
    seen.open("snakes", seats=["human"] * 3, seed=3, moves=["4", "6", "1", "3", "2"])
    page = laboratory(seen)
    shows(page, find_odds(load("snakes", start=38)))
    wins = find_odds(load("snakes"), at=[38, 7, 8]).win_chances
    rows = page.locator(".lab .bars").first.locator("b")
    expect(rows).to_have_text([f"{100 * wins[seat]:.2f} %" for seat in (1, 2, 0)])
    seen.do("whose-0")
    shows(page, find_odds(load("snakes", start=7)))
    expect(page.locator('[data-do="whose-0"]')).to_have_attribute("aria-pressed", "true")
    before = read_address_bar(page)
    page.locator('[data-odds="setting"]').select_option("none")
    seen.do("roll")
    seen.made(6)
    expect(page.locator(".lab-parts")).not_to_have_class("lab-parts old", timeout=SOON)
    assert read_address_bar(page) != before
    assert read_address_bar(page).endswith("&odds")
    shows(page, find_odds(load("snakes", start=7)))
    expect(page.locator("#panel-odds > .working")).to_be_empty(timeout=SOON)
    expect(page.locator('[data-odds="setting"]')).to_have_value("")
    page.locator('[data-odds="players"]').fill("5")
    page.locator('[data-odds="players"]').press("Enter")
    five = find_odds(load("snakes", start=7), 5).win_chances
    together = page.locator(".lab .bars").nth(1).locator("b")
    expect(together).to_have_text([f"{100 * chance:.2f} %" for chance in five])


def test_the_chart_is_read_by_keys_and_by_pointer(visit: Open) -> None:
    """By keyboard and by pointer, the chart gives for each number of turns its probability and the cumulative
    probability. A table has the same values.
    """
    seen = visit()
    seen.open("snakes", {"squares": 12, "rows": 3, "cols": 4, "die": 2, "jumps": {"9": 3}})
    page = laboratory(seen)
    known = find_odds(load("snakes", squares=12, die=2, jumps={"9": 3}))
    chart = page.locator("svg.lengths")
    chart.focus()
    page.keyboard.press("Home")
    read = page.locator(".lab .readout").first
    expect(read).to_have_text("0 turns: 0 %; cumulative: 0 %")
    for _press in range(8):
        page.keyboard.press("ArrowRight")
    done = sum(known.distribution[:9])
    words = f"8 turns: {100 * known.distribution[8]:.2f} %; cumulative: {100 * done:.2f} %"
    expect(read).to_have_text(words)
    expect(chart).to_have_attribute("aria-valuetext", words.replace(" %", "\u00a0%"))
    seen.made(0)  # the arrow keys act on the chart only
    chart.scroll_into_view_if_needed()
    box = find_box(page, "svg.lengths")
    page.mouse.move(box.x + box.width - 10, box.y + 60)
    expect(read).to_contain_text("99.")
    page.locator(".lab details", has=page.locator("summary", has_text="As a table")).first.locator("summary").click()
    row = page.locator(".lab tr", has=page.locator("th", has_text="8")).first
    expect(row.locator("td").first).to_have_text(f"{100 * known.distribution[8]:.2f} %")


def test_the_board_as_a_heat_map(lab: Visit) -> None:
    """The heat map has every square of the board, shaded by the expected number of visits, which can be read for each
    square by pointer and by keyboard.
    """
    page = lab.page
    known = find_odds(load("snakes"))
    heat = page.locator("svg.heat")
    expect(heat.locator("[data-spot]")).to_have_count(len(known.visits), timeout=SOON)
    expect(heat.locator('[data-id^="token"]')).to_have_count(0)
    read = page.locator(".lab .readout").nth(1)
    expect(read).to_have_text(f"99: {known.visits[99]:.3f} turns")
    fills = page.evaluate("[...document.querySelectorAll('svg.heat [data-spot] rect')].map((each) => each.style.fill)")
    assert len(set(fills)) >= 6
    expect(page.locator(".lab > .working")).to_be_empty(timeout=SOON)  # when the note disappears, the rest moves up
    heat.locator('[data-handle="square 50"]').first.hover()  # waits until nothing moves any more
    expect(read).to_have_text(f"50: {known.visits[50]:.3f} turns")
    heat.focus()
    page.keyboard.press("ArrowUp")
    expect(read).not_to_have_text(f"50: {known.visits[50]:.3f} turns")


def test_which_jump_matters(lab: Visit) -> None:
    """The table of jumps is sorted by effect, or by jump after a click on the column head. A selected jump is
    highlighted on the board and on the heat map.
    """
    page = lab.page
    expected = find_odds(load("snakes")).expected
    assert expected is not None
    wanted = [f"{each.start} → {each.end}" for each in find_effects(load("snakes"), expected)]
    chips = page.locator(".jumps-table .chip")
    expect(chips).to_have_count(len(wanted), timeout=SOON)
    assert [text[1:].strip() for text in chips.all_inner_texts()] == wanted
    lab.do("sort-jump")
    starts = [int(text[1:].split()[0]) for text in chips.all_inner_texts()]
    assert starts == sorted(starts)
    expect(page.locator("th[aria-sort=ascending]")).to_contain_text("Jump")
    page.locator('[data-do="jump-28"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator('[data-do="jump-28"]')).to_have_attribute("aria-pressed", "true")
    expect(page.locator('[data-do="jump-28"]')).to_be_focused()
    expect(page.locator(".board .highlights > *")).to_have_count(2)
    expect(page.locator("svg.heat .jump rect")).to_have_count(2)
    lab.do("jump-28")
    expect(page.locator(".board .highlights > *")).to_have_count(0)
    expect(page.locator("svg.heat .jump rect")).to_have_count(0)


@pytest.mark.slow
def test_what_if_one_could_choose(lab: Visit) -> None:
    """The expected numbers of turns are shown for dice alone, for each choice of the player, and for freely chosen
    rolls. An illegal value is refused with a message.
    """
    page = lab.page
    lab.refused = True
    lab.do("odds-choices")
    figures = page.locator(".ladder b")
    expect(figures).to_have_text(["42.797", "23.941", "32.672", "20.689", "7"], timeout=SOON)
    page.locator(".advice summary").first.click()
    expect(page.locator(".advice").first).to_contain_text("17 → 7")
    page.locator('[data-odds="setting"]').select_option("six_again")
    page.locator('[data-odds="decline"]').uncheck()
    lab.do("odds-choices")
    expect(page.locator(".ladder .name")).to_have_text(
        ["dice alone", "or six_again = true", "every roll chosen freely"]
    )
    rule, value = page.locator('[data-odds="setting"]'), page.locator('[data-odds="value"]')
    rule.select_option("overshoot")
    expect(value.locator("option")).to_have_text(["the token walks back from the last square (bounce)", "wins (win)"])
    lab.do("odds-choices")
    words = "or “Roll past the last square: the token walks back from the last square”"
    expect(page.locator(".ladder .name").nth(1)).to_have_text(words)
    rule.select_option("die")
    value.fill("5000")
    lab.do("odds-choices")
    expect(page.locator(".lab .refusal", has_text="die = 5000")).to_be_visible()


def test_games_are_played_as_a_check(lab: Visit) -> None:
    """Simulated games have a mean, the exact value and a verdict, and the same seed gives the same mean. An impossible
    number of games is refused.
    """
    page = lab.page
    page.locator('[data-odds="games"]').fill("0")
    lab.do("odds-games")
    expect(page.locator(".lab [role=alert]", has_text="1,000,000")).to_be_visible()
    page.locator('[data-odds="games"]').fill("50000")
    page.locator('[data-odds="seed"]').fill("11")
    lab.do("odds-games")
    verdict = page.locator(".lab .verdict")
    expect(verdict).to_contain_text("The simulation agrees", timeout=SOON)
    first = figure(page, "mean").inner_text()
    lab.do("odds-games")
    expect(verdict).to_contain_text("The simulation agrees", timeout=SOON)
    assert figure(page, "mean").inner_text() == first
    assert "42.797" in figure(page, "exact").inner_text()


def test_a_game_that_never_ends_says_so(visit: Open) -> None:
    """If a game can never end, one sentence replaces the figures. If only some games get stuck, the figures of the
    other games are shown.
    """
    seen = visit()
    seen.open("snakes", {"squares": 8, "jumps": {str(n): 1 for n in range(2, 8)}})
    page = seen.page
    page.locator("#tab-odds").click()
    never = page.locator(".lab .never")
    expect(never).to_contain_text("can never be finished", timeout=SOON)
    expect(page.locator(".lab .sheet:visible")).to_have_count(1)
    seen.open("snakes", {"squares": 12, "die": 2, "jumps": {"1": 11, "5": 2, "6": 2}})
    laboratory(seen)
    expect(never).to_contain_text("stuck")
    expect(figure(page, "finishes").locator("dd")).to_have_text("50.00 %")
    expect(figure(page, "expected")).to_contain_text("if the game ends")
    expect(page.locator(".bar-row", has_text="no player")).to_be_visible()


@pytest.mark.slow
def test_a_link_and_another_language_keep_the_tab(visit: Open) -> None:
    """The address reopens the Odds tab, and a change of language keeps it. After a switch to another tab, the address
    no longer names the odds.
    """
    seen = visit()
    seen.open("snakes", seats=["human"] * 2, moves=["4", "6"])
    page = laboratory(seen)
    other = visit()
    other.page.goto(read_address_bar(page))
    shows(other.page, find_odds(load("snakes", start=14)))
    other.page.locator(".tongues [lang=id]").click()
    expect(other.page.locator("#tab-odds")).to_have_attribute("aria-selected", "true")
    shows(other.page, find_odds(load("snakes", start=14)), ",")
    page.locator("#tab-moves").click()
    expect(page.locator("#panel-odds")).to_be_hidden()
    assert not read_address_bar(page).endswith("&odds")
    page.locator("#tab-moves").press("ArrowRight")
    seen.do("roll")
    seen.made(3)
    assert not read_address_bar(page).endswith("&odds")
    laboratory(seen)
    shows(page, find_odds(load("snakes", start=6)))


@pytest.mark.slow
def test_long_work_can_be_stopped(visit: Open) -> None:
    """The quick figures appear first and stay. The remaining parts and the table of jumps can be stopped, and
    restarted.
    """
    seen = visit()
    seen.open("snakes", ENDLESS)
    page = laboratory(seen)
    whole = page.locator("#panel-odds > .working")
    for _time in range(2):
        whole.locator("[data-do=stop-odds]").click()
        expect(whole).to_contain_text("Stopped")
        expect(figure(page, "expected").locator("strong")).to_be_visible()
        expect(figure(page, "median")).to_have_count(0)
        whole.get_by_text("Try again").click()
    expect(whole.locator("[data-do=stop-odds]")).to_be_visible()
    seen.open("snakes", CROWDED)
    laboratory(seen)
    jumps = page.locator(".lab .sheet", has_text="Which jump").locator(".working")
    expect(jumps).to_contain_text("of 55", timeout=LONG)
    jumps.locator("[data-do=stop-odds]").click()
    expect(jumps).to_contain_text("Stopped")
    expect(figure(page, "median")).to_be_visible()


@pytest.mark.slow
def test_nothing_is_asked_once_the_game_is_left(visit: Open) -> None:
    """After the player leaves the game, the page requests no odds and the address stays that of the gallery, both after
    a roll and if the module of the tab loads late.
    """
    seen = visit()
    seen.open("snakes:small")
    page = laboratory(seen)
    expect(page.locator("#panel-odds > .working")).to_be_empty(timeout=SOON)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.evaluate(ROLL_AND_LEAVE)
    expect(page.locator(".card").first).to_be_visible()
    page.wait_for_timeout(400)
    assert read_address_bar(page).endswith("#")
    late = Held(seen, "tabs/odds.js")
    seen.open("snakes:small")
    page.locator("#tab-odds").click()
    late.wait()
    page.locator(".brand").click()
    expect(page.locator(".card").first).to_be_visible()
    late.release()
    page.wait_for_timeout(200)
    assert read_address_bar(page).endswith("#")
    assert not [url for url in asked if "/api/odds" in url]


def test_on_a_phone(visit: Open) -> None:
    """On a phone, nothing is wider than the screen, every control is at least 28 pixels high, and the colours follow
    the theme.
    """
    seen = visit(viewport=NARROW, has_touch=True, color_scheme="dark")
    seen.open("snakes", seats=["human"] * 4, moves=["4", "6", "1", "3", "2"])
    page = laboratory(seen)
    expect(page.locator(".jumps-table .chip").first).to_be_visible(timeout=SOON)
    seen.do("odds-choices")
    expect(page.locator(".ladder")).to_be_visible(timeout=SOON)
    assert page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]
    for each in page.locator("#panel-odds .sheet:visible").all():
        box = each.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= NARROW["width"]
    assert page.evaluate(TINY) == []
    sheet, white = page.locator(".lab .sheet").first, "rgb(255, 255, 255)"
    expect(sheet).not_to_have_css("background-color", white)
    page.get_by_title("Light colours").click()
    expect(sheet).to_have_css("background-color", white)
    page.locator(".jumps-table .chip").first.tap()
    expect(page.locator("svg.heat .jump rect")).to_have_count(2)
    expect(page.locator("svg.heat")).to_be_in_viewport()
