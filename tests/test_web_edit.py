"""The board editor: pieces look as in the game, and mistakes are reported in terms of the board."""

import pytest
from playwright.sync_api import Page, expect

from langkah.language import load_catalogue
from tests.browser import find_box, wait_until
from tests.test_web_page import Open
from tests.test_web_play import go

# The colours of pieces by name: in the game (PLAYED) and in the editor (DRAWN).
PLAYED = """() => Object.fromEntries([...document.querySelectorAll('.board [data-handle^="piece "]')].filter(
  (each) => each.querySelector("rect:nth-of-type(2)")).map((each) =>
  [each.dataset.handle.slice(6), getComputedStyle(each.querySelector("rect:nth-of-type(2)")).fill]))"""
DRAWN = """() => Object.fromEntries([...document.querySelectorAll(".letters .is-piece")].map((each) =>
  [each.textContent, getComputedStyle(each).backgroundColor]))"""

# The two colours of a goal's outline in a cell, and the colour of the cell below the outline.
OUTLINE = """(cell) => {
  const sign = document.querySelector(`[data-cell="${cell}"]`);
  const edge = sign.querySelector(".aim");
  return [getComputedStyle(edge).borderBottomColor, getComputedStyle(edge, "::after").borderBottomColor,
    getComputedStyle(sign).backgroundColor];
}"""


def draw(page: Page, sign: str, *cells: str) -> None:
    """Select a brush and paint cells with it."""
    page.locator(f'[data-brush="{sign}"]').click()
    for cell in cells:
        page.locator(f'[data-cell="{cell}"]').click()


def test_pieces_look_as_in_the_game(visit: Open) -> None:
    """Pieces have the same colours in the editor and in the game, before and after an edit. The outline of a goal is
    visible on a piece of the same colour.
    """
    seen = visit()
    seen.refused = True  # a half-drawn goal differs in shape from its piece and is refused
    page = go(seen, "klotski:classic")
    played = page.evaluate(PLAYED)
    page.locator("#tab-edit").click()
    expect(page.locator('[data-do="play-draft"]')).to_be_enabled()
    assert page.evaluate(DRAWN) == played
    assert len(set(played.values())) == 4
    page.locator('[data-aim="e"]').click()
    for cell in ("2,1", "2,2"):
        page.locator(f'[data-cell="{cell}"]').click()
    page.locator('[data-aim="*"]').click()
    for cell in ("3,1", "3,2", "4,1", "4,2"):
        page.locator(f'[data-cell="{cell}"]').click()
    expect(page.locator('.letters [data-goal="*"]')).to_have_count(0)
    expect(page.locator('[data-do="play-draft"]')).to_be_enabled()
    wait_until(page, f"(colour) => ({DRAWN.strip()})().e === colour", played["*"])  # after the page reads the draft
    drawn = page.evaluate(DRAWN)
    page.locator('[data-do="play-draft"]').click()
    expect(page.locator('.board [data-handle="piece e"] rect').nth(1)).to_have_css("fill", drawn["e"])
    assert page.evaluate(PLAYED) == drawn
    band, dashes, below = page.evaluate(OUTLINE, "2,1")
    assert len({band, dashes, below}) == 3


def test_the_piece_with_the_goal_can_be_erased(visit: Open) -> None:
    """When a piece with a goal is erased, the other pieces keep their colours and a remark says that the goal has no
    piece. Drawing the piece again restores its goal. A board without a goal is checked without a verdict about
    solutions.
    """
    seen = visit()
    seen.refused = True  # a half-erased piece differs in shape from its goal and is refused
    page = go(seen, "klotski:classic")
    page.locator("#tab-edit").click()
    expect(page.locator('[data-do="play-draft"]')).to_be_enabled()
    before = page.evaluate(DRAWN)
    cells = ("0,1", "0,2", "1,1", "1,2")
    draw(page, ".", *cells)
    expect(page.locator(".asides")).to_contain_text("Piece * has a goal but is not on the board")
    expect(page.locator('[data-do="play-draft"]')).to_be_enabled()
    del before["*"]
    assert page.evaluate(DRAWN) == before
    page.locator('[data-do="check"]').click()
    expect(page.locator(".verdict")).to_contain_text("No piece has a goal yet")
    draw(page, "*", *cells)
    expect(page.locator(".asides")).to_be_empty()
    expect(page.locator('.letters [data-goal="*"]')).to_have_count(4)
    page.locator('[data-do="check"]').click()
    expect(page.locator(".verdict")).to_contain_text("116")


