"""The layout of the Watch view: the growing tree, lists of small boards, tabs, and the saved file."""

import re
from itertools import combinations
from pathlib import Path

import pytest
from playwright.sync_api import expect

from langkah import Trace, load
from langkah.games import GAMES
from langkah.model import is_mapped
from langkah.search import list_algorithms
from langkah.views.tree_layout import lay_out_tree
from tests.browser import NODE, find_box, find_still, wait_until
from tests.small import SMALL
from tests.test_web_watch_page import LONG, Open, check_board, player, record, traced

PLACES = """
(at) => {
  const { player } = document.querySelector(".studio");
  player.go(at);
  const { layout, shown } = player.panes.tree;
  const nodes = [...shown.keys()].filter((node) => shown[node]);
  return nodes.map((node) => [node, layout.x[node], layout.depth[node]]);
}
"""


@pytest.mark.parametrize(
    ("name", "algorithm"),
    [("hanoi", "a-star"), ("tiles", "ida-star"), ("mnk", "alpha-beta"), ("hanoi", "bidirectional")],
)
def test_what_exists_is_laid_out(visit: Open, name: str, algorithm: str) -> None:
    """At any event, the tree shows exactly the nodes generated in the current round, in the places that `lay_out_tree`
    computes.
    """
    seen = visit()
    seen.open(name, SMALL[name])
    problem = load(name, SMALL[name])
    trace, _result = traced(problem, algorithm)
    page = record(seen, algorithm)
    for at in {1, 8, *range(1, len(trace) + 1, max(1, len(trace) // 12))}:
        begin = trace.index().round_at(at)[0]
        made = [event for position, event in enumerate(trace.events[:at]) if is_made(trace, position, begin)]
        children: dict[int, list[int]] = {}
        for event in made:
            children.setdefault(event.parent, []).append(event.node)
        roots = children.pop(-1, [])
        laid = lay_out_tree(roots, children).places
        first = laid[roots[0]][0] if roots else 0
        places = {node: (x, depth) for node, x, depth in page.evaluate(PLACES, at)}
        assert places.keys() == laid.keys()
        assert all(places[node] == pytest.approx((x - first, depth)) for node, (x, depth) in laid.items())


def is_made(trace: Trace, position: int, begin: int) -> bool:
    """Whether the event at this position generates a node, in the round that begins at `begin`."""
    node = trace.events[position].node
    return position >= begin and node >= 0 and trace.history(node).made == position


# At an event: the level of detail of nodes, all texts drawn with their sizes in pixels, the visible nodes with their
# labels and costs, and the texts that may mention nodes.
WORDS = """
async (at) => {
  const { player } = document.querySelector(".studio");
  if (at !== null) player.go(at);
  const { tree } = player.panes;
  const { painter, glide } = tree;
  const { brush } = painter;
  const said = [];
  const write = brush.write;
  brush.write = function (words, x, y, size) { said.push([words, size]); return write.apply(brush, arguments); };
  tree.paint();
  delete brush.write;
  const [width, height] = tree.size;
  const inside = (node) => {
    const [x, y] = tree.spot(node);
    return x > 0 && x < width && y > 0 && y < height;
  };
  const seen = [...tree.shown.keys()].filter((node) => tree.shown[node] && inside(node));
  const { recording } = player;
  const { costs, f } = recording.nodes;
  return {
    level: painter.level, said, boards: painter.boards, seen, subject: recording.subject,
    parent: recording.nodes.parent[recording.subject] ?? -1,
    labels: seen.map((node) => recording.state(node).label),
    costs: seen.filter((node) => recording.wasOpened?.(node)).map((node) => [costs[node], f[node]]),
    words: `${recording.happened} ${document.querySelector(".lesson-bar .words")?.textContent ?? ""}`,
  };
}
"""
LOW = {"width": 1366, "height": 680}


@pytest.mark.parametrize("size", [LOW, {"width": 390, "height": 844}], ids=["low", "phone"])
@pytest.mark.parametrize("lesson", ["uniform-cost", "alpha-beta", "breadth-first", "backtracking", "ida-star"])
def test_nodes_say_what_they_are(visit: Open, lesson: str, size: dict[str, int]) -> None:
    """At every stop of a lesson, each node shows its board or label, its value, and readable letters. Numbers are shown
    only for nodes that the texts mention, or for all nodes after a click on the button.
    """
    seen = visit(viewport=size)
    page = seen.page
    page.goto(f"{seen.address}#lesson/{lesson}")
    expect(page.locator(".studio .tree canvas")).to_be_visible(timeout=LONG)
    forward = page.locator('[data-do="lesson-next"]')
    while forward.is_enabled() and forward.is_visible():
        found = page.evaluate(WORDS, None)
        words = [each for each, _size in found["said"]]
        assert found["level"] != "dot"
        assert found["subject"] in (-1, *found["seen"])
        assert found["parent"] in (-1, *found["seen"])
        assert all(pixels >= 10 for _words, pixels in found["said"])
        assert found["boards"] or set(found["labels"]) <= set(words)
        asked = page.evaluate("document.documentElement.classList.contains('asking')")  # a question hides the costs
        assert asked or all(not costs or {costs, total} & {*words} for costs, total in found["costs"])
        assert all(f"× {bound}" in words for bound in re.findall(r"#\d+ is dropped: (\d+) >", found["words"]))
        numbers = {each for line in words for each in re.findall(r"#\d+", line)}
        assert numbers <= {*re.findall(r"#\d+", found["words"])}
        forward.click()
    page.get_by_title("Number every node").click()
    found = page.evaluate(WORDS, None)
    words = [each for each, _size in found["said"]]
    assert not [node for node in found["seen"] if not any(f"#{node}" in line.split() for line in words)]


@pytest.mark.parametrize(
    ("problem", "algorithm"),
    [
        ("hanoi", "depth-first"),
        ("snakes", "branch-and-bound"),
        ("tiles:textbook", "a-star"),
        ("mnk:fork", "alpha-beta"),
    ],
)
def test_following_scrolls_where_a_tree_is_large(visit: Open, problem: str, algorithm: str) -> None:
    """While the tree follows the search, the current node and its parent are visible and readable. Only the view of the
    whole tree shows nodes as dots.
    """
    seen = visit(viewport=LOW)
    seen.open(problem)
    page = record(seen, algorithm)
    length = player(page, "length")
    for at in (1, 2, 5, *range(10, length, max(1, length // 20)), length):
        found = page.evaluate(WORDS, at)
        assert found["level"] != "dot"
        assert {found["subject"], found["parent"]} - {-1} <= {*found["seen"]}
        assert all(pixels >= 10 for _words, pixels in found["said"])
    page.get_by_title("Whole tree").click()
    find_still(page, NODE, 0)
    found = page.evaluate(WORDS, None)
    assert len(found["seen"]) == player(page, "recording.count")


def test_the_tree_glides_and_follows_until_it_is_moved(visit: Open) -> None:
    """New nodes move out of their parents. A drag stops following the search, and the Follow button resumes it. With
    reduced motion, nothing is animated.
    """
    seen = visit(reduced_motion="no-preference")
    seen.open("hanoi", {"discs": 4})
    page = record(seen, "breadth-first")
    player(page, "go(2)")
    tree = "document.querySelector('.studio').player.panes.tree"
    wait_until(page, f"() => {tree}.glide.time === 0")
    far = f"Math.hypot({tree}.glide.x[2] - {tree}.layout.x[2], {tree}.glide.y[2] - {tree}.layout.depth[2])"
    assert page.evaluate(f"{tree}.player.go(4), {tree}.glide.time > 0 && {far} > 0.5")
    wait_until(page, f"() => {far} < 1e-6")
    box = find_box(page, ".studio .tree canvas")
    page.mouse.move(box.x + 200, box.y + 200)
    page.mouse.down()
    page.mouse.move(box.x + 120, box.y + 140, steps=4)
    page.mouse.up()
    follow = page.locator(".studio").get_by_role("button", name="Follow")
    expect(follow).to_have_attribute("aria-pressed", "false")
    before = page.evaluate(f"{tree}.glide.to")
    player(page, "go(30)")
    assert page.evaluate(f"{tree}.glide.to") == before
    follow.click()
    assert page.evaluate(f"{tree}.glide.to") != before
    calm = visit()
    calm.open("hanoi", {"discs": 4})
    record(calm, "breadth-first")
    assert calm.page.evaluate(f"{tree}.player.go(4), {tree}.glide.time") == 0


def test_boards_give_way_to_names_and_dots(visit: Open) -> None:
    """When the tree is zoomed out, nodes show boards, then short labels, then dots."""
    seen = visit()
    seen.open("klotski:paper")
    page = record(seen, "breadth-first")
    player(page, "go(6)")
    tree, details = "document.querySelector('.studio').player.panes.tree", []
    for _step in range(40):
        page.evaluate(f"{tree}.paint()")
        details.append(page.evaluate(f"{tree}.painter.level"))
        page.evaluate(f"{tree}.zoom(0.92)")
    page.get_by_title("Zoom in").click()
    assert page.evaluate(f"{tree}.glide.to.across") > 1
    assert list(dict.fromkeys(details)) == ["whole", "short", "dot"]


def test_lists_are_small_boards_and_text_is_one_click_away(visit: Open) -> None:
    """The frontier and the closed set show boards with numbers and costs. One click shows the states in both lists as
    text.
    """
    seen = visit()
    seen.open("tiles:textbook")
    page = record(seen, "a-star")
    player(page, "go(40)")
    for name in ("frontier", "closed"):
        chip = page.locator(f'[data-pane="{name}"] .chip').first
        expect(chip.locator("canvas")).to_be_visible()
        assert chip.locator("canvas").evaluate("(each) => each.width") > 30
        assert chip.inner_text().startswith("#")
        assert " = " in chip.locator("small").inner_text()
        expect(chip.locator("b")).to_have_css("width", "1px")
    page.get_by_title("States as text").first.click()
    for name in ("frontier", "closed"):
        chip = page.locator(f'[data-pane="{name}"] .chip').first
        expect(chip.locator("canvas")).to_be_hidden()
        assert "/" in chip.locator("b").inner_text()


@pytest.mark.parametrize("algorithm", ["minimax", "alpha-beta"])
def test_no_empty_panes_where_nothing_waits(visit: Open, algorithm: str) -> None:
    """For a search of a game for two, the Watch view has no closed set and does not use the word 'waiting'. The legend
    mentions cut-offs for alpha-beta only.
    """
    seen = visit()
    seen.open("mnk:fork")
    page = record(seen, algorithm)
    player(page, "go(60)")
    expect(page.locator('[data-pane="closed"]')).to_have_count(0)
    expect(page.locator('[data-pane="frontier"] .chip')).not_to_have_count(0)
    words = page.locator(".studio").inner_text()
    assert "waiting" not in words
    assert ("cut off" in page.locator(".legend").inner_text()) == (algorithm == "alpha-beta")


def test_tabs_on_a_tablet_tree_first(visit: Open) -> None:
    """On a tablet, panes are shown one at a time, the tree first, and every pane can be reached by a tab."""
    seen = visit(viewport={"width": 820, "height": 1180})
    seen.open("hanoi", {"discs": 3})
    page = record(seen, "a-star")
    expect(page.locator('[data-pane="tree"]')).to_be_visible()
    reached = set()
    for tab in page.locator(".pane-tabs button").all():
        tab.click()
        reached |= {
            name
            for name in player(page, "recording && Object.keys(document.querySelector('.studio').player.panes)")
            if page.locator(f'.studio [data-pane="{name}"]').is_visible()
        }
    assert reached >= {"tree", "board", "why", "frontier", "closed", "code", "counters", "chart", "quiz"}


def test_full_screen_with_large_type(visit: Open) -> None:
    """Full screen enlarges the letters of the panes and of the tree; leaving it restores the size."""
    seen = visit(viewport=LOW)
    seen.open("tiles:nilsson")
    page = record(seen, "a-star")
    size = "parseFloat(getComputedStyle(document.querySelector('.studio .code')).fontSize)"
    before, tree = page.evaluate(size), player(page, "panes.tree.painter.type")
    small = [pixels for _words, pixels in page.evaluate(WORDS, 1e9)["said"]]
    seen.do("fullscreen")
    wait_until(page, f"(before) => {size} > 1.3 * before", before)
    kind = "document.querySelector('.studio').player.panes.tree.painter.type"
    wait_until(page, f"(before) => {kind} > 1.3 * before", tree)
    found = page.evaluate(WORDS, None)
    large = [pixels for _words, pixels in found["said"]]
    assert min(large) > 1.3 * min(small)
    assert found["subject"] in found["seen"]
    title = "parseFloat(getComputedStyle(document.querySelector('.studio h2')).fontSize)"
    assert page.evaluate(title) > 22
    seen.do("fullscreen")
    assert page.evaluate(size) == before


def test_save_as_one_file(visit: Open, tmp_path: Path) -> None:
    """The saved file opens without a server at the same event, shows the same panes, and makes no requests."""
    seen = visit()
    seen.open("tiles:textbook")
    page = record(seen, "a-star")
    player(page, "go(77)")
    with page.expect_download() as download:
        seen.do("save-replay")
    path = tmp_path / "kept.html"
    download.value.save_as(path)
    other = seen.context.new_page()
    asked: list[str] = []
    other.on("request", lambda request: asked.append(request.url))
    other.on("pageerror", lambda error: asked.append(str(error)))
    other.goto(path.as_uri())
    expect(other.locator("#tree canvas")).to_be_visible()
    assert other.evaluate("player.at") == 77
    assert other.inner_text("#why .happened") == page.inner_text('[data-pane="why"] .happened')
    assert other.inner_text("#code .lit") == page.inner_text('[data-pane="code"] .lit')
    assert all(url.startswith(("file:", "data:")) for url in asked)


def test_a_worksheet_to_print(visit: Open, tmp_path: Path) -> None:
    """The worksheet of the selected board and search is downloaded as a file."""
    seen = visit()
    seen.open("hanoi", {"discs": 2})
    seen.page.locator("#tab-watch").click()
    seen.page.locator('[data-pick="algorithm"]').select_option("breadth-first")
    with seen.page.expect_download() as download:
        seen.do("worksheet")
    download.value.save_as(tmp_path / "sheet.html")
    text = (tmp_path / "sheet.html").read_text(encoding="utf-8")
    assert "Worksheet: Breadth-first (BFS) on hanoi discs=2" in text
    assert "The whole search:" in text


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in GAMES if not is_mapped(load(name, SMALL[name]))])
def test_every_board_is_whole(visit: Open, name: str) -> None:
    """Boards of every game without a map are complete in the Watch view."""
    seen = visit(reduced_motion="reduce")
    seen.open(name, SMALL[name])
    problem = load(name, SMALL[name])
    algorithm = list_algorithms(problem)[0]
    trace, _result = traced(problem, algorithm)
    page = record(seen, algorithm)
    for at in (0, len(trace) // 2, len(trace)):
        player(page, f"go({at})")
        shown = trace.node(player(page, "shown"))
        check_board(page.locator('.studio [data-pane="board"] .scene'), problem, shown.state)


@pytest.mark.parametrize(("locale", "about"), [("en-US", "Smallest f = g + h"), ("id-ID", "f = g + h terkecil")])
def test_the_tab_on_a_narrow_phone(visit: Open, locale: str, about: str) -> None:
    """On a narrow phone, the labels of the five ways to watch do not overlap, a description that begins with f is not
    capitalised, and links have the colours of the theme.
    """
    seen = visit(viewport={"width": 360, "height": 740}, locale=locale, color_scheme="dark")
    seen.open("hanoi", {"discs": 2})
    page = seen.page
    page.locator("#tab-watch").click()
    page.locator('[data-pick="algorithm"]').select_option("a-star")
    expect(page.locator(".search .about")).to_have_text(re.compile(f"^{re.escape(about)}"))
    words = page.locator(".ways button").evaluate_all(
        """(all) => all.map((each) => {
          const range = document.createRange();
          range.selectNodeContents(each);
          const { left, right, top, bottom } = range.getBoundingClientRect();
          return [left, right, top, bottom];
        })"""
    )
    assert len(words) == 5
    assert all(left >= 0 and right <= 360 for left, right, _top, _bottom in words)
    for one, other in combinations(words, 2):
        beside = one[1] + 4 <= other[0] or other[1] + 4 <= one[0]
        assert beside or one[3] <= other[2] or other[3] <= one[2]
    page.locator('[data-way="lessons"]').click()
    link = page.locator(".lessons a").first
    expect(link).to_have_css("color", "rgb(108, 189, 240)")
    link.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(link).to_be_focused()
    assert link.evaluate("(each) => getComputedStyle(each, '::after').outlineStyle") == "solid"
