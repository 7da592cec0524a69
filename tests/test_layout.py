"""Tests are found from a module's name: tests/test_ROOM.py and tests/test_ROOM_SUBJECT.py, none of them endless."""

from pathlib import Path

import pytest
from tools.arrows import MODULES, SOURCE

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("test_*.py"))
MOST_LINES = 500

# Tests of the whole house rather than of a room.
HOUSE = {"architecture", "contributing", "docs", "layout", "posix_free", "public", "release", "soak"}

# Rooms so small that the tests of another room hold them.
HELD_BY = {
    "editor": "games",
    "errors": "cli",
    "player_match": "players",
    "run": "search",
    "scores": "search",
    "memory": "search",
    "model": "games",
    "packed": "engine",
    "papers": "games",
    "scene": "views",
    "settings": "games",
    "worker": "web",
    "worker_client": "web",
}


def find_rooms() -> set[str]:
    """Every module and package of ours at the top, with the front ends in place of `apps`."""
    parts = [path.relative_to(SOURCE).parts for path in MODULES]
    names = [part[1] if part[0] == "apps" and len(part) > 1 else part[0] for part in parts]
    return {name.removesuffix(".py") for name in names} - {"__init__", "__main__"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_names_and_sizes(path: Path) -> None:
    """A file is named after its room, and can be read in one go."""
    subject = path.stem.removeprefix("test_")
    rooms = find_rooms() | HOUSE
    assert any(subject == room or subject.startswith(f"{room}_") for room in rooms), "begin with the name of a room"
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MOST_LINES, "split it by subject"


def test_every_room_is_tested() -> None:
    """Each has a file, or another room's files hold it."""
    subjects = [path.stem.removeprefix("test_") for path in FILES]
    for room in find_rooms():
        held = HELD_BY.get(room, room)
        assert any(each == held or each.startswith(f"{held}_") for each in subjects), room
