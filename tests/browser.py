"""A server and a browser for tests, and helpers that play on the page by mouse, by touch or by keys."""

import json
import re
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from shutil import which
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, Route, expect

from langkah.session import pack_link

# The headless shell comes first: it needs half of the processor time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(which, NAMES)), "chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
WIDE, NARROW = {"width": 1280, "height": 860}, {"width": 360, "height": 740}
SOON = 60_000  # milliseconds, long enough for a busy machine
expect.set_options(timeout=SOON)

# A point of the screen where a click hits the handle: on the foremost of its shapes that has an uncovered point.
FIND = """
(handle) => {
  const shapes = [...document.querySelectorAll(".board .shape")].filter((each) => each.dataset.handle === handle);
  for (const shape of shapes.reverse()) {
    const { x, y, width, height } = shape.getBoundingClientRect();
    for (const [a, b] of [[0.5, 0.5], [0.5, 0.15], [0.15, 0.5], [0.85, 0.5], [0.5, 0.85], [0.2, 0.2]]) {
      const point = [x + a * width, y + b * height];
      const hit = document.elementFromPoint(...point)?.closest("[data-handle]");
      if (hit && hit.dataset.handle === handle) return point;
    }
  }
  return null;
}
"""

MIDDLE = """
(handle) => {
  const spot = [...document.querySelectorAll(".spot")].find((each) => each.dataset.spot === handle);
  if (!spot) return null;
  const { x, y, width, height } = spot.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}
"""

# The place of a node of the tree on the screen; null while the node is hidden, or not yet drawn at its final place.
NODE = """
(node) => {
  const { tree } = (document.querySelector(".studio") ?? window).player.panes;
  const spot = tree.spot(node);
  if (!spot) return null;
  const { left, top } = tree.canvas.getBoundingClientRect();
  const [x, y] = [left + spot[0], top + spot[1]];
  return document.elementFromPoint(x, y) === tree.canvas && tree.nodeAt(spot) === node ? [x, y] : null;
}
"""

PLACE = """
(selector) => {
  const { x, y, width, height } = document.querySelector(selector)?.getBoundingClientRect() ?? {};
  return width || height ? [x, y, width, height] : null;
}
"""

# The result of a function of the page, once it has stayed the same for five frames, so that no element is measured
# while it moves or grows. Null if the result does not settle in time.
STILL = """
(given) => new Promise((resolve, reject) => {
  const find = FIND, end = performance.now() + SOON;
  let [last, calm] = ["", 0];
  const look = () => {
    try {
      check(find(given) ?? null);
    } catch (error) {
      reject(error);
    }
  };
  const check = (found) => {
    const now = JSON.stringify(found);
    calm = found !== null && now === last ? calm + 1 : 0;
    last = now;
    if (calm === 5) resolve(found);
    else if (performance.now() > end) resolve(null);
    else requestAnimationFrame(look);
  };
  look();
})
"""


def find_still(page: Page, find: str, given: Any = None) -> Any:
    """The result of a function of the page, once it has stayed the same for five frames."""
    found = page.evaluate(STILL.replace("FIND", find).replace("SOON", str(SOON)), given)
    assert found is not None, f"this is not there, or never stands still: {find if given is None else given}"
    return found


class Box(NamedTuple):
    """The position and the size of an element on the screen."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        """The centre, as a point to click."""
        return self.x + self.width / 2, self.y + self.height / 2

    def overlaps(self, other: "Box") -> bool:
        """Whether the two boxes overlap by more than a pixel."""
        across = min(self.x + self.width, other.x + other.width) - max(self.x, other.x)
        return across > 1 and min(self.y + self.height, other.y + other.height) - max(self.y, other.y) > 1


def find_box(page: Page, selector: str) -> Box:
    """The box of the first element that matches a selector, once the element stands still."""
    return Box(*find_still(page, PLACE, selector))


def press_node(page: Page, node: int, clicks: int = 1) -> None:
    """Click a node of the search tree in Watch, in a lesson or in a replay file."""
    page.mouse.click(*find_still(page, NODE, node), click_count=clicks)


def read_address_bar(page: Page) -> str:
    """The current address of the page, read from the page itself: Playwright updates its own copy a moment later."""
    found: str = page.evaluate("location.href")
    return found


@contextmanager
def serving(*words: str, program: tuple[str, ...] = (sys.executable, "-m", "langkah")) -> Iterator[str]:
    """Run `langkah play` on a free port, and yield the address of the page."""
    command = [*program, "play", *words, "--no-browser", "--port", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        found = re.search(r"http://\S+/", server.stdout.readline())
        assert found, "the server did not say where it is"
        yield found[0]
    finally:
        server.terminate()
        server.wait(10)
        assert server.stdout is not None
        server.stdout.close()


@contextmanager
def browsing(playwright: Playwright) -> Iterator[Browser]:
    """Start the system's Chromium, and close it at the end."""
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    try:
        yield browser
    finally:
        browser.close()


