"""The Watch view in a real browser: the rewindable search, the quiz, boards, and links to a single event."""

import re
from collections.abc import Callable
from io import BytesIO
from typing import Any

import httpx
import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from langkah import Limit, Trace, load, solve
from langkah.language import load_catalogue
from langkah.model import Problem
from langkah.search import SearchRequest
from langkah.tasks import trace
from langkah.tasks.context import Context
from langkah.tracing import Result
from langkah.views.strokes import scene_to_strokes
from tests.browser import NARROW, SOON, Visit, press_node, read_address_bar, wait_until

Open = Callable[..., Visit]
LONG = 2 * SOON

# The content of all panes at the current event; for the tree, the fates of the nodes.
SEEN = """
() => {
  const studio = document.querySelector(".studio");
  const { recording } = studio.player;
  const panes = [...studio.querySelectorAll("[data-pane]")].filter((each) => each.dataset.pane !== "tree");
  const fates = Array.from({ length: recording.count }, (_, node) => recording.fate(node));
  const written = (pane) => pane.innerHTML.replaceAll(' class=""', "").replaceAll(/<canvas.*?<.canvas>/g, "");
  return JSON.stringify([panes.map(written), fates, recording.solution]);
}
"""

# For every event in one direction: its number, a hash of SEEN, and the labels of the frontier.
SWEEP = f"""
async (by) => {{
  const whole = {SEEN};
  const look = () => [...whole()].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7);
  const {{ player }} = document.querySelector(".studio");
  const chips = () => [...document.querySelectorAll('[data-pane="frontier"] .chip b')].map((each) => each.textContent);
  const found = [];
  for (;;) {{
    found.push([player.at, look(), chips()]);
    const before = player.at;
    player.step(by);
    if (player.at === before) return found;
  }}
}}
"""


