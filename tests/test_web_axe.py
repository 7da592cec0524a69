"""The page for everybody: axe-core finds nothing wrong on it, by day and by night."""

import pytest
from playwright.sync_api import expect

from tests.axe import find_violations
from tests.browser import NARROW, SOON
from tests.test_web_page import Open
from tests.test_web_play import go

# A word whose letters stand below each other: narrower than two of them, and several lines high.
BROKEN = """() => [...document.querySelectorAll("dialog :is(th, td, h2, h3, p, li, button)")].filter((each) => {
  const words = each.textContent.trim();
  if (!words || !each.checkVisibility()) return false;
  const range = document.createRange();
  const texts = [];
  const walker = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.push(walker.currentNode);
  return texts.some((node) => (node.data.match(/\\S{3,14}/g) ?? []).some((word) => {
    const start = node.data.indexOf(word);
    range.setStart(node, start);
    range.setEnd(node, start + word.length);
    return range.getClientRects().length > 2;
  }));
}).map((each) => each.textContent)"""


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_nothing_is_in_anybodys_way(visit: Open, scheme: str) -> None:
    """The first page, games of every kind, the editor, odds, and what is shared."""
    seen = visit(color_scheme=scheme)
    page = seen.page
    seen.home()
    assert not find_violations(page)
    for address, tabs in {
        "klotski:classic": ("levels", "settings", "edit", "share", "moves", "watch"),
        "mnk": ("levels", "edit"),
        "snakes:small": ("odds", "edit"),
    }.items():
        go(seen, address)
        assert not find_violations(page), address
        for tab in tabs:
            page.locator(f"#tab-{tab}").click()
            page.wait_for_selector(f"#panel-{tab} :is(button, input, ol, label, h2)", state="attached")
            if tab == "odds":
                expect(page.locator(".lab-parts h2").first).to_be_visible(timeout=SOON)
            assert not find_violations(page, f"#panel-{tab}"), (address, tab)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_comparing(visit: Open, scheme: str) -> None:
    """The table of a comparison, also where there is little room: no word is broken letter by letter."""
    seen = visit(color_scheme=scheme, viewport=NARROW)
    page = go(seen, "hanoi?discs=3&compare")
    expect(page.locator("dialog table")).to_be_visible(timeout=SOON)
    assert not find_violations(page)
    assert page.evaluate(BROKEN) == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
