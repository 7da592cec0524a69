"""Accessibility of the web app: axe-core finds no violations, in the light and in the dark theme."""

import pytest
from playwright.sync_api import expect

from tests.axe import find_violations
from tests.browser import NARROW, SOON
from tests.test_web_page import Open
from tests.test_web_play import go

# The texts that contain a word broken into more than two lines.
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
    """axe-core finds no violations on the gallery, on games of several kinds, and on their tabs (levels, settings,
    editor, sharing, moves, Watch and odds).
    """
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
    """axe-core finds no violations in the comparison dialog. On a narrow screen, no word of the dialog is broken into
    more than two lines, and the page does not scroll sideways.
    """
    seen = visit(color_scheme=scheme, viewport=NARROW)
    page = go(seen, "hanoi?discs=3&compare")
    expect(page.locator("dialog table")).to_be_visible(timeout=SOON)
    assert not find_violations(page)
    assert page.evaluate(BROKEN) == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
