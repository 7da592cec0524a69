"""Accessibility of the Watch view and of races: axe-core finds no violations, in the light and in the dark theme."""

import pytest
from playwright.sync_api import expect

from tests.axe import find_violations
from tests.test_web_watch_page import LONG, Open, player, record

WATCHED = {"one player": ("snakes:paper-1", "branch-and-bound"), "two players": ("mnk:fork", "alpha-beta")}


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", WATCHED)
def test_watching(visit: Open, kind: str, scheme: str) -> None:
    """axe-core finds no violations in the middle of a search with a selected node."""
    name, algorithm = WATCHED[kind]
    seen = visit(color_scheme=scheme)
    seen.open(name)
    page = record(seen, algorithm)
    player(page, "go(40)")
    player(page, "select(1)")
    assert not find_violations(page)


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_racing(visit: Open, scheme: str) -> None:
    """axe-core finds no violations at the start and at the end of a race."""
    seen = visit(color_scheme=scheme)
    seen.open("hanoi", {"discs": 3})
    page = seen.page
    page.locator("#tab-watch").click()
    page.locator('[data-way="race"]').click()
    seen.do("race")
    expect(page.locator(".lane")).to_have_count(2, timeout=LONG)
    assert not find_violations(page)
    seen.do("race-end")
    assert not find_violations(page)
