"""How a replay file draws a large tree: only changed parts are computed again."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from langkah import Limit, Trace, load, solve
from langkah.views.replay import make_replay_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

# During an action: how often the tree is laid out, and how often the browser is made to lay out the page.
COUNT = """
(deed) => {
  const { tree } = player.panes;
  let [arranged, asked] = [0, 0];
  const whole = tree.layout.arrange;
  tree.layout.arrange = function (shown) { arranged += 1; return whole.call(tree.layout, shown); };
  const width = Object.getOwnPropertyDescriptor(Element.prototype, "clientWidth");
  const scrolled = Object.getOwnPropertyDescriptor(Element.prototype, "scrollHeight");
  const spy = ({ get }) => ({ configurable: true, get() { asked += 1; return get.call(this); } });
  Object.defineProperties(Element.prototype, { clientWidth: spy(width), scrollHeight: spy(scrolled) });
  const deeds = {
    pan: () => tree.pan(3, 2),
    zoom: () => tree.zoom(1.1),
    take: () => player.go(player.recording.takes[40] + 1),
    make: () => player.go(player.at + 2),
    back: () => player.go(player.at - 2),
  };
  if (deed === "take") player.go(player.recording.takes[40]);
  arranged = asked = 0;
  deeds[deed]();
  tree.paint();
  delete tree.layout.arrange;
  Object.defineProperties(Element.prototype, { clientWidth: width, scrollHeight: scrolled });
  return [arranged, asked];
}
"""

# If the tree is drawn as dots: the colour in the middle of each dot, and the colour of the node's fate.
DOTS = """
() => {
  const { tree } = player.panes;
  player.go(player.length);
  tree.fit();
  tree.paint();
  const { painter, shown } = tree;
  const { dots, recording, marks, px, py } = painter;
  const found = [...shown.keys()].filter((node) => shown[node]).map((node) => {
    const spot = Math.round(py[node]) * dots.image.width + Math.round(px[node]);
    const role = marks[node] & 2 ? "cell-path" : recording.look(node).role;
    const wanted = dots.mix(painter.brush.colour(role, "stroke"), ["cell-waiting", "cell-dropped"].includes(role));
    return [dots.pixels[spot], wanted];
  });
  return [painter.level, painter.width, found];
}
"""

# For a small board: the colours of its pieces, and the colours that are drawn.
SMALL_BOARD = """
(state) => {
  const { pictures } = player.panes.tree;
  const bitmap = pictures.bitmap(state, 1600);
  const { data } = bitmap.getContext("2d").getImageData(0, 0, bitmap.width, bitmap.height);
  const seen = new Set();
  for (let at = 0; at < data.length; at += 4) if (data[at + 3] === 255) seen.add(data.slice(at, at + 3).join());
  const pieces = pictures.scene(state).shapes.filter(({ role }) => role.startsWith("piece"));
  const whole = ({ mark, opacity = 1 }) => mark !== "words" && opacity === 1;
  const marks = pieces.flatMap((shape) => shape.marks.filter(whole));
  const numbers = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)).join();
  const wanted = new Set(marks.flatMap(({ fill, stroke }) => [fill, stroke]).filter(Boolean));
  return [[...wanted].map((each) => numbers(pictures.resolve(each))), [...seen]];
}
"""

# After each event: the nodes with the colour of the ring beside their boxes, and the text about the event.
RINGS = """
() => {
  const { tree } = player.panes;
  const { painter, shown } = tree;
  const { pen, ratio } = painter.brush;
  pen.fillStyle = painter.brush.colour("cell-current");
  const colour = parseInt(pen.fillStyle.slice(1), 16);
  const isRinged = (node) => {
    const [x, y] = [painter.px[node] - painter.width / 2 - 3, painter.py[node]];
    const [red, green, blue] = pen.getImageData(Math.round(x * ratio), Math.round(y * ratio), 1, 1).data;
    return (red << 16) + (green << 8) + blue === colour;
  };
  return Array.from({ length: player.length }, (_, at) => {
    player.go(at + 1);
    tree.paint();
    return [[...shown.keys()].filter((node) => shown[node] && isRinged(node)), player.recording.happened];
  });
}
"""


def write_replay(path: Path, name: str, algorithm: str, settings: dict[str, Any]) -> Trace:
    """Write a replay file, and return the trace."""
    problem, trace = load(name, settings), Trace()
    result = solve(problem, algorithm, observe=trace, limit=Limit(nodes=300))
    path.write_text(make_replay_page(problem, trace, result, verdict=""), encoding="utf-8")
    return trace


@pytest.fixture(scope="module")
def page(browser: "Browser", tmp_path_factory: pytest.TempPathFactory) -> Iterator["Page"]:
    """An open replay file with a tree of a few hundred nodes."""
    path = tmp_path_factory.mktemp("replay") / "replay.html"
    write_replay(path, "hanoi", "breadth-first", {"discs": 6})
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    found = context.new_page()
    wrong: list[str] = []
    found.on("pageerror", lambda error: wrong.append(str(error)))
    found.goto(path.as_uri())
    found.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    yield found
    context.close()
    assert not wrong


@pytest.mark.parametrize(("deed", "arranged"), [("pan", 0), ("zoom", 0), ("take", 0), ("make", 1), ("back", 1)])
def test_a_frame_does_only_what_is_needed(page: "Page", deed: str, arranged: int) -> None:
    """The tree is not laid out again if it is only moved, scaled or recoloured, and no frame waits for the layout of
    the page.
    """
    page.evaluate("() => (player.panes.tree.follow(true), player.go(200))")
    assert page.evaluate(COUNT, deed) == [arranged, 0]


def test_dots_have_the_colours_of_their_nodes(page: "Page") -> None:
    """Every node is visible as a dot, and more than 90 % of the dots have the colour of their node at their centre
    (dots may overlap).
    """
    level, width, found = page.evaluate(DOTS)
    assert level == "dot"
    assert width > 1
    right = sum(seen == wanted for seen, wanted in found)
    assert right > 0.9 * len(found) > 300
    assert all(seen for seen, _wanted in found)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_small_boards_have_the_colours_of_their_pieces(page: "Page", theme: str) -> None:
    """A small board shows the colours of all its pieces, in light and dark colours."""
    page.evaluate("(theme) => player.recolour(theme)", theme)
    wanted, seen = page.evaluate(SMALL_BOARD, 7)
    assert len(wanted) >= 6, "discs of several colours, each with its shade"
    assert set(wanted) <= set(seen)
    page.evaluate("player.recolour('light')")


@pytest.mark.parametrize(
    ("name", "algorithm", "settings"),
    [
        ("queens", "backtracking", {"n": 4}),  # values are taken back
        ("mnk", "alpha-beta", {"position": ["XOX", "XO.", "..O"]}),  # values are backed up, branches are cut off
        ("snakes", "branch-and-bound", {"squares": 12, "die": 3}),  # nodes are pruned
    ],
)
def test_the_ring_is_on_the_node_that_is_spoken_of(
    browser: "Browser", tmp_path: Path, name: str, algorithm: str, settings: dict[str, Any]
) -> None:
    """After every event, the node of this event, and no other node, has the ring."""
    trace = write_replay(tmp_path / "replay.html", name, algorithm, settings)
    page = browser.new_page(viewport={"width": 2600, "height": 1500}, reduced_motion="reduce")
    page.goto((tmp_path / "replay.html").as_uri())
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    found = page.evaluate(RINGS)
    page.close()
    assert [ringed for ringed, _told in found] == [[event.node] if event.node >= 0 else [] for event in trace.events]
    assert all(f"#{node}" in told for ringed, told in found for node in ringed)


# For a two-player game: the level of detail, the words written in the tree, and the values of the nodes in view; then
# whether the message about an empty tree is visible, with a tree and without one.
VALUES = """
() => {
  const { tree } = player.panes;
  const { brush } = tree.painter;
  const said = [];
  brush.write = (words) => said.push(words);
  player.go(31);
  tree.paint();
  const { level } = tree.painter;
  const inside = (node) => tree.painter.py[node] > 0 && tree.painter.py[node] < tree.size[1];
  const nodes = [...tree.shown.keys()].filter((node) => tree.shown[node] && inside(node));
  const known = nodes.map((node) => player.recording.footnote(node));
  const before = tree.empty.checkVisibility();
  player.go(0);
  return [level, said, known, before, tree.empty.checkVisibility()];
}
"""


@pytest.mark.parametrize(("high", "seen"), [(480, "short"), (800, "whole")])
def test_values_are_said(browser: "Browser", tmp_path: Path, high: int, seen: str) -> None:
    """The values of nodes are written in the tree, both with whole boards and if there is no space for them. A message
    is visible only while there is no tree.
    """
    write_replay(tmp_path / "replay.html", "mnk", "alpha-beta", {"position": ["XOX", "XO.", "..O"]})
    page = browser.new_page(viewport={"width": 1366, "height": high}, reduced_motion="reduce")
    page.goto((tmp_path / "replay.html").as_uri())
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    level, said, known, before, after = page.evaluate(VALUES)
    page.close()
    assert level == seen
    assert {"-98", "+99"} < {*known}
    assert {each for each in known if len(each) < 6 or seen == "whole"} <= {*said}
    assert (before, after) == (False, True)
