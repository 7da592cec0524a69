"""The README's pictures of the page, taken by a real browser: `python -m tests.pictures`."""

import io
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from langkah import load, solve
from tests.browser import NARROW, Visit, browsing, serving

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
WIDE = {"width": 1280, "height": 800}
COLOURS = 160  # enough for flat pictures, and a fifth of the size


def kept(name: str, *shots: bytes, gap: int = 24) -> None:
    """Keep screenshots side by side as one picture."""
    images = [Image.open(io.BytesIO(shot)).convert("RGB") for shot in shots]
    width = sum(image.width for image in images) + gap * (len(images) - 1)
    whole = Image.new("RGB", (width, max(image.height for image in images)), "#ffffff")
    left = 0
    for image in images:
        whole.paste(image, (left, 0))
        left += image.width + gap
    FOLDER.mkdir(exist_ok=True)
    whole.quantize(COLOURS, dither=Image.Dither.NONE).save(FOLDER / f"{name}.png", optimize=True)


def calm(page: Page) -> bytes:
    """A picture of what is seen once everything stands still."""
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(400)
    return page.screenshot()


def gallery(seen: Visit) -> bytes:
    """Every game."""
    seen.home()
    return calm(seen.page)


def klotski(seen: Visit) -> bytes:
    """In the middle of a game, every move marked."""
    moves = list(solve(load("klotski:classic")).moves)
    seen.open("klotski:classic", moves=moves[:24])
    seen.least(92)
    seen.do("marks")
    seen.page.locator(".badge").first.wait_for()
    return calm(seen.page)


def hanoi(seen: Visit) -> bytes:
    """On a phone, at night, with a hint."""
    seen.open("hanoi", {"discs": 4, "goal": "peg 3"}, moves=["1-2", "1-3"])
    seen.do("hint")
    seen.page.locator(".message .hint").wait_for()
    return calm(seen.page)


def race(seen: Visit) -> bytes:
    """On a phone, four players and their dice."""
    seen.open("snakes", seats=["human"] * 4, seed=3, moves=["4", "6", "1", "3", "2"])
    return calm(seen.page)


def editor(seen: Visit) -> bytes:
    """A board being drawn."""
    seen.open("klotski:classic")
    seen.page.locator("#tab-edit").click()
    seen.page.locator(".letters").wait_for()
    seen.page.locator('[data-do="check"]').click()
    seen.page.locator(".verdict").wait_for()
    seen.page.locator(".palette").scroll_into_view_if_needed()
    return calm(seen.page)


def main() -> None:
    """Take them all."""
    phone = {"viewport": NARROW, "device_scale_factor": 2, "has_touch": True}
    with serving() as address, sync_playwright() as playwright, browsing(playwright) as browser:
        kept("gallery", gallery(Visit(browser, address, viewport=WIDE)))
        kept("play", klotski(Visit(browser, address, viewport=WIDE)))
        kept("night", editor(Visit(browser, address, viewport=WIDE, color_scheme="dark")))
        phones = hanoi(Visit(browser, address, color_scheme="dark", **phone)), race(Visit(browser, address, **phone))
        kept("phone", *phones)


if __name__ == "__main__":
    main()
