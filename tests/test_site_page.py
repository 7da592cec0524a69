"""The static site in a browser, served by a plain file server: playing, searches, odds, user-written puzzles, links,
embedding, offline use, narrow screens. Every visit checks that no request leaves the site.
"""

import gzip
import json
import os
import re
import zlib
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from langkah import load, solve
from langkah.apps.site import build
from langkah.apps.site.browser import answer
from langkah.apps.site.build import MARK, build_site
from langkah.apps.site.own_puzzle import check_puzzle, examine_puzzle
from langkah.dice_odds import find_odds
from langkah.errors import BadInput
from langkah.session import pack_link
from langkah.tasks.levels import sort_levels
from tests.axe import find_violations
from tests.browser import NARROW, find_box, lane, read_address_bar
from tests.static_site import ANSWERED, PACKAGES, STARTING, SiteVisit
from tests.test_web_page import clicks

TEMPLATES = sorted((Path(__file__).parents[1] / "src/langkah/apps/site/templates").glob("*.txt"))
COUNTDOWN = """from langkah import Puzzle, Step
class Countdown(Puzzle):
start = 7
def steps(self, state):
yield Step("one less", state - 1)
yield Step("three less", state - 3)
\bdef is_goal(self, state):
return state == 0
"""  # as it is typed: the editor adds the indentation
LOOK = """(field) => {  // a field of the page: its colours and corners
  const { color, backgroundColor, borderTopColor, borderRadius } = getComputedStyle(document.querySelector(field));
  return [color, backgroundColor, borderTopColor, borderRadius];
}"""
FITS = "document.documentElement.scrollWidth <= innerWidth"


def wait(seen: SiteVisit, selector: str, soon: int = ANSWERED) -> None:
    """Wait until the first element of a selector is visible."""
    expect(seen.page.locator(selector).first).to_be_visible(timeout=soon)


def type_code(seen: SiteVisit, code: str) -> None:
    """Replace the code in the editor by typing on the keyboard. A backspace character at the start of a line stands for
    Shift+Tab.
    """
    seen.follow("write")
    wait(seen, ".cm-content")
    seen.page.locator(".cm-content").click()
    seen.page.keyboard.press("Control+a")
    for line in code.splitlines():
        while line.startswith("\b"):
            seen.page.keyboard.press("Shift+Tab")
            line = line[1:]
        seen.page.keyboard.type(f"{line}\n")


# Playing


def test_play_by_mouse_and_solve(site_visit: SiteVisit) -> None:
    """A whole game is played by clicks, with the least cost shown at the start; the solver proves a solution of another
    puzzle.
    """
    problem = load("hanoi", discs=2)
    site_visit.open("hanoi", {"discs": 2})
    expect(site_visit.page.locator('[data-figure="least"] dd')).to_have_text("3", timeout=ANSWERED)
    for made, handles in enumerate(clicks(problem, list(solve(problem).notation)), 1):
        for handle in handles:
            site_visit.mouse(handle)
        site_visit.made(made)
    site_visit.over(ANSWERED)
    site_visit.open("tiles:nilsson")
    site_visit.do("solve")
    expect(site_visit.page.locator(".message")).to_contain_text("proved to be the least", timeout=ANSWERED)


def test_a_proof_is_checked_in_the_browser(site_visit: SiteVisit) -> None:
    """Python in the browser writes a proof and checks it."""
    site_visit.open("hanoi", {"discs": 3})
    site_visit.do("solve")
    site_visit.page.locator("[data-do=proof]").click(timeout=ANSWERED)
    site_visit.page.locator("[data-do=check-proof]").click(timeout=ANSWERED)
    expect(site_visit.page.locator(".proof-status")).to_contain_text("The proof is valid: 19 states", timeout=ANSWERED)
    site_visit.page.locator("[data-do=close-proof]").click()


