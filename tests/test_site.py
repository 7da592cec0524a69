"""The static site, served by a plain file server: Python in the browser gives the same answers as the server, for every
game.
"""

import gzip
import io
import json
import sys
import zipfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import httpx
import pytest
from benchmarks.static_site import measure_kernels
from playwright.sync_api import Browser

from langkah import load
from langkah.apps.cli.main import main
from langkah.apps.site import build
from langkah.apps.site.browser import answer
from langkah.apps.site.build import build_site
from langkah.apps.site.bytecode import compile_archive
from langkah.games import GAMES
from langkah.model import Chance, Puzzle
from langkah.tasks.context import Context
from langkah.tasks.problems import ProblemCatalogue
from langkah.tasks.table import run_task
from tests.small import SMALL
from tests.static_site import PACKAGES, SiteVisit, serving_files

PLAIN = ("problem", "position", "searches", "frames", "act", "file")
MEASURED = (  # different in every run
    *("seconds", "compile_seconds", "times", "turns_per_second", "remarks"),
    *("memory", "memory_whole", "bytes", "engine"),
)

Values = dict[str, Any]


def list_members(part: Path) -> list[str]:
    """The names of the files in a packed archive of the site."""
    return zipfile.ZipFile(io.BytesIO(gzip.decompress(part.read_bytes()))).namelist()


def list_questions(name: str) -> Iterator[tuple[str, Values]]:
    """The page's requests about a small board of a game: problem, position, moves, searches, file and advice."""
    problem = load(name, SMALL[name])
    saved = {"problem": name, "settings": SMALL[name], "dice": False}
    first = problem.notation(next(iter(problem.steps(problem.start))).move)
    yield "problem", {"problem": name, "settings": SMALL[name]}
    yield "position", {**saved, "moves": [first]}
    yield "searches", saved
    yield "frames", {**saved, "moves": [first], "made": 0}
    yield "act", {"saved": saved, "deed": {"do": "play", "move": first}}
    yield "act", {"saved": saved, "deed": {"do": "play", "move": "nonsense"}}
    yield "file", {"problem": name, "settings": SMALL[name]}
    for task in ("least", "marks", "hint", "solve", "review"):
        yield "work", {"task": task, "saved": saved}


def list_long_questions(name: str) -> Iterator[tuple[str, Values]]:
    """The page's requests about searches, maps and odds."""
    saved = {"problem": name, "settings": SMALL[name], "dice": False}
    menu = run_task("searches", {"saved": saved}, Context(), ProblemCatalogue())
    yield "record", {"saved": saved, "search": {"algorithm": menu["usual"]["algorithm"]}}
    yield "race", {"saved": saved, "searches": [{"algorithm": each["name"]} for each in menu["algorithms"][:2]]}
    yield "compare", {"saved": saved}
    if isinstance(load(name, SMALL[name]), Puzzle):
        yield "map", {"saved": saved}
        yield "map", {"saved": saved, "layout": "rings"}
    if isinstance(load(name, SMALL[name]), Chance):
        yield "odds", {"saved": saved}
        yield "odds/jumps", {"saved": saved}


def ask_server(address: str, path: str, body: Values) -> Values:
    """The server's answer to a request, in the same form as an answer of the static site."""
    found = httpx.post(f"{address}api/{path}", json=body, timeout=120.0)
    if not found.is_success:
        return {"error": found.json()["error"]}
    if path in PLAIN:
        return {"answer": found.json()}
    last = found.text.strip().split("\n\n")[-1]
    return {"answer": json.loads(last.partition("data: ")[2])}


def find_differences(here: Any, there: Any, where: str = "") -> Iterator[str]:
    """The places where two answers differ, with both values. Measured values are ignored, and so are the last digits of
    sums, because SciPy adds up in a different order.
    """
    if isinstance(here, dict) and isinstance(there, dict):
        for key in here.keys() | there.keys():
            if key not in MEASURED:
                yield from find_differences(here.get(key), there.get(key), f"{where}.{key}")
    elif isinstance(here, list) and isinstance(there, list) and len(here) == len(there):
        for index, pair in enumerate(zip(here, there, strict=True)):
            yield from find_differences(*pair, f"{where}[{index}]")
    elif here != there and not (isinstance(here, float) and here == pytest.approx(there, rel=1e-9)):
        yield f"{where}: {here!r:.200} and {there!r:.200}"


def keep_finished(here: Values, there: Values) -> None:
    """Remove from both answers the rows of searches that one of the machines did not finish. A refusal has no rows."""
    if "answer" not in here or "answer" not in there:
        return
    rows = zip(here["answer"].get("rows", ()), there["answer"].get("rows", ()), strict=True)
    both = [all(each.get("verdict") != "stopped" for each in pair) for pair in rows]
    for each in (here, there):
        if "rows" in each["answer"]:
            each["answer"]["rows"] = [row for row, done in zip(each["answer"]["rows"], both, strict=True) if done]


@pytest.mark.parametrize("name", GAMES)
def test_the_same_answers_as_the_server(site_visit: SiteVisit, address: str, name: str) -> None:
    """The site and the server give the same answers to the requests that the page makes while a board is played."""
    for path, body in list_questions(name):
        here = site_visit.ask(path, body, stream=path not in PLAIN)
        assert not list(find_differences(here, ask_server(address, path, body))), (path, body)
    levels = site_visit.ask(f"levels?game={name}")["answer"]
    assert not list(find_differences(levels, httpx.get(f"{address}api/levels?game={name}", timeout=120.0).json()))


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_same_searches_as_on_the_server(site_visit: SiteVisit, address: str, name: str) -> None:
    """The site and the server give the same answers about recorded, raced and compared searches, maps and odds."""
    for path, body in list_long_questions(name):
        here, there = site_visit.ask(path, body, stream=True), ask_server(address, path, body)
        keep_finished(here, there)
        assert not list(find_differences(here, there)), (path, body)


