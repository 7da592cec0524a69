"""A file of levels opened in the web app: pictures of its levels, the choice of a level, and error messages."""

from pathlib import Path

from playwright.sync_api import expect

from tests.test_games_level_files import COLLECTION
from tests.test_web_page import Open
from tests.test_web_play import go


def test_levels_of_a_file(visit: Open, tmp_path: Path) -> None:
    """A collection is shown as cards, one of which is opened; an invalid level has its error message and no button. A
    file with one level opens at once; a file in an unknown format is refused.
    """
    some, one, none = (tmp_path / name for name in ("some.xsb", "one.txt", "none.txt"))
    some.write_text(COLLECTION, encoding="utf-8")
    one.write_text("4x4:1,2,3,4,5,6,7,8,9,10,11,12,13,14,0,15", encoding="utf-8")
    none.write_text("hello", encoding="utf-8")
    seen = visit()
    seen.refused = True  # the server refuses the last file
    page = go(seen, "sokoban")
    page.locator("#tab-levels").click()
    page.locator('[data-file="levels"]').set_input_files(some)
    cards = page.locator(".brought .shelf")
    expect(cards).to_have_count(4)
    expect(page.locator(".brought h2")).to_contain_text("some.xsb")
    expect(cards.nth(1)).to_contain_text("2. Better title")
    expect(cards.nth(3)).to_contain_text("both numbers must be equal")
    expect(cards.nth(3).locator("button")).to_have_count(0)
    page.locator('.brought [data-number="2"]').click()
    expect(page.locator('.board [data-handle="crate 1"]').first).to_be_visible()
    page.locator('[data-file="levels"]').set_input_files(one)
    expect(page.locator('.board [data-handle="tile 15"]').first).to_be_visible()
    page.locator('[data-file="levels"]').set_input_files(none)
    expect(page.locator("body")).to_contain_text("no game can read the format of this file")
