"""Links in readable form: wrong links report the unknown part and suggest corrections; a link with a puzzle in Python
asks for consent first.
"""

from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Route, expect

from langkah import load
from langkah.games import GAMES
from langkah.model import Chance
from langkah.session import Session, save_session
from langkah.tasks.address import LINK_CHARACTERS, format_address, list_usual_seats, read_address
from langkah.tasks.problems import ProblemCatalogue
from tests.browser import NARROW, Visit, find_still
from tests.test_web_page import Open

STATIC = Path(__file__).parents[1] / "src/langkah/apps/web/static"
EMBED = {"width": 480, "height": 560}

# The typed link, the language, the message, and the name of the suggested button (empty: a link to the levels).
LOST = [
    ("klotski:rush-hour-1", "en", "There is no level 'rush-hour-1' in Klotski.", "Rush Hour 1"),
    ("klotski:nonsense&watch", "id", "Tidak ada tingkat 'nonsense' dalam Klotski.", ""),
    ("tiles:15puzle?cols=4", "en", "There is no level '15puzle' in Sliding tiles.", "15-puzzle"),
    ("klotzki", "id", "Tidak ada permainan 'klotzki'.", "Klotski"),
]


@pytest.mark.parametrize(("typed", "language", "told", "meant"), LOST)
def test_a_link_that_leads_nowhere(visit: Open, typed: str, language: str, told: str, meant: str) -> None:
    """A link to an unknown game or level shows one sentence with at most four buttons: similar names, or the levels of
    the game.
    """
    seen = visit(viewport=NARROW, locale=language)
    seen.refused = True
    page = seen.page
    page.goto(f"{seen.address}#{typed}")
    notice = page.locator(".notice")
    expect(notice.locator("p")).to_have_text(told)
    assert len(notice.inner_text()) < 200
    assert notice.locator("button").count() <= 4
    if meant:
        notice.get_by_role("button", name=meant, exact=True).click()
        expect(page.locator(".board .shape").first).to_be_visible()
    else:
        notice.locator(".button").click()
        expect(page.locator("#panel-levels .level").first).to_be_visible()


@pytest.mark.parametrize("mark", ["?", "&"])
def test_settings_behind_either_mark(visit: Open, mark: str) -> None:
    """`#hanoi&discs=3` means the same as `#hanoi?discs=3`."""
    seen = visit()
    seen.page.goto(f"{seen.address}#hanoi{mark}discs=3")
    expect(seen.page.locator('.board .shape[data-id^="disc"]')).to_have_count(3)


@pytest.mark.parametrize("mark", ["?", "&"])
def test_a_wrong_setting_is_named(visit: Open, mark: str) -> None:
    """A link with an unknown setting suggests the similar name, and is not reported as a damaged link."""
    seen = visit()
    seen.refused = True
    seen.page.goto(f"{seen.address}#hanoi{mark}disks=3")
    expect(seen.page.locator(".notice")).to_contain_text("discs")
    expect(seen.page.locator(".notice")).not_to_contain_text("damaged")


DICE = [name for name in GAMES if isinstance(load(name), Chance)]


@pytest.mark.parametrize("name", DICE)
def test_links_after_a_throw_are_exact(name: str) -> None:
    """After a roll of the dice there is no readable link, unless the roll is a move like any other."""
    store = ProblemCatalogue()
    session = store.session({"problem": name, "seats": list_usual_seats(load(name))})
    if not session.dice and not session.falls:  # the player decides before the dice are rolled
        session.play(session.choices()[0].label)
    session.roll()
    if link := format_address(session):
        session = store.session(read_address(store, link))
    assert link == "" or (session.made, save_session(session)["moves"]) == (2, ["roll", link[-1]])


