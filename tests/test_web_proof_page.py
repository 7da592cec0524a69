"""Proofs in the web app: written, checked and downloaded, also by keyboard, and without accessibility violations."""

import gzip
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from langkah import check
from tests.axe import find_violations
from tests.browser import NARROW, SOON, Visit


def test_a_proof_is_offered_checked_and_kept(visit: Callable[..., Visit], tmp_path: Path) -> None:
    """Next to a proved answer, a button opens the proof, which can be checked on the page and downloaded. The
    downloaded file passes the checker of the library.
    """
    seen = visit()
    seen.open("hanoi", {"discs": 3})
    seen.do("solve")
    page = seen.page
    page.locator("[data-do=proof]").focus()
    page.keyboard.press("Enter")
    sheet = page.locator("dialog.proof")
    expect(sheet).to_contain_text("cost 7, and none costs less", timeout=SOON)
    page.locator("[data-do=check-proof]").click()
    expect(sheet.locator("[role=status]")).to_contain_text("The proof is valid: 19 states", timeout=SOON)
    assert find_violations(page) == []
    with page.expect_download() as kept:
        page.locator("[data-do=save-proof]").click()
    assert kept.value.suggested_filename == "hanoi-discs-3-least.proof"
    kept.value.save_as(tmp_path / "a.proof")
    assert gzip.decompress((tmp_path / "a.proof").read_bytes()).startswith(b'{"format":"langkah proof 1"')
    assert check(tmp_path / "a.proof").states == 19
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)


def test_a_value_and_an_impossible_board(visit: Callable[..., Visit]) -> None:
    """Games for two and boards without a solution have proofs too. On a phone, the page does not scroll sideways."""
    seen = visit(viewport=NARROW)
    for problem, settings, words in (
        ("mnk", {}, "the result for the side to move is: draw"),
        ("tiles", {"rows": 2, "cols": 2, "start": [2, 1, 3, 0]}, "there is no solution"),
    ):
        seen.open(problem, settings)
        seen.do("solve")
        seen.page.locator("[data-do=proof]").click(timeout=SOON)
        expect(seen.page.locator("dialog.proof")).to_contain_text(words, timeout=SOON)
        assert seen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        seen.page.locator("[data-do=close-proof]").click()
