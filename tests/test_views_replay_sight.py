"""The parts of a replay file that must always be visible, for every algorithm and game (see tests/sight.py)."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from langkah import Limit, Trace, load, solve
from langkah.views.replay import make_replay_page
from tests.sight import PAIRS, SIZES, check_sight
from tests.small import SMALL

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SAMPLE = {
    ("snakes", "branch-and-bound"),
    ("tiles", "ida-star"),
    ("mnk", "alpha-beta"),
    ("queens", "backtracking"),
    ("hanoi", "depth-first"),
}
VERDICT = "A sentence about what was found, as long as such sentences are, so that the head of the page has its height."


def watch(browser: "Browser", folder: Path, name: str, algorithm: str) -> None:
    """Record a search, and check its replay file in windows of every size."""
    problem, trace = load(name, SMALL[name]), Trace()
    result = solve(problem, algorithm, observe=trace, limit=Limit(nodes=20_000))
    path = folder / "replay.html"
    path.write_text(make_replay_page(problem, trace, result, verdict=VERDICT), encoding="utf-8")
    size = dict(zip(("width", "height"), SIZES[0], strict=True))
    context = browser.new_context(viewport=size, reduced_motion="reduce")  # type: ignore[arg-type]
    wrong: list[str] = []
    page = context.new_page()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(path.as_uri())
    check_sight(page)
    context.close()
    assert not wrong


@pytest.mark.parametrize(("name", "algorithm"), sorted(SAMPLE))
def test_in_sight(browser: "Browser", tmp_path: Path, name: str, algorithm: str) -> None:
    """All required parts are visible, for a search of each kind."""
    watch(browser, tmp_path, name, algorithm)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "algorithm"), [pair for pair in PAIRS if pair not in SAMPLE])
def test_everything_in_sight(browser: "Browser", tmp_path: Path, name: str, algorithm: str) -> None:
    """All required parts are visible, for every algorithm on every game that it fits."""
    watch(browser, tmp_path, name, algorithm)