@pytest.mark.parametrize("name", [name for name in GAMES if name not in DICE])
def test_links_stay_readable_while_moves_are_few(name: str) -> None:
    """With a few moves, a readable link reopens the same session. With undone or very many moves there is no readable
    link, only an exact one.
    """
    store, random = ProblemCatalogue(), Random(7)
    session = store.session({"problem": name, "seats": list_usual_seats(load(name))})
    make_moves(session, random, 4)
    link = format_address(session)
    assert link.startswith(f"{name}?moves=")
    again = store.session(read_address(store, link))
    assert save_session(again) == save_session(session)
    session.undo()
    assert format_address(session) == "", "what was taken back is only in an exact link"
    make_moves(session, random, 200)
    assert len(format_address(session)) <= LINK_CHARACTERS


def make_moves(session: Session, random: Random, count: int) -> None:
    """Play up to `count` random legal moves, for all players."""
    for _move in range(count):
        choices = session.choices()
        if not choices:
            return
        session.play(random.choice(choices).label)


def test_the_address_follows_moves(visit: Open) -> None:
    """The address contains the moves in readable form, and reopens the same position after a reload."""
    seen = visit()
    page = seen.page
    page.goto(f"{seen.address}#hanoi&discs=3")
    page.wait_for_selector(".board .shape")
    for peg in ("peg 0", "peg 2", "peg 0", "peg 1"):
        seen.mouse(peg)
    seen.made(2)
    expect(page).to_have_url(f"{seen.address}#hanoi?discs=3&moves=1-3,1-2")
    page.reload()
    seen.made(2)


# Opens the consent dialog of the static site, which a link with a puzzle in Python shows, on this page.
CONSENT = """
async (code) => {
  const own = await import("./static/site/own.js");
  window.answer = own.askFor(code).then(() => "run", (error) => error.reasons?.[0] ?? String(error));
}
"""


def open_consent(seen: Visit, lines: int) -> None:
    """Open the consent dialog for a puzzle with this number of lines."""
    page = seen.page

    def serve(route: Route) -> None:
        route.fulfill(path=STATIC / "site" / route.request.url.rpartition("/")[2])

    page.route("**/site/*", serve)
    page.goto(f"{seen.address}#hanoi?discs=3")
    page.wait_for_selector(".board .shape")
    page.add_style_tag(url="static/site/site.css")
    line = "    a_rather_long_name = 'of a rather long line' * 1000  # which scrolls\n"
    page.evaluate(CONSENT, "class Own(Puzzle):\n" + lines * line)
    expect(page.locator(".consent")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [EMBED, NARROW, {"width": 1366, "height": 680}, {"width": 480, "height": 300}])
def test_consent_fits_and_wears_the_page(visit: Open, size: dict[str, int], scheme: str) -> None:
    """In an embedded page, on a phone and in a window, the consent dialog and its buttons lie inside the window and use
    the colours of the page. The refusal does not run the puzzle.
    """
    seen = visit(viewport=size, color_scheme=scheme)
    open_consent(seen, 80)
    page = seen.page
    inside = """(selector) => {
      const { left, right, top, bottom } = document.querySelector(selector).getBoundingClientRect();
      return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    }"""
    parts = ["h2", "pre", *(f'[data-do="{name}-shared"]' for name in ("run", "edit", "refuse"))]
    parts = parts if size["height"] > 400 else [part for part in parts if part != "pre"]  # a low dialog scrolls
    for selector in (".consent", *(f".consent {part}" for part in parts)):
        assert find_still(page, inside, selector), selector
    look = page.locator(".consent").evaluate(
        """(each) => {
          const { color, borderRadius } = getComputedStyle(each);
          return { color, borderRadius, wide: each.scrollWidth > each.clientWidth };
        }"""
    )
    assert look["color"] == page.evaluate("getComputedStyle(document.body).color")
    assert look["borderRadius"] != "0px"
    assert not look["wide"]
    page.locator('[data-do="refuse-shared"]').click()
    assert page.evaluate("window.answer") != "run"


def test_embeds_have_no_border() -> None:
    """The copied embed code sets a border of 0, because browsers draw a border otherwise."""
    assert 'style="border: 0"' in (STATIC / "site/embed.js").read_text(encoding="utf-8")
