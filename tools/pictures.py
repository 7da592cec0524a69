"""`python -m tools.pictures`: take the pictures of `docs/pictures` again, in the Chromium that the tests use."""

from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, sync_playwright
from tests.browser import browsing, serving

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
SETTLED = 900  # milliseconds after which a page stands still


class Picture(NamedTuple):
    """What is seen: an address, what is pressed there, the size of the window, by day or by night."""

    address: str
    presses: tuple[str, ...] = ()
    size: tuple[int, int] = (1440, 900)
    scheme: str = "light"


PICTURES = {
    "gallery": Picture(""),
    "play": Picture("#klotski:classic", ('[data-do="marks"]',)),
    "night": Picture("#tiles:15-puzzle", (), (1440, 900), "dark"),
    "phone": Picture("#hanoi", (), (390, 844)),
    "opponent": Picture("#mnk", ('[data-move="5"]',)),
    "odds": Picture("#snakes:classic-47&odds"),
    "edit": Picture("#klotski:classic", ("#tab-edit",)),
    "watch": Picture("#tiles:nilsson&watch&algorithm=a-star&event=24"),
    "compare": Picture("#tiles:nilsson&compare"),
}


def take_picture(browser: Browser, home: str, name: str) -> None:
    """One of them, into its file."""
    picture = PICTURES[name]
    wide, high = picture.size
    context = browser.new_context(
        viewport={"width": wide, "height": high},
        color_scheme="dark" if picture.scheme == "dark" else "light",
        reduced_motion="reduce",
        locale="en-US",
    )
    page = context.new_page()
    page.goto(home + picture.address)
    page.wait_for_selector("main :is(.card, .board) .shape, .card .scene")
    page.wait_for_load_state("networkidle")
    for press in picture.presses:
        page.locator(press).first.click()
    if "&" in picture.address:
        page.wait_for_selector("dialog.studio, .lab-parts h2", timeout=60_000)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(SETTLED)
    page.screenshot(path=FOLDER / f"{name}.png")
    context.close()


def main() -> None:
    """Every picture."""
    with serving() as home, sync_playwright() as playwright, browsing(playwright) as browser:
        for name in PICTURES:
            take_picture(browser, home, name)
            print(FOLDER / f"{name}.png")


if __name__ == "__main__":
    main()
