"""Fixtures for tests of the program, the page and the window: one server, one browser and one screen per process, pages
that must report no errors, and windows that must exit with code 0.
"""

import os
import re
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

from langkah.games import GAMES

if TYPE_CHECKING:  # most tests need no browser, so fixtures import it when they need it
    from playwright.sync_api import Browser

    from tests.browser import Visit
    from tests.screen import Pilot
    from tests.static_site import SiteVisit
    from tests.windows import Windows

# No test fails for being slow on a busy machine; the benchmarks measure speed.
NO_CONCERN = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
settings.register_profile("langkah", deadline=None, suppress_health_check=NO_CONCERN)
settings.load_profile("langkah")

# A shell that starts the tests in the background lets them ignore Ctrl-C, and nohup lets them ignore a hangup; every
# program that the tests start would inherit this. So the default handlers are restored.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

# Test files that are portable, by the beginnings of their names: they need no signals, no processes and no screen.
PORTABLE = (
    "cli_commands", "comparison", "dice_odds", "doctor", "engine_examples", "engine_retrograde", "engine_tile_search",
    "engine_two_player", "games", "lessons", "player", "posix_free", "registry", "search", "session", "tracing",
)  # fmt: skip

# Test files that need a browser, a window, a server or many processes: an ordinary run checks only these six games with
# them; a run with the slow tests checks every game.
FIRST_GAMES = {"snakes", "klotski", "hanoi", "mnk", "tiles", "queens"}
COSTLY = (
    "cli_draw", "doctor", "engine_store", "generator", "site", "tasks", "terminal", "views_replay", "views_watch",
    "web", "window",
)  # fmt: skip
LATER_LOOKS = {"dark", "id", "id-ID", "low", "phone"}  # variants of a page; an ordinary run checks only the first


def runs_proofs(config: pytest.Config) -> bool:
    """Whether the slow tests are selected."""
    return "not slow" not in config.option.markexpr.replace("slow or not slow", "")


def pytest_configure(config: pytest.Config) -> None:
    """Load schemathesis, which takes seconds, only if the slow tests are selected: it generates the cases of one of
    them.
    """
    if runs_proofs(config):
        config.pluginmanager.import_plugin("schemathesis.pytest.plugin")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip the file of the schemathesis tests unless the slow tests are selected."""
    return True if collection_path.name == "test_web_schemathesis.py" and not runs_proofs(config) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that `make portable` runs (also on Windows and macOS) as portable. In the costly test files, mark
    cases about later games, and all variants of a page but the first, as slow.
    """
    first = {item.nodeid.partition("[")[0]: item for item in reversed(items)}
    for item in items:
        name = item.path.stem.removeprefix("test_")
        if name == "engine" or name.startswith(PORTABLE):
            item.add_marker(pytest.mark.portable)
        other_look = item is not first[item.nodeid.partition("[")[0]] and LATER_LOOKS & set(list_words(item))
        if name.startswith(COSTLY) and (names_later_game(item) or other_look):
            item.add_marker(pytest.mark.slow)


def names_later_game(item: pytest.Item) -> bool:
    """Whether a test case is about a game that the costly test files check only when the slow tests are selected."""
    games = {re.split("[: ]", word)[0] for word in list_words(item)}
    return bool(games & (GAMES.keys() - FIRST_GAMES))


def list_words(item: pytest.Item) -> list[str]:
    """The parameters of a test case that are strings."""
    values = item.callspec.params.values() if isinstance(item, pytest.Function) and hasattr(item, "callspec") else ()
    return [value for value in values if isinstance(value, str)]


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The address of one server for all tests of a process."""
    from tests.browser import serving

    with serving() as found:
        yield found


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """One browser for all tests of a process."""
    from playwright.sync_api import sync_playwright

    from tests.browser import browsing

    with sync_playwright() as playwright, browsing(playwright) as found:
        yield found


@pytest.fixture
def visit(browser: "Browser", address: str) -> Iterator[Callable[..., "Visit"]]:
    """A function that opens pages. At the end, no page may have logged an error or sent a request to another host."""
    from tests.browser import Visit

    visits: list[Visit] = []

    def opened(**options: Any) -> Visit:
        visits.append(Visit(browser, options.pop("address", address), **options))
        return visits[-1]

    yield opened
    for each in visits:
        each.close()


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The static site, built once per run and shared by all pytest workers; tests must not change it."""
    from tests.static_site import build_once

    own = tmp_path_factory.getbasetemp()
    return build_once(own.parent if "PYTEST_XDIST_WORKER" in os.environ else own)


@pytest.fixture(scope="session")
def site(site_folder: Path) -> Iterator[str]:
    """The address of the static site, which a plain file server serves."""
    from tests.static_site import serving_files

    with serving_files(site_folder) as found:
        yield found


@pytest.fixture(scope="session")
def open_site(browser: "Browser", site: str) -> Iterator["SiteVisit"]:
    """A page of the site that stays open for all tests, since Python takes seconds to start in the browser."""
    from tests.static_site import SiteVisit

    seen = SiteVisit(browser, site)
    seen.start_python()
    yield seen
    seen.close()


@pytest.fixture
def site_visit(open_site: "SiteVisit") -> Iterator["SiteVisit"]:
    """The open page of the site for one test, with a check at the end that the page has logged no errors."""
    yield open_site
    open_site.check()


@pytest.fixture(scope="module")
def screenless() -> Iterator[None]:
    """pygame without a screen: it draws into memory only."""
    from tests.windows import screenless

    with screenless():
        yield


@pytest.fixture
def windows() -> Iterator["Windows"]:
    """A function that opens windows without a screen; they are closed at the end."""
    from tests.windows import opening

    with opening() as opened:
        yield opened


@pytest.fixture(scope="session")
def screen() -> Iterator[str]:
    """One virtual screen for all tests of a process; its name."""
    from tests.screen import xvfb

    with xvfb() as name:
        yield name


@pytest.fixture
def start(screen: str, tmp_path: Path) -> Iterator[Callable[[str], "Pilot"]]:
    """A function that starts a window on the screen. At the end, the windows are closed, and each must exit with code
    0.
    """
    from tests.screen import Pilot

    pilots: list[Pilot] = []

    def begin(words: str) -> Pilot:
        pilots.append(Pilot(screen, tmp_path, words))
        return pilots[-1]

    yield begin
    assert [pilot.close() for pilot in pilots] == [0] * len(pilots)


@pytest.fixture
def langkah(capsys: pytest.CaptureFixture[str]) -> Any:
    """A function that runs the program in this process, and returns exit code, standard output and standard error."""

    from langkah.apps.cli.main import main

    def run(*words: str) -> tuple[int, str, str]:
        code = main(words)
        out, err = capsys.readouterr()
        return code, out, err

    return run
