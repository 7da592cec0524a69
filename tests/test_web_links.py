"""Links that lead nowhere: what is unknown is said, and what may be meant is offered."""

import pytest
from playwright.sync_api import expect

from tests.browser import NARROW
from tests.test_web_page import Open

# What is typed, what is said, and what is offered, in both languages.
LOST = [
    ("klotski:rush-hour-1", "en", "There is no level 'rush-hour-1' in Klotski.", "Rush Hour 1"),
    ("klotski:nonsense&watch", "id", "Tidak ada tingkat 'nonsense' dalam Klotski.", ""),
    ("tiles:15puzle?cols=4", "en", "There is no level '15puzle' in Sliding tiles.", "15-puzzle"),
    ("klotzki", "id", "Tidak ada permainan 'klotzki'.", "Klotski"),
]


@pytest.mark.parametrize(("typed", "language", "told", "meant"), LOST)
def test_a_link_that_leads_nowhere(visit: Open, typed: str, language: str, told: str, meant: str) -> None:
    """A sentence, the nearest few to click, and the levels of the game; no list of names."""
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