def test_the_first_boards_need_no_python(browser: Browser, site: str) -> None:
    """If Python cannot be loaded, the gallery, the levels, the first board of a game and its first moves still work."""
    seen = SiteVisit(browser, site, locale="id-ID", service_workers="block")
    seen.page.route("**/python/**", lambda route: route.abort())
    seen.home()
    expect(seen.page.locator("h1")).to_contain_text("Mainkan")
    seen.page.locator('[data-game="klotski"]').click()
    wait(seen, ".board .shape")
    problem = load(f"klotski:{sort_levels('klotski')[0]}")  # the card opens the first level
    state = problem.start
    for made in (1, 2):
        step = solve(problem.at(state)).path[0]
        for handle in next(iter(problem.gestures(state, step.move))):
            seen.mouse(handle)
        seen.made(made)
        seen.page.keyboard.press("Escape")
        state = step.state
    seen.do("solve")
    wait(seen, ".message .refusal")  # further requests are refused, because Python could not start
    seen.context.close()
    assert not seen.strangers


@pytest.mark.slow
def test_how_far_python_is(browser: Browser, site: str) -> None:
    """On a slow connection, a message shows the percentage of Python that is loaded, does not block clicks, and
    disappears at the end.
    """
    seen = SiteVisit(browser, site, service_workers="block")
    line = {"offline": False, "latency": 0, "downloadThroughput": 2_000_000, "uploadThroughput": 2_000_000}
    seen.context.new_cdp_session(seen.page).send("Network.emulateNetworkConditions", line)
    seen.page.goto(f"{site}#hanoi")
    starting = seen.page.locator(".starting")
    expect(starting).to_contain_text(re.compile(r"Python is being loaded: \d+ %"), timeout=ANSWERED)
    assert starting.evaluate("(each) => getComputedStyle(each).pointerEvents") == "none"
    told: set[int] = set()
    while len(told) < 3 and starting.count():
        told |= {int(found[0]) for words in starting.all_inner_texts() if (found := re.findall(r"\d+", words))}
    assert len(told) == 3
    assert max(told) <= 100
    expect(starting).to_have_count(0, timeout=STARTING)
    seen.context.close()


def test_watch_race_and_compare(site_visit: SiteVisit) -> None:
    """A link opens a recorded search at a step, a race of two searches, a comparison of all searches, or a lesson."""
    token = pack_link({"langkah": 1, "problem": "hanoi", "settings": {"discs": 2}})
    site_visit.follow(f"{token}&watch&algorithm=breadth-first&event=3")
    wait(site_visit, "dialog[open]")
    expect(site_visit.page.locator("dialog[open]")).to_contain_text(
        "Solved, cost 3, proved to be the least.", timeout=ANSWERED
    )
    site_visit.do("close-studio")
    site_visit.follow(f"{token}&race&lane=algorithm%3Dbreadth-first&lane=algorithm%3Da-star&by=expanded&at=1")
    expect(lane(site_visit.page, "Breadth-first (BFS)")).to_be_visible(timeout=ANSWERED)
    site_visit.do("close-studio")
    site_visit.follow(f"{token}&compare")
    wait(site_visit, '[data-row="Breadth-first (BFS)"]')
    site_visit.do("close-studio")
    site_visit.follow("lesson/breadth-first")
    expect(site_visit.page.locator(".lesson-bar .words")).not_to_be_empty(timeout=ANSWERED)


def test_odds(site_visit: SiteVisit) -> None:
    """The odds tab shows the exact expected value of a game with dice."""
    site_visit.open("snakes:small")
    site_visit.page.locator("#tab-odds").click()
    expected = find_odds(load("snakes:small")).expected
    expect(site_visit.page.locator("#panel-odds")).to_contain_text(f"{expected:.3f}", timeout=ANSWERED)


@pytest.mark.slow
def test_long_work_is_called_off(site_visit: SiteVisit) -> None:
    """A search that would take minutes reports its progress, and a click cancels it; the next request is answered."""
    site_visit.open("tiles:korf-24-01")
    site_visit.do("solve")
    words = re.compile("positions … Compiled code is not available here")  # this site was built without kernels
    expect(site_visit.page.locator(".message")).to_contain_text(words, timeout=ANSWERED)
    site_visit.page.locator(".message button.link").click()
    expect(site_visit.page.locator(".message button.link")).to_have_count(0, timeout=ANSWERED)
    site_visit.open("hanoi", {"discs": 3})
    expect(site_visit.page.locator('[data-figure="least"] dd')).to_have_text("7", timeout=STARTING)


