"""Tests are found from a module's name: tests/test_ROOM.py and tests/test_ROOM_SUBJECT.py, none of them endless, and
none green without having asserted anything."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tools.arrows import MODULES, SOURCE

from tests.offenders import assert_none

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("test_*.py"))
MOST_LINES = 500

# Tests of the whole house rather than of a room.
HOUSE = {"architecture", "benchmarks", "contributing", "docs", "layout", "posix_free", "public", "release", "soak"}

# Rooms so small that the tests of another room hold them.
HELD_BY = {
    "chances": "dice_odds",
    "data_frame": "experiments",
    "editor": "games",
    "errors": "cli",
    "player_match": "players",
    "run": "search",
    "scores": "search",
    "memory": "search",
    "metrics": "generator",
    "model": "games",
    "packed": "engine",
    "papers": "games",
    "scene": "views",
    "game_verbs": "verbs",
    "picture_verbs": "verbs",
    "puzzle_verbs": "generator",
    "settings": "games",
    "start_settings": "generator",
    "typed_json": "tasks",
    "keys": "window",
    "worker": "web",
    "check_worker": "proofs",
    "process_bounds": "web",
    "worker_client": "web",
}


def find_rooms() -> set[str]:
    """Every module and package of ours at the top, with the front ends in place of `apps`."""
    parts = [path.relative_to(SOURCE).parts for path in MODULES]
    names = [part[1] if part[0] == "apps" and len(part) > 1 else part[0] for part in parts]
    return {name.removesuffix(".py") for name in names} - {"__init__", "__main__"}


def is_about(path: Path, rooms: set[str]) -> bool:
    """Whether the name of a file of tests begins with one of some rooms."""
    subject = path.stem.removeprefix("test_")
    return any(subject == room or subject.startswith(f"{room}_") for room in rooms)


def test_names_and_sizes() -> None:
    """A file is named after its room, and can be read in one go."""
    rooms = find_rooms() | HOUSE
    assert_none((path, not is_about(path, rooms) and "begin with the name of a room") for path in FILES)
    lines = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in FILES}
    assert_none((path, count > MOST_LINES and f"{count} lines: split it by subject") for path, count in lines.items())


def test_every_room_is_tested() -> None:
    """Each has a file, or another room's files hold it."""
    assert not [room for room in find_rooms() if not any(is_about(path, {HELD_BY.get(room, room)}) for path in FILES)]


def walk_outside_functions(node: ast.AST) -> Iterator[ast.AST]:
    """Everything in a function, in the order of the text, but for the functions inside it."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            yield child
            yield from walk_outside_functions(child)


def returns_unasked(test: ast.FunctionDef) -> bool:
    """Whether a test can return before it has asserted anything."""
    for node in walk_outside_functions(test):
        if isinstance(node, ast.Assert) or (isinstance(node, ast.Attribute) and node.attr == "raises"):
            return False
        if isinstance(node, ast.Return):
            return True
    return False


def list_unasked(path: Path) -> list[str]:
    """The tests of a file that can return before they have asserted anything."""
    functions = [node for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, ast.FunctionDef)]
    return [each.name for each in functions if each.name.startswith("test_") and returns_unasked(each)]


def test_no_test_returns_before_it_asserts() -> None:
    """Cases in which there is nothing to assert are not green: they are not there (see `FITTING` in tests/small.py)."""
    assert_none((path, list_unasked(path)) for path in FILES)