_idle_contexts: dict[str, list[BrowserContext]] = defaultdict(list)  # a pool of contexts by name, for later visits


def lend_context(browser: Browser, guided: bool, options: dict[str, Any]) -> tuple[str, BrowserContext]:
    """A browser context with these options, and the name under which it is returned to the pool. An idle context, which
    has the files of the page in its cache, is used again; otherwise, a new one is made.
    """
    name = json.dumps([id(browser), guided, options], sort_keys=True)
    if _idle_contexts[name]:
        return name, _idle_contexts[name].pop()
    context = browser.new_context(**options)
    context.set_default_timeout(SOON)
    context.set_default_navigation_timeout(4 * SOON)
    if not guided:  # mark the guide of Watch as seen
        context.add_init_script("try { localStorage.setItem('watch-guide', 'seen') } catch {}")
    return name, context


class Visit:
    """An open page with an empty storage. Errors of the page, and its requests to other hosts, are recorded."""

    def __init__(self, browser: Browser, address: str, **options: Any) -> None:
        guided = options.pop("guided", False)
        quick = {"reduced_motion": "reduce", "viewport": WIDE, "locale": "en-US"}
        self.name, self.context = lend_context(browser, guided, {**quick, **options})
        self.page: Page = self.context.new_page()
        origin = "{0.scheme}://{0.netloc}".format(urlsplit(address))
        storage = self.context.new_cdp_session(self.page)
        storage.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        storage.detach()
        self.context.clear_cookies()
        self.address = address
        self.complaints: list[str] = []
        self.refused = False  # whether the test expects the server to refuse a request (status 400)
        self.strangers: list[str] = []
        self.page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda asked: self.note(asked.url))

    def note(self, url: str) -> None:
        """Record a request if it goes to another host."""
        if urlsplit(url).scheme in ("http", "https", "ws", "wss") and not url.startswith(self.address):
            self.strangers.append(url)

    def home(self) -> None:
        """Open the gallery."""
        self.page.goto(self.address)
        self.page.wait_for_selector(".card .scene")

    def open(self, problem: str, settings: dict[str, Any] | None = None, **more: Any) -> None:
        """Open a state of a puzzle or a position of a game by its link."""
        token = pack_link({"langkah": 1, "problem": problem, "settings": settings or {}, **more})
        self.page.goto("about:blank")
        self.page.goto(f"{self.address}#{token}")
        self.page.wait_for_selector(".board .shape")

    def close(self) -> None:
        """Close the page, return the context to the pool, and check that there were no errors and no requests to other
        hosts.
        """
        for page in self.context.pages:
            page.close()
        _idle_contexts[self.name].append(self.context)
        self.check()

    def check(self) -> None:
        """Check that there were no errors since the last check, and no requests to other hosts."""
        noted = [said for said in self.complaints if not (self.refused and "status of 400" in said)]
        self.complaints.clear()
        self.refused = False
        assert not noted, noted
        assert not self.strangers, self.strangers

    # What the page shows

    def number(self, figure: str) -> str:
        """The text of one of the numbers beside the board, for example "made" or "least"."""
        return self.page.locator(f'[data-figure="{figure}"] dd').inner_text()

    def made(self, count: int) -> None:
        """Wait until the page shows this number of moves made."""
        expect(self.page.locator('[data-figure="made"] dd')).to_have_text(str(count), timeout=SOON)

    def least(self, count: int | str) -> None:
        """Wait until the page shows this least number of moves to a goal."""
        expect(self.page.locator('[data-figure="least"] dd')).to_have_text(str(count), timeout=SOON)

    def over(self, soon: int = SOON) -> None:
        """Wait until the end of a game is reported on the page."""
        expect(self.page.locator(".ending .sheet")).to_be_visible(timeout=soon)

    def said(self, words: str) -> None:
        """Wait until the message line contains these words."""
        expect(self.page.locator(".message")).to_contain_text(words, timeout=SOON)

    def do(self, name: str) -> None:
        """Press a button. After closing Watch, wait until the browser has gone back in its history: an address that is
        set before would be overridden.
        """
        self.page.locator(f'[data-do="{name}"]').first.click()
        if name == "close-studio":
            wait_until(self.page, "() => !document.querySelector('.studio') && history.state !== 'watch'")

    # Mouse, touch and keys

    def point(self, handle: str) -> tuple[float, float]:
        """The point of the screen at which a click hits a shape with this handle."""
        self.page.locator(".board").scroll_into_view_if_needed()
        x, y = find_still(self.page, FIND, handle)
        return x, y

    def mouse(self, handle: str) -> None:
        """Click a shape with this handle."""
        self.page.mouse.click(*self.point(handle))

    def finger(self, handle: str) -> None:
        """Tap on a shape with this handle."""
        self.page.touchscreen.tap(*self.point(handle))

    def keys(self, handle: str) -> None:
        """Go to a handle with the arrow keys and press Enter; a handle that is a direction is an arrow key itself."""
        board, keyboard = self.page.locator(".board"), self.page.keyboard
        if handle in ("up", "down", "left", "right"):
            keyboard.press(f"Arrow{handle.capitalize()}")
            return
        if self.page.evaluate("!document.activeElement.dataset.spot"):
            board.locator('.spot[tabindex="0"]').focus()
        self.box(handle)  # waits until the spot stands still
        for _step in range(80):
            if self.focused() == handle:
                if self.page.evaluate("document.activeElement.getAttribute('aria-pressed')") == "false":
                    keyboard.press("Enter")
                return
            here, there = (self.page.evaluate(MIDDLE, name) for name in (self.focused(), handle))
            dx, dy = there[0] - here[0], there[1] - here[1]
            across = ("ArrowRight" if dx > 0 else "ArrowLeft", abs(dx))
            down = ("ArrowDown" if dy > 0 else "ArrowUp", abs(dy))
            first, second = sorted((across, down), key=lambda way: -way[1])
            before = self.focused()
            keyboard.press(f"Shift+{first[0]}")
            if self.focused() == before:
                keyboard.press(f"Shift+{second[0]}")
        raise AssertionError(f"the keys do not lead to {handle}")

    def focused(self) -> str:
        """The handle that has the focus."""
        found: str = self.page.evaluate("document.activeElement.dataset.spot ?? ''")
        return found

    def box(self, handle: str) -> tuple[float, float]:
        """The centre of the element that has a handle, once the element stands still."""
        x, y = find_still(self.page, MIDDLE, handle)
        return x, y

    def drag(self, start: str, end: tuple[float, float], *, touch: bool = False) -> None:
        """Drag from a shape with the handle `start` to the point `end`, with the mouse or with a finger (`touch`)."""
        x, y = self.point(start)
        if not touch:
            mouse = self.page.mouse
            mouse.move(x, y)
            mouse.down()
            mouse.move((x + end[0]) / 2, (y + end[1]) / 2, steps=3)
            mouse.move(*end, steps=3)
            mouse.up()
            return
        touchscreen = self.context.new_cdp_session(self.page)
        ways = [(x + (end[0] - x) * share, y + (end[1] - y) * share) for share in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)]
        for index, (a, b) in enumerate(ways):
            event = {"type": "touchMove" if index else "touchStart", "touchPoints": [{"x": a, "y": b}]}
            touchscreen.send("Input.dispatchTouchEvent", event)
            time.sleep(0.02)
        touchscreen.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


