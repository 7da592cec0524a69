"""`python -m tools.pictures [NAME ...]`: retake the pictures of `docs/pictures`, in the Chromium of the tests."""

import sys
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image
from playwright.sync_api import Browser, sync_playwright
from tests.browser import browsing, serving

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
COLOURS, RARE = 256, 96  # enough for flat pictures, and a fifth of the size
SETTLED = 900  # milliseconds after which a page is at rest


class Picture(NamedTuple):
    """The setup of a picture: the address, the elements to click (CSS selectors), the size of the window, and the
    theme.
    """

    address: str
    presses: tuple[str, ...] = ()
    size: tuple[int, int] = (1440, 900)
    scheme: str = "light"


PICTURES = {
    "gallery": Picture(""),
    "play": Picture("#klotski:first-steps-14", ('[data-do="marks"]',)),
    "night": Picture("#tiles:15-puzzle", (), (1440, 900), "dark"),
    "phone": Picture("#hanoi", (), (390, 844)),
    "opponent": Picture("#mnk", ('[data-move="5"]',)),
    "odds": Picture("#snakes:classic-47&odds"),
    "edit": Picture("#klotski:first-steps-14", ("#tab-edit",)),
    "watch": Picture("#snakes:paper-1&watch&algorithm=branch-and-bound&estimate=paper&event=24"),
    "watch-boards": Picture("#klotski:paper&watch&algorithm=a-star&event=22", (), (1440, 900), "dark"),
    "watch-two-players": Picture("#mnk:fork&watch&algorithm=alpha-beta&event=150"),
    "watch-low": Picture("#tiles:textbook&watch&algorithm=a-star&event=60", (), (1366, 680)),
    "watch-phone": Picture("#klotski:paper&watch&algorithm=breadth-first&event=25", (), (390, 844)),
    "watch-tablet": Picture("#hanoi?discs=4&watch&algorithm=bfs&event=60", (), (820, 1180)),
    "watch-map": Picture("#route:wide-3&watch&algorithm=a-star&event=1500"),
    "watch-matrix": Picture("#tour:five&watch&algorithm=branch-and-bound&event=23"),
    "race-map": Picture(
        "#route:wide-2&race&lane=algorithm%3Duniform-cost&lane=algorithm%3Da-star&lane=algorithm%3Dgreedy&by=expanded&at=200"
    ),
    "lesson": Picture("#lesson/branch-and-bound", ('[data-do="lesson-next"]',)),
    "race": Picture("#tiles:nilsson&race&lane=algorithm%3Da-star&lane=algorithm%3Dbreadth-first&by=expanded&at=20"),
    "compare": Picture("#tiles:nilsson&compare"),
}


def save_flat(shot: Image.Image, name: str) -> None:
    """Save a screenshot with few colours: the most common colours and some rare ones. Every other colour is replaced by
    the nearest of them.
    """
    counted: Any = shot.getcolors(shot.width * shot.height)
    common = [part for _count, colour in sorted(counted, reverse=True)[: COLOURS - RARE] for part in colour]
    rare = shot.quantize(RARE, Image.Quantize.MAXCOVERAGE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette(common + rare[: 3 * RARE])
    flat = shot.quantize(palette=palette, dither=Image.Dither.NONE)
    flat.save(FOLDER / f"{name}.png", optimize=True)


def take_picture(browser: Browser, home: str, name: str) -> None:
    """Take the picture with this name in `PICTURES`, and save it."""
    picture = PICTURES[name]
    wide, high = picture.size
    context = browser.new_context(
        viewport={"width": wide, "height": high},
        color_scheme="dark" if picture.scheme == "dark" else "light",
        reduced_motion="reduce",
        locale="en-US",
    )
    context.add_init_script("localStorage.setItem('watch-guide', 'seen')")  # as after an earlier visit
    page = context.new_page()
    page.goto(home + picture.address)
    page.wait_for_selector("main :is(.card, .board) .shape, .card .scene")
    page.wait_for_load_state("networkidle")
    if "&" in picture.address or "lesson/" in picture.address:
        page.wait_for_selector("dialog.studio, .lab-parts h2", timeout=60_000)
    for press in picture.presses:
        page.locator(press).first.click()
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(SETTLED)
    save_flat(Image.open(BytesIO(page.screenshot())).convert("RGB"), name)
    context.close()


def main(names: Sequence[str]) -> None:
    """Take the named pictures; all of them if no name is given."""
    with serving() as home, sync_playwright() as playwright, browsing(playwright) as browser:
        for name in names or PICTURES:
            take_picture(browser, home, name)
            print(FOLDER / f"{name}.png")


if __name__ == "__main__":
    main(sys.argv[1:])
