"""The pictures of the page in README and documents, taken by a real browser: `python -m tests.pictures [NAME ...]`."""

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from langkah import load, solve
from langkah.session import pack_link
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


def watch(seen: Visit, name: str, *, tab: str = "", **search: Any) -> bytes:
    """A search that is watched, or with lanes a race, at a moment; where there are tabs, in one of them."""
    way = "race" if "lane" in search else "watch"
    token = pack_link({"langkah": 1, "problem": name, "settings": {}})
    seen.page.goto(f"{seen.address}#{token}&{way}&{urlencode(search, doseq=True)}")
    seen.page.locator(".studio .tree canvas").first.wait_for()
    if tab:
        seen.page.locator(f'[data-turn="{tab}"]').click()
    seen.page.wait_for_timeout(600)
    return calm(seen.page)


def main(names: list[str]) -> None:
    """Take them all, or those that are named."""
    small = {"viewport": NARROW, "device_scale_factor": 2, "has_touch": True}
    low, tall = {"width": 1366, "height": 680}, {"width": 390, "height": 844}
    with serving() as address, sync_playwright() as playwright, browsing(playwright) as browser:

        def page(**options: Any) -> Visit:
            return Visit(browser, address, **{"viewport": WIDE, **options})

        night = {"color_scheme": "dark"}
        bound: dict[str, Any] = {"algorithm": "branch-and-bound", "estimate": "paper", "event": 24}
        lanes: dict[str, Any] = {"lane": ["algorithm=a-star", "algorithm=breadth-first"], "by": "expanded", "at": 20}
        pictures: dict[str, Callable[[], list[bytes]]] = {
            "gallery": lambda: [gallery(page())],
            "play": lambda: [klotski(page())],
            "night": lambda: [editor(page(**night))],
            "phone": lambda: [hanoi(page(**night, **small)), race(page(**small))],
            "watch": lambda: [watch(page(), "snakes:paper-1", **bound)],
            "watch-boards": lambda: [watch(page(**night), "klotski:paper", algorithm="a-star", event=22)],
            "watch-two-players": lambda: [watch(page(), "mnk:fork", algorithm="alpha-beta", event=150)],
            "watch-low": lambda: [watch(page(viewport=low), "tiles:textbook", algorithm="a-star", event=60)],
            "watch-phone": lambda: [
                watch(page(viewport=tall), "klotski:paper", algorithm="breadth-first", event=25),
                watch(page(viewport=tall, **night), "klotski:paper", algorithm="a-star", event=30, tab="lists"),
            ],
            "race": lambda: [watch(page(), "tiles:nilsson", **lanes)],
        }
        for name in names or pictures:
            kept(name, *pictures[name]())


if __name__ == "__main__":
    main(sys.argv[1:])
