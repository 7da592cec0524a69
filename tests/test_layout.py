"""Each test file is named after a top-level module (tests/test_MODULE.py or tests/test_MODULE_SUBJECT.py) and has a
limited number of lines, and no test can return before its first assertion.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from tools.arrows import MODULES, SOURCE

from tests.offenders import assert_none

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("test_*.py"))
MOST_LINES = 500

# Subjects of tests that concern the whole project rather than one top-level module.
HOUSE = {"architecture", "benchmarks", "contributing", "docs", "layout", "posix_free", "public", "release", "soak"}

# Modules so small that the test files of another module cover them.
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
    """The names of the top-level modules and packages, with the front ends in place of `apps`."""
    parts = [path.relative_to(SOURCE).parts for path in MODULES]
    names = [part[1] if part[0] == "apps" and len(part) > 1 else part[0] for part in parts]
    return {name.removesuffix(".py") for name in names} - {"__init__", "__main__"}


def is_about(path: Path, rooms: set[str]) -> bool:
    """Whether a test file is named after one of these modules: test_MODULE.py or test_MODULE_SUBJECT.py."""
    subject = path.stem.removeprefix("test_")
    return any(subject == room or subject.startswith(f"{room}_") for room in rooms)


def test_names_and_sizes() -> None:
    """Every test file is named after a top-level module or a subject of the whole project, and has at most `MOST_LINES`
    lines.
    """
    rooms = find_rooms() | HOUSE
    assert_none((path, not is_about(path, rooms) and "begin with the name of a room") for path in FILES)
    lines = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in FILES}
    assert_none((path, count > MOST_LINES and f"{count} lines: split it by subject") for path, count in lines.items())


def test_every_room_is_tested() -> None:
    """Every top-level module has a test file of its own, or of the module named in `HELD_BY`."""
    assert not [room for room in find_rooms() if not any(is_about(path, {HELD_BY.get(room, room)}) for path in FILES)]


def walk_outside_functions(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes below a node in the order of the source, without nested functions."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            yield child
            yield from walk_outside_functions(child)


def returns_unasked(test: ast.FunctionDef) -> bool:
    """Whether a test can return before its first assertion."""
    for node in walk_outside_functions(test):
        if isinstance(node, ast.Assert) or (isinstance(node, ast.Attribute) and node.attr == "raises"):
            return False
        if isinstance(node, ast.Return):
            return True
    return False


def list_unasked(path: Path) -> list[str]:
    """The tests of a file that can return before their first assertion."""
    functions = [node for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, ast.FunctionDef)]
    return [each.name for each in functions if each.name.startswith("test_") and returns_unasked(each)]


def test_no_test_returns_before_it_asserts() -> None:
    """No test returns before its first assertion: a case with nothing to assert is left out of the parameters (see
    `FITTING` in tests/small.py).
    """
    assert_none((path, list_unasked(path)) for path in FILES)
