"""Checks which parts of a watched search are visible, on the page and in a replay file. The current node and its parent
must be visible and readable. The root, the siblings and the children of the node must be visible if they fit beside it.
The current line of the pseudo-code must be visible with the lines around it. The checks run at five moments of a
search, in windows of three sizes.
"""

from typing import Any

from playwright.sync_api import Page

from langkah import load
from langkah.games import GAMES
from langkah.search import list_algorithms
from tests.small import SMALL

SIZES = ((1440, 900), (1366, 680), (390, 844))
MOMENTS = 5
LINES = 7  # of the pseudo-code that must be visible, or all lines of a shorter one
COLUMNS = 1080  # the least width in pixels for panes side by side; narrower windows show tabs
PAIRS = [(name, algorithm) for name in GAMES for algorithm in list_algorithms(load(name, SMALL[name]))]

SETTLE = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"

# The elements out of view at each moment: nodes outside the canvas, a highlighted line outside its list, either of them
# outside the window.
MISSING = """
async ([moments, tree, code, lines]) => {
  const root = document.querySelector(".studio") ?? document.body;
  const player = root.player ?? window.player;
  const { recording, panes } = player;
  const missing = [];
  const screen = { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight };
  const sides = ["left", "right", "top", "bottom"];
  const settle = SETTLE;
  const look = async (at) => {
    player.go(at);
    await settle();
    const inside = (name, box, frame) => {
      const seen = box.left >= frame.left - 1 && box.right <= frame.right + 1 && box.top >= frame.top - 1
        && box.bottom <= frame.bottom + 1;
      if (!seen) missing.push([name, at, ...sides.flatMap((side) => [box[side], frame[side]])]);
    };
    if (tree) {
      panes.tree.paint();
      const canvas = panes.tree.canvas.getBoundingClientRect();
      const { width, height, level, rooms } = panes.tree.painter;
      const { layout } = panes.tree;
      const { subject, nodes } = recording;
      const roots = recording.roots.filter((node) => recording.isHere(node));
      const near = [nodes.parent[subject], subject].flatMap((node) => recording.children[node] ?? []);
      const pair = [nodes.parent[subject] ?? -1, subject].filter((node) => node >= 0);
      const family = [...pair, ...near.filter((node) => recording.isHere(node))];
      const room = [canvas.width - rooms.aside - 24, canvas.height - 24];
      const reach = (places) => Math.max(...places) - Math.min(...places) + 1;
      const fits = (group) =>
        reach(group.map((node) => layout.x[node])) * rooms.short[0] <= room[0] &&
        reach(group.map((node) => layout.depth[node])) * rooms.short[1] <= room[1];
      const all = rooms.boards ? [] : [...roots, ...family]; // boards first, the way up later
      const must = [all, family, pair, [subject]].find((group) => group.length && group[0] >= 0 && fits(group)) ?? [];
      if (level === "dot") missing.push(["too small to be read", at]);
      for (const node of new Set(must)) {
        const [x, y] = panes.tree.spot(node);
        const [left, top] = [canvas.left + x - width / 2, canvas.top + y - height / 2];
        inside(`node ${node}`, { left, top, right: left + width, bottom: top + height }, canvas);
      }
      if (canvas.width < 100 || canvas.height < 100) missing.push(["no room for a tree", at]);
      inside("tree", canvas, screen);
    }
    if (recording.line < 0) return;
    const lit = root.querySelector(code ? ".code .lit" : ".now code");
    if (lit?.textContent !== recording.data.code[recording.line].text) return missing.push(["another line", at]);
    if (!lit.getBoundingClientRect().height) missing.push(["no lit line", at]);
    if (code) inside("lit line", lit.getBoundingClientRect(), root.querySelector(".code").getBoundingClientRect());
    inside("lit line on the screen", lit.getBoundingClientRect(), screen);
    if (!code) return;
    const { top, bottom } = root.querySelector(".code").getBoundingClientRect();
    const boxes = [...root.querySelectorAll(".code li")].map((line) => line.getBoundingClientRect());
    const read = boxes.filter((box) => box.top >= top - 1 && box.bottom <= bottom + 1).length;
    if (read < Math.min(lines, boxes.length)) missing.push(["few lines", at, read]);
  };
  for (const at of moments) await look(at);
  return missing;
}
""".replace("SETTLE", SETTLE)


def find_missing(page: Page, *, tree: bool, code: bool) -> list[Any]:
    """What is not visible as it should be at up to five moments of a recording: a description of each element and the
    moment. `tree` and `code` select what must be visible.
    """
    page.evaluate(SETTLE)
    length = page.evaluate("(document.querySelector('.studio') ?? window).player.length")
    moments = sorted({round(length * share / MOMENTS) for share in range(1, MOMENTS + 1)} - {0})
    found: list[Any] = page.evaluate(MISSING, [moments, tree, code, LINES])
    return found


def check_sight(page: Page) -> None:
    """Check one recording in windows of every size. On a phone, the current line must be visible below the tree, and in
    its own tab. If the page shows the search on a map, the tree is opened first.
    """
    if page.locator('[data-centre="tree"]').count():
        page.locator('[data-centre="tree"]').click()
    for wide, high in SIZES:
        page.set_viewport_size({"width": wide, "height": high})
        narrow = wide < COLUMNS
        if narrow:
            page.locator('[data-turn="tree"]').click()
        found = find_missing(page, tree=True, code=not narrow)
        assert not found, (wide, high, found[:3])
        if narrow:
            page.locator('[data-turn="code"]').click()
            lost = find_missing(page, tree=False, code=True)
            assert not lost, (wide, high, lost[:3])
