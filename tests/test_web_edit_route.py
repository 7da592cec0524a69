"""The terrain editor: walls, costs, start and goal are drawn by clicks; edits can be undone, saved and shared by a
link.
"""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from langkah import load, solve
from tests.browser import find_box
from tests.test_web_edit import draw
from tests.test_web_page import Open
from tests.test_web_play import go

SIGNS = """(all) => all.map((line) => [...line.children].map((cell) => cell.textContent || ".").join(""))"""


def read_board(page: Page) -> list[str]:
    """The rows of the board in the editor."""
    found: list[str] = page.locator(".letters .line").evaluate_all(SIGNS)
    return found


@pytest.mark.slow
def test_a_board_of_terrain_is_drawn_by_clicks(visit: Open, tmp_path: Path) -> None:
    """A stroke draws a row of walls; the start and the goal move; mistakes are reported. Undo returns to every earlier
    board. The saved file and the link give the drawn board.
    """
    seen = visit()
    seen.refused = True  # a board whose goal is overwritten by a wall is refused
    page = go(seen, "route:field-1")
    page.locator("#tab-edit").click()
    undo, played = page.locator('[data-do="undo-draft"]'), page.locator('[data-do="play-draft"]')
    expect(played).to_be_enabled()
    expect(undo).to_be_disabled()
    boards = [read_board(page)]
    rows, columns = len(boards[0]), len(boards[0][0])
    page.locator('[data-brush="#"]').click()
    first, last = (find_box(page, f'[data-cell="0,{column}"]').middle for column in (0, columns - 1))
    page.mouse.move(*first)
    page.mouse.down()
    page.mouse.move(*last, steps=4 * columns)
    page.mouse.up()
    boards.append(read_board(page))
    assert set(boards[1][0]) == {"#"}
    for sign, cell in (("S", (rows - 1, 0)), ("G", (rows - 1, 4)), ("9", (rows - 1, 2))):
        draw(page, sign, "{},{}".format(*cell))
        boards.append(read_board(page))
        assert sum(line.count(sign) for line in boards[-1]) == 1 or sign == "9"
        assert boards[-1][cell[0]][cell[1]] == sign
    expect(played).to_be_enabled()
    page.locator('[data-do="check"]').click()
    least = solve(load("route", board=boards[-1])).cost
    expect(page.locator(".verdict")).to_contain_text(f"{least}")
    draw(page, "#", f"{rows - 1},4")
    expect(page.locator(".errors")).not_to_be_empty()
    expect(played).to_be_disabled()
    undo.click()
    assert read_board(page) == boards[-1]
    expect(page.locator(".errors")).to_be_empty()
    for before in reversed(boards[:-1]):
        page.locator(f'[data-cell="{rows - 1},2"]').focus()
        page.keyboard.press("Control+z")
        assert read_board(page) == before
    expect(undo).to_be_disabled()
    draw(page, "S", f"{rows - 1},0")
    expect(played).to_be_enabled()
    with page.expect_download() as kept:
        page.locator('[data-do="save-draft"]').click()
    kept.value.save_as(tmp_path / "mine.toml")
    mine = load(str(tmp_path / "mine.toml"))
    played.click()
    seen.least(str(solve(mine).cost))
    other = visit()
    other.page.goto(page.evaluate("location.href"))
    other.least(str(solve(mine).cost))
    assert other.page.locator("#board-text").inner_text() == page.locator("#board-text").inner_text()
