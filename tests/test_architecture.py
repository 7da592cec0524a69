"""The arrows between the rooms point one way, and front ends know no game."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import langkah
from langkah.games import ALIASES, GAMES

SOURCE = Path(langkah.__file__).parent
BASE = {"errors", "language", "memory", "settings"}
SOLVING = BASE | {"model", "packed", "trace", "search"}
MAY_IMPORT = {
    "errors": set(),
    "language": set(),
    "memory": set(),
    "settings": {"errors", "language"},
    "scene": set(),
    "packed": set(),
    "editor": set(),
    "model": BASE | {"scene", "packed", "editor"},
    "trace": BASE | {"model"},
    "search": BASE | {"model", "packed", "trace", "engine"},  # the engine only where Python takes too long
    "games": BASE | {"model", "packed", "editor", "scene"},
    "engine": SOLVING,
    "players": SOLVING,
    "audit": SOLVING | {"players"},
    "match": SOLVING | {"players"},
    "odds": SOLVING,
    "compare": SOLVING | {"doctor"},
    "doctor": SOLVING | {"scene"},
    "session": SOLVING | {"scene", "games", "players"},
    "views": SOLVING | {"scene", "session", "odds"},
    "papers": SOLVING | {"games", "players", "audit", "views"},
}
MODULES = sorted(SOURCE.rglob("*.py"))


def room(path: Path) -> str:
    """The part of the house in which a file lives."""
    first = path.relative_to(SOURCE).parts[0]
    return first.removesuffix(".py")


def apps_room(path: Path) -> str:
    """The room of apps/ in which a file lives."""
    parts = path.relative_to(SOURCE).parts
    return parts[1].removesuffix(".py") if parts[0] == "apps" else ""


def imported(path: Path) -> set[str]:
    """The rooms that a file imports from, wherever in the file it does so."""
    return {name.split(".")[1] for name in names_in(path) if name.startswith("langkah.")} - {"__version__"}


def names_in(path: Path) -> set[str]:
    """The full names that a file imports: of what is imported from a package, also those of its parts."""
    found: set[str] = set()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):  # a notebook asks a value for its picture, so the value must know who draws it
        if isinstance(node, ast.FunctionDef) and node.name == "_repr_svg_":
            node.body = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_arrows(path: Path) -> None:
    """A file imports only from the rooms below its own."""
    here = room(path)
    if here not in ("__init__", "__main__", "apps"):
        assert imported(path) - {here} <= MAY_IMPORT[here]


NEVER = {  # rooms of apps/, and what they must not import
    "window": {"web", "commands"},
    "terminal": {"web", "commands", "window"},
    "terminal_watch": {"web", "commands", "window"},
    "work": {"web", "commands", "window", "terminal", "terminal_watch"},
    "web": {"commands", "window", "terminal", "terminal_watch"},
}


@pytest.mark.parametrize(
    "path",
    [path for path in MODULES if room(path) == "apps" and apps_room(path) in NEVER],
    ids=lambda path: str(path.relative_to(SOURCE)),
)
def test_front_ends_stand_beside_each_other(path: Path) -> None:
    """Page, window and terminal share what works for them and know nothing of each other, nor of the commands."""
    apps = {name.split(".")[2] for name in names_in(path) if name.startswith("langkah.apps.")}
    assert not apps & NEVER[apps_room(path)]


def test_only_the_page_needs_a_server() -> None:
    """FastAPI and what comes with it are imported in `apps/web` alone."""
    server = {"fastapi", "starlette", "pydantic", "uvicorn", "anyio"}
    found = {apps_room(path) for path in MODULES if {name.split(".")[0] for name in names_in(path)} & server}
    assert found == {"web"}


@pytest.mark.parametrize(
    "path",
    [path for path in MODULES if room(path) in ("views", "apps")],
    ids=lambda path: str(path.relative_to(SOURCE)),
)
def test_front_ends_know_no_game(path: Path) -> None:
    """No game's name stands in the code of a view or an app."""
    words = {
        node.value
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert not words & {*GAMES, *ALIASES}
    names = {node.id for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Name)}
    assert not names & {target.partition(":")[2] for target in GAMES.values()}


def test_heavy_modules_are_not_imported_at_start() -> None:
    """`import langkah.apps.cli` and `import langkah` stay light."""
    heavy = [
        "rich",
        "numpy",
        "numba",
        "scipy",
        "polars",
        "matplotlib",
        "pygame",
        "PIL",
        "fastapi",
        "uvicorn",
        "difflib",
    ]
    code = f"import sys, langkah, langkah.apps.cli.main; print([name for name in {heavy!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_everything_public_exists() -> None:
    """`langkah.__all__` names only what is there, in order."""
    assert list(langkah.__all__) == sorted(langkah.__all__)
    assert all(hasattr(langkah, name) for name in langkah.__all__)
