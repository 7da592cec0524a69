"""The Watch view of a search that is too large to show completely: it opens at once, reports the size of the search,
and suggests smaller boards.
"""

import re
import time
from typing import Any

import pytest
from playwright.sync_api import expect

from langkah.tasks.context import Context
from langkah.tasks.problems import ProblemCatalogue
from langkah.tasks.table import answer_request, read_request
from langkah.tasks.trace import FIRST_EVENTS, MOST_EVENTS
from tests.test_web_watch_page import LONG, Open, player

SEARCH = {"saved": {"problem": "klotski"}, "search": {"algorithm": "bfs"}}


def test_parts_come_while_the_search_goes_on() -> None:
    """A large search first sends its first events, which equal the beginning of the whole recording, and then its
    number of events. A small search sends no parts.
    """
    parts: list[dict[str, Any]] = []
    store = ProblemCatalogue()
    answer, _lasting = answer_request("record", read_request("record", SEARCH, store), Context(partial=parts.append))
    assert [each["part"] for each in parts] == ["first", "size"]
    first = parts[0]["told"]
    whole: Any = answer
    assert first["events"]["kind"] == whole["events"]["kind"][:FIRST_EVENTS]
    assert first["events"]["happened"] == whole["events"]["happened"][:FIRST_EVENTS]
    assert first["search"] == whole["search"]
    assert first["texts"] == whole["texts"]
    assert parts[1]["told"]["events"] == MOST_EVENTS + whole["left_out"]
    parts.clear()
    small = {**SEARCH, "saved": {"problem": "klotski:paper"}}
    answer_request("record", read_request("record", small, store), Context(partial=parts.append))
    assert not parts


@pytest.mark.parametrize("locale", ["en-US", "id-ID"])
def test_a_large_search_is_shown_at_once(visit: Open, locale: str) -> None:
    """The Watch view opens with the first events and reports the progress of the search. The remaining events are added
    without moving the current event. Then smaller boards are suggested, and a click watches one of them.
    """
    seen = visit(viewport={"width": 1366, "height": 680}, locale=locale)
    page = seen.page
    page.goto(f"{seen.address}#klotski")
    page.wait_for_selector(".board .shape")
    page.locator("#tab-watch").click()
    page.locator('[data-pick="algorithm"]').select_option("breadth-first")
    seen.do("record")
    began = time.monotonic()
    expect(page.locator(".studio .tree canvas")).to_be_visible(timeout=LONG)
    soon = time.monotonic() - began
    assert player(page, "length") == FIRST_EVENTS
    player(page, "go(123)")
    expect(page.locator(".studio .left-out")).to_contain_text("101", timeout=LONG)  # the search has 101 thousand events
    assert page.evaluate("document.querySelector('.studio').player.length") in (FIRST_EVENTS, MOST_EVENTS)
    expect(page.locator(".studio .left-out a").first).to_be_visible(timeout=LONG)
    assert soon < 0.6 * (time.monotonic() - began)
    assert player(page, "length") == MOST_EVENTS
    assert player(page, "at") == 123
    expect(page.locator(".studio .outcome")).to_contain_text("116")
    page.locator(".studio .left-out a").first.click()
    expect(page.locator(".studio .outcome")).not_to_contain_text("116", timeout=LONG)
    expect(page.locator(".studio .left-out")).to_be_hidden()
    assert player(page, "recording.goals.length") > 0
    expect(page).to_have_url(re.compile("&watch&algorithm=breadth-first"))


@pytest.mark.slow
def test_leaving_ends_the_search(visit: Open) -> None:
    """If the Watch view is closed while the search runs, the board is shown, and the Watch view does not open again
    later.
    """
    seen = visit()
    page = seen.page
    page.goto(f"{seen.address}#klotski&watch&algorithm=breadth-first")
    expect(page.locator(".studio .tree canvas")).to_be_visible(timeout=LONG)
    seen.do("close-studio")
    expect(page.locator(".studio")).to_have_count(0)
    page.wait_for_timeout(3000)
    expect(page.locator(".studio")).to_have_count(0)
    expect(page.locator(".board .shape").first).to_be_visible()
