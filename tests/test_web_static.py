"""Static checks of the files of the web app: one module talks to the backend, no file names a game, every text is
marked for translation, and no other site is contacted.
"""

import re
import subprocess
import sys
from collections.abc import Collection
from pathlib import Path

from langkah.apps.web.page_texts import STATIC, find_marked, translate_texts
from langkah.games import ALIASES, GAMES
from langkah.language import current_language
from tests.offenders import assert_none

SCRIPTS = sorted(STATIC.rglob("*.js"))
FILES = sorted(path for path in STATIC.rglob("*.*") if path.is_file())


SOURCES = {path: path.read_text(encoding="utf-8") for path in FILES}
ASKING = {"connection.js", "python_worker.js", "sandbox.js", "parts.js", "service_worker.js", "save.js"}
OF_NOBODY = {"http://www.w3.org/2000/svg", "https://python.invalid/"}
PROJECT = (Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8")
OURS = set(re.findall(r'^(?:Documentation|Source|Issues) = "(.*)"$', PROJECT, re.MULTILINE))  # the project's own sites


def assert_absent(pattern: str, but: Collection[str] = ()) -> None:
    """Assert that no script matches the pattern, except for the scripts in `but`."""
    assert_none((path, re.findall(pattern, SOURCES[path])) for path in SCRIPTS if path.name not in but)


def test_one_module_talks_to_the_backend() -> None:
    """Only the modules in `ASKING` make requests. No script evaluates text as code or inserts text as markup."""
    assert_absent(r"\bfetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon", but=ASKING)
    assert_absent(r"innerHTML|outerHTML|insertAdjacentHTML|\beval\(|new Function|document\.write")


def test_one_module_writes_numbers() -> None:
    """Only `numbers.js` formats numbers, so that they follow the language of the page and not that of the browser."""
    assert_absent(r"\.toLocaleString\(|\.toFixed\(|\bIntl\.", but={"numbers.js"})


def test_the_page_knows_no_game_and_no_stranger() -> None:
    """No file contains the name of a game. The only addresses are those of the SVG namespace, an invalid host, and the
    project's own sites.
    """
    words = {path: set(re.findall(r"[\"'`]([\w-]+)[\"'`]", source)) for path, source in SOURCES.items()}
    assert_none((path, found & {*GAMES, *ALIASES}) for path, found in words.items())
    addresses = {path: set(re.findall(r"https?://[^\s\"'`)]+", source)) for path, source in SOURCES.items()}
    assert_none((path, found - OF_NOBODY - OURS) for path, found in addresses.items())


def test_every_text_is_defined_and_used() -> None:
    """Every `T.name` in a script is defined in `texts.js`, and every defined text is used."""
    source = (STATIC / "texts.js").read_text(encoding="utf-8")
    defined = set(re.findall(r"^  (\w+): N_\(", source, re.MULTILINE))
    others = "".join(path.read_text(encoding="utf-8") for path in SCRIPTS if path.name != "texts.js")
    used = set(re.findall(r"\bT\.(\w+)", others))
    by_verdict = {"better", "equal", "worse", "unknown"}
    assert used <= defined
    assert defined - used <= by_verdict
    assert len(find_marked()) >= len(defined) - 5, "some texts serve twice"
    assert len(re.findall(r"\bN_\(", source)) == len(defined)


def test_texts_are_answered_in_the_language_asked_for() -> None:
    """Every marked text has an answer in the requested language, with the same placeholders."""
    token = current_language.set("id")
    try:
        found = translate_texts()
    finally:
        current_language.reset(token)
    texts = found["texts"]
    assert isinstance(texts, dict)
    assert set(texts) == set(find_marked())
    for english, other in texts.items():
        assert sorted(re.findall(r"\{\w+\}", english)) == sorted(re.findall(r"\{\w+\}", other))


def test_what_computes_needs_no_server() -> None:
    """The modules behind the web app's requests import no server and no numeric package, so that they also run in the
    browser.
    """
    modules = ["tasks.gallery", "tasks.positions", "tasks.files", "apps.worker", "apps.web.page_texts"]
    heavy = ["fastapi", "starlette", "pydantic", "uvicorn", "anyio", "numpy", "numba"]
    imports = "".join(f"import langkah.{module}\n" for module in modules)
    code = f"import sys\n{imports}print([name for name in {heavy!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
