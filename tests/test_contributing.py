"""The examples of CONTRIBUTING.md work when they are added as the document describes."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from langkah import Limit, load, solve
from langkah.apps.cli.main import COMMANDS, main
from langkah.games import GAMES
from langkah.player_audit import audit
from langkah.players import PLAYERS, PlayerRow, make_player, require_game
from langkah.search import ALGORITHMS
from tests.offenders import ROOT, assert_none

TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
BLOCKS = dict(re.findall(r"```python\n# ([^\n]+)\n(.*?)```", TEXT, flags=re.DOTALL))
FILES = [name for name in BLOCKS if name.startswith("src/")]
TABLES: tuple[dict[str, Any], ...] = (GAMES, ALGORITHMS, PLAYERS, COMMANDS)


@pytest.fixture(autouse=True)
def examples(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, ModuleType]]:
    """The example files of the document, as modules. Rows that a test adds to a table are removed afterwards."""
    before = [dict(table) for table in TABLES]
    found: dict[str, ModuleType] = {}
    for path in FILES:
        name = path.removeprefix("src/").removesuffix(".py").replace("/", ".")
        module = ModuleType(name)
        exec(compile(BLOCKS[path], "CONTRIBUTING.md", "exec"), module.__dict__)
        monkeypatch.setitem(sys.modules, name, module)
        found[Path(path).stem] = module
    yield found
    for table, rows in zip(TABLES, before, strict=True):
        table.clear()
        table.update(rows)


def test_a_game() -> None:
    """With one line in the table of games, the example game can be solved, and its settings are checked."""
    GAMES["frogs"] = "langkah.games.frogs:Frogs"
    result = solve(load("frogs"))
    assert (result.cost, result.optimal) == (15, True)
    assert main(["solve", "frogs", "each=0"]) == 2


def test_an_algorithm(examples: dict[str, ModuleType]) -> None:
    """With one line in the table of algorithms, the example algorithm searches."""
    row = examples["best_child"].BEST_CHILD
    ALGORITHMS[row.name] = row
    found = solve(load("tiles", rows=2, cols=2, start=[1, 2, 0, 3]), "best-child")
    assert (found.cost, found.optimal) == (1, False)
    assert solve(load("hanoi", discs=4), "best-child", limit=Limit(depth=3)).status == "stopped"


def test_a_player(examples: dict[str, ModuleType]) -> None:
    """With one line in the table of players, the example player plays; an audit proves that it can be beaten."""
    PLAYERS["first"] = PlayerRow(examples["first_move"].FirstMove, "the first legal move")
    game = require_game(load("mnk"))
    assert audit(make_player("first", game), game, 1).opponent_wins > 0


def test_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    """With one line in the table of commands, the example command runs."""
    COMMANDS["moves"] = "show the legal moves at the start"
    assert main(["moves", "hanoi", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["moves"]) == 2


def test_a_front_end() -> None:
    """The example front end, a few lines that call a task, runs."""
    (code,) = [text for name, text in BLOCKS.items() if name not in FILES]
    exec(compile(code, "CONTRIBUTING.md", "exec"), {"__name__": "contributing"})


WHERE = {  # for each file: the beginning of the row below the new line, and the import that the line needs
    "games/__init__.py": ('    "queens":', ""),
    "search/table.py": ("        BACKTRACKING,", "from langkah.search.best_child import BEST_CHILD"),
    "players/__init__.py": ('    "human":', "from langkah.players.first_move import FirstMove"),
    "apps/cli/main.py": ('    "doctor":', ""),
}


def copy_with_examples(root: Path) -> None:
    """Copy the program to the folder `root`, and add each example of the document to the copy: a file, and a line in a
    table.
    """
    shutil.copytree(ROOT / "src" / "langkah", root / "langkah")
    shutil.copytree(ROOT / "examples", root / "langkah" / "examples")  # where a wheel has them
    for name in FILES:
        (root / name.removeprefix("src/")).write_text(BLOCKS[name], encoding="utf-8")
    (level,) = re.findall(r'```toml\n(game = "frogs"\n.*?)```', TEXT, flags=re.DOTALL)
    levels = root / "langkah" / "games" / "levels" / "frogs"
    levels.mkdir()
    (levels / "four.toml").write_text(level, encoding="utf-8")
    lines = dict(re.findall(r"The line to add, in `([^`]+)`: `([^`]+)`", TEXT))
    assert set(lines) == set(WHERE)
    for name, (row, imported) in WHERE.items():
        path = root / "langkah" / name
        before, found, after = path.read_text(encoding="utf-8").partition(f"\n{row}")
        assert found
        head, first, rest = before.partition("\nfrom langkah")
        added = f"{head}\n{imported}{first}{rest}\n{lines[name]}{found}{after}"
        path.write_text(added, encoding="utf-8")


OVER_TABLES = sorted(
    path.name
    for path in ROOT.glob("tests/test_*.py")
    if re.search(r"\b(GAMES|ALGORITHMS|PLAYERS|SMALL|list_players)\b", path.read_text(encoding="utf-8"))
    and path.name not in ("test_contributing.py", "test_registry.py")
)
WHOLE = "test_the_table or steps_on_random_graphs or depth_limit_is_honest or players_of_any_game or large_boards"
CENTRAL = ["test_games.py", "test_search.py", "test_session.py", "test_tracing.py"]
LATER = [name for name in OVER_TABLES if name.startswith(("test_doctor", "test_generator", "test_tasks"))]


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("names", "files", "marks", "least"),
    [
        ("frogs", CENTRAL, "not slow", 50),
        pytest.param("frogs", sorted({*OVER_TABLES} - {*CENTRAL}), "not slow", 80, marks=pytest.mark.slow),
        pytest.param("frogs", LATER, "slow", 10, marks=pytest.mark.slow),
        pytest.param(f"best-child or {WHOLE}", OVER_TABLES, "not slow", 100, marks=pytest.mark.slow),
    ],
)
def test_the_tests_over_tables_hold_for_the_examples(
    names: str, files: list[str], marks: str, least: int, tmp_path: Path
) -> None:
    """The tests that the document recommends pass for the examples: every test with the name of the example, and the
    tests of whole tables.
    """
    copy_with_examples(tmp_path)
    words = ["-m", "pytest", "-n", "0", "-p", "no:cacheprovider", "-k", names, "-m", marks, *files]
    paths = os.pathsep.join([str(tmp_path), str(ROOT), *sys.path])
    done = subprocess.run(
        [sys.executable, *words],
        cwd=ROOT / "tests",
        env={**os.environ, "PYTHONPATH": paths},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-5000:]
    (passed,) = re.findall(r"(\d+) passed", done.stdout)
    assert int(passed) >= least, "hardly anything was run"


def test_links_lead_somewhere() -> None:
    """Every local link of the documents leads to an existing file or folder."""
    for document in (ROOT / "CONTRIBUTING.md", ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        for target in re.findall(r"\]\(([^)#]+)\)", document.read_text(encoding="utf-8")):
            assert target.startswith("http") or (document.parent / target).exists(), f"{document.name}: {target}"


SOURCES = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md", *sorted((ROOT / "src").rglob("*.py"))]


def test_named_modules_exist() -> None:
    """Every `langkah.some.module` that is named in the documents or the sources exists."""
    named = {path: set(re.findall(r"`(langkah(?:\.\w+)+)`", path.read_text(encoding="utf-8"))) for path in SOURCES}
    assert_none((path, [name for name in names - GROUPS if not find_object(name)]) for path, names in named.items())


GROUPS = {"langkah.games", "langkah.algorithms", "langkah.players"}  # groups of entry points, not modules


def find_object(name: str) -> bool:
    """Whether a dotted name is a module, or an attribute of a module."""
    module, _dot, last = name.rpartition(".")
    try:
        return find_spec(name) is not None or hasattr(import_module(module), last)
    except ModuleNotFoundError:
        return hasattr(import_module(module), last)
