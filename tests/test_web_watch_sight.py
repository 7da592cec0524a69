"""What must always be in sight while a search is watched: the root, the node at work and its siblings, the line of the
pseudo-code that is at work. For every algorithm and game, at five moments, in windows of three sizes."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from langkah import load
from langkah.games import GAMES
from langkah.search import ALGORITHMS, list_algorithms
from tests.small import SMALL
from tests.test_web_watch_page import LONG, Open, player

SIZES = ((1440, 900), (1366, 680), (390, 844))
MOMENTS = 5
PAIRS = [(name, algorithm) for name in GAMES for algorithm in list_algorithms(load(name, SMALL[name]))]
SAMPLE = {
    ("snakes", "branch-and-bound"),
    ("klotski", "breadth-first"),
    ("tiles", "ida-star"),
    ("mnk", "alpha-beta"),
    ("queens", "backtracking"),
    ("hanoi", "depth-first"),
}

# What is out of sight at a moment: nodes outside the canvas, a lit line outside its list, either outside the window.
MISSING = """
([at, tree, code]) => {
  const { player } = document.querySelector(".studio");
  player.go(at);
  const { recording, panes } = player;
  const missing = [];
  const inside = (name, box, frame) => {
    const seen = box.left >= frame.left - 1 && box.right <= frame.right + 1 && box.top >= frame.top - 1
      && box.bottom <= frame.bottom + 1;
    const sides = ["left", "right", "top", "bottom"];
    if (!seen) missing.push([name, at, ...sides.flatMap((side) => [box[side], frame[side]])]);
  };
  const screen = { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight };
  if (tree) {
    panes.tree.paint();
    const canvas = panes.tree.canvas.getBoundingClientRect();
    const { width, height } = panes.tree.painter;
    const { current, nodes } = recording;
    const roots = recording.roots.filter((node) => recording.isHere(node));
    const family = (recording.children[nodes.parent[current]] ?? []).filter((node) => recording.isHere(node));
    for (const node of new Set([...roots, ...family, current, recording.subject])) {
      if (node < 0) continue;
      const [x, y] = panes.tree.spot(node);
      const [left, top] = [canvas.left + x - width / 2, canvas.top + y - height / 2];
      inside(`node ${node}`, { left, top, right: left + width, bottom: top + height }, canvas);
    }
    inside("tree", canvas, screen);
  }
  const strip = document.querySelector(".studio .now code");
  const lit = code ? document.querySelector(".studio .code .lit") : strip;
  if (recording.line >= 0) {
    const list = document.querySelector(".studio .code").getBoundingClientRect();
    inside("lit line", lit.getBoundingClientRect(), code ? list : screen);
    inside("lit line on the screen", lit.getBoundingClientRect(), screen);
    if (lit.textContent !== recording.data.code[recording.line].text) missing.push(["another line", at]);
  }
  return missing;
}
"""


def find_missing(page: Page, *, tree: bool, code: bool) -> list[Any]:
    """What is out of sight at five moments of a recording."""
    length = player(page, "length")
    moments = sorted({round(length * share / MOMENTS) for share in range(1, MOMENTS + 1)} - {0})
    return [each for at in moments for each in page.evaluate(MISSING, [at, tree, code])]


def check_sight(visit: Open, name: str, algorithm: str) -> None:
    """One recording in windows of every size; on a phone the line at work stands below the tree, and in its tab."""
    seen = visit(viewport=dict(zip(("width", "height"), SIZES[0], strict=True)))
    page = seen.page
    seen.open(name, SMALL[name])
    page.locator("#tab-watch").click()
    page.locator('[data-pick="algorithm"]').select_option(algorithm)
    seen.do("record")
    expect(page.locator(".studio .tree canvas").first).to_be_visible(timeout=LONG)
    for wide, high in SIZES:
        page.set_viewport_size({"width": wide, "height": high})
        page.wait_for_timeout(60)
        narrow = wide < 1080
        assert not find_missing(page, tree=True, code=not narrow), (wide, high)
        if narrow:
            page.locator('[data-turn="code"]').click()
            assert not find_missing(page, tree=False, code=True), (wide, high)
    seen.do("close-studio")


@pytest.mark.parametrize(("name", "algorithm"), sorted(SAMPLE))
def test_in_sight(visit: Open, name: str, algorithm: str) -> None:
    """A search of each kind."""
    check_sight(visit, name, algorithm)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "algorithm"), [pair for pair in PAIRS if pair not in SAMPLE])
def test_everything_in_sight(visit: Open, name: str, algorithm: str) -> None:
    """Every algorithm on every game that it fits."""
    check_sight(visit, name, algorithm)


def test_the_table_is_covered() -> None:
    """Every algorithm is watched on some game."""
    assert {algorithm for _name, algorithm in PAIRS} == {
        name for name, row in ALGORITHMS.items() if any(row.fits(load(game)) for game in GAMES)
    }
