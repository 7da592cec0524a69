"""Games, algorithms and players that other packages add by entry points appear wherever Langkah's own do; a broken
entry point is named and does no harm.
"""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from langkah import Limit, load, solve
from langkah.apps.cli.main import main
from langkah.apps.web.server import make_app
from langkah.apps.window.level_chooser import LevelChooser
from langkah.errors import UnknownName
from langkah.games import GAMES
from langkah.player_audit import audit
from langkah.players import PLAYERS, make_player
from langkah.registry import BROKEN, Registry
from langkah.search import ALGORITHMS
from tests.webserver import running

ENTRY_POINTS = """
[langkah.games]
countdown = tests.toys:Countdown
nowhere = tests.toys_that_are_not_there:Game
hanoi = tests.toys:Countdown
nothing = tests.toys:plod

[langkah.algorithms]
plod = tests.toys:PLOD
slow = tests.toys:PLOD

[langkah.players]
last = tests.toys:LAST
"""
TABLES: tuple[Any, ...] = (GAMES, ALGORITHMS, PLAYERS)


@pytest.fixture(autouse=True)
def toys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Simulate an installed package `toys` that adds a game, an algorithm and a player, and broken ones, by entry
    points.
    """
    package = tmp_path / "toys-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: toys\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text(ENTRY_POINTS)
    before = [dict(table) for table in TABLES]
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), *sys.path]))  # for worker processes
    for table in TABLES:
        table.complete = False
    BROKEN.clear()
    yield
    for table, rows in zip(TABLES, before, strict=True):
        table.clear()
        table.update(rows)
    BROKEN.clear()


def run(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    """The JSON answer of a command."""
    assert main(words) == 0
    return json.loads(capsys.readouterr()[0])


def test_a_name_of_our_own_needs_no_look_at_packages() -> None:
    """A name of Langkah's own is found without looking at installed packages."""
    for table, name in zip(TABLES, ("hanoi", "a-star", "random"), strict=True):
        assert name in table
        assert table[name]
        assert not table.complete


def test_the_library_knows_them() -> None:
    """The library finds added games, algorithms and players by name."""
    assert solve(load("countdown"), "plod").cost == 5
    assert solve(load("countdown"), "pl").algorithm == "plod"
    assert solve(load("countdown")).cost == 3
    assert solve(load("hanoi", discs=2), "plod", limit=Limit(nodes=50)).status == "stopped"
    game: Any = load("mnk", rows=2, cols=2, k=2)
    assert audit(make_player("last", game), game).games


def test_they_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """`list` shows what a package adds and names the broken entries."""
    found = run(capsys, "list", "--json")
    assert "countdown" in found["games"]
    assert "plod" in found["algorithms"]
    assert "last" in found["players"]
    lines = "\n".join(found["broken"])
    assert len(found["broken"]) == 4
    assert all(name in lines for name in ("nowhere", "hanoi", "nothing", "slow", "toys"))
    assert not {"nowhere", "nothing"} & set(found["games"])
    assert main(["list"]) == 0
    assert "nowhere" in capsys.readouterr()[0]


def test_they_take_part_in_comparisons(capsys: pytest.CaptureFixture[str]) -> None:
    """An added algorithm takes part in a comparison on an added game."""
    rows = run(capsys, "compare", "countdown", "--json")["rows"]
    assert "plod" in [row["algorithm"] for row in rows]
    assert {row["cost"] for row in rows if row["optimal"]} == {3}


def test_the_page_shows_them() -> None:
    """The web app shows an added game in the gallery and an added algorithm among the searches."""
    with running(make_app()) as client:
        games = client.get("/api/games").json()["games"]
        assert "countdown" in [game["name"] for game in games]
        menu = client.post("/api/searches", json={"problem": "countdown"}).json()
        assert "plod" in [each["name"] for each in menu["algorithms"]]


def test_the_window_shows_them() -> None:
    """The level chooser of the window shows an added game."""
    chooser = LevelChooser("countdown", lambda _name: None)
    assert "countdown" in chooser.games
    assert chooser.names == ["countdown"]


def test_an_unknown_name_is_still_unknown() -> None:
    """An unknown name is refused, and the error also lists added names; a table without entry points keeps its rows."""
    with pytest.raises(UnknownName, match="countdown"):
        load("cuontdown")
    table: Registry[int] = Registry("langkah.nobody", {"one": 1}, lambda _name, found: int(found))
    assert list(table) == ["one"]
    assert len(table) == 1
    assert dict(table) == {**table} == {"one": 1}
    assert "two" not in table
    with pytest.raises(KeyError):
        table["two"]


def test_rows_can_be_added_by_hand(capsys: pytest.CaptureFixture[str]) -> None:
    """The tables are plain dictionaries: one line adds a game."""
    GAMES["countdown-too"] = "tests.toys:Countdown"
    assert load("countdown-too").start == 5
    assert "countdown-too" in run(capsys, "list", "--json")["games"]