class Held:
    """Holds back the first request for a path until the test releases it; later requests pass."""

    def __init__(self, seen: Visit, path: str) -> None:
        self.page, self.path = seen.page, path
        self.route: Route | None = None
        self.page.route(f"**/{path}", lambda route: self.keep(route), times=1)

    def keep(self, route: Route) -> None:
        """Remember the request, and do not answer it yet."""
        self.route = route

    def wait(self) -> None:
        """Wait until the page has made the request."""
        for _look in range(SOON // 20):
            if self.route:
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"nobody asked for {self.path}")

    def release(self) -> None:
        """Let the server answer the request, and give the page time to process the answer."""
        route = self.route
        assert route is not None
        with self.page.expect_response(lambda response: response.request == route.request):
            route.continue_()
        self.page.wait_for_timeout(200)


def lane(page: Page, name: str) -> Any:
    """The element of the page that shows one search of a race; `name` identifies the search."""
    return page.locator(f'[data-lane="{name}"]')


def wait_until(page: Page, question: str, arg: Any = None) -> None:
    """Wait until a function of the page returns true. (The page's content security policy sometimes blocks Playwright's
    own `wait_for_function`.)
    """
    for _look in range(SOON // 50):
        if page.evaluate(question, arg):
            return
        page.wait_for_timeout(50)
    raise AssertionError(question)