# User-written puzzles


def test_a_puzzle_typed_in(site_visit: SiteVisit, browser: Browser, site: str) -> None:
    """A puzzle is typed, checked by the doctor, played and shared. The shared link asks for consent before the code
    runs, and then opens the same position.
    """
    type_code(site_visit, COUNTDOWN)
    site_visit.do("doctor")
    expect(site_visit.page.locator(".said .healthy")).to_be_in_viewport(ratio=1, timeout=ANSWERED)
    site_visit.page.locator(".said summary").click()
    wait(site_visit, '[data-check="goals"]')
    assert not find_violations(site_visit.page)
    site_visit.do("run")
    wait(site_visit, ".move-choices button")
    expect(site_visit.page.locator(".problem")).to_have_text("Countdown")
    expect(site_visit.page.locator('[data-figure="least"] dd')).to_have_text("3", timeout=ANSWERED)
    site_visit.page.locator(".move-choices button").first.click()
    expect(site_visit.page.locator('[data-figure="made"] dd')).to_have_text("1", timeout=ANSWERED)
    link = read_address_bar(site_visit.page)
    reader = SiteVisit(browser, site, viewport=NARROW, color_scheme="dark")
    reader.page.goto(link)
    wait(reader, "dialog.consent")
    assert not find_violations(reader.page)
    assert reader.page.evaluate(FITS)
    assert "class Countdown(Puzzle):" in reader.page.locator("dialog.consent pre").inner_text()
    assert reader.page.locator(".board .shape").count() == 0
    reader.do("run-shared")
    expect(reader.page.locator('[data-figure="made"] dd')).to_have_text("1", timeout=STARTING)
    reader.close()


@pytest.mark.slow
def test_a_wrong_puzzle(site_visit: SiteVisit) -> None:
    """A mistake in the code is reported, and marked at its line."""
    type_code(site_visit, "from langkah import Puzzle\nclass Wrong(Puzzle):\nstart = 1 +\n")
    site_visit.do("run")
    wait(site_visit, ".workshop .refusal")
    assert "line 3" in site_visit.page.locator(".workshop .refusal").inner_text()
    assert not find_violations(site_visit.page)
    wait(site_visit, ".cm-lint-marker-error")
    assert site_visit.page.locator(".cm-activeLine").inner_text().strip() == "start = 1 +"


@pytest.mark.slow
def test_nothing_written_is_lost(site_visit: SiteVisit, tmp_path: Path) -> None:
    """If an example, a link or a file replaces a draft, the draft can be restored; code can be saved as a file."""
    page, code = site_visit.page, site_visit.page.locator(".cm-content")
    type_code(site_visit, "x = 1\nprint('seen')\nraise KeyboardInterrupt\n")
    site_visit.do("run")
    expect(page.locator(".workshop .refusal")).to_contain_text("line 3", timeout=STARTING)
    expect(page.locator(".printed")).to_have_text("seen\n")
    page.locator('[data-field="template"]').select_option("grid")
    expect(code).to_contain_text("class Maze(Puzzle):", timeout=ANSWERED)
    site_visit.do("draft-back")
    expect(code).to_contain_text("raise KeyboardInterrupt")
    with page.expect_download() as saved:
        site_visit.do("save-code")
    assert saved.value.path().read_text(encoding="utf-8") == "x = 1\nprint('seen')\nraise KeyboardInterrupt\n"
    mine = tmp_path / "mine.py"
    mine.write_text(TEMPLATES[0].read_text(encoding="utf-8").replace("class ", "class My"), encoding="utf-8")
    page.locator('[data-file="load-code"]').set_input_files(mine)
    expect(code).to_contain_text("class My")
    site_visit.do("run")  # in a new Python, because an interrupt ended the previous run
    wait(site_visit, "#tab-share", STARTING)
    page.locator("#tab-share").click()
    with page.expect_download() as saved:
        site_visit.do("save")
    assert saved.value.suggested_filename.startswith("my")
    assert saved.value.path().read_bytes() == mine.read_bytes()
    page.locator('[data-file="load"]').set_input_files(mine)
    wait(site_visit, "dialog.consent")
    site_visit.do("edit-shared")
    expect(page.locator('[data-field="template"] optgroup option').first).to_be_attached(timeout=ANSWERED)
    page.locator('[data-field="template"]').select_option("0")
    expect(code).to_contain_text("raise KeyboardInterrupt")


