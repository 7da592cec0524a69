"""The parts of the Watch view that must always be visible, for every algorithm and game (tests/sight.py)."""

import pytest
from playwright.sync_api import expect

from langkah import load
from langkah.games import GAMES
from langkah.search import ALGORITHMS
from tests.sight import PAIRS, SIZES, check_sight
from tests.small import SMALL
from tests.test_web_watch_page import LONG, Open

SAMPLE = {
    ("snakes", "branch-and-bound"),
    ("klotski", "breadth-first"),
    ("mnk", "alpha-beta"),
}


def watch(visit: Open, name: str, algorithm: str) -> None:
    """Record a search and check the Watch view in windows of every size."""
    seen = visit(viewport=dict(zip(("width", "height"), SIZES[0], strict=True)))
    seen.open(name, SMALL[name])
    seen.page.locator("#tab-watch").click()
    seen.page.locator('[data-pick="algorithm"]').select_option(algorithm)
    seen.do("record")
    expect(seen.page.locator(".studio .columns").first).to_be_visible(timeout=LONG)
    check_sight(seen.page)
    seen.do("close-studio")


@pytest.mark.parametrize(("name", "algorithm"), sorted(SAMPLE))
def test_in_sight(visit: Open, name: str, algorithm: str) -> None:
    """All required parts are visible for one search of each kind."""
    watch(visit, name, algorithm)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "algorithm"), [pair for pair in PAIRS if pair not in SAMPLE])
def test_everything_in_sight(visit: Open, name: str, algorithm: str) -> None:
    """All required parts are visible for every algorithm on every game that it fits."""
    watch(visit, name, algorithm)


def test_the_table_is_covered() -> None:
    """`PAIRS` contains every algorithm that fits some game."""
    assert {algorithm for _name, algorithm in PAIRS} == {
        name for name, row in ALGORITHMS.items() if any(row.fits(load(game)) for game in GAMES)
    }