def test_bytecode(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bytecode can be imported from an archive. Langkah's own modules keep their docstrings; modules that are not
    loaded, and example puzzles, remain sources.
    """
    files = {
        "langkah_toy/puzzles/roads.py": "read as a file",
        "langkah_toy/__init__.py": '"""A toy."""\nSIX = 2 * 3',
        "plain.py": '"""Gone."""',
        "other.py": "?",
        "a.txt": "",
    }
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    made = tmp_path / "made.zip"
    made.write_bytes(compile_archive(content.getvalue(), {"plain"}))
    kept = ["langkah_toy/puzzles/roads.py", "langkah_toy/__init__.pyc", "plain.pyc", "other.py", "a.txt"]
    assert zipfile.ZipFile(made).namelist() == kept
    monkeypatch.syspath_prepend(str(made))
    toy, plain = import_module("langkah_toy"), import_module("plain")
    assert (toy.SIX, toy.__doc__, plain.__doc__) == (6, "A toy.", None)


@pytest.mark.parametrize(("locale", "folder"), [("en-US", "docs/"), ("id-ID", "docs/id/")])
def test_links_to_the_documents_beside_the_site(browser: Browser, site: str, locale: str, folder: str) -> None:
    """A site that was built with `--documents` links to its own documents, in the reader's language."""
    seen = SiteVisit(browser, site, locale=locale, service_workers="block")
    seen.page.route("**/python/**", lambda route: route.abort())
    seen.home()
    links = [each.get_attribute("href") for each in seen.page.locator(".more-links a").all()]
    assert links[:2] == [f"{folder}index.html", f"{folder}tutorials/teachers.html"]
    assert seen.page.locator(".more-links a").first.evaluate("(link) => link.href") == f"{site}{folder}index.html"
    seen.context.close()


def test_where_the_documents_of_a_site_are() -> None:
    """The option `--documents` takes a folder with or without a slash at its end; without it, there is no link."""
    for documents in ("docs", "docs/"):
        assert 'data-documents="docs/"' in build._make_page(kernels=False, size=1, documents=documents)
    assert "data-documents" not in build._make_page(kernels=False, size=1, documents="")


@pytest.mark.slow
def test_a_site_without_node(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without Node.js, the site contains Python sources instead of bytecode, and the command says how to include
    bytecode.
    """
    monkeypatch.setattr(build, "which", lambda _name: None)
    assert main(["site", str(tmp_path / "site"), "--packages", str(PACKAGES), "--no-kernels"]) == 0
    assert "To include bytecode, install Node.js 20 or later" in capsys.readouterr().out
    assert "langkah/model.py" in list_members(tmp_path / "site/python/langkah.zip.part")


UNFINISHED = """
from langkah import Packed, Puzzle, Step

def expand(state, out):
    out[0] = state ** 3 % 1000
    return 1

class Own(Puzzle):
    start = 1 << 40
    def steps(self, state):
        yield Step(0, state ** 3 % 1000)
"""
FINISHED = """
    def is_goal(self, state):
        return state == 5
    def packed(self):
        return Packed.of(self.start, int, int, expand, lambda state: state == 5, branching=1)
"""


def test_every_lesson(site_visit: SiteVisit) -> None:
    """Every lesson can be opened on the site, although some lessons read their puzzle from a file."""
    lessons = site_visit.ask("lessons", {})["answer"]["lessons"]
    assert len(lessons) >= 11
    given = {each["name"]: site_visit.ask("lesson", {"name": each["name"]}, stream=True) for each in lessons}
    assert not [name for name, found in given.items() if "answer" not in found]


def test_whose_mistake_it_is(site_visit: SiteVisit) -> None:
    """In the browser, too, the doctor names the faulty line of the user's code instead of a line of Langkah."""
    found = site_visit.ask("own/doctor", {"code": UNFINISHED})
    assert "`is_goal` is missing" in json.dumps(found["answer"])
    found = site_visit.ask("own/doctor", {"code": UNFINISHED + FINISHED})
    assert "puzzle.py, line 5, in expand" in json.dumps(found["answer"])


def test_what_a_browser_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    """If NumPy is missing, a request that needs it is refused. The refusal names NumPy and refers to Langkah on the
    user's own computer.
    """
    for name in ("numpy", "numpy.random"):
        monkeypatch.setitem(sys.modules, name, None)
    heard: list[tuple[str, Any]] = []
    asked = {"path": "odds/games", "body": {"saved": {"problem": "snakes:small"}}, "language": "en"}
    answer(json.dumps(asked), lambda word, text: heard.append((word, json.loads(text))))
    word, lines = heard[-1]
    assert (word, len(lines)) == ("error", 2)
    assert "NumPy" in lines[0]
    assert "own computer" in lines[1]


@pytest.mark.slow
def test_compiled_code_in_the_browser(browser: Browser, tmp_path: Path) -> None:
    """On a site with kernels, compiled searches give the same numbers as native code, within the memory of a browser
    tab.
    """
    pytest.importorskip("ziglang")
    assert build_site(tmp_path / "site", PACKAGES, kernels=True).bytes < 20_000_000
    with serving_files(tmp_path / "site") as address:
        native, there, memory = measure_kernels(browser, address)
    assert {name: number for name, (_time, number) in there.items()} == {
        "klotski": 25_955,
        "towers": 4**14,
        "marks": 9_722_011,
        "patterns": 57,
    }
    assert [number for _time, number in native.values()] == [number for _time, number in there.values()]
    assert memory < 1 << 30
