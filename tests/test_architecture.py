"""The arrows between the rooms are those that are drawn, they point one way, and front ends know no game."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from tools.arrows import MODULES, SOURCE, find_arrows, find_room, list_imports, list_rooms, parse_module, read_arrows

import langkah
from langkah.games import ALIASES, GAMES

APPS = [path for path in MODULES if path.relative_to(SOURCE).parts[0] == "apps"]
COMPUTING = {"search", "engine", "dice_odds", "comparison", "doctor_checks"}  # what front ends only reach through tasks
SYSTEM = {  # what tasks leave to the front end that wants it
    *("threading", "multiprocessing", "concurrent", "asyncio", "subprocess", "socket", "signal", "select"),
    *("resource", "fcntl", "termios", "tty", "pty"),
    *("argparse", "rich", "pygame", "fastapi", "starlette", "pydantic", "uvicorn"),
}
VAGUE_FUNCTIONS = {"told", "kept", "unkept", "written", "placed", "plain", "fits"}
OPAQUE_MODULES = {
    *("grove", "wagers", "chances", "shelf", "kit", "backstage", "laboratory"),
    *("theatre", "expedition", "retreat", "duel", "tiers"),
}


def name_of(path: Path) -> str:
    """The file, as test cases are called."""
    return str(path.relative_to(SOURCE))


def test_arrows_are_drawn() -> None:
    """The document shows the imports that there are: none is missing, none is invented."""
    assert read_arrows() == find_arrows(), "`python -m tools.arrows` draws them"


def test_arrows_point_one_way() -> None:
    """No room needs another that needs it."""
    list(TopologicalSorter(find_arrows()).static_order())


@pytest.mark.parametrize("path", APPS, ids=name_of)
def test_front_ends_ask_tasks(path: Path) -> None:
    """Front ends parse and present: what computes is asked through tasks."""
    assert not list_rooms(path) & COMPUTING


@pytest.mark.parametrize("path", [path for path in MODULES if find_room(path) == "tasks"], ids=name_of)
def test_tasks_run_anywhere(path: Path) -> None:
    """Threads, processes, sockets and what only some systems have belong to front ends."""
    assert not {name.partition(".")[0] for name in list_imports(path)} & SYSTEM


NEVER = {  # front ends, and what they must not import
    "apps.window": {"apps.web", "apps.cli"},
    "apps.terminal": {"apps.web", "apps.window"},
    "apps.web": {"apps.cli", "apps.window", "apps.terminal"},
    "apps.worker": {"apps.web", "apps.cli", "apps.window", "apps.terminal"},
    "apps.worker_client": {"apps.web", "apps.cli", "apps.window", "apps.terminal"},
}


@pytest.mark.parametrize("path", [path for path in APPS if find_room(path) in NEVER], ids=name_of)
def test_front_ends_stand_beside_each_other(path: Path) -> None:
    """Page, window and terminal share what works for them and know nothing of each other, nor of the commands."""
    assert not list_rooms(path) & NEVER[find_room(path)]
    assert not any(name.startswith("langkah.apps.cli.commands") for name in list_imports(path))


def test_only_the_page_needs_a_server() -> None:
    """FastAPI and what comes with it are imported in `apps/web` alone."""
    server = {"fastapi", "starlette", "pydantic", "uvicorn", "anyio"}
    found = {find_room(path) for path in MODULES if {name.split(".")[0] for name in list_imports(path)} & server}
    assert found == {"apps.web"}


@pytest.mark.parametrize("path", [path for path in MODULES if find_room(path) == "views" or path in APPS], ids=name_of)
def test_front_ends_know_no_game(path: Path) -> None:
    """No game's name stands in the code of a view or an app."""
    nodes = list(ast.walk(parse_module(path)))
    words = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    assert not words & {*GAMES, *ALIASES}
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    assert not names & {target.partition(":")[2] for target in GAMES.values()}


def private_names_used(path: Path) -> Iterator[str]:
    """Names with an underscore in front that a file takes from another one of ours."""
    modules: set[str] = set()
    for node in ast.walk(parse_module(path)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in ("langkah", "tests"):
            for alias in node.names:
                modules.add(alias.asname or alias.name)
                if alias.name.startswith("_") and alias.name != "_" and not alias.name.startswith("__"):
                    yield f"{node.module}.{alias.name}"
    for node in ast.walk(parse_module(path)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
            used = node.value.id[0].islower() and node.attr.startswith("_") and not node.attr.startswith("__")
            if used and node.attr not in ("_replace", "_asdict", "_fields", "_field_defaults", "_make"):
                yield f"{node.value.id}.{node.attr}"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_private_names_stay_at_home(path: Path) -> None:
    """What begins with an underscore is used in its own module only."""
    assert not list(private_names_used(path))


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_names_say_what_is_done(path: Path) -> None:
    """No module called by a picture of it, no function called by a bare participle."""
    assert path.stem not in OPAQUE_MODULES
    functions = {node.name.lstrip("_") for node in parse_module(path).body if isinstance(node, ast.FunctionDef)}
    assert not functions & VAGUE_FUNCTIONS


def test_heavy_modules_are_not_imported_at_start() -> None:
    """`import langkah.apps.cli.main` and `import langkah` stay light."""
    heavy = [
        *("rich", "numpy", "numba", "scipy", "polars", "matplotlib"),
        *("pygame", "PIL", "fastapi", "uvicorn", "difflib"),
    ]
    code = f"import sys, langkah, langkah.apps.cli.main; print([name for name in {heavy!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_everything_public_exists() -> None:
    """`langkah.__all__` names only what is there, and nothing twice (ruff keeps the order)."""
    assert len(langkah.__all__) == len(set(langkah.__all__))
    assert all(hasattr(langkah, name) for name in langkah.__all__)
