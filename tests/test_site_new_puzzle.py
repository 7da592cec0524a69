"""New puzzles on the static site: Python in the browser generates the same puzzle from a seed as Python on this
machine.
"""

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from langkah.games import GAMES, get_game_class
from langkah.model import Puzzle
from langkah.tasks.context import Context
from langkah.tasks.problems import ProblemCatalogue
from langkah.tasks.table import run_task
from tests.static_site import ANSWERED, SiteVisit

ORDERED = [name for name in GAMES if issubclass(cls := get_game_class(name), Puzzle) and cls.puzzle_orders]
SEED = 11
WISHES: list[dict[str, Any]] = [
    *({"problem": name, "grade": "hard", "seed": SEED} for name in ORDERED),
    {"problem": "tiles", "needs": 9, "seed": SEED},
    {"day": "2026-11-18"},
]


def test_the_same_puzzles_as_here(site_visit: SiteVisit) -> None:
    """The site gives the same answer as the task on this machine: for every game with recipes for new puzzles, for a
    given least cost, and for the puzzle of the day.
    """
    for wish in WISHES:
        told = site_visit.ask("new", wish, stream=True)
        here = json.dumps(run_task("new puzzle", wish, Context(), ProblemCatalogue()))
        assert told == {"answer": json.loads(here)}


@pytest.mark.slow
def test_a_card_opens_a_first_level_at_once(site_visit: SiteVisit) -> None:
    """A card opens the first level of its game; a link with a seed opens a new puzzle."""
    site_visit.home()
    site_visit.page.locator('[data-game="tiles"]').click()
    expect(site_visit.page.locator(".level-name")).to_have_text("First steps 1")
    site_visit.follow(f"new/tiles/easy/{SEED}")
    expect(site_visit.page.locator(".level-name")).to_contain_text("New puzzle", timeout=ANSWERED)