def test_a_run_can_be_stopped(site_visit: SiteVisit) -> None:
    """A button stops running code; afterwards other code can be run."""
    page = site_visit.page
    type_code(site_visit, "while True:\npass\n")
    site_visit.do("run")
    expect(page.locator('[data-do="stop-code"]')).to_be_visible(timeout=STARTING)
    site_visit.do("stop-code")
    expect(page.locator(".workshop .said")).to_have_text("Stopped.")
    type_code(site_visit, COUNTDOWN)
    site_visit.do("run")
    wait(site_visit, ".move-choices button")


@pytest.mark.slow
def test_an_endless_puzzle(site_visit: SiteVisit) -> None:
    """Code that never ends is stopped after a time limit; afterwards other code can be run."""
    type_code(site_visit, "while True:\npass\n")
    site_visit.do("run")
    expect(site_visit.page.locator(".workshop .refusal")).to_contain_text("too long", timeout=STARTING)
    type_code(site_visit, COUNTDOWN)
    site_visit.do("run")
    wait(site_visit, ".move-choices button")


def test_a_link_with_code_can_be_refused(site_visit: SiteVisit) -> None:
    """The reader can refuse the code in a link, and a link that cannot be unpacked is reported as damaged."""
    packed = "S0ktSlMoK8pMLcnMz1PIzC3ILypRyE6tLFZIzk9J5QIA"
    site_visit.follow(f"{pack_link({'langkah': 1, 'problem': 'puzzle.py:None'})}.{packed}")
    wait(site_visit, "dialog.consent")
    site_visit.do("refuse-shared")
    wait(site_visit, ".notice")
    site_visit.follow("e30.AAAA")
    expect(site_visit.page.locator(".notice")).to_contain_text("damaged", timeout=ANSWERED)


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_editor_is_for_everybody(browser: Browser, site: str, scheme: str) -> None:
    """The editor is accessible and fits a narrow screen, in light and dark colours, even if Python cannot be loaded."""
    seen = SiteVisit(browser, site, viewport=NARROW, color_scheme=scheme, service_workers="block")
    seen.page.route("**/python/**", lambda route: route.abort())
    seen.follow("write")
    wait(seen, ".cm-content")
    assert not find_violations(seen.page)
    assert seen.page.evaluate(FITS)
    seen.page.locator('[data-field="template"]').select_option("grid")
    expect(seen.page.locator(".cm-content")).to_contain_text("class Maze(Puzzle):", timeout=ANSWERED)
    assert not find_violations(seen.page)
    assert seen.page.evaluate(FITS)
    seen.context.close()
    assert not seen.strangers


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.stem)
def test_templates_are_healthy(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each template runs, passes the doctor without a defect, and has a solution."""
    monkeypatch.chdir(tmp_path)
    code = path.read_text(encoding="utf-8")
    found = check_puzzle(code)
    assert not found["faults"]
    assert examine_puzzle(code)["healthy"]
    assert solve(load(found["problem"])).status == "solved"


def test_the_first_template_is_the_readme() -> None:
    """The README contains the code of the template `pouring`."""
    readme = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    assert (
        next(path for path in TEMPLATES if path.stem == "pouring").read_text(encoding="utf-8").partition("\n\n\n")[2]
        in readme
    )


FAULTY = """from langkah import Puzzle, Step
class A(Puzzle):
    start = 0
    def steps(self, state):
        return {steps}
    def is_goal(self, state):
        return False
"""


@pytest.mark.parametrize(
    ("code", "line", "words"),
    [
        ("from langkah import Puzzle\n1 = 2\n", 2, "cannot assign"),
        ("import nothing_of_that_name\n", 1, "nothing_of_that_name"),
        ("x = 1\n", None, "this code defines no puzzle"),
        (FAULTY.format(steps="1 / state"), 5, "ZeroDivisionError"),
        (FAULTY.format(steps="[3]"), 4, "expected Step"),
        (FAULTY.format(steps="[]").replace("start = 0", "start = [1]"), 3, "the start [1] is mutable"),
        (FAULTY.format(steps="[Step('a', 1), Step('a', 2)]"), 4, "two moves from the same state are called 'a'"),
        ("\nraise KeyboardInterrupt\n", 2, "KeyboardInterrupt"),
        ("import sys\nsys.exit(3)\n", 2, "SystemExit: 3"),
    ],
)
def test_faults_have_lines(
    code: str, line: int | None, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every kind of mistake is described in words, with its line if it has one."""
    monkeypatch.chdir(tmp_path)
    (fault,) = check_puzzle(code)["faults"]
    assert fault["line"] == line
    assert words in fault["text"]


def test_code_does_not_end_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither an exit nor an interrupt in the code ends Python; the printed text is passed on, up to a limit."""
    monkeypatch.chdir(tmp_path)
    code = "import os\nfor number in range(9000):\n    print(number)\n{end}\n"
    for end, words in (("os._exit(4)", "SystemExit: 4"), ("raise KeyboardInterrupt", "KeyboardInterrupt")):
        heard: list[tuple[str, Any]] = []
        asked = {"path": "own/check", "body": {}, "language": "en", "own": code.format(end=end)}
        answer(json.dumps(asked), lambda word, text: heard.append((word, json.loads(text))))  # noqa: B023
        printed = "".join(said["printed"] for word, said in heard if word == "progress")
        assert printed.startswith("0\n1\n2\n")
        assert len(printed) < 4100
        (fault,) = heard[-1][1]["faults"]
        assert words in fault["text"]
        assert fault["line"] == 4
    assert os._exit.__module__ in ("posix", "nt")


# Embedding, offline use, and the folder of a site


@pytest.mark.slow
def test_inside_another_page_then_without_a_network(browser: Browser, site: str) -> None:
    """On a phone, an embedded page shows only the board, which is played by touch. After this first visit, the whole
    page works offline, including Python.
    """
    seen = SiteVisit(browser, site, viewport=NARROW, has_touch=True)
    seen.context.set_default_timeout(STARTING)
    seen.page.goto(f"{site}?embed=1#{pack_link({'langkah': 1, 'problem': 'hanoi', 'settings': {'discs': 2}})}")
    wait(seen, ".board .shape", STARTING)
    assert not find_violations(seen.page, ".whole")
    link = seen.page.locator(".whole").evaluate("(each) => getComputedStyle(each).color")
    assert link != "rgb(0, 0, 238)", "not as browsers paint links"
    assert not seen.page.locator(".bar").is_visible()
    assert not seen.page.locator(".drawer").is_visible()
    out, *labels = (find_box(seen.page, each) for each in (".whole", ".score", ".head"))
    assert not [each for each in labels if out.overlaps(each)]
    seen.finger("peg 0")
    seen.finger("peg 1")
    expect(seen.page.locator('[data-figure="made"] dd')).to_have_text("1", timeout=STARTING)
    assert seen.page.evaluate(FITS)
    seen.page.wait_for_function("async () => Boolean(await navigator.serviceWorker.ready)", timeout=STARTING)
    seen.context.set_offline(True)
    seen.page.goto("about:blank")
    seen.home()
    seen.open("hanoi", {"discs": 2})
    expect(seen.page.locator('[data-figure="least"] dd')).to_have_text("3", timeout=STARTING)
    assert seen.page.evaluate(FITS)
    seen.close()


def test_what_to_copy_into_another_page(site_visit: SiteVisit) -> None:
    """The tab Share contains code for another page, with the address of the position."""
    site_visit.open("hanoi", {"discs": 2})
    site_visit.page.locator("#tab-share").click()
    wait(site_visit, ".embedding textarea")
    code = site_visit.page.locator(".embedding textarea").input_value()
    looks = [site_visit.page.evaluate(LOOK, field) for field in (".embedding textarea", "input.address")]
    assert looks[0] == looks[1]
    link = site_visit.page.locator("input.address").input_value()
    assert link.replace("#", "?embed=1#") in code
    assert code.startswith("<iframe ")


@pytest.mark.slow
def test_a_moment_inside_another_page(browser: Browser, site_visit: SiteVisit, site: str) -> None:
    """The embedding code of a watched search opens the same event in a frame, with a link to this event on the whole
    page.
    """
    token = pack_link({"langkah": 1, "problem": "hanoi", "settings": {"discs": 2}})
    site_visit.follow(f"{token}&watch&algorithm=breadth-first&event=3")
    wait(site_visit, "dialog[open]")
    site_visit.do("embed-step")
    wait(site_visit, ".embed-panel textarea")
    assert not find_violations(site_visit.page, ".embed-panel")
    code = site_visit.page.locator(".embed-panel textarea").input_value()
    assert "&amp;watch&amp;algorithm=breadth-first&amp;event=3" in code
    site_visit.page.keyboard.press("Escape")
    site_visit.do("close-studio")
    other = browser.new_page(viewport={"width": 520, "height": 600})
    other.context.add_init_script("localStorage.setItem('watch-guide', 'seen')")
    other.route("**/other.html", lambda route: route.fulfill(body=code, content_type="text/html"))
    other.goto(f"{site}other.html")
    frame = other.frame_locator("iframe")
    expect(frame.locator("dialog[open] .jump")).to_have_value("3", timeout=STARTING)
    out = frame.locator("dialog[open] .whole")
    expect(out).to_be_visible()
    for _look in range(50):  # the link changes a moment after the last event
        out.dispatch_event("pointerdown")
        if "&watch&algorithm=breadth-first&event=3" in (out.get_attribute("href") or ""):
            break
        other.wait_for_timeout(100)
    else:
        raise AssertionError(out.get_attribute("href"))
    other.close()


def test_what_the_folder_must_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A site is written only to a folder that is new, empty or made by Langkah; foreign files in it are kept. If
    packages are missing, the error says how to get them.
    """
    with pytest.raises(BadInput, match="npm install pyodide"):
        build_site(tmp_path / "site", tmp_path / "nothing")
    other = tmp_path / "other"
    other.mkdir()
    (other / "precious.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(BadInput, match="not empty"):
        build_site(other, PACKAGES)
    assert [path.name for path in other.iterdir()] == ["precious.txt"]
    for names in (["index.html", "old/page.html"], ["index.html"]):
        files = [(name, b"new") for name in names]
        monkeypatch.setattr(build, "_make_files", lambda _packages, files=files, **_given: files)
        assert build_site(tmp_path / "site", PACKAGES).files == len(names) + 2
        (tmp_path / "site" / "precious.txt").write_text("mine", encoding="utf-8")
    left = {path.name for path in (tmp_path / "site").rglob("*") if path.is_file()}
    assert left == {"index.html", "precious.txt", "service_worker.js", MARK}


def test_what_is_in_the_folder(site_folder: Path) -> None:
    """The folder contains exactly the files that it lists, within size limits, and no path of the machine that built
    it.
    """
    kept = json.loads((site_folder / MARK).read_text(encoding="utf-8"))["files"]
    files = {path.relative_to(site_folder).as_posix(): path.read_bytes() for path in site_folder.rglob("*.*")}
    assert {*kept[1:], MARK, "service_worker.js"} == set(files)
    assert b"langkah/__init__.pyc" in gzip.decompress(files["python/langkah.zip.part"])
    assert sum(map(len, files.values())) < 20_000_000
    later = ("static/editor/", "data/", "python/checker")  # after the first move, or when a certificate is checked
    first = {name for name in files if not name.startswith(later)}
    assert sum(len(zlib.compress(files[name], 6)) for name in first) < 9_000_000
    assert max(len(content) for name, content in files.items() if name.startswith("data/")) < 300_000, "a game's moves"
    assert not [name for name, content in files.items() if str(Path(__file__).parents[1]).encode() in content]