def record(seen: Visit, algorithm: str, **picks: str) -> Page:
    """Run an algorithm from the current position, wait until the Watch view shows its search, and return the page."""
    page = seen.page
    page.locator("#tab-watch").click()
    page.locator('[data-pick="algorithm"]').select_option(algorithm)
    if set(picks) - {"estimate"}:
        page.locator("#panel-watch summary").click()
    for name, value in picks.items():
        field = page.locator(f'[data-pick="{name.replace("_", "-")}"]')
        if value in ("on", "off"):
            field.set_checked(value == "on")
        elif field.evaluate("(each) => each.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
            field.blur()
    seen.do("record")
    expect(page.locator(".studio .tree canvas")).to_be_visible(timeout=LONG)
    return page


def test_space_plays_from_the_first_moment(visit: Open) -> None:
    """Space starts the playback as soon as the Watch view opens, because no button has the focus."""
    seen = visit()
    seen.open("hanoi", {"discs": 3})
    page = record(seen, "breadth-first")
    page.keyboard.press(" ")
    expect(page.locator(".studio .transport [type=range]")).not_to_have_value("0")


def player(page: Page, deed: str) -> Any:
    """The value of a JavaScript expression on the player of the recording."""
    return page.evaluate(f"document.querySelector('.studio').player.{deed}")


def traced(problem: Problem[Any, Any], algorithm: str, **options: Any) -> tuple[Trace, Result[Any, Any]]:
    """The trace and the result of the same search, run by the library."""
    trace = Trace()
    return trace, solve(problem, algorithm, observe=trace, **options)


# The rewindable search


def by_hand(seen: Visit) -> Problem[Any, Any]:
    """Open three discs and make two moves by clicks; returns the problem at the resulting position."""
    seen.open("hanoi", {"discs": 3})
    for handle in ("peg 0", "peg 2", "peg 0", "peg 1"):
        seen.mouse(handle)
    seen.made(2)
    return load("hanoi", discs=3).at((2, 1, 0))


def cut_short(seen: Visit) -> Problem[Any, Any]:
    """Open a game for two near its end; returns the problem at this position."""
    seen.open("mnk", {"position": ["XOX", "XO.", "..O"]})
    return load("mnk", position=["XOX", "XO.", "..O"])


@pytest.mark.parametrize(
    ("opened", "algorithm"), [(by_hand, "a-star"), (by_hand, "ida-star"), (cut_short, "alpha-beta")]
)
def test_forward_and_back(visit: Open, opened: Callable[[Visit], Any], algorithm: str) -> None:
    """Event by event to the end, back to the start and to the end again, the panes are the same at each event. For A*,
    the frontier equals that of the library.
    """
    seen = visit()
    trace, _result = traced(opened(seen), algorithm)
    page = record(seen, algorithm)
    forth, back, again = (page.evaluate(SWEEP, by) for by in (1, -1, 1))
    assert [at for at, _panes, _labels in forth] == list(range(len(trace) + 1))
    assert [panes for _at, panes, _labels in forth] == [panes for _at, panes, _labels in reversed(back)]
    assert forth == again
    if algorithm == "a-star":
        for at, _panes, labels in forth:
            problem = load("hanoi", discs=3)
            assert labels == [problem.label(event.state) for event in trace.after(at).frontier()]


def test_play_pause_step_and_jump(visit: Open) -> None:
    """The playback is moved by buttons, keys, the slider, the number field and the goal button, and is played faster to
    the end. The board shows the current state.
    """
    seen = visit()
    trace, result = traced(by_hand(seen), "breadth-first")
    page = record(seen, "breadth-first")
    assert player(page, "length") == len(trace)
    page.locator(".studio h2").first.click()
    for key, at in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", len(trace)), ("Home", 0)):
        page.keyboard.press(key)
        assert player(page, "at") == at
    page.keyboard.press("Shift+ArrowRight")
    assert player(page, "recording.counts.expanded") == 1
    page.get_by_title("One event forward").click()
    page.locator(".studio .transport [type=range]").fill("7")
    assert player(page, "at") == 7
    page.locator(".studio .jump").fill("11")
    page.locator(".studio .jump").press("Enter")
    assert player(page, "at") == 11
    page.get_by_title("To the goal").click()
    problem = load("hanoi", discs=3)
    goal = trace.goals()[0]
    assert player(page, "shown") == goal
    text = page.locator('.studio [data-pane="board"] .scene').get_attribute("aria-label")
    assert text == problem.text(trace.node(goal).state)
    assert f"cost {result.cost}" in page.locator(".studio .outcome").inner_text()
    for _press in range(3):
        page.locator(".studio .speed").get_by_title("Faster").click()
    page.locator(".studio [title=Play]").click()
    ended = "({ player }) => player.at === player.length && !player.playing"
    wait_until(page, f"() => ({ended})(document.querySelector('.studio'))")
    assert player(page, "at") == len(trace)


def test_a_node_chosen_in_the_tree(visit: Open) -> None:
    """A click on a node shows its explanation, with links to the events that generated and expanded it. A double click
    folds the subtree.
    """
    seen = visit()
    trace, _result = traced(by_hand(seen), "breadth-first")
    page = record(seen, "breadth-first")
    player(page, f"go({len(trace)})")
    page.get_by_title("Whole tree").click()
    node = trace.children(0)[0]
    press_node(page, node)
    why = page.locator('[data-pane="why"]')
    expect(why.locator("h3")).to_contain_text(f"Why #{node}?")
    why.get_by_text("to its generation").click()
    assert player(page, "at") == trace.history(node).made + 1
    why.get_by_text("to its expansion").click()
    assert player(page, "at") == trace.history(node).taken + 1
    player(page, f"go({len(trace)})")
    count = "panes.tree.shown.reduce((sum, each) => sum + each)"
    shown = player(page, count)
    press_node(page, node, clicks=2)
    assert player(page, count) < shown


KINDS: dict[str, tuple[str, dict[str, Any], str, dict[str, str], str, str]] = {
    "duplicate": ("hanoi", {"discs": 3}, "breadth-first", {}, "duplicate", r"duplicate of #\d+"),
    "bound": ("snakes:paper-2", {}, "depth-first-branch-and-bound", {}, "pruned", r"bound \d+ >= best \d+"),
    "alpha-beta": ("mnk", {"position": ["XOX", "XO.", "..O"]}, "alpha-beta", {}, "taken", "alpha .* >= beta"),
    "depth": ("hanoi", {"discs": 3}, "depth-first", {"depth": "3"}, "deep", "depth limit"),
    "waiting": ("hanoi", {"discs": 3}, "a-star", {}, "waiting", r"place \d+ of \d+|still in the frontier"),
    "goal": ("hanoi", {"discs": 3}, "a-star", {}, "goal", "a goal"),
    "round": ("hanoi", {"discs": 3}, "ida-star", {}, "past", "earlier round"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_why(visit: Open, kind: str) -> None:
    """Each fate of a node has an explanation. At an event before the node is reached, the explanation says so."""
    name, settings, algorithm, picks, fate, words = KINDS[kind]
    seen = visit()
    seen.open(name, settings)
    page = record(seen, algorithm, **picks)
    player(page, "go(1e9)")
    found = page.evaluate(
        """(fate) => {
          const { recording } = document.querySelector(".studio").player;
          const all = Array.from({ length: recording.count }, (_, node) => node);
          return all.filter((node) => recording.fate(node) === fate);
        }""",
        fate,
    )
    told = []
    for node in found[:60]:
        player(page, f"select({node})")
        told.append(page.locator('[data-pane="why"] .reason').inner_text())
    assert any(re.search(words, each) for each in told), told
    player(page, f"select({found[-1]})")
    player(page, "go(0)")
    expect(page.locator('[data-pane="why"] .reason')).to_have_text("not yet reached at this step")


def test_a_game_for_two(visit: Open) -> None:
    """At the end of a search of a game for two, the best line is highlighted and the root has a value."""
    seen = visit()
    trace, result = traced(cut_short(seen), "alpha-beta")
    page = record(seen, "alpha-beta")
    player(page, "go(1e9)")
    assert player(page, "recording.solution") == trace.follow([step.move for step in result.path])
    assert len(player(page, "recording.solution")) > 1
    player(page, "select(0)")
    expect(page.locator('[data-pane="why"] .reason')).to_contain_text("value: ")


def test_quiz(visit: Open) -> None:
    """A right answer by a click and a wrong answer by a key are both counted. While a question is open, the page is in
    the state `asking`, which hides the frontier.
    """
    seen = visit()
    seen.open("snakes:paper-1")
    page = record(seen, "branch-and-bound", estimate="paper")
    quiz = page.locator('[data-pane="quiz"]')
    quiz.locator("button").click()
    expect(page.locator("html")).to_have_class("asking")
    answers = player(page, "recording.data.quiz")
    quiz.locator(f'[data-choice="{answers[0]["answer"]}"]').click()
    expect(quiz.locator(".right")).to_be_visible()
    quiz.locator("button").click()
    wrong = next(place for place in range(len(answers[1]["choices"])) if place != answers[1]["answer"])
    page.keyboard.press(str(wrong + 1))
    expect(quiz.locator(".wrong")).to_be_visible()
    expect(quiz.locator(".count")).to_have_text("1 / 2")


# Boards

DRAWN = """
(picture) => [...picture.children].map((shape) => [
  shape.style.transform, [...shape.firstChild.children].map((mark) => [mark.tagName, mark.textContent]),
])
"""
# The fill colours of large areas that are opaque and not covered.
FILLED = r"""
(picture) => {
  const areas = [...picture.querySelectorAll("rect, circle, polygon, path")];
  const isBroad = (area) => {
    const { x, y, width, height } = area.getBoundingClientRect();
    const shares = [0.1, 0.3, 0.5, 0.7, 0.9];
    const spots = shares.flatMap((a) => shares.map((b) => [x + a * width, y + b * height]));
    return spots.filter(([a, b]) => document.elementFromPoint(a, b) === area).length > 4;
  };
  const looks = areas.filter(isBroad).map((area) => getComputedStyle(area));
  const solid = looks.filter(({ fill, fillOpacity, opacity }) => /^rgb\(/.test(fill) && fillOpacity * opacity === 1);
  return solid.map(({ fill }) => fill.match(/\d+/g).map(Number));
}
"""
TAGS = {"box": "rect", "circle": "circle", "words": "text"}


def check_board(picture: Locator, problem: Problem[Any, Any], state: Any) -> None:
    """Assert that a board on the page is the picture of its state: all shapes in their places and order, all strokes
    and all texts, and at least half of the fill colours visible in a screenshot.
    """
    shapes = scene_to_strokes(problem.scene(state))["shapes"]
    found = picture.evaluate(DRAWN)
    assert len(found) == len(shapes)
    for (place, marks), shape in zip(found, shapes, strict=True):
        assert [float(each) for each in re.findall(r"-?[\d.]+(?=px)", place)] == pytest.approx(shape["at"])
        lines = ["polygon" if mark.get("fill") else "polyline" for mark in shape["marks"]]
        tags = [TAGS.get(mark["mark"], line) for mark, line in zip(shape["marks"], lines, strict=True)]
        assert marks == [[tag, mark.get("text", "")] for tag, mark in zip(tags, shape["marks"], strict=True)]
    image = Image.open(BytesIO(picture.screenshot())).convert("RGB")
    filled = {tuple(colour) for colour in picture.evaluate(FILLED)}
    seen = {colour for _count, colour in image.getcolors(image.width * image.height) or ()}
    assert len(filled & seen) >= max(1, 0.5 * len(filled)), "a piece may hide its own shade, or be too small for it"


@pytest.mark.parametrize(("name", "settings"), [("snakes:paper-2", {}), ("klotski:paper", {}), ("hanoi", {"discs": 3})])
def test_boards_are_whole(visit: Open, name: str, settings: dict[str, Any]) -> None:
    """Boards in the Watch view and in a race are complete."""
    seen = visit(reduced_motion="reduce")
    seen.open(name, settings)
    problem = load(name, settings)
    trace, _result = traced(problem, "breadth-first")
    page = record(seen, "breadth-first")
    for at in (0, len(trace) // 2, len(trace)):
        player(page, f"go({at})")
        shown = trace.node(player(page, "shown"))
        check_board(page.locator('.studio [data-pane="board"] .scene'), problem, shown.state)
    page.keyboard.press("Escape")
    page.locator('[data-way="race"]').click()
    seen.do("race")
    expect(page.locator(".lane")).to_have_count(2, timeout=LONG)
    checked = 0
    for place, board in enumerate(page.locator('.lane [data-pane="board"] .scene').all()):
        page.locator('[data-do="race-end"]').click()
        lane = f"document.querySelector('.studio').race.lanes[{place}]"
        states = {problem.text(event.state): event.state for event in trace.made.values()}
        text = page.evaluate(f"{lane}.player.recording.state({lane}.player.shown).text")
        if text in states:
            check_board(board, problem, states[text])
            checked += 1
    assert checked, "the algorithms of the race share positions with this search"


# Links


def test_a_link_reopens_the_very_step(visit: Open) -> None:
    """A link to an event of a search, from a position made by hand and with options, reopens the same event, node and
    panes in another browser. Escape deselects the node, then closes the Watch view.
    """
    seen = visit()
    by_hand(seen)
    page = record(seen, "branch-and-bound", tie_0="shallow", duplicates="off", nodes="50")
    player(page, "select(4)")
    player(page, "go(33)")
    seen.do("copy-step")
    expect(page.locator(".copied")).to_have_text("The link is copied.")
    other = visit(viewport=NARROW)
    other.page.goto(read_address_bar(page))
    expect(other.page.locator(".studio .tree canvas")).to_be_visible(timeout=LONG)
    assert player(other.page, "at") == 33
    assert player(other.page, "selected") == 4
    assert other.page.evaluate(SEEN) == page.evaluate(SEEN)
    page.keyboard.press("Escape")
    assert player(page, "selected") == -1
    page.keyboard.press("Escape")
    expect(page.locator(".studio")).to_have_count(0)
    expect(page).not_to_have_url(re.compile("&watch"))
    seen.made(2)


@pytest.mark.parametrize(
    ("wish", "names"),
    [
        ("watch&algorithm=bfs", ["Breadth-first (BFS)"]),
        ("race&lane=algorithm%3DA*&lane=algorithm%3Dids", ["A*", "Iterative deepening"]),
    ],
)
def test_short_names_in_links(visit: Open, wish: str, names: list[str]) -> None:
    """Links accept short names of algorithms; the address then has the full names. Unknown names get a suggestion."""
    seen = visit()
    page = seen.page
    page.goto(f"{seen.address}#hanoi?discs=2&{wish}")
    heads = page.locator(".studio h2:first-of-type, .lane h3")
    expect(heads.first).to_be_visible(timeout=LONG)
    words = " ".join(heads.all_inner_texts())
    assert all(name in words for name in names)
    expect(page).to_have_url(re.compile("breadth-first|a-star"))
    page.goto("about:blank")
    seen.refused = True
    page.goto(f"{seen.address}#hanoi?discs=2&{wish.replace('bfs', 'bsf').replace('ids', 'idss')}")
    expect(page.locator(".refusal").filter(has_text="Did you mean")).to_contain_text(re.compile("bfs|ids"))


# Options, languages and limits


def test_what_can_be_chosen(visit: Open) -> None:
    """The Watch tab offers only algorithms that fit the problem and only options that the algorithm uses. A long search
    can be stopped.
    """
    seen = visit()
    seen.open("mnk")
    page = seen.page
    page.locator("#tab-watch").click()
    picker = page.locator('[data-pick="algorithm"]')
    expect(picker.locator("option")).to_have_text(["Minimax", "Alpha-beta", "Negamax", "Retrograde analysis"])
    expect(page.locator('[data-pick="estimate"]')).to_have_count(0)
    seen.open("tiles:korf-24-01")
    page.locator("#tab-watch").click()
    expect(page.locator('[data-pick="estimate"]')).to_be_visible()
    page.locator('[data-pick="algorithm"]').select_option("depth-first")
    expect(page.locator('[data-pick="estimate"]')).to_have_count(0)
    seen.do("record")
    expect(page.locator(".working .spinner")).to_be_visible()
    # A slow machine may show the first events before the click; then the button of the Watch view stops the search.
    page.locator('[data-do="stop-search"], [data-do="close-studio"]').last.click()
    expect(page.locator(".working .spinner")).to_have_count(0)
    expect(page.locator(".studio")).to_have_count(0)


def test_in_indonesian_in_the_dark_on_a_phone(visit: Open) -> None:
    """On a phone in Indonesian and in the dark theme, the Watch view and a race use translated texts and dark colours,
    and do not scroll sideways.
    """
    seen = visit(viewport=NARROW, has_touch=True, color_scheme="dark", locale="id-ID")
    seen.open("klotski:paper")
    words = load_catalogue("id").gettext
    page = record(seen, "breadth-first")
    wide = """() => [...document.querySelectorAll(".studio, .studio .body")].every((each) =>
      each.scrollWidth <= window.innerWidth)"""
    assert page.evaluate(wide)
    expect(page.locator('[data-pane="closed"] h2')).to_contain_text(words("Closed set, newest first"))
    expect(page.locator("#panel-watch [data-do=record] .words")).to_have_text(words("Watch this search"))
    night = page.locator(".studio").evaluate("(each) => getComputedStyle(each).backgroundColor")
    assert night == "rgb(20, 22, 26)"
    seen.do("close-studio")
    page.locator('[data-way="race"]').click()
    seen.do("race")
    expect(page.locator(".lane")).to_have_count(2, timeout=LONG)
    seen.do("race-end")
    assert page.evaluate(wide)
    expect(page.locator(".verdicts h3").first).to_have_text(words("What the results show"))


@pytest.mark.slow
def test_numbers_are_written_as_the_page_speaks(visit: Open) -> None:
    """If the page is in Indonesian, numbers have Indonesian separators, even in an English browser."""
    seen = visit()
    seen.open("hanoi", {"discs": 7})
    page = seen.page
    page.locator(".tongues [lang=id]").click()
    expect(page.locator("#tab-share")).to_have_text(load_catalogue("id").gettext("Share"))
    page.locator("#tab-watch").click()
    page.locator('[data-way="race"]').click()
    for index, algorithm in enumerate(("breadth-first", "uniform-cost")):
        page.locator(f'[data-entry="{index}"] [data-pick="algorithm"]').select_option(algorithm)
    seen.do("race")
    expect(page.locator(".lane")).to_have_count(2, timeout=LONG)
    seen.do("race-end")
    count = page.locator(".race-transport .count")
    expect(count).to_have_text(re.compile(r"^\d\.\d{3} "))
    expect(page.locator(".lane").first.locator(".counters dd").first).to_have_text(re.compile(r"^\d\.\d{3}$"))
    page.locator('[data-by="time"]').click()
    expect(count).to_have_text(re.compile(r"^\d+,\d+ m?s"))


def test_the_endpoints(address: str) -> None:
    """The server serves the panes but not the Python files next to them. A race of one search and invalid searches are
    refused with a message.
    """
    with httpx.Client(base_url=address, timeout=30) as client:
        served = client.get("/static/replay/panes.js")
        assert served.status_code == 200
        assert "javascript" in served.headers["content-type"]
        assert client.get("/static/replay/texts.py").status_code == 404
        saved = {"problem": "hanoi", "settings": {"discs": 3}}
        one = {"algorithm": "breadth-first"}
        assert client.post("/api/race", json={"saved": saved, "searches": [one]}).status_code == 422
        assert client.post("/api/record", json={"saved": saved, "search": {**one, "width": 0}}).status_code == 422
        answer = client.post("/api/record", json={"saved": saved, "search": {"algorithm": "minimax"}}).text
        assert answer.startswith("event: error")
        assert "breadth-first" in answer
        told = client.post("/api/record", json={"saved": saved, "search": {**one, "estimate": "nonsense"}}).text
        assert "nonsense" in told
        menu = client.post("/api/searches", json={**saved, "moves": ["1-3"]}).json()
        assert {"breadth-first", "a-star"} <= {each["name"] for each in menu["algorithms"]}


def test_limits_are_kept_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A recording with too many events is cut and says how many events are missing. It still contains the result of the
    search. A limit on shapes reduces the number of recorded states.
    """
    context = Context(Limit(seconds=30))  # no memory limit, because earlier tests in this process have used much memory
    request = trace.TraceRequest(load("klotski:classic"), SearchRequest("breadth-first", limit=Limit(nodes=2000)), 900)
    told = trace.record_search(request, context).as_dict()
    assert len(told["events"]["node"]) == 900
    assert told["left_out"] > 0
    assert told["left"] == f"Showing the first 900 of {900 + told['left_out']:,} events."
    assert told["result"]["limit"] == "nodes"
    monkeypatch.setattr(trace, "MOST_SHAPES", 2000)
    assert len(trace.record_search(request, context).as_dict()["states"]) <= 2000 / 30
