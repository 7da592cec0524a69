"""The imports between the rooms (the packages of Langkah) are exactly the arrows in the document about the architecture
and have no cycle, and front ends contain no code for a particular game.
"""

import ast
import subprocess
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

from tools.arrows import MODULES, SOURCE, find_arrows, find_room, list_imports, list_rooms, parse_module, read_arrows

import langkah
from langkah.games import ALIASES, GAMES
from tests.offenders import assert_none

APPS = [path for path in MODULES if path.relative_to(SOURCE).parts[0] == "apps"]
COMPUTING = {"search", "engine", "dice_odds", "comparison", "doctor_checks"}  # front ends use these only through tasks
SYSTEM = {  # modules that tasks must not import
    *("threading", "multiprocessing", "concurrent", "asyncio", "subprocess", "socket", "signal", "select"),
    *("resource", "fcntl", "termios", "tty", "pty"),
    *("argparse", "rich", "pygame", "fastapi", "starlette", "pydantic", "uvicorn"),
}
VAGUE_FUNCTIONS = {"told", "kept", "unkept", "written", "placed", "plain", "fits"}
OPAQUE_MODULES = {
    *("grove", "wagers", "chances", "shelf", "kit", "backstage", "laboratory"),
    *("theatre", "expedition", "retreat", "duel", "tiers"),
}


def test_arrows_are_drawn() -> None:
    """The document about the architecture shows exactly the imports between rooms: none is missing, and none is
    invented.
    """
    assert read_arrows() == find_arrows(), "`python -m tools.arrows` draws them"


def test_arrows_point_one_way() -> None:
    """The imports between rooms have no cycle."""
    list(TopologicalSorter(find_arrows()).static_order())


def test_front_ends_ask_tasks() -> None:
    """Front ends import none of the rooms that compute (COMPUTING): they compute through tasks."""
    assert_none((path, list_rooms(path) & COMPUTING) for path in APPS)


def test_tasks_run_anywhere() -> None:
    """Tasks import nothing from `SYSTEM`: threads, processes, sockets, and libraries of particular systems or front
    ends.
    """
    tasks = [path for path in MODULES if find_room(path) == "tasks"]
    assert tasks
    assert_none((path, {name.partition(".")[0] for name in list_imports(path)} & SYSTEM) for path in tasks)


NEVER = {  # front ends, and what they must not import
    "apps.window": {"apps.web", "apps.cli"},
    "apps.terminal": {"apps.web", "apps.window"},
    "apps.web": {"apps.cli", "apps.window", "apps.terminal"},
    "apps.worker": {"apps.web", "apps.cli", "apps.window", "apps.terminal"},
    "apps.worker_client": {"apps.web", "apps.cli", "apps.window", "apps.terminal"},
}


def test_front_ends_stand_beside_each_other() -> None:
    """The web app, the window, the terminal and the workers import none of the front ends that `NEVER` lists for them,
    and no commands.
    """
    beside = [path for path in APPS if find_room(path) in NEVER]
    assert {find_room(path) for path in beside} == set(NEVER)
    assert_none((path, list_rooms(path) & NEVER[find_room(path)]) for path in beside)
    commands = "langkah.apps.cli.commands"
    assert_none((path, {name for name in list_imports(path) if name.startswith(commands)}) for path in beside)


def test_only_the_page_needs_a_server() -> None:
    """Only `apps/web` imports FastAPI and the packages that come with it."""
    server = {"fastapi", "starlette", "pydantic", "uvicorn", "anyio"}
    found = {find_room(path) for path in MODULES if {name.split(".")[0] for name in list_imports(path)} & server}
    assert found == {"apps.web"}


def list_games_named(path: Path) -> set[str]:
    """The games whose names or classes occur in the code of a file."""
    nodes = list(ast.walk(parse_module(path)))
    words = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    return words & {*GAMES, *ALIASES} | names & {target.partition(":")[2] for target in GAMES.values()}


def test_front_ends_know_no_game() -> None:
    """The code of views and apps contains no name and no class of a game."""
    assert_none((path, list_games_named(path)) for path in MODULES if find_room(path) == "views" or path in APPS)
    assert any(map(list_games_named, MODULES)), "the papers name theirs"


def private_names_used(path: Path) -> Iterator[str]:
    """The names with a leading underscore that a file takes from other modules of Langkah or of the tests."""
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


def test_private_names_stay_at_home() -> None:
    """A name with a leading underscore is used only in its own module."""
    assert_none((path, list(private_names_used(path))) for path in MODULES)


def list_functions(path: Path) -> set[str]:
    """The names of the functions of a module, without leading underscores."""
    return {node.name.lstrip("_") for node in parse_module(path).body if isinstance(node, ast.FunctionDef)}


def test_names_say_what_is_done() -> None:
    """No module has one of the metaphorical names in OPAQUE_MODULES, and no function has one of the vague names in
    VAGUE_FUNCTIONS.
    """
    assert_none((path, {path.stem} & OPAQUE_MODULES | list_functions(path) & VAGUE_FUNCTIONS) for path in MODULES)


def test_heavy_modules_are_not_imported_at_start() -> None:
    """`import langkah` and `import langkah.apps.cli.main` load none of the heavy packages in a list, such as numpy and
    rich.
    """
    heavy = [
        *("rich", "numpy", "numba", "scipy", "polars", "matplotlib"),
        *("pygame", "PIL", "fastapi", "uvicorn", "difflib"),
    ]
    code = f"import sys, langkah, langkah.apps.cli.main; print([name for name in {heavy!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_everything_public_exists() -> None:
    """Every name of `langkah.__all__` exists, and none is listed twice (ruff checks the order)."""
    assert len(langkah.__all__) == len(set(langkah.__all__))
    assert all(hasattr(langkah, name) for name in langkah.__all__)