@pytest.mark.parametrize("language", ["en", "id"])
def test_mistakes_are_told_as_the_board_shows_them(visit: Open, language: str) -> None:
    """Mistakes are reported in the language of the page, with rows and columns counted from 1. A piece in two parts
    gets a remark but is not refused.
    """
    seen = visit(locale=language)
    seen.refused = True
    page = go(seen, "klotski:classic")
    page.locator("#tab-edit").click()
    words = load_catalogue(language).gettext
    errors = page.locator(".errors")
    draw(page, "e", "4,1")
    remark = words(
        "Piece {piece} has {n} separate parts, which move together. "
        "If they are different pieces, give each its own letter."
    )
    expect(page.locator(".asides")).to_have_text(remark.format(piece="e", n=2))
    expect(errors).to_be_empty()
    draw(page, "#", "4,2")
    place = words("row {row}, column {columns}").format(row=5, columns=3)
    expect(errors).to_contain_text(place)
    draw(page, ".", "4,2", "0,1")
    expect(errors).to_contain_text(words("row {row}, columns {columns}").format(row=2, columns="2, 3"))
    assert not set("[]=_") & set(errors.inner_text())
    page.locator('[data-cell="0,1"]').focus()
    page.keyboard.press("/")  # refused as the name of a piece, because it separates rows
    expect(page.locator('[data-cell="0,1"]')).to_have_text("")


@pytest.mark.slow
def test_a_map_is_drawn_by_clicks(visit: Open) -> None:
    """In the map editor, places are added, named, dragged and removed, roads are drawn with lengths, and the start and
    the goal are set. The least cost in the verdict and in the game matches the drawn map.
    """
    seen = visit()
    seen.refused = True  # a place without a road is refused
    page = go(seen, "route")
    page.locator("#tab-edit").click()
    expect(page.locator('[data-do="play-draft"]')).to_be_enabled()

    def take(tool: str) -> None:
        page.locator(f'[data-tool="{tool}"]').click()

    def find(name: str) -> tuple[float, float]:
        return find_box(page, f'.roads [data-place="{name}"] circle').middle

    iasi, giurgiu = find("Iasi"), find("Giurgiu")
    page.mouse.click(iasi[0], giurgiu[1] - 60)  # between Vaslui and Hirsova
    expect(page.locator('[data-pick="name"]')).to_have_value("A")
    page.locator('[data-pick="name"]').fill("Galati")
    page.locator('[data-pick="name"]').press("Enter")
    before = find("Galati")
    page.mouse.move(*before)
    page.mouse.down()
    page.mouse.move(before[0] + 20, before[1] - 10, steps=3)
    page.mouse.up()
    assert find("Galati") == pytest.approx((before[0] + 20, before[1] - 10), abs=4)
    take("roads")
    for name in ("Bucharest", "Galati"):
        page.mouse.click(*find(name))
    page.locator('[data-pick="length"]').fill("7")
    page.locator('[data-pick="length"]').press("Enter")
    take("goal")
    page.mouse.click(*find("Galati"))
    take("start")
    page.mouse.click(*find("Pitesti"))
    page.locator('[data-do="check"]').click()
    expect(page.locator(".verdict")).to_contain_text("108")  # Pitesti, Bucharest, Galati: 101 + 7
    take("remove")
    page.locator('.roads [data-place="Bucharest"]').press("Delete")
    expect(page.locator('.roads [data-place="Bucharest"]')).to_have_count(0)
    take("roads")
    for name in ("Craiova", "Galati"):
        page.locator(f'.roads [data-place="{name}"]').press("Enter")
    page.locator('[data-pick="length"]').fill("20")
    page.locator('[data-pick="length"]').press("Enter")
    page.locator('[data-do="play-draft"]').click()
    expect(page.locator('[data-figure="least"] dd')).to_have_text("158")  # Pitesti, Craiova, Galati: 138 + 20
