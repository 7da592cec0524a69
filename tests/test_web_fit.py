"""No text or control is cut off or covered: long messages, small screens, both languages."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import Visit, find_still, wait_until
from tests.test_web_page import Open
from tests.test_web_play import PLACES, go

SMALLEST = {"width": 360, "height": 740}
SIZES = [{"width": 1440, "height": 900}, {"width": 1366, "height": 680}, SMALLEST]
GAMES = ["klotski:rush-hour-01", "snakes:classic-47", "hanoi", "mnk", "tiles", "queens"]
QUICK = [("snakes:classic-47", "id"), ("mnk", "id")]  # the longest words and the most tabs; other pairs are slow

# Texts and controls that are partly hidden: outside the window, cut off by a containing element (elements that scroll
# do not count), wider than their button, or overlapping another text.
CUT = """() => {
  const found = [];
  const isSeen = (each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !each.closest(".unseen, .skip, svg, .actions") && each.getBoundingClientRect().width > 1;
  const clip = (box, other) => ({ left: Math.max(box.left, other.left), right: Math.min(box.right, other.right),
    top: Math.max(box.top, other.top), bottom: Math.min(box.bottom, other.bottom) });
  const texts = [];
  const look = (parent, box, name, isText) => {
    for (let each = parent; each && each !== document.body; each = each.parentElement) {
      const { overflowX } = getComputedStyle(each);
      if (overflowX === "visible") continue;
      const frame = each.getBoundingClientRect();
      const cut = box.left < frame.left - 1 || box.right > frame.right + 1;
      if (cut && overflowX === "hidden") found.push(`cut off: ${name}`);
      box = clip(box, frame);
    }
    if (box.left < -1 || box.right > innerWidth + 1) found.push(`outside: ${name}`);
    if (isText) texts.push({ box, name });
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: parent, textContent } = walker.currentNode;
    if (!textContent.trim() || !isSeen(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    for (const box of range.getClientRects()) if (box.width > 1) look(parent, box, textContent.trim(), true);
  }
  for (const each of document.querySelectorAll("button, input, select, textarea"))
    if (isSeen(each)) look(each.parentElement, each.getBoundingClientRect(), each.outerHTML.slice(0, 90), false);
  for (const each of document.querySelectorAll("button:not(.sign)"))
    if (each.scrollWidth > each.clientWidth + 1) found.push(`too wide: ${each.textContent}`);
  texts.forEach((one, index) => {
    for (const other of texts.slice(index + 1)) {
      const { left, right, top, bottom } = clip(one.box, other.box);
      if (right - left > 2 && bottom - top > 5) found.push(`${one.name} and ${other.name} lie over each other`);
    }
  });
  return [...new Set(found)];
}"""

# Whether the message is fully visible: no part of its text lies outside its box.
WHOLE = """() => {
  const said = document.querySelector(".message .said");
  const frame = said.getBoundingClientRect();
  return [...said.children].every((each) => [...each.getClientRects()].every((box) =>
    box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1 && box.right <= frame.right + 1));
}"""


def open_tabs(page: Page) -> list[Any]:
    """All visible tabs of a game, after one of them is selected."""
    expect(page.locator('[role=tab][aria-selected="true"]')).to_be_visible()
    return page.locator("[role=tab]:visible").all()


def mark_slow(game: str, language: str) -> Any:
    """A test parameter for a game in a language, marked slow unless the pair is in `QUICK`."""
    return pytest.param(game, language, marks=() if (game, language) in QUICK else pytest.mark.slow)


@pytest.mark.parametrize(("game", "language"), [mark_slow(game, code) for game in GAMES for code in ("id", "en")])
def test_nothing_is_cut_on_a_small_phone(visit: Open, game: str, language: str) -> None:
    """On a screen 360 pixels wide, no tab of a game has texts or controls that are cut off, with every section
    unfolded.
    """
    page = go(visit(viewport=SMALLEST, has_touch=True, locale=language), game)
    for tab in open_tabs(page):
        tab.click()
        name = (tab.get_attribute("id") or "").removeprefix("tab-")
        expect(page.locator(f"#panel-{name}")).not_to_be_empty()
        if name == "odds":
            expect(page.locator(".jumps-table tbody tr").first).to_be_visible()
        page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")
        assert find_still(page, CUT) == [], name


@pytest.mark.parametrize(("size", "language"), [(SIZES[0], "en"), (SIZES[1], "id"), (SIZES[2], "id")])
def test_long_messages_are_whole(visit: Open, size: dict[str, int], language: str) -> None:
    """The message with the rules and the button back to the old game fits into its box. A message that is far too long
    can be unfolded. Neither moves other parts of the page.
    """
    seen = visit(viewport=size, locale=language)
    page = go(seen, "klotski:rush-hour-01")
    seen.least(7)
    before = find_still(page, PLACES)
    page.locator(".move-choices .chip").first.click()
    seen.made(1)
    page.locator("#tab-settings").click()
    page.locator('button[name="metric"][value="moves"]').click()
    expect(page.locator('[data-do="old-game"]')).to_be_visible()
    page.evaluate("scrollTo(0, 0)")
    wait_until(page, WHOLE)
    assert find_still(page, PLACES) == before
    refuse_at_length(seen)
    wait_until(page, f"() => !({WHOLE.strip()})()")
    assert find_still(page, PLACES) == before
    page.locator('[data-do="unfold"]').click()
    page.evaluate("scrollTo(0, 0)")
    wait_until(page, WHOLE)
    assert find_still(page, PLACES) == before


def refuse_at_length(seen: Visit) -> None:
    """Let the next click on a move be refused with a very long message."""
    words = " ".join(["This is a sentence of a length that no game has ever needed to say no."] * 8)
    answer = {"error": [words]}
    seen.refused = True
    seen.page.route("**/api/act", lambda route: route.fulfill(status=400, json=answer), times=1)
    seen.page.locator(".move-choices .chip").first.click()
    expect(seen.page.locator('[data-do="unfold"]')).to_be_visible()
    seen.page.evaluate("scrollTo(0, 0)")


def test_the_end_is_seen_whole(visit: Open) -> None:
    """On a small phone, the end card of a short board shows its whole text and all buttons without scrolling."""
    seen = visit(viewport=SMALLEST, locale="id")
    page = go(seen, "hanoi?discs=2")
    for count, move in enumerate(("1-2", "1-3", "2-3"), 1):
        page.locator(f'.chip[data-move="{move}"]').click()
        seen.made(count)
    seen.over()
    expect(page.locator(".ending .praise")).not_to_be_empty()
    sheet = page.locator(".ending .sheet")
    assert sheet.evaluate("(sheet) => sheet.scrollHeight <= sheet.clientHeight")
    for button in sheet.locator("button").all():
        expect(button).to_be_in_viewport(ratio=1)
