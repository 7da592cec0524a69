"""The page that replays a search, opened from a file in a real browser: at every moment, it agrees with the record."""

import json
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from langkah import Limit, Puzzle, Step, Trace, load, solve
from langkah.model import Problem
from langkah.search import get_code
from langkah.search.pseudocode import find_lit_line, find_moment
from langkah.views.quiz import make_questions
from langkah.views.recording import Recording
from langkah.views.replay import SCRIPTS, join_scripts, make_replay_page
from langkah.views.strokes import scene_to_strokes
from langkah.views.tree import draw_search_tree
from tests.browser import CHROMIUM, FLAGS, SOON, find_box, press_node
from tests.node import PANES, run_script
from tests.test_views_tree import boxes

Deed = Callable[[Page], Any]


def soon(page: Page, wanted: str) -> None:
    """Wait until an expression is true. The page does not allow code from strings, so the expression is evaluated again
    and again.
    """
    for _again in range(SOON // 25):
        if page.evaluate(wanted):
            return
        page.wait_for_timeout(25)
    raise AssertionError(wanted)


class Window:
    """A browser with a thread of its own, so that several browsers can run in one process."""

    def __init__(self) -> None:
        self.pool = ThreadPoolExecutor(1)
        self.playwright = self.pool.submit(lambda: sync_playwright().start()).result()
        self.browser: Browser = self.pool.submit(
            lambda: self.playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        ).result()

    def see(self, path: Path, deed: Deed, fragment: str = "", **options: Any) -> Any:
        """Open a file and do something with its page. The page must make no request and report no error."""
        return self.pool.submit(self.visit, path, deed, fragment, options).result()

    def visit(self, path: Path, deed: Deed, fragment: str, options: dict[str, Any]) -> Any:
        context = self.browser.new_context(
            **{"viewport": {"width": 1400, "height": 900}, "reduced_motion": "reduce", **options}
        )
        page = context.new_page()
        wrong: list[str] = []
        page.on("console", lambda said: wrong.append(said.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda asked: None if asked.url.startswith(("file:", "data:")) else wrong.append(asked.url))
        page.goto(f"{path.as_uri()}{fragment}")
        soon(page, "window.player !== undefined")
        found = deed(page)
        context.close()
        assert not wrong
        return found

    def close(self) -> None:
        self.pool.submit(self.browser.close).result()
        self.pool.submit(self.playwright.stop).result()
        self.pool.shutdown()


@pytest.fixture(scope="module")
def window() -> Iterator[Window]:
    """One browser for all tests of this module."""
    found = Window()
    yield found
    found.close()


def recorded(name: str, algorithm: str, options: dict[str, Any] | None = None, **settings: Any) -> Any:
    """A problem, its trace and its result."""
    problem, trace = load(name, settings), Trace()
    return problem, trace, solve(problem, algorithm, observe=trace, **(options or {}))


def written(folder: Path, problem: Problem[Any, Any], trace: Trace, result: Any) -> Path:
    """Write the replay page to a file, and return the path of the file."""
    path = folder / "replay.html"
    path.write_text(make_replay_page(problem, trace, result, verdict="done"), encoding="utf-8")
    return path


def read_page(page: str) -> Any:
    """The recording in a page."""
    (text,) = re.findall(r'<script type="application/json" id="recording">(.*?)</script>', page, re.DOTALL)
    return json.loads(text)


PAPER: dict[str, Any] = {"estimate": "paper", "ties": ("deep", "high"), "duplicates": False}
RUNS: dict[str, tuple[str, str, dict[str, Any], dict[str, Any]]] = {
    "branch and bound": ("snakes:paper-1", "branch-and-bound", PAPER, {}),
    "a-star": ("hanoi", "a-star", {}, {"discs": 3}),
    "rounds": ("hanoi", "ida-star", {}, {"discs": 3}),
    "both ends": ("hanoi", "bidirectional", {}, {"discs": 3}),
    "limit": ("hanoi", "depth-first", {"limit": Limit(depth=4)}, {"discs": 3}),
    "cut off": ("mnk", "alpha-beta", {}, {"position": ["XOX", "XO.", "..O"]}),
    "table": ("mnk", "negamax", {}, {"position": ["XO.", ".X.", "..O"]}),
    "boards": ("klotski:paper", "breadth-first", {}, {}),
}


def list_moments(trace: Trace) -> list[Any]:
    """The frontier in order, the closed set and the counters after every number of events."""
    snapshots = [trace.after(count) for count in range(len(trace) + 1)]
    waiting = [[event.node for event in each.frontier()] for each in snapshots]
    counters = [list(trace.counters(count)) for count in range(len(trace) + 1)]
    return [[a, sorted(b.done), c] for a, b, c in zip(waiting, snapshots, counters, strict=True)]


# The same values, forward to the end and back to the start; then the fate of every node after some numbers of events.
SWEEP = """
({ Recording }, { data, counts }) => {
  const recording = new Recording(data);
  const seen = [];
  const look = (at) => {
    const { queue, done } = recording.seek(at);
    seen.push([[...queue], [...done].sort((a, b) => a - b), Object.values(recording.counters)]);
  };
  for (let at = 0; at <= recording.length; at += 1) look(at);
  for (let at = recording.length; at >= 0; at -= 1) look(at);
  const reasons = counts.map((at) => {
    recording.seek(at);
    return [...Array(recording.count).keys()].map((node) => [recording.fate(node), recording.why(node)]);
  });
  return [seen, reasons];
}
"""


@pytest.mark.parametrize("run", RUNS)
def test_every_moment_both_ways(run: str) -> None:
    """After every event, forward and back, the page's data agrees with the record. At the start, in the middle and at
    the end, every node has the same fate and reason.
    """
    name, algorithm, options, settings = RUNS[run]
    problem, trace, result = recorded(name, algorithm, options, **settings)
    counts = [0, 1, len(trace) // 3, len(trace) // 2, len(trace) - 1, len(trace)]
    data = read_page(make_replay_page(problem, trace, result, verdict="done"))
    seen, told = run_script(PANES / "recording.js", SWEEP, {"data": data, "counts": counts})
    moments = list_moments(trace)
    assert seen[: len(trace) + 1] == moments
    assert seen[len(trace) + 1 :] == moments[::-1]
    for count, found in zip(counts, told, strict=True):
        explainer = trace.explainer(count)
        reasons = [explainer.explain(node) for node in range(len(trace.made))]
        assert found == [[reason.fate, reason.text] for reason in reasons]


PANE_CONTENTS = """
() => ["board", "frontier", "closed", "code", "counters", "why", "transport"].map((id) => {
  const pane = document.getElementById(id);
  const images = [...pane.querySelectorAll("img")].map((image) => image.src);
  const lit = [...pane.querySelectorAll(".code li")].map((line) => line.classList.contains("lit"));
  const fates = [...pane.querySelectorAll("[data-fate]")].map((chip) => [chip.dataset.fate, chip.dataset.node]);
  return [pane.innerText, images, lit, fates, pane.querySelector("input")?.value];
})
"""


def test_back_to_the_start_and_forward_to_the_end(window: Window, tmp_path: Path) -> None:
    """The buttons and keys move through all events, and each moment shows the same panes in both directions."""
    path = written(tmp_path, *recorded("hanoi", "a-star", discs=2))

    def deed(page: Page) -> None:
        length = page.evaluate("player.length")
        forward = [page.evaluate(PANE_CONTENTS)]
        for _event in range(length):
            page.keyboard.press("ArrowRight")
            forward.append(page.evaluate(PANE_CONTENTS))
        backward = [page.evaluate(PANE_CONTENTS)]
        for _event in range(length):
            page.click('button[title="One event back"]')
            backward.append(page.evaluate(PANE_CONTENTS))
        assert backward[::-1] == forward
        page.keyboard.press("End")
        assert page.evaluate(PANE_CONTENTS) == forward[-1]
        page.click('button[title="To the start"]')
        assert page.evaluate(PANE_CONTENTS) == forward[0]
        page.keyboard.press("g")
        assert "is a goal" in page.inner_text("#why .happened")
        page.keyboard.press("Shift+ArrowLeft")
        assert page.evaluate("player.recording.kinds[player.at - 1]") == "t"

    window.see(path, deed)


def test_the_lit_line_is_the_one_at_work(window: Window, tmp_path: Path) -> None:
    """At every event, the page highlights the line of the pseudo-code that the table names."""
    problem, trace, result = recorded("hanoi", "depth-first-branch-and-bound", discs=2)
    code = get_code(result.algorithm)

    def deed(page: Page) -> list[str]:
        lines = []
        for at in range(1, len(trace) + 1):
            page.evaluate("(at) => player.go(at)", at)
            lines.append(page.inner_text("#code li.lit"))
        return lines

    shown = window.see(written(tmp_path, problem, trace, result), deed)
    assert shown == [code[find_lit_line(code, find_moment(trace, index))].text for index in range(len(trace))]


def click_node(page: Page, node: int) -> None:
    """Fit the whole tree into the window, and click a node."""
    page.evaluate("() => player.panes.tree.fit()")
    press_node(page, node)


@pytest.mark.parametrize(
    ("run", "fate", "words"),
    [
        ("branch and bound", "pruned", r"bound \d+ >= best 6"),
        ("branch and bound", "goal", "expanded in iteration 7; a goal"),
        ("a-star", "duplicate", r"duplicate of #\d+"),
        ("a-star", "waiting", "still in the frontier when the search ended"),
        ("limit", "deep", "not expanded: beyond the depth limit"),
        ("rounds", "pruned", r"\d+ > bound \d+"),
        ("cut off", "pruned", "alpha .* >= beta"),
        ("cut off", "taken", "value: "),
    ],
)
def test_why_on_a_click(run: str, fate: str, words: str, window: Window, tmp_path: Path) -> None:
    """A click on a node of the tree shows the reason for its fate."""
    name, algorithm, options, settings = RUNS[run]
    problem, trace, result = recorded(name, algorithm, options, **settings)
    begin = trace.rounds()[-1] if trace.rounds() else -1
    node = next(
        node
        for node in trace.made
        if trace.why(node).fate == fate and trace.history(node).made > begin and re.search(words, trace.why(node).text)
    )

    def deed(page: Page) -> str:
        page.keyboard.press("End")
        click_node(page, node)
        return page.inner_text("#why .reason")

    assert re.search(words, window.see(written(tmp_path, problem, trace, result), deed))


def test_a_link_opens_the_exact_step(window: Window, tmp_path: Path) -> None:
    """The address contains the event and the node, and opening it shows both; unknown names are ignored, and numbers
    that are too large are corrected.
    """
    path = written(tmp_path, *recorded("hanoi", "breadth-first", discs=3))

    def at(page: Page) -> Any:
        return page.evaluate("[player.at, player.selected]")

    assert window.see(path, at, "#event=42&node=7") == [42, 7]
    assert window.see(path, at, "#nonsense=1") == [0, -1]
    length = window.see(path, lambda page: page.evaluate("player.length"))
    assert window.see(path, at, "#event=999999&node=999999") == [length, -1]

    def deed(page: Page) -> None:
        page.keyboard.press("End")
        page.evaluate("player.select(5)")
        soon(page, f"location.hash === '#event={length}&node=5'")

    window.see(path, deed)


def test_the_slider_the_chart_and_playing(window: Window, tmp_path: Path) -> None:
    """The slider and the chart jump to an event; playing ends at the last event."""
    path = written(tmp_path, *recorded("hanoi", "breadth-first", discs=3))

    def deed(page: Page) -> None:
        page.locator("#transport input").fill("30")
        assert page.evaluate("player.at") == 30
        chart = find_box(page, "#chart svg")
        page.mouse.click(chart.x + chart.width / 2, chart.y + 20)
        assert abs(page.evaluate("player.at / player.length") - 0.5) < 0.02
        page.evaluate("player.speed = 7")
        page.keyboard.press("Space")
        soon(page, "player.at === player.length && !player.playing")

    window.see(path, deed)


MOMENTS = """
({ Recording }, { data, counts, moments }) => {
  const recording = new Recording(data);
  const taken = counts.map((count) => recording.atTaken(count));
  return [taken, moments.map((each) => recording.atSeconds(each))];
}
"""


def test_in_step_with_others() -> None:
    """The page finds the same event after a number of expansions or of seconds as Python does, so that a race can show
    several searches in step.
    """
    problem, trace = load("hanoi", discs=3), Trace(timed=True)
    result = solve(problem, "a-star", observe=trace)
    assert trace.seconds is not None
    counts = range(0, 40, 3)
    moments = [trace.seconds[index] for index in range(0, len(trace), 7)]
    data = read_page(make_replay_page(problem, trace, result, verdict="done"))
    wanted = {"data": data, "counts": list(counts), "moments": [round(each, 6) for each in moments]}
    taken, clock = run_script(PANES / "recording.js", MOMENTS, wanted)
    assert [trace.counters(at).expanded for at in taken] == [min(count, trace.counters().expanded) for count in counts]
    assert all(round(trace.seconds[at - 1], 6) <= round(each, 6) for at, each in zip(clock, moments, strict=True))


def test_folding_hides_what_is_below(window: Window, tmp_path: Path) -> None:
    """A folded node hides the same nodes on the page as in the picture and shows their number; unfolding shows them."""
    problem, trace, result = recorded("snakes:paper-1", "branch-and-bound", PAPER)
    shown = set(boxes(draw_search_tree(problem, trace, folded={3}, boards=False)))

    def deed(page: Page) -> tuple[Any, Any, Any]:
        page.keyboard.press("End")
        places = "() => [...player.panes.tree.shown.keys()].filter((node) => player.panes.tree.shown[node])"
        page.evaluate("player.panes.tree.fold(3)")
        folded = page.evaluate(places)
        badge = page.evaluate("player.panes.tree.folded.get(3)")
        page.evaluate("player.panes.tree.fold(3)")
        return folded, badge, page.evaluate(places)

    folded, badge, unfolded = window.see(written(tmp_path, problem, trace, result), deed)
    assert set(folded) == shown
    assert badge == 37 - len(shown)
    assert len(unfolded) == 37


def test_the_quiz(window: Window, tmp_path: Path) -> None:
    """The page asks the questions that Python makes, gives the same replies to right and wrong answers, and counts the
    right ones.
    """
    problem, trace, result = recorded("hanoi", "a-star", discs=3)
    asked = make_questions(trace)
    wrong = next(node for node in asked[1].choices if node != asked[1].answer)

    def deed(page: Page) -> list[str]:
        page.click("#quiz button.action")
        page.click(f'#quiz [data-node="{asked[0].answer}"]')
        told = [page.inner_text("#quiz [role=status]")]
        page.click("#quiz button.action")
        page.keyboard.press(str(asked[1].choices.index(wrong) + 1))
        told.append(page.inner_text("#quiz [role=status]"))
        return [*told, page.inner_text("#quiz .count")]

    told = window.see(written(tmp_path, problem, trace, result), deed)
    assert told[0] == asked[0].reply(asked[0].answer)
    assert told[1] == asked[1].reply(wrong)
    assert told[2] == "1 / 2"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_narrow_and_in_both_colours(scheme: str, window: Window, tmp_path: Path) -> None:
    """At a width of 360 pixels nothing overflows; the colours follow the browser's setting and the button."""
    path = written(tmp_path, *recorded("klotski:paper", "breadth-first"))

    def deed(page: Page) -> None:
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert page.evaluate("document.documentElement.dataset.theme") == scheme
        ground = "getComputedStyle(document.documentElement).backgroundColor"
        before = page.evaluate(ground)
        page.click("#colours")
        assert page.evaluate(ground) != before

    window.see(path, deed, viewport={"width": 360, "height": 740}, color_scheme=scheme)


class Hostile(Puzzle[int, str]):
    """A puzzle whose states and moves contain markup that tries to break out of the page."""

    start = 0

    def steps(self, state: int) -> list[Step[int, str]]:
        return [Step('<img src=x onerror="alert(1)">', state + 1)] if state < 3 else []

    def is_goal(self, state: int) -> bool:
        return state == 3

    def text(self, state: int) -> str:
        return f"</script><script>alert({state})</script><!--"


def test_nothing_breaks_out(window: Window, tmp_path: Path) -> None:
    """The texts of states and moves never become markup."""
    trace = Trace()
    result = solve(Hostile(), "breadth-first", observe=trace)
    path = written(tmp_path, Hostile(), trace, result)

    def deed(page: Page) -> str:
        page.keyboard.press("End")
        assert page.locator("script").count() == 2
        return page.inner_text("#frontier")

    assert "</script><script>alert(1)" in window.see(path, deed)


def test_a_search_without_a_single_event(window: Window, tmp_path: Path) -> None:
    """A problem that is impossible without any search still has a page."""
    problem, trace, result = recorded("tiles", "a-star", rows=2, cols=2, start=[2, 1, 3, 0])
    assert not trace.events
    window.see(written(tmp_path, problem, trace, result), lambda page: page.keyboard.press("End"))


def test_long_traces_are_cut_and_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page contains the first events, and says how many were left out."""
    monkeypatch.setattr("langkah.views.replay.MOST_EVENTS", 100)
    problem, trace, result = recorded("hanoi", "breadth-first", discs=4)
    page = make_replay_page(problem, trace, result, verdict="done")
    assert f"Showing the first 100 of {len(trace)} events." in page


def test_the_page_stands_alone() -> None:
    """The page refers to no other file or site. Every script module is part of it, and no two modules define the same
    name.
    """
    page = make_replay_page(*recorded("hanoi", "a-star", discs=2), verdict="done")
    assert not re.search(r'(?:src|href)="(?!data:)', page)
    assert set(re.findall(r"https?://[\w./]+", page)) <= {"http://www.w3.org/2000/svg"}
    script = join_scripts()
    assert not re.search(r"^(import|export) ", script, re.MULTILINE)
    names = re.findall(r"^(?:class|function|const|let) (\w+)", script, re.MULTILINE)
    assert len(names) == len(set(names))
    modules = {path.stem for path in (Path(__file__).parent.parent / "src/langkah/views/replay").glob("*.js")}
    assert modules == set(SCRIPTS)


def test_parts_of_boards_are_stored_once() -> None:
    """Equal parts of boards are stored once, and every board can be put together from its parts."""
    problem, trace, result = recorded("klotski:paper", "breadth-first")
    data = Recording(problem, trace, result).as_dict()
    parts = data["boards"]["parts"]
    assert len(parts) == len({json.dumps(part) for part in parts})
    used = [index for state in data["states"] for index in state["board"]["parts"]]
    assert set(used) | set(data["boards"]["ground"]) == set(range(len(parts)))
    assert json.loads(json.dumps(data)) == data
    states = dict.fromkeys(event.state for event in trace.made.values())
    for shown, state in zip(data["states"], states, strict=True):
        whole = [parts[index] for index in (*data["boards"]["ground"], *shown["board"]["parts"])]
        assert whole == scene_to_strokes(problem.scene(state))["shapes"]
